import{Q as w,J as k,C as Z,f as u,Y as xe,G as S,_ as dr,j as ve,$ as K,a0 as fr,a1 as hr,u as A,k as G,a2 as Y,i as I,T as be,p as mr,a3 as gr,v as xr,l as vr,y as br,a4 as $r,I as wr,a5 as yr,a6 as $e,a7 as kr,a8 as Sr,a9 as V,aa as zr,ab as Cr,r as Tr,ac as we,n as Mr,ad as qr,ae as Lr,af as Or,ag as Er,ah as Ar,P as Br,ai as Ir,aj as Pr,ak as Dr,al as Nr,a as ye}from"./main.js";const ke=500,Rr=["Enter"," "];function jr(e,{session:r,decision:t},n){const o=t?.asked?`${r.cursor} ${JSON.stringify(n)}`:"",a=w({question:"",at:0});return a.current.question!==o&&(a.current={question:o,at:performance.now()}),k(()=>{const s=e.current,i=({key:c})=>{Rr.includes(c)||(a.current.at=-ke)};return s.addEventListener("keydown",i,{capture:!0}),()=>s.removeEventListener("keydown",i,{capture:!0})},[]),()=>a.current.question!==""&&performance.now()-a.current.at<ke}function Kr(e,r){requestAnimationFrame(()=>{const t=e?.querySelector("[data-tray]");t?.querySelector("[data-move]")?t.focus():r()})}function Wr(e){const r=e?.getRootNode()?.activeElement;if(!e?.contains(r??null)||!r?.hasAttribute("data-move"))return;(e.querySelector("[role=listbox]")??e.querySelector("[data-tray]"))?.focus({preventScroll:!0})}const q={cards:[],zone:null,seat:null},B=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function L(e,r){if(B(r))return[];const t=e.filter(o=>Se(o,r)),n=t.filter(o=>o.cards.length<=r.cards.length);return[...n,...t.filter(o=>!n.includes(o))]}function Se(e,{cards:r,zone:t,seat:n}){return n!==null&&e.seat!==n||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:o})=>e.from===null||e.from===o)&&Hr(e,r)}function Hr(e,r){const t=e.cards.map(({code:n})=>n);return r.every(({code:n})=>{const o=t.indexOf(n);return o>=0&&t.splice(o,1),o>=0})}function Fr(e,r,t,n=null){const o=B(r)?null:J(e,r,t.zone),a=!r.cards.some(({zone:c})=>c===t.zone);if(o&&a)return o;const s={...r,cards:[...r.cards,t]};if(r.cards.length&&!X(r,t)&&L(e,s).length)return s;const i={...q,cards:[t]};return L(e,i).length?i:t.zone===n?null:J(e,q,t.zone)}function J(e,r,t){const n={...r,zone:t};if(!B(r)&&L(e,n).length)return n;const o={...q,zone:t};return e.some(a=>a.cards.length===0&&Se(a,o))?o:null}function Ur(e,r,t){const n={...r,seat:t};return L(e,n).length?n:L(e,{...q,seat:t}).length?{...q,seat:t}:null}const X=({cards:e},r)=>e.some(({zone:t,index:n})=>t===r.zone&&n===r.index);function _r(e,r,t=null){const n=B(r)?e.filter(({cards:i})=>i.length===0):L(e,r),a=n.flatMap(({from:i,to:c})=>B(r)?[i,c]:[c]).filter(i=>i!==null&&i!==t),s=n.map(({seat:i})=>i).filter(i=>i!==null);return{zones:new Set(a),seats:new Set(s)}}const Zr=(e,r)=>e.filter(t=>t.cards.length===0||t.from!==null&&t.from!==r),Gr=4;function Yr(e,r,t,n){const o=B(r)?Zr(e,t):L(e,r),a=o.map(({from:c,to:p,seat:l})=>`${c} ${p} ${l}`),s=c=>a.filter(p=>p===c).length===1,i=({from:c,to:p,seat:l})=>l!==null||n.some(({key:d,cards:m})=>d===p||d===c&&m.at(-1));return new Set(a).size===1?o:o.length<=Gr?o.filter((c,p)=>!(i(c)&&s(a[p]))):o.filter(({from:c,to:p,seat:l})=>p===null&&l===null&&(c===null||c===t))}const W=(e,r)=>L(e,{...q,cards:[r]}).length>0;function ze(e,r){return W(e,r)?L(e,{...q,cards:[r]}):e.filter(({cards:t,from:n,to:o,seat:a})=>!t.length&&n===r.zone&&(o??a)!==null)}const Ce={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points} points",unknown:"unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count} cards",card:"1 card",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",tray:"What you can do",allMoves:"All moves ({count})",choose:"Choose a card or a move.",chooseCard:"Choose a card.",chooseMove:"Choose a move.",choosePlace:"Touch a marked place.",chooseTarget:"Touch a marked place, or choose.",confirm:"Touch it again to play.",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",close:"Close",showSeat:"What lies before {name}",showZone:"Look through: {zone}",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},Vr={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points} Punkte",unknown:"unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count} Karten",card:"1 Karte",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",tray:"Was du tun kannst",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug.",chooseCard:"W\xE4hle eine Karte.",chooseMove:"W\xE4hle einen Zug.",choosePlace:"Ber\xFChre einen markierten Platz.",chooseTarget:"Ber\xFChre einen markierten Platz oder w\xE4hle.",confirm:"Noch einmal ber\xFChren zum Spielen.",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",close:"Schlie\xDFen",showSeat:"Was vor {name} liegt",showZone:"Durchsehen: {zone}",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},Jr={en:Ce,de:Vr},Te={en:/^(the|a|an) /i,de:/^(der|die|das) /i},Xr=[[/^der (\p{Ll}+e) /u,"$1r "],[/^die (\p{Ll}+e)n /u,"$1 "],[/^das (\p{Ll}+e) /u,"$1s "],[/(\p{Ll})(stapel|karten)/gu,"$1\xAD$2"],[/(geschlosse|abgeworfe)(ner?)/giu,"$1\xAD$2"]],Qr=/^[\s,]*(and|und)?\s+/i,et=(e,r)=>Me(e,r.replace(Qr,"")),Me=(e,r)=>r.charAt(0).toLocaleUpperCase(e)+r.slice(1);function x(e,r,t={}){return qe((Jr[e]??Ce)[r],t)}function qe(e,r){return e.replace(/\{(\w+)(?::\w+)?\}/g,(t,n)=>String(r[n]??t))}function Le(e,r){return r.length<2?r[0]??x(e,"nobody"):x(e,"and",{list:r.slice(0,-1).join(", "),last:r[r.length-1]})}function rt(e,r){const t=e==="de"?Xr.reduce((n,o)=>n.replace(...o),r):r;return Me(e,t.replace(Te[e]??Te.en,""))}function Oe({title:e,language:r,close:t,children:n}){const o=w(null);return k(()=>{o.current?.showModal(),o.current?.querySelector("header ~ [tabindex]")?.focus()},[]),u`<dialog
class="croupier-sheet"
part="sheet"
ref=${o}
aria-label=${e}
onClose=${t}
onClick=${a=>a.target===a.currentTarget&&t()}
>
<header>
<b>${e}</b>
<button type="button" part="cancel" onClick=${t}>${x(r,"close")}</button>
</header>
${n}
</dialog>`}function tt({zone:e,game:r,language:t,close:n}){const o=e.label.charAt(0).toLocaleUpperCase(t)+e.label.slice(1),a=e.cards.filter(s=>s===null).length;return u`<${Oe} ...${{title:o,language:t,close:n}}>
<ol class="croupier-laid">
${Ee(e).map((s,i)=>u`<li key=${i}>
<span class="croupier-unseen">${s.label}</span>
<${Z} card=${s} game=${r} />
</li>`)}
</ol>
${a>0&&u`<p>${x(t,"hidden",{count:a})}</p>`}
<//>`}const Ee=({cards:e})=>e.filter(r=>r!==null),Q=e=>e!==void 0&&Ee(e).length>1,D=[],nt=500;let ot=0;function at(e,r,{make:t,busy:n,setNotice:o},a,s){const i=xe(()=>`croupier-${++ot}`,[]),c=st(r),p=ct(r),[l,d]=pt(r,c),m=C=>{n||e.getSnapshot().pending||(Wr(a.current),d(q),t(C))},f=L(c,l),g=C=>{o(null);const[M,...T]=C===null?D:L(c,C);M&&T.length===0&&(f.includes(M)||ut(r,M,C))?m(M):d(C??q)},$=C=>d(W(c,C)?{...q,cards:[C]}:{...q,zone:C.zone}),y=()=>{o(null),d(q)},h=C=>{dt(e,C).then(M=>M&&o(M))},v=w({place:"",at:0}),b=C=>{const{place:M,at:T}=v.current;return v.current={place:C,at:performance.now()},C===M&&v.current.at-T<nt},z=jr(a,r,l),E={moves:c,hand:p,selection:l,select:g,lift:$,play:m,explain:h,cancel:y,isDouble:b,isUnread:z,...s};return{id:i,...E,...it(E,a),targets:_r(c,l,p),buttons:Yr(c,l,p,lt(r)),only:f.length===1?f[0]:null,outOfTurn:r.decision?.asked?D:c,isResigned:ee(r)}}function it({moves:e,hand:r,selection:t,select:n,play:o,explain:a,isDouble:s,isUnread:i,list:c,open:p},l){const d=f=>{if(s(f.zone)&&f.zone!==r)return!0;const g=Fr(e,t,f,r);if(g===null&&f.zone===r)a(f);else if(g===null&&Ae(t))return p(f.zone);const $=g!==null&&JSON.stringify(g)===JSON.stringify(t);return n($&&L(e,g).length>1?q:g),!0},m=f=>f!==null&&n(f);return{touchCard:d,touchZone:f=>{if(s(f))return!0;const g=J(e,t,f);return g===null?Ae(t)&&p(f):(n(g),!0)},touchSeat:f=>s(`#${f}`)||m(Ur(e,t,f)),enter:f=>{if(i())return;const g=L(e,{...q,cards:[f]});if(g.length===1)return o(g[0]);d(f),g.length>1&&Kr(l.current,()=>c(g))},canLift:f=>ze(e,f).length>0,drop:(f,g,$)=>{const y=ze(e,f),h=ft(y,f,g,$),v=h===null?D:L(y,h);v.length===1?o(v[0]):n(h)}}}const Ae=({cards:e,zone:r})=>e.length===0&&r===null,st=e=>ee(e)?D:e.decision?.moves??D,ee=({session:{seats:e,viewerSeat:r}})=>r!==null&&e[r]?.kind==="DEFAULT_POLICY",ct=({session:{view:e,viewerSeat:r}})=>e?.zones.find(({kind:t,owner:n})=>t==="hand"&&n===r&&n!==null)?.key??null,lt=({session:{view:e,viewerSeat:r}})=>(e?.zones??[]).filter(({kind:t,owner:n})=>n===null||n===r&&t!=="hand");function ut({session:e},r,t){return!t?.zone||t.cards.length>0?!1:r.to===t.zone||!Q(e.view?.zones.find(({key:n})=>n===t.zone))}function pt({session:e},r){const[t,n]=S(q),o=t.cards.every(({zone:s,index:i,code:c})=>e.view?.zones.find(({key:l})=>l===s)?.cards[i]?.code===c);return[B(t)||o&&L(r,t).length>0?t:q,n]}async function dt(e,r){const n=(await e.hand().catch(()=>null))?.cards[r.index];return n?.card.code!==r.code||!n.refusal?null:{message:n.refusal.message,rule:n.refusal.rule,at:r}}function ft(e,r,t,n){const o=W(e,r)?[r]:[];return[{cards:o,zone:t===r.zone?null:t,seat:null},{cards:o,zone:null,seat:n}].find(s=>(s.zone??s.seat)!==null&&L(e,s).length>0)??null}const Be=e=>e.filter(({weight:r})=>r!=="DETAIL").map(({sentence:r})=>r);function ht({language:e,lines:r}){const t=w(null);k(()=>{t.current&&(t.current.scrollTop=t.current.scrollHeight)},[r]);const n=x(e,"events");return u`<div
class="croupier-log"
part="log"
role="log"
aria-live="off"
tabindex="0"
aria-label=${n}
ref=${t}
>
${r.map(({id:o,sentence:a})=>u`<p key=${o}>${a}</p>`)}
</div>`}function mt(){const[e,r]=S([]);return[e,n=>{const o=Be(n.events).map((a,s)=>({id:`${n.cursor}-${s}`,sentence:a}));o.length&&r(a=>[...a,...o].slice(-30))}]}function gt({language:e,moves:r,making:{latency:t,busy:n},play:o}){return u`<div class="croupier-slam" part="race">
${r.map((a,s)=>u`<button
type="button"
part="slam"
key=${a.notation}
data-move=${a.notation}
aria-disabled=${n?"true":void 0}
aria-keyshortcuts=${s===0?"Space M":void 0}
onClick=${()=>!n&&o(a)}
>
<b>${x(e,"slam")}</b> ${a.label}
${s===0&&u`<small>${xt(e,t)}</small>`}
</button>`)}
</div>`}function xt(e,r){const t=x(e,"slamKey");return r===null?t:`${t} \xB7 ${x(e,"latency",{millis:r})}`}function Ie(e,r=Date.now,t=1/0){const n=()=>e?Math.max(0,Math.min(t,Date.parse(e)-r())):0,[o,a]=S(n);return k(()=>{if(a(n()),!e)return;const s=setInterval(()=>{a(n()),n()===0&&clearInterval(s)},200);return()=>clearInterval(s)},[e]),o}function Pe({millis:e,whole:r,label:t}){return u`<div class="croupier-time" part="time">
${e>0&&u`<span class="croupier-time-bar" style=${{transform:`scaleX(${Math.min(1,e/r)})`}}></span>
<span class="croupier-time-label">${t}</span>`}
</div>`}const De="hand",vt="score",re=4,Ne=8;function bt(e,r){const t=e.viewer??0,n=Array.from({length:r},(a,s)=>(t+s)%r).map(a=>$t(e,a)),o=e.zones.filter(({owner:a})=>a===null);return e.viewer===null?{own:null,others:n,shared:o}:{own:n[0],others:n.slice(1),shared:o}}function $t(e,r){const t=e.zones.filter(({owner:a})=>a===r),n=t.find(({kind:a})=>a===De)??null,o=t.filter(a=>a!==n);return o.every(({key:a})=>te(a))&&o.sort((a,s)=>te(a.key)-te(s.key)),{seat:r,hand:n,zones:o}}const te=e=>Number(/\.(\d+)$/.exec(e)?.[1]??0);function wt(e,r=new Map){const t=new Map(r),n=e.zones.filter(({owner:o})=>o===null).length>re;for(const{kind:o,cards:a,owner:s,value:i}of e.zones)o===De?t.set(o,"hand"):o===vt||a.includes(null)?t.set(o,"pile"):t.has(o)||t.set(o,s===null&&(n||i===null)?"pile":"spread");return t}function yt(e,r){const t=r==="pile"?Math.min(3,e.count):Ne,n=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(n).map((o,a)=>({card:o,index:n+a}))}function kt(e,r,t){return rt(t,e.owner===null?e.label:St(e,r.vocabulary))}function St(e,r){const t=r.zones.find(({key:a})=>a===e.kind)?.template??"",n=t.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(n===t)return e.label;const o=e.label.match(new RegExp(`^${Ct(t).replace(zt,"(?<$1>.+?)")}$`));return o?qe(n,o.groups??{}):e.label}const zt=/\\\{(\w+)(?::\w+)?\\\}/g,Ct=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function H({name:e,value:r,display:t},{events:n},o){return r==="none"||r===""?null:n.find(({key:s})=>s===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(s=>o(Number(s))).join(", "):t}const Tt=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),Re=({value:e,display:r})=>!["none","no",""].includes(e)&&r!=="0";function ne({value:e},r){const t=e.split(",");return t.every(n=>r.some(({key:o})=>o===n))?t:[]}const Mt=(e,r,t=[])=>e.filter(n=>n.weight==="RULE"&&Re(n)&&(n.zone===r||ne(n,t).includes(r))),je=(e,{vocabulary:r})=>r.powers.find(({key:t})=>t===e)?.template??"";function qt(e,r){if(e.count===0)return`${e.label}: ${x(r,"noCards")}`;const t=e.cards.filter(s=>s!==null).map(s=>s.label),n=e.count-t.length,o=[...t.slice(-Ne),...n?[x(r,"hidden",{count:n})]:[]],a=e.value===null?"":` (${e.value})`;return`${e.label}${a}: ${oe(e.count,r)}, ${o.join(", ")}`}const oe=(e,r)=>e===1?x(r,"card"):x(r,"cards",{count:e});function ae(e,r){if(!e)return null;const t=r.cards.find(({color:i})=>i!==null&&(i===e||Lt(i,r)===e)),n=t??r.cards.find(({suit:i})=>i?.toLowerCase().split(" ").includes(e));if(!n)return null;const{hue:o,mark:a,emblem:s}=dr(n,r);return t?{color:o.body,ink:o.ink,emblem:a}:{color:"#fff",ink:"#17202a",emblem:s}}function Lt(e,{cards:r}){const t=r.filter(a=>a.color===e).map(({code:a})=>a),[n]=t,o=[...n].findIndex((a,s)=>t.some(i=>i[s]!==a));return o<0?n:n.slice(0,o)}const ie=4,Ot="owed";function se({zone:e,drawn:r}){const{view:t,shapes:n,game:o,language:a,playing:s}=r,i=n.get(e.kind)??"spread",c=yt(e,i),{value:p}=e,l=i!=="spread"||e.count>c.length||p===null&&c.length>ie,d=c.length>ie?Math.ceil(c.length/2):Math.max(1,c.length),m=Mt(t.facts,e.key,t.zones),f=m.map(h=>ae(h.value,o)).find(Boolean),g=s?.targets.zones.has(e.key),$=h=>{h.stopPropagation(),s?.touchZone(e.key)||Ke(e,r)},y=[`croupier-zone croupier-${i}`,g&&"croupier-target",s?.selection.zone===e.key&&"croupier-chosen",f&&"croupier-ringed"];return u`<div
class=${y.filter(Boolean).join(" ")}
part=${g?"zone target":"zone"}
data-zone=${e.key}
style=${{"--ring":f?.color}}
onClick=${s&&$}
>
<div class="croupier-zone-title">
<span>${kt(e,o,a)}</span>
</div>
<div class="croupier-place">
<div
class="croupier-cards"
role="img"
aria-label=${qt(e,a)}
style=${{"--n":Math.max(1,c.length),"--per-row":d,"--in-rows":c.length>ie?2:1}}
>
${c.map(({card:h,index:v},b)=>{const z={"--i":b,"--column":b%d,"--row":Math.floor(b/d)};return u`<${At} key=${v} ...${{zone:e,drawn:r,card:h,index:v,at:z}} />`})}
</div>
<span class="croupier-marks" aria-hidden="true">
<span>
${l&&u`<b key=${e.count} class="croupier-count">${e.count}</b>`}
${p!==null&&u`<b key=${`=${p}`} class="croupier-value" part="value">${p}</b>`}
</span>
<${Et} facts=${m} ...${r} />
</span>
${s&&Q(e)&&u`<button
type="button"
class="croupier-unseen croupier-shower"
aria-haspopup="dialog"
aria-label=${x(a,"showZone",{zone:e.label})}
onClick=${h=>(h.stopPropagation(),s.open(e.key))}
></button>`}
</div>
</div>`}function Ke({owner:e},{view:r,playing:t}){e!==null&&e!==r.viewer&&t?.touchSeat(e)}function Et({facts:e,view:r,game:t,names:n}){return e.map(o=>{const a=H(o,t.vocabulary,n),s=ae(o.value,t),i=o.name===Ot,c=ne(o,r.zones).length?"\u2605":a;return u`<b
key=${`${o.name} ${a}`}
class=${i?"croupier-mark croupier-debt":"croupier-mark"}
part="mark"
title=${`${o.label}: ${a}`}
style=${s&&{background:s.color,color:s.ink}}
>
${i?`+${c}`:c}
</b>`})}function At({zone:e,drawn:r,card:t,index:n,at:o}){const{playing:a,game:s}=r,i={zone:e.key,index:n,code:t?.code??""},c=t!==null&&a!==null&&a.canLift(i),p=a!==null&&X(a.selection,i),l=d=>{!a||!t||(d.stopPropagation(),a.touchCard(i)||Ke(e,r))};return u`<div
class="croupier-card${c?" croupier-playable":""}${p?" croupier-chosen":""}"
part=${c?"card playable":"card"}
data-index=${n}
data-code=${t?.code}
style=${o}
onClick=${a&&l}
>
${t?u`<${Z} card=${t} game=${s} />`:u`<${ve} />`}
</div>`}const Bt=2;function It({drawn:e,other:{seat:r,hand:t,zones:n},seats:o}){const{view:a,language:s,playing:i,names:c}=e,[p,l]=S(!1);k(()=>l(!1),[a.turn.join()]);const d=i?.targets.seats.has(r),m=a.turn.includes(r),f=n.some(({key:h})=>i?.targets.zones.has(h)),g=[d&&"croupier-target",m&&"croupier-asked",f&&"croupier-holds-target",p&&"croupier-open"],$=t?[t,...n]:n,y=()=>{if(!i||!d)return l(!p);const{cards:h,zone:v,seat:b}=i.selection,z=h.length===0&&v===null;z&&l(b!==r),z&&b===r?i.cancel():i.touchSeat(r)};return u`<div
role="group"
class=${["croupier-seat",...g.filter(Boolean)].join(" ")}
part=${m?"seat asked":"seat"}
data-seat=${r}
aria-label=${c(r)}
onClick=${i&&(()=>i.touchSeat(r))}
>
<${Dt} ...${{drawn:e,seat:r,player:o[r],count:(t?[t]:n).reduce(Pt,0)}} />
<button
type="button"
class="croupier-opener"
aria-expanded=${p?"true":"false"}
aria-label=${x(s,"showSeat",{name:c(r)})}
onClick=${h=>(h.stopPropagation(),y())}
></button>
<div
class="croupier-seat-zones"
tabindex=${$.length>Bt?0:void 0}
role="group"
aria-label=${c(r)}
>
${$.map(h=>u`<${se} key=${h.key} zone=${h} drawn=${e} />`)}
</div>
</div>`}const Pt=(e,{count:r})=>e+r;function Dt({drawn:{view:e,names:r,language:t},seat:n,player:o,count:a}){const s=e.turn.includes(n),i=e.result?.ranking[n],c=r(n),p=o?.bot?.level;return u`<header class="croupier-seat-head${s?" croupier-asked":""}">
<${We} ...${{seat:n,name:c,isAsked:s,rank:i}} />
<span class="croupier-name" title=${c}>${c}</span>
${p&&u`<span class="croupier-tag" title=${x(t,"botLong",{level:p})}>
${x(t,"bot",{level:p})}
</span>`}
<span class="croupier-unseen">
${s&&x(t,"isAsked")} ${i&&x(t,"rank",{rank:i})}
</span>
<span key=${`${a} held`} class="croupier-held" role="img" aria-label=${oe(a,t)}>
${a}
</span>
<${He} ...${{view:e,seat:n,language:t}} />
</header>`}const We=({seat:e,name:r,isAsked:t,rank:n})=>u`<span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(e*137+20)%360}}>
${t?"\u25B6":n??Nt(r)}
</span>`;function He({view:e,seat:r,language:t}){const n=e.scores.find(a=>a.seat===r)?.points??null,o=x(t,"points",{points:n??x(t,"unknown")});return u`<b key=${n} class="croupier-points" role="img" title=${o} aria-label=${o}>
${n??"?"}
</b>`}const Nt=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?";function Rt({snapshot:{session:e,decision:r,connection:t},language:n,names:o,now:a,...s}){const{view:i,viewerSeat:c}=e,p=r?.asked??!1,l=t==="reconnecting"||t==="failed";return u`<div class="croupier-status${p?" croupier-asked":""}" part="status">
${i&&c!==null&&u`<${jt} ...${{view:i,seat:c,name:o(c),isMine:p,language:n}} />`}
<${Wt} ...${{...s,view:i,language:n}} status=${Ue(e,r,n,o)} />
${i?.viewer===null&&u`<span class="croupier-tag">${x(n,"spectator")}</span>`}
<span class="croupier-connection" role="status">${l&&x(n,t)}</span>
<${Kt} ...${{session:e,decision:r,language:n,now:a}} />
</div>`}const jt=({view:e,seat:r,name:t,isMine:n,language:o})=>u`<${We} ...${{seat:r,name:t}} isAsked=${n} rank=${e.result?.ranking[r]} />
<span class="croupier-name" title=${t}>${t} (${x(o,"you")})</span>
<${He} ...${{view:e,seat:r,language:o}} />`;function Kt({session:e,decision:r,language:t,now:n}){const o=Ie(r?.deadline,n),{reactionMillis:a,moveSeconds:s}=e.settings,i=Ie(r?.notBefore,n,a??0),c=x(t,"window");if(i>0)return u`<${Pe} millis=${i} whole=${a} label=${c} />`;const p=x(t,"timeLeft",{seconds:Math.ceil(o/1e3)});return u`<${Pe} millis=${o} whole=${(s??1)*1e3} label=${p} />`}function Wt({choosing:e,effect:r,notice:t,onRule:n,view:o,language:a,status:s}){const i=Ht(e,o,a),c=r?u`<span part="effect">${r}</span>`:u`<span part="prompt">${i}</span>`,p=`${s} ${t?.message??(r||i)}`,l=w(null);return K(()=>{const d=l.current;d.classList.remove("croupier-long"),d.classList.toggle("croupier-long",d.scrollHeight>d.clientHeight+1)},[p,t]),u`<div class="croupier-prompt" ref=${l}>
<p key=${p} style=${{"--length":p.length}}>
<strong>${s}</strong>${" "}
${t&&!t.at?u`<${Fe} ...${{notice:t,language:a,onRule:n}} />`:c}
</p>
</div>`}const Fe=({notice:{message:e,detail:r,rule:t},language:n,onRule:o})=>u`<span class="croupier-told" part="notice" role="alert">
${e} <span lang="en">${r}</span>
${t&&u`<button type="button" class="croupier-rule" part="rule" onClick=${()=>o?.({number:t})}>
${x(n,"rule",{number:t})}
</button>`}
</span>`;function Ht({moves:e,selection:r,buttons:t,only:n,isResigned:o},a,s){if(o)return x(s,"resigned");if(!B(r))return n?x(s,"confirm"):t.length===0?x(s,"choosePlace"):x(s,t.every(({choice:c})=>c!==null)?"chooseMove":"chooseTarget");const i=a?.turn.includes(a.viewer??-1);return e.length&&!i?x(s,Ft(e)):a?.prompt??""}function Ft(e){return e.every(({cards:r})=>r.length>0)?"chooseCard":e.some(({cards:r})=>r.length>0)?"choose":"chooseMove"}function Ue({view:e,status:r},t,n,o){if(!e)return x(n,r==="OPEN"?"waiting":"over");if(e.result){const a=Le(n,e.result.winners.map(o)),s=e.result.winners.length>1?"share":"wins";return`${x(n,"over")}: ${x(n,s,{names:a})}`}return t?.asked?x(n,"yourTurn"):e.turn.length===0?x(n,"over"):x(n,"turnOf",{names:Le(n,e.turn.map(o))})}const _e=400,Ze=2500;function Ut(e,r){const[t,n]=S({number:0,words:""}),o=w([]),a=w({question:"",isNews:!1}),s=w(void 0),i=w(-Ze),c=()=>{const{question:d,isNews:m}=a.current,f=[...o.current.slice(-6),m?d:""].filter(Boolean).join(" ");o.current=[],a.current.isNews=!1,i.current=performance.now(),s.current=void 0,f&&n(({number:g})=>({number:g+1,words:f}))},p=d=>s.current=setTimeout(c,d),l=({events:d})=>{const m=Be(d);m.length!==0&&(o.current=[...o.current,...m].slice(-6),s.current??=p(Math.max(_e,i.current+Ze-performance.now())))};return k(()=>{a.current={question:e,isNews:e!==""},e!==""&&(clearTimeout(s.current),p(_e))},[e,r]),k(()=>()=>clearTimeout(s.current),[]),[t,l]}function _t(e,r,t){const{session:n,decision:o}=e;if(n.view?.result)return[Ue(n,o,r,t),""];if(!n.view||!o?.moves.length||ee(e))return["",""];if(o.asked)return[`${x(r,"yourTurn")}. ${n.view.prompt}`,n.cursor];const a=o.moves.map(({label:s})=>s).join(", ");return[`${x(r,"slam")} ${a}. ${x(r,"slamKey")}`,""]}const Zt=({message:{number:e,words:r}})=>u`<div class="croupier-unseen croupier-announcer" role="status">
${r&&u`<p key=${e}>${r}</p>`}
</div>`;function Gt(e,r,t){k(()=>{if(!r)return;const n=o=>{o.repeat||o.ctrlKey||o.metaKey||o.altKey||o.key.toLowerCase()!=="m"||!le(o,ce)&&e.current===Ge()&&t()};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}function Yt(e,r,t){k(()=>Vt(e.current),[]),k(()=>{if(r.length===0)return;const n=o=>{o.repeat||o.ctrlKey||o.metaKey||o.altKey||!(o.key===" "?!le(o,Jt):o.key.toLowerCase()==="m"&&!le(o,ce))||e.current!==Ge()||(o.preventDefault(),t(r[0]))};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const N=new Set;let F=null;function Ge(){return[...N].find(r=>r.matches(":focus-within"))??(N.size===1?[...N][0]:F)}function Vt(e){const r=new AbortController,t=()=>{F=e};N.add(e);for(const n of["pointerdown","focusin"])e.addEventListener(n,t,{signal:r.signal});return()=>{r.abort(),N.delete(e),F===e&&(F=null)}}const ce="input, textarea, select, [contenteditable]",Jt=`${ce}, button, a, summary`;function le(e,r){const[t]=e.composedPath();return t instanceof Element&&t.matches(r)}function ue(e){const t=e.composedPath()[0].closest?.("[data-code]")??null;return t&&Ye(t)}function Ye(e){const r=e.closest("[data-zone]")?.dataset.zone;return r?{element:e,picked:{zone:r,index:Number(e.dataset.index),code:e.dataset.code??""}}:null}function Ve(e){const r=t=>t.stopPropagation();e.addEventListener("click",r,{capture:!0,once:!0}),setTimeout(()=>e.removeEventListener("click",r,{capture:!0}),50)}const Xt=350,Qt=450,en=8,U=10;function rn(e){const[r,t]=S(null);return k(()=>{const n=new AbortController;return tn(e.current,t,n.signal),()=>n.abort()},[]),r}function tn(e,r,t){let n,o=!1;const a={pointerId:NaN,x:0,y:0},s=(l,d)=>{clearTimeout(n),n=setTimeout(d,l)},i=(l,d)=>e.addEventListener(l,d,{signal:t});i("pointerover",l=>{const d=l.pointerType==="mouse"&&l.buttons===0?ue(l):null;l.pointerType==="mouse"&&s(d?Xt:0,()=>r(d&&d.picked))}),i("pointerleave",({pointerType:l})=>{l==="mouse"&&s(0,()=>r(null))}),i("pointerdown",l=>{if(!l.isPrimary)return;const d=l.pointerType==="mouse"?null:ue(l);[a.pointerId,a.x,a.y]=[l.pointerId,l.clientX,l.clientY],o=!1,r(null),s(Qt,()=>{o=d!==null,d&&r(d.picked)})}),i("pointermove",({pointerId:l,clientX:d,clientY:m,buttons:f})=>{const g=Math.hypot(d-a.x,m-a.y)>en;l===a.pointerId&&f&&g&&s(0,()=>r(null))}),i("pointerup",({pointerId:l})=>{l===a.pointerId&&(clearTimeout(n),o&&Ve(e),o=!1)}),i("pointercancel",({pointerId:l})=>{l===a.pointerId&&(clearTimeout(n),o=!1)}),i("contextmenu",l=>l.pointerType==="touch"&&l.preventDefault());let c=!1;const p=()=>requestAnimationFrame(()=>{const l=e.querySelector("[role=listbox]:focus-visible .croupier-active");(l||c)&&r((l&&Ye(l)?.picked)??null),c=l!==null});for(const l of["keyup","focusin","focusout"])i(l,p)}function nn({root:e,at:r,game:t,language:n,notice:o,onRule:a}){const s=w(null);K(()=>{r&&e.current&&s.current&&on(e.current,s.current,r)});const i=r&&t.cards.find(({code:p})=>p===r.code);if(!i)return null;const c=je(i.code,t);return u`<div
class="croupier-bubble${o?" croupier-refusal":""}"
part="bubble"
role=${o?void 0:"tooltip"}
ref=${s}
>
<b>${i.label}</b>
${o&&u`<${Fe} ...${{notice:o,language:n,onRule:a}} />`}
${c&&u`<span>${c}</span>`}
</div>`}function on(e,r,{zone:t,index:n,code:o}){const a=`[data-index="${n}"][data-code="${CSS.escape(o)}"]`,s=e.querySelector(`[data-zone="${CSS.escape(t)}"] ${a}`);if(r.hidden=s===null,!s)return;const[i,c]=[s.getBoundingClientRect(),e.getBoundingClientRect()],p=i.left+i.width/2-c.left,l=Math.max(U,Math.min(p-r.offsetWidth/2,c.width-r.offsetWidth-U)),d=s.closest("[role=listbox]")&&e.querySelector(".croupier-status"),m=Math.min(i.top,d?.getBoundingClientRect().top??i.top)-c.top-r.offsetHeight-U;r.style.left=`${l}px`,r.style.top=`${m>0?m:i.bottom-c.top+U}px`}const an=180;function sn(e){const{cursor:r}=e.session,[t,n]=S(""),o=w(new Map),a=w(void 0);return k(()=>(o.current=new Map,n(""),()=>clearTimeout(a.current)),[r,e]),[t,i=>{if(clearTimeout(a.current),!i)return n("");const c=o.current.get(i.notation);if(c!==void 0)return n(c);const p=o.current;a.current=setTimeout(async()=>{const d=((await e.preview(i).catch(()=>null))?.events??[]).filter(({seat:m,count:f})=>m!==null||f).map(({sentence:m})=>m);p.set(i.notation,d.join(" ")),p===o.current&&n(d.join(" "))},an)}]}function cn(e,{session:{cursor:r},pending:t},n,o){const[a,s]=S(null),[i,c]=S(!1),[p,l]=S(null);k(()=>s(null),[r]);const d=f=>{c(!0),setTimeout(()=>{c(!1),s(null)},f)};return{make:async f=>{const g=performance.now();s(null);try{const $=await e.move(f);l(Math.round(performance.now()-g)),s(ln($,n)),$.kind==="tooEarly"&&d($.retryAfterMillis),o?.($)}catch($){const y=$ instanceof Error?$.message:`${$}`,h=$ instanceof fr?{}:{detail:y};s({message:x(n,"fault"),...h})}},notice:a,setNotice:s,busy:t!==null||i,latency:p}}function ln(e,r){return e.kind==="illegal"?{message:e.message,rule:e.rule?.number??null}:e.kind==="applied"?null:{message:x(r,e.kind)}}const un=["pointerover","pointerdown","keyup"];function pn(e,r){const t=w(null),n=w(null),o=w(()=>{}),a=w((()=>{})),s=w({version:r.version,session:r});return k(()=>{const i=new AbortController,c=e.current;let p=!1;o.current=()=>{p||(p=!0,dn(c,t,i.signal).then(m=>{n.current=m,a.current()},()=>null))};const{view:l,version:d}=r;l?.ply===0&&(o.current(),a.current=()=>s.current.version===d&&n.current?.deal(l));for(const m of un)c.addEventListener(m,o.current,{signal:i.signal});return()=>{i.abort(),n.current?.end()}},[]),K(()=>n.current?.start()),{dragging:t,measure:()=>n.current?.measure(),show:i=>{i.events.length>0&&o.current(),n.current?.show(i,s.current),s.current=i}}}async function dn(e,r,t){const[{makeFlights:n},{letDrag:o}]=await Promise.all([import("./animation.js"),import("./touch.js")]);return t.aborted?null:(o(e,r,t),n(e,()=>r.current.game.cards))}function fn({language:e,game:r,choosing:t,busy:n,consider:o,list:a}){const{moves:s,buttons:i,only:c,selection:p,play:l,cancel:d,isUnread:m}=t;k(()=>o(c),[c]);const f=i.length>1&&i.every(({choice:b})=>b!==null),g=x(e,"allMoves",{count:s.length}),$={game:r,language:e,busy:n,isUnread:m,play:l,consider:o,areChoices:f},y=f?[...new Set(i.map(b=>Qe(b,r)))]:[],h=b=>i.filter(z=>Qe(z,r)===b),v=b=>b.map(z=>u`<${Je} key=${z.notation} ...${{...$,move:z}} />`);return u`<div
class="croupier-tray${n?" croupier-busy":""}"
part="tray"
role="group"
aria-label=${x(e,"tray")}
data-tray
tabindex="-1"
>
<div
key=${i.map(({notation:b})=>b).join()}
class="croupier-moves${f?" croupier-choices":""}"
role="group"
aria-label=${x(e,"moves")}
>
${y.length>1?y.map(b=>u`<div key=${b} class="croupier-deed"><b>${b}</b>${v(h(b))}</div>`):v(i)}
</div>
${!B(p)&&u`<button
type="button"
class="croupier-cancel"
part="cancel"
aria-label=${x(e,"cancel")}
onClick=${d}
></button>`}
<button
type="button"
class="croupier-all${s.length?"":" croupier-idle"}"
part="all-moves"
aria-haspopup="dialog"
aria-keyshortcuts="M"
title=${g}
onClick=${()=>a(s)}
>
<span class="croupier-unseen">${g}</span>
<span key=${s.length} aria-hidden="true">${s.length}</span>
</button>
</div>`}function hn({language:e,game:r,choosing:t,busy:n,consider:o,moves:a,effect:s,close:i}){k(()=>()=>o(null),[]);const c=d=>{i(),t.play(d)},p=x(e,"allMoves",{count:a.length}),l={game:r,language:e,busy:n,isUnread:t.isUnread,play:c,consider:o};return u`<${Oe} ...${{title:p,language:e,close:i}}>
<div class="croupier-moves" role="group" aria-label=${x(e,"moves")} tabindex="-1">
${a.map(d=>u`<${Je} key=${d.notation} ...${{...l,move:d,areChoices:!1}} />`)}
</div>
<p class="croupier-foreseen" part="effect">${s}</p>
<//>`}function Je({move:e,game:r,language:t,areChoices:n,busy:o,isUnread:a,play:s,consider:i}){const c=ae(e.choice,r),p=m=>!gn(m)&&!(mn(m)&&a()),l=Xe(e,r),d=n&&l?et(t,l):e.label;return u`<button
type="button"
class="croupier-move"
part="move"
data-move=${e.notation}
aria-label=${e.label}
aria-disabled=${o?"true":void 0}
onClick=${m=>!o&&p(m)&&s(e)}
onPointerEnter=${()=>i(e)}
onPointerLeave=${()=>i(null)}
onFocus=${()=>i(e)}
onBlur=${()=>i(null)}
>
${c&&u`<span class="croupier-swatch" part="swatch" style=${{background:c.color,color:c.ink}}>
${c.emblem&&u`<svg viewBox="0 0 48 48" aria-hidden="true">
<path d=${c.emblem} fill="currentColor" fill-rule="evenodd" />
</svg>`}
</span>`}
<span>${d}</span>
</button>`}const Xe=({choice:e},{vocabulary:r})=>r.choices.find(({key:t})=>t===e)?.template??"",Qe=(e,r)=>e.label.replace(Xe(e,r),"").trim(),mn=({detail:e})=>e===0,gn=({detail:e,pointerType:r})=>e>1&&r!=="touch",er="direction",xn="asked";function vn({view:e,game:r,names:t}){const n=e.facts.find(({name:a})=>a===er);if(!n)return null;const o=`${n.label}: ${H(n,r.vocabulary,t)}`;return u`<div
class="croupier-direction"
part="direction"
data-value=${n.value}
role="img"
aria-label=${o}
title=${o}
>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${rr} /></svg>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${rr} /></svg>
</div>`}const rr="M3 5l12 7-12 7zM12 5l12 7-12 7z";function bn({view:e,game:r,names:t}){const n=a=>a.weight==="RULE"&&a.zone===null&&![er,xn].includes(a.name)&&Re(a),o=e.facts.filter(a=>n(a)&&ne(a,e.zones).length===0);return u`<div key=${o.map(({name:a})=>a).join()} class="croupier-notes" aria-hidden="true">
${o.map(a=>u`<b key=${a.name}>${a.label}: ${H(a,r.vocabulary,t)}</b>`)}
</div>`}function $n({view:e,game:r,language:t,names:n}){const o=x(t,"facts");return u`<details class="croupier-facts" part="facts">
<summary aria-label=${o} title=${o}>i</summary>
<dl tabindex="0" aria-label=${o}>
${Tt(e.facts).map(a=>{const s=H(a,r.vocabulary,n);return u`<div key=${a.name} class="croupier-fact" part="fact">
<dt>${a.label}</dt>
<dd>${s??"\u2013"}</dd>
</div>`})}
</dl>
</details>`}const wn=6,yn=4;let kn=0;function Sn({zone:e,drawn:r}){const{playing:t,game:n,language:o}=r,[a,s]=S(0),i=Math.min(a,e.count-1),c=xe(()=>`croupier-hand-${++kn}`,[]),p=h=>`${t?.id??c}-card-${h}`,l=h=>{const v=zn(h.key,i,e.count);v!==null&&s(v);const b=e.cards[i]?.code;h.key==="Enter"&&!h.repeat&&b&&t?.enter({zone:e.key,index:i,code:b}),(v!==null||h.key==="Enter")&&h.preventDefault()},d=w(!1);d.current||=e.count>wn;const m=d.current?Math.max(yn,Math.ceil(e.count/2)):Math.max(1,e.count),f=h=>e.count>m?Math.floor(h/m):.5,g=({card:h,index:v})=>{const b={zone:e.key,index:v,code:h?.code??""},z=t!==null&&h!==null&&W(t.moves,b),E=t!==null&&X(t.selection,b),C=[z&&"croupier-playable",E&&"croupier-chosen",v===i&&"croupier-active"],M=h?.label??x(o,"hiddenCard");return u`<div
key=${v}
id=${p(v)}
role="option"
class=${["croupier-card",...C.filter(Boolean)].join(" ")}
part=${z?"card playable":"card"}
data-index=${v}
data-code=${h?.code}
aria-selected=${E?"true":"false"}
aria-description=${h&&je(h.code,n)||void 0}
style=${{"--i":v,"--column":v%m,"--row":f(v)}}
onClick=${()=>{s(v),h&&t?.touchCard(b)}}
>
<span class="croupier-unseen">${z?x(o,"playable",{card:M}):M}</span>
${h?u`<${Z} card=${h} game=${n} />`:u`<${ve} />`}
</div>`},$=(t?.moves.length??0)>0,y=d.current?" croupier-two-rows":"";return u`<div
class="croupier-own-hand${$?" croupier-deciding":""}${y}"
part="hand"
data-zone=${e.key}
style=${{"--n":Math.max(1,e.count),"--per-row":Math.min(m,Math.max(1,e.count))}}
>
<div
role="listbox"
class="croupier-cards"
tabindex="0"
aria-label=${`${x(o,"yours")}: ${oe(e.count,o)}`}
aria-activedescendant=${e.count?p(i):void 0}
onKeyDown=${l}
>
${e.cards.map((h,v)=>g({card:h,index:v}))}
</div>
</div>`}function zn(e,r,t){const n=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,n):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?n:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const Cn=1,Tn=2;function Mn(e){const{view:r,game:t,language:n,names:o,seatCount:a,seats:s=[],playing:i=null,bar:c=null,log:p=null}=e,l=w(new Map);l.current=wt(r,l.current);const d={view:r,game:t,language:n,names:o,playing:i,shapes:l.current},{own:m,others:f,shared:g}=bt(r,a),$=w(null);return k(()=>En($.current),[r.turn.join()]),u`<div class="croupier-stage" part="stage" lang=${n}>
<div class=${Ln(m,c!==null)} style=${On({own:m,others:f,shared:g},d)}>
<div
class="croupier-others"
part="others"
ref=${$}
role="group"
tabindex=${f.length>1?0:void 0}
aria-label=${x(n,"others")}
>
${f.map(y=>u`<${It} key=${y.seat} ...${{drawn:d,other:y,seats:s}} />`)}
</div>
<div class="croupier-middle" part="table">
<${vn} ...${d} />
<div class="croupier-shared" role="group" aria-label=${x(n,"table")}>
${g.map(y=>u`<${se} key=${y.key} zone=${y} drawn=${d} />`)}
</div>
<${bn} ...${d} />
</div>
${m&&u`<${qn} ...${{own:m,drawn:d}} />`}
${c}
${p}
<${$n} ...${d} />
${m?.hand&&u`<${Sn} zone=${m.hand} drawn=${d} />`}
</div>
</div>`}function qn({own:{seat:e,zones:r},drawn:t}){return u`<div class="croupier-own" part="own" data-seat=${e}>
${r.length>0&&u`<div
class="croupier-own-zones"
role="group"
aria-label=${t.names(e)}
tabindex=${r.length>Tn?0:void 0}
>
${r.map(n=>u`<${se} key=${n.key} zone=${n} drawn=${t} />`)}
</div>`}
</div>`}function Ln(e,r){return["croupier-view",r&&"croupier-played",e&&!e.hand&&"croupier-handless",e?.hand&&e.zones.length>Cn&&"croupier-stacked",(!e||e.zones.length===0)&&"croupier-zoneless"].filter(Boolean).join(" ")}function On({own:e,others:r,shared:t},{shapes:n}){const o=Math.max(0,...r.map(({hand:s,zones:i})=>i.length+(s?1:0))),a=t.length<=re?t.length:Math.ceil(t.length/2);return{"--others":Math.max(1,r.length),"--most":Math.max(2,o),"--lines":Math.max(1,Math.ceil(o/3)),"--columns":Math.max(2,a),"--rows":t.length<=re?1:2,"--zones":Math.max(3,t.length),"--deep":t.some(({kind:s})=>n.get(s)==="spread")?2.1:1.4,"--mine":Math.max(e?.hand?1:3,e?.zones.length??0)}}function En(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,n]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(n.left<t.left||n.right>t.right)&&(e.scrollLeft+=n.left-t.left),(n.top<t.top||n.bottom>t.bottom)&&(e.scrollTop+=n.top-t.top)}let An=0;const pe=new WeakMap;function Bn(e){return pe.has(e.table)||pe.set(e.table,++An),u`<${In} key=${pe.get(e.table)} ...${e} />`}function In({table:e,game:r,language:t,names:n,now:o,onRule:a,onOutcome:s}){const i=w(null),[c,p]=mt(),l=pn(i,e.session),d=w((()=>{})),m=Dn(e,l.measure,O=>{p(O),d.current(O),l.show(O)}),{session:f}=m,[g,$]=sn(e),[y,h]=S(null),v=cn(e,m,t,s),[b,z]=S(null),E=O=>f.view?.zones.find(j=>j.key===O),C=O=>{const j=Q(E(O));return z(j?O:null),j},M=E(b),T=at(e,m,v,i,{list:h,open:C}),{moves:P,outOfTurn:R,play:de}=T,{notice:_,busy:ir}=v,sr=rn(i);k(()=>h(null),[f.cursor]),k(()=>z(null),[f.status]),Yt(i,R,de),Gt(i,R.length===0&&P.length>0,()=>h(P)),l.dragging.current={game:r,canDrag:T.canLift,start:T.lift,drop:T.drop};const fe=n??(O=>Pn(f,O,t)),he={names:fe,seats:f.seats},[cr,lr]=Ut(..._t(m,t,fe));d.current=lr;const me={language:t,game:r,choosing:T,busy:ir,consider:$},ge=_?.at?_:null,ur=B(T.selection)?sr:null,pr=u`<div class="croupier-bar">
<${Rt} ...${{snapshot:m,language:t,now:o,choosing:T,effect:g,notice:_,onRule:a}} names=${he.names} />
${f.viewerSeat!==null&&u`<${fn} ...${{...me,list:h}} />`}
</div>`;return u`<div
class="croupier-board"
part="board"
ref=${i}
data-version=${f.version}
data-connection=${m.connection}
onKeyDown=${O=>O.key==="Escape"&&T.cancel()}
>
${f.view?u`<${Mn}
...${{...he,game:r,language:t,bar:pr}}
view=${f.view}
seatCount=${f.seats.length}
playing=${T}
log=${u`<${ht} language=${t} lines=${c} />`}
/>`:u`<div class="croupier-undealt">${x(t,f.status==="OPEN"?"waiting":"over")}</div>`}
<${nn} ...${{root:i,game:r,language:t,onRule:a}} at=${ge?.at??ur} notice=${ge} />
${R.length>0&&u`<${gt} ...${{language:t,moves:R,making:v,play:de}} />`}
${y&&u`<${hn} ...${me} moves=${y} effect=${g} close=${()=>h(null)} />`}
${M&&u`<${tt} ...${{zone:M,game:r,language:t}} close=${()=>z(null)} />`}
<${Zt} message=${cr} />
</div>`}const Pn=({seats:e},r,t)=>hr(e,r)??x(t,"seat",{number:r+1});function Dn(e,r,t){const[n,o]=S(e.getSnapshot()),a=w(n),s=w({onRedraw:r,onFrame:t});return s.current={onRedraw:r,onFrame:t},k(()=>e.subscribe(i=>{i.session!==a.current.session&&s.current.onRedraw(),i.frame&&i.frame!==a.current.frame&&!i.frame.resync&&s.current.onFrame(i.frame),a.current=i,o(i)}),[e]),n}function Nn(e){const{table:r,snapshot:t}=e,{t:n}=A(),{session:o,decision:a}=t,[s,i]=S(null),c=G((h,v={})=>r.act(h,v)),p=G(async()=>{const{move:h,version:v}=await r.hint();i({version:v,text:h?n("hintFor",{move:h.label}):n("hintWaits")})}),l=Y(o),d=({index:h,taken:v,kind:b})=>v&&b==="HUMAN"&&h!==o.viewerSeat,m=l&&o.seats.some(d)&&o.settings.takeBacks&&o.takeBack===null,f=c.isBusy||p.isBusy,g=o.view?.undo,[$,y]=Rn(I(o));return u`<div class="actions" ref=${$} style=${{minHeight:y}}>
${o.takeBack&&u`<${gr}
...${e}
takeBack=${o.takeBack}
answer=${h=>c.run("take-back/answer",{body:{agree:h}})}
/>`}
${s?.version===o.version&&u`<p class="told-hint" role="status">${s.text}</p>`}
${xr(o)&&u`<p class="told-hint" role="status">${n("seatLost")}</p>`}
<${be} error=${c.error??p.error} />
<div class="ways" key=${I(o)}>
${l&&u`<button
class="button"
disabled=${f||!g?.available}
title=${g?.reason}
onClick=${()=>c.run("undo")}
>
${n("undo")}
</button>`}
${m&&u`<button class="button" disabled=${f} onClick=${()=>c.run("take-back")}>
${n("askTakeBack")}
</button>`}
${l&&o.settings.hints&&u`<button class="button" disabled=${f||!a} onClick=${p.run}>${n("hint")}</button>`}
<${mr} text=${vr(o.id)} label=${n("share")} />
${I(o)&&u`<a class="button quiet" href="#">${n("toLobby")}</a>`}
${l&&u`<${tr}
label=${n("resign")}
question=${n("resignSure")}
act=${()=>c.run("resign",{at:"*"})}
/>
<${tr} label=${n("leave")} question=${n("leaveSure")} act=${()=>c.run("leave",{at:"*"})} />`}
</div>
</div>`}function Rn(e){const r=w(null),t=w(null);return e&&(t.current??=r.current?.offsetHeight??null),[r,t.current]}function tr({label:e,question:r,act:t}){const{t:n}=A(),[o,a]=S(!1),s=w(null),i=w(!0);return k(()=>{i.current||s.current?.focus(),i.current=!1},[o]),o?u`<span class="ask" role="group" aria-label=${r} tabindex="-1" ref=${s}>
<span>${r}</span>
<button class="button danger" onClick=${()=>(a(!1),t())}>${e}</button>
<button class="button" onClick=${()=>a(!1)}>${n("cancel")}</button>
</span>`:u`<button class="button quiet" ref=${s} onClick=${()=>a(!0)}>${e}</button>`}const jn=100;function Kn({table:e,snapshot:r}){const{t}=A(),[n,o]=S(!1),{data:a,reload:s}=br(async()=>n?Wn(e):null,[e,n]),[i,c]=S([]),p=$r("(min-width: 62.01rem)"),l=w(r.frame),d=({frame:g})=>{if(!(g===null||g===l.current)){if(l.current=g,!g.resync)return c($=>nr($,g.events).slice(-300));c([]),o(!0),s()}};k(()=>e.subscribe(d),[e]);const m=nr(a??[],i).filter(({weight:g})=>g!=="DETAIL"),f=w(null);return K(()=>{f.current&&(f.current.scrollTop=f.current.scrollHeight)},[m.length,p]),u`<details class="panel log" open=${p}>
<summary><h2>${t("log")}</h2></summary>
${m.length===0&&u`<p class="hint">${t("logEmpty")}</p>`}
${!n&&u`<button class="button quiet" onClick=${()=>o(!0)}>${t("logEarlier")}</button>`}
<div role="log" aria-label=${t("log")} aria-live="off">
<ol ref=${f} tabindex="0">
${m.map(({version:g,sequence:$,sentence:y})=>u`<li key=${`${g}.${$}`}>${y}</li>`)}
</ol>
</div>
</details>`}async function Wn(e){let r=[];for(let t=void 0;;){const{nodes:n,pageInfo:o}=await e.events({first:jn,...t&&{after:t}});if(r=[...r,...n].slice(-300),!o.hasNextPage||!o.endCursor)return r;t=o.endCursor}}function nr(e,r){return[...new Map([...e,...r].map(n=>[`${n.version}.${n.sequence}`,n])).values()].sort((n,o)=>n.version-o.version||n.sequence-o.sequence)}function Hn({game:e,snapshot:r}){const{t,storage:n,preferences:o}=A(),[a,s]=S(()=>$e(n,e)||I(r.session)),i=({currentTarget:{open:p}})=>{s(!p),p||n.setItem(yr(e),"yes")},c=`/play/rules/${e.id}?lang=${o.language}`;return u`<details class="panel how-to-play" open=${!a} onToggle=${i}>
<summary><h2>${t("howToPlay")}</h2></summary>
<${wr} game=${e} />
<p><a href=${c} target="_blank" rel="noopener">${t("rulesOf",{game:e.title})}</a></p>
</details>`}function Fn({table:e,snapshot:r}){const{t,tabStorage:n,wire:o}=A(),[a,s]=S(()=>V(e,n)),i=G(async()=>{a&&await kr(e,a),s(null)}),c=()=>{zr(e,n),s(null)};return k(()=>{a&&Sr(a)&&i.run()},[]),k(()=>{const p=()=>s(r.pending?null:V(e,n));return o.subscribe(()=>o.isReachable()&&p())},[o,e,r.pending]),k(()=>{r.pending||s(V(e,n))},[r.pending]),!a||r.pending||i.isBusy?null:u`<div class="ask" role="alert">
<p>${t("moveUnknown")} <strong>${a.label}</strong></p>
<button class="button strong" onClick=${i.run}>${t("sendAgain")}</button>
<button class="button" onClick=${c}>${t("sendNot")}</button>
<${be} error=${i.error} />
</div>`}const or="croupier-page:sound",ar=["pointerdown","keydown"];function Un({table:e}){const{t:r,storage:t}=A(),[n,o]=S(()=>t.getItem(or)!=="off");k(()=>n?_n(e):void 0,[e,n]);const a=()=>{t.setItem(or,n?"off":"on"),o(!n)};return u`<button class=${n?"icon sound":"icon sound off"} aria-pressed=${n?"true":"false"}
aria-label=${r("sound")} title=${r("sound")} onClick=${a}><span aria-hidden="true">♪</span></button>`}function _n(e){const r=new AbortController,{signal:t}=r,n=async()=>{for(const a of ar)document.removeEventListener(a,n);const{accompany:o}=await import("./sound.js").catch(()=>({accompany:null}));o&&!t.aborted&&t.addEventListener("abort",o(e))};for(const o of ar)document.addEventListener(o,n,{signal:t});return()=>r.abort()}var Zn='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);--shade: rgb(0 0 0 / 24%);height:var(--croupier-height, min(100dvh, 900px));font:15px/1.35 system-ui,sans-serif;color:var(--text);user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.croupier-board{position:relative;min-height:260px}.croupier-board>.croupier-stage{height:100%}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button),.croupier-stage :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-announcer{top:0;left:0}.croupier-board :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-stage{container:croupier-stage / size;contain:layout;overflow:hidden;color:var(--on-felt);background:radial-gradient(ellipse at 50% 42%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--gap: 6px;--head: 50px;--status: 60px;--words: 14px;--tray: 52px;--title: calc(28px + clamp(0, var(--columns) - 3, 1)*13px) ;--seats: var(--head);--hand: clamp(52px, min(22cqi, 12cqb), 120px);--mini: 30px;--mine-card: clamp(34px, min(7.4cqb, 84cqi / var(--mine) - 8px), 76px);--hand-row: calc(var(--hand) * 2.25 + 14px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + var(--gap));--free: calc( 100cqb - var(--seats) - var(--status) - var(--tray) - var(--hand-row) - var(--mine-row) - 7 * var(--gap) - 22px );--lane: calc((100cqi - 2 * var(--gap)) / var(--columns));--high: calc((var(--free) / var(--rows) - var(--title) - 4px) / min(var(--deep), 1.75));--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .82 - 4px), 180px);display:grid;grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "own own" auto "status status" var(--status) "mine hand" auto "tray tray" var(--tray) / auto minmax(0,1fr);gap:var(--gap);height:100%;padding:var(--gap)}.croupier-view:not(.croupier-played){--status: 0px;--tray: 0px}.croupier-view:not(.croupier-stacked){--mine-row: 0px}.croupier-zoneless{--mine-row: 0px}.croupier-handless{--hand-row: 0px;--mine-card: clamp(40px, min(13cqb, 84cqi / var(--mine) - 8px), 130px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + 10px)}.croupier-undealt{display:grid;height:100%;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{position:relative;z-index:3;grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(112px,46cqi),1fr);gap:var(--gap);overflow:auto clip;overflow-clip-margin:400px;scroll-snap-type:x proximity}.croupier-seat{position:relative;min-width:0;scroll-snap-align:start;background:var(--shade);border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:inset 0 0 0 3px var(--mark)}.croupier-seat-head{display:grid;grid-template:"avatar name" 24px "held points" 20px / auto minmax(0,1fr);gap:0 6px;align-items:center;padding:3px 8px}.croupier-seat-head .croupier-tag{display:none}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked>.croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-held{display:flex;gap:4px;width:24px;align-items:center;font-size:13px;font-weight:600}.croupier-held:before{content:"";flex:none;width:10px;height:14px;background:#223a5e;border:1.5px solid #f5efe0;border-radius:2px;box-shadow:2px -1px 0 -.5px #f5efe0}.croupier-points{flex:none;justify-self:end;min-width:36px;padding:0 6px;font-size:14px;line-height:20px;text-align:center;font-variant-numeric:tabular-nums;background:#ffffff29;border-radius:99px}.croupier-opener{position:absolute;inset:0;background:none;border:0;border-radius:var(--radius)}.croupier-seat-zones{--card: var(--mini);position:absolute;inset:0;display:flex;gap:4px;overflow:hidden;visibility:hidden}.croupier-open .croupier-seat-zones{--card: min(54px, 84cqi / var(--most) - 8px);position:fixed;inset:calc(var(--seats) + 2 * var(--gap)) var(--gap) auto;justify-content:center;padding:8px;overflow-x:auto;visibility:visible;background:var(--felt-edge);border:2px solid var(--mark);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-seat.croupier-target,.croupier-holds-target:not(.croupier-open){outline:3px dashed var(--mark);outline-offset:-3px}.croupier-middle{position:relative;grid-area:middle;display:grid;min-height:0}.croupier-shared{display:flex;flex-wrap:wrap;gap:4px calc(var(--lane) * .04);align-content:space-evenly;justify-content:center;max-width:calc(var(--columns) * (var(--card) * 1.16 + var(--lane) * .04) + 12px);margin:auto;padding-bottom:22px}.croupier-zone{position:relative;flex:none;width:calc(var(--card) * 1.16);border-radius:9px}.croupier-zone-title{display:flex;align-items:safe end;height:var(--title);padding-bottom:3px;overflow:hidden;font-size:12px;line-height:13px;overflow-wrap:anywhere;hyphens:auto}.croupier-zone-title span{min-width:0}.croupier-place{position:relative}.croupier-cards{position:relative;container-type:size;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--width: calc(100cqb / 1.4);--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--width);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--across) * var(--i)))}.croupier-pile .croupier-card{--across: min(var(--width) * .05, var(--step) / 2)}:is(.croupier-own,.croupier-open) .croupier-spread .croupier-card{--width: min( 100cqb / (1.4 + .42 * (var(--in-rows) - 1)), 100cqi / (1 + .28 * (var(--per-row) - 1)) );--across: min(var(--width) * .46, var(--step) / max(1, var(--per-row) - 1));--down: min(var(--width) * .7, 100cqb - 1.4 * var(--width));transform:translate(calc(var(--across) * var(--column)),calc(var(--down) * var(--row)))}.croupier-shared:has(.croupier-spread){align-items:start}.croupier-shared .croupier-spread{--deep-card: calc(var(--card) * 1.4)}.croupier-shared .croupier-spread .croupier-place{width:var(--card)}.croupier-shared .croupier-spread .croupier-cards{height:clamp(var(--deep-card),var(--free) / var(--rows) - var(--title) - 8px,var(--card) * 2.8)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-marks{position:absolute;top:3px;right:3px;display:flex;width:0;flex-direction:column;align-items:end;pointer-events:none}.croupier-marks>span{display:flex;gap:2px}.croupier-count,.croupier-value{min-width:25px;padding:0 5px;font-size:12px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums;color:#fff;background:#0e1620;border-radius:99px;box-shadow:0 0 0 1px #ffffff73}.croupier-shower{background:none;border:0}.croupier-shower:focus-visible{inset:0;width:auto;height:auto;border-radius:inherit;clip-path:none}.croupier-value{color:#17202a;background:#fff}.croupier-mark,.croupier-notes b{padding:1px 9px;font-size:13px;line-height:20px;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 0 0 2px #ffffffd9,0 2px 5px #00000073}:is(.croupier-seat-zones,.croupier-own) .croupier-mark{padding:0 5px;font-size:11px;line-height:16px}.croupier-marks span:not(:empty)+.croupier-mark,.croupier-mark+.croupier-mark{margin-top:3px}.croupier-debt{font-size:16px;color:#fff;background:#b3261e}.croupier-ringed .croupier-zone-title{position:relative;z-index:1;translate:0 -9px}.croupier-ringed .croupier-cards{box-shadow:0 0 0 4px #fff,0 0 0 10px var(--ring),0 0 22px 10px var(--ring)}.croupier-notes{position:absolute;inset:auto 0 0;z-index:1;display:flex;gap:6px;justify-content:center}.croupier-notes b{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-direction{position:absolute;inset:12px 18px 30px;display:flex;flex-direction:column;align-items:center;justify-content:space-between;pointer-events:none;border:2px dashed rgb(255 255 255 / 16%);border-radius:50%}.croupier-direction svg{--turned: 0deg;width:30px;height:30px;margin:-16px;fill:#ffffffb3;rotate:calc(var(--turned) + var(--side, 0deg))}.croupier-direction svg+svg,.croupier-direction[data-value=down] svg{--turned: 180deg}.croupier-direction[data-value=down] svg+svg{--turned: 0deg}.croupier-zone.croupier-target,.croupier-zone.croupier-chosen{cursor:pointer}.croupier-target>.croupier-place>.croupier-cards{outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-chosen>.croupier-place>.croupier-cards,.croupier-zone .croupier-card.croupier-chosen{outline:3px solid var(--mark);outline-offset:1px}.croupier-seat.croupier-target{cursor:pointer}.croupier-facts{position:relative;z-index:4;grid-area:tray;align-self:end;justify-self:start}.croupier-facts summary{display:grid;place-items:center;width:44px;height:44px;font:italic 700 17px/1 ui-serif,Georgia,serif;list-style:none;cursor:pointer;border-radius:50%;opacity:.85}.croupier-facts summary:before{content:"";position:absolute;width:28px;height:28px;border:2px solid currentcolor;border-radius:50%}.croupier-facts summary::-webkit-details-marker{display:none}.croupier-facts dl{position:absolute;bottom:46px;left:0;width:min(340px,90cqi);max-height:60cqb;margin:0;padding:10px 14px;overflow-y:auto;font-size:14px;background:var(--felt-edge);border:1px solid rgb(255 255 255 / 30%);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:3px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-log{grid-area:middle;align-self:end;height:20px;padding:0 8px;overflow:auto;font-size:13px;line-height:20px;text-align:center;scrollbar-width:none;opacity:.85}.croupier-log p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-own{--card: var(--mine-card);grid-area:mine;align-self:center;min-width:0}.croupier-stacked>.croupier-own,.croupier-handless>.croupier-own{grid-area:own}.croupier-own-zones{display:flex;gap:6px;justify-content:safe center;padding:0 8px 6px 3px;overflow-x:auto}.croupier-own .croupier-zone{min-width:54px}.croupier-own-hand{grid-area:hand;min-width:0;padding-top:14px}.croupier-own-hand .croupier-cards{--card: var(--hand)}.croupier-own-hand [role=option]{--column-step: min(var(--width) * 1.07, var(--step) / max(1, var(--in-row, var(--n)) - 1));--left: calc(50cqi - var(--width) / 2 - var(--column-step) * (var(--in-row, var(--n)) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--column-step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.8)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -5px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -9px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -13px;z-index:1;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 6px var(--mark),0 8px 18px #0009}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-bar{display:contents}.croupier-status{position:relative;grid-area:status;display:flex;gap:8px;align-items:center;min-width:0;padding:4px 10px 6px;overflow:hidden;background:var(--shade);border-radius:var(--radius)}.croupier-status>.croupier-name,.croupier-connection:empty{display:none}.croupier-status.croupier-asked{box-shadow:inset 0 0 0 2px var(--mark)}.croupier-prompt{flex:1;display:grid;min-width:0;height:100%;align-content:safe center;overflow-y:auto;container-type:inline-size}.croupier-prompt p{margin:0;font-size:clamp(12px,max(320cqi / var(--length),min(13.5px,520cqi / var(--length))),var(--words));line-height:1.22;text-wrap:balance}.croupier-status:has(.croupier-long){z-index:4;overflow:visible}.croupier-prompt.croupier-long{overflow:visible}.croupier-long p,.croupier-foreseen{position:absolute;inset:auto 0 0;max-height:62cqb;padding:6px 8px;overflow-y:auto;background:var(--felt-edge);border-radius:8px}.croupier-prompt strong{margin-right:6px;color:var(--mark)}.croupier-told{display:inline-block;padding:1px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-rule{min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-connection{max-width:40%;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:5px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;right:12px;bottom:5px;padding:0 6px;font-size:12px;background:var(--felt-edge);border-radius:99px}.croupier-tray{grid-area:tray;display:flex;gap:6px;align-items:end;height:var(--tray);min-width:0;padding-left:52px}.croupier-tray>.croupier-moves{z-index:3;flex:1;display:flex;flex-wrap:wrap;gap:6px;align-content:end;min-height:100%;justify-content:center;min-width:0}.croupier-move,.croupier-tray>button,.croupier-sheet header button{min-height:48px;padding:4px 14px;font-size:15px;line-height:1.15;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:12px;box-shadow:0 2px 6px #0000004d}.croupier-tray>button,.croupier-sheet header button{flex:none;color:var(--on-felt);background:var(--felt-edge);border-color:#ffffff47}.croupier-all{width:76px;white-space:nowrap}.croupier-idle{visibility:hidden}.croupier-all [aria-hidden]{display:inline-block;min-width:3ch;text-align:left}.croupier-all:before{content:"\\2630  " / ""}.croupier-cancel:before{content:"\\2715" / ""}.croupier-move{display:flex;gap:8px;align-items:center;text-align:left}.croupier-tray .croupier-choices .croupier-move{flex:1 1 44px;flex-direction:column;gap:2px;justify-content:center;min-width:0;max-width:92px;padding:3px 2px;font-size:12px;text-align:center}.croupier-tray>.croupier-choices{gap:4px}.croupier-tray>.croupier-choices:has(.croupier-deed){display:grid;gap:6px;padding:4px 4px 6px;background:var(--felt-edge);border-radius:var(--radius);box-shadow:0 0 0 2px var(--mark)}.croupier-deed{display:flex;flex-wrap:wrap;gap:3px}.croupier-deed b{flex:1 0 100%;font-size:13px}.croupier-choices~.croupier-all,.croupier-view:has(.croupier-choices)>.croupier-facts{display:none}.croupier-tray:has(.croupier-choices){padding-left:0}.croupier-move:hover{border-color:var(--mark)}.croupier-tray .croupier-move{padding-inline:10px;font-size:14px}.croupier-swatch{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:50%;box-shadow:0 0 0 2px #80808073}.croupier-swatch svg{width:17px}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-sheet{width:min(100% - 16px,720px);max-height:min(80dvh,720px);margin:auto auto 8px;padding:14px;overflow-y:auto;color:var(--on-felt);background:var(--felt-edge);border:2px solid var(--mark);border-radius:calc(var(--radius) * 1.4)}.croupier-sheet::backdrop{background:#0000007f}.croupier-sheet header{position:sticky;top:-14px;display:flex;align-items:center;justify-content:space-between;margin:-14px -14px 0;padding:10px 14px;font-size:17px;background:var(--felt-edge)}.croupier-sheet .croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:8px}.croupier-sheet .croupier-foreseen{position:fixed;inset:8px 8px auto;max-width:720px;max-height:45dvh;margin:0 auto;font-size:13px}.croupier-foreseen:empty{display:none}.croupier-laid{display:grid;grid-template-columns:repeat(auto-fill,minmax(62px,1fr));gap:8px;padding:0;margin:0;list-style:none}.croupier-bubble{position:absolute;top:0;left:0;z-index:8;display:grid;gap:4px;justify-items:start;width:max-content;max-width:min(300px,86%);padding:9px 13px;font-size:14px;color:var(--text);pointer-events:none;background:var(--surface);border-radius:var(--radius);box-shadow:0 0 0 1px var(--line),0 8px 26px #00000073}.croupier-bubble[hidden]{display:none}.croupier-refusal{pointer-events:auto;box-shadow:0 0 0 2px var(--alarm),0 8px 26px #00000073}.croupier-refusal .croupier-told{padding:0}.croupier-slam{position:absolute;right:10px;bottom:calc(30% + 8px);z-index:10;display:flex;flex-wrap:wrap;gap:8px;width:min(100% - 20px,420px)}.croupier-slam button{flex:1;min-height:72px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}@container croupier-stage (max-width: 599.9px) and (min-height: 480px){.croupier-two-rows [role=option]{--width: calc(100cqb / 2.25);--in-row: var(--per-row);--top: calc(var(--width) * .85);transform:translate(calc(var(--left) + var(--column-step) * var(--column)),calc(var(--top) * var(--row)))}.croupier-two-rows .croupier-cards{height:calc(var(--hand) * 2.25)}.croupier-view:not(:has(.croupier-two-rows)){--hand-row: calc(var(--hand) * 1.4 + 14px)}.croupier-handless{--mine-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-handless .croupier-own .croupier-place{width:var(--card)}.croupier-handless .croupier-own .croupier-cards{height:calc(var(--card) * 2.1)}.croupier-handless .croupier-own .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}}@container croupier-stage (max-width: 379.9px){.croupier-marks>span{flex-direction:column;align-items:end}}@container croupier-stage (max-height: 479.9px){.croupier-view{--gap: 5px;--status: 50px;--words: 13px;--seats: 0px;--hand: clamp(44px, min(9cqi, 19cqb), 90px);--hand-row: calc(var(--hand) * 1.4 + 14px);--title-lines: calc(1 + clamp(0, var(--columns) * var(--rows) - 3, 1)) ;--title: calc(3px + var(--title-lines) * 13px);--aside: calc(var(--mine) * (var(--mine-card) * 1.16 + 6px));--mine-card: clamp(46px, min(15cqb, 36cqi / var(--mine) - 8px), 76px);--free: calc(100cqb - var(--status) - var(--hand-row) - 4 * var(--gap) - 20px);--lane: calc((100cqi - 170px - var(--aside) - 4 * var(--gap)) / (var(--columns) * var(--rows)));--high: calc((var(--free) - var(--title) - 4px) / 1.4);--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .84 - 4px), 180px);grid-template:"others middle own" minmax(0,1fr) "status status status" var(--status) "hand hand hand" auto / 150px minmax(0,1fr) auto}.croupier-bar{grid-area:status;display:flex;gap:6px;min-width:0}.croupier-status{flex:1 1 50%}.croupier-others{grid-auto-flow:row;grid-auto-rows:minmax(44px,max-content);grid-auto-columns:1fr;align-content:start;overflow:clip auto}.croupier-open .croupier-seat-zones{inset:var(--gap) var(--gap) auto calc(150px + 2 * var(--gap))}.croupier-direction{--side: -90deg;inset:6px 18px 26px;flex-direction:row}.croupier-shared{flex-wrap:nowrap;max-width:none}.croupier-shared .croupier-spread,.croupier-shared .croupier-spread .croupier-place{width:min(var(--card) * 1.9,var(--lane) * .92)}.croupier-shared .croupier-spread .croupier-cards{height:var(--deep-card)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-zone-title span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:var(--title-lines)}.croupier-marks>span{flex-direction:column;align-items:end}.croupier-view>.croupier-own{grid-area:own;max-width:42cqi}.croupier-tray{flex:none;max-width:45%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end}.croupier-tray .croupier-move{max-width:200px;min-height:44px;font-size:13px}.croupier-facts{grid-area:hand;justify-self:end}.croupier-facts dl{right:0;left:auto}.croupier-handless{--title-lines: 2;--aside: 0px;--mine-card: clamp(46px, 20cqb, 90px);--hand-row: calc(var(--mine-card) * 1.4 + var(--title) + 8px)}.croupier-handless>.croupier-own{grid-area:hand;max-width:none}.croupier-zoneless{--aside: 0px}}@container croupier-stage (min-width: 600px) and (min-height: 480px){.croupier-view{--gap: 8px;--head: 34px;--title: 30px;--status: 60px;--words: 16px;--tray: 0px;--fit: var(--most);--seat-lines: 1;--mini: clamp( 34px, min(7.4cqb, ((100cqi - 5 * var(--gap)) / min(var(--others), 3) - 8px) / var(--fit) - 2px), 104px );--seats: calc(var(--head) + var(--seat-lines) * (var(--mini) * 1.4 + var(--title)) + 10px);--hand: clamp(64px, min(15.4cqb, 11.5cqi), 240px);--hand-row: calc(var(--hand) * 1.4 + 18px);--mine-card: clamp(44px, min(9.6cqb, 38cqi / var(--mine) - 8px), 150px);--mine-row: 0px;--lane: calc((100cqi - 100px) / var(--zones));--free: calc(100cqb - var(--seats) - var(--status) - var(--hand-row) - 7 * var(--gap) - 20px);--high: calc((var(--free) - var(--title) - 12px) / var(--deep));--card: clamp( 44px, min(var(--croupier-card, 260px), var(--high), var(--lane) * .8, var(--hand) * 1.3), 300px );grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "status status" var(--status) "mine hand" auto / auto minmax(0,1fr);padding:calc(var(--gap) * 1.5)}.croupier-handless{--mine-card: clamp(56px, min(12cqb, 80cqi / var(--mine) - 12px), 200px);--hand-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-view>.croupier-own{grid-area:mine}.croupier-own .croupier-spread{width:var(--card)}.croupier-own .croupier-spread .croupier-cards{height:calc(var(--hand-row) - var(--title) - 12px)}.croupier-own .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-handless>.croupier-own{grid-column:1 / -1}.croupier-handless .croupier-own .croupier-spread{--sheet: calc((var(--hand-row) - var(--title) - 12px) / 1.4);width:min(var(--sheet) * 2.4,92cqi / var(--mine) - 12px)}.croupier-handless .croupier-own-zones{gap:14px}.croupier-handless .croupier-own .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-others{grid-auto-columns:minmax(max(200px,var(--fit) * (var(--mini) + 2px) + 8px),1fr);justify-items:center;overflow:auto hidden}.croupier-seat{width:100%;max-width:max(430px,40cqi)}.croupier-seat-head{display:flex;height:var(--head);padding:2px 10px}.croupier-seat-head .croupier-tag{display:block}.croupier-seat-head .croupier-held{display:none}.croupier-seat-head .croupier-points{margin-left:auto}.croupier-view:has(.croupier-choices)>.croupier-facts{display:block}.croupier-tray>button{align-self:center}.croupier-facts{grid-area:middle;align-self:start;justify-self:end}.croupier-facts dl{inset:46px 0 auto auto}.croupier-opener{display:none}.croupier-view .croupier-seat-zones{--card: var(--mini);position:static;gap:2px;justify-content:safe center;padding:0 4px 8px;overflow:auto hidden;visibility:visible;background:none;border:0;box-shadow:none}.croupier-seat-zones .croupier-zone{flex:0 1 calc(var(--card) * 1.4);min-width:var(--card)}.croupier-seat-zones .croupier-spread{flex-grow:1;max-width:calc(var(--card) * 1.9)}.croupier-seat-zones .croupier-zone-title{font-size:11px;line-height:12px}.croupier-shared{--apart: max(var(--card) * .22, min(92px, var(--lane)) - var(--card) * 1.16);flex-wrap:nowrap;width:max-content;gap:0 var(--apart);align-items:center;max-width:none}.croupier-shared .croupier-zone-title{margin-right:calc(4px - var(--apart))}.croupier-direction{--side: -90deg;inset:4px 8% 24px;flex-direction:row}.croupier-notes{inset:2px auto auto 2px;flex-wrap:wrap;max-width:80%}.croupier-bar{grid-area:status;display:flex;gap:12px;align-items:stretch;min-width:0;padding:0 10px;background:var(--shade);border-radius:var(--radius)}.croupier-bar:has(>.croupier-asked){box-shadow:inset 0 0 0 3px var(--mark)}.croupier-status,.croupier-status.croupier-asked{flex:1 1 40%;padding-inline:4px;background:none;box-shadow:none}.croupier-tray{flex:none;max-width:44%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end;padding:4px}.croupier-tray .croupier-move{max-width:240px}}@media(min-width:700px){.croupier-sheet{margin:auto}}@container croupier-stage (min-width: 600px) and (max-width: 899.9px) and (min-height: 640px){.croupier-view{--fit: min(var(--most), 3);--seat-lines: var(--lines)}.croupier-view .croupier-seat-zones{flex-wrap:wrap}.croupier-seat-zones .croupier-zone{flex-basis:var(--card)}}@container croupier-stage (min-width: 900px) and (min-height: 600px){.croupier-view{--status: clamp(62px, 7cqb, 84px);--words: clamp(16px, 2cqb, 22px)}.croupier-status>.croupier-name{font-size:var(--words)}.croupier-seat-head,.croupier-middle,.croupier-own,.croupier-log{--letters: clamp(12px, 1.5cqb, 17px)}.croupier-zone-title{font-size:var(--letters, 11px);line-height:1.1}.croupier-seat-head{font-size:clamp(15px,1.8cqb,20px)}.croupier-log{font-size:clamp(13px,1.5cqb,17px)}.croupier-status>.croupier-name{display:block;flex:none;max-width:200px}.croupier-own-hand [role=option]{--middle: calc(var(--i) - (var(--n) - 1) / 2);transform:translate(calc(var(--left) + var(--column-step) * var(--i)),calc(var(--middle) * var(--middle) * 1px)) rotate(calc(var(--middle) * .8deg))}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}',Gn='#app:has(>main>.table-screen){height:100dvh}main:has(>.table-screen){min-height:0}.table-screen{--croupier-height: 100%;display:grid;grid-template:"main head" auto "main side" minmax(0,1fr) / minmax(0,1fr) clamp(16rem,18.5vw,24rem);gap:.5rem .8rem;height:100%;padding:.6rem .8rem}.table-main{position:relative;grid-area:main;min-width:0;min-height:0}.table-main>.ask{position:absolute;inset:4.4rem .6rem auto;z-index:12;max-height:calc(100% - 5rem);overflow-y:auto;box-shadow:var(--shadow)}.table-head{grid-area:head;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.3rem 1rem;min-height:2.5rem}.table-head h1{font-size:1.5rem}.sound{position:relative;flex:none;width:2.75rem;margin-left:auto;padding:0;border-color:transparent;font-size:1.25rem}.sound.off:after{position:absolute;width:1.5rem;border-top:2px solid currentcolor;rotate:-45deg;content:""}.table-side{grid-area:side;display:flex;flex-direction:column;gap:.8rem;min-width:0;overflow-y:auto;outline:none;scrollbar-width:thin}.drawer-head,.more{display:none}.clock{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;font-variant-numeric:tabular-nums}.clock.short{color:var(--alarm);font-weight:700}.log summary{min-height:2.75rem;cursor:pointer}.log summary h2,.how-to-play summary h2{display:inline;font-size:1.2rem}.log ol{max-height:max(12rem,100dvh - 24rem);overflow-y:auto;font-size:.95rem}.log li{padding:.2rem 0;border-top:1px solid var(--line)}.log li:first-child{border:0}.how-to-play a{display:inline-flex;align-items:center;min-height:2.75rem}.how-to-play ol{display:grid;gap:.35rem;padding-left:1.2rem;margin:.5rem 0}.actions{display:grid;gap:.5rem}.ask{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.7rem 1rem;border:2px solid var(--gold);border-radius:12px;background:var(--panel)}.told-hint{padding:.7rem 1rem;border-radius:12px;background:var(--sunken)}@media(min-width:62.01rem){.table-screen .croupier-log{display:none}}@media(max-width:62rem){.top:has(.skip:focus){z-index:6}.table-head{position:fixed;inset:0 .4rem auto 3.4rem;z-index:5;flex-wrap:nowrap;height:48px}.table-head h1{font-size:clamp(.95rem,4.6vw,1.25rem);text-wrap:balance}.more{display:block;flex:none;padding-block:0;margin-left:auto}.table-screen{grid-template:"main" minmax(0,1fr) / minmax(0,1fr);padding:0 0 env(safe-area-inset-bottom)}.table-screen .croupier-stage{border-radius:0}.table-side{display:none}.table-side.open{position:fixed;inset:auto 0 0 auto;z-index:11;display:flex;width:min(100%,30rem);max-height:calc(100dvh - 48px);padding:.6rem .8rem 1rem;background:var(--paper);border-radius:var(--radius) var(--radius) 0 0;box-shadow:0 0 0 100vmax #0006,var(--shadow)}.drawer-head{position:sticky;top:-.6rem;z-index:1;display:flex;align-items:center;justify-content:space-between;padding-block:.4rem;background:var(--paper)}.drawer-head .switches{margin:0}}@media(max-height:540px){.table-main>.ask{inset:.3rem .3rem auto 10.5rem;max-height:8.5rem}}';ye(Zn),ye(Gn);function Yn(e){const{table:r,game:t,snapshot:n,holders:o}=e,{t:a,preferences:s,storage:i,wire:c}=A(),{language:p}=s,{session:l}=n,[d]=S(I(l)),m=!$e(i,t)&&!d,[f,g]=S(null),[$,y]=S(null),[h,v]=S(!1),b=$??Cr(l,o,e.player),z=Tr(e),E=we(T=>{const P=Mr(l,T,a);return z.includes(T)?a("awayName",{name:P}):P},[l.seats,z.join(),a]),C=we(T=>(g(T),v(!0)),[]);eo(e),k(()=>v(!1),[l.status,Y(l),b===null]);const M=Xn(!I(l)&&b===null&&!h,Y(l));return u`<div class="table-screen felt" style=${Lr(t.id)} ref=${M}>
<div class="table-head">
<h1>${t.title}</h1>
${o.length>1&&u`<${Or} ...${e} want=${y} />`}
${l.deadline&&u`<${Er} ...${e} />`}
<${Un} table=${r} />
<button class=${m?"button more strong":"button more"} aria-expanded=${h?"true":"false"}
aria-controls="table-side" onClick=${()=>v(!h)}>${a(m?"howToPlay":"more")}</button>
</div>
<div class="table-main">
<${I(l)?qr:Fn} ...${e} />
${b===null?u`<${Bn} ...${{table:r,game:t,names:E,language:p}} now=${c.now} onRule=${C} />`:u`<${Ar} ...${e} next=${b} />`}
</div>
<${Vn} isOpen=${h} close=${()=>v(!1)}>
${b===null&&u`<${Nn} ...${e} />`}
${f?u`<${Qn} ...${e} number=${f.number} close=${()=>g(null)} />`:u`<${Hn} ...${e} />`}
${b===null&&u`<${Kn} ...${e} />`}
${!I(l)&&u`<${Br} ...${{session:l,away:z,t:a}} />`}
<//>
</div>`}function Vn({isOpen:e,close:r,children:t}){const{t:n}=A(),o=w(null);return k(()=>{e&&o.current?.focus({preventScroll:!0})},[e]),u`<div id="table-side" class=${e?"table-side open":"table-side"}
role="group" aria-label=${n("more")} tabindex="-1" ref=${o}
onKeyDown=${a=>a.key==="Escape"&&r()}>
<div class="drawer-head"><${Dr} /><button class="button" onClick=${r}>${n("close")}</button></div>
${t}
</div>`}const Jn=["[role=listbox]","[data-tray]","h1"];function Xn(e,r){const t=w(null),n=o=>t.current?.querySelector(o);return k(()=>{if(!e)return;const o=requestAnimationFrame(()=>Pr(Jn.map(n).find(Boolean)));return()=>cancelAnimationFrame(o)},[e,r]),t}function Qn({game:e,number:r,close:t}){const{preferences:n}=A();return u`<${Nr} game=${e.id} rule=${r} language=${n.language} onClose=${t} />`}function eo({table:e,snapshot:r,game:t}){const{t:n,croupier:o}=A(),a=Ir(e,ro(r),o);k(()=>{document.title=`${a?`\u25CF ${n("yourTurn")}: `:""}${t.title} \u2013 Croupier`},[a,t,n])}const ro=({session:e,decision:r})=>!!r?.asked&&!I(e);var to=Object.freeze({__proto__:null,TableScreen:Yn});export{to as a,ue as c,Ve as s};
