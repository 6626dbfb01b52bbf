import{m as fe,J as k,f as u,G as y,C as N,Q as z,Z as nr,e as me,_ as U,Y as ge,$ as or,a0 as ar,u as O,a1 as ir,v as j,g as Z,a2 as sr,i as D,T as ve,o as cr,t as lr,l as ur,y as pr,a3 as dr,a as Y,I as hr,a4 as fr,a5 as xe,a6 as mr,a7 as gr,a8 as G,a9 as vr,aa as xr,q as br,ab as be,ac as $r,ad as wr,P as yr,ae as kr,af as Sr,ag as zr,M as Cr,d as Tr}from"./main.js";const $e={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points|1 point|{points} points}",pointsUnknown:"points unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count|1 card|{count} cards}",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",allMoves:"All moves ({count})",choose:"Choose a card or a move.",chooseCard:"Choose a card.",chooseMove:"Choose a move.",choosePlace:"Touch a marked place.",chooseTarget:"Touch a marked place, or choose.",confirm:"Touch it again to play.",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",close:"Close",showSeat:"What lies before {name}",showZone:"Look through: {zone}",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},Mr={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points|1 Punkt|{points} Punkte}",pointsUnknown:"Punkte unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count|1 Karte|{count} Karten}",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug.",chooseCard:"W\xE4hle eine Karte.",chooseMove:"W\xE4hle einen Zug.",choosePlace:"Ber\xFChre einen markierten Platz.",chooseTarget:"Ber\xFChre einen markierten Platz oder w\xE4hle.",confirm:"Noch einmal ber\xFChren zum Spielen.",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",close:"Schlie\xDFen",showSeat:"Was vor {name} liegt",showZone:"Durchsehen: {zone}",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},we={en:$e,de:Mr},ye={en:/^(the|a|an) /i,de:/^(der|die|das) /i},Lr=[[/^der (\p{Ll}+e) /u,"$1r "],[/^die (\p{Ll}+e)n /u,"$1 "],[/^das (\p{Ll}+e) /u,"$1s "],[/(\p{Ll})(stapel|karten)/gu,"$1\xAD$2"],[/(geschlosse|abgeworfe)(ner?)/giu,"$1\xAD$2"]],qr=/^[\s,]*(and|und)?\s+/i,Or=(e,r)=>ke(e,r.replace(qr,"")),ke=(e,r)=>r.charAt(0).toLocaleUpperCase(e)+r.slice(1);function g(e,r,t={}){return fe(e in we?e:"en",(we[e]??$e)[r],t)}function Se(e,r){return r.length<2?r[0]??g(e,"nobody"):g(e,"and",{list:r.slice(0,-1).join(", "),last:r[r.length-1]})}function Er(e,r){const t=e==="de"?Lr.reduce((n,o)=>n.replace(...o),r):r;return ke(e,t.replace(ye[e]??ye.en,""))}const ze="hand",Ar="score",V=4,Ce=8;function Dr(e,r){const t=e.viewer??0,n=Array.from({length:r},(a,i)=>(t+i)%r).map(a=>Br(e,a)),o=e.zones.filter(({owner:a})=>a===null);return e.viewer===null?{own:null,others:n,shared:o}:{own:n[0],others:n.slice(1),shared:o}}function Br(e,r){const t=e.zones.filter(({owner:a})=>a===r),n=t.find(({kind:a})=>a===ze)??null,o=t.filter(a=>a!==n);return o.every(({key:a})=>X(a))&&o.sort((a,i)=>X(a.key)-X(i.key)),{seat:r,hand:n,zones:o}}const X=e=>Number(/\.(\d+)$/.exec(e)?.[1]??0);function Pr(e,r=new Map){const t=new Map(r),n=e.zones.filter(({owner:o})=>o===null).length>V;for(const{kind:o,cards:a,owner:i,value:s}of e.zones)o===ze?t.set(o,"hand"):o===Ar||a.includes(null)?t.set(o,"pile"):t.has(o)||t.set(o,i===null&&(n||s===null)?"pile":"spread");return t}function Ir(e,r){const t=r==="pile"?Math.min(3,e.count):Ce,n=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(n).map((o,a)=>({card:o,index:n+a}))}function Rr(e,r,t){return Er(t,e.owner===null?e.label:Nr(e,r,t))}function Nr(e,{vocabulary:r},t){const n=r.zones.find(({key:i})=>i===e.kind)?.template??"",o=n.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(o===n)return e.label;const a=e.label.match(new RegExp(`^${Kr(n).replace(jr,"(?<$1>.+?)")}$`));return a?fe(t,o,a.groups??{}):e.label}const jr=/\\\{(\w+)(?::\w+)?\\\}/g,Kr=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function K({name:e,value:r,display:t},{events:n},o){return r==="none"||r===""?null:n.find(({key:i})=>i===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(i=>o(Number(i))).join(", "):t}const Hr=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),Te=({value:e,display:r})=>!["none","no",""].includes(e)&&r!=="0";function J({value:e},r){const t=e.split(",");return t.every(n=>r.some(({key:o})=>o===n))?t:[]}const Wr=(e,r,t=[])=>e.filter(n=>n.weight==="RULE"&&Te(n)&&(n.zone===r||J(n,t).includes(r))),Me=(e,{vocabulary:r})=>r.powers.find(({key:t})=>t===e)?.template??"";function _r(e,r){if(e.count===0)return`${e.label}: ${g(r,"noCards")}`;const t=e.cards.filter(i=>i!==null).map(i=>i.label),n=e.count-t.length,o=[...t.slice(-Ce),...n?[g(r,"hidden",{count:n})]:[]],a=e.value===null?"":` (${e.value})`;return`${e.label}${a}: ${Q(e.count,r)}, ${o.join(", ")}`}const Q=(e,r)=>g(r,"cards",{count:e});function ee(e){const t=e.composedPath()[0].closest?.("[data-code]")??null;return t&&Le(t)}function Le(e){const r=e.closest("[data-zone]")?.dataset.zone;return r?{element:e,picked:{zone:r,index:Number(e.dataset.index),code:e.dataset.code??""}}:null}function qe(e){const r=t=>t.stopPropagation();e.addEventListener("click",r,{capture:!0,once:!0}),setTimeout(()=>e.removeEventListener("click",r,{capture:!0}),50)}function Fr({language:e,moves:r,making:{latency:t,busy:n},play:o}){return u`<div class="croupier-slam" part="race">
${r.map((a,i)=>u`<button
type="button"
part="slam"
key=${a.notation}
data-move=${a.notation}
aria-disabled=${n?"true":void 0}
aria-keyshortcuts=${i===0?"Space M":void 0}
onClick=${()=>!n&&o(a)}
>
<b>${g(e,"slam")}</b> ${a.label}
${i===0&&u`<small>${Ur(e,t)}</small>`}
</button>`)}
</div>`}function Ur(e,r){const t=g(e,"slamKey");return r===null?t:`${t} \xB7 ${g(e,"latency",{millis:r})}`}function Oe(e,r=Date.now,t=1/0){const n=()=>e?Math.max(0,Math.min(t,Date.parse(e)-r())):0,[o,a]=y(n);return k(()=>{if(a(n()),!e)return;const i=setInterval(()=>{a(n()),n()===0&&clearInterval(i)},200);return()=>clearInterval(i)},[e]),o}function Ee({millis:e,whole:r,label:t}){return u`<div class="croupier-time" part="time">
${e>0&&u`<span class="croupier-time-bar" style=${{transform:`scaleX(${Math.min(1,e/r)})`}}></span>
<span class="croupier-time-label">${t}</span>`}
</div>`}function Zr(e,r,t){k(()=>Yr(e.current),[]),k(()=>{if(r.length===0)return;const n=o=>{o.repeat||o.ctrlKey||o.metaKey||o.altKey||!(o.key===" "?!te(o,Gr):o.key.toLowerCase()==="m"&&!te(o,re))||e.current!==Ae()||(o.preventDefault(),t(r[0]))};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const P=new Set;let H=null;function Ae(){return[...P].find(r=>r.matches(":focus-within"))??(P.size===1?[...P][0]:H)}function Yr(e){const r=new AbortController,t=()=>{H=e};P.add(e);for(const n of["pointerdown","focusin"])e.addEventListener(n,t,{signal:r.signal});return()=>{r.abort(),P.delete(e),H===e&&(H=null)}}const re="input, textarea, select, [contenteditable]",Gr=`${re}, button, a, summary`;function te(e,r){const[t]=e.composedPath();return t instanceof Element&&t.matches(r)}const L={cards:[],zone:null,seat:null},E=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function q(e,r){if(E(r))return[];const t=e.filter(o=>De(o,r)),n=t.filter(o=>o.cards.length<=r.cards.length);return[...n,...t.filter(o=>!n.includes(o))]}function De(e,{cards:r,zone:t,seat:n}){return n!==null&&e.seat!==n||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:o})=>e.from===null||e.from===o)&&Vr(e,r)}function Vr(e,r){const t=e.cards.map(({code:n})=>n);return r.every(({code:n})=>{const o=t.indexOf(n);return o>=0&&t.splice(o,1),o>=0})}function Xr(e,r,t,n=null){const o=E(r)?null:ne(e,r,t.zone),a=!r.cards.some(({zone:c})=>c===t.zone);if(o&&a)return o;const i={...r,cards:[...r.cards,t]};if(r.cards.length&&!oe(r,t)&&q(e,i).length)return i;const s={...L,cards:[t]};return q(e,s).length?s:t.zone===n?null:ne(e,L,t.zone)}function ne(e,r,t){const n={...r,zone:t};if(!E(r)&&q(e,n).length)return n;const o={...L,zone:t};return e.some(a=>a.cards.length===0&&De(a,o))?o:null}function Jr(e,r,t){const n={...r,seat:t};return q(e,n).length?n:q(e,{...L,seat:t}).length?{...L,seat:t}:null}const oe=({cards:e},r)=>e.some(({zone:t,index:n})=>t===r.zone&&n===r.index);function Qr(e,r,t=null){const n=E(r)?e.filter(({cards:s})=>s.length===0):q(e,r),a=n.flatMap(({from:s,to:c})=>E(r)?[s,c]:[c]).filter(s=>s!==null&&s!==t),i=n.map(({seat:s})=>s).filter(s=>s!==null);return{zones:new Set(a),seats:new Set(i)}}const et=(e,r)=>e.filter(t=>t.cards.length===0||t.from!==null&&t.from!==r),rt=4;function tt(e,r,t,n){const o=E(r)?et(e,t):q(e,r),a=o.map(({from:c,to:l,seat:d})=>`${c} ${l} ${d}`),i=c=>a.filter(l=>l===c).length===1,s=({from:c,to:l,seat:d})=>d!==null||n.some(({key:m,cards:p})=>m===l||m===c&&p.at(-1));return new Set(a).size===1?o:o.length<=rt?o.filter((c,l)=>!(s(c)&&i(a[l]))):o.filter(({from:c,to:l,seat:d})=>l===null&&d===null&&(c===null||c===t))}const W=(e,r)=>q(e,{...L,cards:[r]}).length>0;function Be(e,r){return W(e,r)?q(e,{...L,cards:[r]}):e.filter(({cards:t,from:n,to:o,seat:a})=>!t.length&&n===r.zone&&(o??a)!==null)}function Pe({title:e,language:r,close:t,children:n}){const o=z(null);return k(()=>{o.current?.showModal(),o.current?.querySelector("header ~ * button")?.focus()},[]),u`<dialog
class="croupier-sheet"
part="sheet"
ref=${o}
aria-label=${e}
onClose=${t}
onClick=${a=>a.target===a.currentTarget&&t()}
>
<header>
<b>${e}</b>
<button type="button" part="cancel" onClick=${t}>${g(r,"close")}</button>
</header>
${n}
</dialog>`}function nt({zone:e,game:r,language:t,close:n}){const o=e.label.charAt(0).toLocaleUpperCase(t)+e.label.slice(1),a=e.cards.filter(i=>i===null).length;return u`<${Pe} ...${{title:o,language:t,close:n}}>
<ol class="croupier-laid">
${Ie(e).map((i,s)=>u`<li key=${s}>
<span class="croupier-unseen">${i.label}</span>
<${N} card=${i} game=${r} />
</li>`)}
</ol>
${a>0&&u`<p>${g(t,"hidden",{count:a})}</p>`}
<//>`}const Ie=({cards:e})=>e.filter(r=>r!==null),ae=e=>e!==void 0&&Ie(e).length>1;function ie(e,r){if(!e)return null;const t=r.cards.find(({color:s})=>s!==null&&(s===e||ot(s,r)===e)),n=t??r.cards.find(({suit:s})=>s?.toLowerCase().split(" ").includes(e));if(!n)return null;const{hue:o,mark:a,emblem:i}=nr(n,r);return t?{color:o.body,ink:o.ink,emblem:a}:{color:"#fff",ink:"#17202a",emblem:i}}function ot(e,{cards:r}){const t=r.filter(a=>a.color===e).map(({code:a})=>a),[n]=t,o=[...n].findIndex((a,i)=>t.some(s=>s[i]!==a));return o<0?n:n.slice(0,o)}const se=4,at="owed";function ce({zone:e,drawn:r}){const{view:t,shapes:n,game:o,language:a,playing:i}=r,s=n.get(e.kind)??"spread",c=Ir(e,s),{value:l}=e,d=s!=="spread"||e.count>c.length||l===null&&c.length>se,m=c.length>se?Math.ceil(c.length/2):Math.max(1,c.length),p=Wr(t.facts,e.key,t.zones),h=p.map($=>ie($.value,o)).find(Boolean),x=i?.targets.zones.has(e.key),b=[`croupier-zone croupier-${s}`,x&&"croupier-target",i?.selection.zone===e.key&&"croupier-chosen",h&&"croupier-ringed"];return u`<div
class=${b.filter(Boolean).join(" ")}
part=${x?"zone target":"zone"}
data-zone=${e.key}
style=${{"--ring":h?.color}}
onClick=${i&&(()=>i.touchZone(e.key))}
>
<div class="croupier-zone-title">
<span>${Rr(e,o,a)}</span>
</div>
<div class="croupier-place">
<div
class="croupier-cards"
role="img"
aria-label=${_r(e,a)}
style=${{"--n":Math.max(1,c.length),"--per-row":m,"--in-rows":c.length>se?2:1}}
>
${c.map(({card:$,index:f},v)=>{const w={"--i":v,"--column":v%m,"--row":Math.floor(v/m)};return u`<${st} key=${f} ...${{zone:e,drawn:r,card:$,index:f,at:w}} />`})}
</div>
<span class="croupier-marks" aria-hidden="true">
<span>
${d&&u`<b key=${e.count} class="croupier-count">${e.count}</b>`}
${l!==null&&u`<b key=${`=${l}`} class="croupier-value" part="value">${l}</b>`}
</span>
<${it} facts=${p} ...${r} />
</span>
${i&&ae(e)&&u`<button
type="button"
class="croupier-unseen croupier-shower"
aria-haspopup="dialog"
aria-label=${g(a,"showZone",{zone:e.label})}
onClick=${$=>($.stopPropagation(),i.open(e.key))}
></button>`}
</div>
</div>`}function it({facts:e,view:r,game:t,names:n}){return e.map(o=>{const a=K(o,t.vocabulary,n),i=ie(o.value,t),s=o.name===at,c=J(o,r.zones).length?"\u2605":a;return u`<b
key=${`${o.name} ${a}`}
class=${s?"croupier-mark croupier-debt":"croupier-mark"}
part="mark"
title=${`${o.label}: ${a}`}
style=${i&&{background:i.color,color:i.ink}}
>
${s?`+${c}`:c}
</b>`})}function st({zone:e,drawn:{playing:r,game:t},card:n,index:o,at:a}){const i={zone:e.key,index:o,code:n?.code??""},s=n!==null&&r!==null&&r.canLift(i),c=r!==null&&oe(r.selection,i),l=d=>{!r||!n||(d.stopPropagation(),r.touchCard(i))};return u`<div
class="croupier-card${s?" croupier-playable":""}${c?" croupier-chosen":""}"
part=${s?"card playable":"card"}
data-index=${o}
data-code=${n?.code}
style=${a}
onClick=${r&&l}
>
${n?u`<${N} card=${n} game=${t} />`:u`<${me} />`}
</div>`}const ct=2;function lt({drawn:e,other:{seat:r,hand:t,zones:n},seats:o}){const{view:a,language:i,playing:s,names:c}=e,[l,d]=y(!1);k(()=>d(!1),[a.turn.join()]);const m=s?.targets.seats.has(r),p=a.turn.includes(r),h=n.some(({key:f})=>s?.targets.zones.has(f)),x=[m&&"croupier-target",p&&"croupier-asked",h&&"croupier-holds-target",l&&"croupier-open"],b=t?[t,...n]:n,$=()=>{if(!s||!m)return d(!l);const{cards:f,zone:v,seat:w}=s.selection,T=f.length===0&&v===null;T&&d(w!==r),T&&w===r?s.cancel():s.touchSeat(r)};return u`<div
role="group"
class=${["croupier-seat",...x.filter(Boolean)].join(" ")}
part=${p?"seat asked":"seat"}
data-seat=${r}
aria-label=${c(r)}
onClick=${s&&(()=>s.touchSeat(r))}
>
<${pt} ...${{drawn:e,seat:r,player:o[r],count:(t?[t]:n).reduce(ut,0)}} />
<button
type="button"
class="croupier-opener"
aria-expanded=${l?"true":"false"}
aria-label=${g(i,"showSeat",{name:c(r)})}
onClick=${f=>(f.stopPropagation(),$())}
></button>
<div
class="croupier-seat-zones"
tabindex=${b.length>ct?0:void 0}
role="group"
aria-label=${c(r)}
>
${b.map(f=>u`<${ce} key=${f.key} zone=${f} drawn=${e} />`)}
</div>
</div>`}const ut=(e,{count:r})=>e+r;function pt({drawn:{view:e,names:r,language:t},seat:n,player:o,count:a}){const i=e.turn.includes(n),s=e.result?.ranking[n],c=r(n),l=o?.bot?.level;return u`<header class="croupier-seat-head${i?" croupier-asked":""}">
<${Re} ...${{seat:n,name:c,isAsked:i,rank:s}} />
<span class="croupier-name" title=${c}>${c}</span>
${l&&u`<span class="croupier-tag" title=${g(t,"botLong",{level:l})}>
${g(t,"bot",{level:l})}
</span>`}
<span class="croupier-unseen">
${i&&g(t,"isAsked")} ${s&&g(t,"rank",{rank:s})}
</span>
<span key=${`${a} held`} class="croupier-held" role="img" aria-label=${Q(a,t)}>
${a}
</span>
<${Ne} ...${{view:e,seat:n,language:t}} />
</header>`}const Re=({seat:e,name:r,isAsked:t,rank:n})=>u`<span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(e*137+20)%360}}>
${t?"\u25B6":n??dt(r)}
</span>`;function Ne({view:e,seat:r,language:t}){const n=e.scores.find(a=>a.seat===r)?.points??null,o=n===null?g(t,"pointsUnknown"):g(t,"points",{points:n});return u`<b key=${n} class="croupier-points" role="img" title=${o} aria-label=${o}>
${n??"?"}
</b>`}const dt=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?";function ht({snapshot:{session:e,decision:r,connection:t},language:n,names:o,now:a,...i}){const{view:s,viewerSeat:c}=e,l=r?.asked??!1,d=t==="reconnecting"||t==="failed";return u`<div class="croupier-status${l?" croupier-asked":""}" part="status">
${s&&c!==null&&u`<${ft} ...${{view:s,seat:c,name:o(c),isMine:l,language:n}} />`}
<${gt} ...${{...i,view:s,language:n}} status=${bt(e,r,n,o)} />
<span class="croupier-unseen" aria-live="assertive">${l&&g(n,"yourTurn")}</span>
${s?.viewer===null&&u`<span class="croupier-tag">${g(n,"spectator")}</span>`}
<span class="croupier-connection" role="status">${d&&g(n,t)}</span>
<${mt} ...${{session:e,decision:r,language:n,now:a}} />
</div>`}const ft=({view:e,seat:r,name:t,isMine:n,language:o})=>u`<${Re} ...${{seat:r,name:t}} isAsked=${n} rank=${e.result?.ranking[r]} />
<span class="croupier-name" title=${t}>${t} (${g(o,"you")})</span>
<${Ne} ...${{view:e,seat:r,language:o}} />`;function mt({session:e,decision:r,language:t,now:n}){const o=Oe(r?.deadline,n),{reactionMillis:a,moveSeconds:i}=e.settings,s=Oe(r?.notBefore,n,a??0),c=g(t,"window");if(s>0)return u`<${Ee} millis=${s} whole=${a} label=${c} />`;const l=g(t,"timeLeft",{seconds:Math.ceil(o/1e3)});return u`<${Ee} millis=${o} whole=${(i??1)*1e3} label=${l} />`}function gt({choosing:e,effect:r,notice:t,onRule:n,view:o,language:a,status:i}){const s=vt(e,o,a),c=r?u`<span part="effect">${r}</span>`:u`<span part="prompt">${s}</span>`,l=`${i} ${t?.message??(r||s)}`;return u`<div class="croupier-prompt">
<p key=${l} style=${{"--length":l.length}}>
<strong>${i}</strong>${" "}
${t&&!t.at?u`<${je} ...${{notice:t,language:a,onRule:n}} />`:c}
</p>
</div>`}const je=({notice:{message:e,detail:r,rule:t},language:n,onRule:o})=>u`<span class="croupier-told" part="notice" role="alert">
${e} <span lang="en">${r}</span>
${t&&u`<button type="button" class="croupier-rule" part="rule" onClick=${()=>o?.({number:t})}>
${g(n,"rule",{number:t})}
</button>`}
</span>`;function vt({moves:e,selection:r,buttons:t,only:n,isResigned:o},a,i){if(o)return g(i,"resigned");if(!E(r))return n?g(i,"confirm"):t.length===0?g(i,"choosePlace"):g(i,t.every(({choice:c})=>c!==null)?"chooseMove":"chooseTarget");const s=a?.turn.includes(a.viewer??-1);return e.length&&!s?g(i,xt(e)):a?.prompt??""}function xt(e){return e.every(({cards:r})=>r.length>0)?"chooseCard":e.some(({cards:r})=>r.length>0)?"choose":"chooseMove"}function bt({view:e,status:r},t,n,o){if(!e)return g(n,r==="OPEN"?"waiting":"over");if(e.result){const a=Se(n,e.result.winners.map(o)),i=e.result.winners.length>1?"share":"wins";return`${g(n,"over")}: ${g(n,i,{names:a})}`}return t?.asked?g(n,"yourTurn"):e.turn.length===0?g(n,"over"):g(n,"turnOf",{names:Se(n,e.turn.map(o))})}const $t=350,wt=450,yt=8,_=10;function kt(e){const[r,t]=y(null);return k(()=>{const n=new AbortController;return St(e.current,t,n.signal),()=>n.abort()},[]),r}function St(e,r,t){let n;const o={x:0,y:0},a=(l,d)=>{clearTimeout(n),n=setTimeout(d,l)},i=(l,d)=>e.addEventListener(l,d,{signal:t});i("pointerover",l=>{const d=l.pointerType==="mouse"&&l.buttons===0?ee(l):null;l.pointerType==="mouse"&&a(d?$t:0,()=>r(d&&d.picked))}),i("pointerleave",({pointerType:l})=>{l==="mouse"&&a(0,()=>r(null))}),i("pointerdown",l=>{const d=l.pointerType==="mouse"?null:ee(l);[o.x,o.y]=[l.clientX,l.clientY],r(null),a(wt,()=>{d&&(r(d.picked),e.addEventListener("pointerup",()=>qe(e),{once:!0,signal:t}))})}),i("pointermove",({clientX:l,clientY:d,buttons:m})=>{m&&Math.hypot(l-o.x,d-o.y)>yt&&a(0,()=>r(null))}),i("pointerup",()=>clearTimeout(n)),i("pointercancel",()=>clearTimeout(n)),i("contextmenu",l=>l.pointerType==="touch"&&l.preventDefault());let s=!1;const c=()=>requestAnimationFrame(()=>{const l=e.querySelector("[role=listbox]:focus-visible .croupier-active");(l||s)&&r((l&&Le(l)?.picked)??null),s=l!==null});for(const l of["keyup","focusin","focusout"])i(l,c)}function zt({root:e,at:r,game:t,language:n,notice:o,onRule:a}){const i=z(null);U(()=>{r&&e.current&&i.current&&Ct(e.current,i.current,r)});const s=r&&t.cards.find(({code:l})=>l===r.code);if(!s)return null;const c=Me(s.code,t);return u`<div
class="croupier-bubble${o?" croupier-refusal":""}"
part="bubble"
role=${o?void 0:"tooltip"}
ref=${i}
>
<b>${s.label}</b>
${o&&u`<${je} ...${{notice:o,language:n,onRule:a}} />`}
${c&&u`<span>${c}</span>`}
</div>`}function Ct(e,r,{zone:t,index:n,code:o}){const a=`[data-index="${n}"][data-code="${CSS.escape(o)}"]`,i=e.querySelector(`[data-zone="${CSS.escape(t)}"] ${a}`);if(r.hidden=i===null,!i)return;const[s,c]=[i.getBoundingClientRect(),e.getBoundingClientRect()],l=s.left+s.width/2-c.left,d=Math.max(_,Math.min(l-r.offsetWidth/2,c.width-r.offsetWidth-_)),m=i.closest("[role=listbox]")&&e.querySelector(".croupier-status"),p=Math.min(s.top,m?.getBoundingClientRect().top??s.top)-c.top-r.offsetHeight-_;r.style.left=`${d}px`,r.style.top=`${p>0?p:s.bottom-c.top+_}px`}const I=[],Tt=500;let Mt=0;function Lt(e,r,{make:t,busy:n,setNotice:o},a,i){const s=ge(()=>`croupier-${++Mt}`,[]),c=Ot(r),l=Et(r),[d,m]=Bt(r,c),p=S=>{n||e.getSnapshot().pending||(Nt(a.current),m(L),t(S))},h=q(c,d),x=S=>{o(null);const[M,...C]=S===null?I:q(c,S);M&&C.length===0&&(h.includes(M)||Dt(r,M,S))?p(M):m(S??L)},b=S=>m(W(c,S)?{...L,cards:[S]}:{...L,zone:S.zone}),$=()=>{o(null),m(L)},f=S=>{Pt(e,S).then(M=>M&&o(M))},v=z({place:"",at:0}),T={moves:c,hand:l,selection:d,select:x,lift:b,play:p,explain:f,cancel:$,isDouble:S=>{const{place:M,at:C}=v.current;return v.current={place:S,at:performance.now()},S===M&&v.current.at-C<Tt},...i};return{id:s,...T,...qt(T,a),targets:Qr(c,d,l),buttons:tt(c,d,l,At(r)),only:h.length===1?h[0]:null,outOfTurn:r.decision?.asked?I:c,isResigned:Ke(r)}}function qt({moves:e,hand:r,selection:t,select:n,play:o,explain:a,isDouble:i,list:s,open:c},l){const d=p=>{if(i(p.zone)&&p.zone!==r)return;const h=Xr(e,t,p,r);h===null&&p.zone===r?a(p):h===null&&E(t)&&c(p.zone);const x=h!==null&&JSON.stringify(h)===JSON.stringify(t);n(x&&q(e,h).length>1?L:h)},m=p=>p!==null&&n(p);return{touchCard:d,touchZone:p=>{if(i(p))return;const h=ne(e,t,p);h!==null?n(h):E(t)&&c(p)},touchSeat:p=>i(`#${p}`)||m(Jr(e,t,p)),enter:p=>{const h=q(e,{...L,cards:[p]});if(h.length===1)return o(h[0]);d(p),h.length>1&&Rt(l.current,()=>s(h))},canLift:p=>Be(e,p).length>0,drop:(p,h,x)=>{const b=Be(e,p),$=It(b,p,h,x),f=$===null?I:q(b,$);f.length===1?o(f[0]):n($)}}}const Ot=e=>Ke(e)?I:e.decision?.moves??I,Ke=({session:{seats:e,viewerSeat:r}})=>r!==null&&e[r]?.kind==="DEFAULT_POLICY",Et=({session:{view:e,viewerSeat:r}})=>e?.zones.find(({kind:t,owner:n})=>t==="hand"&&n===r&&n!==null)?.key??null,At=({session:{view:e,viewerSeat:r}})=>(e?.zones??[]).filter(({kind:t,owner:n})=>n===null||n===r&&t!=="hand");function Dt({session:e},r,t){return!t?.zone||t.cards.length>0?!1:r.to===t.zone||!ae(e.view?.zones.find(({key:n})=>n===t.zone))}function Bt({session:e},r){const[t,n]=y(L),o=t.cards.every(({zone:i,index:s,code:c})=>e.view?.zones.find(({key:d})=>d===i)?.cards[s]?.code===c);return[E(t)||o&&q(r,t).length>0?t:L,n]}async function Pt(e,r){const n=(await e.hand().catch(()=>null))?.cards[r.index];return n?.card.code!==r.code||!n.refusal?null:{message:n.refusal.message,rule:n.refusal.rule,at:r}}function It(e,r,t,n){const o=W(e,r)?[r]:[];return[{cards:o,zone:t===r.zone?null:t,seat:null},{cards:o,zone:null,seat:n}].find(i=>(i.zone??i.seat)!==null&&q(e,i).length>0)??null}function Rt(e,r){requestAnimationFrame(()=>{const t=e?.querySelector("[data-tray] [data-move]");t?t.focus():r()})}function Nt(e){const r=e?.getRootNode()?.activeElement;if(!e?.contains(r??null)||!r?.hasAttribute("data-move"))return;(e.querySelector("[role=listbox]")??e.querySelector("[data-tray]"))?.focus({preventScroll:!0})}const jt=180;function Kt(e){const{cursor:r}=e.session,[t,n]=y(""),o=z(new Map),a=z(void 0);return k(()=>(o.current=new Map,n(""),()=>clearTimeout(a.current)),[r,e]),[t,s=>{if(clearTimeout(a.current),!s)return n("");const c=o.current.get(s.notation);if(c!==void 0)return n(c);const l=o.current;a.current=setTimeout(async()=>{const m=((await e.preview(s).catch(()=>null))?.events??[]).filter(({seat:p,count:h})=>p!==null||h).map(({sentence:p})=>p);l.set(s.notation,m.join(" ")),l===o.current&&n(m.join(" "))},jt)}]}function Ht(e,r,t){k(()=>{if(!r)return;const n=o=>{o.repeat||o.ctrlKey||o.metaKey||o.altKey||o.key.toLowerCase()!=="m"||!te(o,re)&&e.current===Ae()&&t()};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const Wt=e=>e.filter(({weight:r})=>r!=="DETAIL").map(({sentence:r})=>r);function _t({language:e,lines:r}){const t=z(null);k(()=>{t.current&&(t.current.scrollTop=t.current.scrollHeight)},[r]);const n=g(e,"events");return u`<div
class="croupier-log"
part="log"
role="log"
aria-live="polite"
tabindex="0"
aria-label=${n}
ref=${t}
>
${r.map(({id:o,sentence:a})=>u`<p key=${o}>${a}</p>`)}
</div>`}function Ft(){const[e,r]=y([]);return[e,n=>{const o=Wt(n.events).map((a,i)=>({id:`${n.cursor}-${i}`,sentence:a}));o.length&&r(a=>[...a,...o].slice(-30))}]}function Ut(e,{session:{cursor:r},pending:t},n,o){const[a,i]=y(null),[s,c]=y(!1),[l,d]=y(null);k(()=>i(null),[r]);const m=h=>{c(!0),setTimeout(()=>{c(!1),i(null)},h)};return{make:async h=>{const x=performance.now();i(null);try{const b=await e.move(h);d(Math.round(performance.now()-x)),i(Zt(b,n)),b.kind==="tooEarly"&&m(b.retryAfterMillis),o?.(b)}catch(b){const $=b instanceof Error?b.message:`${b}`,f=b instanceof or?{}:{detail:$};i({message:g(n,"fault"),...f})}},notice:a,setNotice:i,busy:t!==null||s,latency:l}}function Zt(e,r){return e.kind==="illegal"?{message:e.message,rule:e.rule?.number??null}:e.kind==="applied"?null:{message:g(r,e.kind)}}const Yt=["pointerover","pointerdown","focusin"];function Gt(e,r){const t=z(null),n=z(null),o=z(()=>{}),a=z((()=>{})),i=z({version:r.version,session:r});return k(()=>{const s=new AbortController,c=e.current;let l=!1;o.current=()=>{l||(l=!0,Vt(c,t,s.signal).then(p=>{n.current=p,a.current()},()=>null))};const{view:d,version:m}=r;d?.ply===0&&(o.current(),a.current=()=>i.current.version===m&&n.current?.deal(d));for(const p of Yt)c.addEventListener(p,o.current,{signal:s.signal});return()=>{s.abort(),n.current?.end()}},[]),U(()=>n.current?.start()),{dragging:t,measure:()=>n.current?.measure(),show:s=>{s.events.length>0&&o.current(),n.current?.show(s,i.current),i.current=s}}}async function Vt(e,r,t){const[{makeFlights:n},{letDrag:o}]=await Promise.all([import("./animation.js"),Promise.resolve().then(function(){return Xn})]);return t.aborted?null:(o(e,r,t),n(e,()=>r.current.game.cards))}function Xt({language:e,game:r,choosing:t,busy:n,consider:o,list:a}){const{moves:i,buttons:s,only:c,selection:l,play:d,cancel:m}=t;k(()=>o(c),[c]);const p=s.length>1&&s.every(({choice:v})=>v!==null),h=g(e,"allMoves",{count:i.length}),x={game:r,language:e,busy:n,play:d,consider:o,areChoices:p},b=p?[...new Set(s.map(v=>_e(v,r)))]:[],$=v=>s.filter(w=>_e(w,r)===v),f=v=>v.map(w=>u`<${He} key=${w.notation} ...${{...x,move:w}} />`);return u`<div class="croupier-tray${n?" croupier-busy":""}" part="tray" data-tray tabindex="-1">
<div
key=${s.map(({notation:v})=>v).join()}
class="croupier-moves${p?" croupier-choices":""}"
role="group"
aria-label=${g(e,"moves")}
>
${b.length>1?b.map(v=>u`<div key=${v} class="croupier-deed"><b>${v}</b>${f($(v))}</div>`):f(s)}
</div>
${!E(l)&&u`<button
type="button"
class="croupier-cancel"
part="cancel"
aria-label=${g(e,"cancel")}
onClick=${m}
></button>`}
<button
type="button"
class="croupier-all${i.length?"":" croupier-idle"}"
part="all-moves"
aria-haspopup="dialog"
aria-keyshortcuts="M"
title=${h}
onClick=${()=>a(i)}
>
<span class="croupier-unseen">${h}</span>
<span key=${i.length} aria-hidden="true">${i.length}</span>
</button>
</div>`}function Jt({language:e,game:r,choosing:t,busy:n,consider:o,moves:a,close:i}){k(()=>()=>o(null),[]);const s=d=>{i(),t.play(d)},c=g(e,"allMoves",{count:a.length}),l={game:r,language:e,busy:n,play:s,consider:o};return u`<${Pe} ...${{title:c,language:e,close:i}}>
<div class="croupier-moves" role="group" aria-label=${g(e,"moves")}>
${a.map(d=>u`<${He} key=${d.notation} ...${{...l,move:d,areChoices:!1}} />`)}
</div>
<//>`}function He({move:e,game:r,language:t,areChoices:n,busy:o,play:a,consider:i}){const s=ie(e.choice,r),c=We(e,r),l=n&&c?Or(t,c):e.label;return u`<button
type="button"
class="croupier-move"
part="move"
data-move=${e.notation}
aria-label=${e.label}
aria-disabled=${o?"true":void 0}
onClick=${d=>!o&&!Qt(d)&&a(e)}
onPointerEnter=${()=>i(e)}
onPointerLeave=${()=>i(null)}
onFocus=${()=>i(e)}
onBlur=${()=>i(null)}
>
${s&&u`<span class="croupier-swatch" part="swatch" style=${{background:s.color,color:s.ink}}>
${s.emblem&&u`<svg viewBox="0 0 48 48" aria-hidden="true">
<path d=${s.emblem} fill="currentColor" fill-rule="evenodd" />
</svg>`}
</span>`}
<span>${l}</span>
</button>`}const We=({choice:e},{vocabulary:r})=>r.choices.find(({key:t})=>t===e)?.template??"",_e=(e,r)=>e.label.replace(We(e,r),"").trim(),Qt=({detail:e,pointerType:r})=>e>1&&r!=="touch",Fe="direction",en="asked";function rn({view:e,game:r,names:t}){const n=e.facts.find(({name:a})=>a===Fe);if(!n)return null;const o=`${n.label}: ${K(n,r.vocabulary,t)}`;return u`<div
class="croupier-direction"
part="direction"
data-value=${n.value}
role="img"
aria-label=${o}
title=${o}
>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${Ue} /></svg>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${Ue} /></svg>
</div>`}const Ue="M3 5l12 7-12 7zM12 5l12 7-12 7z";function tn({view:e,game:r,names:t}){const n=a=>a.weight==="RULE"&&a.zone===null&&![Fe,en].includes(a.name)&&Te(a),o=e.facts.filter(a=>n(a)&&J(a,e.zones).length===0);return u`<div key=${o.map(({name:a})=>a).join()} class="croupier-notes" aria-hidden="true">
${o.map(a=>u`<b key=${a.name}>${a.label}: ${K(a,r.vocabulary,t)}</b>`)}
</div>`}function nn({view:e,game:r,language:t,names:n}){const o=g(t,"facts");return u`<details class="croupier-facts" part="facts">
<summary aria-label=${o} title=${o}>i</summary>
<dl tabindex="0" aria-label=${o}>
${Hr(e.facts).map(a=>{const i=K(a,r.vocabulary,n);return u`<div key=${a.name} class="croupier-fact" part="fact">
<dt>${a.label}</dt>
<dd>${i??"\u2013"}</dd>
</div>`})}
</dl>
</details>`}const on=6,an=4;let sn=0;function cn({zone:e,drawn:r}){const{playing:t,game:n,language:o}=r,[a,i]=y(0),s=Math.min(a,e.count-1),c=ge(()=>`croupier-hand-${++sn}`,[]),l=f=>`${t?.id??c}-card-${f}`,d=f=>{const v=ln(f.key,s,e.count);v!==null&&i(v);const w=e.cards[s]?.code;f.key==="Enter"&&w&&t?.enter({zone:e.key,index:s,code:w}),(v!==null||f.key==="Enter")&&f.preventDefault()},m=z(!1);m.current||=e.count>on;const p=m.current?Math.max(an,Math.ceil(e.count/2)):Math.max(1,e.count),h=f=>e.count>p?Math.floor(f/p):.5,x=({card:f,index:v})=>{const w={zone:e.key,index:v,code:f?.code??""},T=t!==null&&f!==null&&W(t.moves,w),S=t!==null&&oe(t.selection,w),M=[T&&"croupier-playable",S&&"croupier-chosen",v===s&&"croupier-active"],C=f?.label??g(o,"hiddenCard");return u`<div
key=${v}
id=${l(v)}
role="option"
class=${["croupier-card",...M.filter(Boolean)].join(" ")}
part=${T?"card playable":"card"}
data-index=${v}
data-code=${f?.code}
aria-selected=${S?"true":"false"}
aria-description=${f&&Me(f.code,n)||void 0}
style=${{"--i":v,"--column":v%p,"--row":h(v)}}
onClick=${()=>{i(v),f&&t?.touchCard(w)}}
>
<span class="croupier-unseen">${T?g(o,"playable",{card:C}):C}</span>
${f?u`<${N} card=${f} game=${n} />`:u`<${me} />`}
</div>`},b=(t?.moves.length??0)>0,$=m.current?" croupier-two-rows":"";return u`<div
class="croupier-own-hand${b?" croupier-deciding":""}${$}"
part="hand"
data-zone=${e.key}
style=${{"--n":Math.max(1,e.count),"--per-row":Math.min(p,Math.max(1,e.count))}}
>
<div
role="listbox"
class="croupier-cards"
tabindex="0"
aria-label=${`${g(o,"yours")}: ${Q(e.count,o)}`}
aria-activedescendant=${e.count?l(s):void 0}
onKeyDown=${d}
>
${e.cards.map((f,v)=>x({card:f,index:v}))}
</div>
</div>`}function ln(e,r,t){const n=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,n):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?n:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const un=1,pn=2;function dn(e){const{view:r,game:t,language:n,names:o,seatCount:a,seats:i=[],playing:s=null,bar:c=null,log:l=null}=e,d=z(new Map);d.current=Pr(r,d.current);const m={view:r,game:t,language:n,names:o,playing:s,shapes:d.current},{own:p,others:h,shared:x}=Dr(r,a),b=z(null);return k(()=>gn(b.current),[r.turn.join()]),u`<div class="croupier-stage" part="stage" lang=${n}>
<div class=${fn(p,c!==null)} style=${mn({own:p,others:h,shared:x},m)}>
<div
class="croupier-others"
part="others"
ref=${b}
role="group"
tabindex=${h.length>1?0:void 0}
aria-label=${g(n,"others")}
>
${h.map($=>u`<${lt} key=${$.seat} ...${{drawn:m,other:$,seats:i}} />`)}
</div>
<div class="croupier-middle" part="table">
<${rn} ...${m} />
<div class="croupier-shared" role="group" aria-label=${g(n,"table")}>
${x.map($=>u`<${ce} key=${$.key} zone=${$} drawn=${m} />`)}
</div>
<${tn} ...${m} />
</div>
${p&&u`<${hn} ...${{own:p,drawn:m}} />`}
${c}
${l}
<${nn} ...${m} />
${p?.hand&&u`<${cn} zone=${p.hand} drawn=${m} />`}
</div>
</div>`}function hn({own:{seat:e,zones:r},drawn:t}){return u`<div class="croupier-own" part="own" data-seat=${e}>
${r.length>0&&u`<div
class="croupier-own-zones"
role="group"
aria-label=${t.names(e)}
tabindex=${r.length>pn?0:void 0}
>
${r.map(n=>u`<${ce} key=${n.key} zone=${n} drawn=${t} />`)}
</div>`}
</div>`}function fn(e,r){return["croupier-view",r&&"croupier-played",e&&!e.hand&&"croupier-handless",e?.hand&&e.zones.length>un&&"croupier-stacked",(!e||e.zones.length===0)&&"croupier-zoneless"].filter(Boolean).join(" ")}function mn({own:e,others:r,shared:t},{shapes:n}){const o=Math.max(0,...r.map(({hand:i,zones:s})=>s.length+(i?1:0))),a=t.length<=V?t.length:Math.ceil(t.length/2);return{"--others":Math.max(1,r.length),"--most":Math.max(2,o),"--lines":Math.max(1,Math.ceil(o/3)),"--columns":Math.max(2,a),"--rows":t.length<=V?1:2,"--zones":Math.max(3,t.length),"--deep":t.some(({kind:i})=>n.get(i)==="spread")?2.1:1.4,"--mine":Math.max(e?.hand?1:3,e?.zones.length??0)}}function gn(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,n]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(n.left<t.left||n.right>t.right)&&(e.scrollLeft+=n.left-t.left),(n.top<t.top||n.bottom>t.bottom)&&(e.scrollTop+=n.top-t.top)}let vn=0;const le=new WeakMap;function xn(e){return le.has(e.table)||le.set(e.table,++vn),u`<${bn} key=${le.get(e.table)} ...${e} />`}function bn({table:e,game:r,language:t,names:n,now:o,onRule:a,onOutcome:i}){const s=z(null),[c,l]=Ft(),d=Gt(s,e.session),m=wn(e,d.measure,A=>{l(A),d.show(A)}),{session:p}=m,[h,x]=Kt(e),[b,$]=y(null),f=Ut(e,m,t,i),[v,w]=y(null),T=A=>p.view?.zones.find(tr=>tr.key===A),S=A=>w(ae(T(A))?A:null),M=T(v),C=Lt(e,m,f,s,{list:$,open:S}),{moves:B,outOfTurn:R,play:ue}=C,{notice:F,busy:Je}=f,Qe=kt(s);k(()=>$(null),[p.cursor]),Zr(s,R,ue),Ht(s,R.length===0&&B.length>0,()=>$(B)),d.dragging.current={game:r,canDrag:C.canLift,start:C.lift,drop:C.drop};const pe={names:n??(A=>$n(p,A,t)),seats:p.seats},de={language:t,game:r,choosing:C,busy:Je,consider:x},he=F?.at?F:null,er=E(C.selection)?Qe:null,rr=u`<div class="croupier-bar">
<${ht} ...${{snapshot:m,language:t,now:o,choosing:C,effect:h,notice:F,onRule:a}} names=${pe.names} />
${p.viewerSeat!==null&&u`<${Xt} ...${{...de,list:$}} />`}
</div>`;return u`<div
class="croupier-board"
part="board"
ref=${s}
data-version=${p.version}
data-connection=${m.connection}
onKeyDown=${A=>A.key==="Escape"&&C.cancel()}
>
${p.view?u`<${dn}
...${{...pe,game:r,language:t,bar:rr}}
view=${p.view}
seatCount=${p.seats.length}
playing=${C}
log=${u`<${_t} language=${t} lines=${c} />`}
/>`:u`<div class="croupier-undealt">${g(t,p.status==="OPEN"?"waiting":"over")}</div>`}
<${zt} ...${{root:s,game:r,language:t,onRule:a}} at=${he?.at??er} notice=${he} />
${R.length>0&&u`<${Fr} ...${{language:t,moves:R,making:f,play:ue}} />`}
${b&&u`<${Jt} ...${de} moves=${b} close=${()=>$(null)} />`}
${M&&u`<${nt} ...${{zone:M,game:r,language:t}} close=${()=>w(null)} />`}
</div>`}const $n=({seats:e},r,t)=>ar(e,r)??g(t,"seat",{number:r+1});function wn(e,r,t){const[n,o]=y(e.getSnapshot()),a=z(n),i=z({onRedraw:r,onFrame:t});return i.current={onRedraw:r,onFrame:t},k(()=>e.subscribe(s=>{s.session!==a.current.session&&i.current.onRedraw(),s.frame&&s.frame!==a.current.frame&&!s.frame.resync&&i.current.onFrame(s.frame),a.current=s,o(s)}),[e]),n}function yn({snapshot:{session:e},takeBack:r,answer:t}){const{t:n}=O(),{viewerSeat:o}=e,a=o!==null&&r.awaited.includes(o),i=r.seat===o?n("takeBackAwaited",{names:ir(e,r.awaited,n)}):n("takeBackAsked",{name:j(e,r.seat,n)});return u`<div class="ask" role="alert">
<p>${i}</p>
${a&&u`<button class="button strong" onClick=${()=>t(!0)}>${n("agree")}</button>
<button class="button" onClick=${()=>t(!1)}>${n("refuse")}</button>`}
</div>`}function kn(e){const{table:r,snapshot:t}=e,{t:n}=O(),{session:o,decision:a}=t,[i,s]=y(null),c=Z((f,v={})=>r.act(f,v)),l=Z(async()=>{const{move:f,version:v}=await r.hint();s({version:v,text:f?n("hintFor",{move:f.label}):n("hintWaits")})}),d=sr(o),m=({index:f,taken:v,kind:w})=>v&&w==="HUMAN"&&f!==o.viewerSeat,p=d&&o.seats.some(m)&&o.settings.takeBacks&&o.takeBack===null,h=c.isBusy||l.isBusy,x=o.view?.undo,[b,$]=Sn(D(o));return u`<div class="actions" ref=${b} style=${{minHeight:$}}>
${o.takeBack&&u`<${yn}
...${e}
takeBack=${o.takeBack}
answer=${f=>c.run("take-back/answer",{body:{agree:f}})}
/>`}
${i?.version===o.version&&u`<p class="told-hint" role="status">${i.text}</p>`}
${lr(o)&&u`<p class="told-hint" role="status">${n("seatLost")}</p>`}
<${ve} error=${c.error??l.error} />
<div class="ways" key=${D(o)}>
${d&&u`<button
class="button"
disabled=${h||!x?.available}
title=${x?.reason}
onClick=${()=>c.run("undo")}
>
${n("undo")}
</button>`}
${p&&u`<button class="button" disabled=${h} onClick=${()=>c.run("take-back")}>
${n("askTakeBack")}
</button>`}
${d&&o.settings.hints&&u`<button class="button" disabled=${h||!a} onClick=${l.run}>${n("hint")}</button>`}
<${cr} text=${ur(o.id)} label=${n("share")} />
${D(o)&&u`<a class="button quiet" href="#">${n("toLobby")}</a>`}
${d&&u`<${Ze}
label=${n("resign")}
question=${n("resignSure")}
act=${()=>c.run("resign",{at:"*"})}
/>
<${Ze} label=${n("leave")} question=${n("leaveSure")} act=${()=>c.run("leave",{at:"*"})} />`}
</div>
</div>`}function Sn(e){const r=z(null),t=z(null);return e&&(t.current??=r.current?.offsetHeight??null),[r,t.current]}function Ze({label:e,question:r,act:t}){const{t:n}=O(),[o,a]=y(!1);return o?u`<span class="ask" role="group" aria-label=${r}>
<span>${r}</span>
<button class="button danger" onClick=${()=>(a(!1),t())}>${e}</button>
<button class="button" onClick=${()=>a(!1)}>${n("cancel")}</button>
</span>`:u`<button class="button quiet" onClick=${()=>a(!0)}>${e}</button>`}const zn=100;function Cn({table:e,snapshot:r}){const{t}=O(),[n,o]=y(!1),{data:a,reload:i}=pr(async()=>n?Tn(e):null,[e,n]),[s,c]=y([]),l=dr("(min-width: 62.01rem)"),d=z(r.frame),m=({frame:x})=>{if(!(x===null||x===d.current)){if(d.current=x,!x.resync)return c(b=>Ye(b,x.events).slice(-300));c([]),o(!0),i()}};k(()=>e.subscribe(m),[e]);const p=Ye(a??[],s).filter(({weight:x})=>x!=="DETAIL"),h=z(null);return U(()=>{h.current&&(h.current.scrollTop=h.current.scrollHeight)},[p.length,l]),u`<details class="panel log" open=${l}>
<summary><h2>${t("log")}</h2></summary>
${p.length===0&&u`<p class="hint">${t("logEmpty")}</p>`}
${!n&&u`<button class="button quiet" onClick=${()=>o(!0)}>${t("logEarlier")}</button>`}
<div role="log" aria-label=${t("log")} aria-live=${a&&l?"polite":"off"}>
<ol ref=${h} tabindex="0">
${p.map(({version:x,sequence:b,sentence:$})=>u`<li key=${`${x}.${b}`}>${$}</li>`)}
</ol>
</div>
</details>`}async function Tn(e){let r=[];for(let t=void 0;;){const{nodes:n,pageInfo:o}=await e.events({first:zn,...t&&{after:t}});if(r=[...r,...n].slice(-300),!o.hasNextPage||!o.endCursor)return r;t=o.endCursor}}function Ye(e,r){return[...new Map([...e,...r].map(n=>[`${n.version}.${n.sequence}`,n])).values()].sort((n,o)=>n.version-o.version||n.sequence-o.sequence)}const Mn=500,Ln=10;function qn({snapshot:e}){const{t:r,wire:t}=O(),{deadline:n,status:o}=e.session,[a,i]=y(t.now()),s=n!==null&&o==="ACTIVE";if(k(()=>{if(!s)return;i(t.now());const l=setInterval(()=>i(t.now()),Mn);return()=>clearInterval(l)},[s,n]),!s)return null;const c=On(n,a);if(c>0&&e.decision)return null;if(c>0){const l=c<=Ln?"clock short":"clock";return u`<p class=${l} role="timer">${r("timeLeft",{seconds:c})}</p>`}return u`<p class="clock short" role="timer">${r("timeOver")}</p>`}function On(e,r){return Math.max(0,Math.ceil((Date.parse(e)-r)/1e3))}var En=".curtain{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:max(20rem,calc(100dvh - 5.5rem));padding:2rem 1rem;border-radius:var(--radius);background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep));color:#fff;text-align:center}.curtain .button{border-color:transparent;background:#fff;color:#12352c;font-weight:650}.curtain h2{font-size:2rem}";Y(En);function An({snapshot:{session:e},holders:r,player:t,want:n}){const{t:o}=O(),a=i=>{n(r.find(s=>s.player===i.target.value)??null)};return u`<select class="seat-switch" aria-label=${o("seatSwitch")} value=${t} onChange=${a}>
${r.map(({seat:i,player:s})=>u`<option key=${i} value=${s}>${j(e,i,o)}</option>`)}
</select>`}function Dn({snapshot:{session:e},next:r,become:t}){const{t:n}=O(),o=j(e,r.seat,n);return u`<section class="curtain" role="alert">
<h2>${n("passDevice",{name:o})}</h2>
<p>${n("passDeviceHint")}</p>
<button class="button big" onClick=${()=>t(r.player)}>${n("iAm",{name:o})}</button>
</section>`}function Bn({game:e,snapshot:r}){const{t,storage:n,preferences:o}=O(),[a,i]=y(()=>xe(n,e)||D(r.session)),s=({currentTarget:{open:l}})=>{i(!l),l||n.setItem(fr(e),"yes")},c=`/play/rules/${e.id}?lang=${o.language}`;return u`<details class="panel how-to-play" open=${!a} onToggle=${s}>
<summary><h2>${t("howToPlay")}</h2></summary>
<${hr} game=${e} />
<p><a href=${c} target="_blank" rel="noopener">${t("rulesOf",{game:e.title})}</a></p>
</details>`}function Pn({table:e,snapshot:r}){const{t,tabStorage:n,wire:o}=O(),[a,i]=y(()=>G(e,n)),s=Z(async()=>{a&&await mr(e,a),i(null)}),c=()=>{vr(e,n),i(null)};return k(()=>{a&&gr(a)&&s.run()},[]),k(()=>{const l=()=>i(r.pending?null:G(e,n));return o.subscribe(()=>o.isReachable()&&l())},[o,e,r.pending]),k(()=>{r.pending||i(G(e,n))},[r.pending]),!a||r.pending||s.isBusy?null:u`<div class="ask" role="alert">
<p>${t("moveUnknown")} <strong>${a.label}</strong></p>
<button class="button strong" onClick=${s.run}>${t("sendAgain")}</button>
<button class="button" onClick=${c}>${t("sendNot")}</button>
<${ve} error=${s.error} />
</div>`}const Ge="croupier-page:sound",Ve=["pointerdown","keydown"];function In({table:e}){const{t:r,storage:t}=O(),[n,o]=y(()=>t.getItem(Ge)!=="off");k(()=>n?Rn(e):void 0,[e,n]);const a=()=>{t.setItem(Ge,n?"off":"on"),o(!n)};return u`<button class=${n?"icon sound":"icon sound off"} aria-pressed=${n?"true":"false"}
aria-label=${r("sound")} title=${r("sound")} onClick=${a}><span aria-hidden="true">♪</span></button>`}function Rn(e){const r=new AbortController,{signal:t}=r,n=async()=>{for(const a of Ve)document.removeEventListener(a,n);const{accompany:o}=await import("./sound.js").catch(()=>({accompany:null}));o&&!t.aborted&&t.addEventListener("abort",o(e))};for(const o of Ve)document.addEventListener(o,n,{signal:t});return()=>r.abort()}var Nn='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);--shade: rgb(0 0 0 / 24%);height:var(--croupier-height, min(100dvh, 900px));font:15px/1.35 system-ui,sans-serif;color:var(--text);user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.croupier-board{position:relative;min-height:260px}.croupier-board>.croupier-stage{height:100%}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button),.croupier-stage :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-board :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-stage{container:croupier-stage / size;contain:layout;overflow:hidden;color:var(--on-felt);background:radial-gradient(ellipse at 50% 42%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--gap: 6px;--head: 50px;--status: 60px;--words: 14px;--tray: 52px;--title: calc(28px + clamp(0, var(--columns) - 3, 1)*13px) ;--seats: var(--head);--hand: clamp(52px, min(22cqi, 12cqb), 120px);--mini: 30px;--mine-card: clamp(34px, min(7.4cqb, 84cqi / var(--mine) - 8px), 76px);--hand-row: calc(var(--hand) * 2.25 + 14px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + var(--gap));--free: calc( 100cqb - var(--seats) - var(--status) - var(--tray) - var(--hand-row) - var(--mine-row) - 7 * var(--gap) - 22px );--lane: calc((100cqi - 2 * var(--gap)) / var(--columns));--high: calc((var(--free) / var(--rows) - var(--title) - 4px) / min(var(--deep), 1.75));--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .82 - 4px), 180px);display:grid;grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "own own" auto "status status" var(--status) "mine hand" auto "tray tray" var(--tray) / auto minmax(0,1fr);gap:var(--gap);height:100%;padding:var(--gap)}.croupier-view:not(.croupier-played){--status: 0px;--tray: 0px}.croupier-view:not(.croupier-stacked){--mine-row: 0px}.croupier-zoneless{--mine-row: 0px}.croupier-handless{--hand-row: 0px;--mine-card: clamp(40px, min(13cqb, 84cqi / var(--mine) - 8px), 130px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + 10px)}.croupier-undealt{display:grid;height:100%;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{position:relative;z-index:3;grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(112px,46cqi),1fr);gap:var(--gap);overflow:auto clip;overflow-clip-margin:400px;scroll-snap-type:x proximity}.croupier-seat{position:relative;min-width:0;scroll-snap-align:start;background:var(--shade);border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:inset 0 0 0 3px var(--mark)}.croupier-seat-head{display:grid;grid-template:"avatar name" 24px "held points" 20px / auto minmax(0,1fr);gap:0 6px;align-items:center;padding:3px 8px}.croupier-seat-head .croupier-tag{display:none}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked>.croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-held{display:flex;gap:4px;width:24px;align-items:center;font-size:13px;font-weight:600}.croupier-held:before{content:"";flex:none;width:10px;height:14px;background:#223a5e;border:1.5px solid #f5efe0;border-radius:2px;box-shadow:2px -1px 0 -.5px #f5efe0}.croupier-points{flex:none;justify-self:end;min-width:36px;padding:0 6px;font-size:14px;line-height:20px;text-align:center;font-variant-numeric:tabular-nums;background:#ffffff29;border-radius:99px}.croupier-opener{position:absolute;inset:0;background:none;border:0;border-radius:var(--radius)}.croupier-seat-zones{--card: var(--mini);position:absolute;inset:0;display:flex;gap:4px;overflow:hidden;visibility:hidden}.croupier-open .croupier-seat-zones{--card: min(54px, 84cqi / var(--most) - 8px);position:fixed;inset:calc(var(--seats) + 2 * var(--gap)) var(--gap) auto;justify-content:center;padding:8px;overflow-x:auto;visibility:visible;background:var(--felt-edge);border:2px solid var(--mark);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-seat.croupier-target,.croupier-holds-target:not(.croupier-open){outline:3px dashed var(--mark);outline-offset:-3px}.croupier-middle{position:relative;grid-area:middle;display:grid;min-height:0}.croupier-shared{display:flex;flex-wrap:wrap;gap:4px calc(var(--lane) * .04);align-content:space-evenly;justify-content:center;max-width:calc(var(--columns) * (var(--card) * 1.16 + var(--lane) * .04) + 12px);margin:auto;padding-bottom:22px}.croupier-zone{position:relative;flex:none;width:calc(var(--card) * 1.16);border-radius:9px}.croupier-zone-title{display:flex;align-items:safe end;height:var(--title);padding-bottom:3px;overflow:hidden;font-size:12px;line-height:13px;overflow-wrap:anywhere;hyphens:auto}.croupier-zone-title span{min-width:0}.croupier-place{position:relative}.croupier-cards{position:relative;container-type:size;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--width: calc(100cqb / 1.4);--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--width);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--across) * var(--i)))}.croupier-pile .croupier-card{--across: min(var(--width) * .05, var(--step) / 2)}:is(.croupier-own,.croupier-open) .croupier-spread .croupier-card{--width: min( 100cqb / (1.4 + .42 * (var(--in-rows) - 1)), 100cqi / (1 + .28 * (var(--per-row) - 1)) );--across: min(var(--width) * .46, var(--step) / max(1, var(--per-row) - 1));--down: min(var(--width) * .7, 100cqb - 1.4 * var(--width));transform:translate(calc(var(--across) * var(--column)),calc(var(--down) * var(--row)))}.croupier-shared:has(.croupier-spread){align-items:start}.croupier-shared .croupier-spread{--deep-card: calc(var(--card) * 1.4)}.croupier-shared .croupier-spread .croupier-place{width:var(--card)}.croupier-shared .croupier-spread .croupier-cards{height:clamp(var(--deep-card),var(--free) / var(--rows) - var(--title) - 8px,var(--card) * 2.8)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-marks{position:absolute;top:3px;right:3px;display:flex;width:0;flex-direction:column;align-items:end;pointer-events:none}.croupier-marks>span{display:flex;gap:2px}.croupier-count,.croupier-value{min-width:25px;padding:0 5px;font-size:12px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums;color:#fff;background:#0e1620;border-radius:99px;box-shadow:0 0 0 1px #ffffff73}.croupier-shower{background:none;border:0}.croupier-shower:focus-visible{inset:0;width:auto;height:auto;border-radius:inherit;clip-path:none}.croupier-value{color:#17202a;background:#fff}.croupier-mark,.croupier-notes b{padding:1px 9px;font-size:13px;line-height:20px;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 0 0 2px #ffffffd9,0 2px 5px #00000073}:is(.croupier-seat-zones,.croupier-own) .croupier-mark{padding:0 5px;font-size:11px;line-height:16px}.croupier-marks span:not(:empty)+.croupier-mark,.croupier-mark+.croupier-mark{margin-top:3px}.croupier-debt{font-size:16px;color:#fff;background:#b3261e}.croupier-ringed .croupier-zone-title{position:relative;z-index:1;translate:0 -9px}.croupier-ringed .croupier-cards{box-shadow:0 0 0 4px #fff,0 0 0 10px var(--ring),0 0 22px 10px var(--ring)}.croupier-notes{position:absolute;inset:auto 0 0;z-index:1;display:flex;gap:6px;justify-content:center}.croupier-notes b{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-direction{position:absolute;inset:12px 18px 30px;display:flex;flex-direction:column;align-items:center;justify-content:space-between;pointer-events:none;border:2px dashed rgb(255 255 255 / 16%);border-radius:50%}.croupier-direction svg{--turned: 0deg;width:30px;height:30px;margin:-16px;fill:#ffffffb3;rotate:calc(var(--turned) + var(--side, 0deg))}.croupier-direction svg+svg,.croupier-direction[data-value=down] svg{--turned: 180deg}.croupier-direction[data-value=down] svg+svg{--turned: 0deg}.croupier-zone.croupier-target,.croupier-zone.croupier-chosen{cursor:pointer}.croupier-target>.croupier-place>.croupier-cards{outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-chosen>.croupier-place>.croupier-cards,.croupier-zone .croupier-card.croupier-chosen{outline:3px solid var(--mark);outline-offset:1px}.croupier-seat.croupier-target{cursor:pointer}.croupier-facts{position:relative;z-index:4;grid-area:tray;align-self:end;justify-self:start}.croupier-facts summary{display:grid;place-items:center;width:44px;height:44px;font:italic 700 17px/1 ui-serif,Georgia,serif;list-style:none;cursor:pointer;border-radius:50%;opacity:.85}.croupier-facts summary:before{content:"";position:absolute;width:28px;height:28px;border:2px solid currentcolor;border-radius:50%}.croupier-facts summary::-webkit-details-marker{display:none}.croupier-facts dl{position:absolute;bottom:46px;left:0;width:min(340px,90cqi);max-height:60cqb;margin:0;padding:10px 14px;overflow-y:auto;font-size:14px;background:var(--felt-edge);border:1px solid rgb(255 255 255 / 30%);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:3px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-log{grid-area:middle;align-self:end;height:20px;padding:0 8px;overflow:auto;font-size:13px;line-height:20px;text-align:center;scrollbar-width:none;opacity:.85}.croupier-log p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-own{--card: var(--mine-card);grid-area:mine;align-self:center;min-width:0}.croupier-stacked>.croupier-own,.croupier-handless>.croupier-own{grid-area:own}.croupier-own-zones{display:flex;gap:6px;justify-content:safe center;padding:0 8px 6px 3px;overflow-x:auto}.croupier-own .croupier-zone{min-width:54px}.croupier-own-hand{grid-area:hand;min-width:0;padding-top:14px}.croupier-own-hand .croupier-cards{--card: var(--hand)}.croupier-own-hand [role=option]{--column-step: min(var(--width) * 1.07, var(--step) / max(1, var(--in-row, var(--n)) - 1));--left: calc(50cqi - var(--width) / 2 - var(--column-step) * (var(--in-row, var(--n)) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--column-step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.8)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -5px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -9px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -13px;z-index:1;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 6px var(--mark),0 8px 18px #0009}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-bar{display:contents}.croupier-status{position:relative;grid-area:status;display:flex;gap:8px;align-items:center;min-width:0;padding:4px 10px 6px;overflow:hidden;background:var(--shade);border-radius:var(--radius)}.croupier-status>.croupier-name,.croupier-connection:empty{display:none}.croupier-status.croupier-asked{box-shadow:inset 0 0 0 2px var(--mark)}.croupier-prompt{flex:1;display:grid;min-width:0;height:100%;align-content:safe center;overflow-y:auto;container-type:inline-size}.croupier-prompt p{margin:0;font-size:clamp(12px,max(320cqi / var(--length),min(13.5px,520cqi / var(--length))),var(--words));line-height:1.22;text-wrap:balance}.croupier-prompt strong{margin-right:6px;color:var(--mark)}.croupier-told{display:inline-block;padding:1px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-rule{min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-connection{max-width:40%;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:5px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;right:12px;bottom:5px;padding:0 6px;font-size:12px;background:var(--felt-edge);border-radius:99px}.croupier-tray{grid-area:tray;display:flex;gap:6px;align-items:end;height:var(--tray);min-width:0;padding-left:52px}.croupier-tray>.croupier-moves{z-index:3;flex:1;display:flex;flex-wrap:wrap;gap:6px;align-content:end;min-height:100%;justify-content:center;min-width:0}.croupier-move,.croupier-tray>button,.croupier-sheet header button{min-height:48px;padding:4px 14px;font-size:15px;line-height:1.15;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:12px;box-shadow:0 2px 6px #0000004d}.croupier-tray>button,.croupier-sheet header button{flex:none;color:var(--on-felt);background:var(--felt-edge);border-color:#ffffff47}.croupier-all{width:76px;white-space:nowrap}.croupier-idle{visibility:hidden}.croupier-all [aria-hidden]{display:inline-block;min-width:3ch;text-align:left}.croupier-all:before{content:"\\2630  " / ""}.croupier-cancel:before{content:"\\2715" / ""}.croupier-move{display:flex;gap:8px;align-items:center;text-align:left}.croupier-tray .croupier-choices .croupier-move{flex:1 1 44px;flex-direction:column;gap:2px;justify-content:center;min-width:0;max-width:92px;padding:3px 2px;font-size:12px;text-align:center}.croupier-tray>.croupier-choices{gap:4px}.croupier-tray>.croupier-choices:has(.croupier-deed){display:grid;gap:6px;padding:4px 4px 6px;background:var(--felt-edge);border-radius:var(--radius);box-shadow:0 0 0 2px var(--mark)}.croupier-deed{display:flex;flex-wrap:wrap;gap:3px}.croupier-deed b{flex:1 0 100%;font-size:13px}.croupier-choices~.croupier-all,.croupier-view:has(.croupier-choices)>.croupier-facts{display:none}.croupier-tray:has(.croupier-choices){padding-left:0}.croupier-move:hover{border-color:var(--mark)}.croupier-tray .croupier-move{padding-inline:10px;font-size:14px}.croupier-swatch{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:50%;box-shadow:0 0 0 2px #80808073}.croupier-swatch svg{width:17px}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-sheet{width:min(100% - 16px,720px);max-height:min(80dvh,720px);margin:auto auto 8px;padding:14px;overflow-y:auto;color:var(--on-felt);background:var(--felt-edge);border:2px solid var(--mark);border-radius:calc(var(--radius) * 1.4)}.croupier-sheet::backdrop{background:#0000007f}.croupier-sheet header{position:sticky;top:-14px;display:flex;align-items:center;justify-content:space-between;margin:-14px -14px 0;padding:10px 14px;font-size:17px;background:var(--felt-edge)}.croupier-sheet .croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:8px}.croupier-laid{display:grid;grid-template-columns:repeat(auto-fill,minmax(62px,1fr));gap:8px;padding:0;margin:0;list-style:none}.croupier-bubble{position:absolute;top:0;left:0;z-index:8;display:grid;gap:4px;justify-items:start;width:max-content;max-width:min(300px,86%);padding:9px 13px;font-size:14px;color:var(--text);pointer-events:none;background:var(--surface);border-radius:var(--radius);box-shadow:0 0 0 1px var(--line),0 8px 26px #00000073}.croupier-bubble[hidden]{display:none}.croupier-refusal{pointer-events:auto;box-shadow:0 0 0 2px var(--alarm),0 8px 26px #00000073}.croupier-refusal .croupier-told{padding:0}.croupier-slam{position:absolute;right:10px;bottom:calc(30% + 8px);z-index:10;display:flex;flex-wrap:wrap;gap:8px;width:min(100% - 20px,420px)}.croupier-slam button{flex:1;min-height:72px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}@container croupier-stage (max-width: 599.9px) and (min-height: 480px){.croupier-two-rows [role=option]{--width: calc(100cqb / 2.25);--in-row: var(--per-row);--top: calc(var(--width) * .85);transform:translate(calc(var(--left) + var(--column-step) * var(--column)),calc(var(--top) * var(--row)))}.croupier-two-rows .croupier-cards{height:calc(var(--hand) * 2.25)}.croupier-view:not(:has(.croupier-two-rows)){--hand-row: calc(var(--hand) * 1.4 + 14px)}.croupier-handless{--mine-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-handless .croupier-own .croupier-place{width:var(--card)}.croupier-handless .croupier-own .croupier-cards{height:calc(var(--card) * 2.1)}.croupier-handless .croupier-own .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}}@container croupier-stage (max-width: 379.9px){.croupier-marks>span{flex-direction:column;align-items:end}}@container croupier-stage (max-height: 479.9px){.croupier-view{--gap: 5px;--status: 50px;--words: 13px;--seats: 0px;--hand: clamp(44px, min(9cqi, 19cqb), 90px);--hand-row: calc(var(--hand) * 1.4 + 14px);--title-lines: calc(1 + clamp(0, var(--columns) * var(--rows) - 3, 1)) ;--title: calc(3px + var(--title-lines) * 13px);--aside: calc(var(--mine) * (var(--mine-card) * 1.16 + 6px));--mine-card: clamp(46px, min(15cqb, 36cqi / var(--mine) - 8px), 76px);--free: calc(100cqb - var(--status) - var(--hand-row) - 4 * var(--gap) - 20px);--lane: calc((100cqi - 170px - var(--aside) - 4 * var(--gap)) / (var(--columns) * var(--rows)));--high: calc((var(--free) - var(--title) - 4px) / 1.4);--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .84 - 4px), 180px);grid-template:"others middle own" minmax(0,1fr) "status status status" var(--status) "hand hand hand" auto / 150px minmax(0,1fr) auto}.croupier-bar{grid-area:status;display:flex;gap:6px;min-width:0}.croupier-status{flex:1 1 50%}.croupier-others{grid-auto-flow:row;grid-auto-rows:minmax(44px,max-content);grid-auto-columns:1fr;align-content:start;overflow:clip auto}.croupier-open .croupier-seat-zones{inset:var(--gap) var(--gap) auto calc(150px + 2 * var(--gap))}.croupier-direction{--side: -90deg;inset:6px 18px 26px;flex-direction:row}.croupier-shared{flex-wrap:nowrap;max-width:none}.croupier-shared .croupier-spread,.croupier-shared .croupier-spread .croupier-place{width:min(var(--card) * 1.9,var(--lane) * .92)}.croupier-shared .croupier-spread .croupier-cards{height:var(--deep-card)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-zone-title span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:var(--title-lines)}.croupier-marks>span{flex-direction:column;align-items:end}.croupier-view>.croupier-own{grid-area:own;max-width:42cqi}.croupier-tray{flex:none;max-width:45%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end}.croupier-tray .croupier-move{max-width:200px;min-height:44px;font-size:13px}.croupier-facts{grid-area:hand;justify-self:end}.croupier-facts dl{right:0;left:auto}.croupier-handless{--title-lines: 2;--aside: 0px;--mine-card: clamp(46px, 20cqb, 90px);--hand-row: calc(var(--mine-card) * 1.4 + var(--title) + 8px)}.croupier-handless>.croupier-own{grid-area:hand;max-width:none}.croupier-zoneless{--aside: 0px}}@container croupier-stage (min-width: 600px) and (min-height: 480px){.croupier-view{--gap: 8px;--head: 34px;--title: 30px;--status: 60px;--words: 16px;--tray: 0px;--fit: var(--most);--seat-lines: 1;--mini: clamp( 34px, min(7.4cqb, ((100cqi - 5 * var(--gap)) / min(var(--others), 3) - 8px) / var(--fit) - 2px), 104px );--seats: calc(var(--head) + var(--seat-lines) * (var(--mini) * 1.4 + var(--title)) + 10px);--hand: clamp(64px, min(15.4cqb, 11.5cqi), 240px);--hand-row: calc(var(--hand) * 1.4 + 18px);--mine-card: clamp(44px, min(9.6cqb, 38cqi / var(--mine) - 8px), 150px);--mine-row: 0px;--lane: calc((100cqi - 100px) / var(--zones));--free: calc(100cqb - var(--seats) - var(--status) - var(--hand-row) - 7 * var(--gap) - 20px);--high: calc((var(--free) - var(--title) - 12px) / var(--deep));--card: clamp( 44px, min(var(--croupier-card, 260px), var(--high), var(--lane) * .8, var(--hand) * 1.3), 300px );grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "status status" var(--status) "mine hand" auto / auto minmax(0,1fr);padding:calc(var(--gap) * 1.5)}.croupier-handless{--mine-card: clamp(56px, min(12cqb, 80cqi / var(--mine) - 12px), 200px);--hand-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-view>.croupier-own{grid-area:mine}.croupier-own .croupier-spread{width:var(--card)}.croupier-own .croupier-spread .croupier-cards{height:calc(var(--hand-row) - var(--title) - 12px)}.croupier-own .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-handless>.croupier-own{grid-column:1 / -1}.croupier-handless .croupier-own .croupier-spread{--sheet: calc((var(--hand-row) - var(--title) - 12px) / 1.4);width:min(var(--sheet) * 2.4,92cqi / var(--mine) - 12px)}.croupier-handless .croupier-own-zones{gap:14px}.croupier-handless .croupier-own .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-others{grid-auto-columns:minmax(max(200px,var(--fit) * (var(--mini) + 2px) + 8px),1fr);justify-items:center;overflow:auto hidden}.croupier-seat{width:100%;max-width:max(430px,40cqi)}.croupier-seat-head{display:flex;height:var(--head);padding:2px 10px}.croupier-seat-head .croupier-tag{display:block}.croupier-seat-head .croupier-held{display:none}.croupier-seat-head .croupier-points{margin-left:auto}.croupier-view:has(.croupier-choices)>.croupier-facts{display:block}.croupier-tray>button{align-self:center}.croupier-facts{grid-area:middle;align-self:start;justify-self:end}.croupier-facts dl{inset:46px 0 auto auto}.croupier-opener{display:none}.croupier-view .croupier-seat-zones{--card: var(--mini);position:static;gap:2px;justify-content:safe center;padding:0 4px 8px;overflow:auto hidden;visibility:visible;background:none;border:0;box-shadow:none}.croupier-seat-zones .croupier-zone{flex:0 1 calc(var(--card) * 1.4);min-width:var(--card)}.croupier-seat-zones .croupier-spread{flex-grow:1;max-width:calc(var(--card) * 1.9)}.croupier-seat-zones .croupier-zone-title{font-size:11px;line-height:12px}.croupier-shared{--apart: max(var(--card) * .22, min(92px, var(--lane)) - var(--card) * 1.16);flex-wrap:nowrap;width:max-content;gap:0 var(--apart);align-items:center;max-width:none}.croupier-shared .croupier-zone-title{margin-right:calc(4px - var(--apart))}.croupier-direction{--side: -90deg;inset:4px 8% 24px;flex-direction:row}.croupier-notes{inset:2px auto auto 2px;flex-wrap:wrap;max-width:80%}.croupier-bar{grid-area:status;display:flex;gap:12px;align-items:stretch;min-width:0;padding:0 10px;background:var(--shade);border-radius:var(--radius)}.croupier-bar:has(>.croupier-asked){box-shadow:inset 0 0 0 3px var(--mark)}.croupier-status,.croupier-status.croupier-asked{flex:1 1 40%;padding-inline:4px;background:none;box-shadow:none}.croupier-tray{flex:none;max-width:44%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end;padding:4px}.croupier-tray .croupier-move{max-width:240px}}@media(min-width:700px){.croupier-sheet{margin:auto}}@container croupier-stage (min-width: 600px) and (max-width: 899.9px) and (min-height: 640px){.croupier-view{--fit: min(var(--most), 3);--seat-lines: var(--lines)}.croupier-view .croupier-seat-zones{flex-wrap:wrap}.croupier-seat-zones .croupier-zone{flex-basis:var(--card)}}@container croupier-stage (min-width: 900px) and (min-height: 600px){.croupier-view{--status: clamp(62px, 7cqb, 84px);--words: clamp(16px, 2cqb, 22px)}.croupier-status>.croupier-name{font-size:var(--words)}.croupier-seat-head,.croupier-middle,.croupier-own,.croupier-log{--letters: clamp(12px, 1.5cqb, 17px)}.croupier-zone-title{font-size:var(--letters, 11px);line-height:1.1}.croupier-seat-head{font-size:clamp(15px,1.8cqb,20px)}.croupier-log{font-size:clamp(13px,1.5cqb,17px)}.croupier-status>.croupier-name{display:block;flex:none;max-width:200px}.croupier-own-hand [role=option]{--middle: calc(var(--i) - (var(--n) - 1) / 2);transform:translate(calc(var(--left) + var(--column-step) * var(--i)),calc(var(--middle) * var(--middle) * 1px)) rotate(calc(var(--middle) * .8deg))}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}',jn='#app:has(>main>.table-screen){height:100dvh}main:has(>.table-screen){min-height:0}.table-screen{--croupier-height: 100%;display:grid;grid-template:"main head" auto "main side" minmax(0,1fr) / minmax(0,1fr) clamp(16rem,18.5vw,24rem);gap:.5rem .8rem;height:100%;padding:.6rem .8rem}.table-main{position:relative;grid-area:main;min-width:0;min-height:0}.table-main>.ask{position:absolute;inset:4.4rem .6rem auto;z-index:12;max-height:calc(100% - 5rem);overflow-y:auto;box-shadow:var(--shadow)}.table-head{grid-area:head;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.3rem 1rem;min-height:2.5rem}.table-head h1{font-size:1.5rem}.sound{position:relative;flex:none;width:2.75rem;margin-left:auto;padding:0;border-color:transparent;font-size:1.25rem}.sound.off:after{position:absolute;width:1.5rem;border-top:2px solid currentcolor;rotate:-45deg;content:""}.table-side{grid-area:side;display:flex;flex-direction:column;gap:.8rem;min-width:0;overflow-y:auto;outline:none;scrollbar-width:thin}.drawer-head,.more{display:none}.clock{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;font-variant-numeric:tabular-nums}.clock.short{color:var(--alarm);font-weight:700}.log summary{min-height:2.75rem;cursor:pointer}.log summary h2,.how-to-play summary h2{display:inline;font-size:1.2rem}.log ol{max-height:max(12rem,100dvh - 24rem);overflow-y:auto;font-size:.95rem}.log li{padding:.2rem 0;border-top:1px solid var(--line)}.log li:first-child{border:0}.how-to-play a{display:inline-flex;align-items:center;min-height:2.75rem}.how-to-play ol{display:grid;gap:.35rem;padding-left:1.2rem;margin:.5rem 0}.actions{display:grid;gap:.5rem}.ask{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.7rem 1rem;border:2px solid var(--gold);border-radius:12px;background:var(--panel)}.told-hint{padding:.7rem 1rem;border-radius:12px;background:var(--sunken)}@media(min-width:62.01rem){.table-screen .croupier-log{display:none}}@media(max-width:62rem){.top:has(.skip:focus){z-index:6}.table-head{position:fixed;inset:0 .4rem auto 3.4rem;z-index:5;flex-wrap:nowrap;height:48px}.table-head h1{font-size:clamp(.95rem,4.6vw,1.25rem);text-wrap:balance}.more{display:block;flex:none;padding-block:0;margin-left:auto}.table-screen{grid-template:"main" minmax(0,1fr) / minmax(0,1fr);padding:0 0 env(safe-area-inset-bottom)}.table-screen .croupier-stage{border-radius:0}.table-side{display:none}.table-side.open{position:fixed;inset:auto 0 0 auto;z-index:11;display:flex;width:min(100%,30rem);max-height:calc(100dvh - 48px);padding:.6rem .8rem 1rem;background:var(--paper);border-radius:var(--radius) var(--radius) 0 0;box-shadow:0 0 0 100vmax #0006,var(--shadow)}.drawer-head{position:sticky;top:-.6rem;z-index:1;display:flex;align-items:center;justify-content:space-between;padding-block:.4rem;background:var(--paper)}.drawer-head .switches{margin:0}}@media(max-height:540px){.table-main>.ask{inset:.3rem .3rem auto 10.5rem;max-height:8.5rem}}';Y(Nn),Y(jn);function Kn(e){const{table:r,game:t,snapshot:n,holders:o}=e,{t:a,preferences:i,storage:s,wire:c}=O(),{language:l}=i,{session:d}=n,[m]=y(D(d)),p=!xe(s,t)&&!m,[h,x]=y(null),[b,$]=y(null),[f,v]=y(!1),w=b??xr(d,o,e.player),T=br(e),S=be(C=>{const B=j(d,C,a);return T.includes(C)?a("awayName",{name:B}):B},[d.seats,T.join(),a]),M=be(C=>(x(C),v(!0)),[]);return _n(e),u`<div class="table-screen felt" style=${wr(t.id)}>
<div class="table-head">
<h1>${t.title}</h1>
${o.length>1&&u`<${An} ...${e} want=${$} />`}
${d.deadline&&u`<${qn} ...${e} />`}
<${In} table=${r} />
<button class=${p?"button more strong":"button more"} aria-expanded=${f?"true":"false"}
aria-controls="table-side" onClick=${()=>v(!f)}>${a(p?"howToPlay":"more")}</button>
</div>
<div class="table-main">
<${D(d)?$r:Pn} ...${e} />
${w===null?u`<${xn} ...${{table:r,game:t,names:S,language:l}} now=${c.now} onRule=${M} />`:u`<${Dn} ...${e} next=${w} />`}
</div>
<${Hn} isOpen=${f} close=${()=>v(!1)}>
${w===null&&u`<${kn} ...${e} />`}
${h?u`<${Wn} ...${e} number=${h.number} close=${()=>x(null)} />`:u`<${Bn} ...${e} />`}
${w===null&&u`<${Cn} ...${e} />`}
${!D(d)&&u`<${yr} ...${{session:d,away:T,t:a}} />`}
<//>
</div>`}function Hn({isOpen:e,close:r,children:t}){const{t:n}=O(),o=z(null);return k(()=>{e&&o.current?.focus({preventScroll:!0})},[e]),u`<div id="table-side" class=${e?"table-side open":"table-side"}
role="group" aria-label=${n("more")} tabindex="-1" ref=${o}
onKeyDown=${a=>a.key==="Escape"&&r()}>
<div class="drawer-head"><${Sr} /><button class="button" onClick=${r}>${n("close")}</button></div>
${t}
</div>`}function Wn({game:e,number:r,close:t}){const{preferences:n}=O();return u`<${zr} game=${e.id} rule=${r} language=${n.language} onClose=${t} />`}function _n({table:e,snapshot:r,game:t}){const{t:n,croupier:o}=O(),a=kr(e,Fn(r),o);k(()=>{document.title=`${a?`\u25CF ${n("yourTurn")}: `:""}${t.title} \u2013 Croupier`},[a,t,n])}const Fn=({session:e,decision:r})=>!!r?.asked&&!D(e),Un=8;function Zn(e,r,t){const n=o=>{const a=o.button===0&&o.isPrimary?ee(o):null;a&&r.current.canDrag(a.picked)&&Yn(e,o,a,r.current)};e.addEventListener("pointerdown",n,{signal:t}),e.dataset.drag="ready"}function Yn(e,r,{element:t,picked:n},o){const a=new AbortController,{signal:i}=a;let s=null;const c=p=>{if(p.pointerId!==r.pointerId)return;const[h,x]=[p.clientX-r.clientX,p.clientY-r.clientY];!s&&Math.hypot(h,x)<Un||(s||(s=Gn(e,t,n,o),o.start(n)),s.style.translate=`${h}px ${x}px`)},l=()=>{a.abort(),s?.remove()},d=p=>{if(p.pointerId!==r.pointerId||(l(),!s))return;qe(e);const[h,x]=Vn(e,p);o.drop(n,h,x)},m=p=>{p.key==="Escape"&&(l(),s&&o.drop(n,null,null))};document.addEventListener("pointermove",c,{signal:i}),document.addEventListener("pointerup",d,{signal:i}),document.addEventListener("pointercancel",l,{signal:i}),document.addEventListener("keydown",m,{signal:i})}function Gn(e,r,{code:t},{game:n}){const[o,a]=[r.getBoundingClientRect(),e.getBoundingClientRect()],i=document.createElement("div");i.className="croupier-flying croupier-lifted",i.style.width=`${o.width}px`,i.style.transform=`translate(${o.left-a.left}px, ${o.top-a.top}px)`;const s=n.cards.find(c=>c.code===t);return s&&Cr(Tr(N,{card:s,game:n}),i),e.append(i),i}function Vn(e,r){const n=e.getRootNode().elementsFromPoint(r.clientX,r.clientY).filter(i=>e.contains(i)),o=Xe(n,"[data-zone]")?.dataset.zone??null,a=Xe(n,"[data-seat]")?.dataset.seat;return[o,a===void 0?null:Number(a)]}const Xe=(e,r)=>e.map(t=>t.closest(r)).find(Boolean)??void 0;var Xn=Object.freeze({__proto__:null,letDrag:Zn});export{Kn as TableScreen};
