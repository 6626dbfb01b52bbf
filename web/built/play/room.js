import{u as w,G as x,f as o,r as P,l as R,s as E,g as F,o as S,t as N,T as L,P as U,I as q,N as V,v as O,j as T,w as z,x as A,y as D,a as j}from"./main.js";import{s as Q,U as W}from"./setup.js";import{L as _}from"./places.js";const G=R(async()=>(await import("./qr_code.js")).QrCode);function B({link:t,isOpen:i=!1}){const{t:a}=w(),[l,e]=x(i),b=o`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;return o`<div class="link">
<input
readonly
value=${t}
aria-label=${a("invite")}
onFocus=${m=>m.target.select()}
/>
<${P} text=${t} label=${a("copyLink")} />
<button type="button" class="button" aria-expanded=${l} onClick=${()=>e(!l)}>
${a(l?"hideCode":"showCode")}
</button>
${l&&o`<${G} link=${t} waiting=${b} />`}
</div>`}var J=".room{display:grid;gap:1.2rem;max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}.room h1{font-size:clamp(2rem,5vw,3rem)}.lead{color:var(--muted);font-size:1.1rem}.room .who{flex:1;min-width:7rem}.room .free .who{color:var(--muted)}.room .rows .ways{justify-content:flex-end}.room .invitation{flex-basis:100%}.room .name{margin-bottom:.4rem}.room .panel>.ways{margin-top:1rem}.link{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}.link .qr{margin-inline:auto}.link input{flex:1 1 20rem;min-width:0;font-size:.9rem}.qr{flex:none;width:min(17rem,100%);height:auto;margin-top:.4rem;border:1px solid var(--line);border-radius:12px}.room .fan{height:9.5rem;padding-bottom:.9rem;margin-bottom:1rem;border-radius:18px}.room .fan .card{width:4.8rem}.introduction ol{display:grid;gap:.35rem;padding-left:1.4rem;margin:.5rem 0 0}";j(J);function K(t){const{table:i,game:a,snapshot:l}=t,{t:e,storage:b,tabStorage:m}=w(),{session:s}=l,{isHost:p,seats:r,settings:c}=s,[n,$]=x(()=>({code:m.getItem(A(s.id)),isRefused:!1})),f=u=>{m.removeItem(A(s.id)),$({code:null,isRefused:u})},v=E(b,F(s.id),[],Array.isArray),d=S((u,k=void 0)=>i.act(u,{body:k,at:"*"})),h={...t,code:n.code,forgetCode:f,act:d.run,isBusy:d.isBusy},y=u=>v.find(({seat:k})=>k===u)?.code??null,g=r.every(({taken:u})=>u),C=s.viewerSeat===null&&!v.length&&!H(s,n.code),I=c.startByHost?e(p?"roomLeadHost":"roomLeadWait"):e("roomLead");return o`<div class="room">
<header>
<${N} id=${a.id} cards=${a.cards} />
<h1>${a.title}</h1>
<p class="lead">${I}</p>
</header>
${s.viewerSeat===null&&!C&&o`<${V} />`}
${O(s)&&o`<p class="trouble" role="status">${e("seatLost")}</p>`}
${n.isRefused&&o`<p class="trouble" role="alert">${e(c.invitationOnly?"codeVoid":"codeVoidButFree")}</p>`}
${C&&!n.isRefused&&o`<p role="status">${e("invitationNeeded")}</p>`}
<${L} error=${d.error} />
<section class="panel" aria-labelledby="seats">
<h2 id="seats">${e("seats")}</h2>
<ol class="rows">
${r.map(u=>o`<${M} key=${u.index} ...${h} seat=${u} own=${y(u.index)} />`)}
</ol>
<${U} ...${t} />
${p&&o`<div class="ways">
<button class="button strong big" disabled=${d.isBusy} onClick=${()=>d.run("start")}>
${e("start")}
</button>
<button class="button quiet" disabled=${d.isBusy} onClick=${()=>d.run("abandon")}>
${e("abandon")}
</button>
</div>`}
${p&&!g&&o`<p class="hint">${e("startHint")}</p>`}
</section>
${!c.invitationOnly&&!g&&o`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${e("inviteAll")}</h2>
<${B} link=${T(s.id,{game:s.game})} isOpen=${p} />
</section>`}
<section class="panel introduction" aria-labelledby="how">
<h2 id="how">${e("howToPlay")}</h2>
<${q} game=${a} />
</section>
</div>`}function M(t){const{snapshot:i,holders:a,seat:l,own:e,code:b,act:m,isBusy:s,become:p}=t,{t:r}=w(),{session:c}=i,{index:n,taken:$,kind:f}=l,v=a.find(g=>g.seat===n),d=n===c.viewerSeat,[h,y]=x(!1);return o`<li class=${$?"taken":"free"}>
<span class="number">${n+1}</span>
<span class="who"><b>${$?z(c,n,r):r("free")}</b>
${d&&o` <em>(${r("you")})</em>`}
${f==="BOT"&&o` <small>${r("bot",{level:l.bot?.level??0})}</small>`}
</span>
<span class="ways">
${!$&&H(c,b??e)&&o`<${Z} ...${t} />`}
${!$&&c.isHost&&o`<${Y} seat=${n} act=${m} isBusy=${s} />`}
${!$&&e&&o`<button
class="button"
aria-expanded=${h}
aria-label=${r("inviteTo",{number:n+1})}
onClick=${()=>y(!h)}
>
${r("invite")}
</button>`}
${f==="BOT"&&c.isHost&&o`<button class="button" disabled=${s} onClick=${()=>m("bots/remove",{seat:n})}>
${r("removeBot")}
</button>`}
${d&&o`<button class="button" disabled=${s} onClick=${()=>m("leave")}>${r("leaveSeat")}</button>`}
${v&&!d&&o`<button class="button" onClick=${()=>p(v.player)}>${r("iAm",{name:v.name})}</button>`}
</span>
${h&&e&&o`<div class="invitation">
<${B} link=${T(c.id,{code:e,game:c.game})} isOpen=${!0} />
</div>`}
</li>`}const H=(t,i)=>!t.settings.invitationOnly||i!==null||O(t);function Z({snapshot:{session:t},seat:i,code:a,own:l,player:e,become:b,reload:m,forgetCode:s}){const p=w(),{t:r,preferences:c}=p,n=t.viewerSeat!==null,$=S(async()=>{const f=n?`seat${i.index}`:e,v=n?`${r("player")} ${i.index+1}`:c.name,d=a??l,h=a&&!n&&t.settings.invitationOnly?{}:{seat:i.index};try{await Q(p,t,{...h,name:v,player:f,...d&&{code:d}})}catch(y){if(!a||!X(y,t))throw y;return s(!0)}s(!1),f===e?m():b(e)});return o`<button class=${n?"button":"button strong"} disabled=${$.isBusy} onClick=${$.run}>
${r(n?"sitHereToo":"sitHere")}
</button>
<${L} error=${$.error} />`}function X(t,{settings:i}){return t instanceof D?i.invitationOnly?["UNAUTHORIZED","SEAT_TAKEN"].includes(t.code):t.body.path?.[0]==="code":!1}function Y({seat:t,act:i,isBusy:a}){const{t:l}=w(),[e,b]=x(W);return o`<${_} label=${l("levelOf",{number:t+1})} level=${e} choose=${b} />
<button class="button" disabled=${a} onClick=${()=>i("bots",{seat:t,level:e})}>${l("addBot")}</button>`}export{B as Invitation,K as WaitingRoom};
