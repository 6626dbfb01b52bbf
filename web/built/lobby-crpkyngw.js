import{u as p,f as c,m as T,Y as F,C as P,G as m,o as E,p as N,l as j,q as v,h as k,s as B,t as I,n as q,v as x,w as R,x as D,y as S,J as G,e as U,F as _,N as z,T as H,O as J,R as W,z as Y,A as Q,a as V}from"./main-dksbj1iq.js";import{o as K,a as X}from"./setup-j5zz6dgd.js";import{l as Z}from"./lobby-bigilo78.js";function O(){const{t:e}=p();return c`<footer class="bottom">
    <span>${e("forDevelopers")}</span>
    <a href="/docs">REST</a>
    <a href="/graphql">GraphiQL</a>
    <a href="/play/inspect">Explorer</a>
    <a href="/play/rules/engine" hreflang="en">${e("rules")}</a>
  </footer>`}const ee=5;function se({game:e,isBusy:a,onPlay:l,onSetUp:n}){const{t:s}=p(),{id:i,title:t,summary:o,minSeats:r,maxSeats:$}=e;return c`<li class="game" data-game=${i}>
    <${ne} game=${e} />
    <div class="told">
      <h2>${t}</h2>
      <p class="count">${s("seatsRange",{least:r,most:$})}</p>
      <p class="summary">${o}</p>
      <div class="ways">
        <button class="button strong" aria-label=${s("playNowOf",{game:t})} disabled=${a} onClick=${l}>
          ${s("playNow")}
        </button>
        <button class="button" aria-label=${s("setUpOf",{game:t})} onClick=${n}>${s("setUp")}</button>
        <a class="quiet" href=${`/play/rules/${i}`} hreflang="en" aria-label=${s("rulesOf",{game:t})}>${s("rules")}</a>
      </div>
    </div>
  </li>`}function te(){return c`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function ne({game:e}){const{croupier:a}=p(),{data:l}=T(()=>a.cards(e.id),[a,e.id]),n=F(()=>({cards:l??[]}),[l]),s=ae(n.cards,ee,e.id.length);return c`<div class="fan" aria-hidden="true">
    ${s.map((i,t)=>{const o=t-(s.length-1)/2,r={transform:`rotate(${o*11}deg) translateY(${Math.abs(o)*.35}rem)`};return c`<div class="card" key=${i.code} style=${r}><${P} card=${i} game=${n} /></div>`})}
  </div>`}function ae(e,a,l){const n=e.map((i,t)=>e[(l*11+Math.floor(t*7*e.length/11))%e.length]),s=[];for(const i of[2,1,0])for(const t of[...n,...e]){if(s.length===a)return s;s.includes(t)||s.every(o=>oe(t,o)>=i)&&s.push(t)}return s}function oe(e,a){return[e.suit!==a.suit,e.color!==a.color,e.value!==a.value].filter(Boolean).length}function le(){const{t:e}=p(),[a,l]=m(""),[n,s]=m(null),i=t=>{if(t.preventDefault(),E(a))return s(e("codeAlone"));const o=N(a);s(o===null?e("notALink",{example:j("\u2026")}):null),o?.session&&(location.hash=v(o.session,o)),o?.tournament&&(location.hash=k(o.tournament,o.code))};return c`<section aria-labelledby="join">
    <h2 id="join">${e("joinByLink")}</h2>
    <form class="join" onSubmit=${i}>
      <label>
        <span>${e("linkOrCode")}</span>
        <input value=${a} required autocomplete="off" spellcheck="false" inputmode="url" aria-invalid=${n!==null}
          aria-describedby="link-hint" onInput=${t=>l(t.target.value)} />
      </label>
      <button class="button">${e("join")}</button>
      <p id="link-hint" class=${n?"trouble":"hint"} role=${n?"alert":void 0}>
        ${n??e("linkHint")}
      </p>
    </form>
  </section>`}const ie=15e3,re=100,w=4;function ce(){const{t:e,croupier:a,storage:l,games:n}=p(),[s,i]=m(()=>S(l)),[t,o]=m(!1),{data:r,reload:$}=T(()=>$e(a,l,s),[a,s]);if(B($,ie),s.length===0)return null;const u=d=>{D(l,d),i(S(l))};return c`<section class="panel" aria-labelledby="my-tables">
    <h2 id="my-tables">${e("myTables")}</h2>
    <ul class="rows">
      ${s.slice(0,t?s.length:w).map(({session:d,game:C,seats:A})=>{const b=I(n,C),h=(r??[]).filter(({sessionId:f})=>f===d),g=h.some(({isMyTurn:f})=>f),y=h[0]?.session??null,L=y?y.seats.map(({index:f})=>q(y,f,e)):A.map(({name:f})=>f),M=n?ue(e,h[0]??null,g):"";return c`<li key=${d}>
          <${x} title=${b} state=${M} names=${L.join(", ")} isTurn=${g} />
          <a class=${g?"button strong":"button"} href=${v(d)} aria-label=${`${e("resume")}: ${b}`}>${e("resume")}</a>
          <button class="icon" aria-label=${`${e("forget")}: ${b}`} title=${e("forget")} onClick=${()=>u(d)}>×</button>
        </li>`})}
    </ul>
    ${s.length>w&&!t&&c`<button class="button quiet" onClick=${()=>o(!0)}>${e("allTables",{count:s.length})}</button>`}
  </section>`}function ue(e,a,l){if(a===null)return"";if(l)return e("yourTurn");const n=a.session?.status;return e(n==="OPEN"||n==="ACTIVE"?n==="OPEN"?"waiting":"playing":n?"over":"gone")}async function $e(e,a,l){const s=l.flatMap(({session:t,seats:o})=>["",...o.map(({player:r})=>r)].map(r=>({session:t,player:r}))).flatMap(({session:t,player:o})=>{const r=a.getItem(R(t,o));return r?[{sessionId:t,seatToken:r}]:[]}),i=new Map(s.map(t=>[t.seatToken,t]));return i.size?e.mySessions([...i.values()].slice(0,re)):[]}V(Z);const de=Q(async()=>(await import("./setup_dialog-b8k1aqqy.js").then(function(e){return e.s})).SetupDialog),fe=5;function pe({error:e,reload:a}){const l=p(),{t:n,games:s,preferences:i}=l,[t,o]=m(null),r=s?.find(({id:u})=>u===t);G(()=>{document.title="Croupier"},[]);const $=U(async u=>{me().catch(()=>null),location.hash=v(await K(l,X(u,{name:i.name})))});return e&&!s?c`<${_} error=${e} retry=${a} /><${O} />`:c`<div class="lobby">
    <section class="hero">
      <h1>${n("tagline")}</h1>
      <p>${n("lead")}</p>
      <${z} />
    </section>
    <${ce} />
    <${H} error=${$.error} />
    <section aria-label=${n("games")} aria-busy=${$.isBusy||!s}>
      <ul class="games">
        ${s?s.map(u=>c`<${se} key=${u.id} game=${u} isBusy=${$.isBusy}
              onPlay=${()=>$.run(u)} onSetUp=${()=>o(u.id)} />`):Array.from({length:fe},(u,d)=>c`<${te} key=${d} />`)}
      </ul>
    </section>
    <div class="tables">
      <${J} />
      <${W} />
      <div class="ways-in">
        <${le} />
        <section aria-labelledby="tournaments">
          <h2 id="tournaments">${n("tournaments")}</h2>
          <p class="hint">${n("tournamentsHint")}</p>
          <a class="button" href=${k()}>${n("toTournaments")}</a>
        </section>
      </div>
    </div>
    ${r&&c`<${de} key=${r.id} game=${r} onClose=${()=>o(null)} />`}
  </div>
  <${O} />`}const me=()=>Y.load();export{pe as Lobby};
