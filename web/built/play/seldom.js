import{u,G as p,J as m,f as c,n as d,a as $,b}from"./main.js";const h=500,g=10;function v({snapshot:n}){const{t:e,wire:s}=u(),{deadline:t,status:a}=n.session,[i,r]=p(s.now()),o=t!==null&&a==="ACTIVE";if(m(()=>{if(!o)return;r(s.now());const f=setInterval(()=>r(s.now()),h);return()=>clearInterval(f)},[o,t]),!o)return null;const l=w(t,i);if(l>0&&n.decision)return null;if(l>0){const f=l<=g?"clock short":"clock";return c`<p class=${f} role="timer">${e("timeLeft",{seconds:l})}</p>`}return c`<p class="clock short" role="timer">${e("timeOver")}</p>`}function w(n,e){return Math.max(0,Math.ceil((Date.parse(n)-e)/1e3))}var k=".curtain{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:max(20rem,calc(100dvh - 5.5rem));padding:2rem 1rem;border-radius:var(--radius);background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep));color:#fff;text-align:center}.curtain .button{border-color:transparent;background:#fff;color:#12352c;font-weight:650}.curtain h2{font-size:2rem}";$(k);function C({snapshot:{session:n},holders:e,player:s,want:t}){const{t:a}=u(),i=r=>{t(e.find(o=>o.player===r.target.value)??null)};return c`<select class="seat-switch" aria-label=${a("seatSwitch")} value=${s} onChange=${i}>
${e.map(({seat:r,player:o})=>c`<option key=${r} value=${o}>${d(n,r,a)}</option>`)}
</select>`}function S({snapshot:{session:n},next:e,become:s}){const{t}=u(),a=d(n,e.seat,t);return c`<section class="curtain" role="alert">
<h2>${t("passDevice",{name:a})}</h2>
<p>${t("passDeviceHint")}</p>
<button class="button big" onClick=${()=>s(e.player)}>${t("iAm",{name:a})}</button>
</section>`}function y({snapshot:{session:n},takeBack:e,answer:s}){const{t}=u(),{viewerSeat:a}=n,i=a!==null&&e.awaited.includes(a),r=e.seat===a?t("takeBackAwaited",{names:b(n,e.awaited,t)}):t("takeBackAsked",{name:d(n,e.seat,t)});return c`<div class="ask" role="alert">
<p>${r}</p>
${i&&c`<button class="button strong" onClick=${()=>s(!0)}>${t("agree")}</button>
<button class="button" onClick=${()=>s(!1)}>${t("refuse")}</button>`}
</div>`}export{v as Clock,S as Curtain,C as SeatSwitch,y as TakeBack};
