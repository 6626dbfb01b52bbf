import{J as k,f as c,G as y,X as er,C as F,k as he,Q as S,Z,Y as fe,_ as rr,$ as tr,u as T,a0 as nr,x as I,o as U,a1 as ar,i as L,T as me,r as or,w as ir,j as sr,c as cr,a2 as lr,a as Y,I as ur,a3 as pr,a4 as ge,a5 as dr,a6 as hr,a7 as G,a8 as fr,a9 as mr,s as gr,aa as xe,ab as xr,ac as vr,P as br,ad as $r,ae as wr,af as yr}from"./main.js";const ve={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points} points",unknown:"unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count} cards",card:"1 card",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",allMoves:"All moves ({count})",choose:"Choose a card or a move.",chooseCard:"Choose a card.",chooseMove:"Choose a move.",chooseTarget:"Touch a marked place, or choose.",confirm:"Touch it again to play.",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",close:"Close",showSeat:"What lies before {name}",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},kr={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points} Punkte",unknown:"unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count} Karten",card:"1 Karte",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug.",chooseCard:"W\xE4hle eine Karte.",chooseMove:"W\xE4hle einen Zug.",chooseTarget:"Ber\xFChre einen markierten Platz oder w\xE4hle.",confirm:"Noch einmal ber\xFChren zum Spielen.",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",close:"Schlie\xDFen",showSeat:"Was vor {name} liegt",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},Sr={en:ve,de:kr},be={en:/^(the|a|an) /i,de:/^(der|die|das) /i},Cr=[[/^der (\p{Ll}+e) /u,"$1r "],[/^die (\p{Ll}+e)n /u,"$1 "],[/^das (\p{Ll}+e) /u,"$1s "],[/(\p{Ll})(stapel|karten)/gu,"$1\xAD$2"]],zr=/^[\s,]*(and|und)?\s+/i,Tr=(e,r)=>$e(e,r.replace(zr,"")),$e=(e,r)=>r.charAt(0).toLocaleUpperCase(e)+r.slice(1);function g(e,r,t={}){return we((Sr[e]??ve)[r],t)}function we(e,r){return e.replace(/\{(\w+)(?::\w+)?\}/g,(t,n)=>String(r[n]??t))}function ye(e,r){return r.length<2?r[0]??g(e,"nobody"):g(e,"and",{list:r.slice(0,-1).join(", "),last:r[r.length-1]})}function Mr(e,r){const t=e==="de"?Cr.reduce((n,a)=>n.replace(...a),r):r;return $e(e,t.replace(be[e]??be.en,""))}const ke="hand",qr="score",V=4,Se=8;function Or(e,r){const t=e.viewer??0,n=Array.from({length:r},(o,s)=>(t+s)%r).map(o=>Er(e,o)),a=e.zones.filter(({owner:o})=>o===null);return e.viewer===null?{own:null,others:n,shared:a}:{own:n[0],others:n.slice(1),shared:a}}function Er(e,r){const t=e.zones.filter(({owner:o})=>o===r),n=t.find(({kind:o})=>o===ke)??null,a=t.filter(o=>o!==n);return a.every(({key:o})=>J(o))&&a.sort((o,s)=>J(o.key)-J(s.key)),{seat:r,hand:n,zones:a}}const J=e=>Number(/\.(\d+)$/.exec(e)?.[1]??0);function Lr(e,r=new Map){const t=new Map(r),n=e.zones.filter(({owner:a})=>a===null).length>V;for(const{kind:a,cards:o,owner:s,value:i}of e.zones)a===ke?t.set(a,"hand"):a===qr||o.includes(null)?t.set(a,"pile"):t.has(a)||t.set(a,s===null&&(n||i===null)?"pile":"spread");return t}function Ar(e,r){const t=r==="pile"?Math.min(3,e.count):Se,n=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(n).map((a,o)=>({card:a,index:n+o}))}function Dr(e,r,t){return Mr(t,e.owner===null?e.label:Br(e,r.vocabulary))}function Br(e,r){const t=r.zones.find(({key:o})=>o===e.kind)?.template??"",n=t.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(n===t)return e.label;const a=e.label.match(new RegExp(`^${jr(t).replace(Rr,"(?<$1>.+?)")}$`));return a?we(n,a.groups??{}):e.label}const Rr=/\\\{(\w+)(?::\w+)?\\\}/g,jr=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function P({name:e,value:r,display:t},{events:n},a){return r==="none"||r===""?null:n.find(({key:s})=>s===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(s=>a(Number(s))).join(", "):t}const Nr=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),Ce=({value:e,display:r})=>!["none","no",""].includes(e)&&r!=="0";function X({value:e},r){const t=e.split(",");return t.every(n=>r.some(({key:a})=>a===n))?t:[]}const Ir=(e,r,t=[])=>e.filter(n=>n.weight==="RULE"&&Ce(n)&&(n.zone===r||X(n,t).includes(r))),ze=(e,{vocabulary:r})=>r.powers.find(({key:t})=>t===e)?.template??"";function Pr(e,r){if(e.count===0)return`${e.label}: ${g(r,"noCards")}`;const t=e.cards.filter(s=>s!==null).map(s=>s.label),n=e.count-t.length,a=[...t.slice(-Se),...n?[g(r,"hidden",{count:n})]:[]],o=e.value===null?"":` (${e.value})`;return`${e.label}${o}: ${Q(e.count,r)}, ${a.join(", ")}`}const Q=(e,r)=>e===1?g(r,"card"):g(r,"cards",{count:e});function ee(e){const t=e.composedPath()[0].closest?.("[data-code]")??null;return t&&Te(t)}function Te(e){const r=e.closest("[data-zone]")?.dataset.zone;return r?{element:e,picked:{zone:r,index:Number(e.dataset.index),code:e.dataset.code??""}}:null}function Me(e){const r=t=>t.stopPropagation();e.addEventListener("click",r,{capture:!0,once:!0}),setTimeout(()=>e.removeEventListener("click",r,{capture:!0}),50)}function Kr({language:e,moves:r,making:{latency:t,busy:n},play:a}){return c`<div class="croupier-slam" part="race">
${r.map((o,s)=>c`<button
type="button"
part="slam"
key=${o.notation}
data-move=${o.notation}
aria-disabled=${n?"true":void 0}
aria-keyshortcuts=${s===0?"Space M":void 0}
onClick=${()=>!n&&a(o)}
>
<b>${g(e,"slam")}</b> ${o.label}
${s===0&&c`<small>${Hr(e,t)}</small>`}
</button>`)}
</div>`}function Hr(e,r){const t=g(e,"slamKey");return r===null?t:`${t} \xB7 ${g(e,"latency",{millis:r})}`}function qe(e,r=Date.now,t=1/0){const n=()=>e?Math.max(0,Math.min(t,Date.parse(e)-r())):0,[a,o]=y(n);return k(()=>{if(o(n()),!e)return;const s=setInterval(()=>{o(n()),n()===0&&clearInterval(s)},200);return()=>clearInterval(s)},[e]),a}function Oe({millis:e,whole:r,label:t}){return c`<div class="croupier-time" part="time">
${e>0&&c`<span class="croupier-time-bar" style=${{transform:`scaleX(${Math.min(1,e/r)})`}}></span>
<span class="croupier-time-label">${t}</span>`}
</div>`}function Wr(e,r,t){k(()=>_r(e.current),[]),k(()=>{if(r.length===0)return;const n=a=>{a.repeat||a.ctrlKey||a.metaKey||a.altKey||!(a.key===" "?!te(a,Fr):a.key.toLowerCase()==="m"&&!te(a,re))||e.current!==Ee()||(a.preventDefault(),t(r[0]))};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const R=new Set;let K=null;function Ee(){return[...R].find(r=>r.matches(":focus-within"))??(R.size===1?[...R][0]:K)}function _r(e){const r=new AbortController,t=()=>{K=e};R.add(e);for(const n of["pointerdown","focusin"])e.addEventListener(n,t,{signal:r.signal});return()=>{r.abort(),R.delete(e),K===e&&(K=null)}}const re="input, textarea, select, [contenteditable]",Fr=`${re}, button, a, summary`;function te(e,r){const[t]=e.composedPath();return t instanceof Element&&t.matches(r)}const z={cards:[],zone:null,seat:null},M=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function q(e,r){if(M(r))return[];const t=e.filter(a=>Le(a,r)),n=t.filter(a=>a.cards.length<=r.cards.length);return[...n,...t.filter(a=>!n.includes(a))]}function Le(e,{cards:r,zone:t,seat:n}){return n!==null&&e.seat!==n||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:a})=>e.from===null||e.from===a)&&Zr(e,r)}function Zr(e,r){const t=e.cards.map(({code:n})=>n);return r.every(({code:n})=>{const a=t.indexOf(n);return a>=0&&t.splice(a,1),a>=0})}function Ur(e,r,t,n=null){const a=M(r)?null:H(e,r,t.zone),o=!r.cards.some(({zone:l})=>l===t.zone);if(a&&o)return a;const s={...r,cards:[...r.cards,t]};if(r.cards.length&&!ne(r,t)&&q(e,s).length)return s;const i={...z,cards:[t]};return q(e,i).length?i:t.zone===n?null:H(e,z,t.zone)}function H(e,r,t){const n={...r,zone:t};if(!M(r)&&q(e,n).length)return n;const a={...z,zone:t};return e.some(o=>o.cards.length===0&&Le(o,a))?a:null}function Ae(e,r,t){const n={...r,seat:t};return q(e,n).length?n:q(e,{...z,seat:t}).length?{...z,seat:t}:null}const ne=({cards:e},r)=>e.some(({zone:t,index:n})=>t===r.zone&&n===r.index);function Yr(e,r,t=null){const n=M(r)?e.filter(({cards:i})=>i.length===0):q(e,r),o=n.flatMap(({from:i,to:l})=>M(r)?[i,l]:[l]).filter(i=>i!==null&&i!==t),s=n.map(({seat:i})=>i).filter(i=>i!==null);return{zones:new Set(o),seats:new Set(s)}}const Gr=(e,r)=>e.filter(t=>t.cards.length===0||t.from!==null&&t.from!==r),Vr=4;function Jr(e,r,t){const n=M(r)?Gr(e,t):q(e,r),a=new Set(n.map(({from:o,to:s,seat:i})=>`${o} ${s} ${i}`));return n.length<=Vr||a.size===1?n:n.filter(({from:o,to:s,seat:i})=>s===null&&i===null&&(o===null||o===t))}const ae=(e,r)=>q(e,{...z,cards:[r]}).length>0;function oe(e,r){if(!e)return null;const t=r.cards.find(({color:i})=>i!==null&&(i===e||Xr(i,r)===e)),n=t??r.cards.find(({suit:i})=>i?.toLowerCase().split(" ").includes(e));if(!n)return null;const{hue:a,mark:o,emblem:s}=er(n,r);return t?{color:a.body,ink:a.ink,emblem:o}:{color:"#fff",ink:"#17202a",emblem:s}}function Xr(e,{cards:r}){const t=r.filter(o=>o.color===e).map(({code:o})=>o),[n]=t,a=[...n].findIndex((o,s)=>t.some(i=>i[s]!==o));return a<0?n:n.slice(0,a)}const ie=4,Qr="owed";function se({zone:e,drawn:r}){const{view:t,shapes:n,game:a,language:o,playing:s}=r,i=n.get(e.kind)??"spread",l=Ar(e,i),{value:u}=e,p=i!=="spread"||e.count>l.length||u===null&&l.length>ie,h=l.length>ie?Math.ceil(l.length/2):Math.max(1,l.length),d=Ir(t.facts,e.key,t.zones),x=d.map($=>oe($.value,a)).find(Boolean),b=s?.targets.zones.has(e.key),v=[`croupier-zone croupier-${i}`,b&&"croupier-target",s?.selection.zone===e.key&&"croupier-chosen",x&&"croupier-ringed"];return c`<div
class=${v.filter(Boolean).join(" ")}
part=${b?"zone target":"zone"}
data-zone=${e.key}
style=${{"--ring":x?.color}}
onClick=${s&&(()=>s.touchZone(e.key))}
>
<div class="croupier-zone-title">
<span>${Dr(e,a,o)}</span>
</div>
<div class="croupier-place">
<div
class="croupier-cards"
role="img"
aria-label=${Pr(e,o)}
style=${{"--n":Math.max(1,l.length),"--per-row":h,"--in-rows":l.length>ie?2:1}}
>
${l.map(({card:$,index:f},m)=>{const w={"--i":m,"--column":m%h,"--row":Math.floor(m/h)};return c`<${rt} key=${f} ...${{zone:e,drawn:r,card:$,index:f,at:w}} />`})}
</div>
<span class="croupier-marks" aria-hidden="true">
<span>
${p&&c`<b key=${e.count} class="croupier-count">${e.count}</b>`}
${u!==null&&c`<b key=${`=${u}`} class="croupier-value" part="value">${u}</b>`}
</span>
<${et} facts=${d} ...${r} />
</span>
</div>
</div>`}function et({facts:e,view:r,game:t,names:n}){return e.map(a=>{const o=P(a,t.vocabulary,n),s=oe(a.value,t),i=a.name===Qr,l=X(a,r.zones).length?"\u2605":o;return c`<b
key=${`${a.name} ${o}`}
class=${i?"croupier-mark croupier-debt":"croupier-mark"}
part="mark"
title=${`${a.label}: ${o}`}
style=${s&&{background:s.color,color:s.ink}}
>
${i?`+${l}`:l}
</b>`})}function rt({zone:e,drawn:{playing:r,game:t},card:n,index:a,at:o}){const s={zone:e.key,index:a,code:n?.code??""},i=n!==null&&r!==null&&ae(r.moves,s),l=r!==null&&ne(r.selection,s),u=p=>{!r||!n||(p.stopPropagation(),r.touchCard(s))};return c`<div
class="croupier-card${i?" croupier-playable":""}${l?" croupier-chosen":""}"
part=${i?"card playable":"card"}
data-index=${a}
data-code=${n?.code}
style=${o}
onClick=${r&&u}
>
${n?c`<${F} card=${n} game=${t} />`:c`<${he} />`}
</div>`}const tt=2;function nt({drawn:e,other:{seat:r,hand:t,zones:n},seats:a}){const{view:o,language:s,playing:i,names:l}=e,[u,p]=y(!1);k(()=>p(!1),[o.turn.join()]);const h=i?.targets.seats.has(r),d=o.turn.includes(r),x=n.some(({key:f})=>i?.targets.zones.has(f)),b=[h&&"croupier-target",d&&"croupier-asked",x&&"croupier-holds-target",u&&"croupier-open"],v=t?[t,...n]:n,$=()=>h?i?.touchSeat(r):p(!u);return c`<div
role="group"
class=${["croupier-seat",...b.filter(Boolean)].join(" ")}
part=${d?"seat asked":"seat"}
data-seat=${r}
aria-label=${l(r)}
onClick=${i&&(()=>i.touchSeat(r))}
>
<${ot} ...${{drawn:e,seat:r,player:a[r],count:(t?[t]:n).reduce(at,0)}} />
<button
type="button"
class="croupier-opener"
aria-expanded=${u?"true":"false"}
aria-label=${g(s,"showSeat",{name:l(r)})}
onClick=${f=>(f.stopPropagation(),$())}
></button>
<div
class="croupier-seat-zones"
tabindex=${v.length>tt?0:void 0}
role="group"
aria-label=${l(r)}
>
${v.map(f=>c`<${se} key=${f.key} zone=${f} drawn=${e} />`)}
</div>
</div>`}const at=(e,{count:r})=>e+r;function ot({drawn:{view:e,names:r,language:t},seat:n,player:a,count:o}){const s=e.turn.includes(n),i=e.result?.ranking[n],l=r(n),u=a?.bot?.level;return c`<header class="croupier-seat-head${s?" croupier-asked":""}">
<${De} ...${{seat:n,name:l,isAsked:s,rank:i}} />
<span class="croupier-name" title=${l}>${l}</span>
${u&&c`<span class="croupier-tag" title=${g(t,"botLong",{level:u})}>
${g(t,"bot",{level:u})}
</span>`}
<span class="croupier-unseen">
${s&&g(t,"isAsked")} ${i&&g(t,"rank",{rank:i})}
</span>
<span key=${`${o} held`} class="croupier-held" role="img" aria-label=${Q(o,t)}>
${o}
</span>
<${Be} ...${{view:e,seat:n,language:t}} />
</header>`}const De=({seat:e,name:r,isAsked:t,rank:n})=>c`<span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(e*137+20)%360}}>
${t?"\u25B6":n??it(r)}
</span>`;function Be({view:e,seat:r,language:t}){const n=e.scores.find(o=>o.seat===r)?.points??null,a=g(t,"points",{points:n??g(t,"unknown")});return c`<b key=${n} class="croupier-points" role="img" title=${a} aria-label=${a}>
${n??"?"}
</b>`}const it=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?";function st({snapshot:{session:e,decision:r,connection:t},language:n,names:a,now:o,...s}){const{view:i,viewerSeat:l}=e,u=r?.asked??!1,p=t==="reconnecting"||t==="failed";return c`<div class="croupier-status${u?" croupier-asked":""}" part="status">
${i&&l!==null&&c`<${ct} ...${{view:i,seat:l,name:a(l),isMine:u,language:n}} />`}
<${ut} ...${{...s,view:i,language:n}} status=${ht(e,r,n,a)} />
<span class="croupier-unseen" aria-live="assertive">${u&&g(n,"yourTurn")}</span>
${i?.viewer===null&&c`<span class="croupier-tag">${g(n,"spectator")}</span>`}
<span class="croupier-connection" role="status">${p&&g(n,t)}</span>
<${lt} ...${{session:e,decision:r,language:n,now:o}} />
</div>`}const ct=({view:e,seat:r,name:t,isMine:n,language:a})=>c`<${De} ...${{seat:r,name:t}} isAsked=${n} rank=${e.result?.ranking[r]} />
<span class="croupier-name" title=${t}>${t} (${g(a,"you")})</span>
<${Be} ...${{view:e,seat:r,language:a}} />`;function lt({session:e,decision:r,language:t,now:n}){const a=qe(r?.deadline,n),{reactionMillis:o,moveSeconds:s}=e.settings,i=qe(r?.notBefore,n,o??0),l=g(t,"window");if(i>0)return c`<${Oe} millis=${i} whole=${o} label=${l} />`;const u=g(t,"timeLeft",{seconds:Math.ceil(a/1e3)});return c`<${Oe} millis=${a} whole=${(s??1)*1e3} label=${u} />`}function ut({choosing:e,effect:r,notice:t,onRule:n,view:a,language:o,status:s}){const i=pt(e,a,o),l=r?c`<span part="effect">${r}</span>`:c`<span part="prompt">${i}</span>`,u=`${s} ${t?.message??(r||i)}`;return c`<div class="croupier-prompt">
<p key=${u} style=${{"--length":u.length}}>
<strong>${s}</strong>${" "}
${t&&!t.at?c`<${Re} ...${{notice:t,language:o,onRule:n}} />`:l}
</p>
</div>`}const Re=({notice:{message:e,detail:r,rule:t},language:n,onRule:a})=>c`<span class="croupier-told" part="notice" role="alert">
${e} <span lang="en">${r}</span>
${t&&c`<button type="button" class="croupier-rule" part="rule" onClick=${()=>a?.({number:t})}>
${g(n,"rule",{number:t})}
</button>`}
</span>`;function pt({moves:e,selection:r,buttons:t,isResigned:n},a,o){if(n)return g(o,"resigned");if(!M(r)){const i=t.length>1&&t.every(({choice:l})=>l!==null);return g(o,t.length===1?"confirm":i?"chooseMove":"chooseTarget")}const s=a?.turn.includes(a.viewer??-1);return e.length&&!s?g(o,dt(e)):a?.prompt??""}function dt(e){return e.every(({cards:r})=>r.length>0)?"chooseCard":e.some(({cards:r})=>r.length>0)?"choose":"chooseMove"}function ht({view:e,status:r},t,n,a){if(!e)return g(n,r==="OPEN"?"waiting":"over");if(e.result){const o=ye(n,e.result.winners.map(a)),s=e.result.winners.length>1?"share":"wins";return`${g(n,"over")}: ${g(n,s,{names:o})}`}return t?.asked?g(n,"yourTurn"):e.turn.length===0?g(n,"over"):g(n,"turnOf",{names:ye(n,e.turn.map(a))})}const ft=350,mt=450,gt=8,W=10;function xt(e){const[r,t]=y(null);return k(()=>{const n=new AbortController;return vt(e.current,t,n.signal),()=>n.abort()},[]),r}function vt(e,r,t){let n;const a={x:0,y:0},o=(u,p)=>{clearTimeout(n),n=setTimeout(p,u)},s=(u,p)=>e.addEventListener(u,p,{signal:t});s("pointerover",u=>{const p=u.pointerType==="mouse"&&u.buttons===0?ee(u):null;u.pointerType==="mouse"&&o(p?ft:0,()=>r(p&&p.picked))}),s("pointerleave",({pointerType:u})=>{u==="mouse"&&o(0,()=>r(null))}),s("pointerdown",u=>{const p=u.pointerType==="mouse"?null:ee(u);[a.x,a.y]=[u.clientX,u.clientY],r(null),o(mt,()=>{p&&(r(p.picked),e.addEventListener("pointerup",()=>Me(e),{once:!0,signal:t}))})}),s("pointermove",({clientX:u,clientY:p,buttons:h})=>{h&&Math.hypot(u-a.x,p-a.y)>gt&&o(0,()=>r(null))}),s("pointerup",()=>clearTimeout(n)),s("pointercancel",()=>clearTimeout(n)),s("contextmenu",u=>u.pointerType==="touch"&&u.preventDefault());let i=!1;const l=()=>requestAnimationFrame(()=>{const u=e.querySelector("[role=listbox]:focus-visible .croupier-active");(u||i)&&r((u&&Te(u)?.picked)??null),i=u!==null});for(const u of["keyup","focusin","focusout"])s(u,l)}function bt({root:e,at:r,game:t,language:n,notice:a,onRule:o}){const s=S(null);Z(()=>{r&&e.current&&s.current&&$t(e.current,s.current,r)});const i=r&&t.cards.find(({code:u})=>u===r.code);if(!i)return null;const l=ze(i.code,t);return c`<div
class="croupier-bubble${a?" croupier-refusal":""}"
part="bubble"
role=${a?void 0:"tooltip"}
ref=${s}
>
<b>${i.label}</b>
${a&&c`<${Re} ...${{notice:a,language:n,onRule:o}} />`}
${l&&c`<span>${l}</span>`}
</div>`}function $t(e,r,{zone:t,index:n,code:a}){const o=`[data-index="${n}"][data-code="${CSS.escape(a)}"]`,s=e.querySelector(`[data-zone="${CSS.escape(t)}"] ${o}`);if(r.hidden=s===null,!s)return;const[i,l]=[s.getBoundingClientRect(),e.getBoundingClientRect()],u=i.left+i.width/2-l.left,p=Math.max(W,Math.min(u-r.offsetWidth/2,l.width-r.offsetWidth-W)),h=s.closest("[role=listbox]")&&e.querySelector(".croupier-status"),d=Math.min(i.top,h?.getBoundingClientRect().top??i.top)-l.top-r.offsetHeight-W;r.style.left=`${p}px`,r.style.top=`${d>0?d:i.bottom-l.top+W}px`}const j=[];let wt=0;function yt(e,r,{make:t,busy:n,setNotice:a},o,s){const i=fe(()=>`croupier-${++wt}`,[]),l=St(r),u=Ct(r),[p,h]=zt(r,l),d=m=>{n||e.getSnapshot().pending||(Ot(o.current),h(z),t(m))},f={moves:l,hand:u,selection:p,select:m=>{a(null);const w=m===null?j:q(l,m),O=!M(p)&&q(l,p).includes(w[0]);w.length===1&&O?d(w[0]):h(m??z)},lift:m=>h({...z,cards:[m]}),play:d,explain:m=>{Tt(e,m).then(w=>w&&a(w))},cancel:()=>{a(null),h(z)},...s};return{id:i,...f,...kt(f,o),targets:Yr(l,p,u),buttons:Jr(l,p,u),outOfTurn:r.decision?.asked?j:l,isResigned:je(r)}}function kt({moves:e,hand:r,selection:t,select:n,play:a,explain:o,list:s,open:i},l){const u=h=>{const d=Ur(e,t,h,r);d===null&&h.zone===r?o(h):d===null&&M(t)&&i(h.zone);const x=d!==null&&JSON.stringify(d)===JSON.stringify(t);n(x&&q(e,d).length>1?z:d)},p=h=>h!==null&&n(h);return{touchCard:u,touchZone:h=>{const d=H(e,t,h);d!==null?n(d):M(t)&&i(h)},touchSeat:h=>p(Ae(e,t,h)),enter:h=>{const d=q(e,{...z,cards:[h]});if(d.length===1)return a(d[0]);u(h),d.length>1&&qt(l.current,()=>s(d))},canLift:h=>ae(e,h),drop:(h,d,x)=>{const b=Mt(e,{...z,cards:[h]},d,x),v=b===null?j:q(e,b);v.length===1?a(v[0]):n(b)}}}const St=e=>je(e)?j:e.decision?.moves??j,je=({session:{seats:e,viewerSeat:r}})=>r!==null&&e[r]?.kind==="DEFAULT_POLICY",Ct=({session:{view:e,viewerSeat:r}})=>e?.zones.find(({kind:t,owner:n})=>t==="hand"&&n===r&&n!==null)?.key??null;function zt({session:e},r){const[t,n]=y(z),a=t.cards.every(({zone:s,index:i,code:l})=>e.view?.zones.find(({key:p})=>p===s)?.cards[i]?.code===l);return[M(t)||a&&q(r,t).length>0?t:z,n]}async function Tt(e,r){const n=(await e.hand().catch(()=>null))?.cards[r.index];return n?.card.code!==r.code||!n.refusal?null:{message:n.refusal.message,rule:n.refusal.rule,at:r}}function Mt(e,r,t,n){const a=t===null||t===r.cards[0].zone?null:H(e,r,t);if(a?.cards.length)return a;const o=n===null?null:Ae(e,r,n);return o?.cards.length?o:null}function qt(e,r){requestAnimationFrame(()=>{const t=e?.querySelector("[data-tray] [data-move]");t?t.focus():r()})}function Ot(e){const r=e?.getRootNode()?.activeElement;if(!e?.contains(r??null)||!r?.hasAttribute("data-move"))return;(e.querySelector("[role=listbox]")??e.querySelector("[data-tray]"))?.focus({preventScroll:!0})}const Et=180;function Lt(e){const{cursor:r}=e.session,[t,n]=y(""),a=S(new Map),o=S(void 0);return k(()=>(a.current=new Map,n(""),()=>clearTimeout(o.current)),[r,e]),[t,i=>{if(clearTimeout(o.current),!i)return n("");const l=a.current.get(i.notation);if(l!==void 0)return n(l);const u=a.current;o.current=setTimeout(async()=>{const h=((await e.preview(i).catch(()=>null))?.events??[]).filter(({seat:d,count:x})=>d!==null||x).map(({sentence:d})=>d);u.set(i.notation,h.join(" ")),u===a.current&&n(h.join(" "))},Et)}]}function At(e,r,t){k(()=>{if(!r)return;const n=a=>{a.repeat||a.ctrlKey||a.metaKey||a.altKey||a.key.toLowerCase()!=="m"||!te(a,re)&&e.current===Ee()&&t()};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const Dt=e=>e.filter(({weight:r})=>r!=="DETAIL").map(({sentence:r})=>r);function Bt({language:e,lines:r}){const t=S(null);k(()=>{t.current&&(t.current.scrollTop=t.current.scrollHeight)},[r]);const n=g(e,"events");return c`<div
class="croupier-log"
part="log"
role="log"
aria-live="polite"
tabindex="0"
aria-label=${n}
ref=${t}
>
${r.map(({id:a,sentence:o})=>c`<p key=${a}>${o}</p>`)}
</div>`}function Rt(){const[e,r]=y([]);return[e,n=>{const a=Dt(n.events).map((o,s)=>({id:`${n.cursor}-${s}`,sentence:o}));a.length&&r(o=>[...o,...a].slice(-30))}]}function jt(e,{session:{cursor:r},pending:t},n,a){const[o,s]=y(null),[i,l]=y(!1),[u,p]=y(null);k(()=>s(null),[r]);const h=x=>{l(!0),setTimeout(()=>{l(!1),s(null)},x)};return{make:async x=>{const b=performance.now();s(null);try{const v=await e.move(x);p(Math.round(performance.now()-b)),s(Nt(v,n)),v.kind==="tooEarly"&&h(v.retryAfterMillis),a?.(v)}catch(v){const $=v instanceof Error?v.message:`${v}`,f=v instanceof rr?{}:{detail:$};s({message:g(n,"fault"),...f})}},notice:o,setNotice:s,busy:t!==null||i,latency:u}}function Nt(e,r){return e.kind==="illegal"?{message:e.message,rule:e.rule?.number??null}:e.kind==="applied"?null:{message:g(r,e.kind)}}const It=["pointerover","pointerdown","focusin"];function Pt(e,r){const t=S(null),n=S(null),a=S(()=>{}),o=S((()=>{})),s=S({version:r.version,session:r});return k(()=>{const i=new AbortController,l=e.current;let u=!1;a.current=()=>{u||(u=!0,Kt(l,t,i.signal).then(d=>{n.current=d,o.current()},()=>null))};const{view:p,version:h}=r;p?.ply===0&&(a.current(),o.current=()=>s.current.version===h&&n.current?.deal(p));for(const d of It)l.addEventListener(d,a.current,{signal:i.signal});return()=>{i.abort(),n.current?.end()}},[]),Z(()=>n.current?.start()),{dragging:t,measure:()=>n.current?.measure(),show:i=>{i.events.length>0&&a.current(),n.current?.show(i,s.current),s.current=i}}}async function Kt(e,r,t){const[{makeFlights:n},{letDrag:a}]=await Promise.all([import("./animation.js"),import("./touch.js")]);return t.aborted?null:(a(e,r,t),n(e,()=>r.current.game.cards))}function Ne({title:e,language:r,close:t,children:n}){const a=S(null);return k(()=>{a.current?.showModal(),a.current?.querySelector("header ~ * button")?.focus()},[]),c`<dialog
class="croupier-sheet"
part="sheet"
ref=${a}
aria-label=${e}
onClose=${t}
onClick=${o=>o.target===o.currentTarget&&t()}
>
<header>
<b>${e}</b>
<button type="button" part="cancel" onClick=${t}>${g(r,"close")}</button>
</header>
${n}
</dialog>`}function Ht({zone:e,game:r,language:t,close:n}){const a=e.label.charAt(0).toLocaleUpperCase(t)+e.label.slice(1),o=e.cards.filter(s=>s===null).length;return c`<${Ne} ...${{title:a,language:t,close:n}}>
<ol class="croupier-laid">
${Ie(e).map((s,i)=>c`<li key=${i}>
<span class="croupier-unseen">${s.label}</span>
<${F} card=${s} game=${r} />
</li>`)}
</ol>
${o>0&&c`<p>${g(t,"hidden",{count:o})}</p>`}
<//>`}const Ie=({cards:e})=>e.filter(r=>r!==null),Wt=e=>e!==void 0&&Ie(e).length>1;function _t({language:e,game:r,choosing:t,busy:n,consider:a,list:o}){const{moves:s,buttons:i,selection:l,play:u,cancel:p}=t,h=!M(l)&&i.length===1?i[0]:null;k(()=>a(h),[h]);const d=i.length>1&&i.every(({choice:m})=>m!==null),x=g(e,"allMoves",{count:s.length}),b={game:r,language:e,busy:n,play:u,consider:a,areChoices:d},v=d?[...new Set(i.map(m=>He(m,r)))]:[],$=m=>i.filter(w=>He(w,r)===m),f=m=>m.map(w=>c`<${Pe} key=${w.notation} ...${{...b,move:w}} />`);return c`<div class="croupier-tray${n?" croupier-busy":""}" part="tray" data-tray tabindex="-1">
<div
key=${i.map(({notation:m})=>m).join()}
class="croupier-moves${d?" croupier-choices":""}"
role="group"
aria-label=${g(e,"moves")}
>
${v.length>1?v.map(m=>c`<div key=${m} class="croupier-deed"><b>${m}</b>${f($(m))}</div>`):f(i)}
</div>
${!M(l)&&c`<button
type="button"
class="croupier-cancel"
part="cancel"
aria-label=${g(e,"cancel")}
onClick=${p}
></button>`}
<button
type="button"
class="croupier-all${s.length?"":" croupier-idle"}"
part="all-moves"
aria-haspopup="dialog"
aria-keyshortcuts="M"
title=${x}
onClick=${()=>o(s)}
>
<span class="croupier-unseen">${x}</span>
<span key=${s.length} aria-hidden="true">${s.length}</span>
</button>
</div>`}function Ft({language:e,game:r,choosing:t,busy:n,consider:a,moves:o,close:s}){k(()=>()=>a(null),[]);const i=p=>{s(),t.play(p)},l=g(e,"allMoves",{count:o.length}),u={game:r,language:e,busy:n,play:i,consider:a};return c`<${Ne} ...${{title:l,language:e,close:s}}>
<div class="croupier-moves" role="group" aria-label=${g(e,"moves")}>
${o.map(p=>c`<${Pe} key=${p.notation} ...${{...u,move:p,areChoices:!1}} />`)}
</div>
<//>`}function Pe({move:e,game:r,language:t,areChoices:n,busy:a,play:o,consider:s}){const i=oe(e.choice,r),l=Ke(e,r),u=n&&l?Tr(t,l):e.label;return c`<button
type="button"
class="croupier-move"
part="move"
data-move=${e.notation}
aria-label=${e.label}
aria-disabled=${a?"true":void 0}
onClick=${p=>!a&&!Zt(p)&&o(e)}
onPointerEnter=${()=>s(e)}
onPointerLeave=${()=>s(null)}
onFocus=${()=>s(e)}
onBlur=${()=>s(null)}
>
${i&&c`<span class="croupier-swatch" part="swatch" style=${{background:i.color,color:i.ink}}>
${i.emblem&&c`<svg viewBox="0 0 48 48" aria-hidden="true">
<path d=${i.emblem} fill="currentColor" fill-rule="evenodd" />
</svg>`}
</span>`}
<span>${u}</span>
</button>`}const Ke=({choice:e},{vocabulary:r})=>r.choices.find(({key:t})=>t===e)?.template??"",He=(e,r)=>e.label.replace(Ke(e,r),"").trim(),Zt=({detail:e,pointerType:r})=>e>1&&r!=="touch",We="direction",Ut="asked";function Yt({view:e,game:r,names:t}){const n=e.facts.find(({name:o})=>o===We);if(!n)return null;const a=`${n.label}: ${P(n,r.vocabulary,t)}`;return c`<div
class="croupier-direction"
part="direction"
data-value=${n.value}
role="img"
aria-label=${a}
title=${a}
>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${_e} /></svg>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${_e} /></svg>
</div>`}const _e="M3 5l12 7-12 7zM12 5l12 7-12 7z";function Gt({view:e,game:r,names:t}){const n=o=>o.weight==="RULE"&&o.zone===null&&![We,Ut].includes(o.name)&&Ce(o),a=e.facts.filter(o=>n(o)&&X(o,e.zones).length===0);return c`<div key=${a.map(({name:o})=>o).join()} class="croupier-notes" aria-hidden="true">
${a.map(o=>c`<b key=${o.name}>${o.label}: ${P(o,r.vocabulary,t)}</b>`)}
</div>`}function Vt({view:e,game:r,language:t,names:n}){const a=g(t,"facts");return c`<details class="croupier-facts" part="facts">
<summary aria-label=${a} title=${a}>i</summary>
<dl tabindex="0" aria-label=${a}>
${Nr(e.facts).map(o=>{const s=P(o,r.vocabulary,n);return c`<div key=${o.name} class="croupier-fact" part="fact">
<dt>${o.label}</dt>
<dd>${s??"\u2013"}</dd>
</div>`})}
</dl>
</details>`}const Jt=6,Xt=4;let Qt=0;function en({zone:e,drawn:r}){const{playing:t,game:n,language:a}=r,[o,s]=y(0),i=Math.min(o,e.count-1),l=fe(()=>`croupier-hand-${++Qt}`,[]),u=f=>`${t?.id??l}-card-${f}`,p=f=>{const m=rn(f.key,i,e.count);m!==null&&s(m);const w=e.cards[i]?.code;f.key==="Enter"&&w&&t?.enter({zone:e.key,index:i,code:w}),(m!==null||f.key==="Enter")&&f.preventDefault()},h=S(!1);h.current||=e.count>Jt;const d=h.current?Math.max(Xt,Math.ceil(e.count/2)):Math.max(1,e.count),x=f=>e.count>d?Math.floor(f/d):.5,b=({card:f,index:m})=>{const w={zone:e.key,index:m,code:f?.code??""},O=t!==null&&f!==null&&ae(t.moves,w),A=t!==null&&ne(t.selection,w),D=[O&&"croupier-playable",A&&"croupier-chosen",m===i&&"croupier-active"],C=f?.label??g(a,"hiddenCard");return c`<div
key=${m}
id=${u(m)}
role="option"
class=${["croupier-card",...D.filter(Boolean)].join(" ")}
part=${O?"card playable":"card"}
data-index=${m}
data-code=${f?.code}
aria-selected=${A?"true":"false"}
aria-description=${f&&ze(f.code,n)||void 0}
style=${{"--i":m,"--column":m%d,"--row":x(m)}}
onClick=${()=>{s(m),f&&t?.touchCard(w)}}
>
<span class="croupier-unseen">${O?g(a,"playable",{card:C}):C}</span>
${f?c`<${F} card=${f} game=${n} />`:c`<${he} />`}
</div>`},v=(t?.moves.length??0)>0,$=h.current?" croupier-two-rows":"";return c`<div
class="croupier-own-hand${v?" croupier-deciding":""}${$}"
part="hand"
data-zone=${e.key}
style=${{"--n":Math.max(1,e.count),"--per-row":Math.min(d,Math.max(1,e.count))}}
>
<div
role="listbox"
class="croupier-cards"
tabindex="0"
aria-label=${`${g(a,"yours")}: ${Q(e.count,a)}`}
aria-activedescendant=${e.count?u(i):void 0}
onKeyDown=${p}
>
${e.cards.map((f,m)=>b({card:f,index:m}))}
</div>
</div>`}function rn(e,r,t){const n=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,n):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?n:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const tn=1,nn=2;function an(e){const{view:r,game:t,language:n,names:a,seatCount:o,seats:s=[],playing:i=null,bar:l=null,log:u=null}=e,p=S(new Map);p.current=Lr(r,p.current);const h={view:r,game:t,language:n,names:a,playing:i,shapes:p.current},{own:d,others:x,shared:b}=Or(r,o),v=S(null);return k(()=>ln(v.current),[r.turn.join()]),c`<div class="croupier-stage" part="stage" lang=${n}>
<div class=${sn(d,l!==null)} style=${cn({own:d,others:x,shared:b},h)}>
<div
class="croupier-others"
part="others"
ref=${v}
role="group"
tabindex=${x.length>1?0:void 0}
aria-label=${g(n,"others")}
>
${x.map($=>c`<${nt} key=${$.seat} ...${{drawn:h,other:$,seats:s}} />`)}
</div>
<div class="croupier-middle" part="table">
<${Yt} ...${h} />
<div class="croupier-shared" role="group" aria-label=${g(n,"table")}>
${b.map($=>c`<${se} key=${$.key} zone=${$} drawn=${h} />`)}
</div>
<${Gt} ...${h} />
</div>
${d&&c`<${on} ...${{own:d,drawn:h}} />`}
${l}
${u}
<${Vt} ...${h} />
${d?.hand&&c`<${en} zone=${d.hand} drawn=${h} />`}
</div>
</div>`}function on({own:{seat:e,zones:r},drawn:t}){return c`<div class="croupier-own" part="own" data-seat=${e}>
${r.length>0&&c`<div
class="croupier-own-zones"
role="group"
aria-label=${t.names(e)}
tabindex=${r.length>nn?0:void 0}
>
${r.map(n=>c`<${se} key=${n.key} zone=${n} drawn=${t} />`)}
</div>`}
</div>`}function sn(e,r){return["croupier-view",r&&"croupier-played",e&&!e.hand&&"croupier-handless",e?.hand&&e.zones.length>tn&&"croupier-stacked",(!e||e.zones.length===0)&&"croupier-zoneless"].filter(Boolean).join(" ")}function cn({own:e,others:r,shared:t},{shapes:n}){const a=Math.max(0,...r.map(({hand:s,zones:i})=>i.length+(s?1:0))),o=t.length<=V?t.length:Math.ceil(t.length/2);return{"--others":Math.max(1,r.length),"--most":Math.max(2,a),"--lines":Math.max(1,Math.ceil(a/3)),"--columns":Math.max(2,o),"--rows":t.length<=V?1:2,"--zones":Math.max(3,t.length),"--deep":t.some(({kind:s})=>n.get(s)==="spread")?2.1:1.4,"--mine":Math.max(e?.hand?1:3,e?.zones.length??0)}}function ln(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,n]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(n.left<t.left||n.right>t.right)&&(e.scrollLeft+=n.left-t.left),(n.top<t.top||n.bottom>t.bottom)&&(e.scrollTop+=n.top-t.top)}let un=0;const ce=new WeakMap;function pn(e){return ce.has(e.table)||ce.set(e.table,++un),c`<${dn} key=${ce.get(e.table)} ...${e} />`}function dn({table:e,game:r,language:t,names:n,now:a,onRule:o,onOutcome:s}){const i=S(null),[l,u]=Rt(),p=Pt(i,e.session),h=fn(e,p.measure,E=>{u(E),p.show(E)}),{session:d}=h,[x,b]=Lt(e),[v,$]=y(null),f=jt(e,h,t,s),[m,w]=y(null),O=E=>d.view?.zones.find(Qe=>Qe.key===E),A=E=>w(Wt(O(E))?E:null),D=O(m),C=yt(e,h,f,i,{list:$,open:A}),{moves:B,outOfTurn:N,play:le}=C,{notice:_,busy:Ge}=f,Ve=xt(i);k(()=>$(null),[d.cursor]),Wr(i,N,le),At(i,N.length===0&&B.length>0,()=>$(B)),p.dragging.current={game:r,canDrag:C.canLift,start:C.lift,drop:C.drop};const ue={names:n??(E=>hn(d,E,t)),seats:d.seats},pe={language:t,game:r,choosing:C,busy:Ge,consider:b},de=_?.at?_:null,Je=M(C.selection)?Ve:null,Xe=c`<div class="croupier-bar">
<${st} ...${{snapshot:h,language:t,now:a,choosing:C,effect:x,notice:_,onRule:o}} names=${ue.names} />
${d.viewerSeat!==null&&c`<${_t} ...${{...pe,list:$}} />`}
</div>`;return c`<div
class="croupier-board"
part="board"
ref=${i}
data-version=${d.version}
data-connection=${h.connection}
onKeyDown=${E=>E.key==="Escape"&&C.cancel()}
>
${d.view?c`<${an}
...${{...ue,game:r,language:t,bar:Xe}}
view=${d.view}
seatCount=${d.seats.length}
playing=${C}
log=${c`<${Bt} language=${t} lines=${l} />`}
/>`:c`<div class="croupier-undealt">${g(t,d.status==="OPEN"?"waiting":"over")}</div>`}
<${bt} ...${{root:i,game:r,language:t,onRule:o}} at=${de?.at??Je} notice=${de} />
${N.length>0&&c`<${Kr} ...${{language:t,moves:N,making:f,play:le}} />`}
${v&&c`<${Ft} ...${pe} moves=${v} close=${()=>$(null)} />`}
${D&&c`<${Ht} ...${{zone:D,game:r,language:t}} close=${()=>w(null)} />`}
</div>`}const hn=({seats:e},r,t)=>tr(e,r)??g(t,"seat",{number:r+1});function fn(e,r,t){const[n,a]=y(e.getSnapshot()),o=S(n),s=S({onRedraw:r,onFrame:t});return s.current={onRedraw:r,onFrame:t},k(()=>e.subscribe(i=>{i.session!==o.current.session&&s.current.onRedraw(),i.frame&&i.frame!==o.current.frame&&!i.frame.resync&&s.current.onFrame(i.frame),o.current=i,a(i)}),[e]),n}function mn({snapshot:{session:e},takeBack:r,answer:t}){const{t:n}=T(),{viewerSeat:a}=e,o=a!==null&&r.awaited.includes(a),s=r.seat===a?n("takeBackAwaited",{names:nr(e,r.awaited,n)}):n("takeBackAsked",{name:I(e,r.seat,n)});return c`<div class="ask" role="alert">
<p>${s}</p>
${o&&c`<button class="button strong" onClick=${()=>t(!0)}>${n("agree")}</button>
<button class="button" onClick=${()=>t(!1)}>${n("refuse")}</button>`}
</div>`}function gn(e){const{table:r,snapshot:t}=e,{t:n}=T(),{session:a,decision:o}=t,[s,i]=y(null),l=U((f,m={})=>r.act(f,m)),u=U(async()=>{const{move:f,version:m}=await r.hint();i({version:m,text:f?n("hintFor",{move:f.label}):n("hintWaits")})}),p=ar(a),h=({index:f,taken:m,kind:w})=>m&&w==="HUMAN"&&f!==a.viewerSeat,d=p&&a.seats.some(h)&&a.settings.takeBacks&&a.takeBack===null,x=l.isBusy||u.isBusy,b=a.view?.undo,[v,$]=xn(L(a));return c`<div class="actions" ref=${v} style=${{minHeight:$}}>
${a.takeBack&&c`<${mn}
...${e}
takeBack=${a.takeBack}
answer=${f=>l.run("take-back/answer",{body:{agree:f}})}
/>`}
${s?.version===a.version&&c`<p class="told-hint" role="status">${s.text}</p>`}
${ir(a)&&c`<p class="told-hint" role="status">${n("seatLost")}</p>`}
<${me} error=${l.error??u.error} />
<div class="ways" key=${L(a)}>
${p&&c`<button
class="button"
disabled=${x||!b?.available}
title=${b?.reason}
onClick=${()=>l.run("undo")}
>
${n("undo")}
</button>`}
${d&&c`<button class="button" disabled=${x} onClick=${()=>l.run("take-back")}>
${n("askTakeBack")}
</button>`}
${p&&a.settings.hints&&c`<button class="button" disabled=${x||!o} onClick=${u.run}>${n("hint")}</button>`}
<${or} text=${sr(a.id)} label=${n("share")} />
${L(a)&&c`<a class="button quiet" href="#">${n("toLobby")}</a>`}
${p&&c`<${Fe}
label=${n("resign")}
question=${n("resignSure")}
act=${()=>l.run("resign",{at:"*"})}
/>
<${Fe} label=${n("leave")} question=${n("leaveSure")} act=${()=>l.run("leave",{at:"*"})} />`}
</div>
</div>`}function xn(e){const r=S(null),t=S(null);return e&&(t.current??=r.current?.offsetHeight??null),[r,t.current]}function Fe({label:e,question:r,act:t}){const{t:n}=T(),[a,o]=y(!1);return a?c`<span class="ask" role="group" aria-label=${r}>
<span>${r}</span>
<button class="button danger" onClick=${()=>(o(!1),t())}>${e}</button>
<button class="button" onClick=${()=>o(!1)}>${n("cancel")}</button>
</span>`:c`<button class="button quiet" onClick=${()=>o(!0)}>${e}</button>`}const vn=100;function bn({table:e,snapshot:r}){const{t}=T(),[n,a]=y(!1),{data:o,reload:s}=cr(async()=>n?$n(e):null,[e,n]),[i,l]=y([]),u=lr("(min-width: 62.01rem)"),p=S(r.frame),h=({frame:b})=>{if(!(b===null||b===p.current)){if(p.current=b,!b.resync)return l(v=>Ze(v,b.events).slice(-300));l([]),a(!0),s()}};k(()=>e.subscribe(h),[e]);const d=Ze(o??[],i).filter(({weight:b})=>b!=="DETAIL"),x=S(null);return Z(()=>{x.current&&(x.current.scrollTop=x.current.scrollHeight)},[d.length,u]),c`<details class="panel log" open=${u}>
<summary><h2>${t("log")}</h2></summary>
${d.length===0&&c`<p class="hint">${t("logEmpty")}</p>`}
${!n&&c`<button class="button quiet" onClick=${()=>a(!0)}>${t("logEarlier")}</button>`}
<div role="log" aria-label=${t("log")} aria-live=${o&&u?"polite":"off"}>
<ol ref=${x} tabindex="0">
${d.map(({version:b,sequence:v,sentence:$})=>c`<li key=${`${b}.${v}`}>${$}</li>`)}
</ol>
</div>
</details>`}async function $n(e){let r=[];for(let t=void 0;;){const{nodes:n,pageInfo:a}=await e.events({first:vn,...t&&{after:t}});if(r=[...r,...n].slice(-300),!a.hasNextPage||!a.endCursor)return r;t=a.endCursor}}function Ze(e,r){return[...new Map([...e,...r].map(n=>[`${n.version}.${n.sequence}`,n])).values()].sort((n,a)=>n.version-a.version||n.sequence-a.sequence)}const wn=500,yn=10;function kn({snapshot:e}){const{t:r,wire:t}=T(),{deadline:n,status:a}=e.session,[o,s]=y(t.now()),i=n!==null&&a==="ACTIVE";if(k(()=>{if(!i)return;s(t.now());const u=setInterval(()=>s(t.now()),wn);return()=>clearInterval(u)},[i,n]),!i)return null;const l=Sn(n,o);if(l>0&&e.decision)return null;if(l>0){const u=l<=yn?"clock short":"clock";return c`<p class=${u} role="timer">${r("timeLeft",{seconds:l})}</p>`}return c`<p class="clock short" role="timer">${r("timeOver")}</p>`}function Sn(e,r){return Math.max(0,Math.ceil((Date.parse(e)-r)/1e3))}var Cn=".curtain{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:max(20rem,calc(100dvh - 5.5rem));padding:2rem 1rem;border-radius:var(--radius);background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep));color:#fff;text-align:center}.curtain .button{border-color:transparent;background:#fff;color:#12352c;font-weight:650}.curtain h2{font-size:2rem}";Y(Cn);function zn({snapshot:{session:e},holders:r,player:t,want:n}){const{t:a}=T(),o=s=>{n(r.find(i=>i.player===s.target.value)??null)};return c`<select class="seat-switch" aria-label=${a("seatSwitch")} value=${t} onChange=${o}>
${r.map(({seat:s,player:i})=>c`<option key=${s} value=${i}>${I(e,s,a)}</option>`)}
</select>`}function Tn({snapshot:{session:e},next:r,become:t}){const{t:n}=T(),a=I(e,r.seat,n);return c`<section class="curtain" role="alert">
<h2>${n("passDevice",{name:a})}</h2>
<p>${n("passDeviceHint")}</p>
<button class="button big" onClick=${()=>t(r.player)}>${n("iAm",{name:a})}</button>
</section>`}function Mn({game:e,snapshot:r}){const{t,storage:n,preferences:a}=T(),[o,s]=y(()=>ge(n,e)||L(r.session)),i=({currentTarget:{open:u}})=>{s(!u),u||n.setItem(pr(e),"yes")},l=`/play/rules/${e.id}?lang=${a.language}`;return c`<details class="panel how-to-play" open=${!o} onToggle=${i}>
<summary><h2>${t("howToPlay")}</h2></summary>
<${ur} game=${e} />
<p><a href=${l} target="_blank" rel="noopener">${t("rulesOf",{game:e.title})}</a></p>
</details>`}function qn({table:e,snapshot:r}){const{t,tabStorage:n,wire:a}=T(),[o,s]=y(()=>G(e,n)),i=U(async()=>{o&&await dr(e,o),s(null)}),l=()=>{fr(e,n),s(null)};return k(()=>{o&&hr(o)&&i.run()},[]),k(()=>{const u=()=>s(r.pending?null:G(e,n));return a.subscribe(()=>a.isReachable()&&u())},[a,e,r.pending]),k(()=>{r.pending||s(G(e,n))},[r.pending]),!o||r.pending||i.isBusy?null:c`<div class="ask" role="alert">
<p>${t("moveUnknown")} <strong>${o.label}</strong></p>
<button class="button strong" onClick=${i.run}>${t("sendAgain")}</button>
<button class="button" onClick=${l}>${t("sendNot")}</button>
<${me} error=${i.error} />
</div>`}const Ue="croupier-page:sound",Ye=["pointerdown","keydown"];function On({table:e}){const{t:r,storage:t}=T(),[n,a]=y(()=>t.getItem(Ue)!=="off");k(()=>n?En(e):void 0,[e,n]);const o=()=>{t.setItem(Ue,n?"off":"on"),a(!n)};return c`<button class=${n?"icon sound":"icon sound off"} aria-pressed=${n?"true":"false"}
aria-label=${r("sound")} title=${r("sound")} onClick=${o}><span aria-hidden="true">♪</span></button>`}function En(e){const r=new AbortController,{signal:t}=r,n=async()=>{for(const o of Ye)document.removeEventListener(o,n);const{accompany:a}=await import("./sound.js").catch(()=>({accompany:null}));a&&!t.aborted&&t.addEventListener("abort",a(e))};for(const a of Ye)document.addEventListener(a,n,{signal:t});return()=>r.abort()}var Ln='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);--shade: rgb(0 0 0 / 24%);height:var(--croupier-height, min(100dvh, 900px));font:15px/1.35 system-ui,sans-serif;color:var(--text);user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.croupier-board{position:relative;min-height:260px}.croupier-board>.croupier-stage{height:100%}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button),.croupier-stage :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-board :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-stage{container:croupier-stage / size;contain:layout;overflow:hidden;color:var(--on-felt);background:radial-gradient(ellipse at 50% 42%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--gap: 6px;--head: 50px;--status: 60px;--words: 14px;--tray: 52px;--title: calc(28px + clamp(0, var(--columns) - 3, 1)*13px) ;--seats: var(--head);--hand: clamp(52px, min(22cqi, 12cqb), 120px);--mini: 30px;--mine-card: clamp(34px, min(7.4cqb, 84cqi / var(--mine) - 8px), 76px);--hand-row: calc(var(--hand) * 2.25 + 14px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + var(--gap));--free: calc( 100cqb - var(--seats) - var(--status) - var(--tray) - var(--hand-row) - var(--mine-row) - 7 * var(--gap) - 22px );--lane: calc((100cqi - 2 * var(--gap)) / var(--columns));--high: calc((var(--free) / var(--rows) - var(--title) - 4px) / min(var(--deep), 1.75));--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .82 - 4px), 180px);display:grid;grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "own own" auto "status status" var(--status) "mine hand" auto "tray tray" var(--tray) / auto minmax(0,1fr);gap:var(--gap);height:100%;padding:var(--gap)}.croupier-view:not(.croupier-played){--status: 0px;--tray: 0px}.croupier-view:not(.croupier-stacked){--mine-row: 0px}.croupier-zoneless{--mine-row: 0px}.croupier-handless{--hand-row: 0px;--mine-card: clamp(40px, min(13cqb, 84cqi / var(--mine) - 8px), 130px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + 10px)}.croupier-undealt{display:grid;height:100%;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{position:relative;z-index:3;grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(112px,46cqi),1fr);gap:var(--gap);overflow:auto clip;overflow-clip-margin:400px;scroll-snap-type:x proximity}.croupier-seat{position:relative;min-width:0;scroll-snap-align:start;background:var(--shade);border-radius:var(--radius)}.croupier-seat.croupier-asked,.croupier-seat.croupier-target{box-shadow:inset 0 0 0 3px var(--mark)}.croupier-seat-head{display:grid;grid-template:"avatar name" 24px "held points" 20px / auto minmax(0,1fr);gap:0 6px;align-items:center;padding:3px 8px}.croupier-seat-head .croupier-tag{display:none}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked>.croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-held{display:flex;gap:4px;width:24px;align-items:center;font-size:13px;font-weight:600}.croupier-held:before{content:"";flex:none;width:10px;height:14px;background:#223a5e;border:1.5px solid #f5efe0;border-radius:2px;box-shadow:2px -1px 0 -.5px #f5efe0}.croupier-points{flex:none;justify-self:end;min-width:36px;padding:0 6px;font-size:14px;line-height:20px;text-align:center;font-variant-numeric:tabular-nums;background:#ffffff29;border-radius:99px}.croupier-opener{position:absolute;inset:0;background:none;border:0;border-radius:var(--radius)}.croupier-seat-zones{--card: var(--mini);position:absolute;inset:0;display:flex;gap:4px;overflow:hidden;visibility:hidden}.croupier-open .croupier-seat-zones{--card: min(54px, 84cqi / var(--most) - 8px);position:fixed;inset:calc(var(--seats) + 2 * var(--gap)) var(--gap) auto;justify-content:center;padding:8px;overflow-x:auto;visibility:visible;background:var(--felt-edge);border:2px solid var(--mark);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-holds-target:not(.croupier-open){outline:3px dashed var(--mark);outline-offset:-3px}.croupier-middle{position:relative;grid-area:middle;display:grid;min-height:0}.croupier-shared{display:flex;flex-wrap:wrap;gap:4px calc(var(--lane) * .04);align-content:space-evenly;justify-content:center;max-width:calc(var(--columns) * (var(--card) * 1.16 + var(--lane) * .04) + 12px);margin:auto;padding-bottom:22px}.croupier-zone{position:relative;flex:none;width:calc(var(--card) * 1.16);border-radius:9px}.croupier-zone-title{display:flex;align-items:safe end;height:var(--title);padding-bottom:3px;overflow:hidden;font-size:12px;line-height:13px;overflow-wrap:anywhere;hyphens:auto}.croupier-zone-title span{min-width:0}.croupier-place{position:relative}.croupier-cards{position:relative;container-type:size;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--width: calc(100cqb / 1.4);--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--width);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--across) * var(--i)))}.croupier-pile .croupier-card{--across: min(var(--width) * .05, var(--step) / 2)}:is(.croupier-own,.croupier-open) .croupier-spread .croupier-card{--width: min( 100cqb / (1.4 + .42 * (var(--in-rows) - 1)), 100cqi / (1 + .28 * (var(--per-row) - 1)) );--across: min(var(--width) * .46, var(--step) / max(1, var(--per-row) - 1));--down: min(var(--width) * .7, 100cqb - 1.4 * var(--width));transform:translate(calc(var(--across) * var(--column)),calc(var(--down) * var(--row)))}.croupier-shared:has(.croupier-spread){align-items:start}.croupier-shared .croupier-spread{--deep-card: calc(var(--card) * 1.4)}.croupier-shared .croupier-spread .croupier-place{width:var(--card)}.croupier-shared .croupier-spread .croupier-cards{height:clamp(var(--deep-card),var(--free) / var(--rows) - var(--title) - 8px,var(--card) * 2.8)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-marks{position:absolute;top:-8px;right:-5px;display:flex;width:0;flex-direction:column;gap:3px;align-items:end;pointer-events:none}.croupier-marks>span{display:flex;gap:2px;min-height:18px}.croupier-count,.croupier-value{min-width:25px;padding:0 5px;font-size:12px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums;color:#fff;background:#0e1620;border-radius:99px;box-shadow:0 0 0 1px #ffffff73}.croupier-value{color:#17202a;background:#fff}.croupier-mark,.croupier-notes b{padding:1px 9px;font-size:13px;line-height:20px;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 0 0 2px #ffffffd9,0 2px 5px #00000073}.croupier-seat-zones .croupier-mark{padding:0 5px;font-size:11px;line-height:16px}.croupier-debt{font-size:16px;color:#fff;background:#b3261e}.croupier-ringed .croupier-zone-title{position:relative;z-index:1;translate:0 -9px}.croupier-ringed .croupier-cards{box-shadow:0 0 0 4px #fff,0 0 0 10px var(--ring),0 0 22px 10px var(--ring)}.croupier-notes{position:absolute;inset:auto 0 0;z-index:1;display:flex;gap:6px;justify-content:center}.croupier-notes b{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-direction{position:absolute;inset:12px 18px 30px;display:flex;flex-direction:column;align-items:center;justify-content:space-between;pointer-events:none;border:2px dashed rgb(255 255 255 / 16%);border-radius:50%}.croupier-direction svg{--turned: 0deg;width:30px;height:30px;margin:-16px;fill:#ffffffb3;rotate:calc(var(--turned) + var(--side, 0deg))}.croupier-direction svg+svg,.croupier-direction[data-value=down] svg{--turned: 180deg}.croupier-direction[data-value=down] svg+svg{--turned: 0deg}.croupier-zone.croupier-target,.croupier-zone.croupier-chosen{cursor:pointer}.croupier-target>.croupier-place>.croupier-cards{outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-chosen>.croupier-place>.croupier-cards,.croupier-zone .croupier-card.croupier-chosen{outline:3px solid var(--mark);outline-offset:1px}.croupier-seat.croupier-target{cursor:pointer}.croupier-facts{position:relative;z-index:4;grid-area:tray;align-self:end;justify-self:start}.croupier-facts summary{display:grid;place-items:center;width:44px;height:44px;font:italic 700 17px/1 ui-serif,Georgia,serif;list-style:none;cursor:pointer;border-radius:50%;opacity:.85}.croupier-facts summary:before{content:"";position:absolute;width:28px;height:28px;border:2px solid currentcolor;border-radius:50%}.croupier-facts summary::-webkit-details-marker{display:none}.croupier-facts dl{position:absolute;bottom:46px;left:0;width:min(340px,90cqi);max-height:60cqb;margin:0;padding:10px 14px;overflow-y:auto;font-size:14px;background:var(--felt-edge);border:1px solid rgb(255 255 255 / 30%);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:3px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-log{grid-area:middle;align-self:end;height:20px;padding:0 8px;overflow:auto;font-size:13px;line-height:20px;text-align:center;scrollbar-width:none;opacity:.85}.croupier-log p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-own{--card: var(--mine-card);grid-area:mine;align-self:center;min-width:0}.croupier-stacked>.croupier-own,.croupier-handless>.croupier-own{grid-area:own}.croupier-own-zones{display:flex;gap:6px;justify-content:safe center;padding:0 8px 6px 3px;overflow-x:auto}.croupier-own .croupier-zone{min-width:54px}.croupier-own-hand{grid-area:hand;min-width:0;padding-top:14px}.croupier-own-hand .croupier-cards{--card: var(--hand)}.croupier-own-hand [role=option]{--column-step: min(var(--width) * 1.07, var(--step) / max(1, var(--in-row, var(--n)) - 1));--left: calc(50cqi - var(--width) / 2 - var(--column-step) * (var(--in-row, var(--n)) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--column-step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.8)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -5px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -9px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -13px;z-index:1;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 6px var(--mark),0 8px 18px #0009}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-bar{display:contents}.croupier-status{position:relative;grid-area:status;display:flex;gap:8px;align-items:center;min-width:0;padding:4px 10px 6px;overflow:hidden;background:var(--shade);border-radius:var(--radius)}.croupier-status>.croupier-name,.croupier-connection:empty{display:none}.croupier-status.croupier-asked{box-shadow:inset 0 0 0 2px var(--mark)}.croupier-prompt{flex:1;display:grid;min-width:0;height:100%;align-content:safe center;overflow-y:auto;container-type:inline-size}.croupier-prompt p{margin:0;font-size:clamp(12px,max(320cqi / var(--length),min(13.5px,520cqi / var(--length))),var(--words));line-height:1.22;text-wrap:balance}.croupier-prompt strong{margin-right:6px;color:var(--mark)}.croupier-told{display:inline-block;padding:1px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-rule{min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-connection{max-width:40%;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:5px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;right:12px;bottom:5px;padding:0 6px;font-size:12px;background:var(--felt-edge);border-radius:99px}.croupier-tray{grid-area:tray;display:flex;gap:6px;align-items:end;height:var(--tray);min-width:0;padding-left:52px}.croupier-tray>.croupier-moves{z-index:3;flex:1;display:flex;flex-wrap:wrap;gap:6px;align-content:end;min-height:100%;justify-content:center;min-width:0}.croupier-move,.croupier-tray>button,.croupier-sheet header button{min-height:48px;padding:4px 14px;font-size:15px;line-height:1.15;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:12px;box-shadow:0 2px 6px #0000004d}.croupier-tray>button,.croupier-sheet header button{flex:none;color:var(--on-felt);background:var(--felt-edge);border-color:#ffffff47}.croupier-all{width:76px;white-space:nowrap}.croupier-idle{visibility:hidden}.croupier-all [aria-hidden]{display:inline-block;min-width:3ch;text-align:left}.croupier-all:before{content:"\\2630  " / ""}.croupier-cancel:before{content:"\\2715" / ""}.croupier-move{display:flex;gap:8px;align-items:center;text-align:left}.croupier-tray .croupier-choices .croupier-move{flex:1 1 44px;flex-direction:column;gap:2px;justify-content:center;min-width:0;max-width:92px;padding:3px 2px;font-size:12px;text-align:center}.croupier-tray>.croupier-choices{gap:4px}.croupier-tray>.croupier-choices:has(.croupier-deed){display:grid;gap:6px;padding:4px 4px 6px;background:var(--felt-edge);border-radius:var(--radius);box-shadow:0 0 0 2px var(--mark)}.croupier-deed{display:flex;flex-wrap:wrap;gap:3px}.croupier-deed b{flex:1 0 100%;font-size:13px}.croupier-choices~.croupier-all,.croupier-view:has(.croupier-choices)>.croupier-facts{display:none}.croupier-tray:has(.croupier-choices){padding-left:0}.croupier-move:hover{border-color:var(--mark)}.croupier-tray .croupier-move{padding-inline:10px;font-size:14px}.croupier-swatch{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:50%;box-shadow:0 0 0 2px #80808073}.croupier-swatch svg{width:17px}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-sheet{width:min(100% - 16px,720px);max-height:min(80dvh,720px);margin:auto auto 8px;padding:14px;overflow-y:auto;color:var(--on-felt);background:var(--felt-edge);border:2px solid var(--mark);border-radius:calc(var(--radius) * 1.4)}.croupier-sheet::backdrop{background:#0000007f}.croupier-sheet header{position:sticky;top:-14px;display:flex;align-items:center;justify-content:space-between;margin:-14px -14px 0;padding:10px 14px;font-size:17px;background:var(--felt-edge)}.croupier-sheet .croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:8px}.croupier-laid{display:grid;grid-template-columns:repeat(auto-fill,minmax(62px,1fr));gap:8px;padding:0;margin:0;list-style:none}.croupier-bubble{position:absolute;top:0;left:0;z-index:8;display:grid;gap:4px;justify-items:start;width:max-content;max-width:min(300px,86%);padding:9px 13px;font-size:14px;color:var(--text);pointer-events:none;background:var(--surface);border-radius:var(--radius);box-shadow:0 0 0 1px var(--line),0 8px 26px #00000073}.croupier-bubble[hidden]{display:none}.croupier-refusal{pointer-events:auto;box-shadow:0 0 0 2px var(--alarm),0 8px 26px #00000073}.croupier-refusal .croupier-told{padding:0}.croupier-slam{position:absolute;right:10px;bottom:calc(30% + 8px);z-index:10;display:flex;flex-wrap:wrap;gap:8px;width:min(100% - 20px,420px)}.croupier-slam button{flex:1;min-height:72px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}@container croupier-stage (max-width: 599.9px) and (min-height: 480px){.croupier-two-rows [role=option]{--width: calc(100cqb / 2.25);--in-row: var(--per-row);--top: calc(var(--width) * .85);transform:translate(calc(var(--left) + var(--column-step) * var(--column)),calc(var(--top) * var(--row)))}.croupier-two-rows .croupier-cards{height:calc(var(--hand) * 2.25)}.croupier-view:not(:has(.croupier-two-rows)){--hand-row: calc(var(--hand) * 1.4 + 14px)}.croupier-handless{--mine-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-handless .croupier-own .croupier-place{width:var(--card)}.croupier-handless .croupier-own .croupier-cards{height:calc(var(--card) * 2.1)}.croupier-handless .croupier-own .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}}@container croupier-stage (max-height: 479.9px){.croupier-view{--gap: 5px;--status: 50px;--words: 13px;--seats: 0px;--hand: clamp(44px, min(9cqi, 19cqb), 90px);--hand-row: calc(var(--hand) * 1.4 + 14px);--title: 16px;--aside: calc(var(--mine) * (var(--mine-card) * 1.16 + 6px));--mine-card: clamp(46px, min(15cqb, 36cqi / var(--mine) - 8px), 76px);--free: calc(100cqb - var(--status) - var(--hand-row) - 4 * var(--gap) - 20px);--lane: calc((100cqi - 170px - var(--aside) - 4 * var(--gap)) / (var(--columns) * var(--rows)));--high: calc((var(--free) - var(--title) - 4px) / 1.4);--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .84 - 4px), 180px);grid-template:"others middle own" minmax(0,1fr) "status status status" var(--status) "hand hand hand" auto / 150px minmax(0,1fr) auto}.croupier-bar{grid-area:status;display:flex;gap:6px;min-width:0}.croupier-status{flex:1 1 50%}.croupier-others{grid-auto-flow:row;grid-auto-rows:minmax(44px,max-content);grid-auto-columns:1fr;align-content:start;overflow:clip auto}.croupier-open .croupier-seat-zones{inset:var(--gap) var(--gap) auto calc(150px + 2 * var(--gap))}.croupier-direction{--side: -90deg;inset:6px 18px 26px;flex-direction:row}.croupier-shared{flex-wrap:nowrap;max-width:none}.croupier-shared .croupier-spread,.croupier-shared .croupier-spread .croupier-place{width:min(var(--card) * 1.9,var(--lane) * .92)}.croupier-shared .croupier-spread .croupier-cards{height:var(--deep-card)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-zone-title{white-space:nowrap}.croupier-zone-title span{overflow:hidden;text-overflow:ellipsis}.croupier-view>.croupier-own{grid-area:own;max-width:42cqi}.croupier-tray{flex:none;max-width:45%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end}.croupier-tray .croupier-move{max-width:200px;min-height:44px;font-size:13px}.croupier-facts{grid-area:hand;justify-self:end}.croupier-facts dl{right:0;left:auto}.croupier-handless{--aside: 0px;--mine-card: clamp(46px, 20cqb, 90px);--hand-row: calc(var(--mine-card) * 1.4 + var(--title) + 8px)}.croupier-handless>.croupier-own{grid-area:hand;max-width:none}.croupier-zoneless{--aside: 0px}}@container croupier-stage (min-width: 600px) and (min-height: 480px){.croupier-view{--gap: 8px;--head: 34px;--title: 30px;--status: 60px;--words: 16px;--tray: 0px;--fit: var(--most);--seat-lines: 1;--mini: clamp( 34px, min(7.4cqb, ((100cqi - 5 * var(--gap)) / min(var(--others), 3) - 8px) / var(--fit) - 2px), 104px );--seats: calc(var(--head) + var(--seat-lines) * (var(--mini) * 1.4 + var(--title)) + 10px);--hand: clamp(64px, min(15.4cqb, 11.5cqi), 240px);--hand-row: calc(var(--hand) * 1.4 + 18px);--mine-card: clamp(44px, min(9.6cqb, 38cqi / var(--mine) - 8px), 150px);--mine-row: 0px;--lane: calc((100cqi - 100px) / var(--zones));--free: calc(100cqb - var(--seats) - var(--status) - var(--hand-row) - 7 * var(--gap) - 20px);--high: calc((var(--free) - var(--title) - 12px) / var(--deep));--card: clamp( 44px, min(var(--croupier-card, 260px), var(--high), var(--lane) * .8, var(--hand) * 1.3), 300px );grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "status status" var(--status) "mine hand" auto / auto minmax(0,1fr);padding:calc(var(--gap) * 1.5)}.croupier-handless{--mine-card: clamp(56px, min(12cqb, 80cqi / var(--mine) - 12px), 200px);--hand-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-view>.croupier-own{grid-area:mine}.croupier-own .croupier-spread{width:var(--card)}.croupier-own .croupier-spread .croupier-cards{height:calc(var(--hand-row) - var(--title) - 12px)}.croupier-own .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-handless>.croupier-own{grid-column:1 / -1}.croupier-handless .croupier-own .croupier-spread{--sheet: calc((var(--hand-row) - var(--title) - 12px) / 1.4);width:min(var(--sheet) * 2.4,92cqi / var(--mine) - 12px)}.croupier-handless .croupier-own-zones{gap:14px}.croupier-handless .croupier-own .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-others{grid-auto-columns:minmax(max(200px,var(--fit) * (var(--mini) + 2px) + 8px),1fr);justify-items:center;overflow:auto hidden}.croupier-seat{width:100%;max-width:max(430px,40cqi)}.croupier-seat-head{display:flex;height:var(--head);padding:2px 10px}.croupier-seat-head .croupier-tag{display:block}.croupier-seat-head .croupier-held{display:none}.croupier-seat-head .croupier-points{margin-left:auto}.croupier-view:has(.croupier-choices)>.croupier-facts{display:block}.croupier-tray>button{align-self:center}.croupier-facts{grid-area:middle;align-self:start;justify-self:end}.croupier-facts dl{inset:46px 0 auto auto}.croupier-opener{display:none}.croupier-view .croupier-seat-zones{--card: var(--mini);position:static;gap:2px;justify-content:safe center;padding:0 4px 8px;overflow:auto hidden;visibility:visible;background:none;border:0;box-shadow:none}.croupier-seat-zones .croupier-zone{flex:0 1 calc(var(--card) * 1.4);min-width:var(--card)}.croupier-seat-zones .croupier-spread{flex-grow:1;max-width:calc(var(--card) * 1.9)}.croupier-seat-zones .croupier-zone-title{font-size:11px;line-height:12px}.croupier-shared{--apart: max(var(--card) * .22, min(92px, var(--lane)) - var(--card) * 1.16);flex-wrap:nowrap;width:max-content;gap:0 var(--apart);align-items:center;max-width:none}.croupier-shared .croupier-zone-title{margin-right:calc(4px - var(--apart))}.croupier-direction{--side: -90deg;inset:4px 8% 24px;flex-direction:row}.croupier-notes{inset:2px auto auto 2px;flex-wrap:wrap;max-width:80%}.croupier-bar{grid-area:status;display:flex;gap:12px;align-items:stretch;min-width:0;padding:0 10px;background:var(--shade);border-radius:var(--radius)}.croupier-bar:has(>.croupier-asked){box-shadow:inset 0 0 0 3px var(--mark)}.croupier-status,.croupier-status.croupier-asked{flex:1 1 40%;padding-inline:4px;background:none;box-shadow:none}.croupier-tray{flex:none;max-width:44%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end;padding:4px}.croupier-tray .croupier-move{max-width:240px}}@media(min-width:700px){.croupier-sheet{margin:auto}}@container croupier-stage (min-width: 600px) and (max-width: 899.9px) and (min-height: 700px){.croupier-view{--fit: min(var(--most), 3);--seat-lines: var(--lines)}.croupier-view .croupier-seat-zones{flex-wrap:wrap}.croupier-seat-zones .croupier-zone{flex-basis:var(--card)}}@container croupier-stage (min-width: 900px) and (min-height: 600px){.croupier-view{--status: clamp(62px, 7cqb, 84px);--words: clamp(16px, 2cqb, 22px)}.croupier-status>.croupier-name{font-size:var(--words)}.croupier-seat-head,.croupier-middle,.croupier-own,.croupier-log{--letters: clamp(12px, 1.5cqb, 17px)}.croupier-zone-title{font-size:var(--letters, 11px);line-height:1.1}.croupier-seat-head{font-size:clamp(15px,1.8cqb,20px)}.croupier-log{font-size:clamp(13px,1.5cqb,17px)}.croupier-status>.croupier-name{display:block;flex:none;max-width:200px}.croupier-own-hand [role=option]{--middle: calc(var(--i) - (var(--n) - 1) / 2);transform:translate(calc(var(--left) + var(--column-step) * var(--i)),calc(var(--middle) * var(--middle) * 1px)) rotate(calc(var(--middle) * .8deg))}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}',An='#app:has(>main>.table-screen){height:100dvh}main:has(>.table-screen){min-height:0}.table-screen{--croupier-height: 100%;display:grid;grid-template:"main head" auto "main side" minmax(0,1fr) / minmax(0,1fr) clamp(16rem,18.5vw,24rem);gap:.5rem .8rem;height:100%;padding:.6rem .8rem}.table-main{position:relative;grid-area:main;min-width:0;min-height:0}.table-main>.ask{position:absolute;inset:4.4rem .6rem auto;z-index:12;max-height:calc(100% - 5rem);overflow-y:auto;box-shadow:var(--shadow)}.table-head{grid-area:head;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.3rem 1rem;min-height:2.5rem}.table-head h1{font-size:1.5rem}.sound{position:relative;flex:none;width:2.75rem;margin-left:auto;padding:0;border-color:transparent;font-size:1.25rem}.sound.off:after{position:absolute;width:1.5rem;border-top:2px solid currentcolor;rotate:-45deg;content:""}.table-side{grid-area:side;display:flex;flex-direction:column;gap:.8rem;min-width:0;overflow-y:auto;outline:none;scrollbar-width:thin}.drawer-head,.more{display:none}.clock{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;font-variant-numeric:tabular-nums}.clock.short{color:var(--alarm);font-weight:700}.log summary{min-height:2.75rem;cursor:pointer}.log summary h2,.how-to-play summary h2{display:inline;font-size:1.2rem}.log ol{max-height:max(12rem,100dvh - 24rem);overflow-y:auto;font-size:.95rem}.log li{padding:.2rem 0;border-top:1px solid var(--line)}.log li:first-child{border:0}.how-to-play a{display:inline-flex;align-items:center;min-height:2.75rem}.how-to-play ol{display:grid;gap:.35rem;padding-left:1.2rem;margin:.5rem 0}.actions{display:grid;gap:.5rem}.ask{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.7rem 1rem;border:2px solid var(--gold);border-radius:12px;background:var(--panel)}.told-hint{padding:.7rem 1rem;border-radius:12px;background:var(--sunken)}@media(min-width:62.01rem){.table-screen .croupier-log{display:none}}@media(max-width:62rem){.top:has(.skip:focus){z-index:6}.table-head{position:fixed;inset:0 .4rem auto 3.4rem;z-index:5;flex-wrap:nowrap;height:48px}.table-head h1{font-size:clamp(.95rem,4.6vw,1.25rem);text-wrap:balance}.more{display:block;flex:none;padding-block:0;margin-left:auto}.table-screen{grid-template:"main" minmax(0,1fr) / minmax(0,1fr);padding:0 0 env(safe-area-inset-bottom)}.table-screen .croupier-stage{border-radius:0}.table-side{display:none}.table-side.open{position:fixed;inset:auto 0 0 auto;z-index:11;display:flex;width:min(100%,30rem);max-height:calc(100dvh - 48px);padding:.6rem .8rem 1rem;background:var(--paper);border-radius:var(--radius) var(--radius) 0 0;box-shadow:0 0 0 100vmax #0006,var(--shadow)}.drawer-head{position:sticky;top:-.6rem;z-index:1;display:flex;align-items:center;justify-content:space-between;padding-block:.4rem;background:var(--paper)}.drawer-head .switches{margin:0}}@media(max-height:540px){.table-main>.ask{inset:.3rem .3rem auto 10.5rem;max-height:8.5rem}}';Y(Ln),Y(An);function Dn(e){const{table:r,game:t,snapshot:n,holders:a}=e,{t:o,preferences:s,storage:i,wire:l}=T(),{language:u}=s,{session:p}=n,[h]=y(L(p)),d=!ge(i,t)&&!h,[x,b]=y(null),[v,$]=y(null),[f,m]=y(!1),w=v??mr(p,a,e.player),O=gr(e),A=xe(C=>{const B=I(p,C,o);return O.includes(C)?o("awayName",{name:B}):B},[p.seats,O.join(),o]),D=xe(C=>(b(C),m(!0)),[]);return jn(e),c`<div class="table-screen felt" style=${vr(t.id)}>
<div class="table-head">
<h1>${t.title}</h1>
${a.length>1&&c`<${zn} ...${e} want=${$} />`}
${p.deadline&&c`<${kn} ...${e} />`}
<${On} table=${r} />
<button class=${d?"button more strong":"button more"} aria-expanded=${f?"true":"false"}
aria-controls="table-side" onClick=${()=>m(!f)}>${o(d?"howToPlay":"more")}</button>
</div>
<div class="table-main">
<${L(p)?xr:qn} ...${e} />
${w===null?c`<${pn} ...${{table:r,game:t,names:A,language:u}} now=${l.now} onRule=${D} />`:c`<${Tn} ...${e} next=${w} />`}
</div>
<${Bn} isOpen=${f} close=${()=>m(!1)}>
${w===null&&c`<${gn} ...${e} />`}
${x?c`<${Rn} ...${e} number=${x.number} close=${()=>b(null)} />`:c`<${Mn} ...${e} />`}
${w===null&&c`<${bn} ...${e} />`}
${!L(p)&&c`<${br} ...${{session:p,away:O,t:o}} />`}
<//>
</div>`}function Bn({isOpen:e,close:r,children:t}){const{t:n}=T(),a=S(null);return k(()=>{e&&a.current?.focus({preventScroll:!0})},[e]),c`<div id="table-side" class=${e?"table-side open":"table-side"}
role="group" aria-label=${n("more")} tabindex="-1" ref=${a}
onKeyDown=${o=>o.key==="Escape"&&r()}>
<div class="drawer-head"><${wr} /><button class="button" onClick=${r}>${n("close")}</button></div>
${t}
</div>`}function Rn({game:e,number:r,close:t}){const{preferences:n}=T();return c`<${yr} game=${e.id} rule=${r} language=${n.language} onClose=${t} />`}function jn({table:e,snapshot:r,game:t}){const{t:n,croupier:a}=T(),o=$r(e,Nn(r),a);k(()=>{document.title=`${o?`\u25CF ${n("yourTurn")}: `:""}${t.title} \u2013 Croupier`},[o,t,n])}const Nn=({session:e,decision:r})=>!!r?.asked&&!L(e);var In=Object.freeze({__proto__:null,TableScreen:Dn});export{In as a,ee as c,Me as s};
