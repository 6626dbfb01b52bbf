import{u as w,G as g,r as T,f as o,l as H,s as I,g as R,o as S,T as B,P as E,N,t as C,j as L,v as P,w as O,x as U,a as q}from"./main.js";import{s as V,U as z}from"./setup.js";import{L as D}from"./places.js";const F=H(async()=>(await import("./qr_code.js")).QrCode);function k({link:e,isOpen:i=!1}){const{t:d}=w(),[l,t]=g(i);return o`<div class="link">
<input readonly value=${e} aria-label=${d("invite")} onFocus=${m=>m.target.select()} />
<${T} text=${e} label=${d("copyLink")} />
<button type="button" class="button" aria-expanded=${l} onClick=${()=>t(!l)}>${d(l?"hideCode":"showCode")}</button>
${l&&o`<${F} link=${e} waiting=${o`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`} />`}
</div>`}var j=".room{display:grid;gap:1.2rem;max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}.room h1{font-size:clamp(2rem,5vw,3rem)}.lead{color:var(--muted);font-size:1.1rem}.room .who{flex:1;min-width:7rem}.room .free .who{color:var(--muted)}.room .rows .ways{justify-content:flex-end}.room .invitation{flex-basis:100%}.room .name{margin-bottom:.4rem}.room .panel>.ways{margin-top:1rem}.link{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}.link .qr{margin-inline:auto}.link input{flex:1 1 20rem;min-width:0;font-size:.9rem}.qr{flex:none;width:min(17rem,100%);height:auto;margin-top:.4rem;border:1px solid var(--line);border-radius:12px}";q(j);function Q(e){const{table:i,game:d,snapshot:l}=e,{t,storage:m,tabStorage:p}=w(),{session:n}=l,{isHost:b,seats:a,settings:r}=n,[s,$]=g(()=>({code:p.getItem(O(n.id)),isRefused:!1})),f=u=>{p.removeItem(O(n.id)),$({code:null,isRefused:u})},v=I(m,R(n.id),[],Array.isArray),c=S((u,x=void 0)=>i.act(u,{body:x,at:"*"})),y=n.viewerSeat===null&&!v.length&&!A(n,s.code),h=r.startByHost?t(b?"roomLeadHost":"roomLeadWait"):t("roomLead");return o`<div class="room">
<header>
<h1>${d.title}</h1>
<p class="lead">${h}</p>
</header>
${n.viewerSeat===null&&!y&&o`<${N} />`}
${C(n)&&o`<p class="trouble" role="status">${t("seatLost")}</p>`}
${s.isRefused&&o`<p class="trouble" role="alert">${t(r.invitationOnly?"codeVoid":"codeVoidButFree")}</p>`}
${y&&!s.isRefused&&o`<p role="status">${t("invitationNeeded")}</p>`}
<${B} error=${c.error} />
<section class="panel" aria-labelledby="seats">
<h2 id="seats">${t("seats")}</h2>
<ol class="rows">
${a.map(u=>o`<${W} key=${u.index} ...${e} code=${s.code} forgetCode=${f} seat=${u} act=${c.run} isBusy=${c.isBusy}
own=${v.find(x=>x.seat===u.index)?.code??null} />`)}
</ol>
<${E} ...${e} />
${b&&o`<div class="ways">
<button class="button strong big" disabled=${c.isBusy} onClick=${()=>c.run("start")}>${t("start")}</button>
<button class="button quiet" disabled=${c.isBusy} onClick=${()=>c.run("abandon")}>${t("abandon")}</button>
</div>`}
${b&&a.some(({taken:u})=>!u)&&o`<p class="hint">${t("startHint")}</p>`}
</section>
${!r.invitationOnly&&a.some(({taken:u})=>!u)&&o`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${t("inviteAll")}</h2>
<${k} link=${L(n.id,{game:n.game})} isOpen=${b} />
</section>`}
</div>`}function W(e){const{snapshot:i,holders:d,seat:l,own:t,code:m,act:p,isBusy:n,become:b}=e,{t:a}=w(),{session:r}=i,{index:s,taken:$,kind:f}=l,v=d.find(h=>h.seat===s),[c,y]=g(!1);return o`<li class=${$?"taken":"free"}>
<span class="number">${s+1}</span>
<span class="who"><b>${$?P(r,s,a):a("free")}</b>
${s===r.viewerSeat&&o` <em>(${a("you")})</em>`}
${f==="BOT"&&o` <small>${a("bot",{level:l.bot?.level??0})}</small>`}
</span>
<span class="ways">
${!$&&A(r,m??t)&&o`<${_} ...${e} />`}
${!$&&r.isHost&&o`<${J} seat=${s} act=${p} isBusy=${n} />`}
${!$&&t&&o`<button class="button" aria-expanded=${c} aria-label=${a("inviteTo",{number:s+1})}
onClick=${()=>y(!c)}>${a("invite")}</button>`}
${f==="BOT"&&r.isHost&&o`<button class="button" disabled=${n} onClick=${()=>p("bots/remove",{seat:s})}>${a("removeBot")}</button>`}
${s===r.viewerSeat&&o`<button class="button" disabled=${n} onClick=${()=>p("leave")}>${a("leaveSeat")}</button>`}
${v&&s!==r.viewerSeat&&o`<button class="button" onClick=${()=>b(v.player)}>${a("iAm",{name:v.name})}</button>`}
</span>
${c&&t&&o`<div class="invitation"><${k} link=${L(r.id,{code:t,game:r.game})} isOpen=${!0} /></div>`}
</li>`}const A=(e,i)=>!e.settings.invitationOnly||i!==null||C(e);function _({snapshot:{session:e},seat:i,code:d,own:l,player:t,become:m,reload:p,forgetCode:n}){const b=w(),{t:a,preferences:r}=b,s=e.viewerSeat!==null,$=S(async()=>{const f=s?`seat${i.index}`:t,v=s?`${a("player")} ${i.index+1}`:r.name,c=d??l,y=d&&!s&&e.settings.invitationOnly?{}:{seat:i.index};try{await V(b,e,{...y,name:v,player:f,...c&&{code:c}})}catch(h){if(!d||!G(h,e))throw h;return n(!0)}n(!1),f===t?p():m(t)});return o`<button class=${s?"button":"button strong"} disabled=${$.isBusy} onClick=${$.run}>
${a(s?"sitHereToo":"sitHere")}
</button>
<${B} error=${$.error} />`}function G(e,{settings:i}){return e instanceof U?i.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(e.code):e.body.path?.[0]==="code":!1}function J({seat:e,act:i,isBusy:d}){const{t:l}=w(),[t,m]=g(z);return o`<${D} label=${l("levelOf",{number:e+1})} level=${t} choose=${m} />
<button class="button" disabled=${d} onClick=${()=>i("bots",{seat:e,level:t})}>${l("addBot")}</button>`}export{k as Invitation,Q as WaitingRoom};
