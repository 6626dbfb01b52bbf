import{f as c,G as k,Y as V,Q as C,J as T,Z as F,K as Le,u as Y,a as G,b as qe,F as Ae}from"./main.js";import{B as Oe}from"./opening.js";const J=[320,165,45,200,245,285],Ee=e=>({"--felt-hue":J[(e.charCodeAt(e.length-1)+e.length)%J.length]}),Q={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points} points",unknown:"unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count} cards",card:"1 card",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",tray:"What you can do",allMoves:"All moves ({count})",choose:"Choose a card or a move.",chooseCard:"Choose a card.",chooseMove:"Choose a move.",choosePlace:"Touch a marked place.",chooseTarget:"Touch a marked place, or choose.",confirm:"Touch it again to play.",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",close:"Close",showSeat:"What lies before {name}",showZone:"Look through: {zone}",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},De={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points} Punkte",unknown:"unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count} Karten",card:"1 Karte",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",tray:"Was du tun kannst",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug.",chooseCard:"W\xE4hle eine Karte.",chooseMove:"W\xE4hle einen Zug.",choosePlace:"Ber\xFChre einen markierten Platz.",chooseTarget:"Ber\xFChre einen markierten Platz oder w\xE4hle.",confirm:"Noch einmal ber\xFChren zum Spielen.",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",close:"Schlie\xDFen",showSeat:"Was vor {name} liegt",showZone:"Durchsehen: {zone}",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},Ze={en:Q,de:De},X={en:/^(the|a|an) /i,de:/^(der|die|das) /i},je=[[/^der (\p{Ll}+e) /u,"$1r "],[/^die (\p{Ll}+e)n /u,"$1 "],[/^das (\p{Ll}+e) /u,"$1s "],[/(\p{Ll})(stapel|karten)/gu,"$1\xAD$2"],[/(geschlosse|abgeworfe)(ner?)/giu,"$1\xAD$2"]],Re=(e,r)=>r.charAt(0).toLocaleUpperCase(e)+r.slice(1);function b(e,r,t={}){return ee((Ze[e]??Q)[r],t)}function ee(e,r){return e.replace(/\{(\w+)(?::\w+)?\}/g,(t,a)=>String(r[a]??t))}function Pe(e,r){const t=e==="de"?je.reduce((a,o)=>a.replace(...o),r):r;return Re(e,t.replace(X[e]??X.en,""))}const re="hand",Be="score",E=4,te=8;function He(e,r){const t=e.viewer??0,a=Array.from({length:r},(n,i)=>(t+i)%r).map(n=>Ne(e,n)),o=e.zones.filter(({owner:n})=>n===null);return e.viewer===null?{own:null,others:a,shared:o}:{own:a[0],others:a.slice(1),shared:o}}function Ne(e,r){const t=e.zones.filter(({owner:n})=>n===r),a=t.find(({kind:n})=>n===re)??null,o=t.filter(n=>n!==a);return o.every(({key:n})=>D(n))&&o.sort((n,i)=>D(n.key)-D(i.key)),{seat:r,hand:a,zones:o}}const D=e=>Number(/\.(\d+)$/.exec(e)?.[1]??0);function Ie(e,r=new Map){const t=new Map(r),a=e.zones.filter(({owner:o})=>o===null).length>E;for(const{kind:o,cards:n,owner:i,value:s}of e.zones)o===re?t.set(o,"hand"):o===Be||n.includes(null)?t.set(o,"pile"):t.has(o)||t.set(o,i===null&&(a||s===null)?"pile":"spread");return t}function Ke(e,r){const t=r==="pile"?Math.min(3,e.count):te,a=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(a).map((o,n)=>({card:o,index:a+n}))}function _e(e,r,t){return Pe(t,e.owner===null?e.label:Ue(e,r.vocabulary))}function Ue(e,r){const t=r.zones.find(({key:n})=>n===e.kind)?.template??"",a=t.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(a===t)return e.label;const o=e.label.match(new RegExp(`^${Ve(t).replace(We,"(?<$1>.+?)")}$`));return o?ee(a,o.groups??{}):e.label}const We=/\\\{(\w+)(?::\w+)?\\\}/g,Ve=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function O({name:e,value:r,display:t},{events:a},o){return r==="none"||r===""?null:a.find(({key:i})=>i===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(i=>o(Number(i))).join(", "):t}const Fe=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),ae=({value:e,display:r})=>!["none","no",""].includes(e)&&r!=="0";function Z({value:e},r){const t=e.split(",");return t.every(a=>r.some(({key:o})=>o===a))?t:[]}const Ye=(e,r,t=[])=>e.filter(a=>a.weight==="RULE"&&ae(a)&&(a.zone===r||Z(a,t).includes(r))),Ge=(e,{vocabulary:r})=>r.powers.find(({key:t})=>t===e)?.template??"";function Je(e,r){if(e.count===0)return`${e.label}: ${b(r,"noCards")}`;const t=e.cards.filter(i=>i!==null).map(i=>i.label),a=e.count-t.length,o=[...t.slice(-te),...a?[b(r,"hidden",{count:a})]:[]],n=e.value===null?"":` (${e.value})`;return`${e.label}${n}: ${j(e.count,r)}, ${o.join(", ")}`}const j=(e,r)=>e===1?b(r,"card"):b(r,"cards",{count:e}),oe="direction",Qe="asked";function Xe({view:e,game:r,names:t}){const a=e.facts.find(({name:n})=>n===oe);if(!a)return null;const o=`${a.label}: ${O(a,r.vocabulary,t)}`;return c`<div
class="croupier-direction"
part="direction"
data-value=${a.value}
role="img"
aria-label=${o}
title=${o}
>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ne} /></svg>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ne} /></svg>
</div>`}const ne="M3 5l12 7-12 7zM12 5l12 7-12 7z";function er({view:e,game:r,names:t}){const a=n=>n.weight==="RULE"&&n.zone===null&&![oe,Qe].includes(n.name)&&ae(n),o=e.facts.filter(n=>a(n)&&Z(n,e.zones).length===0);return c`<div key=${o.map(({name:n})=>n).join()} class="croupier-notes" aria-hidden="true">
${o.map(n=>c`<b key=${n.name}>${n.label}: ${O(n,r.vocabulary,t)}</b>`)}
</div>`}function rr({view:e,game:r,language:t,names:a}){const o=b(t,"facts");return c`<details class="croupier-facts" part="facts">
<summary aria-label=${o} title=${o}>i</summary>
<dl tabindex="0" aria-label=${o}>
${Fe(e.facts).map(n=>{const i=O(n,r.vocabulary,a);return c`<div key=${n.name} class="croupier-fact" part="fact">
<dt>${n.label}</dt>
<dd>${i??"\u2013"}</dd>
</div>`})}
</dl>
</details>`}function z(e,r,t,a=-90){return`M${Array.from({length:2*e},(n,i)=>{const s=(a+180*i/e)*Math.PI/180,l=i%2?t:r;return`${(24+l*Math.cos(s)).toFixed(1)} ${(24+l*Math.sin(s)).toFixed(1)}`}).join("L")}Z`}const R=(e,r,t=-90)=>z(e,r,r*Math.cos(Math.PI/e),t),w=(e,r,t)=>`M${e-t} ${r}a${t} ${t} 0 1 0 ${2*t} 0a${t} ${t} 0 1 0 ${-2*t} 0Z`,ie=[z(8,23,12.5)+w(24,24,5.5),w(24,24,22)+"M24 2a11 11 0 0 1 0 22a11 11 0 0 0 0 22a22 22 0 0 0 0-44Z"+w(24,13,3.6)+w(24,35,3.6),"M24 44C10 33 2.5 25.5 2.5 16.2C2.5 9.5 7.7 4.5 13.8 4.5c4.2 0 8 2.3 10.2 6c2.2-3.7 6-6 10.2-6c6.1 0 11.3 5 11.3 11.7C45.5 25.5 38 33 24 44Z","M6.5 34L3 13.5l11 8L24 5l10 16.5l11-8L41.5 34ZM6.5 37.5h35v5.5h-35Z",w(24,13.5,10)+w(12.8,29,10)+w(35.2,29,10)+"M22 27h4l3.5 18h-11Z","M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z","M31 3.5A21 21 0 1 0 44.5 31A17 17 0 0 1 31 3.5Z","M28 2L8 27.5h13L18 46L40 19H26.5Z","M43 5C20 4 6 13 6 28c0 3 1 6 2.5 8.5L4 43l3 2.5l5-6.5C25 47 43 38 43 5ZM33 14L14 35.5l-1.5-1.5Z","M2 42L17 17l9 14l6-9l14 20Z"+w(36,11,6.5)],P=[R(4,23),w(24,24,19),"M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z",R(3,26),R(6,22),"M6 6h36v36H6Z",z(5,24,10),"M17 3h14v14h14v14H31v14H17V31H3V17h14Z"],tr=z(14,24,17),se=["M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0-44ZM24 8.5c3.3 0 6.3 1 8.8 2.7L11.2 32.8A15.5 15.5 0 0 1 24 8.5ZM36.8 15.2A15.5 15.5 0 0 1 15.2 36.8Z","M5 3h21v5H10v22H5ZM14 12h28v34H14ZM25.5 20v6.5H19v5h6.5V38h5v-6.5H37v-5h-6.5V20Z","M30 4l14 11.5L30 27v-7.5H8v-8h22ZM18 21v7.5h22v8H18V44L4 32.5Z",z(12,23,14),"M24 9C12 9 4 18 1 24c3 6 11 15 23 15s20-9 23-15C44 18 36 9 24 9Z"+w(24,24,9.5)+w(24,24,4.5),"M4 20h16v24H4ZM28 20h16v24H28ZM16 4h16v13H16Z"],ar=[w(24,24,22.5)+w(24,24,17)+z(4,17,6),"M24 46c-4-5-6-9-6-14c-5 1-11 0-16-7c4 0 7-1 9-3C7 19 4 14 4 5c5 6 10 9 16 9c0-4 1-8 4-12c3 4 4 8 4 12c6 0 11-3 16-9c0 9-3 14-7 17c2 2 5 3 9 3c-5 7-11 8-16 7c0 5-2 9-6 14Z"+w(20.5,18.5,1.6)+w(27.5,18.5,1.6),w(24,24,22)+z(6,18,8),"M25 2c2 9 15 15 15 28a16 16 0 0 1-32 0c0-7 4-11 7-15c1 5 3 7 5 8c-1-8 1-15 5-21Z"],S=e=>Array.from({length:20},(r,t)=>e(t)).join(""),or=(e,r)=>Array.from({length:99},(t,a)=>{const[o,n]=[Math.floor(a/9),a%9];return w(n*e+(o%2?e/2:0)-2,o*e+2,r)}).join(""),ce=[{d:S(e=>`M${e*14-140} 145l160-160`),width:4},{d:or(14,2.6),width:0},{d:S(e=>`M-6 ${e*13}q8-9 16 0t16 0t16 0t16 0t16 0t16 0t16 0`),width:2.6},{d:S(e=>`M-5 ${e*16}l15 12l15-12l15 12l15-12l15 12l15-12l15 12l15-12`),width:2.6},{d:S(e=>`M${e*14-4} 0v140M0 ${e*14}h100`),width:1.6},{d:S(e=>`M${e*12+2} 0v140`),width:3},{d:S(e=>`M${e*20-160} 145l160-160M${e*20-160} -5l160 160`),width:1.8},{d:S(e=>`M0 ${e*12+3}h100`),width:3}],L={red:{body:"#c62a35",ink:"#fff",paper:"#fdeceb"},yellow:{body:"#f2b90f",ink:"#2f2200",paper:"#fff6d8"},blue:{body:"#2459c4",ink:"#fff",paper:"#e7effd"},green:{body:"#18794a",ink:"#fff",paper:"#e3f5ea"},purple:{body:"#7440b8",ink:"#fff",paper:"#f2eafc"},orange:{body:"#d9641a",ink:"#fff",paper:"#fdeee2"},black:{body:"#2b2e38",ink:"#fff",paper:"#eceef2"},white:{body:"#d9d4c8",ink:"#26231c",paper:"#fffdf8"}},le=Object.keys(L),nr={body:"#4a5568",ink:"#fff",paper:"#fbf8f1"},pe={body:"#262a3b",ink:"#ffd86b",paper:"#323851"},B=["wild","any","joker"],ue=new WeakMap;function de(e,r){const t=ue.get(r.cards)??new Map;ue.set(r.cards,t);const a=t.get(e.code)??ir(e,r.cards);return t.set(e.code,a),a}function ir(e,r){const t=N(r.map(({color:u})=>u).filter(u=>u&&!B.includes(u))),a=e.color?fe(e.color,t):-1,o=N(r.filter(({color:u})=>u===null==(e.color===null)).map(({suit:u})=>u)),n=e.suit===null?-1:o.filter(Boolean).indexOf(e.suit),i=e.color===null?ar:ie,s=cr(e,r),l=a<0?null:P[a%P.length],p=e.color!==null&&B.includes(e.color);return{hue:sr(e,a,t.length>0),bands:p?t.map(u=>he(u,fe(u,t)).body):[],pattern:a<0?null:a%ce.length,index:s,mark:n<0?l:i[n%i.length],emblem:n>=0?i[n%i.length]:lr(e,r),code:e.code.length<2?"":e.code}}function sr(e,r,t){return r>=0?he(e.color,r):t?pe:nr}function he(e,r){if(L[e])return L[e];const t=r*137.5%360;return{body:`hsl(${t} 60% 38%)`,ink:"#fff",paper:`hsl(${t} 70% 95%)`}}function fe(e,r){if(B.includes(e))return-1;if(L[e])return le.indexOf(e);const t=P.map((o,n)=>n).filter(o=>!r.includes(le[o])),a=r.filter(o=>!L[o]).indexOf(e);return t[a%t.length]??a}function cr(e,r){if(e.value!==null&&(e.color!==null||r.every(({color:a})=>a===null)))return`${e.value}`;if(e.color!==null)return H(e,r);const t=e.label.split(" ").at(-1)??"";return e.suit!==null&&t.length<=3?t:e.code.replace("-","\u2212")}function H({code:e,color:r},t){const a=t.filter(o=>o.color===r).map(o=>o.code);return e.slice(pr(a))||e}function lr(e,r){if(e.value!==null||e.color===null)return null;const t=r.filter(({value:o,color:n})=>o===null&&n!==null),a=N(t.map(o=>H(o,r)));return se[a.indexOf(H(e,r))%se.length]}function pr(e){const[r,...t]=e;let a=0;for(;a<r.length&&t.every(o=>o[a]===r[a]);)a++;return t.length?a:0}const N=e=>[...new Set(e)];function me({card:e,game:r}){const{hue:t,bands:a,pattern:o,index:n,mark:i,emblem:s,code:l}=de(e,r),p=o===null&&t===pe,u=p&&a.length===0?t.ink:a.length?t.body:ge(t),h=n.length>1,f=h?40:p?46:66,m=p?t.body:u,v=p?t.ink:u;return c`<svg class="croupier-face" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ve}>
<rect width="100" height="140" fill=${t.body} />
<rect x="33" y="6" width="61" height="128" rx="9" fill=${a.length?"#fff":t.paper} />
${a.map(($,x)=>{const d=128/a.length;return c`<rect x="33" y=${6+x*d} width="61" height=${d} fill=${$} opacity=".9" />`})}
${a.length>0&&c`<circle cx="63.5" cy="64" r="28" fill="#fff" />`}
${o!==null&&c`<${ur} pattern=${o} color=${ge(t)} />`}
${o!==null&&c`<ellipse cx="63.5" cy="64" rx="29" ry="33" fill=${t.paper} />`}
${!s&&p&&c`<path d=${tr} fill=${t.ink} transform="translate(29.5 34) scale(1.417)" />`}
${s?c`<path d=${s} fill=${u} fill-rule="evenodd" transform="translate(40 40.5)" />`:c`<text x="63.5" y=${64+f*.37} ...${I} font-size=${f} fill=${m}>${n}</text>`}
<text x="17" y="33" ...${I} font-size=${h?20:33} fill=${t.ink}>${n}</text>
${i&&c`<path d=${i} fill=${t.ink} fill-rule="evenodd" transform="translate(6 44) scale(.458)" />`}
${l&&c`<rect x="42" y="108" width="43" height="20" rx="6" fill=${p?t.body:t.paper} />`}
<text x="63.5" y="124" ...${I} font-size="17" letter-spacing="1" fill=${v}>${l}</text>
</svg>`}function xe(){return c`<svg class="croupier-back" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ve}>
<rect width="100" height="140" fill="#f5efe0" />
<rect x="6" y="6" width="88" height="128" rx="8" fill="#223a5e" />
<path d=${dr} fill="none" stroke="#3d5d8c" stroke-width="2" />
<path d="M50 38L74 70L50 102L26 70Z" fill="#223a5e" stroke="#d9b45b" stroke-width="3" />
<path d=${ie[0]} fill="#d9b45b" fill-rule="evenodd" transform="translate(37 57) scale(.54)" />
</svg>`}function ur({pattern:e,color:r}){const{d:t,width:a}=ce[e];return c`<svg x="33" y="6" width="61" height="128" viewBox="0 0 61 128" opacity=".38">
<path d=${t} ...${a?{fill:"none",stroke:r,"stroke-width":a}:{fill:r}} />
</svg>`}const ge=e=>e.ink==="#fff"?e.body:e===L.yellow?"#8a6100":e.ink,ve={borderRadius:"7% / 5%",display:"block"},I={"text-anchor":"middle","font-weight":800,"font-family":"ui-rounded, system-ui, sans-serif"},dr=Array.from({length:15},(e,r)=>{const t=6+r*16,[a,o]=[Math.max(6,t-128),Math.min(94,t)],[n,i]=[Math.max(6,t-88),Math.min(134,t)];return`M${a} ${i}L${o} ${n}M${100-o} ${n}L${100-a} ${i}`}).join(""),hr={cards:[],zone:null,seat:null},fr=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function mr(e,r){if(fr(r))return[];const t=e.filter(o=>xr(o,r)),a=t.filter(o=>o.cards.length<=r.cards.length);return[...a,...t.filter(o=>!a.includes(o))]}function xr(e,{cards:r,zone:t,seat:a}){return a!==null&&e.seat!==a||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:o})=>e.from===null||e.from===o)&&gr(e,r)}function gr(e,r){const t=e.cards.map(({code:a})=>a);return r.every(({code:a})=>{const o=t.indexOf(a);return o>=0&&t.splice(o,1),o>=0})}const be=({cards:e},r)=>e.some(({zone:t,index:a})=>t===r.zone&&a===r.index),vr=(e,r)=>mr(e,{...hr,cards:[r]}).length>0,br=6,wr=4;let $r=0;function yr({zone:e,drawn:r}){const{playing:t,game:a,language:o}=r,[n,i]=k(0),s=Math.min(n,e.count-1),l=V(()=>`croupier-hand-${++$r}`,[]),p=d=>`${t?.id??l}-card-${d}`,u=d=>{const g=kr(d.key,s,e.count);g!==null&&i(g);const y=e.cards[s]?.code;d.key==="Enter"&&!d.repeat&&y&&t?.enter({zone:e.key,index:s,code:y}),(g!==null||d.key==="Enter")&&d.preventDefault()},h=C(!1);h.current||=e.count>br;const f=h.current?Math.max(wr,Math.ceil(e.count/2)):Math.max(1,e.count),m=d=>e.count>f?Math.floor(d/f):.5,v=({card:d,index:g})=>{const y={zone:e.key,index:g,code:d?.code??""},M=t!==null&&d!==null&&vr(t.moves,y),U=t!==null&&be(t.selection,y),Te=[M&&"croupier-playable",U&&"croupier-chosen",g===s&&"croupier-active"],W=d?.label??b(o,"hiddenCard");return c`<div
key=${g}
id=${p(g)}
role="option"
class=${["croupier-card",...Te.filter(Boolean)].join(" ")}
part=${M?"card playable":"card"}
data-index=${g}
data-code=${d?.code}
aria-selected=${U?"true":"false"}
aria-description=${d&&Ge(d.code,a)||void 0}
style=${{"--i":g,"--column":g%f,"--row":m(g)}}
onClick=${()=>{i(g),d&&t?.touchCard(y)}}
>
<span class="croupier-unseen">${M?b(o,"playable",{card:W}):W}</span>
${d?c`<${me} card=${d} game=${a} />`:c`<${xe} />`}
</div>`},$=(t?.moves.length??0)>0,x=h.current?" croupier-two-rows":"";return c`<div
class="croupier-own-hand${$?" croupier-deciding":""}${x}"
part="hand"
data-zone=${e.key}
style=${{"--n":Math.max(1,e.count),"--per-row":Math.min(f,Math.max(1,e.count))}}
>
<div
role="listbox"
class="croupier-cards"
tabindex="0"
aria-label=${`${b(o,"yours")}: ${j(e.count,o)}`}
aria-activedescendant=${e.count?p(s):void 0}
onKeyDown=${u}
>
${e.cards.map((d,g)=>v({card:d,index:g}))}
</div>
</div>`}function kr(e,r,t){const a=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,a):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?a:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const Mr=({cards:e})=>e.filter(r=>r!==null),Cr=e=>e!==void 0&&Mr(e).length>1;function we(e,r){if(!e)return null;const t=r.cards.find(({color:s})=>s!==null&&(s===e||zr(s,r)===e)),a=t??r.cards.find(({suit:s})=>s?.toLowerCase().split(" ").includes(e));if(!a)return null;const{hue:o,mark:n,emblem:i}=de(a,r);return t?{color:o.body,ink:o.ink,emblem:n}:{color:"#fff",ink:"#17202a",emblem:i}}function zr(e,{cards:r}){const t=r.filter(n=>n.color===e).map(({code:n})=>n),[a]=t,o=[...a].findIndex((n,i)=>t.some(s=>s[i]!==n));return o<0?a:a.slice(0,o)}const K=4,Sr="owed";function _({zone:e,drawn:r}){const{view:t,shapes:a,game:o,language:n,playing:i}=r,s=a.get(e.kind)??"spread",l=Ke(e,s),{value:p}=e,u=s!=="spread"||e.count>l.length||p===null&&l.length>K,h=l.length>K?Math.ceil(l.length/2):Math.max(1,l.length),f=Ye(t.facts,e.key,t.zones),m=f.map(d=>we(d.value,o)).find(Boolean),v=i?.targets.zones.has(e.key),$=d=>{d.stopPropagation(),i?.touchZone(e.key)||$e(e,r)},x=[`croupier-zone croupier-${s}`,v&&"croupier-target",i?.selection.zone===e.key&&"croupier-chosen",m&&"croupier-ringed"];return c`<div
class=${x.filter(Boolean).join(" ")}
part=${v?"zone target":"zone"}
data-zone=${e.key}
style=${{"--ring":m?.color}}
onClick=${i&&$}
>
<div class="croupier-zone-title">
<span>${_e(e,o,n)}</span>
</div>
<div class="croupier-place">
<div
class="croupier-cards"
role="img"
aria-label=${Je(e,n)}
style=${{"--n":Math.max(1,l.length),"--per-row":h,"--in-rows":l.length>K?2:1}}
>
${l.map(({card:d,index:g},y)=>{const M={"--i":y,"--column":y%h,"--row":Math.floor(y/h)};return c`<${Lr} key=${g} ...${{zone:e,drawn:r,card:d,index:g,at:M}} />`})}
</div>
<span class="croupier-marks" aria-hidden="true">
<span>
${u&&c`<b key=${e.count} class="croupier-count">${e.count}</b>`}
${p!==null&&c`<b key=${`=${p}`} class="croupier-value" part="value">${p}</b>`}
</span>
<${Tr} facts=${f} ...${r} />
</span>
${i&&Cr(e)&&c`<button
type="button"
class="croupier-unseen croupier-shower"
aria-haspopup="dialog"
aria-label=${b(n,"showZone",{zone:e.label})}
onClick=${d=>(d.stopPropagation(),i.open(e.key))}
></button>`}
</div>
</div>`}function $e({owner:e},{view:r,playing:t}){e!==null&&e!==r.viewer&&t?.touchSeat(e)}function Tr({facts:e,view:r,game:t,names:a}){return e.map(o=>{const n=O(o,t.vocabulary,a),i=we(o.value,t),s=o.name===Sr,l=Z(o,r.zones).length?"\u2605":n;return c`<b
key=${`${o.name} ${n}`}
class=${s?"croupier-mark croupier-debt":"croupier-mark"}
part="mark"
title=${`${o.label}: ${n}`}
style=${i&&{background:i.color,color:i.ink}}
>
${s?`+${l}`:l}
</b>`})}function Lr({zone:e,drawn:r,card:t,index:a,at:o}){const{playing:n,game:i}=r,s={zone:e.key,index:a,code:t?.code??""},l=t!==null&&n!==null&&n.canLift(s),p=n!==null&&be(n.selection,s),u=h=>{!n||!t||(h.stopPropagation(),n.touchCard(s)||$e(e,r))};return c`<div
class="croupier-card${l?" croupier-playable":""}${p?" croupier-chosen":""}"
part=${l?"card playable":"card"}
data-index=${a}
data-code=${t?.code}
style=${o}
onClick=${n&&u}
>
${t?c`<${me} card=${t} game=${i} />`:c`<${xe} />`}
</div>`}const qr=2;function Ar({drawn:e,other:{seat:r,hand:t,zones:a},seats:o}){const{view:n,language:i,playing:s,names:l}=e,[p,u]=k(!1);T(()=>u(!1),[n.turn.join()]);const h=s?.targets.seats.has(r),f=n.turn.includes(r),m=a.some(({key:d})=>s?.targets.zones.has(d)),v=[h&&"croupier-target",f&&"croupier-asked",m&&"croupier-holds-target",p&&"croupier-open"],$=t?[t,...a]:a,x=()=>{if(!s||!h)return u(!p);const{cards:d,zone:g,seat:y}=s.selection,M=d.length===0&&g===null;M&&u(y!==r),M&&y===r?s.cancel():s.touchSeat(r)};return c`<div
role="group"
class=${["croupier-seat",...v.filter(Boolean)].join(" ")}
part=${f?"seat asked":"seat"}
data-seat=${r}
aria-label=${l(r)}
onClick=${s&&(()=>s.touchSeat(r))}
>
<${Er} ...${{drawn:e,seat:r,player:o[r],count:(t?[t]:a).reduce(Or,0)}} />
<button
type="button"
class="croupier-opener"
aria-expanded=${p?"true":"false"}
aria-label=${b(i,"showSeat",{name:l(r)})}
onClick=${d=>(d.stopPropagation(),x())}
></button>
<div
class="croupier-seat-zones"
tabindex=${$.length>qr?0:void 0}
role="group"
aria-label=${l(r)}
>
${$.map(d=>c`<${_} key=${d.key} zone=${d} drawn=${e} />`)}
</div>
</div>`}const Or=(e,{count:r})=>e+r;function Er({drawn:{view:e,names:r,language:t},seat:a,player:o,count:n}){const i=e.turn.includes(a),s=e.result?.ranking[a],l=r(a),p=o?.bot?.level;return c`<header class="croupier-seat-head${i?" croupier-asked":""}">
<${Dr} ...${{seat:a,name:l,isAsked:i,rank:s}} />
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
<${Zr} ...${{view:e,seat:a,language:t}} />
</header>`}const Dr=({seat:e,name:r,isAsked:t,rank:a})=>c`<span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(e*137+20)%360}}>
${t?"\u25B6":a??jr(r)}
</span>`;function Zr({view:e,seat:r,language:t}){const a=e.scores.find(n=>n.seat===r)?.points??null,o=b(t,"points",{points:a??b(t,"unknown")});return c`<b key=${a} class="croupier-points" role="img" title=${o} aria-label=${o}>
${a??"?"}
</b>`}const jr=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?",Rr=1,Pr=2;function Br(e){const{view:r,game:t,language:a,names:o,seatCount:n,seats:i=[],playing:s=null,bar:l=null,log:p=null}=e,u=C(new Map);u.current=Ie(r,u.current);const h={view:r,game:t,language:a,names:o,playing:s,shapes:u.current},{own:f,others:m,shared:v}=He(r,n),$=C(null);return T(()=>Kr($.current),[r.turn.join()]),c`<div class="croupier-stage" part="stage" lang=${a}>
<div class=${Nr(f,l!==null)} style=${Ir({own:f,others:m,shared:v},h)}>
<div
class="croupier-others"
part="others"
ref=${$}
role="group"
tabindex=${m.length>1?0:void 0}
aria-label=${b(a,"others")}
>
${m.map(x=>c`<${Ar} key=${x.seat} ...${{drawn:h,other:x,seats:i}} />`)}
</div>
<div class="croupier-middle" part="table">
<${Xe} ...${h} />
<div class="croupier-shared" role="group" aria-label=${b(a,"table")}>
${v.map(x=>c`<${_} key=${x.key} zone=${x} drawn=${h} />`)}
</div>
<${er} ...${h} />
</div>
${f&&c`<${Hr} ...${{own:f,drawn:h}} />`}
${l}
${p}
<${rr} ...${h} />
${f?.hand&&c`<${yr} zone=${f.hand} drawn=${h} />`}
</div>
</div>`}function Hr({own:{seat:e,zones:r},drawn:t}){return c`<div class="croupier-own" part="own" data-seat=${e}>
${r.length>0&&c`<div
class="croupier-own-zones"
role="group"
aria-label=${t.names(e)}
tabindex=${r.length>Pr?0:void 0}
>
${r.map(a=>c`<${_} key=${a.key} zone=${a} drawn=${t} />`)}
</div>`}
</div>`}function Nr(e,r){return["croupier-view",r&&"croupier-played",e&&!e.hand&&"croupier-handless",e?.hand&&e.zones.length>Rr&&"croupier-stacked",(!e||e.zones.length===0)&&"croupier-zoneless"].filter(Boolean).join(" ")}function Ir({own:e,others:r,shared:t},{shapes:a}){const o=Math.max(0,...r.map(({hand:i,zones:s})=>s.length+(i?1:0))),n=t.length<=E?t.length:Math.ceil(t.length/2);return{"--others":Math.max(1,r.length),"--most":Math.max(2,o),"--lines":Math.max(1,Math.ceil(o/3)),"--columns":Math.max(2,n),"--rows":t.length<=E?1:2,"--zones":Math.max(3,t.length),"--deep":t.some(({kind:i})=>a.get(i)==="spread")?2.1:1.4,"--mine":Math.max(e?.hand?1:3,e?.zones.length??0)}}function Kr(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,a]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(a.left<t.left||a.right>t.right)&&(e.scrollLeft+=a.left-t.left),(a.top<t.top||a.bottom>t.bottom)&&(e.scrollTop+=a.top-t.top)}function _r(e,r){const t=e[r]?.name;return t?e.filter(a=>a.name===t).length>1?`${t} (${r+1})`:t:null}function ye({error:{ply:e,message:r,language:t},say:a}){return c`${a("broken",{ply:e})} <span lang=${t}>${r}</span>`}const Ur=50;function Wr(e){const[,r]=k(0);return T(()=>{const t=()=>r(a=>a+1);return t(),e.subscribe(t)},[e]),{steps:e.steps(),progress:e.progress()}}function Vr(e,r){const t=Fr(e,r),[a,o]=k(r.isLive?1/0:0),[n,i]=k(null),s=C(void 0),l=C(0),p=F(f=>{clearTimeout(s.current),l.current=q(f,t),i(null),o(f>=t&&r.isLive?1/0:q(f,t))},[t,r.isLive]),u=F(f=>{clearTimeout(s.current),s.current=setTimeout(()=>i(f),f===null?0:Ur)},[]),h=q(a,t);return l.current=h,Yr(l,t,p),{last:t,pinned:h,step:q(n??h,t),pin:p,hover:u}}const Fr=(e,{error:r,done:t})=>Math.max(0,(r?Math.min(t,e):e)-1),q=(e,r)=>Math.max(0,Math.min(e,r));function Yr(e,r,t){Le(()=>{const a=o=>{const n=o.target instanceof Element?o.target:null;if(o.defaultPrevented||o.ctrlKey||o.metaKey||o.altKey||n?.closest(Gr))return;const i=Jr(o.key,e.current,r);i!==null&&(o.preventDefault(),t(i))};return addEventListener("keydown",a),()=>removeEventListener("keydown",a)},[e,r,t])}const Gr="input, textarea, select, [role=listbox], [role=tablist], [contenteditable], pre, dialog, .rule-text";function Jr(e,r,t){return e==="ArrowLeft"?q(r-1,t):e==="ArrowRight"?q(r+1,t):e==="Home"?0:e==="End"?t:null}const Qr=[1,-1,2,-2];function Xr(e,r,t){const{done:a}=e.progress(),o=Qr.map(n=>r+n).filter(n=>n>=0&&n<a);for(const n of o)e.at(n,t).catch(()=>null)}function ke(e,r,t){const[a,o]=k({position:null,error:null,of:""}),n=`${r} ${t}`;return T(()=>{let i=!0;return e.at(r,t).then(s=>{i&&(o({position:s,error:null,of:n}),Xr(e,r,t))},s=>i&&o(({position:l})=>({position:l,error:s,of:n}))),()=>{i=!1}},[e,n]),{...a,isStale:a.of!==n}}const et=2e3;function Me({say:e,text:r}){const[t,a]=k(null);return T(()=>{if(!t)return;const n=setTimeout(()=>a(null),et);return()=>clearTimeout(n)},[t]),c`<span class="copying">
<button class="button" onClick=${()=>Promise.resolve(navigator.clipboard?.writeText(r)??Promise.reject()).then(()=>a("copied"),()=>a("notCopied"))}>${e("copy")}</button>
<span role="status">${t&&e(t)}</span>
</span>`}const A=[{key:"events",load:async()=>tt},{key:"facts",load:async()=>nt},{key:"json",load:async()=>it},{key:"request",load:async()=>(await import("./request_panel.js")).Requests},{key:"checks",load:async()=>(await import("./verify.js")).Checks},{key:"bots",load:async()=>(await import("./main.js").then(function(e){return e.d})).Bots}];function rt({shown:e,viewer:r}){const{say:t,opened:a,time:o}=e,[n,i]=k(0),s=C(null),{position:l,isStale:p}=ke(a.history,o.step,r),{key:u,load:h}=A[n],{module:f,error:m,retry:v}=Y(h),$=x=>{const d={ArrowLeft:n-1,ArrowRight:n+1,Home:0,End:A.length-1}[x.key];if(d===void 0)return;x.preventDefault();const g=(d+A.length)%A.length;i(g),s.current?.children[g]?.focus()};return c`<section class="details panel" aria-label=${t("details")}>
<div class="tabs" role="tablist" ref=${s} onKeyDown=${$}>
${A.map((x,d)=>c`<button
key=${x.key}
id=${`tab-${x.key}`}
role="tab"
aria-selected=${d===n}
aria-controls="tab-panel"
tabindex=${d===n?0:-1}
onClick=${()=>i(d)}
>
${t(x.key)}
</button>`)}
</div>
<div
class=${`tab-panel${p?" stale":""}`}
id="tab-panel"
role="tabpanel"
tabindex="0"
aria-labelledby=${`tab-${u}`}
>
${m&&c`<p class="trouble" role="alert">
${t("failed")} <button class="button" onClick=${v}>${t("retry")}</button>
</p>`}
${f&&c`<${f} key=${u} shown=${e} viewer=${r} position=${l} />`}
</div>
</section>`}function tt({shown:{say:e,names:r,onRule:t,time:a,steps:o},viewer:n,position:i}){const s=i?.events??[];return c`<h3>${e("eventsAs",{name:r(n)})}</h3>
${s.length===0&&c`<p class="hint">${a.step===0?o[0].label:e("eventsNone")}</p>`}
<ol class="events">
${s.map(({sequence:l,sentence:p,rule:u})=>c`<li key=${l}>
${p} ${u&&ot(u)&&c`<${at} ...${{rule:u,say:e,onRule:t}} />`}
</li>`)}
</ol>`}const at=({rule:e,say:r,onRule:t})=>c`<button class="link" onClick=${()=>t(e)}>${r("rule",{number:e})}</button>`,ot=e=>!e.startsWith("engine ");function nt({shown:{say:e,names:r},viewer:t,position:a}){if(!a)return null;const{facts:o,scores:n,turn:i,legalMoves:s}=a.view;return c`<table>
<tbody>
<tr><th scope="row">${e("turn")}</th><td>${i.map(r).join(", ")||e("nobody")}</td></tr>
${o.map(({name:l,label:p,value:u})=>c`<tr key=${l}>
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
</ul>`}`}function it({shown:{say:e,names:r},viewer:t,position:a}){if(!a)return null;const o=JSON.stringify(a.view,null,2);return c`<div class="with-copy">
<h3>${e("jsonAs",{name:r(t)})}</h3>
<${Me} say=${e} text=${o} />
</div>
<pre tabindex="0">${o}</pre>`}function st({shown:{say:e,names:r,time:t,steps:a,progress:o}}){const{last:n,pinned:i,step:s,pin:l,hover:p}=t,u=m=>Ce(m,e,r),h=o.done<o.total&&!o.error,f=m=>{m.pointerType==="mouse"&&m.buttons===0&&p(lt(m,n))};return c`<div class="timeline" role="group" aria-label=${e("timeline")}>
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
<p class="now" aria-live="polite">${u(a[s])}</p>
<div class="track" onPointerMove=${f} onPointerLeave=${()=>p(null)}>
<div class="marks" aria-hidden="true">
${a.map(({seat:m},v)=>c`<i
key=${v}
data-seat=${m}
class=${ct(v,s,o.done)}
style=${ze(m)}
/>`)}
</div>
<input type="range" min="0" max=${n} value=${i} aria-label=${e("timeline")}
aria-valuetext=${e("stepSaid",{step:i,last:n,label:u(a[i])})}
onInput=${m=>l(Number(m.target.value))} />
</div>
<p class="hint progress" role="status">
${h?e("replaying",{done:o.done,total:o.total}):e("keys")}
</p>
</div>`}const Ce=({seat:e,label:r,isSentence:t},a,o)=>t||e===null?r:a("by",{name:o(e),label:r}),ct=(e,r,t)=>[e<=r?"past":"ahead",e===r&&"here",e>=t&&"unknown"].filter(Boolean).join(" "),ze=e=>e===null?{}:{"--hue":(e*137+20)%360};function lt(e,r){const{left:t,width:a}=e.currentTarget.getBoundingClientRect();return Math.floor((e.clientX-t)/Math.max(1,a)*(r+1))}function pt({shown:{say:e,names:r,time:t,steps:a}}){const o=C(null),{last:n,pinned:i,step:s,pin:l,hover:p}=t;T(()=>dt(o.current,i),[i,a.length]);const u=h=>{const f={ArrowUp:i-1,ArrowDown:i+1,PageUp:i-10,PageDown:i+10}[h.key];f!==void 0&&(h.preventDefault(),l(Math.max(0,Math.min(f,n))),requestAnimationFrame(()=>{o.current?.querySelector("[aria-current]")?.focus()}))};return c`<section class="move-list panel" aria-labelledby="moves">
<h2 id="moves">${e("moves")}</h2>
<ol ref=${o} onKeyDown=${u} onMouseLeave=${()=>p(null)}>
${a.map((h,f)=>c`<li key=${f}>
<button
class=${f===s?"here":""}
tabindex=${f===i?0:-1}
aria-current=${f===i?"step":void 0}
disabled=${f>n}
title=${Ce(h,e,r)}
style=${ze(h.seat)}
onClick=${()=>l(f)}
onMouseEnter=${()=>p(f)}
>
<span class="ply">${f===0?"":h.ply}</span>
<span class="who">${h.seat===null?"":ut(r(h.seat),h.seat)}</span>
<span class="what">${h.label}</span>
</button>
</li>`)}
</ol>
</section>`}const ut=(e,r)=>(/\d$/.test(e)?null:[...e][0]?.toLocaleUpperCase())??`${r+1}`;function dt(e,r){const t=e?.children[r];if(!(e&&t instanceof HTMLElement))return;const[a,o]=[t.offsetTop-e.offsetTop,t.offsetHeight];a<e.scrollTop?e.scrollTop=a-8:a+o>e.scrollTop+e.clientHeight&&(e.scrollTop=a+o-e.clientHeight+8)}function Se(e){const r=new CSSStyleSheet;r.replaceSync(e),document.adoptedStyleSheets.push(r)}var ht='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);--shade: rgb(0 0 0 / 24%);height:var(--croupier-height, min(100dvh, 900px));font:15px/1.35 system-ui,sans-serif;color:var(--text);user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.croupier-board{position:relative;min-height:260px}.croupier-board>.croupier-stage{height:100%}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button),.croupier-stage :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-announcer{top:0;left:0}.croupier-board :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-stage{container:croupier-stage / size;contain:layout;overflow:hidden;color:var(--on-felt);background:radial-gradient(ellipse at 50% 42%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--gap: 6px;--head: 50px;--status: 60px;--words: 14px;--tray: 52px;--title: calc(28px + clamp(0, var(--columns) - 3, 1)*13px) ;--seats: var(--head);--hand: clamp(52px, min(22cqi, 12cqb), 120px);--mini: 30px;--mine-card: clamp(34px, min(7.4cqb, 84cqi / var(--mine) - 8px), 76px);--hand-row: calc(var(--hand) * 2.25 + 14px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + var(--gap));--free: calc( 100cqb - var(--seats) - var(--status) - var(--tray) - var(--hand-row) - var(--mine-row) - 7 * var(--gap) - 22px );--lane: calc((100cqi - 2 * var(--gap)) / var(--columns));--high: calc((var(--free) / var(--rows) - var(--title) - 4px) / min(var(--deep), 1.75));--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .82 - 4px), 180px);display:grid;grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "own own" auto "status status" var(--status) "mine hand" auto "tray tray" var(--tray) / auto minmax(0,1fr);gap:var(--gap);height:100%;padding:var(--gap)}.croupier-view:not(.croupier-played){--status: 0px;--tray: 0px}.croupier-view:not(.croupier-stacked){--mine-row: 0px}.croupier-zoneless{--mine-row: 0px}.croupier-handless{--hand-row: 0px;--mine-card: clamp(40px, min(13cqb, 84cqi / var(--mine) - 8px), 130px);--mine-row: calc(var(--mine-card) * 1.4 + var(--title) + 10px)}.croupier-undealt{display:grid;height:100%;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{position:relative;z-index:3;grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(112px,46cqi),1fr);gap:var(--gap);overflow:auto clip;overflow-clip-margin:400px;scroll-snap-type:x proximity}.croupier-seat{position:relative;min-width:0;scroll-snap-align:start;background:var(--shade);border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:inset 0 0 0 3px var(--mark)}.croupier-seat-head{display:grid;grid-template:"avatar name" 24px "held points" 20px / auto minmax(0,1fr);gap:0 6px;align-items:center;padding:3px 8px}.croupier-seat-head .croupier-tag{display:none}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked>.croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-held{display:flex;gap:4px;width:24px;align-items:center;font-size:13px;font-weight:600}.croupier-held:before{content:"";flex:none;width:10px;height:14px;background:#223a5e;border:1.5px solid #f5efe0;border-radius:2px;box-shadow:2px -1px 0 -.5px #f5efe0}.croupier-points{flex:none;justify-self:end;min-width:36px;padding:0 6px;font-size:14px;line-height:20px;text-align:center;font-variant-numeric:tabular-nums;background:#ffffff29;border-radius:99px}.croupier-opener{position:absolute;inset:0;background:none;border:0;border-radius:var(--radius)}.croupier-seat-zones{--card: var(--mini);position:absolute;inset:0;display:flex;gap:4px;overflow:hidden;visibility:hidden}.croupier-open .croupier-seat-zones{--card: min(54px, 84cqi / var(--most) - 8px);position:fixed;inset:calc(var(--seats) + 2 * var(--gap)) var(--gap) auto;justify-content:center;padding:8px;overflow-x:auto;visibility:visible;background:var(--felt-edge);border:2px solid var(--mark);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-seat.croupier-target,.croupier-holds-target:not(.croupier-open){outline:3px dashed var(--mark);outline-offset:-3px}.croupier-middle{position:relative;grid-area:middle;display:grid;min-height:0}.croupier-shared{display:flex;flex-wrap:wrap;gap:4px calc(var(--lane) * .04);align-content:space-evenly;justify-content:center;max-width:calc(var(--columns) * (var(--card) * 1.16 + var(--lane) * .04) + 12px);margin:auto;padding-bottom:22px}.croupier-zone{position:relative;flex:none;width:calc(var(--card) * 1.16);border-radius:9px}.croupier-zone-title{display:flex;align-items:safe end;height:var(--title);padding-bottom:3px;overflow:hidden;font-size:12px;line-height:13px;overflow-wrap:anywhere;hyphens:auto}.croupier-zone-title span{min-width:0}.croupier-place{position:relative}.croupier-cards{position:relative;container-type:size;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--width: calc(100cqb / 1.4);--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--width);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--across) * var(--i)))}.croupier-pile .croupier-card{--across: min(var(--width) * .05, var(--step) / 2)}:is(.croupier-own,.croupier-open) .croupier-spread .croupier-card{--width: min( 100cqb / (1.4 + .42 * (var(--in-rows) - 1)), 100cqi / (1 + .28 * (var(--per-row) - 1)) );--across: min(var(--width) * .46, var(--step) / max(1, var(--per-row) - 1));--down: min(var(--width) * .7, 100cqb - 1.4 * var(--width));transform:translate(calc(var(--across) * var(--column)),calc(var(--down) * var(--row)))}.croupier-shared:has(.croupier-spread){align-items:start}.croupier-shared .croupier-spread{--deep-card: calc(var(--card) * 1.4)}.croupier-shared .croupier-spread .croupier-place{width:var(--card)}.croupier-shared .croupier-spread .croupier-cards{height:clamp(var(--deep-card),var(--free) / var(--rows) - var(--title) - 8px,var(--card) * 2.8)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-marks{position:absolute;top:3px;right:3px;display:flex;width:0;flex-direction:column;align-items:end;pointer-events:none}.croupier-marks>span{display:flex;gap:2px}.croupier-count,.croupier-value{min-width:25px;padding:0 5px;font-size:12px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums;color:#fff;background:#0e1620;border-radius:99px;box-shadow:0 0 0 1px #ffffff73}.croupier-shower{background:none;border:0}.croupier-shower:focus-visible{inset:0;width:auto;height:auto;border-radius:inherit;clip-path:none}.croupier-value{color:#17202a;background:#fff}.croupier-mark,.croupier-notes b{padding:1px 9px;font-size:13px;line-height:20px;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 0 0 2px #ffffffd9,0 2px 5px #00000073}:is(.croupier-seat-zones,.croupier-own) .croupier-mark{padding:0 5px;font-size:11px;line-height:16px}.croupier-marks span:not(:empty)+.croupier-mark,.croupier-mark+.croupier-mark{margin-top:3px}.croupier-debt{font-size:16px;color:#fff;background:#b3261e}.croupier-ringed .croupier-zone-title{position:relative;z-index:1;translate:0 -9px}.croupier-ringed .croupier-cards{box-shadow:0 0 0 4px #fff,0 0 0 10px var(--ring),0 0 22px 10px var(--ring)}.croupier-notes{position:absolute;inset:auto 0 0;z-index:1;display:flex;gap:6px;justify-content:center}.croupier-notes b{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-direction{position:absolute;inset:12px 18px 30px;display:flex;flex-direction:column;align-items:center;justify-content:space-between;pointer-events:none;border:2px dashed rgb(255 255 255 / 16%);border-radius:50%}.croupier-direction svg{--turned: 0deg;width:30px;height:30px;margin:-16px;fill:#ffffffb3;rotate:calc(var(--turned) + var(--side, 0deg))}.croupier-direction svg+svg,.croupier-direction[data-value=down] svg{--turned: 180deg}.croupier-direction[data-value=down] svg+svg{--turned: 0deg}.croupier-zone.croupier-target,.croupier-zone.croupier-chosen{cursor:pointer}.croupier-target>.croupier-place>.croupier-cards{outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-chosen>.croupier-place>.croupier-cards,.croupier-zone .croupier-card.croupier-chosen{outline:3px solid var(--mark);outline-offset:1px}.croupier-seat.croupier-target{cursor:pointer}.croupier-facts{position:relative;z-index:4;grid-area:tray;align-self:end;justify-self:start}.croupier-facts summary{display:grid;place-items:center;width:44px;height:44px;font:italic 700 17px/1 ui-serif,Georgia,serif;list-style:none;cursor:pointer;border-radius:50%;opacity:.85}.croupier-facts summary:before{content:"";position:absolute;width:28px;height:28px;border:2px solid currentcolor;border-radius:50%}.croupier-facts summary::-webkit-details-marker{display:none}.croupier-facts dl{position:absolute;bottom:46px;left:0;width:min(340px,90cqi);max-height:60cqb;margin:0;padding:10px 14px;overflow-y:auto;font-size:14px;background:var(--felt-edge);border:1px solid rgb(255 255 255 / 30%);border-radius:var(--radius);box-shadow:0 8px 24px #00000073}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:3px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-log{grid-area:middle;align-self:end;height:20px;padding:0 8px;overflow:auto;font-size:13px;line-height:20px;text-align:center;scrollbar-width:none;opacity:.85}.croupier-log p{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.croupier-own{--card: var(--mine-card);grid-area:mine;align-self:center;min-width:0}.croupier-stacked>.croupier-own,.croupier-handless>.croupier-own{grid-area:own}.croupier-own-zones{display:flex;gap:6px;justify-content:safe center;padding:0 8px 6px 3px;overflow-x:auto}.croupier-own .croupier-zone{min-width:54px}.croupier-own-hand{grid-area:hand;min-width:0;padding-top:14px}.croupier-own-hand .croupier-cards{--card: var(--hand)}.croupier-own-hand [role=option]{--column-step: min(var(--width) * 1.07, var(--step) / max(1, var(--in-row, var(--n)) - 1));--left: calc(50cqi - var(--width) / 2 - var(--column-step) * (var(--in-row, var(--n)) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--column-step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.8)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -5px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -9px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -13px;z-index:1;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 6px var(--mark),0 8px 18px #0009}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-bar{display:contents}.croupier-status{position:relative;grid-area:status;display:flex;gap:8px;align-items:center;min-width:0;padding:4px 10px 6px;overflow:hidden;background:var(--shade);border-radius:var(--radius)}.croupier-status>.croupier-name,.croupier-connection:empty{display:none}.croupier-status.croupier-asked{box-shadow:inset 0 0 0 2px var(--mark)}.croupier-prompt{flex:1;display:grid;min-width:0;height:100%;align-content:safe center;overflow-y:auto;container-type:inline-size}.croupier-prompt p{margin:0;font-size:clamp(12px,max(320cqi / var(--length),min(13.5px,520cqi / var(--length))),var(--words));line-height:1.22;text-wrap:balance}.croupier-status:has(.croupier-long){z-index:4;overflow:visible}.croupier-prompt.croupier-long{overflow:visible}.croupier-long p,.croupier-foreseen{position:absolute;inset:auto 0 0;max-height:62cqb;padding:6px 8px;overflow-y:auto;background:var(--felt-edge);border-radius:8px}.croupier-prompt strong{margin-right:6px;color:var(--mark)}.croupier-told{display:inline-block;padding:1px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-rule{min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-connection{max-width:40%;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:5px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;right:12px;bottom:5px;padding:0 6px;font-size:12px;background:var(--felt-edge);border-radius:99px}.croupier-tray{grid-area:tray;display:flex;gap:6px;align-items:end;height:var(--tray);min-width:0;padding-left:52px}.croupier-tray>.croupier-moves{z-index:3;flex:1;display:flex;flex-wrap:wrap;gap:6px;align-content:end;min-height:100%;justify-content:center;min-width:0}.croupier-move,.croupier-tray>button,.croupier-sheet header button{min-height:48px;padding:4px 14px;font-size:15px;line-height:1.15;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:12px;box-shadow:0 2px 6px #0000004d}.croupier-tray>button,.croupier-sheet header button{flex:none;color:var(--on-felt);background:var(--felt-edge);border-color:#ffffff47}.croupier-all{width:76px;white-space:nowrap}.croupier-idle{visibility:hidden}.croupier-all [aria-hidden]{display:inline-block;min-width:3ch;text-align:left}.croupier-all:before{content:"\\2630  " / ""}.croupier-cancel:before{content:"\\2715" / ""}.croupier-move{display:flex;gap:8px;align-items:center;text-align:left}.croupier-tray .croupier-choices .croupier-move{flex:1 1 44px;flex-direction:column;gap:2px;justify-content:center;min-width:0;max-width:92px;padding:3px 2px;font-size:12px;text-align:center}.croupier-tray>.croupier-choices{gap:4px}.croupier-tray>.croupier-choices:has(.croupier-deed){display:grid;gap:6px;padding:4px 4px 6px;background:var(--felt-edge);border-radius:var(--radius);box-shadow:0 0 0 2px var(--mark)}.croupier-deed{display:flex;flex-wrap:wrap;gap:3px}.croupier-deed b{flex:1 0 100%;font-size:13px}.croupier-choices~.croupier-all,.croupier-view:has(.croupier-choices)>.croupier-facts{display:none}.croupier-tray:has(.croupier-choices){padding-left:0}.croupier-move:hover{border-color:var(--mark)}.croupier-tray .croupier-move{padding-inline:10px;font-size:14px}.croupier-swatch{flex:none;display:grid;place-items:center;width:26px;height:26px;border-radius:50%;box-shadow:0 0 0 2px #80808073}.croupier-swatch svg{width:17px}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-sheet{width:min(100% - 16px,720px);max-height:min(80dvh,720px);margin:auto auto 8px;padding:14px;overflow-y:auto;color:var(--on-felt);background:var(--felt-edge);border:2px solid var(--mark);border-radius:calc(var(--radius) * 1.4)}.croupier-sheet::backdrop{background:#0000007f}.croupier-sheet header{position:sticky;top:-14px;display:flex;align-items:center;justify-content:space-between;margin:-14px -14px 0;padding:10px 14px;font-size:17px;background:var(--felt-edge)}.croupier-sheet .croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:8px}.croupier-sheet .croupier-foreseen{position:fixed;inset:8px 8px auto;max-width:720px;max-height:45dvh;margin:0 auto;font-size:13px}.croupier-foreseen:empty{display:none}.croupier-laid{display:grid;grid-template-columns:repeat(auto-fill,minmax(62px,1fr));gap:8px;padding:0;margin:0;list-style:none}.croupier-bubble{position:absolute;top:0;left:0;z-index:8;display:grid;gap:4px;justify-items:start;width:max-content;max-width:min(300px,86%);padding:9px 13px;font-size:14px;color:var(--text);pointer-events:none;background:var(--surface);border-radius:var(--radius);box-shadow:0 0 0 1px var(--line),0 8px 26px #00000073}.croupier-bubble[hidden]{display:none}.croupier-refusal{pointer-events:auto;box-shadow:0 0 0 2px var(--alarm),0 8px 26px #00000073}.croupier-refusal .croupier-told{padding:0}.croupier-slam{position:absolute;right:10px;bottom:calc(30% + 8px);z-index:10;display:flex;flex-wrap:wrap;gap:8px;width:min(100% - 20px,420px)}.croupier-slam button{flex:1;min-height:72px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}@container croupier-stage (max-width: 599.9px) and (min-height: 480px){.croupier-two-rows [role=option]{--width: calc(100cqb / 2.25);--in-row: var(--per-row);--top: calc(var(--width) * .85);transform:translate(calc(var(--left) + var(--column-step) * var(--column)),calc(var(--top) * var(--row)))}.croupier-two-rows .croupier-cards{height:calc(var(--hand) * 2.25)}.croupier-view:not(:has(.croupier-two-rows)){--hand-row: calc(var(--hand) * 1.4 + 14px)}.croupier-handless{--mine-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-handless .croupier-own .croupier-place{width:var(--card)}.croupier-handless .croupier-own .croupier-cards{height:calc(var(--card) * 2.1)}.croupier-handless .croupier-own .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}}@container croupier-stage (max-width: 379.9px){.croupier-marks>span{flex-direction:column;align-items:end}}@container croupier-stage (max-height: 479.9px){.croupier-view{--gap: 5px;--status: 50px;--words: 13px;--seats: 0px;--hand: clamp(44px, min(9cqi, 19cqb), 90px);--hand-row: calc(var(--hand) * 1.4 + 14px);--title-lines: calc(1 + clamp(0, var(--columns) * var(--rows) - 3, 1)) ;--title: calc(3px + var(--title-lines) * 13px);--aside: calc(var(--mine) * (var(--mine-card) * 1.16 + 6px));--mine-card: clamp(46px, min(15cqb, 36cqi / var(--mine) - 8px), 76px);--free: calc(100cqb - var(--status) - var(--hand-row) - 4 * var(--gap) - 20px);--lane: calc((100cqi - 170px - var(--aside) - 4 * var(--gap)) / (var(--columns) * var(--rows)));--high: calc((var(--free) - var(--title) - 4px) / 1.4);--card: clamp(34px, min(var(--croupier-card, 180px), var(--high), var(--lane) * .84 - 4px), 180px);grid-template:"others middle own" minmax(0,1fr) "status status status" var(--status) "hand hand hand" auto / 150px minmax(0,1fr) auto}.croupier-bar{grid-area:status;display:flex;gap:6px;min-width:0}.croupier-status{flex:1 1 50%}.croupier-others{grid-auto-flow:row;grid-auto-rows:minmax(44px,max-content);grid-auto-columns:1fr;align-content:start;overflow:clip auto}.croupier-open .croupier-seat-zones{inset:var(--gap) var(--gap) auto calc(150px + 2 * var(--gap))}.croupier-direction{--side: -90deg;inset:6px 18px 26px;flex-direction:row}.croupier-shared{flex-wrap:nowrap;max-width:none}.croupier-shared .croupier-spread,.croupier-shared .croupier-spread .croupier-place{width:min(var(--card) * 1.9,var(--lane) * .92)}.croupier-shared .croupier-spread .croupier-cards{height:var(--deep-card)}.croupier-shared .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-zone-title span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:var(--title-lines)}.croupier-marks>span{flex-direction:column;align-items:end}.croupier-view>.croupier-own{grid-area:own;max-width:42cqi}.croupier-tray{flex:none;max-width:45%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end}.croupier-tray .croupier-move{max-width:200px;min-height:44px;font-size:13px}.croupier-facts{grid-area:hand;justify-self:end}.croupier-facts dl{right:0;left:auto}.croupier-handless{--title-lines: 2;--aside: 0px;--mine-card: clamp(46px, 20cqb, 90px);--hand-row: calc(var(--mine-card) * 1.4 + var(--title) + 8px)}.croupier-handless>.croupier-own{grid-area:hand;max-width:none}.croupier-zoneless{--aside: 0px}}@container croupier-stage (min-width: 600px) and (min-height: 480px){.croupier-view{--gap: 8px;--head: 34px;--title: 30px;--status: 60px;--words: 16px;--tray: 0px;--fit: var(--most);--seat-lines: 1;--mini: clamp( 34px, min(7.4cqb, ((100cqi - 5 * var(--gap)) / min(var(--others), 3) - 8px) / var(--fit) - 2px), 104px );--seats: calc(var(--head) + var(--seat-lines) * (var(--mini) * 1.4 + var(--title)) + 10px);--hand: clamp(64px, min(15.4cqb, 11.5cqi), 240px);--hand-row: calc(var(--hand) * 1.4 + 18px);--mine-card: clamp(44px, min(9.6cqb, 38cqi / var(--mine) - 8px), 150px);--mine-row: 0px;--lane: calc((100cqi - 100px) / var(--zones));--free: calc(100cqb - var(--seats) - var(--status) - var(--hand-row) - 7 * var(--gap) - 20px);--high: calc((var(--free) - var(--title) - 12px) / var(--deep));--card: clamp( 44px, min(var(--croupier-card, 260px), var(--high), var(--lane) * .8, var(--hand) * 1.3), 300px );grid-template:"others others" var(--seats) "middle middle" minmax(0,1fr) "status status" var(--status) "mine hand" auto / auto minmax(0,1fr);padding:calc(var(--gap) * 1.5)}.croupier-handless{--mine-card: clamp(56px, min(12cqb, 80cqi / var(--mine) - 12px), 200px);--hand-row: calc(var(--mine-card) * 2.1 + var(--title) + 10px)}.croupier-view>.croupier-own{grid-area:mine}.croupier-own .croupier-spread{width:var(--card)}.croupier-own .croupier-spread .croupier-cards{height:calc(var(--hand-row) - var(--title) - 12px)}.croupier-own .croupier-spread .croupier-card{--width: min(100cqi, 100cqb / (1.4 + .38 * (var(--n) - 1)));--step: calc(100cqb - 1.4 * var(--width));--across: min(var(--width) * .4, var(--step) / max(1, var(--n) - 1));transform:translate(calc((100cqi - var(--width)) / 2),calc(var(--across) * var(--i)))}.croupier-handless>.croupier-own{grid-column:1 / -1}.croupier-handless .croupier-own .croupier-spread{--sheet: calc((var(--hand-row) - var(--title) - 12px) / 1.4);width:min(var(--sheet) * 2.4,92cqi / var(--mine) - 12px)}.croupier-handless .croupier-own-zones{gap:14px}.croupier-handless .croupier-own .croupier-spread .croupier-card{--width: min(100cqb / 1.4, 100cqi / (1 + .28 * (var(--n) - 1)));--step: calc(100cqi - var(--width));--across: min(var(--width) * .46, var(--step) / max(1, var(--n) - 1));transform:translate(calc(var(--across) * var(--i)))}.croupier-others{grid-auto-columns:minmax(max(200px,var(--fit) * (var(--mini) + 2px) + 8px),1fr);justify-items:center;overflow:auto hidden}.croupier-seat{width:100%;max-width:max(430px,40cqi)}.croupier-seat-head{display:flex;height:var(--head);padding:2px 10px}.croupier-seat-head .croupier-tag{display:block}.croupier-seat-head .croupier-held{display:none}.croupier-seat-head .croupier-points{margin-left:auto}.croupier-view:has(.croupier-choices)>.croupier-facts{display:block}.croupier-tray>button{align-self:center}.croupier-facts{grid-area:middle;align-self:start;justify-self:end}.croupier-facts dl{inset:46px 0 auto auto}.croupier-opener{display:none}.croupier-view .croupier-seat-zones{--card: var(--mini);position:static;gap:2px;justify-content:safe center;padding:0 4px 8px;overflow:auto hidden;visibility:visible;background:none;border:0;box-shadow:none}.croupier-seat-zones .croupier-zone{flex:0 1 calc(var(--card) * 1.4);min-width:var(--card)}.croupier-seat-zones .croupier-spread{flex-grow:1;max-width:calc(var(--card) * 1.9)}.croupier-seat-zones .croupier-zone-title{font-size:11px;line-height:12px}.croupier-shared{--apart: max(var(--card) * .22, min(92px, var(--lane)) - var(--card) * 1.16);flex-wrap:nowrap;width:max-content;gap:0 var(--apart);align-items:center;max-width:none}.croupier-shared .croupier-zone-title{margin-right:calc(4px - var(--apart))}.croupier-direction{--side: -90deg;inset:4px 8% 24px;flex-direction:row}.croupier-notes{inset:2px auto auto 2px;flex-wrap:wrap;max-width:80%}.croupier-bar{grid-area:status;display:flex;gap:12px;align-items:stretch;min-width:0;padding:0 10px;background:var(--shade);border-radius:var(--radius)}.croupier-bar:has(>.croupier-asked){box-shadow:inset 0 0 0 3px var(--mark)}.croupier-status,.croupier-status.croupier-asked{flex:1 1 40%;padding-inline:4px;background:none;box-shadow:none}.croupier-tray{flex:none;max-width:44%;align-items:end;height:auto;padding:0}.croupier-tray>.croupier-moves{align-content:safe center;justify-content:end;padding:4px}.croupier-tray .croupier-move{max-width:240px}}@media(min-width:700px){.croupier-sheet{margin:auto}}@container croupier-stage (min-width: 600px) and (max-width: 899.9px) and (min-height: 640px){.croupier-view{--fit: min(var(--most), 3);--seat-lines: var(--lines)}.croupier-view .croupier-seat-zones{flex-wrap:wrap}.croupier-seat-zones .croupier-zone{flex-basis:var(--card)}}@container croupier-stage (min-width: 900px) and (min-height: 600px){.croupier-view{--status: clamp(62px, 7cqb, 84px);--words: clamp(16px, 2cqb, 22px)}.croupier-status>.croupier-name{font-size:var(--words)}.croupier-seat-head,.croupier-middle,.croupier-own,.croupier-log{--letters: clamp(12px, 1.5cqb, 17px)}.croupier-zone-title{font-size:var(--letters, 11px);line-height:1.1}.croupier-seat-head{font-size:clamp(15px,1.8cqb,20px)}.croupier-log{font-size:clamp(13px,1.5cqb,17px)}.croupier-status>.croupier-name{display:block;flex:none;max-width:200px}.croupier-own-hand [role=option]{--middle: calc(var(--i) - (var(--n) - 1) / 2);transform:translate(calc(var(--left) + var(--column-step) * var(--i)),calc(var(--middle) * var(--middle) * 1px)) rotate(calc(var(--middle) * .8deg))}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}';Se(ht);const ft=4;function mt({opened:e,say:r,close:t}){const{history:a}=e,{language:o}=G().preferences,{steps:n,progress:i}=Wr(a),s=Vr(n.length,i),l=V(()=>kt(e,r),[e,r]),[p,u]=k(null),h=qe("(max-width: 48rem)"),m=e.record!==null&&!h&&a.seats<=ft?void 0:a.viewers[0],[v,$]=k(m),x={opened:e,say:r,names:l,time:s,steps:n,progress:i,onRule:u},d=v===void 0?a.viewers:[v];return c`<${vt} shown=${x} close=${t} />
<${bt} shown=${x} />
${n.length===0?c`<p class="empty" role="status">${r(i.isLive?"notDealt":"noPast")}</p>`:c`<${st} shown=${x} />
<div class="table-in-time">
<${pt} shown=${x} />
<div class="boards-and-viewers">
<${wt} shown=${x} viewer=${v} setViewer=${$} />
<${$t} shown=${x} viewers=${d} setViewer=${$} />
</div>
${p!==null?c`<${gt} ...${{game:e.game.id,rule:p,language:o}} onClose=${()=>u(null)} />`:c`<${rt} shown=${x} viewer=${d[0]} />`}
</div>`}`}const xt=async()=>(await import("./panel.js")).RulePanel;function gt(e){const{module:r}=Y(xt);return r&&c`<${r} ...${e} />`}function vt({shown:{opened:e,say:r,steps:t,progress:a},close:o}){const{game:n,record:i,table:s,history:l}=e,p=Math.max(0,...t.map(({ply:h})=>h)),u=r("summary",{game:n.title,seats:l.seats,moves:p});return c`<header class="explorer-head">
<h1>${u}${a.isLive&&c` <small class="live">${r("live")}</small>`}</h1>
<div class="ways">
${s&&c`<a class="button quiet" href=${`/play#s=${s.id}`}>${r("goToTable")}</a>`}
${i&&c`<button class="button quiet" onClick=${()=>Mt(i)}>${r("download")}</button>`}
<button class="button" onClick=${o}>${r("openAnother")}</button>
</div>
</header>`}function bt({shown:{opened:e,say:r,progress:t,onRule:a}}){const{error:o}=t;if(!o)return null;const n=o instanceof Oe,i=n?c`<${ye} error=${o} say=${r} />`:c`<${Ae} error=${o} />`,s=n?o.rule:null;return c`<p class="trouble banner-line" role="alert">
${i}
${s&&c` <button class="link" onClick=${()=>a(`${s}`)}>${r("rule",{number:s})}</button>`}
${!n&&c` <button class="button" onClick=${()=>e.history.play()}>${r("retry")}</button>`}
</p>`}function wt({shown:{opened:e,say:r,names:t},viewer:a,setViewer:o}){const{viewers:n}=e.history,i=n.length>1?[void 0,...n]:n;return c`<div class="viewers" role="group" aria-label=${r("viewers")}>
${i.map(s=>{const l=()=>o(s);return c`<button class="chip" key=${`${s}`} aria-pressed=${a===s} onClick=${l}>
${s===void 0?r("sideBySide"):t(s)}
</button>`})}
</div>`}function $t({shown:e,viewers:r,setViewer:t}){const{say:a}=e,o=r.length===1;return c`<div class=${`boards${o?"":" many"}`} role="group" aria-label=${a("boards")}>
${r.map(n=>c`<${yt} key=${`${n}`} ...${{shown:e,viewer:n,isOne:o,setViewer:t}} />`)}
</div>`}function yt({shown:{opened:e,say:r,names:t,time:a},viewer:o,isOne:n,setViewer:i}){const{language:s}=G().preferences,{position:l,isStale:p}=ke(e.history,a.step,o),u=t(o),h=()=>i(o),f=e.table?.session.seats??[],m={game:e.game,language:s,names:t,seats:f,seatCount:e.history.seats};return c`<div
class=${`one-board felt${p?" stale":""}`}
style=${Ee(e.game.id)}
role="group"
aria-label=${r("seenBy",{name:u})}
aria-busy=${p}
>
${!n&&c`<h2>
<button class="link" title=${r("lookOnly",{name:u})} onClick=${h}>${u}</button>
</h2>`}
${l&&c`<${Br} view=${l.view} ...${m} />`}
</div>`}function kt({table:e},r){const t=e?.session.seats??[];return a=>a===null?r("spectator"):_r(t,a)??r("seat",{number:a+1})}function Mt(e){const r=document.createElement("a");r.href=URL.createObjectURL(new Blob([JSON.stringify(e)],{type:"application/json"})),r.download=`${e.game}-${e.seed.slice(0,8)}.json`,r.click(),URL.revokeObjectURL(r.href)}var Ct=Object.freeze({__proto__:null,Viewer:mt});export{ye as B,Me as C,Se as a,Ct as v};
