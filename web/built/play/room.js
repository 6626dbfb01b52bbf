import{u as w,G as g,f as o,p as P,q,r as E,s as F,g as N,k as A,t as U,T as L,P as V,I as z,N as D,v as O,R as Q,l as T,n as W,w as H,x as _,a as j}from"./main.js";import{s as G,U as J}from"./setup.js";import{L as K}from"./places.js";const M=q(async()=>(await import("./qr_code.js")).QrCode);function B({link:e,isOpen:r=!1}){const{t:i}=w(),[l,t]=g(r),b=o`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;return o`<div class="link">
<input
readonly
value=${e}
aria-label=${i("invite")}
onFocus=${m=>m.target.select()}
/>
<${P} text=${e} label=${i("copyLink")} />
<button type="button" class="button" aria-expanded=${l} onClick=${()=>t(!l)}>
${i(l?"hideCode":"showCode")}
</button>
${l&&o`<${M} link=${e} waiting=${b} />`}
</div>`}var Z=".room{display:grid;gap:1.2rem;max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}.room h1{font-size:clamp(2rem,5vw,3rem)}.lead{color:var(--muted);font-size:1.1rem}.room .who{flex:1;min-width:7rem}.room .free .who{color:var(--muted)}.room .rows .ways{justify-content:flex-end}.room .invitation{flex-basis:100%}.room .name{margin-bottom:.4rem}.room .panel>.ways{margin-top:1rem}.link{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}.link .qr{margin-inline:auto}.link input{flex:1 1 20rem;min-width:0;font-size:.9rem}.qr{flex:none;width:min(17rem,100%);height:auto;margin-top:.4rem;border:1px solid var(--line);border-radius:12px}.room .fan{height:9.5rem;padding-bottom:.9rem;margin-bottom:1rem;border-radius:18px}.room .fan .card{width:4.8rem}.introduction ol{display:grid;gap:.35rem;padding-left:1.4rem;margin:.5rem 0 0}";j(Z);function X(e){const{table:r,game:i,snapshot:l}=e,{t,storage:b,tabStorage:m}=w(),{session:n}=l,h=E(e),{isHost:s,seats:$,settings:a}=n,[d,v]=g(()=>({code:m.getItem(H(n.id)),isRefused:!1})),f=u=>{m.removeItem(H(n.id)),v({code:null,isRefused:u})},p=F(b,N(n.id),[],Array.isArray),c=A((u,k=void 0)=>r.act(u,{body:k,at:"*"})),y={...e,code:d.code,forgetCode:f,act:c.run,isBusy:c.isBusy},x=u=>p.find(({seat:k})=>k===u)?.code??null,C=$.every(({taken:u})=>u),S=n.viewerSeat===null&&!p.length&&!I(n,d.code),R=a.startByHost?t(s?"roomLeadHost":"roomLeadWait"):t("roomLead");return o`<div class="room">
<header>
<${U} id=${i.id} cards=${i.cards} />
<h1>${i.title}</h1>
<p class="lead">${R}</p>
</header>
${n.viewerSeat===null&&!S&&o`<${D} />`}
${O(n)&&o`<p class="trouble" role="status">${t("seatLost")}</p>`}
${d.isRefused&&o`<${Q}>${t(a.invitationOnly?"codeVoid":"codeVoidButFree")}<//>`}
${S&&!d.isRefused&&o`<p role="status">${t("invitationNeeded")}</p>`}
<${L} error=${c.error} />
<section class="panel" aria-labelledby="seats">
<h2 id="seats">${t("seats")}</h2>
<ol class="rows">
${$.map(u=>o`<${Y} key=${u.index} ...${y} seat=${u} own=${x(u.index)} />`)}
</ol>
<${V} ...${{session:n,away:h,t}} />
${s&&o`<div class="ways">
<button class="button strong big" disabled=${c.isBusy} onClick=${()=>c.run("start")}>
${t("start")}
</button>
<button class="button quiet" disabled=${c.isBusy} onClick=${()=>c.run("abandon")}>
${t("abandon")}
</button>
</div>`}
${s&&!C&&o`<p class="hint">${t("startHint")}</p>`}
</section>
${!a.invitationOnly&&!C&&o`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${t("inviteAll")}</h2>
<${B} link=${T(n.id,{game:n.game})} isOpen=${s} />
</section>`}
<section class="panel introduction" aria-labelledby="how">
<h2 id="how">${t("howToPlay")}</h2>
<${z} game=${i} />
</section>
</div>`}function Y(e){const{snapshot:r,holders:i,seat:l,own:t,code:b,act:m,isBusy:n,become:h}=e,{t:s}=w(),{session:$}=r,{index:a,taken:d,kind:v}=l,f=i.find(x=>x.seat===a),p=a===$.viewerSeat,[c,y]=g(!1);return o`<li class=${d?"taken":"free"}>
<span class="number">${a+1}</span>
<span class="who"><b>${d?W($,a,s):s("free")}</b>
${p&&o` <em>(${s("you")})</em>`}
${v==="BOT"&&o` <small>${s("bot",{level:l.bot?.level??0})}</small>`}
</span>
<span class="ways">
${!d&&I($,b??t)&&o`<${tt} ...${e} />`}
${!d&&$.isHost&&o`<${ot} seat=${a} act=${m} isBusy=${n} />`}
${!d&&t&&o`<button
class="button"
aria-expanded=${c}
aria-label=${s("inviteTo",{number:a+1})}
onClick=${()=>y(!c)}
>
${s("invite")}
</button>`}
${v==="BOT"&&$.isHost&&o`<button class="button" disabled=${n} onClick=${()=>m("bots/remove",{seat:a})}>
${s("removeBot")}
</button>`}
${p&&o`<button class="button" disabled=${n} onClick=${()=>m("leave")}>${s("leaveSeat")}</button>`}
${f&&!p&&o`<button class="button" onClick=${()=>h(f.player)}>${s("iAm",{name:f.name})}</button>`}
</span>
${c&&t&&o`<div class="invitation">
<${B} link=${T($.id,{code:t,game:$.game})} isOpen=${!0} />
</div>`}
</li>`}const I=(e,r)=>!e.settings.invitationOnly||r!==null||O(e);function tt({snapshot:{session:e},seat:r,code:i,own:l,player:t,become:b,reload:m,forgetCode:n}){const h=w(),{t:s,preferences:$}=h,a=e.viewerSeat!==null,d=A(async()=>{const v=a?`seat${r.index}`:t,f=a?`${s("player")} ${r.index+1}`:$.name,p=i??l,c=i&&!a&&e.settings.invitationOnly?{}:{seat:r.index};try{await G(h,e,{...c,name:f,player:v,...p&&{code:p}})}catch(y){if(!i||!et(y,e))throw y;return n(!0)}n(!1),v===t?m():b(t)});return o`<button class=${a?"button":"button strong"} disabled=${d.isBusy} onClick=${d.run}>
${s(a?"sitHereToo":"sitHere")}
</button>
<${L} error=${d.error} />`}function et(e,{settings:r}){return e instanceof _?r.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(e.code):e.body.path?.[0]==="code":!1}function ot({seat:e,act:r,isBusy:i}){const{t:l}=w(),[t,b]=g(J);return o`<${K} label=${l("levelOf",{number:e+1})} level=${t} choose=${b} />
<button class="button" disabled=${i} onClick=${()=>r("bots",{seat:e,level:t})}>${l("addBot")}</button>`}export{B as Invitation,X as WaitingRoom};
