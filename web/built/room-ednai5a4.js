import{u as w,G as k,r as H,d as x,e as g,T as B,N as I,f as s,g as O,l as A,n as P,j as L,P as R,a as E}from"./main-dksbj1iq.js";import{s as N,U}from"./setup-j5zz6dgd.js";import{L as V}from"./places-bq2asvjs.js";import{P as D}from"./lobby-bigilo78.js";import{I as T,r as F}from"./qr_code-k133ec5r.js";E(F);function W(e){const{table:r,game:d,snapshot:u}=e,{t,storage:v,tabStorage:m}=w(),{session:o}=u,{isHost:b,seats:a,settings:i}=o,[n,c]=k(()=>({code:m.getItem(L(o.id)),isRefused:!1})),f=$=>{m.removeItem(L(o.id)),c({code:null,isRefused:$})},p=H(v,x(o.id),[],Array.isArray),l=g(($,S=void 0)=>r.act($,{body:S,at:"*"})),y=o.viewerSeat===null&&!p.length&&!C(o,n.code),h=i.startByHost?t(b?"roomLeadHost":"roomLeadWait"):t("roomLead");return s`<div class="room">
    <header>
      <h1>${d.title}</h1>
      <p class="lead">${h}</p>
    </header>
    ${o.viewerSeat===null&&!y&&s`<${I} />`}
    ${O(o)&&s`<p class="trouble" role="status">${t("seatLost")}</p>`}
    ${n.isRefused&&s`<p class="trouble" role="alert">${t(i.invitationOnly?"codeVoid":"codeVoidButFree")}</p>`}
    ${y&&!n.isRefused&&s`<p role="status">${t("invitationNeeded")}</p>`}
    <${B} error=${l.error} />
    <section class="panel" aria-labelledby="seats">
      <h2 id="seats">${t("seats")}</h2>
      <ol class="rows">
        ${a.map($=>s`<${_} key=${$.index} ...${e} code=${n.code} forgetCode=${f} seat=${$} act=${l.run} isBusy=${l.isBusy}
          own=${p.find(S=>S.seat===$.index)?.code??null} />`)}
      </ol>
      <${D} ...${e} />
      ${b&&s`<div class="ways">
        <button class="button strong big" disabled=${l.isBusy} onClick=${()=>l.run("start")}>${t("start")}</button>
        <button class="button quiet" disabled=${l.isBusy} onClick=${()=>l.run("abandon")}>${t("abandon")}</button>
      </div>`}
      ${b&&a.some(({taken:$})=>!$)&&s`<p class="hint">${t("startHint")}</p>`}
    </section>
    ${!i.invitationOnly&&a.some(({taken:$})=>!$)&&s`<section class="panel" aria-labelledby="invite">
      <h2 id="invite">${t("inviteAll")}</h2>
      <${T} link=${A(o.id)} isOpen=${b} />
    </section>`}
  </div>`}function _(e){const{snapshot:r,holders:d,seat:u,own:t,code:v,act:m,isBusy:o,become:b}=e,{t:a}=w(),{session:i}=r,{index:n,taken:c,kind:f}=u,p=d.find(h=>h.seat===n),[l,y]=k(!1);return s`<li class=${c?"taken":"free"}>
    <span class="number">${n+1}</span>
    <span class="who"><b>${c?P(i,n,a):a("free")}</b>
      ${n===i.viewerSeat&&s` <em>(${a("you")})</em>`}
      ${f==="BOT"&&s` <small>${a("bot",{level:u.bot?.level??0})}</small>`}
    </span>
    <span class="ways">
      ${!c&&C(i,v??t)&&s`<${j} ...${e} />`}
      ${!c&&i.isHost&&s`<${G} seat=${n} act=${m} isBusy=${o} />`}
      ${!c&&t&&s`<button class="button" aria-expanded=${l} aria-label=${a("inviteTo",{number:n+1})}
        onClick=${()=>y(!l)}>${a("invite")}</button>`}
      ${f==="BOT"&&i.isHost&&s`<button class="button" disabled=${o} onClick=${()=>m("bots/remove",{seat:n})}>${a("removeBot")}</button>`}
      ${n===i.viewerSeat&&s`<button class="button" disabled=${o} onClick=${()=>m("leave")}>${a("leaveSeat")}</button>`}
      ${p&&n!==i.viewerSeat&&s`<button class="button" onClick=${()=>b(p.player)}>${a("iAm",{name:p.name})}</button>`}
    </span>
    ${l&&t&&s`<div class="invitation"><${T} link=${A(i.id,{code:t})} isOpen=${!0} /></div>`}
  </li>`}const C=(e,r)=>!e.settings.invitationOnly||r!==null||O(e);function j({snapshot:{session:e},seat:r,code:d,own:u,player:t,become:v,reload:m,forgetCode:o}){const b=w(),{t:a,preferences:i}=b,n=e.viewerSeat!==null,c=g(async()=>{const f=n?`seat${r.index}`:t,p=n?`${a("player")} ${r.index+1}`:i.name,l=d??u,y=d&&!n&&e.settings.invitationOnly?{}:{seat:r.index};try{await N(b,e,{...y,name:p,player:f,...l&&{code:l}})}catch(h){if(!d||!q(h,e))throw h;return o(!0)}o(!1),f===t?m():v(t)});return s`<button class=${n?"button":"button strong"} disabled=${c.isBusy} onClick=${c.run}>
      ${a(n?"sitHereToo":"sitHere")}
    </button>
    <${B} error=${c.error} />`}function q(e,{settings:r}){return e instanceof R?r.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(e.code):e.body.path?.[0]==="code":!1}function G({seat:e,act:r,isBusy:d}){const{t:u}=w(),[t,v]=k(U);return s`<${V} label=${u("levelOf",{number:e+1})} level=${t} choose=${v} />
    <button class="button" disabled=${d} onClick=${()=>r("bots",{seat:e,level:t})}>${u("addBot")}</button>`}export{W as WaitingRoom};
