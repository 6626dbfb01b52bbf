import{u as p,f as c,m as T,Y as F,C as P,G as m,o as E,p as N,l as j,q as v,h as k,s as B,t as I,n as q,v as x,w as R,x as D,y as S,J as G,e as U,F as _,N as z,T as H,O as J,R as W,z as Y,A as Q,a as V}from"./main-o9l5u1ti.js";import{o as K,a as X}from"./setup-kn1r0bil.js";import{l as Z}from"./lobby-bng10ldj.js";function O(){const{t:e,preferences:n}=p();return c`<footer class="bottom">
    <span>${e("forDevelopers")}</span>
    <a href="/docs">REST</a>
    <a href="/graphql">GraphiQL</a>
    <a href="/play/inspect">Explorer</a>
    <a href=${`/play/rules/engine?lang=${n.language}`}>${e("rules")}</a>
  </footer>`}const ee=5;function se({game:e,isBusy:n,onPlay:l,onSetUp:t}){const{t:s,preferences:i}=p(),{id:a,title:o,summary:r,minSeats:$,maxSeats:u}=e;return c`<li class="game" data-game=${a}>
    <${ae} game=${e} />
    <div class="told">
      <h2>${o}</h2>
      <p class="count">${s("seatsRange",{least:$,most:u})}</p>
      <p class="summary">${r}</p>
      <div class="ways">
        <button class="button strong" aria-label=${s("playNowOf",{game:o})} disabled=${n} onClick=${l}>
          ${s("playNow")}
        </button>
        <button class="button" aria-label=${s("setUpOf",{game:o})} onClick=${t}>${s("setUp")}</button>
        <a class="quiet" href=${`/play/rules/${a}?lang=${i.language}`} aria-label=${s("rulesOf",{game:o})}>${s("rules")}</a>
      </div>
    </div>
  </li>`}function te(){return c`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`}function ae({game:e}){const{croupier:n}=p(),{data:l}=T(()=>n.cards(e.id),[n,e.id]),t=F(()=>({cards:l??[]}),[l]),s=ne(t.cards,ee,e.id.length);return c`<div class="fan" aria-hidden="true">
    ${s.map((i,a)=>{const o=a-(s.length-1)/2,r={transform:`rotate(${o*11}deg) translateY(${Math.abs(o)*.35}rem)`};return c`<div class="card" key=${i.code} style=${r}><${P} card=${i} game=${t} /></div>`})}
  </div>`}function ne(e,n,l){const t=e.map((i,a)=>e[(l*11+Math.floor(a*7*e.length/11))%e.length]),s=[];for(const i of[2,1,0])for(const a of[...t,...e]){if(s.length===n)return s;s.includes(a)||s.every(o=>oe(a,o)>=i)&&s.push(a)}return s}function oe(e,n){return[e.suit!==n.suit,e.color!==n.color,e.value!==n.value].filter(Boolean).length}function le(){const{t:e}=p(),[n,l]=m(""),[t,s]=m(null),i=a=>{if(a.preventDefault(),E(n))return s(e("codeAlone"));const o=N(n);s(o===null?e("notALink",{example:j("\u2026")}):null),o?.session&&(location.hash=v(o.session,o)),o?.tournament&&(location.hash=k(o.tournament,o.code))};return c`<section aria-labelledby="join">
    <h2 id="join">${e("joinByLink")}</h2>
    <form class="join" onSubmit=${i}>
      <label>
        <span>${e("linkOrCode")}</span>
        <input value=${n} required autocomplete="off" spellcheck="false" inputmode="url" aria-invalid=${t!==null}
          aria-describedby="link-hint" onInput=${a=>l(a.target.value)} />
      </label>
      <button class="button">${e("join")}</button>
      <p id="link-hint" class=${t?"trouble":"hint"} role=${t?"alert":void 0}>
        ${t??e("linkHint")}
      </p>
    </form>
  </section>`}const ie=15e3,re=100,w=4;function ce(){const{t:e,croupier:n,storage:l,games:t}=p(),[s,i]=m(()=>S(l)),[a,o]=m(!1),{data:r,reload:$}=T(()=>$e(n,l,s),[n,s]);if(B($,ie),s.length===0)return null;const u=d=>{D(l,d),i(S(l))};return c`<section class="panel" aria-labelledby="my-tables">
    <h2 id="my-tables">${e("myTables")}</h2>
    <ul class="rows">
      ${s.slice(0,a?s.length:w).map(({session:d,game:C,seats:A})=>{const b=I(t,C),h=(r??[]).filter(({sessionId:f})=>f===d),g=h.some(({isMyTurn:f})=>f),y=h[0]?.session??null,L=y?y.seats.map(({index:f})=>q(y,f,e)):A.map(({name:f})=>f),M=t?ue(e,h[0]??null,g):"";return c`<li key=${d}>
          <${x} title=${b} state=${M} names=${L.join(", ")} isTurn=${g} />
          <a class=${g?"button strong":"button"} href=${v(d)} aria-label=${`${e("resume")}: ${b}`}>${e("resume")}</a>
          <button class="icon" aria-label=${`${e("forget")}: ${b}`} title=${e("forget")} onClick=${()=>u(d)}>×</button>
        </li>`})}
    </ul>
    ${s.length>w&&!a&&c`<button class="button quiet" onClick=${()=>o(!0)}>${e("allTables",{count:s.length})}</button>`}
  </section>`}function ue(e,n,l){if(n===null)return"";if(l)return e("yourTurn");const t=n.session?.status;return e(t==="OPEN"||t==="ACTIVE"?t==="OPEN"?"waiting":"playing":t?"over":"gone")}async function $e(e,n,l){const s=l.flatMap(({session:a,seats:o})=>["",...o.map(({player:r})=>r)].map(r=>({session:a,player:r}))).flatMap(({session:a,player:o})=>{const r=n.getItem(R(a,o));return r?[{sessionId:a,seatToken:r}]:[]}),i=new Map(s.map(a=>[a.seatToken,a]));return i.size?e.mySessions([...i.values()].slice(0,re)):[]}V(Z);const de=Q(async()=>(await import("./setup_dialog-onxzyhq7.js").then(function(e){return e.s})).SetupDialog),fe=5;function pe({error:e,reload:n}){const l=p(),{t,games:s,preferences:i}=l,[a,o]=m(null),r=s?.find(({id:u})=>u===a);G(()=>{document.title="Croupier"},[]);const $=U(async u=>{me().catch(()=>null),location.hash=v(await K(l,X(u,{name:i.name})))});return e&&!s?c`<${_} error=${e} retry=${n} /><${O} />`:c`<div class="lobby">
    <section class="hero">
      <h1>${t("tagline")}</h1>
      <p>${t("lead")}</p>
      <${z} />
    </section>
    <${ce} />
    <${H} error=${$.error} />
    <section aria-label=${t("games")} aria-busy=${$.isBusy||!s}>
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
          <h2 id="tournaments">${t("tournaments")}</h2>
          <p class="hint">${t("tournamentsHint")}</p>
          <a class="button" href=${k()}>${t("toTournaments")}</a>
        </section>
      </div>
    </div>
    ${r&&c`<${de} key=${r.id} game=${r} onClose=${()=>o(null)} />`}
  </div>
  <${O} />`}const me=()=>Y.load();export{pe as Lobby};
