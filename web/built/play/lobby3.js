import{u as p,f as d,c as h,Y as z,C as B,G as f,I as q,K as D,j as _,p as $,h as j,d as w,v as G,D as U,L as H,R as O,J,o as W,F as Y,N as L,T as K,S as Q,l as V,a as X}from"./main.js";import{o as Z,e as ee}from"./setup.js";function C(){const{t:e,preferences:t}=p();return d`<footer class="bottom">
<span>${e("forDevelopers")}</span>
<a href="/docs">REST</a>
<a href="/graphql">GraphiQL</a>
<a href="/play/inspect">Explorer</a>
<a href=${`/play/rules/engine?lang=${t.language}`}>${e("rules")}</a>
</footer>`}const te=5;function ne({game:e,isBusy:t,onPlay:o,onSetUp:s}){const{t:n,preferences:i}=p(),{id:r,title:a,summary:l,minSeats:m,maxSeats:c}=e;return d`<li class="game" data-game=${r}>
<${se} game=${e} />
<div class="told">
<h2>${a}</h2>
<p class="count">${n("seatsRange",{least:m,most:c})}</p>
<p class="summary">${l}</p>
<div class="ways">
<button
class="button strong"
aria-label=${n("playNowOf",{game:a})}
disabled=${t}
onClick=${o}
>
${n("playNow")}
</button>
<button class="button" aria-label=${n("setUpOf",{game:a})} onClick=${s}>${n("setUp")}</button>
<a
class="quiet"
href=${`/play/rules/${r}?lang=${i.language}`}
aria-label=${n("rulesOf",{game:a})}
>
${n("rules")}
</a>
</div>
</div>
</li>`}function ae(){return d`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function se({game:e}){const{croupier:t}=p(),{data:o}=h(()=>t.cards(e.id),[t,e.id]),s=z(()=>({cards:o??[]}),[o]),n=re(s.cards,te,e.id.length);return d`<div class="fan" aria-hidden="true">
${n.map((i,r)=>{const a=r-(n.length-1)/2,l={transform:`rotate(${a*11}deg) translateY(${Math.abs(a)*.35}rem)`};return d`<div class="card" key=${i.code} style=${l}><${B} card=${i} game=${s} /></div>`})}
</div>`}function re(e,t,o){const s=r=>o*11+Math.floor(r*7*e.length/11),n=e.map((r,a)=>e[s(a)%e.length]),i=[];for(const r of[2,1,0])for(const a of[...n,...e]){if(i.length===t)return i;i.includes(a)||i.every(l=>oe(a,l)>=r)&&i.push(a)}return i}function oe(e,t){return[e.suit!==t.suit,e.color!==t.color,e.value!==t.value].filter(Boolean).length}function ie(){const{t:e}=p(),[t,o]=f(""),[s,n]=f(null),i=r=>{if(r.preventDefault(),q(t))return n(e("codeAlone"));const a=D(t);n(a===null?e("notALink",{example:_("\u2026")}):null),a?.session&&(location.hash=$(a.session,a)),a?.tournament&&(location.hash=j(a.tournament,a.code))};return d`<section aria-labelledby="join">
<h2 id="join">${e("joinByLink")}</h2>
<form class="join" onSubmit=${i}>
<label>
<span>${e("linkOrCode")}</span>
<input
value=${t}
required
autocomplete="off"
spellcheck="false"
inputmode="url"
aria-invalid=${s!==null}
aria-describedby="link-hint"
onInput=${r=>o(r.target.value)}
/>
</label>
<button class="button">${e("join")}</button>
<p id="link-hint" class=${s?"trouble":"hint"} role=${s?"alert":void 0}>
${s??e("linkHint")}
</p>
</form>
</section>`}const M=1e4,I=20;function le(){const{t:e,croupier:t}=p(),{data:o,reload:s}=h(()=>t.sessions({first:I}),[t]);w(s,M);const n=(o?.nodes??[]).map(({id:i,game:r,seats:a})=>{const l=a.filter(({taken:m})=>!m).length;return{id:i,game:r,seats:a,told:e("openSeats",{count:l})}});return d`<section aria-labelledby="open-tables">
<h2 id="open-tables">${e("openTables")}</h2>
${n.length===0&&d`<p class="hint">${e("noOpenTables")}</p>`}
<${A} rows=${n} label=${e("join")} />
</section>`}function de(){const{t:e,croupier:t}=p(),{data:o,reload:s}=h(()=>t.running({first:I}),[t]);w(s,M);const n=e("playing"),i=(o?.nodes??[]).map(({sessionId:r,game:a,seats:l})=>({id:r,game:a,seats:l,told:n}));return d`<section aria-labelledby="running-tables">
<h2 id="running-tables">${e("runningTables")}</h2>
${i.length===0&&d`<p class="hint">${e("noRunningTables")}</p>`}
<${A} rows=${i} label=${e("watch")} />
</section>`}function A({rows:e,label:t}){const{games:o}=p();return d`<ul class="rows">
${e.map(({id:s,game:n,seats:i,told:r})=>{const a=x(o,n),l=i.flatMap(({name:m})=>m??[]).join(", ");return d`<li key=${s}>
<${v} title=${a} state=${r} names=${l} />
<a class="button" href=${$(s)} aria-label=${`${t}: ${a}${l&&`, ${l}`}`}>${t}</a>
</li>`})}
</ul>`}function v({title:e,state:t,names:o,isTurn:s=!1}){return d`<span class="of-table">
<span><b>${e}</b>${t&&d` <small class=${s?"turn":""}>· ${t}</small>`}</span>
<small>${`${o}\xA0`}</small>
</span>`}const x=(e,t)=>e?.find(o=>o.id===t)?.title??t,ce=15e3,me=100,F=4;function ue(){const{t:e,croupier:t,storage:o,games:s}=p(),[n,i]=f(()=>O(o)),[r,a]=f(!1),{data:l,reload:m}=h(()=>ge(t,o,n),[t,n]);if(w(m,ce),n.length===0)return null;const c=g=>{H(o,g),i(O(o))};return d`<section class="panel" aria-labelledby="my-tables">
<h2 id="my-tables">${e("myTables")}</h2>
<ul class="rows">
${n.slice(0,r?n.length:F).map(({session:g,game:P,seats:E})=>{const k=x(s,P),b=(l??[]).filter(({sessionId:u})=>u===g),y=b.some(({isMyTurn:u})=>u),T=b[0]?.session??null,N=T?.seats.map(({index:u})=>G(T,u,e))??E.map(({name:u})=>u),R=s?pe(e,b[0]??null,y):"",S=u=>`${e(u)}: ${k}`;return d`<li key=${g}>
<${v} title=${k} state=${R} names=${N.join(", ")} isTurn=${y} />
<a class=${y?"button strong":"button"} href=${$(g)} aria-label=${S("resume")}>
${e("resume")}
</a>
<button class="icon" aria-label=${S("forget")} title=${e("forget")} onClick=${()=>c(g)}>×</button>
</li>`})}
</ul>
${n.length>F&&!r&&d`<button class="button quiet" onClick=${()=>a(!0)}>
${e("allTables",{count:n.length})}
</button>`}
</section>`}function pe(e,t,o){if(t===null)return"";if(o)return e("yourTurn");const s=t.session?.status;return e(s==="OPEN"||s==="ACTIVE"?s==="OPEN"?"waiting":"playing":s?"over":"gone")}async function ge(e,t,o){const n=o.flatMap(({session:r,seats:a})=>["",...a.map(({player:l})=>l)].map(l=>({session:r,player:l}))).flatMap(({session:r,player:a})=>{const l=t.getItem(U(r,a));return l?[{sessionId:r,seatToken:l}]:[]}),i=new Map(n.map(r=>[r.seatToken,r]));return i.size?e.mySessions([...i.values()].slice(0,me)):[]}var fe=".lobby{display:grid;gap:2.2rem;padding:2.2rem max(1rem,calc((100% - 76rem)/2)) 4rem}.hero{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.4rem 2rem}.hero h1{grid-column:1;font-size:clamp(2.4rem,6vw,3.9rem);letter-spacing:-.02em}.hero p{grid-column:1;max-width:38rem;color:var(--muted);font-size:1.1rem}.name{grid-area:1 / 2 / span 2;display:grid;gap:.2rem;color:var(--muted);font-size:.9rem}.name input{width:15rem;max-width:100%;font-size:1.1rem}.games{display:grid;grid-template-columns:repeat(6,1fr);gap:1.2rem}.game{display:flex;flex-direction:column;grid-column:span 2;min-height:25.5rem;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);box-shadow:var(--shadow)}.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}.fan{position:relative;display:flex;align-items:flex-end;justify-content:center;height:12.5rem;overflow:hidden;padding-bottom:1.9rem;background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep))}.fan .card{width:5.6rem;margin-inline:-1.15rem;transform-origin:50% 120%;filter:drop-shadow(0 3px 5px rgb(0 0 0 / 35%));transition:translate .25s}.fan .card svg{display:block;width:100%;height:auto}.game:hover .fan .card{translate:0 -.45rem}.told{display:flex;flex:1;flex-direction:column;gap:.35rem;padding:1.1rem 1.25rem 1.25rem}.told h2{font-size:1.6rem}.told .summary{margin-bottom:.8rem}.told .ways{margin-top:auto}.told .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.5rem}.empty .fan{opacity:.75}.tables{display:grid;min-height:16rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1.2rem;align-items:start}.tables section{padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--panel)}.ways-in{display:grid;gap:1.2rem}.ways-in .button{margin-top:.6rem}.join .button{margin-top:0}.lobby section>.rows li{flex-wrap:nowrap}.lobby section>.rows a{flex:none;font-weight:600}.of-table{display:grid;flex:1;min-width:0}.of-table>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.of-table .turn{color:var(--gold);font-weight:700}.join{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.5rem}.join label{display:grid;gap:.2rem}.join p{grid-column:1 / -1}.join input{width:100%}.setup{width:min(46rem,100vw - 1rem);max-height:min(56rem,100dvh - 1rem);padding:0;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);color:var(--ink);box-shadow:0 20px 80px #0006}.setup::backdrop{background:#0000008c}.setup form{display:flex;flex-direction:column;max-height:inherit}.setup header,.setup footer{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.8rem 1.25rem;border-bottom:1px solid var(--line)}.setup footer{justify-content:flex-end;border:0;border-top:1px solid var(--line)}.setup .body{display:grid;gap:1rem;padding:1.1rem 1.25rem;overflow-y:auto}.setup fieldset{min-width:0;margin:0;padding:0;border:0}.setup legend,.setup summary{padding:0;font:600 1.15rem/2.2 var(--display)}.setup summary{min-height:2.75rem;cursor:pointer}.setup details{border-top:1px solid var(--line);padding-top:.4rem}.places .rows{margin-top:.6rem}.places .rows select,.places .rows input{flex:1 1 9rem;min-width:0}.count-of{display:flex;align-items:center;justify-content:center;gap:.8rem}.count-of output{min-width:6rem;text-align:center}.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.9rem 1.4rem;padding-bottom:.8rem}.field{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:.25rem}.field label{font-weight:600}.tick{display:flex;align-items:center;gap:.6rem;min-height:2.75rem}.tick input{flex:none;width:1.35rem;height:1.35rem;accent-color:var(--brand)}@media(max-width:62rem){.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}}@media(max-width:40rem){.lobby{gap:1.4rem;padding-top:1.2rem}.hero{grid-template-columns:1fr}.name{grid-area:auto;margin-top:.6rem}.name input{width:100%}.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:1 / -1;min-height:20rem}.fan{height:9.5rem;padding-bottom:.9rem}.told{padding:.9rem 1rem 1rem}.told .ways{flex-wrap:nowrap;gap:.35rem}.told .button{padding-inline:.7rem}.fan .card{width:4.8rem}}";X(fe);const he=V(async()=>(await import("./setup_dialog.js")).SetupDialog),$e=5;function be({error:e,reload:t}){const o=p(),{t:s,games:n,preferences:i}=o,[r,a]=f(null),l=n?.find(({id:c})=>c===r);J(()=>{document.title="Croupier"},[]);const m=W(async c=>{ye().catch(()=>null),location.hash=$(await Z(o,ee(c,{name:i.name})))});return e&&!n?d`<${Y} error=${e} retry=${t} /><${C} />`:d`<div class="lobby">
<section class="hero">
<h1>${s("tagline")}</h1>
<p>${s("lead")}</p>
<${L} />
</section>
<${ue} />
<${K} error=${m.error} />
<section aria-label=${s("games")} aria-busy=${m.isBusy||!n}>
<ul class="games">
${n?n.map(c=>d`<${ne} key=${c.id} game=${c} isBusy=${m.isBusy}
onPlay=${()=>m.run(c)} onSetUp=${()=>a(c.id)} />`):Array.from({length:$e},(c,g)=>d`<${ae} key=${g} />`)}
</ul>
</section>
<div class="tables">
<${le} />
<${de} />
<div class="ways-in">
<${ie} />
<section aria-labelledby="tournaments">
<h2 id="tournaments">${s("tournaments")}</h2>
<p class="hint">${s("tournamentsHint")}</p>
<a class="button" href=${j()}>${s("toTournaments")}</a>
</section>
</div>
</div>
${l&&d`<${he} key=${l.id} game=${l} onClose=${()=>a(null)} />`}
</div>
<${C} />`}const ye=()=>Q.load();export{be as Lobby,L as NameField,v as Told,x as titleOf};
