import{u as w,G as x,f as n,r as R,l as E,s as N,g as P,o as S,T as L,P as U,N as q,t as O,j as A,v as F,w as T,x as V,a as z}from"./main.js";import{s as D,U as j}from"./setup.js";import{L as Q}from"./places.js";const W=E(async()=>(await import("./qr_code.js")).QrCode);function B({link:t,isOpen:a=!1}){const{t:c}=w(),[l,e]=x(a),b=n`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;return n`<div class="link">
<input
readonly
value=${t}
aria-label=${c("invite")}
onFocus=${m=>m.target.select()}
/>
<${R} text=${t} label=${c("copyLink")} />
<button type="button" class="button" aria-expanded=${l} onClick=${()=>e(!l)}>
${c(l?"hideCode":"showCode")}
</button>
${l&&n`<${W} link=${t} waiting=${b} />`}
</div>`}var _=".room{display:grid;gap:1.2rem;max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}.room h1{font-size:clamp(2rem,5vw,3rem)}.lead{color:var(--muted);font-size:1.1rem}.room .who{flex:1;min-width:7rem}.room .free .who{color:var(--muted)}.room .rows .ways{justify-content:flex-end}.room .invitation{flex-basis:100%}.room .name{margin-bottom:.4rem}.room .panel>.ways{margin-top:1rem}.link{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}.link .qr{margin-inline:auto}.link input{flex:1 1 20rem;min-width:0;font-size:.9rem}.qr{flex:none;width:min(17rem,100%);height:auto;margin-top:.4rem;border:1px solid var(--line);border-radius:12px}";z(_);function G(t){const{table:a,game:c,snapshot:l}=t,{t:e,storage:b,tabStorage:m}=w(),{session:s}=l,{isHost:p,seats:i,settings:d}=s,[o,$]=x(()=>({code:m.getItem(T(s.id)),isRefused:!1})),f=u=>{m.removeItem(T(s.id)),$({code:null,isRefused:u})},v=N(b,P(s.id),[],Array.isArray),r=S((u,k=void 0)=>a.act(u,{body:k,at:"*"})),y={...t,code:o.code,forgetCode:f,act:r.run,isBusy:r.isBusy},h=u=>v.find(({seat:k})=>k===u)?.code??null,g=i.every(({taken:u})=>u),C=s.viewerSeat===null&&!v.length&&!H(s,o.code),I=d.startByHost?e(p?"roomLeadHost":"roomLeadWait"):e("roomLead");return n`<div class="room">
<header>
<h1>${c.title}</h1>
<p class="lead">${I}</p>
</header>
${s.viewerSeat===null&&!C&&n`<${q} />`}
${O(s)&&n`<p class="trouble" role="status">${e("seatLost")}</p>`}
${o.isRefused&&n`<p class="trouble" role="alert">${e(d.invitationOnly?"codeVoid":"codeVoidButFree")}</p>`}
${C&&!o.isRefused&&n`<p role="status">${e("invitationNeeded")}</p>`}
<${L} error=${r.error} />
<section class="panel" aria-labelledby="seats">
<h2 id="seats">${e("seats")}</h2>
<ol class="rows">
${i.map(u=>n`<${J} key=${u.index} ...${y} seat=${u} own=${h(u.index)} />`)}
</ol>
<${U} ...${t} />
${p&&n`<div class="ways">
<button class="button strong big" disabled=${r.isBusy} onClick=${()=>r.run("start")}>
${e("start")}
</button>
<button class="button quiet" disabled=${r.isBusy} onClick=${()=>r.run("abandon")}>
${e("abandon")}
</button>
</div>`}
${p&&!g&&n`<p class="hint">${e("startHint")}</p>`}
</section>
${!d.invitationOnly&&!g&&n`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${e("inviteAll")}</h2>
<${B} link=${A(s.id,{game:s.game})} isOpen=${p} />
</section>`}
</div>`}function J(t){const{snapshot:a,holders:c,seat:l,own:e,code:b,act:m,isBusy:s,become:p}=t,{t:i}=w(),{session:d}=a,{index:o,taken:$,kind:f}=l,v=c.find(g=>g.seat===o),r=o===d.viewerSeat,[y,h]=x(!1);return n`<li class=${$?"taken":"free"}>
<span class="number">${o+1}</span>
<span class="who"><b>${$?F(d,o,i):i("free")}</b>
${r&&n` <em>(${i("you")})</em>`}
${f==="BOT"&&n` <small>${i("bot",{level:l.bot?.level??0})}</small>`}
</span>
<span class="ways">
${!$&&H(d,b??e)&&n`<${K} ...${t} />`}
${!$&&d.isHost&&n`<${Z} seat=${o} act=${m} isBusy=${s} />`}
${!$&&e&&n`<button
class="button"
aria-expanded=${y}
aria-label=${i("inviteTo",{number:o+1})}
onClick=${()=>h(!y)}
>
${i("invite")}
</button>`}
${f==="BOT"&&d.isHost&&n`<button class="button" disabled=${s} onClick=${()=>m("bots/remove",{seat:o})}>
${i("removeBot")}
</button>`}
${r&&n`<button class="button" disabled=${s} onClick=${()=>m("leave")}>${i("leaveSeat")}</button>`}
${v&&!r&&n`<button class="button" onClick=${()=>p(v.player)}>${i("iAm",{name:v.name})}</button>`}
</span>
${y&&e&&n`<div class="invitation">
<${B} link=${A(d.id,{code:e,game:d.game})} isOpen=${!0} />
</div>`}
</li>`}const H=(t,a)=>!t.settings.invitationOnly||a!==null||O(t);function K({snapshot:{session:t},seat:a,code:c,own:l,player:e,become:b,reload:m,forgetCode:s}){const p=w(),{t:i,preferences:d}=p,o=t.viewerSeat!==null,$=S(async()=>{const f=o?`seat${a.index}`:e,v=o?`${i("player")} ${a.index+1}`:d.name,r=c??l,y=c&&!o&&t.settings.invitationOnly?{}:{seat:a.index};try{await D(p,t,{...y,name:v,player:f,...r&&{code:r}})}catch(h){if(!c||!M(h,t))throw h;return s(!0)}s(!1),f===e?m():b(e)});return n`<button class=${o?"button":"button strong"} disabled=${$.isBusy} onClick=${$.run}>
${i(o?"sitHereToo":"sitHere")}
</button>
<${L} error=${$.error} />`}function M(t,{settings:a}){return t instanceof V?a.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(t.code):t.body.path?.[0]==="code":!1}function Z({seat:t,act:a,isBusy:c}){const{t:l}=w(),[e,b]=x(j);return n`<${Q} label=${l("levelOf",{number:t+1})} level=${e} choose=${b} />
<button class="button" disabled=${c} onClick=${()=>a("bots",{seat:t,level:e})}>${l("addBot")}</button>`}export{B as Invitation,G as WaitingRoom};
