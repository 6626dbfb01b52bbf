import{a as V,f as c,G as k,Y as F,Q as M,J as T,Z as Y,K as Le,u as G,b as J,c as qe,F as Ae}from"./main.js";import{B as Oe}from"./opening.js";const Q=[320,165,45,200,245,285],Ee=e=>({"--felt-hue":Q[(e.charCodeAt(e.length-1)+e.length)%Q.length]}),X={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points|1 point|{points} points}",pointsUnknown:"points unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count|1 card|{count} cards}",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",allMoves:"All moves ({count})",choose:"Choose a card or a move.",chooseCard:"Choose a card.",chooseMove:"Choose a move.",choosePlace:"Touch a marked place.",chooseTarget:"Touch a marked place, or choose.",confirm:"Touch it again to play.",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",close:"Close",showSeat:"What lies before {name}",showZone:"Look through: {zone}",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},De={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points|1 Punkt|{points} Punkte}",pointsUnknown:"Punkte unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count|1 Karte|{count} Karten}",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug.",chooseCard:"W\xE4hle eine Karte.",chooseMove:"W\xE4hle einen Zug.",choosePlace:"Ber\xFChre einen markierten Platz.",chooseTarget:"Ber\xFChre einen markierten Platz oder w\xE4hle.",confirm:"Noch einmal ber\xFChren zum Spielen.",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",close:"Schlie\xDFen",showSeat:"Was vor {name} liegt",showZone:"Durchsehen: {zone}",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},ee={en:X,de:De},re={en:/^(the|a|an) /i,de:/^(der|die|das) /i},Ze=[[/^der (\p{Ll}+e) /u,"$1r "],[/^die (\p{Ll}+e)n /u,"$1 "],[/^das (\p{Ll}+e) /u,"$1s "],[/(\p{Ll})(stapel|karten)/gu,"$1\xAD$2"],[/(geschlosse|abgeworfe)(ner?)/giu,"$1\xAD$2"]],je=(e,r)=>r.charAt(0).toLocaleUpperCase(e)+r.slice(1);function b(e,r,t={}){return V(e in ee?e:"en",(ee[e]??X)[r],t)}function Re(e,r){const t=e==="de"?Ze.reduce((o,a)=>o.replace(...a),r):r;return je(e,t.replace(re[e]??re.en,""))}const te="hand",Pe="score",E=4,oe=8;function Be(e,r){const t=e.viewer??0,o=Array.from({length:r},(n,i)=>(t+i)%r).map(n=>He(e,n)),a=e.zones.filter(({owner:n})=>n===null);return e.viewer===null?{own:null,others:o,shared:a}:{own:o[0],others:o.slice(1),shared:a}}function He(e,r){const t=e.zones.filter(({owner:n})=>n===r),o=t.find(({kind:n})=>n===te)??null,a=t.filter(n=>n!==o);return a.every(({key:n})=>D(n))&&a.sort((n,i)=>D(n.key)-D(i.key)),{seat:r,hand:o,zones:a}}const D=e=>Number(/\.(\d+)$/.exec(e)?.[1]??0);function Ne(e,r=new Map){const t=new Map(r),o=e.zones.filter(({owner:a})=>a===null).length>E;for(const{kind:a,cards:n,owner:i,value:s}of e.zones)a===te?t.set(a,"hand"):a===Pe||n.includes(null)?t.set(a,"pile"):t.has(a)||t.set(a,i===null&&(o||s===null)?"pile":"spread");return t}function Ie(e,r){const t=r==="pile"?Math.min(3,e.count):oe,o=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(o).map((a,n)=>({card:a,index:o+n}))}function Ke(e,r,t){return Re(t,e.owner===null?e.label:Ue(e,r,t))}function Ue(e,{vocabulary:r},t){const o=r.zones.find(({key:i})=>i===e.kind)?.template??"",a=o.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(a===o)return e.label;const n=e.label.match(new RegExp(`^${We(o).replace(_e,"(?<$1>.+?)")}$`));return n?V(t,a,n.groups??{}):e.label}const _e=/\\\{(\w+)(?::\w+)?\\\}/g,We=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function O({name:e,value:r,display:t},{events:o},a){return r==="none"||r===""?null:o.find(({key:i})=>i===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(i=>a(Number(i))).join(", "):t}const Ve=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),ae=({value:e,display:r})=>!["none","no",""].includes(e)&&r!=="0";function Z({value:e},r){const t=e.split(",");return t.every(o=>r.some(({key:a})=>a===o))?t:[]}const Fe=(e,r,t=[])=>e.filter(o=>o.weight==="RULE"&&ae(o)&&(o.zone===r||Z(o,t).includes(r))),Ye=(e,{vocabulary:r})=>r.powers.find(({key:t})=>t===e)?.template??"";function Ge(e,r){if(e.count===0)return`${e.label}: ${b(r,"noCards")}`;const t=e.cards.filter(i=>i!==null).map(i=>i.label),o=e.count-t.length,a=[...t.slice(-oe),...o?[b(r,"hidden",{count:o})]:[]],n=e.value===null?"":` (${e.value})`;return`${e.label}${n}: ${j(e.count,r)}, ${a.join(", ")}`}const j=(e,r)=>b(r,"cards",{count:e}),ne="direction",Je="asked";function Qe({view:e,game:r,names:t}){const o=e.facts.find(({name:n})=>n===ne);if(!o)return null;const a=`${o.label}: ${O(o,r.vocabulary,t)}`;return c`<div
class="croupier-direction"
part="direction"
data-value=${o.value}
role="img"
aria-label=${a}
title=${a}
>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ie} /></svg>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ie} /></svg>
</div>`}const ie="M3 5l12 7-12 7zM12 5l12 7-12 7z";function Xe({view:e,game:r,names:t}){const o=n=>n.weight==="RULE"&&n.zone===null&&![ne,Je].includes(n.name)&&ae(n),a=e.facts.filter(n=>o(n)&&Z(n,e.zones).length===0);return c`<div key=${a.map(({name:n})=>n).join()} class="croupier-notes" aria-hidden="true">
${a.map(n=>c`<b key=${n.name}>${n.label}: ${O(n,r.vocabulary,t)}</b>`)}
</div>`}function er({view:e,game:r,language:t,names:o}){const a=b(t,"facts");return c`<details class="croupier-facts" part="facts">
<summary aria-label=${a} title=${a}>i</summary>
<dl tabindex="0" aria-label=${a}>
${Ve(e.facts).map(n=>{const i=O(n,r.vocabulary,o);return c`<div key=${n.name} class="croupier-fact" part="fact">
<dt>${n.label}</dt>
<dd>${i??"\u2013"}</dd>
</div>`})}
</dl>
</details>`}function C(e,r,t,o=-90){return`M${Array.from({length:2*e},(n,i)=>{const s=(o+180*i/e)*Math.PI/180,l=i%2?t:r;return`${(24+l*Math.cos(s)).toFixed(1)} ${(24+l*Math.sin(s)).toFixed(1)}`}).join("L")}Z`}const R=(e,r,t=-90)=>C(e,r,r*Math.cos(Math.PI/e),t),w=(e,r,t)=>`M${e-t} ${r}a${t} ${t} 0 1 0 ${2*t} 0a${t} ${t} 0 1 0 ${-2*t} 0Z`,se=[C(8,23,12.5)+w(24,24,5.5),w(24,24,22)+"M24 2a11 11 0 0 1 0 22a11 11 0 0 0 0 22a22 22 0 0 0 0-44Z"+w(24,13,3.6)+w(24,35,3.6),"M24 44C10 33 2.5 25.5 2.5 16.2C2.5 9.5 7.7 4.5 13.8 4.5c4.2 0 8 2.3 10.2 6c2.2-3.7 6-6 10.2-6c6.1 0 11.3 5 11.3 11.7C45.5 25.5 38 33 24 44Z","M6.5 34L3 13.5l11 8L24 5l10 16.5l11-8L41.5 34ZM6.5 37.5h35v5.5h-35Z",w(24,13.5,10)+w(12.8,29,10)+w(35.2,29,10)+"M22 27h4l3.5 18h-11Z","M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z","M31 3.5A21 21 0 1 0 44.5 31A17 17 0 0 1 31 3.5Z","M28 2L8 27.5h13L18 46L40 19H26.5Z","M43 5C20 4 6 13 6 28c0 3 1 6 2.5 8.5L4 43l3 2.5l5-6.5C25 47 43 38 43 5ZM33 14L14 35.5l-1.5-1.5Z","M2 42L17 17l9 14l6-9l14 20Z"+w(36,11,6.5)],P=[R(4,23),w(24,24,19),"M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z",R(3,26),R(6,22),"M6 6h36v36H6Z",C(5,24,10),"M17 3h14v14h14v14H31v14H17V31H3V17h14Z"],rr=C(14,24,17),ce=["M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0-44ZM24 8.5c3.3 0 6.3 1 8.8 2.7L11.2 32.8A15.5 15.5 0 0 1 24 8.5ZM36.8 15.2A15.5 15.5 0 0 1 15.2 36.8Z","M5 3h21v5H10v22H5ZM14 12h28v34H14ZM25.5 20v6.5H19v5h6.5V38h5v-6.5H37v-5h-6.5V20Z","M30 4l14 11.5L30 27v-7.5H8v-8h22ZM18 21v7.5h22v8H18V44L4 32.5Z",C(12,23,14),"M24 9C12 9 4 18 1 24c3 6 11 15 23 15s20-9 23-15C44 18 36 9 24 9Z"+w(24,24,9.5)+w(24,24,4.5),"M4 20h16v24H4ZM28 20h16v24H28ZM16 4h16v13H16Z"],tr=[w(24,24,22.5)+w(24,24,17)+C(4,17,6),"M24 46c-4-5-6-9-6-14c-5 1-11 0-16-7c4 0 7-1 9-3C7 19 4 14 4 5c5 6 10 9 16 9c0-4 1-8 4-12c3 4 4 8 4 12c6 0 11-3 16-9c0 9-3 14-7 17c2 2 5 3 9 3c-5 7-11 8-16 7c0 5-2 9-6 14Z"+w(20.5,18.5,1.6)+w(27.5,18.5,1.6),w(24,24,22)+C(6,18,8),"M25 2c2 9 15 15 15 28a16 16 0 0 1-32 0c0-7 4-11 7-15c1 5 3 7 5 8c-1-8 1-15 5-21Z"],z=e=>Array.from({length:20},(r,t)=>e(t)).join(""),or=(e,r)=>Array.from({length:99},(t,o)=>{const[a,n]=[Math.floor(o/9),o%9];return w(n*e+(a%2?e/2:0)-2,a*e+2,r)}).join(""),le=[{d:z(e=>`M${e*14-140} 145l160-160`),width:4},{d:or(14,2.6),width:0},{d:z(e=>`M-6 ${e*13}q8-9 16 0t16 0t16 0t16 0t16 0t16 0t16 0`),width:2.6},{d:z(e=>`M-5 ${e*16}l15 12l15-12l15 12l15-12l15 12l15-12l15 12l15-12`),width:2.6},{d:z(e=>`M${e*14-4} 0v140M0 ${e*14}h100`),width:1.6},{d:z(e=>`M${e*12+2} 0v140`),width:3},{d:z(e=>`M${e*20-160} 145l160-160M${e*20-160} -5l160 160`),width:1.8},{d:z(e=>`M0 ${e*12+3}h100`),width:3}],L={red:{body:"#c62a35",ink:"#fff",paper:"#fdeceb"},yellow:{body:"#f2b90f",ink:"#2f2200",paper:"#fff6d8"},blue:{body:"#2459c4",ink:"#fff",paper:"#e7effd"},green:{body:"#18794a",ink:"#fff",paper:"#e3f5ea"},purple:{body:"#7440b8",ink:"#fff",paper:"#f2eafc"},orange:{body:"#d9641a",ink:"#fff",paper:"#fdeee2"},black:{body:"#2b2e38",ink:"#fff",paper:"#eceef2"},white:{body:"#d9d4c8",ink:"#26231c",paper:"#fffdf8"}},pe=Object.keys(L),ar={body:"#4a5568",ink:"#fff",paper:"#fbf8f1"},ue={body:"#262a3b",ink:"#ffd86b",paper:"#323851"},B=["wild","any","joker"],de=new WeakMap;function he(e,r){const t=de.get(r.cards)??new Map;de.set(r.cards,t);const o=t.get(e.code)??nr(e,r.cards);return t.set(e.code,o),o}function nr(e,r){const t=N(r.map(({color:u})=>u).filter(u=>u&&!B.includes(u))),o=e.color?me(e.color,t):-1,a=N(r.filter(({color:u})=>u===null==(e.color===null)).map(({suit:u})=>u)),n=e.suit===null?-1:a.filter(Boolean).indexOf(e.suit),i=e.color===null?tr:se,s=sr(e,r),l=o<0?null:P[o%P.length],p=e.color!==null&&B.includes(e.color);return{hue:ir(e,o,t.length>0),bands:p?t.map(u=>fe(u,me(u,t)).body):[],pattern:o<0?null:o%le.length,index:s,mark:n<0?l:i[n%i.length],emblem:n>=0?i[n%i.length]:cr(e,r),code:e.code.length<2?"":e.code}}function ir(e,r,t){return r>=0?fe(e.color,r):t?ue:ar}function fe(e,r){if(L[e])return L[e];const t=r*137.5%360;return{body:`hsl(${t} 60% 38%)`,ink:"#fff",paper:`hsl(${t} 70% 95%)`}}function me(e,r){if(B.includes(e))return-1;if(L[e])return pe.indexOf(e);const t=P.map((a,n)=>n).filter(a=>!r.includes(pe[a])),o=r.filter(a=>!L[a]).indexOf(e);return t[o%t.length]??o}function sr(e,r){if(e.value!==null&&(e.color!==null||r.every(({color:o})=>o===null)))return`${e.value}`;if(e.color!==null)return H(e,r);const t=e.label.split(" ").at(-1)??"";return e.suit!==null&&t.length<=3?t:e.code.replace("-","\u2212")}function H({code:e,color:r},t){const o=t.filter(a=>a.color===r).map(a=>a.code);return e.slice(lr(o))||e}function cr(e,r){if(e.value!==null||e.color===null)return null;const t=r.filter(({value:a,color:n})=>a===null&&n!==null),o=N(t.map(a=>H(a,r)));return ce[o.indexOf(H(e,r))%ce.length]}function lr(e){const[r,...t]=e;let o=0;for(;o<r.length&&t.every(a=>a[o]===r[o]);)o++;return t.length?o:0}const N=e=>[...new Set(e)];function xe({card:e,game:r}){const{hue:t,bands:o,pattern:a,index:n,mark:i,emblem:s,code:l}=he(e,r),p=a===null&&t===ue,u=p&&o.length===0?t.ink:o.length?t.body:ge(t),d=n.length>1,h=d?40:p?46:66,x=p?t.body:u,g=p?t.ink:u;return c`<svg class="croupier-face" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${be}>
<rect width="100" height="140" fill=${t.body} />
<rect x="33" y="6" width="61" height="128" rx="9" fill=${o.length?"#fff":t.paper} />
${o.map(($,m)=>{const f=128/o.length;return c`<rect x="33" y=${6+m*f} width="61" height=${f} fill=${$} opacity=".9" />`})}
${o.length>0&&c`<circle cx="63.5" cy="64" r="28" fill="#fff" />`}
${a!==null&&c`<${pr} pattern=${a} color=${ge(t)} />`}
${a!==null&&c`<ellipse cx="63.5" cy="64" rx="29" ry="33" fill=${t.paper} />`}
${!s&&p&&c`<path d=${rr} fill=${t.ink} transform="translate(29.5 34) scale(1.417)" />`}
${s?c`<path d=${s} fill=${u} fill-rule="evenodd" transform="translate(40 40.5)" />`:c`<text x="63.5" y=${64+h*.37} ...${I} font-size=${h} fill=${x}>${n}</text>`}
<text x="17" y="33" ...${I} font-size=${d?20:33} fill=${t.ink}>${n}</text>
${i&&c`<path d=${i} fill=${t.ink} fill-rule="evenodd" transform="translate(6 44) scale(.458)" />`}
${l&&c`<rect x="42" y="108" width="43" height="20" rx="6" fill=${p?t.body:t.paper} />`}
<text x="63.5" y="124" ...${I} font-size="17" letter-spacing="1" fill=${g}>${l}</text>
</svg>`}function ve(){return c`<svg class="croupier-back" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${be}>
<rect width="100" height="140" fill="#f5efe0" />
<rect x="6" y="6" width="88" height="128" rx="8" fill="#223a5e" />
<path d=${ur} fill="none" stroke="#3d5d8c" stroke-width="2" />
<path d="M50 38L74 70L50 102L26 70Z" fill="#223a5e" stroke="#d9b45b" stroke-width="3" />
<path d=${se[0]} fill="#d9b45b" fill-rule="evenodd" transform="translate(37 57) scale(.54)" />
</svg>`}function pr({pattern:e,color:r}){const{d:t,width:o}=le[e];return c`<svg x="33" y="6" width="61" height="128" viewBox="0 0 61 128" opacity=".38">
<path d=${t} ...${o?{fill:"none",stroke:r,"stroke-width":o}:{fill:r}} />
</svg>`}const ge=e=>e.ink==="#fff"?e.body:e===L.yellow?"#8a6100":e.ink,be={borderRadius:"7% / 5%",display:"block"},I={"text-anchor":"middle","font-weight":800,"font-family":"ui-rounded, system-ui, sans-serif"},ur=Array.from({length:15},(e,r)=>{const t=6+r*16,[o,a]=[Math.max(6,t-128),Math.min(94,t)],[n,i]=[Math.max(6,t-88),Math.min(134,t)];return`M${o} ${i}L${a} ${n}M${100-a} ${n}L${100-o} ${i}`}).join(""),dr={cards:[],zone:null,seat:null},hr=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function fr(e,r){if(hr(r))return[];const t=e.filter(a=>mr(a,r)),o=t.filter(a=>a.cards.length<=r.cards.length);return[...o,...t.filter(a=>!o.includes(a))]}function mr(e,{cards:r,zone:t,seat:o}){return o!==null&&e.seat!==o||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:a})=>e.from===null||e.from===a)&&xr(e,r)}function xr(e,r){const t=e.cards.map(({code:o})=>o);return r.every(({code:o})=>{const a=t.indexOf(o);return a>=0&&t.splice(a,1),a>=0})}const we=({cards:e},r)=>e.some(({zone:t,index:o})=>t===r.zone&&o===r.index),vr=(e,r)=>fr(e,{...dr,cards:[r]}).length>0,gr=6,br=4;let wr=0;function $r({zone:e,drawn:r}){const{playing:t,game:o,language:a}=r,[n,i]=k(0),s=Math.min(n,e.count-1),l=F(()=>`croupier-hand-${++wr}`,[]),p=f=>`${t?.id??l}-card-${f}`,u=f=>{const v=yr(f.key,s,e.count);v!==null&&i(v);const y=e.cards[s]?.code;f.key==="Enter"&&y&&t?.enter({zone:e.key,index:s,code:y}),(v!==null||f.key==="Enter")&&f.preventDefault()},d=M(!1);d.current||=e.count>gr;const h=d.current?Math.max(br,Math.ceil(e.count/2)):Math.max(1,e.count),x=f=>e.count>h?Math.floor(f/h):.5,g=({card:f,index:v})=>{const y={zone:e.key,index:v,code:f?.code??""},S=t!==null&&f!==null&&vr(t.moves,y),_=t!==null&&we(t.selection,y),Te=[S&&"croupier-playable",_&&"croupier-chosen",v===s&&"croupier-active"],W=f?.label??b(a,"hiddenCard");return c`<div
key=${v}
id=${p(v)}
role="option"
class=${["croupier-card",...Te.filter(Boolean)].join(" ")}
part=${S?"card playable":"card"}
data-index=${v}
data-code=${f?.code}
aria-selected=${_?"true":"false"}
aria-description=${f&&Ye(f.code,o)||void 0}
style=${{"--i":v,"--column":v%h,"--row":x(v)}}
onClick=${()=>{i(v),f&&t?.touchCard(y)}}
>
<span class="croupier-unseen">${S?b(a,"playable",{card:W}):W}</span>
${f?c`<${xe} card=${f} game=${o} />`:c`<${ve} />`}
</div>`},$=(t?.moves.length??0)>0,m=d.current?" croupier-two-rows":"";return c`<div
class="croupier-own-hand${$?" croupier-deciding":""}${m}"
part="hand"
data-zone=${e.key}
style=${{"--n":Math.max(1,e.count),"--per-row":Math.min(h,Math.max(1,e.count))}}
>
<div
role="listbox"
class="croupier-cards"
tabindex="0"
aria-label=${`${b(a,"yours")}: ${j(e.count,a)}`}
aria-activedescendant=${e.count?p(s):void 0}
onKeyDown=${u}
>
${e.cards.map((f,v)=>g({card:f,index:v}))}
</div>
</div>`}function yr(e,r,t){const o=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,o):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?o:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const kr=({cards:e})=>e.filter(r=>r!==null),Mr=e=>e!==void 0&&kr(e).length>1;function $e(e,r){if(!e)return null;const t=r.cards.find(({color:s})=>s!==null&&(s===e||Cr(s,r)===e)),o=t??r.cards.find(({suit:s})=>s?.toLowerCase().split(" ").includes(e));if(!o)return null;const{hue:a,mark:n,emblem:i}=he(o,r);return t?{color:a.body,ink:a.ink,emblem:n}:{color:"#fff",ink:"#17202a",emblem:i}}function Cr(e,{cards:r}){const t=r.filter(n=>n.color===e).map(({code:n})=>n),[o]=t,a=[...o].findIndex((n,i)=>t.some(s=>s[i]!==n));return a<0?o:o.slice(0,a)}const K=4,zr="owed";function U({zone:e,drawn:r}){const{view:t,shapes:o,game:a,language:n,playing:i}=r,s=o.get(e.kind)??"spread",l=Ie(e,s),{value:p}=e,u=s!=="spread"||e.count>l.length||p===null&&l.length>K,d=l.length>K?Math.ceil(l.length/2):Math.max(1,l.length),h=Fe(t.facts,e.key,t.zones),x=h.map(m=>$e(m.value,a)).find(Boolean),g=i?.targets.zones.has(e.key),$=[`croupier-zone croupier-${s}`,g&&"croupier-target",i?.selection.zone===e.key&&"croupier-chosen",x&&"croupier-ringed"];return c`<div
class=${$.filter(Boolean).join(" ")}
part=${g?"zone target":"zone"}
data-zone=${e.key}
style=${{"--ring":x?.color}}
onClick=${i&&(()=>i.touchZone(e.key))}
>
<div class="croupier-zone-title">
<span>${Ke(e,a,n)}</span>
</div>
<div class="croupier-place">
<div
class="croupier-cards"
role="img"
aria-label=${Ge(e,n)}
style=${{"--n":Math.max(1,l.length),"--per-row":d,"--in-rows":l.length>K?2:1}}
>
${l.map(({card:m,index:f},v)=>{const y={"--i":v,"--column":v%d,"--row":Math.floor(v/d)};return c`<${Tr} key=${f} ...${{zone:e,drawn:r,card:m,index:f,at:y}} />`})}
</div>
<span class="croupier-marks" aria-hidden="true">
<span>
${u&&c`<b key=${e.count} class="croupier-count">${e.count}</b>`}
${p!==null&&c`<b key=${`=${p}`} class="croupier-value" part="value">${p}</b>`}
</span>
<${Sr} facts=${h} ...${r} />
</span>
${i&&Mr(e)&&c`<button
type="button"
class="croupier-unseen croupier-shower"
aria-haspopup="dialog"
aria-label=${b(n,"showZone",{zone:e.label})}
onClick=${m=>(m.stopPropagation(),i.open(e.key))}
></button>`}
</div>
</div>`}function Sr({facts:e,view:r,game:t,names:o}){return e.map(a=>{const n=O(a,t.vocabulary,o),i=$e(a.value,t),s=a.name===zr,l=Z(a,r.zones).length?"\u2605":n;return c`<b
key=${`${a.name} ${n}`}
class=${s?"croupier-mark croupier-debt":"croupier-mark"}
part="mark"
title=${`${a.label}: ${n}`}
style=${i&&{background:i.color,color:i.ink}}
>
${s?`+${l}`:l}
</b>`})}function Tr({zone:e,drawn:{playing:r,game:t},card:o,index:a,at:n}){const i={zone:e.key,index:a,code:o?.code??""},s=o!==null&&r!==null&&r.canLift(i),l=r!==null&&we(r.selection,i),p=u=>{!r||!o||(u.stopPropagation(),r.touchCard(i))};return c`<div
class="croupier-card${s?" croupier-playable":""}${l?" croupier-chosen":""}"
part=${s?"card playable":"card"}
data-index=${a}
data-code=${o?.code}
style=${n}
onClick=${r&&p}
>
${o?c`<${xe} card=${o} game=${t} />`:c`<${ve} />`}
</div>`}const Lr=2;function qr({drawn:e,other:{seat:r,hand:t,zones:o},seats:a}){const{view:n,language:i,playing:s,names:l}=e,[p,u]=k(!1);T(()=>u(!1),[n.turn.join()]);const d=s?.targets.seats.has(r),h=n.turn.includes(r),x=o.some(({key:f})=>s?.targets.zones.has(f)),g=[d&&"croupier-target",h&&"croupier-asked",x&&"croupier-holds-target",p&&"croupier-open"],$=t?[t,...o]:o,m=()=>{if(!s||!d)return u(!p);const{cards:f,zone:v,seat:y}=s.selection,S=f.length===0&&v===null;S&&u(y!==r),S&&y===r?s.cancel():s.touchSeat(r)};return c`<div
role="group"
class=${["croupier-seat",...g.filter(Boolean)].join(" ")}
part=${h?"seat asked":"seat"}
data-seat=${r}
aria-label=${l(r)}
onClick=${s&&(()=>s.touchSeat(r))}
>
<${Or} ...${{drawn:e,seat:r,player:a[r],count:(t?[t]:o).reduce(Ar,0)}} />
<button
type="button"
class="croupier-opener"
aria-expanded=${p?"true":"false"}
aria-label=${b(i,"showSeat",{name:l(r)})}
onClick=${f=>(f.stopPropagation(),m())}
></button>
<div
class="croupier-seat-zones"
tabindex=${$.length>Lr?0:void 0}
role="group"
aria-label=${l(r)}
>
${$.map(f=>c`<${U} key=${f.key} zone=${f} drawn=${e} />`)}
</div>
</div>`}const Ar=(e,{count:r})=>e+r;function Or({drawn:{view:e,names:r,language:t},seat:o,player:a,count:n}){const i=e.turn.includes(o),s=e.result?.ranking[o],l=r(o),p=a?.bot?.level;return c`<header class="croupier-seat-head${i?" croupier-asked":""}">
<${Er} ...${{seat:o,name:l,isAsked:i,rank:s}} />
<span class="croupier-name" title=${l}>${l}</span>
${p&&c`<span class="croupier-tag" title=${b(t,"botLong",{level:p})}>
${b(t,"bot",{level:p})}
</span>`}
<span class="croupier-unseen">
${i&&b(t,"isAsked")} ${s&&b(t,"rank",{rank:s})}
</span>
<span key=${`${n} held`} class="croupier-held" role="img" aria-label=${j(n,t)}>
${n}
</span>
<${Dr} ...${{view:e,seat:o,language:t}} />
</header>`}const Er=({seat:e,name:r,isAsked:t,rank:o})=>c`<span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(e*137+20)%360}}>
${t?"\u25B6":o??Zr(r)}
</span>`;function Dr({view:e,seat:r,language:t}){const o=e.scores.find(n=>n.seat===r)?.points??null,a=o===null?b(t,"pointsUnknown"):b(t,"points",{points:o});return c`<b key=${o} class="croupier-points" role="img" title=${a} aria-label=${a}>
${o??"?"}
</b>`}const Zr=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?",jr=1,Rr=2;function Pr(e){const{view:r,game:t,language:o,names:a,seatCount:n,seats:i=[],playing:s=null,bar:l=null,log:p=null}=e,u=M(new Map);u.current=Ne(r,u.current);const d={view:r,game:t,language:o,names:a,playing:s,shapes:u.current},{own:h,others:x,shared:g}=Be(r,n),$=M(null);return T(()=>Ir($.current),[r.turn.join()]),c`<div class="croupier-stage" part="stage" lang=${o}>
<div class=${Hr(h,l!==null)} style=${Nr({own:h,others:x,shared:g},d)}>
<div
class="croupier-others"
part="others"
ref=${$}
role="group"
tabindex=${x.length>1?0:void 0}
aria-label=${b(o,"others")}
>
${x.map(m=>c`<${qr} key=${m.seat} ...${{drawn:d,other:m,seats:i}} />`)}
</div>
<div class="croupier-middle" part="table">
<${Qe} ...${d} />
<div class="croupier-shared" role="group" aria-label=${b(o,"table")}>
${g.map(m=>c`<${U} key=${m.key} zone=${m} drawn=${d} />`)}
</div>
<${Xe} ...${d} />
</div>
${h&&c`<${Br} ...${{own:h,drawn:d}} />`}
${l}
${p}
<${er} ...${d} />
${h?.hand&&c`<${$r} zone=${h.hand} drawn=${d} />`}
</div>
</div>`}function Br({own:{seat:e,zones:r},drawn:t}){return c`<div class="croupier-own" part="own" data-seat=${e}>
${r.length>0&&c`<div
class="croupier-own-zones"
role="group"
aria-label=${t.names(e)}
tabindex=${r.length>Rr?0:void 0}
>
${r.map(o=>c`<${U} key=${o.key} zone=${o} drawn=${t} />`)}
</div>`}
</div>`}function Hr(e,r){return["croupier-view",r&&"croupier-played",e&&!e.hand&&"croupier-handless",e?.hand&&e.zones.length>jr&&"croupier-stacked",(!e||e.zones.length===0)&&"croupier-zoneless"].filter(Boolean).join(" ")}function Nr({own:e,others:r,shared:t},{shapes:o}){const a=Math.max(0,...r.map(({hand:i,zones:s})=>s.length+(i?1:0))),n=t.length<=E?t.length:Math.ceil(t.length/2);return{"--others":Math.max(1,r.length),"--most":Math.max(2,a),"--lines":Math.max(1,Math.ceil(a/3)),"--columns":Math.max(2,n),"--rows":t.length<=E?1:2,"--zones":Math.max(3,t.length),"--deep":t.some(({kind:i})=>o.get(i)==="spread")?2.1:1.4,"--mine":Math.max(e?.hand?1:3,e?.zones.length??0)}}function Ir(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,o]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(o.left<t.left||o.right>t.right)&&(e.scrollLeft+=o.left-t.left),(o.top<t.top||o.bottom>t.bottom)&&(e.scrollTop+=o.top-t.top)}function Kr(e,r){const t=e[r]?.name;return t?e.filter(o=>o.name===t).length>1?`${t} (${r+1})`:t:null}function ye({error:{ply:e,message:r,language:t},say:o}){return c`${o("broken",{ply:e})} <span lang=${t}>${r}</span>`}const Ur=50;function _r(e){const[,r]=k(0);return T(()=>{const t=()=>r(o=>o+1);return t(),e.subscribe(t)},[e]),{steps:e.steps(),progress:e.progress()}}function Wr(e,r){const t=Vr(e,r),[o,a]=k(r.isLive?1/0:0),[n,i]=k(null),s=M(void 0),l=M(0),p=Y(h=>{clearTimeout(s.current),l.current=q(h,t),i(null),a(h>=t&&r.isLive?1/0:q(h,t))},[t,r.isLive]),u=Y(h=>{clearTimeout(s.current),s.current=setTimeout(()=>i(h),h===null?0:Ur)},[]),d=q(o,t);return l.current=d,Fr(l,t,p),{last:t,pinned:d,step:q(n??d,t),pin:p,hover:u}}const Vr=(e,{error:r,done:t})=>Math.max(0,(r?Math.min(t,e):e)-1),q=(e,r)=>Math.max(0,Math.min(e,r));function Fr(e,r,t){Le(()=>{const o=a=>{const n=a.target instanceof Element?a.target:null;if(a.defaultPrevented||a.ctrlKey||a.metaKey||a.altKey||n?.closest(Yr))return;const i=Gr(a.key,e.current,r);i!==null&&(a.preventDefault(),t(i))};return addEventListener("keydown",o),()=>removeEventListener("keydown",o)},[e,r,t])}const Yr="input, textarea, select, [role=listbox], [role=tablist], [contenteditable], pre, dialog, .rule-text";function Gr(e,r,t){return e==="ArrowLeft"?q(r-1,t):e==="ArrowRight"?q(r+1,t):e==="Home"?0:e==="End"?t:null}const Jr=[1,-1,2,-2];function Qr(e,r,t){const{done:o}=e.progress(),a=Jr.map(n=>r+n).filter(n=>n>=0&&n<o);for(const n of a)e.at(n,t).catch(()=>null)}function ke(e,r,t){const[o,a]=k({position:null,error:null,of:""}),n=`${r} ${t}`;return T(()=>{let i=!0;return e.at(r,t).then(s=>{i&&(a({position:s,error:null,of:n}),Qr(e,r,t))},s=>i&&a(({position:l})=>({position:l,error:s,of:n}))),()=>{i=!1}},[e,n]),{...o,isStale:o.of!==n}}const Xr=2e3;function Me({say:e,text:r}){const[t,o]=k(null);return T(()=>{if(!t)return;const n=setTimeout(()=>o(null),Xr);return()=>clearTimeout(n)},[t]),c`<span class="copying">
<button class="button" onClick=${()=>Promise.resolve(navigator.clipboard?.writeText(r)??Promise.reject()).then(()=>o("copied"),()=>o("notCopied"))}>${e("copy")}</button>
<span role="status">${t&&e(t)}</span>
</span>`}const A=[{key:"events",load:async()=>rt},{key:"facts",load:async()=>at},{key:"json",load:async()=>nt},{key:"request",load:async()=>(await import("./request_panel.js")).Requests},{key:"checks",load:async()=>(await import("./verify.js")).Checks},{key:"bots",load:async()=>(await import("./main.js").then(function(e){return e.e})).Bots}];function et({shown:e,viewer:r}){const{say:t,opened:o,time:a}=e,[n,i]=k(0),s=M(null),{position:l,isStale:p}=ke(o.history,a.step,r),{key:u,load:d}=A[n],{module:h,error:x,retry:g}=G(d),$=m=>{const f={ArrowLeft:n-1,ArrowRight:n+1,Home:0,End:A.length-1}[m.key];if(f===void 0)return;m.preventDefault();const v=(f+A.length)%A.length;i(v),s.current?.children[v]?.focus()};return c`<section class="details panel" aria-label=${t("details")}>
<div class="tabs" role="tablist" ref=${s} onKeyDown=${$}>
${A.map((m,f)=>c`<button
key=${m.key}
id=${`tab-${m.key}`}
role="tab"
aria-selected=${f===n}
aria-controls="tab-panel"
tabindex=${f===n?0:-1}
onClick=${()=>i(f)}
>
${t(m.key)}
</button>`)}
</div>
<div
class=${`tab-panel${p?" stale":""}`}
id="tab-panel"
role="tabpanel"
tabindex="0"
aria-labelledby=${`tab-${u}`}
>
${x&&c`<p class="trouble" role="alert">
${t("failed")} <button class="button" onClick=${g}>${t("retry")}</button>
</p>`}
${h&&c`<${h} key=${u} shown=${e} viewer=${r} position=${l} />`}
</div>
</section>`}function rt({shown:{say:e,names:r,onRule:t,time:o,steps:a},viewer:n,position:i}){const s=i?.events??[];return c`<h3>${e("eventsAs",{name:r(n)})}</h3>
${s.length===0&&c`<p class="hint">${o.step===0?a[0].label:e("eventsNone")}</p>`}
<ol class="events">
${s.map(({sequence:l,sentence:p,rule:u})=>c`<li key=${l}>
${p} ${u&&ot(u)&&c`<${tt} ...${{rule:u,say:e,onRule:t}} />`}
</li>`)}
</ol>`}const tt=({rule:e,say:r,onRule:t})=>c`<button class="link" onClick=${()=>t(e)}>${r("rule",{number:e})}</button>`,ot=e=>!e.startsWith("engine ");function at({shown:{say:e,names:r},viewer:t,position:o}){if(!o)return null;const{facts:a,scores:n,turn:i,legalMoves:s}=o.view;return c`<table>
<tbody>
<tr><th scope="row">${e("turn")}</th><td>${i.map(r).join(", ")||e("nobody")}</td></tr>
${a.map(({name:l,label:p,value:u})=>c`<tr key=${l}>
<th scope="row">${p} <code>${l}</code></th>
<td>${u}</td>
</tr>`)}
${n.map(({seat:l,points:p})=>c`<tr key=${l}>
<th scope="row">${e("points")}: ${r(l)}</th>
<td>${p??e("unknown")}</td>
</tr>`)}
</tbody>
</table>
${t!==null&&c`<h3>${e("legalMoves",{name:r(t)})}</h3>
${s.length===0&&c`<p class="hint">${e("legalNone")}</p>`}
<ul class="legal">
${s.map(({notation:l,label:p})=>c`<li key=${l}>${p} <code>${l}</code></li>`)}
</ul>`}`}function nt({shown:{say:e,names:r},viewer:t,position:o}){if(!o)return null;const a=JSON.stringify(o.view,null,2);return c`<div class="with-copy">
<h3>${e("jsonAs",{name:r(t)})}</h3>
<${Me} say=${e} text=${a} />
</div>
<pre tabindex="0">${a}</pre>`}function it({shown:{say:e,names:r,time:t,steps:o,progress:a}}){const{last:n,pinned:i,step:s,pin:l,hover:p}=t,u=x=>Ce(x,e,r),d=a.done<a.total&&!a.error,h=x=>{x.pointerType==="mouse"&&x.buttons===0&&p(ct(x,n))};return c`<div class="timeline" role="group" aria-label=${e("timeline")}>
<div class="steps">
<button class="icon" aria-label=${e("first")} disabled=${i===0} onClick=${()=>l(0)}>⇤</button>
<button class="icon" aria-label=${e("back")} disabled=${i===0} onClick=${()=>l(i-1)}>
←
</button>
<output class="at">${e("stepOf",{step:s,last:n})}</output>
<button class="icon" aria-label=${e("forth")} disabled=${i===n} onClick=${()=>l(i+1)}>
→
</button>
<button class="icon" aria-label=${e("last")} disabled=${i===n} onClick=${()=>l(n)}>⇥</button>
</div>
<p class="now" aria-live="polite">${u(o[s])}</p>
<div class="track" onPointerMove=${h} onPointerLeave=${()=>p(null)}>
<div class="marks" aria-hidden="true">
${o.map(({seat:x},g)=>c`<i
key=${g}
data-seat=${x}
class=${st(g,s,a.done)}
style=${ze(x)}
/>`)}
</div>
<input type="range" min="0" max=${n} value=${i} aria-label=${e("timeline")}
aria-valuetext=${e("stepSaid",{step:i,last:n,label:u(o[i])})}
onInput=${x=>l(Number(x.target.value))} />
</div>
<p class="hint progress" role="status">
${d?e("replaying",{done:a.done,total:a.total}):e("keys")}
</p>
</div>`}const Ce=({seat:e,label:r,isSentence:t},o,a)=>t||e===null?r:o("by",{name:a(e),label:r}),st=(e,r,t)=>[e<=r?"past":"ahead",e===r&&"here",e>=t&&"unknown"].filter(Boolean).join(" "),ze=e=>e===null?{}:{"--hue":(e*137+20)%360};function ct(e,r){const{left:t,width:o}=e.currentTarget.getBoundingClientRect();return Math.floor((e.clientX-t)/Math.max(1,o)*(r+1))}function lt({shown:{say:e,names:r,time:t,steps:o}}){const a=M(null),{last:n,pinned:i,step:s,pin:l,hover:p}=t;T(()=>ut(a.current,i),[i,o.length]);const u=d=>{const h={ArrowUp:i-1,ArrowDown:i+1,PageUp:i-10,PageDown:i+10}[d.key];h!==void 0&&(d.preventDefault(),l(Math.max(0,Math.min(h,n))),requestAnimationFrame(()=>{a.current?.querySelector("[aria-current]")?.focus()}))};return c`<section class="move-list panel" aria-labelledby="moves">
<h2 id="moves">${e("moves")}</h2>
<ol ref=${a} onKeyDown=${u} onMouseLeave=${()=>p(null)}>
${o.map((d,h)=>c`<li key=${h}>
<button
class=${h===s?"here":""}
tabindex=${h===i?0:-1}
aria-current=${h===i?"step":void 0}
disabled=${h>n}
title=${Ce(d,e,r)}
style=${ze(d.seat)}
onClick=${()=>l(h)}
onMouseEnter=${()=>p(h)}
>
<span class="ply">${h===0?"":d.ply}</span>
<span class="who">${d.seat===null?"":pt(r(d.seat),d.seat)}</span>
<span class="what">${d.label}</span>
</button>
</li>`)}
</ol>
</section>`}const pt=(e,r)=>(/\d$/.test(e)?null:[...e][0]?.toLocaleUpperCase())??`${r+1}`;function ut(e,r){const t=e?.children[r];if(!(e&&t instanceof HTMLElement))return;const[o,a]=[t.offsetTop-e.offsetTop,t.offsetHeight];o<e.scrollTop?e.scrollTop=o-8:o+a>e.scrollTop+e.clientHeight&&(e.scrollTop=o+a-e.clientHeight+8)}function Se(e){const r=new CSSStyleSheet;r.replaceSync(e),document.adoptedStyleSheets.push(r)}var dt='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);--shade: rgb(0 0 0 / 24%);height:var(--croupier-height, min(100dvh, 900px));font:15px/1.35 system-ui,sans-serif;color:var(--text);user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.croupier-board{position:relative;min-height:260px}.croupier-board>.croupier-stage{height:100%}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button),.croupier-stage :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-board :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-stage{container:croupier-stage / size;contain:layout;overflow:hidden;color:var(--on-felt);background:radial-gradient(ellipse at 50% 42%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--gap: 6px;--head: 50px;--status: 60px;--words: 14px;--tray: 52px;--title: calc(28px + clamp(0, var(--columns) - 3, 1)*13px) ;--seats: var(--head);--hand: clamp(52px, min(22cqi, 12cqb), 120px);--mini: 30px;--mine-card: clamp(34px, min(7.4cqb, 84cqi / var(--mine) - 8px), 76px);--hand-row: calc(var(--hand) * 2.25 + 14px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + var(--gap));--free: calc( 100cqb - var(--seats) - var(--status) - var(--tray) - var(--hand-row) - var(--mine-row) - 7 * var(--gap) - 22px );--lane: calc((100cqi - 2 * var(--gap)) / var(--columns));--high: calc((var(--free) / var(--rows) - var(--title) - 4px) / min(var(--deep), 1.75));--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .82 - 4px), 180px);display:grid;grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "own own" auto "status status" var(--status) "mine hand" auto "tray tray" var(--tray) / auto minmax(0,1fr);gap:var(--gap);height:100%;padding:var(--gap)}.croupier-view:not(.croupier-played){--status: 0px;--tray: 0px}.croupier-view:not(.croupier-stacked){--mine-row: 0px}.croupier-zoneless{--mine-row: 0px}.croupier-handless{--hand-row: 0px;--mine-card: clamp(40px, min(13cqb, 84cqi / var(--mine) - 8px), 130px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + 10px)}.croupier-undealt{display:grid;height:100%;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{position:relative;z-index:3;grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(112px,46cqi),1fr);gap:var(--gap);overflow:auto clip;overflow-clip-margin:400px;scroll-snap-type:x proximity}.croupier-seat{position:relative;min-width:0;scroll-snap-align:start;background:var(--shade);border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:inset 0 0 0 3px var(--mark)}.croupier-seat-head{display:grid;grid-template:"avatar name" 24px "held points" 20px / auto minmax(0,1fr);gap:0 6px;align-items:center;padding:3px 8px}.croupier-seat-head .croupier-tag{display:none}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked>.croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-held{display:flex;gap:4px;width:24px;align-items:center;font-size:13px;font-weight:600}.croupier-held:before{content:"";flex:none;width:10px;height:14px;background:#223a5e;border:1.5px solid #f5efe0;border-radius:2px;box-shadow:2px -1px 0 -.5px #f5efe0}.croupier-points{flex:none;justify-self:end;min-width:36px;padding:0 6px;font-size:14px;line-height:20px;text-align:center;font-variant-numeric:tabular-nums;background:#ffffff29;border-radius:99px}.croupier-opener{position:absolute;inset:0;background:none;border:0;border-radius:var(--radius)}.croupier-seat-zones{--card: var(--mini);position:absolute;inset:0;display:flex;gap:4px;overflow:hidden;visibility:hidden}.croupier-open .croupier-seat-zones{--card: min(54px, 84cqi / var(--most) - 8px);position:fixed;inset:calc(var(--seats) + 2 * var(--gap)) var(--gap) auto;justify-content:center;padding:8px;overflow-x:auto;visibility:visible;background:var(--felt-edge);border:2px solid var(--mark);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-seat.croupier-target,.croupier-holds-target:not(.croupier-open){outline:3px dashed var(--mark);outline-offset:-3px}.croupier-middle{position:relative;grid-area:middle;display:grid;min-height:0}.croupier-shared{display:flex;flex-wrap:wrap;gap:4px calc(var(--lane) * .04);align-content:space-evenly;justify-content:center;max-width:calc(var(--columns) * (var(--card) * 1.16 + var(--lane) * .04) + 12px);margin:auto;padding-bottom:22px}.croupier-zone{position:relative;flex:none;width:calc(var(--card) * 1.16);border-radius:9px}.croupier-zone-title{display:flex;align-items:safe end;height:var(--title);padding-bottom:3px;overflow:hidden;font-size:12px;line-height:13px;overflow-wrap:anywhere;hyphens:auto}.croupier-zone-title span{min-width:0}.croupier-place{position:relative}.croupier-cards{position:relative;container-type:size;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--width: calc(100cqb / 1.4);--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--width);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--across) * var(--i)))}.croupier-pile .croupier-card{--across: min(var(--width) * .05, var(--step) / 2)}:is(.croupier-own,.croupier-open) .croupier-spread .croupier-card{--width: min( 100cqb / (1.4 + .42 * (var(--in-rows) - 1)), 100cqi / (1 + .28 * (var(--per-row) - 1)) );--across: min(var(--width) * .46, var(--step) / max(1, var(--per-row) - 1));--down: min(var(--width) * .7, 100cqb - 1.4 * var(--width));transform:translate(calc(var(--across) * var(--column)),calc(var(--down) * var(--row)))}.croupier-shared:has(.croupier-spread){align-items:start}.croupier-shared .croupier-spread{--deep-card: calc(var(--card) * 1.4)}.croupier-shared .croupier-spread .croupier-place{width:var(--card)}.croupier-shared .croupier-spread .croupier-cards{height:clamp(var(--deep-card),var(--free) / var(--rows) - var(--title) - 8px,var(--card) * 2.8)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-marks{position:absolute;top:3px;right:3px;display:flex;width:0;flex-direction:column;align-items:end;pointer-events:none}.croupier-marks>span{display:flex;gap:2px}.croupier-count,.croupier-value{min-width:25px;padding:0 5px;font-size:12px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums;color:#fff;background:#0e1620;border-radius:99px;box-shadow:0 0 0 1px #ffffff73}.croupier-shower{background:none;border:0}.croupier-shower:focus-visible{inset:0;width:auto;height:auto;border-radius:inherit;clip-path:none}.croupier-value{color:#17202a;background:#fff}.croupier-mark,.croupier-notes b{padding:1px 9px;font-size:13px;line-height:20px;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 0 0 2px #ffffffd9,0 2px 5px #00000073}:is(.croupier-seat-zones,.croupier-own) .croupier-mark{padding:0 5px;font-size:11px;line-height:16px}.croupier-marks span:not(:empty)+.croupier-mark,.croupier-mark+.croupier-mark{margin-top:3px}.croupier-debt{font-size:16px;color:#fff;background:#b3261e}.croupier-ringed .croupier-zone-title{position:relative;z-index:1;translate:0 -9px}.croupier-ringed .croupier-cards{box-shadow:0 0 0 4px #fff,0 0 0 10px var(--ring),0 0 22px 10px var(--ring)}.croupier-notes{position:absolute;inset:auto 0 0;z-index:1;display:flex;gap:6px;justify-content:center}.croupier-notes b{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-direction{position:absolute;inset:12px 18px 30px;display:flex;flex-direction:column;align-items:center;justify-content:space-between;pointer-events:none;border:2px dashed rgb(255 255 255 / 16%);border-radius:50%}.croupier-direction svg{--turned: 0deg;width:30px;height:30px;margin:-16px;fill:#ffffffb3;rotate:calc(var(--turned) + var(--side, 0deg))}.croupier-direction svg+svg,.croupier-direction[data-value=down] svg{--turned: 180deg}.croupier-direction[data-value=down] svg+svg{--turned: 0deg}.croupier-zone.croupier-target,.croupier-zone.croupier-chosen{cursor:pointer}.croupier-target>.croupier-place>.croupier-cards{outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-chosen>.croupier-place>.croupier-cards,.croupier-zone .croupier-card.croupier-chosen{outline:3px solid var(--mark);outline-offset:1px}.croupier-seat.croupier-target{cursor:pointer}.croupier-facts{position:relative;z-index:4;grid-area:tray;align-self:end;justify-self:start}.croupier-facts summary{display:grid;place-items:center;width:44px;height:44px;font:italic 700 17px/1 ui-serif,Georgia,serif;list-style:none;cursor:pointer;border-radius:50%;opacity:.85}.croupier-facts summary:before{content:"";position:absolute;width:28px;height:28px;border:2px solid currentcolor;border-radius:50%}.croupier-facts summary::-webkit-details-marker{display:none}.croupier-facts dl{position:absolute;bottom:46px;left:0;width:min(340px,90cqi);max-height:60cqb;margin:0;padding:10px 14px;overflow-y:auto;font-size:14px;background:var(--felt-edge);border:1px solid rgb(255 255 255 / 30%);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:3px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-log{grid-area:middle;align-self:end;height:20px;padding:0 8px;overflow:auto;font-size:13px;line-height:20px;text-align:center;scrollbar-width:none;opacity:.85}.croupier-log p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-own{--card: var(--mine-card);grid-area:mine;align-self:center;min-width:0}.croupier-stacked>.croupier-own,.croupier-handless>.croupier-own{grid-area:own}.croupier-own-zones{display:flex;gap:6px;justify-content:safe center;padding:0 8px 6px 3px;overflow-x:auto}.croupier-own .croupier-zone{min-width:54px}.croupier-own-hand{grid-area:hand;min-width:0;padding-top:14px}.croupier-own-hand .croupier-cards{--card: var(--hand)}.croupier-own-hand [role=option]{--column-step: min(var(--width) * 1.07, var(--step) / max(1, var(--in-row, var(--n)) - 1));--left: calc(50cqi - var(--width) / 2 - var(--column-step) * (var(--in-row, var(--n)) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--column-step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.8)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -5px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -9px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -13px;z-index:1;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 6px var(--mark),0 8px 18px #0009}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-bar{display:contents}.croupier-status{position:relative;grid-area:status;display:flex;gap:8px;align-items:center;min-width:0;padding:4px 10px 6px;overflow:hidden;background:var(--shade);border-radius:var(--radius)}.croupier-status>.croupier-name,.croupier-connection:empty{display:none}.croupier-status.croupier-asked{box-shadow:inset 0 0 0 2px var(--mark)}.croupier-prompt{flex:1;display:grid;min-width:0;height:100%;align-content:safe center;overflow-y:auto;container-type:inline-size}.croupier-prompt p{margin:0;font-size:clamp(12px,max(320cqi / var(--length),min(13.5px,520cqi / var(--length))),var(--words));line-height:1.22;text-wrap:balance}.croupier-prompt strong{margin-right:6px;color:var(--mark)}.croupier-told{display:inline-block;padding:1px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-rule{min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-connection{max-width:40%;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:5px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;right:12px;bottom:5px;padding:0 6px;font-size:12px;background:var(--felt-edge);border-radius:99px}.croupier-tray{grid-area:tray;display:flex;gap:6px;align-items:end;height:var(--tray);min-width:0;padding-left:52px}.croupier-tray>.croupier-moves{z-index:3;flex:1;display:flex;flex-wrap:wrap;gap:6px;align-content:end;min-height:100%;justify-content:center;min-width:0}.croupier-move,.croupier-tray>button,.croupier-sheet header button{min-height:48px;padding:4px 14px;font-size:15px;line-height:1.15;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:12px;box-shadow:0 2px 6px #0000004d}.croupier-tray>button,.croupier-sheet header button{flex:none;color:var(--on-felt);background:var(--felt-edge);border-color:#ffffff47}.croupier-all{width:76px;white-space:nowrap}.croupier-idle{visibility:hidden}.croupier-all [aria-hidden]{display:inline-block;min-width:3ch;text-align:left}.croupier-all:before{content:"\\2630  " / ""}.croupier-cancel:before{content:"\\2715" / ""}.croupier-move{display:flex;gap:8px;align-items:center;text-align:left}.croupier-tray .croupier-choices .croupier-move{flex:1 1 44px;flex-direction:column;gap:2px;justify-content:center;min-width:0;max-width:92px;padding:3px 2px;font-size:12px;text-align:center}.croupier-tray>.croupier-choices{gap:4px}.croupier-tray>.croupier-choices:has(.croupier-deed){display:grid;gap:6px;padding:4px 4px 6px;background:var(--felt-edge);border-radius:var(--radius);box-shadow:0 0 0 2px var(--mark)}.croupier-deed{display:flex;flex-wrap:wrap;gap:3px}.croupier-deed b{flex:1 0 100%;font-size:13px}.croupier-choices~.croupier-all,.croupier-view:has(.croupier-choices)>.croupier-facts{display:none}.croupier-tray:has(.croupier-choices){padding-left:0}.croupier-move:hover{border-color:var(--mark)}.croupier-tray .croupier-move{padding-inline:10px;font-size:14px}.croupier-swatch{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:50%;box-shadow:0 0 0 2px #80808073}.croupier-swatch svg{width:17px}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-sheet{width:min(100% - 16px,720px);max-height:min(80dvh,720px);margin:auto auto 8px;padding:14px;overflow-y:auto;color:var(--on-felt);background:var(--felt-edge);border:2px solid var(--mark);border-radius:calc(var(--radius) * 1.4)}.croupier-sheet::backdrop{background:#0000007f}.croupier-sheet header{position:sticky;top:-14px;display:flex;align-items:center;justify-content:space-between;margin:-14px -14px 0;padding:10px 14px;font-size:17px;background:var(--felt-edge)}.croupier-sheet .croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:8px}.croupier-laid{display:grid;grid-template-columns:repeat(auto-fill,minmax(62px,1fr));gap:8px;padding:0;margin:0;list-style:none}.croupier-bubble{position:absolute;top:0;left:0;z-index:8;display:grid;gap:4px;justify-items:start;width:max-content;max-width:min(300px,86%);padding:9px 13px;font-size:14px;color:var(--text);pointer-events:none;background:var(--surface);border-radius:var(--radius);box-shadow:0 0 0 1px var(--line),0 8px 26px #00000073}.croupier-bubble[hidden]{display:none}.croupier-refusal{pointer-events:auto;box-shadow:0 0 0 2px var(--alarm),0 8px 26px #00000073}.croupier-refusal .croupier-told{padding:0}.croupier-slam{position:absolute;right:10px;bottom:calc(30% + 8px);z-index:10;display:flex;flex-wrap:wrap;gap:8px;width:min(100% - 20px,420px)}.croupier-slam button{flex:1;min-height:72px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}@container croupier-stage (max-width: 599.9px) and (min-height: 480px){.croupier-two-rows [role=option]{--width: calc(100cqb / 2.25);--in-row: var(--per-row);--top: calc(var(--width) * .85);transform:translate(calc(var(--left) + var(--column-step) * var(--column)),calc(var(--top) * var(--row)))}.croupier-two-rows .croupier-cards{height:calc(var(--hand) * 2.25)}.croupier-view:not(:has(.croupier-two-rows)){--hand-row: calc(var(--hand) * 1.4 + 14px)}.croupier-handless{--mine-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-handless .croupier-own .croupier-place{width:var(--card)}.croupier-handless .croupier-own .croupier-cards{height:calc(var(--card) * 2.1)}.croupier-handless .croupier-own .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}}@container croupier-stage (max-width: 379.9px){.croupier-marks>span{flex-direction:column;align-items:end}}@container croupier-stage (max-height: 479.9px){.croupier-view{--gap: 5px;--status: 50px;--words: 13px;--seats: 0px;--hand: clamp(44px, min(9cqi, 19cqb), 90px);--hand-row: calc(var(--hand) * 1.4 + 14px);--title-lines: calc(1 + clamp(0, var(--columns) * var(--rows) - 3, 1)) ;--title: calc(3px + var(--title-lines) * 13px);--aside: calc(var(--mine) * (var(--mine-card) * 1.16 + 6px));--mine-card: clamp(46px, min(15cqb, 36cqi / var(--mine) - 8px), 76px);--free: calc(100cqb - var(--status) - var(--hand-row) - 4 * var(--gap) - 20px);--lane: calc((100cqi - 170px - var(--aside) - 4 * var(--gap)) / (var(--columns) * var(--rows)));--high: calc((var(--free) - var(--title) - 4px) / 1.4);--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .84 - 4px), 180px);grid-template:"others middle own" minmax(0,1fr) "status status status" var(--status) "hand hand hand" auto / 150px minmax(0,1fr) auto}.croupier-bar{grid-area:status;display:flex;gap:6px;min-width:0}.croupier-status{flex:1 1 50%}.croupier-others{grid-auto-flow:row;grid-auto-rows:minmax(44px,max-content);grid-auto-columns:1fr;align-content:start;overflow:clip auto}.croupier-open .croupier-seat-zones{inset:var(--gap) var(--gap) auto calc(150px + 2 * var(--gap))}.croupier-direction{--side: -90deg;inset:6px 18px 26px;flex-direction:row}.croupier-shared{flex-wrap:nowrap;max-width:none}.croupier-shared .croupier-spread,.croupier-shared .croupier-spread .croupier-place{width:min(var(--card) * 1.9,var(--lane) * .92)}.croupier-shared .croupier-spread .croupier-cards{height:var(--deep-card)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-zone-title span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:var(--title-lines)}.croupier-marks>span{flex-direction:column;align-items:end}.croupier-view>.croupier-own{grid-area:own;max-width:42cqi}.croupier-tray{flex:none;max-width:45%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end}.croupier-tray .croupier-move{max-width:200px;min-height:44px;font-size:13px}.croupier-facts{grid-area:hand;justify-self:end}.croupier-facts dl{right:0;left:auto}.croupier-handless{--title-lines: 2;--aside: 0px;--mine-card: clamp(46px, 20cqb, 90px);--hand-row: calc(var(--mine-card) * 1.4 + var(--title) + 8px)}.croupier-handless>.croupier-own{grid-area:hand;max-width:none}.croupier-zoneless{--aside: 0px}}@container croupier-stage (min-width: 600px) and (min-height: 480px){.croupier-view{--gap: 8px;--head: 34px;--title: 30px;--status: 60px;--words: 16px;--tray: 0px;--fit: var(--most);--seat-lines: 1;--mini: clamp( 34px, min(7.4cqb, ((100cqi - 5 * var(--gap)) / min(var(--others), 3) - 8px) / var(--fit) - 2px), 104px );--seats: calc(var(--head) + var(--seat-lines) * (var(--mini) * 1.4 + var(--title)) + 10px);--hand: clamp(64px, min(15.4cqb, 11.5cqi), 240px);--hand-row: calc(var(--hand) * 1.4 + 18px);--mine-card: clamp(44px, min(9.6cqb, 38cqi / var(--mine) - 8px), 150px);--mine-row: 0px;--lane: calc((100cqi - 100px) / var(--zones));--free: calc(100cqb - var(--seats) - var(--status) - var(--hand-row) - 7 * var(--gap) - 20px);--high: calc((var(--free) - var(--title) - 12px) / var(--deep));--card: clamp( 44px, min(var(--croupier-card, 260px), var(--high), var(--lane) * .8, var(--hand) * 1.3), 300px );grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "status status" var(--status) "mine hand" auto / auto minmax(0,1fr);padding:calc(var(--gap) * 1.5)}.croupier-handless{--mine-card: clamp(56px, min(12cqb, 80cqi / var(--mine) - 12px), 200px);--hand-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-view>.croupier-own{grid-area:mine}.croupier-own .croupier-spread{width:var(--card)}.croupier-own .croupier-spread .croupier-cards{height:calc(var(--hand-row) - var(--title) - 12px)}.croupier-own .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-handless>.croupier-own{grid-column:1 / -1}.croupier-handless .croupier-own .croupier-spread{--sheet: calc((var(--hand-row) - var(--title) - 12px) / 1.4);width:min(var(--sheet) * 2.4,92cqi / var(--mine) - 12px)}.croupier-handless .croupier-own-zones{gap:14px}.croupier-handless .croupier-own .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-others{grid-auto-columns:minmax(max(200px,var(--fit) * (var(--mini) + 2px) + 8px),1fr);justify-items:center;overflow:auto hidden}.croupier-seat{width:100%;max-width:max(430px,40cqi)}.croupier-seat-head{display:flex;height:var(--head);padding:2px 10px}.croupier-seat-head .croupier-tag{display:block}.croupier-seat-head .croupier-held{display:none}.croupier-seat-head .croupier-points{margin-left:auto}.croupier-view:has(.croupier-choices)>.croupier-facts{display:block}.croupier-tray>button{align-self:center}.croupier-facts{grid-area:middle;align-self:start;justify-self:end}.croupier-facts dl{inset:46px 0 auto auto}.croupier-opener{display:none}.croupier-view .croupier-seat-zones{--card: var(--mini);position:static;gap:2px;justify-content:safe center;padding:0 4px 8px;overflow:auto hidden;visibility:visible;background:none;border:0;box-shadow:none}.croupier-seat-zones .croupier-zone{flex:0 1 calc(var(--card) * 1.4);min-width:var(--card)}.croupier-seat-zones .croupier-spread{flex-grow:1;max-width:calc(var(--card) * 1.9)}.croupier-seat-zones .croupier-zone-title{font-size:11px;line-height:12px}.croupier-shared{--apart: max(var(--card) * .22, min(92px, var(--lane)) - var(--card) * 1.16);flex-wrap:nowrap;width:max-content;gap:0 var(--apart);align-items:center;max-width:none}.croupier-shared .croupier-zone-title{margin-right:calc(4px - var(--apart))}.croupier-direction{--side: -90deg;inset:4px 8% 24px;flex-direction:row}.croupier-notes{inset:2px auto auto 2px;flex-wrap:wrap;max-width:80%}.croupier-bar{grid-area:status;display:flex;gap:12px;align-items:stretch;min-width:0;padding:0 10px;background:var(--shade);border-radius:var(--radius)}.croupier-bar:has(>.croupier-asked){box-shadow:inset 0 0 0 3px var(--mark)}.croupier-status,.croupier-status.croupier-asked{flex:1 1 40%;padding-inline:4px;background:none;box-shadow:none}.croupier-tray{flex:none;max-width:44%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end;padding:4px}.croupier-tray .croupier-move{max-width:240px}}@media(min-width:700px){.croupier-sheet{margin:auto}}@container croupier-stage (min-width: 600px) and (max-width: 899.9px) and (min-height: 640px){.croupier-view{--fit: min(var(--most), 3);--seat-lines: var(--lines)}.croupier-view .croupier-seat-zones{flex-wrap:wrap}.croupier-seat-zones .croupier-zone{flex-basis:var(--card)}}@container croupier-stage (min-width: 900px) and (min-height: 600px){.croupier-view{--status: clamp(62px, 7cqb, 84px);--words: clamp(16px, 2cqb, 22px)}.croupier-status>.croupier-name{font-size:var(--words)}.croupier-seat-head,.croupier-middle,.croupier-own,.croupier-log{--letters: clamp(12px, 1.5cqb, 17px)}.croupier-zone-title{font-size:var(--letters, 11px);line-height:1.1}.croupier-seat-head{font-size:clamp(15px,1.8cqb,20px)}.croupier-log{font-size:clamp(13px,1.5cqb,17px)}.croupier-status>.croupier-name{display:block;flex:none;max-width:200px}.croupier-own-hand [role=option]{--middle: calc(var(--i) - (var(--n) - 1) / 2);transform:translate(calc(var(--left) + var(--column-step) * var(--i)),calc(var(--middle) * var(--middle) * 1px)) rotate(calc(var(--middle) * .8deg))}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}';Se(dt);const ht=4;function ft({opened:e,say:r,close:t}){const{history:o}=e,{language:a}=J().preferences,{steps:n,progress:i}=_r(o),s=Wr(n.length,i),l=F(()=>yt(e,r),[e,r]),[p,u]=k(null),d=qe("(max-width: 48rem)"),x=e.record!==null&&!d&&o.seats<=ht?void 0:o.viewers[0],[g,$]=k(x),m={opened:e,say:r,names:l,time:s,steps:n,progress:i,onRule:u},f=g===void 0?o.viewers:[g];return c`<${vt} shown=${m} close=${t} />
<${gt} shown=${m} />
${n.length===0?c`<p class="empty" role="status">${r(i.isLive?"notDealt":"noPast")}</p>`:c`<${it} shown=${m} />
<div class="table-in-time">
<${lt} shown=${m} />
<div class="boards-and-viewers">
<${bt} shown=${m} viewer=${g} setViewer=${$} />
<${wt} shown=${m} viewers=${f} setViewer=${$} />
</div>
${p!==null?c`<${xt} ...${{game:e.game.id,rule:p,language:a}} onClose=${()=>u(null)} />`:c`<${et} shown=${m} viewer=${f[0]} />`}
</div>`}`}const mt=async()=>(await import("./panel.js")).RulePanel;function xt(e){const{module:r}=G(mt);return r&&c`<${r} ...${e} />`}function vt({shown:{opened:e,say:r,steps:t,progress:o},close:a}){const{game:n,record:i,table:s,history:l}=e,p=Math.max(0,...t.map(({ply:d})=>d)),u=r("summary",{game:n.title,seats:l.seats,moves:p});return c`<header class="explorer-head">
<h1>${u}${o.isLive&&c` <small class="live">${r("live")}</small>`}</h1>
<div class="ways">
${s&&c`<a class="button quiet" href=${`/play#s=${s.id}`}>${r("goToTable")}</a>`}
${i&&c`<button class="button quiet" onClick=${()=>kt(i)}>${r("download")}</button>`}
<button class="button" onClick=${a}>${r("openAnother")}</button>
</div>
</header>`}function gt({shown:{opened:e,say:r,progress:t,onRule:o}}){const{error:a}=t;if(!a)return null;const n=a instanceof Oe,i=n?c`<${ye} error=${a} say=${r} />`:c`<${Ae} error=${a} />`,s=n?a.rule:null;return c`<p class="trouble banner-line" role="alert">
${i}
${s&&c` <button class="link" onClick=${()=>o(`${s}`)}>${r("rule",{number:s})}</button>`}
${!n&&c` <button class="button" onClick=${()=>e.history.play()}>${r("retry")}</button>`}
</p>`}function bt({shown:{opened:e,say:r,names:t},viewer:o,setViewer:a}){const{viewers:n}=e.history,i=n.length>1?[void 0,...n]:n;return c`<div class="viewers" role="group" aria-label=${r("viewers")}>
${i.map(s=>{const l=()=>a(s);return c`<button class="chip" key=${`${s}`} aria-pressed=${o===s} onClick=${l}>
${s===void 0?r("sideBySide"):t(s)}
</button>`})}
</div>`}function wt({shown:e,viewers:r,setViewer:t}){const{say:o}=e,a=r.length===1;return c`<div class=${`boards${a?"":" many"}`} role="group" aria-label=${o("boards")}>
${r.map(n=>c`<${$t} key=${`${n}`} ...${{shown:e,viewer:n,isOne:a,setViewer:t}} />`)}
</div>`}function $t({shown:{opened:e,say:r,names:t,time:o},viewer:a,isOne:n,setViewer:i}){const{language:s}=J().preferences,{position:l,isStale:p}=ke(e.history,o.step,a),u=t(a),d=()=>i(a),h=e.table?.session.seats??[],x={game:e.game,language:s,names:t,seats:h,seatCount:e.history.seats};return c`<div
class=${`one-board felt${p?" stale":""}`}
style=${Ee(e.game.id)}
role="group"
aria-label=${r("seenBy",{name:u})}
aria-busy=${p}
>
${!n&&c`<h2>
<button class="link" title=${r("lookOnly",{name:u})} onClick=${d}>${u}</button>
</h2>`}
${l&&c`<${Pr} view=${l.view} ...${x} />`}
</div>`}function yt({table:e},r){const t=e?.session.seats??[];return o=>o===null?r("spectator"):Kr(t,o)??r("seat",{number:o+1})}function kt(e){const r=document.createElement("a");r.href=URL.createObjectURL(new Blob([JSON.stringify(e)],{type:"application/json"})),r.download=`${e.game}-${e.seed.slice(0,8)}.json`,r.click(),URL.revokeObjectURL(r.href)}var Mt=Object.freeze({__proto__:null,Viewer:ft});export{ye as B,Me as C,Se as a,Mt as v};
