import{u as d,f as $}from"./main.js";import{L as k,U as m,f as h,r as b}from"./setup.js";function f({setup:s,change:n}){const{t:o}=d(),{places:e,game:i}=s,u=(l,r)=>n({...s,places:e.map((c,t)=>t===l?r:c)}),a=[["bot",o("againstBots"),()=>({kind:"bot",level:m})],["open",o("withFriends"),()=>({kind:"open"})],["here",o("oneDevice"),l=>v(o,l)]];return $`<fieldset class="places"><legend>${o("whoPlays")}</legend><div class="ways">${a.map(([l,r,c])=>$`<button type="button" key=${l} class="button"
aria-pressed=${e.every(t=>t.kind==="me"||t.kind===l)}
onClick=${()=>n(h(s,c))}>${r}</button>`)}</div><ol class="rows">${e.map((l,r)=>$`<${g} key=${r} seat=${r} place=${l} set=${t=>u(r,t)} />`)}</ol><div class="count-of"><button type="button" class="icon" aria-label=${o("fewerSeats")} disabled=${e.length<=i.minSeats}
onClick=${()=>n(b(s,e.length-1))}>−</button><output>${o("seatCount",{count:e.length})}</output><button type="button" class="icon" aria-label=${o("moreSeats")} disabled=${e.length>=i.maxSeats}
onClick=${()=>n(b(s,e.length+1))}>+</button></div></fieldset>`}function g({seat:s,place:n,set:o}){const{t:e}=d(),i=s+1,u="name"in n?n.name:"",a={me:()=>({kind:"me",name:u}),bot:()=>({kind:"bot",level:m}),open:()=>({kind:"open"}),here:()=>v(e,s)},l=n.kind==="me"?["me"]:["bot","open","here"],r={me:e("seatIsYou"),bot:e("seatIsBot"),open:e("seatIsOpen"),here:e("seatIsHere")},c=t=>o({kind:"bot",level:t});return $`<li><span class="number">${i}</span><select aria-label=${e("holder",{number:i})} value=${n.kind} disabled=${n.kind==="me"}
onChange=${t=>o(a[t.target.value]())}>${l.map(t=>$`<option key=${t} value=${t}>${r[t]}</option>`)}</select>${n.kind==="bot"&&$`<${p} label=${e("levelOf",{number:i})} level=${n.level} choose=${c} />`}${"name"in n&&$`<input
aria-label=${e("nameAt",{number:i})}
maxlength="40"
value=${n.name}
placeholder=${e("yourName")}
onInput=${t=>o({kind:n.kind,name:t.target.value})}
/>`}</li>`}function p({label:s,level:n,choose:o}){const{t:e}=d(),i=a=>o(Number(a.target.value)),u=a=>e(`level${a}`);return $`<select aria-label=${s} value=${n} onChange=${i}>${k.map(a=>$`<option key=${a} value=${a}>${u(a)}</option>`)}</select>`}const v=(s,n)=>({kind:"here",name:`${s("player")} ${n+1}`});export{p as L,f as P};
