import{an as q,G as w,J as k,Q as O,c as f,D as C,Z as K}from"./main.js";import{a as M,H as F,t as G}from"./screen.js";const _="1";async function*H(e,{after:t=_,signal:n}={}){const o=new q(e.connection,e.session,e.token);for await(const r of o.frames({after:t,signal:n}))if(yield r,r.version>=e.session.version)return}const W=3;function E(e,t){const n=e.at(-1);if(t.session.view===null||n&&t.version<=n.version)return e;const o=y(t),r=n&&o<y(n)?e.filter(i=>y(i)<=o):e,a=r.length>0&&o>y(r[r.length-1]);return!a&&r.length>0&&!t.events.some(M)?r:[...r,{...t,mover:a?V(t,r[r.length-1]):null}]}function Y(e,{version:t,resync:n,rolledBack:o}){const r=e.at(-1);return!o&&(!n||r!==void 0&&t<=r.version+1)}const y=({session:e})=>e.view?.ply??0;function V({events:e},t){const[n=null,...o]=t.session.view?.turn??[];return e.find(({seat:r})=>r!==null)?.seat??(o.length?null:n)}function U(e,t){const n=e.map(({mover:r})=>r),[o]=e.at(-1)?.session.view?.turn??[];return t===null&&o===void 0?e.slice(1).slice(-1):e.slice(Math.max(0,n.lastIndexOf(t??o))+1)}const z=e=>e.flatMap(({events:t,mover:n})=>{const o=[];for(const r of t.filter(M)){const a=o.at(-1);a?.[0].sentence===r.sentence?a.push(r):o.push([r])}return o.map(r=>J(r,n))});function J(e,t){const[{version:n,sequence:o,seat:r,sentence:a}]=e,i=e.length>1?`${a} (\xD7${e.length})`:a;return{id:`${n}.${o}`,version:n,seat:r??t,sentence:i,events:e}}function Q({events:e,seat:t},n,o){const r=e.flatMap(({from:s,to:c,cards:p})=>{const g=p.length>W?[]:p.map(({code:h})=>h),d=n.find(({key:h})=>h===s),l=d?.kind===F&&d.owner===t;return[...c===null?[]:[{key:c,codes:g}],...d&&!l?[{key:d.key,codes:[]}]:[]]}),a=r.map(({key:s})=>n.find(c=>c.key===s)?.owner??null),i=[t,...a].flatMap(s=>s===null||s===o?[]:[s]);return{seats:[...new Set(i)],zones:r}}const A=[];function T(e,t){const[n,o]=w({frames:A,isRead:!1}),[r,a]=w(0);return k(()=>{const i=new AbortController,s=[];let c=A,p=!1,g=e.getSnapshot().frame;const d=u=>{if(!Y(c,u))return a(m=>m+1);c=E(c,u),o({frames:c,isRead:p})},l=e.subscribe(({frame:u})=>{u===null||u===g||(g=u,p?d(u):s.push(u))});return(async()=>{try{for await(const u of H(e,{after:t,signal:i.signal}))c=E(c,u)}catch{}if(!i.signal.aborted){p=!0,o({frames:c,isRead:p});for(const u of s)d(u)}})(),()=>{i.abort(),l()}},[e,t,r]),n}function X({language:e,steps:t}){const n=O(null),o=t.slice(-30);return k(()=>{n.current&&(n.current.scrollTop=n.current.scrollHeight)},[o.at(-1)?.id]),f("div",{ref:n,class:"croupier-log",part:"log",role:"log","aria-live":"off",tabindex:"0","aria-label":G(e,"events")},o.map(({id:r,sentence:a})=>f("p",{key:r},a)))}const ee=`
.croupier-zone[data-happened]:not(.croupier-target) > .croupier-place > .croupier-cards,
.croupier-card[data-happened] {
  outline: 3px solid oklch(82% 0.11 var(--by));
  outline-offset: 1px;
}

.croupier-own-hand[data-happened] {
  position: relative;
}

.croupier-seat[data-happened] > .croupier-seat-head {
  border-radius: var(--radius);
  box-shadow: inset 0 0 0 2px oklch(82% 0.11 var(--by));
}

/* The numbers of the steps: on a zone at the lower left, where neither the corner of a card nor a count is. */
:where(.croupier-zone, .croupier-own-hand, .croupier-seat)[data-happened]::after {
  content: attr(data-happened) / "";
  position: absolute;
  z-index: 2;
  bottom: -5px;
  left: -5px;
  min-width: 1.5em;
  padding: 0 4px;
  font-size: 12px;
  font-weight: 700;
  line-height: 1.5;
  text-align: center;
  white-space: nowrap;
  pointer-events: none;
  color: #fff;
  background: oklch(38% 0.08 var(--by));
  border-radius: 99px;
  box-shadow: 0 0 0 2px #fff, 0 2px 5px rgb(0 0 0 / 50%);
}

/* What lies at the edge of a seat would be cut off there. */
.croupier-seat .croupier-zone[data-happened]::after {
  left: 0;
}

.croupier-own-hand[data-happened]::after {
  inset: 2px auto auto 2px;
}

.croupier-seat[data-happened]::after {
  bottom: 4px;
  left: 50%;
  translate: -50%;
}

/* What happened, in one line at the foot of the table. What can be touched is higher than what is seen, and nothing
   moves when the words change. */
.croupier-happened {
  position: relative;
  z-index: 3;
  grid-area: middle;
  align-self: end;
  justify-self: center;
  display: flex;
  align-items: center;
  width: min(100%, 900px);
  height: 44px;
  padding-inline: 46px;
  margin-bottom: -12px;
  pointer-events: none;
}

.croupier-log {
  flex: 1;
  min-width: 0;
  height: 20px;
  overflow: auto;
  font-size: 13px;
  line-height: 20px;
  text-align: center;
  pointer-events: auto;
  scrollbar-width: none;
  opacity: 0.85;
}

.croupier-log p {
  margin: 0;
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;
}

.croupier-happened button {
  height: 44px;
  padding: 0;
  color: inherit;
  background: none;
  border: 0;
}

.croupier-look-back {
  position: absolute;
  left: 0;
  width: 44px;
  font-size: 16px;
  pointer-events: auto;
}

.croupier-look-back span {
  display: grid;
  place-items: center;
  width: 26px;
  height: 26px;
  margin: auto;
  background: var(--felt-edge);
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 50%;
}

.croupier-caption {
  flex: 1;
  display: flex;
  min-width: 0;
  align-items: center;
  justify-content: center;
}

.croupier-caption > span {
  position: relative;
  min-width: 0;
  overflow: hidden;
  padding: 3px 10px;
  font-size: 13px;
  line-height: 18px;
  white-space: nowrap;
  text-overflow: ellipsis;
  pointer-events: auto;
  background: var(--felt-edge);
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 13px;
}

/* A step that was asked for is shown in full, if it must be over the table. */
.croupier-happened:has(.croupier-stepping) {
  align-items: end;
}

.croupier-happened .croupier-stepping {
  height: auto;
  min-height: 44px;
  align-items: end;
  padding-bottom: 9px;
}

.croupier-stepping > span {
  text-wrap: balance;
  white-space: normal;
}

@container croupier-stage (max-width: 599.9px) {
  .croupier-happened {
    padding-inline: 46px 4px;
  }

  .croupier-happened:has(.croupier-stepping) {
    padding-inline: 0;
  }

  .croupier-since {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .croupier-look-back:has(+ .croupier-stepping) {
    display: none;
  }

  .croupier-stepping > span {
    padding-inline: 6px;
    font-size: 12px;
  }
}

.croupier-caption b {
  margin-right: 4px;
  color: var(--mark);
}

/* Those who look back see the table greyer than it is. */

.croupier-stage:has(.croupier-past) {
  background: radial-gradient(
    ellipse at 50% 42%,
    color-mix(in oklab, var(--felt) 45%, #50504c),
    color-mix(in oklab, var(--felt-edge) 45%, #30302c)
  );
}

.croupier-past .croupier-status {
  box-shadow: inset 0 0 0 2px var(--on-felt);
}

.croupier-past button {
  flex: none;
  min-width: 44px;
  min-height: 44px;
  padding: 4px 12px;
  color: var(--on-felt);
  background: var(--felt-edge);
  border: 2px solid rgb(255 255 255 / 40%);
  border-radius: 12px;
}

.croupier-past button:disabled {
  cursor: default;
  opacity: 0.45;
}

.croupier-past .croupier-present {
  max-width: 46%;
  font-size: 14px;
  line-height: 1.15;
  color: var(--text);
  background: var(--surface);
}

.croupier-past .croupier-scrubber {
  flex: 1 1 55%;
  gap: 4px;
  align-items: center;
  max-width: none;
  padding-left: 0;
}

.croupier-scrubber button {
  padding: 0;
  line-height: 1;
}

.croupier-scrubber input {
  flex: 1;
  min-width: 40px;
  height: 44px;
  margin: 0;
  accent-color: var(--mark);
}

.croupier-view:has(> .croupier-past) > .croupier-facts {
  display: none;
}

@container croupier-stage (min-width: 600px) and (min-height: 480px) {
  .croupier-log,
  .croupier-caption > span {
    font-size: clamp(13px, 1.6cqb, 17px);
    line-height: 1.4;
  }

  [data-happened]::after {
    font-size: clamp(12px, 1.3cqb, 17px);
  }

  .croupier-seat[data-happened]::after {
    top: calc(var(--head) - 9px);
    bottom: auto;
  }

  .croupier-view:has(> .croupier-past) > .croupier-facts {
    display: block;
  }

  .croupier-bar.croupier-past {
    box-shadow: inset 0 0 0 2px var(--on-felt);
  }

  .croupier-past .croupier-status {
    box-shadow: none;
  }
}

@media (prefers-reduced-motion: no-preference) {
  [data-happened]::after {
    animation: croupier-appear 0.25s ease-out;
  }

  @keyframes croupier-appear {
    from {
      opacity: 0;
      scale: 0.4;
    }
  }
}

@media (forced-colors: active) {
  [data-happened]::after {
    border: 1px solid;
  }
}
`,te=3,ne="85",B=new WeakSet,N=new CSSStyleSheet;N.replaceSync(ee);function oe(e){const t=e.getRootNode();B.has(t)||!(t instanceof Document||t instanceof ShadowRoot)||(B.add(t),t.adoptedStyleSheets.push(N))}function re(e,t,{zones:n,viewer:o}){const r=ae(e,t,n,o);for(const a of S(e,"[data-happened]"))r.has(a)||se(a);for(const[a,{numbers:i,hue:s}]of r)a.dataset.happened=pe(i),a.style.setProperty("--by",s)}function se(e){delete e.dataset.happened,e.style.removeProperty("--by")}function ae(e,t,n,o){const r=new Map,a=(i,{numbers:s,hue:c})=>{const p=r.get(i)?.numbers??[];r.set(i,{numbers:[...p,...s],hue:c})};for(const{step:i,number:s}of t){const c=Q(i,n,o),p=ce(e,i.seat),g=c.seats.flatMap(l=>R(e,l)??[]),d=S(e,"[data-zone]").filter(l=>c.zones.some(({key:h})=>Z(l,h)));for(const l of[...g,...d])a(l,{numbers:[s],hue:p});for(const l of d.flatMap(h=>ie(h,c.zones)))a(l,{numbers:[],hue:p})}return r}const Z=({dataset:e},t)=>e.zone===t;function ie(e,t){const n=t.filter(({key:o})=>Z(e,o)).flatMap(o=>o.codes);return S(e,"[data-code]").filter(({dataset:o})=>n.includes(o.code??""))}const S=(e,t)=>[...e.querySelectorAll(t)],R=(e,t)=>S(e,"[data-seat]").find(({dataset:n})=>n.seat===`${t}`);function ce(e,t){const n=t===null?null:R(e,t)?.querySelector(".croupier-avatar");return n&&getComputedStyle(n).getPropertyValue("--hue")||ne}function pe(e){const[t,n]=[e[0],e[e.length-1]];return e.length>te?`${t}\u2013${n}`:[...new Set(e)].join(" ")}const le={sinceMove:"Seit deinem Zug",lastMoves:"Die letzten Z\xFCge",stepOf:"{step} von {count}: {sentence}",nextStep:"Einzeln zeigen",lookBack:"Zur\xFCckblicken",reading:"Das Geschehene wird gelesen \u2026",lookingBack:"R\xFCckblick: Zug {step} von {count}",step:"Zug {step} von {count}: {sentence}",dealt:"Die Karten sind gegeben",canAct:"Du kannst jetzt etwas tun.",present:"Zur\xFCck zur Gegenwart",previous:"Einen Zug zur\xFCck",next:"Einen Zug weiter",play:"Abspielen",pause:"Anhalten",latest:"Zum letzten Zug"};var ue=Object.freeze({__proto__:null,texts:le});const de={sinceMove:"Since your move",lastMoves:"The last moves",stepOf:"{step} of {count}: {sentence}",nextStep:"Show one by one",lookBack:"Look back",reading:"Reading what has happened \u2026",lookingBack:"Looking back: move {step} of {count}",step:"Move {step} of {count}: {sentence}",dealt:"The deal",canAct:"You can act now.",present:"Back to the present",previous:"One move back",next:"One move on",play:"Play",pause:"Pause",latest:"To the last move"};var fe=Object.freeze({__proto__:null,texts:de});const j={en:fe,de:ue};function b(e,t,n={}){const o=e in j?e:"en";return C(o,j[o].texts[t],n)}const he=6,D=".",L=",";function ge({root:e,table:t,language:n,past:o,show:r,say:a}){const i=be(t),s=z(o?[o.frame]:U(i,t.seat)),[c,p]=w(null),g=O(c),d=x=>p(g.current=x);k(()=>d(null),[s[0]?.id,o===null]);const l=c===null?void 0:s[c];ve(e,s,l,(o?.frame.session??t.session).view);const h=x=>{const P=x>0?-1:s.length,v=(g.current??P)+x;d(s[v]?v:null),s[v]&&a($(s,v,n))};we(e,s.length>0,h);const u=async()=>{const{LookingBack:x}=await import("./looking_back.js");r({frame:i[i.length-1],Bar:x})},m=c!==null&&l?$(s,c,n):null,I={steps:s,table:t,language:n,past:o};return f("div",{class:"croupier-happened",part:"happened"},!o&&i.length>0&&f(xe,{language:n,open:u}),s.length>0?f("button",{type:"button",class:"croupier-caption"+(m?" croupier-stepping":""),part:"caption","aria-keyshortcuts":""+D+" "+L,title:b(n,"nextStep"),onClick:()=>h(1)},f("span",{key:m??s[s.length-1].id},m??f(me,{...I}))):!o&&f(X,{language:n,steps:z(i)}))}function xe({language:e,open:t}){const n=b(e,"lookBack");return f("button",{type:"button",class:"croupier-look-back",part:"look-back",title:n,"aria-label":n,onClick:t},f("span",{"aria-hidden":"true"},"\u21B6"))}function me({steps:e,table:t,language:n,past:o}){const r=e.map(({seat:c})=>c===e[e.length-1].seat),a=e.slice(r.lastIndexOf(!1)+1).map(({sentence:c})=>c),i=b(n,t.seat===null?"lastMoves":"sinceMove"),s=f("b",null,f("span",{class:"croupier-since"},i," "),"(",e.length,")");return[!o&&s," ",a.join(" ")]}const $=(e,t,n)=>b(n,"stepOf",{step:t+1,count:e.length,sentence:e[t].sentence});function be(e){const[t]=w(()=>{const{version:n,seats:o}=e.session;return`${Math.max(1,n-(o.length+1)*he)}`});return T(e,t).frames}function ve(e,t,n,o){K(()=>{const r=e.current;if(!r||!o)return;oe(r);const a=t.map((i,s)=>({step:i,number:s+1}));re(r,n?a.filter(({step:i})=>i===n):a,o)})}function we(e,t,n){k(()=>{const o=e.current;if(!o||!t)return;const r=({key:a,ctrlKey:i,metaKey:s,altKey:c})=>{i||s||c||(a===D&&n(1),a===L&&n(-1))};return o.addEventListener("keydown",r),()=>o.removeEventListener("keydown",r)})}var ke=Object.freeze({__proto__:null,Happened:ge});export{_ as B,ke as h,z as s,T as u,b as w};
