import{u as h,G as g,f as s,r as E,l as N,s as P,t as U,g as q,o as A,T as L,P as F,N as V,v as O,j as T,w as z,x as H,y as D,a as j}from"./main.js";import{s as Q,U as W}from"./setup.js";import{L as _}from"./places.js";const G=N(async()=>(await import("./qr_code.js")).QrCode);function B({link:t,isOpen:i=!1}){const{t:c}=h(),[l,e]=g(i),b=s`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;return s`<div class="link">
<input
readonly
value=${t}
aria-label=${c("invite")}
onFocus=${m=>m.target.select()}
/>
<${E} text=${t} label=${c("copyLink")} />
<button type="button" class="button" aria-expanded=${l} onClick=${()=>e(!l)}>
${c(l?"hideCode":"showCode")}
</button>
${l&&s`<${G} link=${t} waiting=${b} />`}
</div>`}var J=".room{display:grid;gap:1.2rem;max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}.room h1{font-size:clamp(2rem,5vw,3rem)}.lead{color:var(--muted);font-size:1.1rem}.room .who{flex:1;min-width:7rem}.room .free .who{color:var(--muted)}.room .rows .ways{justify-content:flex-end}.room .invitation{flex-basis:100%}.room .name{margin-bottom:.4rem}.room .panel>.ways{margin-top:1rem}.link{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}.link .qr{margin-inline:auto}.link input{flex:1 1 20rem;min-width:0;font-size:.9rem}.qr{flex:none;width:min(17rem,100%);height:auto;margin-top:.4rem;border:1px solid var(--line);border-radius:12px}";j(J);function K(t){const{table:i,game:c,snapshot:l}=t,{t:e,storage:b,tabStorage:m}=h(),{session:n}=l,y=P(t),{isHost:o,seats:$,settings:a}=n,[r,v]=g(()=>({code:m.getItem(H(n.id)),isRefused:!1})),f=u=>{m.removeItem(H(n.id)),v({code:null,isRefused:u})},p=U(b,q(n.id),[],Array.isArray),d=A((u,k=void 0)=>i.act(u,{body:k,at:"*"})),w={...t,code:r.code,forgetCode:f,act:d.run,isBusy:d.isBusy},x=u=>p.find(({seat:k})=>k===u)?.code??null,C=$.every(({taken:u})=>u),S=n.viewerSeat===null&&!p.length&&!I(n,r.code),R=a.startByHost?e(o?"roomLeadHost":"roomLeadWait"):e("roomLead");return s`<div class="room">
<header>
<h1>${c.title}</h1>
<p class="lead">${R}</p>
</header>
${n.viewerSeat===null&&!S&&s`<${V} />`}
${O(n)&&s`<p class="trouble" role="status">${e("seatLost")}</p>`}
${r.isRefused&&s`<p class="trouble" role="alert">${e(a.invitationOnly?"codeVoid":"codeVoidButFree")}</p>`}
${S&&!r.isRefused&&s`<p role="status">${e("invitationNeeded")}</p>`}
<${L} error=${d.error} />
<section class="panel" aria-labelledby="seats">
<h2 id="seats">${e("seats")}</h2>
<ol class="rows">
${$.map(u=>s`<${M} key=${u.index} ...${w} seat=${u} own=${x(u.index)} />`)}
</ol>
<${F} ...${{session:n,away:y,t:e}} />
${o&&s`<div class="ways">
<button class="button strong big" disabled=${d.isBusy} onClick=${()=>d.run("start")}>
${e("start")}
</button>
<button class="button quiet" disabled=${d.isBusy} onClick=${()=>d.run("abandon")}>
${e("abandon")}
</button>
</div>`}
${o&&!C&&s`<p class="hint">${e("startHint")}</p>`}
</section>
${!a.invitationOnly&&!C&&s`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${e("inviteAll")}</h2>
<${B} link=${T(n.id,{game:n.game})} isOpen=${o} />
</section>`}
</div>`}function M(t){const{snapshot:i,holders:c,seat:l,own:e,code:b,act:m,isBusy:n,become:y}=t,{t:o}=h(),{session:$}=i,{index:a,taken:r,kind:v}=l,f=c.find(x=>x.seat===a),p=a===$.viewerSeat,[d,w]=g(!1);return s`<li class=${r?"taken":"free"}>
<span class="number">${a+1}</span>
<span class="who"><b>${r?z($,a,o):o("free")}</b>
${p&&s` <em>(${o("you")})</em>`}
${v==="BOT"&&s` <small>${o("bot",{level:l.bot?.level??0})}</small>`}
</span>
<span class="ways">
${!r&&I($,b??e)&&s`<${Z} ...${t} />`}
${!r&&$.isHost&&s`<${Y} seat=${a} act=${m} isBusy=${n} />`}
${!r&&e&&s`<button
class="button"
aria-expanded=${d}
aria-label=${o("inviteTo",{number:a+1})}
onClick=${()=>w(!d)}
>
${o("invite")}
</button>`}
${v==="BOT"&&$.isHost&&s`<button class="button" disabled=${n} onClick=${()=>m("bots/remove",{seat:a})}>
${o("removeBot")}
</button>`}
${p&&s`<button class="button" disabled=${n} onClick=${()=>m("leave")}>${o("leaveSeat")}</button>`}
${f&&!p&&s`<button class="button" onClick=${()=>y(f.player)}>${o("iAm",{name:f.name})}</button>`}
</span>
${d&&e&&s`<div class="invitation">
<${B} link=${T($.id,{code:e,game:$.game})} isOpen=${!0} />
</div>`}
</li>`}const I=(t,i)=>!t.settings.invitationOnly||i!==null||O(t);function Z({snapshot:{session:t},seat:i,code:c,own:l,player:e,become:b,reload:m,forgetCode:n}){const y=h(),{t:o,preferences:$}=y,a=t.viewerSeat!==null,r=A(async()=>{const v=a?`seat${i.index}`:e,f=a?`${o("player")} ${i.index+1}`:$.name,p=c??l,d=c&&!a&&t.settings.invitationOnly?{}:{seat:i.index};try{await Q(y,t,{...d,name:f,player:v,...p&&{code:p}})}catch(w){if(!c||!X(w,t))throw w;return n(!0)}n(!1),v===e?m():b(e)});return s`<button class=${a?"button":"button strong"} disabled=${r.isBusy} onClick=${r.run}>
${o(a?"sitHereToo":"sitHere")}
</button>
<${L} error=${r.error} />`}function X(t,{settings:i}){return t instanceof D?i.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(t.code):t.body.path?.[0]==="code":!1}function Y({seat:t,act:i,isBusy:c}){const{t:l}=h(),[e,b]=g(W);return s`<${_} label=${l("levelOf",{number:t+1})} level=${e} choose=${b} />
<button class="button" disabled=${c} onClick=${()=>i("bots",{seat:t,level:e})}>${l("addBot")}</button>`}export{B as Invitation,K as WaitingRoom};
