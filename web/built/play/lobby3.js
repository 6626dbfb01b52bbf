import{u,f as d,c as h,Y as R,C as z,G as f,I as B,K as q,j as D,p as $,h as S,d as x,v as _,D as G,L as U,R as j,J as H,o as J,F as W,N as O,T as Y,S as K,l as Q,a as V}from"./main.js";import{o as X,e as Z}from"./setup.js";function L(){const{t:e,preferences:a}=u();return d`<footer class="bottom">
<span>${e("forDevelopers")}</span>
<a href="/docs">REST</a>
<a href="/graphql">GraphiQL</a>
<a href="/play/inspect">Explorer</a>
<a href=${`/play/rules/engine?lang=${a.language}`}>${e("rules")}</a>
</footer>`}const ee=5;function te({game:e,isBusy:a,onPlay:o,onSetUp:n}){const{t,preferences:i}=u(),{id:r,title:s,summary:l,minSeats:m,maxSeats:c}=e;return d`<li class="game" data-game=${r}>
<${ne} game=${e} />
<div class="told">
<h2>${s}</h2>
<p class="count">${t("seatsRange",{least:m,most:c})}</p>
<p class="summary">${l}</p>
<div class="ways">
<button class="button strong" aria-label=${t("playNowOf",{game:s})} disabled=${a} onClick=${o}>
${t("playNow")}
</button>
<button class="button" aria-label=${t("setUpOf",{game:s})} onClick=${n}>${t("setUp")}</button>
<a class="quiet" href=${`/play/rules/${r}?lang=${i.language}`} aria-label=${t("rulesOf",{game:s})}>${t("rules")}</a>
</div>
</div>
</li>`}function ae(){return d`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function ne({game:e}){const{croupier:a}=u(),{data:o}=h(()=>a.cards(e.id),[a,e.id]),n=R(()=>({cards:o??[]}),[o]),t=se(n.cards,ee,e.id.length);return d`<div class="fan" aria-hidden="true">
${t.map((i,r)=>{const s=r-(t.length-1)/2,l={transform:`rotate(${s*11}deg) translateY(${Math.abs(s)*.35}rem)`};return d`<div class="card" key=${i.code} style=${l}><${z} card=${i} game=${n} /></div>`})}
</div>`}function se(e,a,o){const n=e.map((i,r)=>e[(o*11+Math.floor(r*7*e.length/11))%e.length]),t=[];for(const i of[2,1,0])for(const r of[...n,...e]){if(t.length===a)return t;t.includes(r)||t.every(s=>re(r,s)>=i)&&t.push(r)}return t}function re(e,a){return[e.suit!==a.suit,e.color!==a.color,e.value!==a.value].filter(Boolean).length}function oe(){const{t:e}=u(),[a,o]=f(""),[n,t]=f(null),i=r=>{if(r.preventDefault(),B(a))return t(e("codeAlone"));const s=q(a);t(s===null?e("notALink",{example:D("\u2026")}):null),s?.session&&(location.hash=$(s.session,s)),s?.tournament&&(location.hash=S(s.tournament,s.code))};return d`<section aria-labelledby="join">
<h2 id="join">${e("joinByLink")}</h2>
<form class="join" onSubmit=${i}>
<label>
<span>${e("linkOrCode")}</span>
<input value=${a} required autocomplete="off" spellcheck="false" inputmode="url" aria-invalid=${n!==null}
aria-describedby="link-hint" onInput=${r=>o(r.target.value)} />
</label>
<button class="button">${e("join")}</button>
<p id="link-hint" class=${n?"trouble":"hint"} role=${n?"alert":void 0}>
${n??e("linkHint")}
</p>
</form>
</section>`}const C=1e4,M=20;function ie(){const{t:e,croupier:a}=u(),{data:o,reload:n}=h(()=>a.sessions({first:M}),[a]);x(n,C);const t=(o?.nodes??[]).map(({id:i,game:r,seats:s})=>{const l=s.filter(({taken:m})=>!m).length;return{id:i,game:r,seats:s,told:e("openSeats",{count:l})}});return d`<section aria-labelledby="open-tables">
<h2 id="open-tables">${e("openTables")}</h2>
${t.length===0&&d`<p class="hint">${e("noOpenTables")}</p>`}
<${A} rows=${t} label=${e("join")} />
</section>`}function le(){const{t:e,croupier:a}=u(),{data:o,reload:n}=h(()=>a.running({first:M}),[a]);x(n,C);const t=(o?.nodes??[]).map(({sessionId:i,game:r,seats:s})=>({id:i,game:r,seats:s,told:e("playing")}));return d`<section aria-labelledby="running-tables">
<h2 id="running-tables">${e("runningTables")}</h2>
${t.length===0&&d`<p class="hint">${e("noRunningTables")}</p>`}
<${A} rows=${t} label=${e("watch")} />
</section>`}function A({rows:e,label:a}){const{games:o}=u();return d`<ul class="rows">
${e.map(({id:n,game:t,seats:i,told:r})=>{const s=T(o,t),l=i.flatMap(({name:m})=>m??[]).join(", ");return d`<li key=${n}>
<${k} title=${s} state=${r} names=${l} />
<a class="button" href=${$(n)} aria-label=${`${a}: ${s}${l&&`, ${l}`}`}>${a}</a>
</li>`})}
</ul>`}function k({title:e,state:a,names:o,isTurn:n=!1}){return d`<span class="of-table">
<span><b>${e}</b>${a&&d` <small class=${n?"turn":""}>· ${a}</small>`}</span>
<small>${`${o}\xA0`}</small>
</span>`}const T=(e,a)=>e?.find(o=>o.id===a)?.title??a,de=15e3,ce=100,I=4;function me(){const{t:e,croupier:a,storage:o,games:n}=u(),[t,i]=f(()=>j(o)),[r,s]=f(!1),{data:l,reload:m}=h(()=>pe(a,o,t),[a,t]);if(x(m,de),t.length===0)return null;const c=p=>{U(o,p),i(j(o))};return d`<section class="panel" aria-labelledby="my-tables">
<h2 id="my-tables">${e("myTables")}</h2>
<ul class="rows">
${t.slice(0,r?t.length:I).map(({session:p,game:F,seats:P})=>{const b=T(n,F),y=(l??[]).filter(({sessionId:g})=>g===p),w=y.some(({isMyTurn:g})=>g),v=y[0]?.session??null,E=v?v.seats.map(({index:g})=>_(v,g,e)):P.map(({name:g})=>g),N=n?ue(e,y[0]??null,w):"";return d`<li key=${p}>
<${k} title=${b} state=${N} names=${E.join(", ")} isTurn=${w} />
<a class=${w?"button strong":"button"} href=${$(p)} aria-label=${`${e("resume")}: ${b}`}>${e("resume")}</a>
<button class="icon" aria-label=${`${e("forget")}: ${b}`} title=${e("forget")} onClick=${()=>c(p)}>×</button>
</li>`})}
</ul>
${t.length>I&&!r&&d`<button class="button quiet" onClick=${()=>s(!0)}>${e("allTables",{count:t.length})}</button>`}
</section>`}function ue(e,a,o){if(a===null)return"";if(o)return e("yourTurn");const n=a.session?.status;return e(n==="OPEN"||n==="ACTIVE"?n==="OPEN"?"waiting":"playing":n?"over":"gone")}async function pe(e,a,o){const t=o.flatMap(({session:r,seats:s})=>["",...s.map(({player:l})=>l)].map(l=>({session:r,player:l}))).flatMap(({session:r,player:s})=>{const l=a.getItem(G(r,s));return l?[{sessionId:r,seatToken:l}]:[]}),i=new Map(t.map(r=>[r.seatToken,r]));return i.size?e.mySessions([...i.values()].slice(0,ce)):[]}var ge=".lobby{display:grid;gap:2.2rem;padding:2.2rem max(1rem,calc((100% - 76rem)/2)) 4rem}.hero{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.4rem 2rem}.hero h1{grid-column:1;font-size:clamp(2.4rem,6vw,3.9rem);letter-spacing:-.02em}.hero p{grid-column:1;max-width:38rem;color:var(--muted);font-size:1.1rem}.name{grid-area:1 / 2 / span 2;display:grid;gap:.2rem;color:var(--muted);font-size:.9rem}.name input{width:15rem;max-width:100%;font-size:1.1rem}.games{display:grid;grid-template-columns:repeat(6,1fr);gap:1.2rem}.game{display:flex;flex-direction:column;grid-column:span 2;min-height:25.5rem;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);box-shadow:var(--shadow)}.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}.fan{position:relative;display:flex;align-items:flex-end;justify-content:center;height:12.5rem;overflow:hidden;padding-bottom:1.9rem;background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep))}.fan .card{width:5.6rem;margin-inline:-1.15rem;transform-origin:50% 120%;filter:drop-shadow(0 3px 5px rgb(0 0 0 / 35%));transition:translate .25s}.fan .card svg{display:block;width:100%;height:auto}.game:hover .fan .card{translate:0 -.45rem}.told{display:flex;flex:1;flex-direction:column;gap:.35rem;padding:1.1rem 1.25rem 1.25rem}.told h2{font-size:1.6rem}.told .summary{margin-bottom:.8rem}.told .ways{margin-top:auto}.told .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.5rem}.empty .fan{opacity:.75}.tables{display:grid;min-height:16rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1.2rem;align-items:start}.tables section{padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--panel)}.ways-in{display:grid;gap:1.2rem}.ways-in .button{margin-top:.6rem}.join .button{margin-top:0}.lobby section>.rows li{flex-wrap:nowrap}.lobby section>.rows a{flex:none;font-weight:600}.of-table{display:grid;flex:1;min-width:0}.of-table>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.of-table .turn{color:var(--gold);font-weight:700}.join{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.5rem}.join label{display:grid;gap:.2rem}.join p{grid-column:1 / -1}.join input{width:100%}.setup{width:min(46rem,100vw - 1rem);max-height:min(56rem,100dvh - 1rem);padding:0;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);color:var(--ink);box-shadow:0 20px 80px #0006}.setup::backdrop{background:#0000008c}.setup form{display:flex;flex-direction:column;max-height:inherit}.setup header,.setup footer{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.8rem 1.25rem;border-bottom:1px solid var(--line)}.setup footer{justify-content:flex-end;border:0;border-top:1px solid var(--line)}.setup .body{display:grid;gap:1rem;padding:1.1rem 1.25rem;overflow-y:auto}.setup fieldset{min-width:0;margin:0;padding:0;border:0}.setup legend,.setup summary{padding:0;font:600 1.15rem/2.2 var(--display)}.setup summary{min-height:2.75rem;cursor:pointer}.setup details{border-top:1px solid var(--line);padding-top:.4rem}.places .rows{margin-top:.6rem}.places .rows select,.places .rows input{flex:1 1 9rem;min-width:0}.count-of{display:flex;align-items:center;justify-content:center;gap:.8rem}.count-of output{min-width:6rem;text-align:center}.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.9rem 1.4rem;padding-bottom:.8rem}.field{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:.25rem}.field label{font-weight:600}.tick{display:flex;align-items:center;gap:.6rem;min-height:2.75rem}.tick input{flex:none;width:1.35rem;height:1.35rem;accent-color:var(--brand)}@media(max-width:62rem){.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}}@media(max-width:40rem){.lobby{gap:1.4rem;padding-top:1.2rem}.hero{grid-template-columns:1fr}.name{grid-area:auto;margin-top:.6rem}.name input{width:100%}.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:1 / -1;min-height:20rem}.fan{height:9.5rem;padding-bottom:.9rem}.told{padding:.9rem 1rem 1rem}.told .ways{flex-wrap:nowrap;gap:.35rem}.told .button{padding-inline:.7rem}.fan .card{width:4.8rem}}";V(ge);const fe=Q(async()=>(await import("./setup_dialog.js")).SetupDialog),he=5;function $e({error:e,reload:a}){const o=u(),{t:n,games:t,preferences:i}=o,[r,s]=f(null),l=t?.find(({id:c})=>c===r);H(()=>{document.title="Croupier"},[]);const m=J(async c=>{be().catch(()=>null),location.hash=$(await X(o,Z(c,{name:i.name})))});return e&&!t?d`<${W} error=${e} retry=${a} /><${L} />`:d`<div class="lobby">
<section class="hero">
<h1>${n("tagline")}</h1>
<p>${n("lead")}</p>
<${O} />
</section>
<${me} />
<${Y} error=${m.error} />
<section aria-label=${n("games")} aria-busy=${m.isBusy||!t}>
<ul class="games">
${t?t.map(c=>d`<${te} key=${c.id} game=${c} isBusy=${m.isBusy}
onPlay=${()=>m.run(c)} onSetUp=${()=>s(c.id)} />`):Array.from({length:he},(c,p)=>d`<${ae} key=${p} />`)}
</ul>
</section>
<div class="tables">
<${ie} />
<${le} />
<div class="ways-in">
<${oe} />
<section aria-labelledby="tournaments">
<h2 id="tournaments">${n("tournaments")}</h2>
<p class="hint">${n("tournamentsHint")}</p>
<a class="button" href=${S()}>${n("toTournaments")}</a>
</section>
</div>
</div>
${l&&d`<${fe} key=${l.id} game=${l} onClose=${()=>s(null)} />`}
</div>
<${L} />`}const be=()=>K.load();export{$e as Lobby,O as NameField,k as Told,T as titleOf};
