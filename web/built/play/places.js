import{u as d,f as $}from"./main.js";import{L as k,U as b,f,r as c}from"./setup.js";function h({setup:s,change:t}){const{t:o}=d(),{places:e,game:a}=s,u=(l,i)=>t({...s,places:e.map((n,r)=>r===l?i:n)}),m=[["bot",o("againstBots"),()=>({kind:"bot",level:b})],["open",o("withFriends"),()=>({kind:"open"})],["here",o("oneDevice"),l=>v(o,l)]];return $`<fieldset class="places">
<legend>${o("whoPlays")}</legend>
<div class="ways">
${m.map(([l,i,n])=>$`<button type="button" key=${l} class="button"
aria-pressed=${e.every(r=>r.kind==="me"||r.kind===l)}
onClick=${()=>t(f(s,n))}>${i}</button>`)}
</div>
<ol class="rows">
${e.map((l,i)=>$`<${g} key=${i} seat=${i} place=${l} set=${n=>u(i,n)} />`)}
</ol>
<div class="count-of">
<button type="button" class="icon" aria-label=${o("fewerSeats")} disabled=${e.length<=a.minSeats}
onClick=${()=>t(c(s,e.length-1))}>−</button>
<output>${o("seatCount",{count:e.length})}</output>
<button type="button" class="icon" aria-label=${o("moreSeats")} disabled=${e.length>=a.maxSeats}
onClick=${()=>t(c(s,e.length+1))}>+</button>
</div>
</fieldset>`}function g({seat:s,place:t,set:o}){const{t:e}=d(),a=s+1,u="name"in t?t.name:"",m={me:()=>({kind:"me",name:u}),bot:()=>({kind:"bot",level:b}),open:()=>({kind:"open"}),here:()=>v(e,s)},l=t.kind==="me"?["me"]:["bot","open","here"],i={me:e("seatIsYou"),bot:e("seatIsBot"),open:e("seatIsOpen"),here:e("seatIsHere")};return $`<li>
<span class="number">${a}</span>
<select aria-label=${e("holder",{number:a})} value=${t.kind} disabled=${t.kind==="me"}
onChange=${n=>o(m[n.target.value]())}>
${l.map(n=>$`<option key=${n} value=${n}>${i[n]}</option>`)}
</select>
${t.kind==="bot"&&$`<${p} label=${e("levelOf",{number:a})} level=${t.level} choose=${n=>o({kind:"bot",level:n})} />`}
${"name"in t&&$`<input aria-label=${e("nameAt",{number:a})} maxlength="40" value=${t.name} placeholder=${e("yourName")}
onInput=${n=>o({kind:t.kind,name:n.target.value})} />`}
</li>`}function p({label:s,level:t,choose:o}){const{t:e}=d();return $`<select aria-label=${s} value=${t} onChange=${a=>o(Number(a.target.value))}>
${k.map(a=>$`<option key=${a} value=${a}>${e(`level${a}`)}</option>`)}
</select>`}const v=(s,t)=>({kind:"here",name:`${s("player")} ${t+1}`});export{p as L,h as P};
