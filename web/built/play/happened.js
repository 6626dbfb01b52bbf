import{G as w,J as S,q as C,Q as K,a as f,a8 as q}from"./main.js";import{i as O,H as F}from"./screen.js";const I=3;function M(e,t){const n=e.at(-1);if(t.session.view===null||n&&t.version<=n.version)return e;const o=k(t),r=n&&o<k(n)?e.filter(i=>k(i)<=o):e,a=r.length>0&&o>k(r[r.length-1]);return!a&&r.length>0&&!t.events.some(O)?r:[...r,{...t,mover:a?Y(t,r[r.length-1]):null}]}const k=({session:e})=>e.view?.ply??0;function Y({events:e},t){const[n=null,...o]=t.session.view?.turn??[];return e.find(({seat:r})=>r!==null)?.seat??(o.length?null:n)}function H(e,t){const n=e.map(({mover:r})=>r),[o]=e.at(-1)?.session.view?.turn??[];return t===null&&o===void 0?e.slice(1).slice(-1):e.slice(Math.max(0,n.lastIndexOf(t??o))+1)}const _=e=>e.flatMap(({events:t,mover:n})=>{const o=[];for(const r of t.filter(O)){const a=o.at(-1);a?.[0].sentence===r.sentence?a.push(r):o.push([r])}return o.map(r=>W(r,n))});function W(e,t){const[{version:n,sequence:o,seat:r,sentence:a}]=e,i=e.length>1?`${a} (\xD7${e.length})`:a;return{id:`${n}.${o}`,version:n,seat:r??t,sentence:i,events:e}}function G({events:e,seat:t},n,o){const r=e.flatMap(({from:c,to:s,cards:p})=>{const g=p.length>I?[]:p.map(({code:h})=>h),d=n.find(({key:h})=>h===c),l=d?.kind===F&&d.owner===t;return[...s===null?[]:[{key:s,codes:g}],...d&&!l?[{key:d.key,codes:[]}]:[]]}),a=r.map(({key:c})=>n.find(s=>s.key===c)?.owner??null),i=[t,...a].flatMap(c=>c===null||c===o?[]:[c]);return{seats:[...new Set(i)],zones:r}}const E=[];function A(e,t){const[n,o]=w({frames:E,isRead:!1}),[r,a]=w(0);return S(()=>{const i=new AbortController,c=[];let s=E,p=!1,g=e.getSnapshot().frame;const d=u=>{if(u.resync&&!V(u,s))return a(y=>y+1);s=M(s,u),o({frames:s,isRead:p})},l=e.subscribe(({frame:u})=>{u===null||u===g||(g=u,p?d(u):c.push(u))});return(async()=>{try{for await(const u of e.past({after:t,signal:i.signal}))s=M(s,u)}catch{}if(!i.signal.aborted){p=!0,o({frames:s,isRead:p});for(const u of c)d(u)}})(),()=>{i.abort(),l()}},[e,t,r]),n}function V({version:e,rolledBack:t},n){const o=n.at(-1);return!t&&o!==void 0&&e<=o.version+1}const U=`
.croupier-zone[data-happened]:not(.croupier-target) > .croupier-place > .croupier-cards,
.croupier-card[data-happened] {
  outline: 3px solid hsl(var(--by) 85% 78%);
  outline-offset: 1px;
}

.croupier-own-hand[data-happened] {
  position: relative;
}

.croupier-seat[data-happened] > .croupier-seat-head {
  border-radius: var(--radius);
  box-shadow: inset 0 0 0 2px hsl(var(--by) 85% 78%);
}

/* The numbers of the steps: on a zone at the lower left, where neither the corner of a card nor a count is. */
:where(.croupier-zone, .croupier-own-hand, .croupier-seat)[data-happened]::after {
  content: attr(data-happened) / "";
  position: absolute;
  z-index: 2;
  bottom: -5px;
  left: -5px;
  min-width: 18px;
  padding: 0 4px;
  font-size: 12px;
  font-weight: 700;
  line-height: 18px;
  text-align: center;
  white-space: nowrap;
  pointer-events: none;
  color: #fff;
  background: hsl(var(--by) 55% 30%);
  border-radius: 99px;
  box-shadow: 0 0 0 2px #fff, 0 2px 5px rgb(0 0 0 / 50%);
}

.croupier-own-hand[data-happened]::after {
  inset: 2px auto auto 2px;
}

.croupier-seat[data-happened]::after {
  bottom: 4px;
  left: 50%;
  translate: -50%;
}

/* What happened, in one line at the foot of the table. What can be touched is higher than what is seen. */
.croupier-happened {
  z-index: 3;
  grid-area: middle;
  align-self: end;
  display: flex;
  gap: 2px;
  align-items: center;
  justify-content: center;
  min-width: 0;
  height: 44px;
  margin-bottom: -12px;
  pointer-events: none;
}

.croupier-happened > * {
  pointer-events: auto;
}

.croupier-happened > .croupier-log:not(.croupier-unseen) {
  align-self: center;
  min-width: 0;
}

.croupier-happened button {
  min-height: 44px;
  padding: 0;
  color: inherit;
  background: none;
  border: 0;
}

.croupier-look-back {
  flex: none;
  width: 44px;
  font-size: 16px;
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
  display: flex;
  min-width: 44px;
  max-width: min(100% - 46px, 900px);
  align-items: center;
}

.croupier-caption > span {
  overflow: hidden;
  padding: 3px 10px;
  font-size: 13px;
  line-height: 18px;
  white-space: nowrap;
  text-overflow: ellipsis;
  background: var(--felt-edge);
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 13px;
}

/* A step that was asked for is shown in full, if it must be over the table. */
.croupier-caption.croupier-stepping {
  align-items: end;
  align-self: end;
  padding-bottom: 9px;
}

.croupier-stepping > span {
  text-wrap: balance;
  white-space: normal;
}

@container croupier-stage (max-width: 599.9px) {
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

  .croupier-caption.croupier-stepping {
    max-width: 100%;
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
  .croupier-caption > span {
    font-size: clamp(13px, 1.6cqb, 17px);
    line-height: 1.4;
  }

  .croupier-seat[data-happened]::after {
    top: 8px;
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
`,J=3,Q="45",R=new WeakSet,T=new CSSStyleSheet;T.replaceSync(U);function X(e){const t=e.getRootNode();R.has(t)||!(t instanceof Document||t instanceof ShadowRoot)||(R.add(t),t.adoptedStyleSheets.push(T))}function ee(e,t,{zones:n,viewer:o}){const r=ne(e,t,n,o);for(const a of v(e,"[data-happened]"))r.has(a)||te(a);for(const[a,{numbers:i,hue:c}]of r)a.dataset.happened=se(i),a.style.setProperty("--by",c)}function te(e){delete e.dataset.happened,e.style.removeProperty("--by")}function ne(e,t,n,o){const r=new Map,a=(i,{numbers:c,hue:s})=>{const p=r.get(i)?.numbers??[];r.set(i,{numbers:[...p,...c],hue:s})};for(const{step:i,number:c}of t){const s=G(i,n,o),p=re(e,i.seat),g=s.seats.flatMap(l=>B(e,l)??[]),d=v(e,"[data-zone]").filter(l=>s.zones.some(({key:h})=>Z(l,h)));for(const l of[...g,...d])a(l,{numbers:[c],hue:p});for(const l of d.flatMap(h=>oe(h,s.zones)))a(l,{numbers:[],hue:p})}return r}const Z=({dataset:e},t)=>e.zone===t;function oe(e,t){const n=t.filter(({key:o})=>Z(e,o)).flatMap(o=>o.codes);return v(e,"[data-code]").filter(({dataset:o})=>n.includes(o.code??""))}const v=(e,t)=>[...e.querySelectorAll(t)],B=(e,t)=>v(e,"[data-seat]").find(({dataset:n})=>n.seat===`${t}`);function re(e,t){const n=t===null?null:B(e,t)?.querySelector(".croupier-avatar");return n&&getComputedStyle(n).getPropertyValue("--hue")||Q}function se(e){const[t,n]=[e[0],e[e.length-1]];return e.length>J?`${t}\u2013${n}`:[...new Set(e)].join(" ")}const ae={sinceMove:"Seit deinem Zug",lastMoves:"Die letzten Z\xFCge",stepOf:"{step} von {count}: {sentence}",nextStep:"Einzeln zeigen",lookBack:"Zur\xFCckblicken",reading:"Das Geschehene wird gelesen \u2026",lookingBack:"R\xFCckblick: Zug {step} von {count}",step:"Zug {step} von {count}: {sentence}",dealt:"Die Karten sind gegeben",canAct:"Du kannst jetzt etwas tun.",present:"Zur\xFCck zur Gegenwart",previous:"Einen Zug zur\xFCck",next:"Einen Zug weiter",play:"Abspielen",pause:"Anhalten",latest:"Zum letzten Zug"};var ie=Object.freeze({__proto__:null,texts:ae});const ce={sinceMove:"Since your move",lastMoves:"The last moves",stepOf:"{step} of {count}: {sentence}",nextStep:"Show one by one",lookBack:"Look back",reading:"Reading what has happened \u2026",lookingBack:"Looking back: move {step} of {count}",step:"Move {step} of {count}: {sentence}",dealt:"The deal",canAct:"You can act now.",present:"Back to the present",previous:"One move back",next:"One move on",play:"Play",pause:"Pause",latest:"To the last move"};var pe=Object.freeze({__proto__:null,texts:ce});const j={en:pe,de:ie};function m(e,t,n={}){const o=e in j?e:"en";return C(o,j[o].texts[t],n)}const ue=6,D=".",N=",";function le({root:e,table:t,language:n,past:o,show:r,say:a,children:i}){const c=fe(t),s=_(o?[o.frame]:H(c,t.seat)),[p,g]=w(null),d=K(p),l=x=>g(d.current=x);S(()=>l(null),[s[0]?.id,o===null]);const h=p===null?void 0:s[p];ge(e,s,h,(o?.frame.session??t.session).view);const u=x=>{const P=x>0?-1:s.length,b=(d.current??P)+x;l(s[b]?b:null),s[b]&&a($(s,b,n))};xe(e,s.length>0,u);const y=async()=>{const{LookingBack:x}=await import("./looking_back.js");r({frame:c[c.length-1],Bar:x})},z=p!==null&&h?$(s,p,n):null,L={steps:s,table:t,language:n,past:o};return f("div",{class:"croupier-happened",part:"happened"},!o&&c.length>0&&f(de,{language:n,open:y}),s.length>0?f("button",{type:"button",class:"croupier-caption"+(z?" croupier-stepping":""),part:"caption","aria-keyshortcuts":""+D+" "+N,title:m(n,"nextStep"),onClick:()=>u(1)},f("span",null,z??f(he,{...L}))):i)}function de({language:e,open:t}){const n=m(e,"lookBack");return f("button",{type:"button",class:"croupier-look-back",part:"look-back",title:n,"aria-label":n,onClick:t},f("span",{"aria-hidden":"true"},"\u21B6"))}function he({steps:e,table:t,language:n,past:o}){const r=e[e.length-1],a=e.filter(({version:s})=>s===r.version).map(({sentence:s})=>s),i=m(n,t.seat===null?"lastMoves":"sinceMove"),c=f("b",null,f("span",{class:"croupier-since"},i," "),"(",e.length,")");return[!o&&c," ",a.join(" ")]}const $=(e,t,n)=>m(n,"stepOf",{step:t+1,count:e.length,sentence:e[t].sentence});function fe(e){const[t]=w(()=>{const{version:n,seats:o}=e.session;return`${Math.max(1,n-(o.length+1)*ue)}`});return A(e,t).frames}function ge(e,t,n,o){q(()=>{const r=e.current;if(!r||!o)return;X(r);const a=t.map((i,c)=>({step:i,number:c+1}));ee(r,n?a.filter(({step:i})=>i===n):a,o)})}function xe(e,t,n){S(()=>{const o=e.current;if(!o||!t)return;const r=({key:a,ctrlKey:i,metaKey:c,altKey:s})=>{i||c||s||(a===D&&n(1),a===N&&n(-1))};return o.addEventListener("keydown",r),()=>o.removeEventListener("keydown",r)})}var me=Object.freeze({__proto__:null,Happened:le});export{me as h,_ as s,A as u,m as w};
