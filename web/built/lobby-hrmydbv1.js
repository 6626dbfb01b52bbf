import{u as p,f as d,p as h,Y as E,C as F,G as f,q as N,s as q,j as B,h as $,t as x,k as R,v as D,w as _,x as k,J as G,d as U,y as J,T as W,z as Y,l as H,e as Q}from"./main-ce2kaedw.js";import{o as V,e as K,N as X}from"./setup-ikl99phw.js";function T(){const{t:e}=p();return d`<footer class="bottom">
    <span>${e("forDevelopers")}</span>
    <a href="/docs">REST</a>
    <a href="/graphql">GraphiQL</a>
    <a href="/play/inspect">Explorer</a>
    <a href="/play/rules/engine" hreflang="en">${e("rules")}</a>
  </footer>`}const Z=5;function ee({game:e,isBusy:a,onPlay:r,onSetUp:s}){const{t}=p(),{id:o,title:n,summary:i,minSeats:l,maxSeats:c}=e;return d`<li class="game" data-game=${o}>
    <${ae} game=${e} />
    <div class="told">
      <h2>${n}</h2>
      <p class="count">${t("seatsRange",{least:l,most:c})}</p>
      <p class="summary">${i}</p>
      <div class="ways">
        <button class="button strong" aria-label=${t("playNowOf",{game:n})} disabled=${a} onClick=${r}>
          ${t("playNow")}
        </button>
        <button class="button" aria-label=${t("setUpOf",{game:n})} onClick=${s}>${t("setUp")}</button>
        <a class="quiet" href=${`/play/rules/${o}`} hreflang="en" aria-label=${t("rulesOf",{game:n})}>${t("rules")}</a>
      </div>
    </div>
  </li>`}function te(){return d`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function ae({game:e}){const{croupier:a}=p(),{data:r}=h(()=>a.cards(e.id),[a,e.id]),s=E(()=>({cards:r??[]}),[r]),t=ne(s.cards,Z,e.id.length);return d`<div class="fan" aria-hidden="true">
    ${t.map((o,n)=>{const i=n-(t.length-1)/2,l={transform:`rotate(${i*11}deg) translateY(${Math.abs(i)*.35}rem)`};return d`<div class="card" key=${o.code} style=${l}><${F} card=${o} game=${s} /></div>`})}
  </div>`}function ne(e,a,r){const s=e.map((o,n)=>e[(r*11+Math.floor(n*7*e.length/11))%e.length]),t=[];for(const o of[2,1,0])for(const n of[...s,...e]){if(t.length===a)return t;t.includes(n)||t.every(i=>se(n,i)>=o)&&t.push(n)}return t}function se(e,a){return[e.suit!==a.suit,e.color!==a.color,e.value!==a.value].filter(Boolean).length}function re(){const{t:e}=p(),[a,r]=f(""),[s,t]=f(null),o=n=>{if(n.preventDefault(),N(a))return t(e("codeAlone"));const i=q(a);t(i===null?e("notALink",{example:B("\u2026")}):null),i?.session&&(location.hash=$(i.session,i))};return d`<section aria-labelledby="join">
    <h2 id="join">${e("joinByLink")}</h2>
    <form class="join" onSubmit=${o}>
      <label>
        <span>${e("linkOrCode")}</span>
        <input value=${a} required autocomplete="off" spellcheck="false" inputmode="url" aria-invalid=${s!==null}
          aria-describedby="link-hint" onInput=${n=>r(n.target.value)} />
      </label>
      <button class="button">${e("join")}</button>
      <p id="link-hint" class=${s?"trouble":"hint"} role=${s?"alert":void 0}>
        ${s??e("linkHint")}
      </p>
    </form>
  </section>`}const S=1e4,j=20;function ie(){const{t:e,croupier:a}=p(),{data:r,reload:s}=h(()=>a.sessions({first:j}),[a]);x(s,S);const t=(r?.nodes??[]).map(({id:o,game:n,seats:i})=>{const l=i.filter(({taken:c})=>!c).length;return{id:o,game:n,seats:i,told:e("openSeats",{count:l})}});return d`<section aria-labelledby="open-tables">
    <h2 id="open-tables">${e("openTables")}</h2>
    ${t.length===0&&d`<p class="hint">${e("noOpenTables")}</p>`}
    <${O} rows=${t} label=${e("join")} />
  </section>`}function oe(){const{t:e,croupier:a}=p(),{data:r,reload:s}=h(()=>a.running({first:j}),[a]);x(s,S);const t=(r?.nodes??[]).map(({sessionId:o,game:n,seats:i})=>({id:o,game:n,seats:i,told:e("playing")}));return d`<section aria-labelledby="running-tables">
    <h2 id="running-tables">${e("runningTables")}</h2>
    ${t.length===0&&d`<p class="hint">${e("noRunningTables")}</p>`}
    <${O} rows=${t} label=${e("watch")} />
  </section>`}function O({rows:e,label:a}){const{games:r}=p();return d`<ul class="rows">
    ${e.map(({id:s,game:t,seats:o,told:n})=>{const i=L(r,t),l=o.flatMap(({name:c})=>c??[]).join(", ");return d`<li key=${s}>
        <${C} title=${i} state=${n} names=${l} />
        <a class="button" href=${$(s)} aria-label=${`${a}: ${i}${l&&`, ${l}`}`}>${a}</a>
      </li>`})}
  </ul>`}function C({title:e,state:a,names:r,isTurn:s=!1}){return d`<span class="of-table">
    <span><b>${e}</b>${a&&d` <small class=${s?"turn":""}>· ${a}</small>`}</span>
    <small>${`${r}\xA0`}</small>
  </span>`}const L=(e,a)=>e?.find(r=>r.id===a)?.title??a,le=15e3,de=100,M=4;function ce(){const{t:e,croupier:a,storage:r,games:s}=p(),[t,o]=f(()=>k(r)),[n,i]=f(!1),{data:l,reload:c}=h(()=>pe(a,r,t),[a,t]);if(x(c,le),t.length===0)return null;const m=u=>{_(r,u),o(k(r))};return d`<section class="panel" aria-labelledby="my-tables">
    <h2 id="my-tables">${e("myTables")}</h2>
    <ul class="rows">
      ${t.slice(0,n?t.length:M).map(({session:u,game:A,seats:I})=>{const b=L(s,A),y=(l??[]).filter(({sessionId:g})=>g===u),w=y.some(({isMyTurn:g})=>g),v=y[0]?.session??null,P=v?v.seats.map(({index:g})=>R(v,g,e)):I.map(({name:g})=>g),z=s?me(e,y[0]??null,w):"";return d`<li key=${u}>
          <${C} title=${b} state=${z} names=${P.join(", ")} isTurn=${w} />
          <a class=${w?"button strong":"button"} href=${$(u)} aria-label=${`${e("resume")}: ${b}`}>${e("resume")}</a>
          <button class="icon" aria-label=${`${e("forget")}: ${b}`} title=${e("forget")} onClick=${()=>m(u)}>×</button>
        </li>`})}
    </ul>
    ${t.length>M&&!n&&d`<button class="button quiet" onClick=${()=>i(!0)}>${e("allTables",{count:t.length})}</button>`}
  </section>`}function me(e,a,r){if(a===null)return"";if(r)return e("yourTurn");const s=a.session?.status;return e(s==="OPEN"||s==="ACTIVE"?s==="OPEN"?"waiting":"playing":s?"over":"gone")}async function pe(e,a,r){const t=r.flatMap(({session:n,seats:i})=>["",...i.map(({player:l})=>l)].map(l=>({session:n,player:l}))).flatMap(({session:n,player:i})=>{const l=a.getItem(D(n,i));return l?[{sessionId:n,seatToken:l}]:[]}),o=new Map(t.map(n=>[n.seatToken,n]));return o.size?e.mySessions([...o.values()].slice(0,de)):[]}var ue=".lobby{display:grid;gap:2.2rem;padding:2.2rem max(1rem,calc((100% - 76rem)/2)) 4rem}.hero{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.4rem 2rem}.hero h1{grid-column:1;font-size:clamp(2.4rem,6vw,3.9rem);letter-spacing:-.02em}.hero p{grid-column:1;max-width:38rem;color:var(--muted);font-size:1.1rem}.name{grid-area:1 / 2 / span 2;display:grid;gap:.2rem;color:var(--muted);font-size:.9rem}.name input{width:15rem;max-width:100%;font-size:1.1rem}.games{display:grid;grid-template-columns:repeat(6,1fr);gap:1.2rem}.game{display:flex;flex-direction:column;grid-column:span 2;min-height:25.5rem;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);box-shadow:var(--shadow)}.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}.fan{position:relative;display:flex;align-items:flex-end;justify-content:center;height:12.5rem;overflow:hidden;padding-bottom:1.9rem;background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep))}.fan .card{width:5.6rem;margin-inline:-1.15rem;transform-origin:50% 120%;filter:drop-shadow(0 3px 5px rgb(0 0 0 / 35%));transition:translate .25s}.fan .card svg{display:block;width:100%;height:auto}.game:hover .fan .card{translate:0 -.45rem}.told{display:flex;flex:1;flex-direction:column;gap:.35rem;padding:1.1rem 1.25rem 1.25rem}.told h2{font-size:1.6rem}.told .summary{margin-bottom:.8rem}.told .ways{margin-top:auto}.told .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.5rem}.empty .fan{opacity:.75}.tables{display:grid;min-height:16rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1.2rem;align-items:start}.tables section{padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--panel)}.lobby section>.rows li{flex-wrap:nowrap}.lobby section>.rows a{flex:none;font-weight:600}.of-table{display:grid;flex:1;min-width:0}.of-table>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.of-table .turn{color:var(--gold);font-weight:700}.join{display:grid;grid-template-columns:1fr auto;align-items:end;gap:.5rem}.join label{display:grid;gap:.2rem}.join p{grid-column:1 / -1}.join input{width:100%}.setup{width:min(46rem,100vw - 1rem);max-height:min(56rem,100dvh - 1rem);padding:0;overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--panel);color:var(--ink);box-shadow:0 20px 80px #0006}.setup::backdrop{background:#0000008c}.setup form{display:flex;flex-direction:column;max-height:inherit}.setup header,.setup footer{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.8rem 1.25rem;border-bottom:1px solid var(--line)}.setup footer{justify-content:flex-end;border:0;border-top:1px solid var(--line)}.setup .body{display:grid;gap:1rem;padding:1.1rem 1.25rem;overflow-y:auto}.setup fieldset{min-width:0;margin:0;padding:0;border:0}.setup legend,.setup summary{padding:0;font:600 1.15rem/2.2 var(--display)}.setup summary{min-height:2.75rem;cursor:pointer}.setup details{border-top:1px solid var(--line);padding-top:.4rem}.places .rows{margin-top:.6rem}.places .rows select,.places .rows input{flex:1 1 9rem;min-width:0}.count-of{display:flex;align-items:center;justify-content:center;gap:.8rem}.count-of output{min-width:6rem;text-align:center}.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.9rem 1.4rem;padding-bottom:.8rem}.field{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:.25rem}.field label{font-weight:600}.tick{display:flex;align-items:center;gap:.6rem;min-height:2.75rem}.tick input{flex:none;width:1.35rem;height:1.35rem;accent-color:var(--brand)}@media(max-width:62rem){.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:span 3}}@media(max-width:40rem){.lobby{gap:1.4rem;padding-top:1.2rem}.hero{grid-template-columns:1fr}.name{grid-area:auto;margin-top:.6rem}.name input{width:100%}.game,.game:nth-child(n+4):nth-last-child(-n+2){grid-column:1 / -1;min-height:20rem}.fan{height:9.5rem;padding-bottom:.9rem}.told{padding:.9rem 1rem 1rem}.told .ways{flex-wrap:nowrap;gap:.35rem}.told .button{padding-inline:.7rem}.fan .card{width:4.8rem}}";Q(ue);const ge=H(async()=>(await import("./setup_dialog-mhj5pz4b.js")).SetupDialog),fe=5;function he({error:e,reload:a}){const r=p(),{t:s,games:t,preferences:o}=r,[n,i]=f(null),l=t?.find(({id:m})=>m===n);G(()=>{document.title="Croupier"},[]);const c=U(async m=>{$e().catch(()=>null),location.hash=$(await V(r,K(m,{name:o.name})))});return e&&!t?d`<${J} error=${e} retry=${a} /><${T} />`:d`<div class="lobby">
    <section class="hero">
      <h1>${s("tagline")}</h1>
      <p>${s("lead")}</p>
      <${X} />
    </section>
    <${ce} />
    <${W} error=${c.error} />
    <section aria-label=${s("games")} aria-busy=${c.isBusy||!t}>
      <ul class="games">
        ${t?t.map(m=>d`<${ee} key=${m.id} game=${m} isBusy=${c.isBusy}
              onPlay=${()=>c.run(m)} onSetUp=${()=>i(m.id)} />`):Array.from({length:fe},(m,u)=>d`<${te} key=${u} />`)}
      </ul>
    </section>
    <div class="tables">
      <${ie} />
      <${oe} />
      <${re} />
    </div>
    ${l&&d`<${ge} key=${l.id} game=${l} onClose=${()=>i(null)} />`}
  </div>
  <${T} />`}const $e=()=>Y.load();export{he as Lobby};
