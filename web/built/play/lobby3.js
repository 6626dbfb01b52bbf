import{u as p,f as l,y as h,t as B,G as f,z as F,A as R,l as D,m as $,h as O,B as w,n as G,D as H,E as U,H as j,J as _,k as J,K as W,N as L,T as K,L as Q,q as V,a as X}from"./main.js";import{o as Y,e as Z}from"./setup.js";function M(){const{t:e,preferences:n}=p();return l`<footer class="bottom">
<span>${e("forDevelopers")}</span>
<a href="/docs">REST</a>
<a href="/graphql">GraphiQL</a>
<a href="/play/inspect">Explorer</a>
<a href=${`/play/rules/engine?lang=${n.language}`}>${e("rules")}</a>
</footer>`}const ee=[];function ne({game:e,isBusy:n,onPlay:i,onSetUp:t}){const{t:a,preferences:d}=p(),{id:o,title:s,summary:r,minSeats:c,maxSeats:m}=e;return l`<li class="game" data-game=${o}>
<${te} game=${e} />
<div class="told">
<h2>${s}</h2>
<p class="count">${a("seatsRange",{least:c,most:m})}</p>
<p class="summary">${r}</p>
<div class="ways">
<button
class="button strong"
aria-label=${a("playNowOf",{game:s})}
disabled=${n}
onClick=${i}
>
${a("playNow")}
</button>
<button class="button" aria-label=${a("setUpOf",{game:s})} onClick=${t}>${a("setUp")}</button>
<a
class="quiet"
href=${`/play/rules/${o}?lang=${d.language}`}
aria-label=${a("rulesOf",{game:s})}
>
${a("rules")}
</a>
</div>
</div>
</li>`}function ae(){return l`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function te({game:e}){const{croupier:n}=p(),{data:i}=h(()=>n.cards(e.id),[n,e.id]);return l`<${B} id=${e.id} cards=${i??ee} />`}function se(){const{t:e}=p(),[n,i]=f(""),[t,a]=f(null),d=o=>{if(o.preventDefault(),F(n))return a(e("codeAlone"));const s=R(n);a(s===null?e("notALink",{example:D("\u2026")}):null),s?.session&&(location.hash=$(s.session,s)),s?.tournament&&(location.hash=O(s.tournament,s.code))};return l`<section aria-labelledby="join">
<h2 id="join">${e("joinByLink")}</h2>
<form class="join" onSubmit=${d}>
<label>
<span>${e("linkOrCode")}</span>
<input
value=${n}
required
autocomplete="off"
spellcheck="false"
inputmode="url"
aria-invalid=${t!==null}
aria-describedby="link-hint"
onInput=${o=>i(o.target.value)}
/>
</label>
<button class="button">${e("join")}</button>
<p id="link-hint" class=${t?"trouble":"hint"} role=${t?"alert":void 0}>
${t??e("linkHint")}
</p>
</form>
</section>`}const A=1e4,C=20;function ie(){const{t:e,croupier:n}=p(),{data:i,reload:t}=h(()=>n.sessions({first:C}),[n]);w(t,A);const a=(i?.nodes??[]).map(({id:d,game:o,seats:s})=>{const r=s.filter(({taken:c})=>!c).length;return{id:d,game:o,seats:s,told:e("openSeats",{count:r})}});return l`<section aria-labelledby="open-tables">
<h2 id="open-tables">${e("openTables")}</h2>
${a.length===0&&l`<p class="hint">${e("noOpenTables")}</p>`}
<${E} rows=${a} label=${e("join")} />
</section>`}function oe(){const{t:e,croupier:n}=p(),{data:i,reload:t}=h(()=>n.running({first:C}),[n]);w(t,A);const a=e("playing"),d=(i?.nodes??[]).map(({sessionId:o,game:s,seats:r})=>({id:o,game:s,seats:r,told:a}));return l`<section aria-labelledby="running-tables">
<h2 id="running-tables">${e("runningTables")}</h2>
${d.length===0&&l`<p class="hint">${e("noRunningTables")}</p>`}
<${E} rows=${d} label=${e("watch")} />
</section>`}function E({rows:e,label:n}){const{games:i}=p();return l`<ul class="rows">
${e.map(({id:t,game:a,seats:d,told:o})=>{const s=x(i,a),r=d.flatMap(({name:c})=>c??[]).join(", ");return l`<li key=${t}>
<${v} title=${s} state=${o} names=${r} />
<a class="button" href=${$(t)} aria-label=${`${n}: ${s}${r&&`, ${r}`}`}>${n}</a>
</li>`})}
</ul>`}function v({title:e,state:n,names:i,isTurn:t=!1}){return l`<span class="of-table">
<span><b>${e}</b>${n&&l` <small class=${t?"turn":""}>· ${n}</small>`}</span>
<small>${`${i}\xA0`}</small>
</span>`}const x=(e,n)=>e?.find(i=>i.id===n)?.title??n,re=15e3,le=100,I=4;function de(){const{t:e,croupier:n,storage:i,games:t}=p(),[a,d]=f(()=>j(i)),[o,s]=f(!1),{data:r,reload:c}=h(()=>ce(n,i,a),[n,a]);if(w(c,re),a.length===0)return null;const m=g=>{U(i,g),d(j(i))};return l`<section class="panel" aria-labelledby="my-tables">
<h2 id="my-tables">${e("myTables")}</h2>
<ul class="rows">
${a.slice(0,o?a.length:I).map(({session:g,game:N,seats:P})=>{const k=x(t,N),b=(r??[]).filter(({sessionId:u})=>u===g),y=b.some(({isMyTurn:u})=>u),T=b[0]?.session??null,q=T?.seats.map(({index:u})=>G(T,u,e))??P.map(({name:u})=>u),z=t?me(e,b[0]??null,y):"",S=u=>`${e(u)}: ${k}`;return l`<li key=${g}>
<${v} title=${k} state=${z} names=${q.join(", ")} isTurn=${y} />
<a class=${y?"button strong":"button"} href=${$(g)} aria-label=${S("resume")}>
${e("resume")}
</a>
<button class="icon" aria-label=${S("forget")} title=${e("forget")} onClick=${()=>m(g)}>×</button>
</li>`})}
</ul>
${a.length>I&&!o&&l`<button class="button quiet" onClick=${()=>s(!0)}>
${e("allTables",{count:a.length})}
</button>`}
</section>`}function me(e,n,i){if(n===null)return"";if(i)return e("yourTurn");const t=n.session?.status;return e(t==="OPEN"||t==="ACTIVE"?t==="OPEN"?"waiting":"playing":t?"over":"gone")}async function ce(e,n,i){const a=i.flatMap(({session:o,seats:s})=>["",...s.map(({player:r})=>r)].map(r=>({session:o,player:r}))).flatMap(({session:o,player:s})=>{const r=n.getItem(H(o,s));return r?[{sessionId:o,seatToken:r}]:[]}),d=new Map(a.map(o=>[o.seatToken,o]));return d.size?e.mySessions([...d.values()].slice(0,le)):[]}var ue=".lobby{display:grid;gap:2.2rem;padding:2.2rem max(1rem,calc((100% - 76rem)/2)) 4rem}.hero{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.4rem 2rem}.hero h1{grid-column:1;font-size:clamp(2.4rem,6vw,3.9rem);letter-spacing:-.02em}.hero p{grid-column:1;max-width:38rem;color:var(--muted);font-size:1.1rem}.name{grid-area:1 / 2 / span 2;display:grid;gap:.2rem;color:var(--muted);font-size:.9rem}.name input{width:15rem;max-width:100%;font-size:1.1rem}.games{display:grid;grid-template-columns:repeat(6,1fr);gap:1.2rem}.game{display:flex;flex-direction:column;grid-column:span 2;min-height:25.5rem;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);box-shadow:var(--shadow)}.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}.told{display:flex;flex:1;flex-direction:column;gap:.35rem;padding:1.1rem 1.25rem 1.25rem}.told h2{font-size:1.6rem}.told .summary{margin-bottom:.8rem}.told .ways{margin-top:auto}.told .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.5rem}.tables{display:grid;min-height:16rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1.2rem;align-items:start}.tables section{padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--panel)}.ways-in{display:grid;gap:1.2rem}.ways-in .button{margin-top:.6rem}.join .button{margin-top:0}.lobby section>.rows li{flex-wrap:nowrap}.lobby section>.rows a{flex:none;font-weight:600}.of-table{display:grid;flex:1;min-width:0}.of-table>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.of-table .turn{color:var(--gold);font-weight:700}.join{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.5rem}.join label{display:grid;gap:.2rem}.join p{grid-column:1 / -1}.join input{width:100%}.setup{width:min(46rem,100vw - 1rem);max-height:min(56rem,100dvh - 1rem);padding:0;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);color:var(--ink);box-shadow:0 20px 80px #0006}.setup::backdrop{background:#0000008c}.setup form{display:flex;flex-direction:column;max-height:inherit}.setup header,.setup footer{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.8rem 1.25rem;border-bottom:1px solid var(--line)}.setup footer{justify-content:flex-end;border:0;border-top:1px solid var(--line)}.setup .body{display:grid;gap:1rem;padding:1.1rem 1.25rem;overflow-y:auto}.setup fieldset{min-width:0;margin:0;padding:0;border:0}.setup legend,.setup summary{padding:0;font:600 1.15rem/2.2 var(--display)}.setup summary{min-height:2.75rem;cursor:pointer}.setup details{border-top:1px solid var(--line);padding-top:.4rem}.places .rows{margin-top:.6rem}.places .rows select,.places .rows input{flex:1 1 9rem;min-width:0}.count-of{display:flex;align-items:center;justify-content:center;gap:.8rem}.count-of output{min-width:6rem;text-align:center}.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.9rem 1.4rem;padding-bottom:.8rem}.field{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:.25rem}.field label{font-weight:600}.tick{display:flex;align-items:center;gap:.6rem;min-height:2.75rem}.tick input{flex:none;width:1.35rem;height:1.35rem;accent-color:var(--brand)}@media(max-width:62rem){.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}}@media(max-width:40rem){.lobby{gap:1.4rem;padding-top:1.2rem}.hero{grid-template-columns:1fr}.name{grid-area:auto;margin-top:.6rem}.name input{width:100%}.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:1 / -1;min-height:20rem}.told{padding:.9rem 1rem 1rem}.told .ways{gap:.35rem}.told :is(.button,.quiet){padding-inline:.55rem;white-space:nowrap}}";X(ue);const pe=V(async()=>(await import("./setup_dialog.js")).SetupDialog),ge=5;function fe({error:e,reload:n}){const i=p(),{t,games:a,preferences:d}=i,[o,s]=f(null),r=a?.find(({id:m})=>m===o);_(()=>{document.title="Croupier"},[]);const c=J(async m=>{he().catch(()=>null),location.hash=$(await Y(i,Z(m,{name:d.name})))});return e&&!a?l`<${W} error=${e} retry=${n} /><${M} />`:l`<div class="lobby">
<section class="hero">
<h1>${t("tagline")}</h1>
<p>${t("lead")}</p>
<${L} />
</section>
<${de} />
<${K} error=${c.error} />
<section aria-label=${t("games")} aria-busy=${c.isBusy||!a}>
<ul class="games">
${a?a.map(m=>l`<${ne} key=${m.id} game=${m} isBusy=${c.isBusy}
onPlay=${()=>c.run(m)} onSetUp=${()=>s(m.id)} />`):Array.from({length:ge},(m,g)=>l`<${ae} key=${g} />`)}
</ul>
</section>
<div class="tables">
<${ie} />
<${oe} />
<div class="ways-in">
<${se} />
<section aria-labelledby="tournaments">
<h2 id="tournaments">${t("tournaments")}</h2>
<p class="hint">${t("tournamentsHint")}</p>
<a class="button" href=${O()}>${t("toTournaments")}</a>
</section>
</div>
</div>
${r&&l`<${pe} key=${r.id} game=${r} onClose=${()=>s(null)} />`}
</div>
<${M} />`}const he=()=>Q.load();export{fe as Lobby,L as NameField,v as Told,x as titleOf};
