import{f as s,G as w,Y as B,Q as M,J as T,Z as N,K as ge,c as K,u as j,d as me,F as be}from"./main-eu8d63yn.js";import{B as xe}from"./opening-i0qrgf7n.js";const I={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points} points",unknown:"unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count} cards",card:"1 card",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",allMoves:"All moves ({count})",choose:"Choose a card or a move:",chooseCard:"Choose a card",chooseMove:"Choose a move:",chooseTarget:"Touch a marked place, or choose:",confirm:"Touch again to play:",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},ve={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points} Punkte",unknown:"unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count} Karten",card:"1 Karte",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug:",chooseCard:"W\xE4hle eine Karte",chooseMove:"W\xE4hle einen Zug:",chooseTarget:"Ber\xFChre einen markierten Platz, oder:",confirm:"Noch einmal ber\xFChren zum Spielen:",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},we={en:I,de:ve},_={en:/^(the|a|an) /i,de:/^(der|die|das) /i};function b(e,r,t={}){return U((we[e]??I)[r],t)}function U(e,r){return e.replace(/\{(\w+)(?::\w+)?\}/g,(t,n)=>String(r[n]??t))}function ye(e,r){const t=r.replace(_[e]??_.en,"");return t.charAt(0).toLocaleUpperCase(e)+t.slice(1)}const V="hand",q=10;function ke(e,r){const t=e.viewer??0,n=Array.from({length:r},(i,a)=>(t+a)%r).map(i=>Me(e,i)),o=e.zones.filter(({owner:i})=>i===null);return e.viewer===null?{own:null,others:n,shared:o}:{own:n[0],others:n.slice(1),shared:o}}function Me(e,r){const t=e.zones.filter(({owner:o})=>o===r),n=t.find(({kind:o})=>o===V)??null;return{seat:r,hand:n,zones:t.filter(o=>o!==n)}}function Se(e,r=new Map){const t=new Map(r);for(const{kind:n,cards:o}of e.zones)n===V?t.set(n,"hand"):o.includes(null)?t.set(n,"pile"):t.has(n)||t.set(n,"spread");return t}function Ce(e,r){const t=r==="pile"?Math.min(3,e.count):q,n=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(n).map((o,i)=>({card:o,index:n+i}))}function Te(e,r,t){return ye(t,e.owner===null?e.label:Le(e,r.vocabulary))}function Le(e,r){const t=r.zones.find(({key:i})=>i===e.kind)?.template??"",n=t.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(n===t)return e.label;const o=e.label.match(new RegExp(`^${Oe(t).replace(Ae,"(?<$1>.+?)")}$`));return o?U(n,o.groups??{}):e.label}const Ae=/\\\{(\w+)(?::\w+)?\\\}/g,Oe=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function F({name:e,value:r,display:t},{events:n},o){return r==="none"||r===""?null:n.find(({key:a})=>a===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(a=>o(Number(a))).join(", "):t}const ze=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),Ze=(e,r)=>e.filter(t=>t.zone===r&&t.weight==="RULE"&&t.value!=="none"&&t.display!=="0");function He({code:e,label:r},{vocabulary:t}){const n=t.powers.find(({key:o})=>o===e)?.template;return n?`${r}
${n}`:r}function De(e,r){if(e.count===0)return`${e.label}: ${b(r,"noCards")}`;const t=e.cards.filter(a=>a!==null).map(a=>a.label),n=e.count-t.length,o=[...t.slice(-q),...n?[b(r,"hidden",{count:n})]:[]],i=e.value===null?"":` (${e.value})`;return`${e.label}${i}: ${O(e.count,r)}, ${o.join(", ")}`}const O=(e,r)=>e===1?b(r,"card"):b(r,"cards",{count:e});function y(e,r,t,n=-90){return`M${Array.from({length:2*e},(i,a)=>{const l=(n+180*a/e)*Math.PI/180,p=a%2?t:r;return`${(24+p*Math.cos(l)).toFixed(1)} ${(24+p*Math.sin(l)).toFixed(1)}`}).join("L")}Z`}const z=(e,r,t=-90)=>y(e,r,r*Math.cos(Math.PI/e),t),x=(e,r,t)=>`M${e-t} ${r}a${t} ${t} 0 1 0 ${2*t} 0a${t} ${t} 0 1 0 ${-2*t} 0Z`,Y=[y(8,23,12.5)+x(24,24,5.5),x(24,24,22)+"M24 2a11 11 0 0 1 0 22a11 11 0 0 0 0 22a22 22 0 0 0 0-44Z"+x(24,13,3.6)+x(24,35,3.6),"M24 44C10 33 2.5 25.5 2.5 16.2C2.5 9.5 7.7 4.5 13.8 4.5c4.2 0 8 2.3 10.2 6c2.2-3.7 6-6 10.2-6c6.1 0 11.3 5 11.3 11.7C45.5 25.5 38 33 24 44Z","M6.5 34L3 13.5l11 8L24 5l10 16.5l11-8L41.5 34ZM6.5 37.5h35v5.5h-35Z",x(24,13.5,10)+x(12.8,29,10)+x(35.2,29,10)+"M22 27h4l3.5 18h-11Z","M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z","M31 3.5A21 21 0 1 0 44.5 31A17 17 0 0 1 31 3.5Z","M28 2L8 27.5h13L18 46L40 19H26.5Z","M43 5C20 4 6 13 6 28c0 3 1 6 2.5 8.5L4 43l3 2.5l5-6.5C25 47 43 38 43 5ZM33 14L14 35.5l-1.5-1.5Z","M2 42L17 17l9 14l6-9l14 20Z"+x(36,11,6.5)],Z=[z(4,23),x(24,24,19),"M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z",z(3,26),z(6,22),"M6 6h36v36H6Z",y(5,24,10),"M17 3h14v14h14v14H31v14H17V31H3V17h14Z"],Ee=y(14,24,17),W=["M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0-44ZM24 8.5c3.3 0 6.3 1 8.8 2.7L11.2 32.8A15.5 15.5 0 0 1 24 8.5ZM36.8 15.2A15.5 15.5 0 0 1 15.2 36.8Z","M5 3h21v5H10v22H5ZM14 12h28v34H14ZM25.5 20v6.5H19v5h6.5V38h5v-6.5H37v-5h-6.5V20Z","M30 4l14 11.5L30 27v-7.5H8v-8h22ZM18 21v7.5h22v8H18V44L4 32.5Z",y(12,23,14),"M24 9C12 9 4 18 1 24c3 6 11 15 23 15s20-9 23-15C44 18 36 9 24 9Z"+x(24,24,9.5)+x(24,24,4.5),"M4 20h16v24H4ZM28 20h16v24H28ZM16 4h16v13H16Z"],Pe=[x(24,24,22.5)+x(24,24,17)+y(4,17,6),"M24 46c-4-5-6-9-6-14c-5 1-11 0-16-7c4 0 7-1 9-3C7 19 4 14 4 5c5 6 10 9 16 9c0-4 1-8 4-12c3 4 4 8 4 12c6 0 11-3 16-9c0 9-3 14-7 17c2 2 5 3 9 3c-5 7-11 8-16 7c0 5-2 9-6 14Z"+x(20.5,18.5,1.6)+x(27.5,18.5,1.6),x(24,24,22)+y(6,18,8),"M25 2c2 9 15 15 15 28a16 16 0 0 1-32 0c0-7 4-11 7-15c1 5 3 7 5 8c-1-8 1-15 5-21Z"],k=e=>Array.from({length:20},(r,t)=>e(t)).join(""),Re=(e,r)=>Array.from({length:99},(t,n)=>{const[o,i]=[Math.floor(n/9),n%9];return x(i*e+(o%2?e/2:0)-2,o*e+2,r)}).join(""),G=[{d:k(e=>`M${e*14-140} 145l160-160`),width:4},{d:Re(14,2.6),width:0},{d:k(e=>`M-6 ${e*13}q8-9 16 0t16 0t16 0t16 0t16 0t16 0t16 0`),width:2.6},{d:k(e=>`M-5 ${e*16}l15 12l15-12l15 12l15-12l15 12l15-12l15 12l15-12`),width:2.6},{d:k(e=>`M${e*14-4} 0v140M0 ${e*14}h100`),width:1.6},{d:k(e=>`M${e*12+2} 0v140`),width:3},{d:k(e=>`M${e*20-160} 145l160-160M${e*20-160} -5l160 160`),width:1.8},{d:k(e=>`M0 ${e*12+3}h100`),width:3}],S={red:{body:"#c62a35",ink:"#fff",paper:"#fdeceb"},yellow:{body:"#f2b90f",ink:"#2f2200",paper:"#fff6d8"},blue:{body:"#2459c4",ink:"#fff",paper:"#e7effd"},green:{body:"#18794a",ink:"#fff",paper:"#e3f5ea"},purple:{body:"#7440b8",ink:"#fff",paper:"#f2eafc"},orange:{body:"#d9641a",ink:"#fff",paper:"#fdeee2"},black:{body:"#2b2e38",ink:"#fff",paper:"#eceef2"},white:{body:"#d9d4c8",ink:"#26231c",paper:"#fffdf8"}},J=Object.keys(S),Be={body:"#4a5568",ink:"#fff",paper:"#fbf8f1"},Q={body:"#262a3b",ink:"#ffd86b",paper:"#323851"},H=["wild","any","joker"],X=new WeakMap;function Ne(e,r){const t=X.get(r.cards)??new Map;X.set(r.cards,t);const n=t.get(e.code)??Ke(e,r.cards);return t.set(e.code,n),n}function Ke(e,r){const t=E(r.map(({color:c})=>c).filter(c=>c&&!H.includes(c))),n=e.color?te(e.color,t):-1,o=E(r.filter(({color:c})=>c===null==(e.color===null)).map(({suit:c})=>c)),i=e.suit===null?-1:o.filter(Boolean).indexOf(e.suit),a=e.color===null?Pe:Y,l=Ie(e,r),p=n<0?null:Z[n%Z.length],u=e.color!==null&&H.includes(e.color);return{hue:je(e,n,t.length>0),bands:u?t.map(c=>ee(c,te(c,t)).body):[],pattern:n<0?null:n%G.length,index:l,mark:i<0?p:a[i%a.length],emblem:i>=0?a[i%a.length]:_e(e,r),code:e.code.length<2?"":e.code}}function je(e,r,t){return r>=0?ee(e.color,r):t?Q:Be}function ee(e,r){if(S[e])return S[e];const t=r*137.5%360;return{body:`hsl(${t} 60% 38%)`,ink:"#fff",paper:`hsl(${t} 70% 95%)`}}function te(e,r){if(H.includes(e))return-1;if(S[e])return J.indexOf(e);const t=Z.map((o,i)=>i).filter(o=>!r.includes(J[o])),n=r.filter(o=>!S[o]).indexOf(e);return t[n%t.length]??n}function Ie(e,r){if(e.value!==null&&(e.color!==null||r.every(({color:n})=>n===null)))return`${e.value}`;if(e.color!==null)return D(e,r);const t=e.label.split(" ").at(-1)??"";return e.suit!==null&&t.length<=3?t:e.code.replace("-","\u2212")}function D({code:e,color:r},t){const n=t.filter(o=>o.color===r).map(o=>o.code);return e.slice(Ue(n))||e}function _e(e,r){if(e.value!==null||e.color===null)return null;const t=r.filter(({value:o,color:i})=>o===null&&i!==null),n=E(t.map(o=>D(o,r)));return W[n.indexOf(D(e,r))%W.length]}function Ue(e){const[r,...t]=e;let n=0;for(;n<r.length&&t.every(o=>o[n]===r[n]);)n++;return t.length?n:0}const E=e=>[...new Set(e)];function re({card:e,game:r}){const{hue:t,bands:n,pattern:o,index:i,mark:a,emblem:l,code:p}=Ne(e,r),u=o===null&&t===Q,c=u&&n.length===0?t.ink:n.length?t.body:oe(t),d=i.length>1,f=d?40:u?46:66,h=u?t.body:c,$=u?t.ink:c;return s`<svg class="croupier-face" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ie}>
    <rect width="100" height="140" fill=${t.body} />
    <rect x="33" y="6" width="61" height="128" rx="9" fill=${n.length?"#fff":t.paper} />
    ${n.map((g,m)=>{const v=128/n.length;return s`<rect x="33" y=${6+m*v} width="61" height=${v} fill=${g} opacity=".9" />`})}
    ${n.length>0&&s`<circle cx="63.5" cy="64" r="28" fill="#fff" />`}
    ${o!==null&&s`<${Ve} pattern=${o} color=${oe(t)} />`}
    ${o!==null&&s`<ellipse cx="63.5" cy="64" rx="29" ry="33" fill=${t.paper} />`}
    ${!l&&u&&s`<path d=${Ee} fill=${t.ink} transform="translate(29.5 34) scale(1.417)" />`}
    ${l?s`<path d=${l} fill=${c} fill-rule="evenodd" transform="translate(40 40.5)" />`:s`<text x="63.5" y=${64+f*.37} ...${P} font-size=${f} fill=${h}>${i}</text>`}
    <text x="17" y="33" ...${P} font-size=${d?20:33} fill=${t.ink}>${i}</text>
    ${a&&s`<path d=${a} fill=${t.ink} fill-rule="evenodd" transform="translate(6 44) scale(.458)" />`}
    ${p&&s`<rect x="42" y="108" width="43" height="20" rx="6" fill=${u?t.body:t.paper} />`}
    <text x="63.5" y="124" ...${P} font-size="17" letter-spacing="1" fill=${$}>${p}</text>
  </svg>`}function ne(){return s`<svg class="croupier-back" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ie}>
    <rect width="100" height="140" fill="#f5efe0" />
    <rect x="6" y="6" width="88" height="128" rx="8" fill="#223a5e" />
    <path d=${qe} fill="none" stroke="#3d5d8c" stroke-width="2" />
    <path d="M50 38L74 70L50 102L26 70Z" fill="#223a5e" stroke="#d9b45b" stroke-width="3" />
    <path d=${Y[0]} fill="#d9b45b" fill-rule="evenodd" transform="translate(37 57) scale(.54)" />
  </svg>`}function Ve({pattern:e,color:r}){const{d:t,width:n}=G[e];return s`<svg x="33" y="6" width="61" height="128" viewBox="0 0 61 128" opacity=".38">
    <path d=${t} ...${n?{fill:"none",stroke:r,"stroke-width":n}:{fill:r}} />
  </svg>`}const oe=e=>e.ink==="#fff"?e.body:e===S.yellow?"#8a6100":e.ink,ie={borderRadius:"7% / 5%",display:"block"},P={"text-anchor":"middle","font-weight":800,"font-family":"ui-rounded, system-ui, sans-serif"},qe=Array.from({length:15},(e,r)=>{const t=6+r*16,[n,o]=[Math.max(6,t-128),Math.min(94,t)],[i,a]=[Math.max(6,t-88),Math.min(134,t)];return`M${n} ${a}L${o} ${i}M${100-o} ${i}L${100-n} ${a}`}).join(""),Fe={cards:[],zone:null,seat:null},Ye=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function We(e,r){if(Ye(r))return[];const t=e.filter(o=>Ge(o,r)),n=t.filter(o=>o.cards.length<=r.cards.length);return[...n,...t.filter(o=>!n.includes(o))]}function Ge(e,{cards:r,zone:t,seat:n}){return n!==null&&e.seat!==n||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:o})=>e.from===null||e.from===o)&&Je(e,r)}function Je(e,r){const t=e.cards.map(({code:n})=>n);return r.every(({code:n})=>{const o=t.indexOf(n);return o>=0&&t.splice(o,1),o>=0})}const ae=({cards:e},r)=>e.some(({zone:t,index:n})=>t===r.zone&&n===r.index),se=(e,r)=>We(e,{...Fe,cards:[r]}).length>0;function A({zone:e,drawn:r}){const{view:t,shapes:n,game:o,language:i,playing:a}=r,l=n.get(e.kind)??"spread",p=Ce(e,l),u=a?.targets.zones.has(e.key),c=a?.selection.zone===e.key,d=`${u?" croupier-target":""}${c?" croupier-chosen":""}`,f={"--n":p.length};return s`<div
    class="croupier-zone croupier-${l}${d}"
    part=${u?"zone target":"zone"}
    data-zone=${e.key}
    title=${e.label}
    onClick=${a&&(()=>a.touchZone(e.key))}
  >
    <div class="croupier-zone-title">${Te(e,o,i)}</div>
    <div class="croupier-cards" role="img" aria-label=${De(e,i)} style=${f}>
      ${p.map(({card:h,index:$},g)=>s`<${Xe} key=${$} ...${{zone:e,drawn:r,card:h,index:$,place:g}} />`)}
      ${(l==="pile"?e.count>0:e.count>p.length)&&s`<b class="croupier-count" aria-hidden="true">${e.count}</b>`}
      ${e.value!==null&&s`<b class="croupier-value" aria-hidden="true">${e.value}</b>`}
      <${Qe} facts=${Ze(t.facts,e.key)} ...${r} />
    </div>
  </div>`}function Qe({facts:e,game:r,names:t}){return s`<span class="croupier-marks" aria-hidden="true">
    ${e.map(n=>{const o=F(n,r.vocabulary,t);return s`<b key=${n.name} title=${`${n.label}: ${o}`}>${o}</b>`})}
  </span>`}function Xe({zone:e,drawn:{playing:r,game:t},card:n,index:o,place:i}){const a={zone:e.key,index:o,code:n?.code??""},l=n!==null&&r!==null&&se(r.moves,a),p=r!==null&&ae(r.selection,a),u=c=>{!r||!n||(c.stopPropagation(),r.touchCard(a))};return s`<div
    class="croupier-card${l?" croupier-playable":""}${p?" croupier-chosen":""}"
    part=${l?"card playable":"card"}
    data-index=${o}
    data-code=${n?.code}
    style=${{"--i":i}}
    onClick=${r&&u}
  >
    ${n?s`<${re} card=${n} game=${t} />`:s`<${ne} />`}
  </div>`}let et=0;function tt({zone:e,drawn:r}){const{playing:t,game:n,language:o}=r,[i,a]=w(0),l=Math.min(i,e.count-1),p=B(()=>`croupier-hand-${++et}`,[]),u=d=>`${t?.id??p}-card-${d}`,c=d=>{const f=rt(d.key,l,e.count);f!==null&&a(f);const h=e.cards[l]?.code;d.key==="Enter"&&h&&t?.enter({zone:e.key,index:l,code:h}),(f!==null||d.key==="Enter")&&d.preventDefault()};return s`<div
    class="croupier-own-hand${t?.moves.length?" croupier-deciding":""}"
    part="hand"
    data-zone=${e.key}
    style=${{"--n":Math.max(1,e.count)}}
  >
    <div
      role="listbox"
      class="croupier-cards"
      tabindex="0"
      aria-label=${`${b(o,"yours")}: ${O(e.count,o)}`}
      aria-activedescendant=${e.count?u(l):void 0}
      onKeyDown=${c}
    >
      ${e.cards.map((d,f)=>{const h={zone:e.key,index:f,code:d?.code??""},$=t!==null&&d!==null&&se(t.moves,h),g=t!==null&&ae(t.selection,h),m=[$&&"croupier-playable",g&&"croupier-chosen",f===l&&"croupier-active"],v=d?.label??b(o,"hiddenCard");return s`<div
          key=${f}
          id=${u(f)}
          role="option"
          class=${["croupier-card",...m.filter(Boolean)].join(" ")}
          part=${$?"card playable":"card"}
          data-index=${f}
          data-code=${d?.code}
          aria-selected=${g?"true":"false"}
          title=${d?He(d,n):v}
          style=${{"--i":f}}
          onClick=${()=>{a(f),d&&t?.touchCard(h)}}
        >
          <span class="croupier-unseen">${$?b(o,"playable",{card:v}):v}</span>
          ${d?s`<${re} card=${d} game=${n} />`:s`<${ne} />`}
        </div>`})}
    </div>
  </div>`}function rt(e,r,t){const n=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,n):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?n:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const nt=4,le=2,ot=3;function it({view:e,game:r,language:t,names:n,seatCount:o,seats:i=[],playing:a=null,tray:l=null}){const p=M(new Map);p.current=Se(e,p.current);const u={view:e,game:r,language:t,names:n,playing:a,shapes:p.current},{own:c,others:d,shared:f}=ke(e,o),h=M(null);T(()=>at(h.current),[e.turn.join()]);const $=c&&s`<${ce} drawn=${u} seat=${c.seat} player=${i[c.seat]} />`;return s`<div class="croupier-stage" part="stage" lang=${t}>
    <div class="croupier-view${l?" croupier-sided":""}">
      <div
        class="croupier-others"
        part="others"
        ref=${h}
        role="group"
        tabindex=${d.length>1?0:void 0}
        aria-label=${b(t,"others")}
        style=${{"--n":d.length}}
      >
        ${d.map(g=>s`<${st} key=${g.seat} ...${{drawn:u,other:g,seats:i}} />`)}
      </div>
      <div
        class="croupier-shared${f.length>nt?" croupier-full":""}"
        part="table"
        role="group"
        aria-label=${b(t,"table")}
      >
        ${f.map(g=>s`<${A} key=${g.key} zone=${g} drawn=${u} />`)}
      </div>
      ${c&&s`<div class="croupier-own" part="own" data-seat=${c.seat}>
        ${$}
        ${c.zones.length>0&&s`<div
          class="croupier-own-zones"
          role="group"
          aria-label=${n(c.seat)}
          tabindex=${c.zones.length>le?0:void 0}
        >
          ${c.zones.map(g=>s`<${A} key=${g.key} zone=${g} drawn=${u} />`)}
        </div>`}
      </div>`}
      ${c?.hand&&s`<${tt} zone=${c.hand} drawn=${u} />`}
      ${l&&s`<div class="croupier-side">${l}</div>`}
      <${pt} drawn=${u} />
    </div>
  </div>`}function at(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,n]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(n.left<t.left||n.right>t.right)&&(e.scrollLeft+=n.left-t.left),(n.top<t.top||n.bottom>t.bottom)&&(e.scrollTop+=n.top-t.top)}function st({drawn:e,other:{seat:r,hand:t,zones:n},seats:o}){const{view:i,language:a,playing:l}=e,p=l?.targets.seats.has(r),u=i.turn.includes(r);return s`<div
    role="group"
    class="croupier-seat${p?" croupier-target":""}${u?" croupier-asked":""}"
    part=${u?"seat asked":"seat"}
    data-seat=${r}
    role=${l===null?"group":void 0}
    aria-label=${e.names(r)}
    onClick=${l&&(()=>l.touchSeat(r))}
  >
    <${ce} drawn=${e} seat=${r} player=${o[r]} />
    <div
      class="croupier-seat-zones${n.length>ot?" croupier-crowded":""}"
      tabindex=${n.length>le?0:void 0}
      role="group"
      aria-label=${e.names(r)}
    >
      ${t&&s`<${lt} ...${{zone:t,drawn:e,language:a}} />`}
      ${n.map(c=>s`<${A} key=${c.key} zone=${c} drawn=${e} />`)}
    </div>
  </div>`}function lt({zone:e,drawn:r,language:t}){return s`<div class="croupier-held" title=${`${e.label}: ${O(e.count,t)}`}>
    <${A} zone=${e} drawn=${r} />
    <b class="croupier-count" aria-hidden="true">${e.count}</b>
  </div>`}function ce({drawn:{view:e,names:r,language:t,playing:n},seat:o,player:i}){const a=e.scores.find($=>$.seat===o)?.points??null,l=e.turn.includes(o),p=e.result?.ranking[o],u=r(o),c=n!==null&&o===e.viewer,d=b(t,"isAsked"),f=i?.bot?.level,h=b(t,"points",{points:a??b(t,"unknown")});return s`<header class="croupier-seat-head${l?" croupier-asked":""}">
    <span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(o*137+20)%360}}>
      ${l?"\u25B6":p??ct(u)}
    </span>
    <span class="croupier-name" title=${u}>${c?`${u} (${b(t,"you")})`:u}</span>
    ${f&&s`<span class="croupier-tag" title=${b(t,"botLong",{level:f})}>
      ${b(t,"bot",{level:f})}
    </span>`}
    <span class="croupier-unseen">${l&&d} ${p&&b(t,"rank",{rank:p})}</span>
    <b class="croupier-points" role="img" title=${h} aria-label=${h}>${a??"?"}</b>
  </header>`}const ct=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?";function pt({drawn:{view:e,game:r,language:t,names:n}}){const o=ze(e.facts);return s`<dl class="croupier-facts" part="facts" tabindex="0" aria-label=${b(t,"facts")}>
    ${o.map(i=>{const a=F(i,r.vocabulary,n);return s`<div key=${i.name} class="croupier-fact${a===null?" croupier-none":""}" part="fact">
        <dt>${i.label}</dt>
        <dd>${a??"\u2013"}</dd>
      </div>`})}
  </dl>`}function ut(e,r){const t=e[r]?.name;return t?e.filter(n=>n.name===t).length>1?`${t} (${r+1})`:t:null}function pe({error:{ply:e,message:r,language:t},say:n}){return s`${n("broken",{ply:e})} <span lang=${t}>${r}</span>`}const dt=50;function ft(e){const[,r]=w(0);return T(()=>{const t=()=>r(n=>n+1);return t(),e.subscribe(t)},[e]),{steps:e.steps(),progress:e.progress()}}function ht(e,r){const t=$t(e,r),[n,o]=w(r.isLive?1/0:0),[i,a]=w(null),l=M(void 0),p=M(0),u=N(f=>{clearTimeout(l.current),p.current=C(f,t),a(null),o(f>=t&&r.isLive?1/0:C(f,t))},[t,r.isLive]),c=N(f=>{clearTimeout(l.current),l.current=setTimeout(()=>a(f),f===null?0:dt)},[]),d=C(n,t);return p.current=d,gt(p,t,u),{last:t,pinned:d,step:C(i??d,t),pin:u,hover:c}}const $t=(e,{error:r,done:t})=>Math.max(0,(r?Math.min(t,e):e)-1),C=(e,r)=>Math.max(0,Math.min(e,r));function gt(e,r,t){ge(()=>{const n=o=>{const i=o.target instanceof Element?o.target:null;if(o.defaultPrevented||o.ctrlKey||o.metaKey||o.altKey||i?.closest(mt))return;const a=bt(o.key,e.current,r);a!==null&&(o.preventDefault(),t(a))};return addEventListener("keydown",n),()=>removeEventListener("keydown",n)},[e,r,t])}const mt="input, textarea, select, [role=listbox], [role=tablist], [contenteditable], pre, dialog, .rule-text";function bt(e,r,t){return e==="ArrowLeft"?C(r-1,t):e==="ArrowRight"?C(r+1,t):e==="Home"?0:e==="End"?t:null}const xt=[1,-1,2,-2];function vt(e,r,t){const{done:n}=e.progress(),o=xt.map(i=>r+i).filter(i=>i>=0&&i<n);for(const i of o)e.at(i,t).catch(()=>null)}function ue(e,r,t){const[n,o]=w({position:null,error:null,of:""}),i=`${r} ${t}`;return T(()=>{let a=!0;return e.at(r,t).then(l=>{a&&(o({position:l,error:null,of:i}),vt(e,r,t))},l=>a&&o(({position:p})=>({position:p,error:l,of:i}))),()=>{a=!1}},[e,i]),{...n,isStale:n.of!==i}}const wt=2e3;function de({say:e,text:r}){const[t,n]=w(null);return T(()=>{if(!t)return;const i=setTimeout(()=>n(null),wt);return()=>clearTimeout(i)},[t]),s`<span class="copying">
    <button class="button" onClick=${()=>Promise.resolve(navigator.clipboard?.writeText(r)??Promise.reject()).then(()=>n("copied"),()=>n("notCopied"))}>${e("copy")}</button>
    <span role="status">${t&&e(t)}</span>
  </span>`}const L=[{key:"events",load:async()=>kt},{key:"facts",load:async()=>St},{key:"json",load:async()=>Ct},{key:"request",load:async()=>(await import("./request_panel-m4m4ox55.js")).Requests},{key:"checks",load:async()=>(await import("./verify-jo77youf.js")).Checks},{key:"bots",load:async()=>(await import("./main-eu8d63yn.js").then(function(e){return e.g})).Bots}];function yt({shown:e,viewer:r}){const{say:t,opened:n,time:o}=e,[i,a]=w(0),l=M(null),{position:p,isStale:u}=ue(n.history,o.step,r),{key:c,load:d}=L[i],{module:f,error:h,retry:$}=K(d),g=m=>{const v={ArrowLeft:i-1,ArrowRight:i+1,Home:0,End:L.length-1}[m.key];if(v===void 0)return;m.preventDefault();const R=(v+L.length)%L.length;a(R),l.current?.children[R]?.focus()};return s`<section class="details panel" aria-label=${t("details")}>
    <div class="tabs" role="tablist" ref=${l} onKeyDown=${g}>
      ${L.map((m,v)=>s`<button key=${m.key} id=${`tab-${m.key}`} role="tab" aria-selected=${v===i}
          aria-controls="tab-panel" tabindex=${v===i?0:-1} onClick=${()=>a(v)}>${t(m.key)}</button>`)}
    </div>
    <div class=${`tab-panel${u?" stale":""}`} id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${c}`}>
      ${h&&s`<p class="trouble" role="alert">${t("failed")} <button class="button" onClick=${$}>${t("retry")}</button></p>`}
      ${f&&s`<${f} key=${c} shown=${e} viewer=${r} position=${p} />`}
    </div>
  </section>`}function kt({shown:{say:e,names:r,onRule:t,time:n,steps:o},viewer:i,position:a}){const l=a?.events??[];return s`<h3>${e("eventsAs",{name:r(i)})}</h3>
    ${l.length===0&&s`<p class="hint">${n.step===0?o[0].label:e("eventsNone")}</p>`}
    <ol class="events">
      ${l.map(({sequence:p,sentence:u,rule:c})=>s`<li key=${p}>
          ${u} ${c&&Mt(c)&&s`<button class="link" onClick=${()=>t(c)}>${e("rule",{number:c})}</button>`}
        </li>`)}
    </ol>`}const Mt=e=>!e.startsWith("engine ");function St({shown:{say:e,names:r},viewer:t,position:n}){if(!n)return null;const{facts:o,scores:i,turn:a,legalMoves:l}=n.view;return s`<table>
      <tbody>
        <tr><th scope="row">${e("turn")}</th><td>${a.map(r).join(", ")||e("nobody")}</td></tr>
        ${o.map(({name:p,label:u,value:c})=>s`<tr key=${p}><th scope="row">${u} <code>${p}</code></th><td>${c}</td></tr>`)}
        ${i.map(({seat:p,points:u})=>s`<tr key=${p}><th scope="row">${e("points")}: ${r(p)}</th><td>${u??e("unknown")}</td></tr>`)}
      </tbody>
    </table>
    ${t!==null&&s`<h3>${e("legalMoves",{name:r(t)})}</h3>
      ${l.length===0&&s`<p class="hint">${e("legalNone")}</p>`}
      <ul class="legal">
        ${l.map(({notation:p,label:u})=>s`<li key=${p}>${u} <code>${p}</code></li>`)}
      </ul>`}`}function Ct({shown:{say:e,names:r},viewer:t,position:n}){if(!n)return null;const o=JSON.stringify(n.view,null,2);return s`<div class="with-copy">
      <h3>${e("jsonAs",{name:r(t)})}</h3>
      <${de} say=${e} text=${o} />
    </div>
    <pre tabindex="0">${o}</pre>`}function Tt({shown:{say:e,names:r,time:t,steps:n,progress:o}}){const{last:i,pinned:a,step:l,pin:p,hover:u}=t,c=h=>fe(h,e,r),d=o.done<o.total&&!o.error,f=h=>{h.pointerType==="mouse"&&h.buttons===0&&u(At(h,i))};return s`<div class="timeline" role="group" aria-label=${e("timeline")}>
    <div class="steps">
      <button class="icon" aria-label=${e("first")} disabled=${a===0} onClick=${()=>p(0)}>⇤</button>
      <button class="icon" aria-label=${e("back")} disabled=${a===0} onClick=${()=>p(a-1)}>←</button>
      <output class="at">${e("stepOf",{step:l,last:i})}</output>
      <button class="icon" aria-label=${e("forth")} disabled=${a===i} onClick=${()=>p(a+1)}>→</button>
      <button class="icon" aria-label=${e("last")} disabled=${a===i} onClick=${()=>p(i)}>⇥</button>
    </div>
    <p class="now" aria-live="polite">${c(n[l])}</p>
    <div class="track" onPointerMove=${f} onPointerLeave=${()=>u(null)}>
      <div class="marks" aria-hidden="true">
        ${n.map((h,$)=>s`<i key=${$} data-seat=${h.seat} class=${Lt($,l,o.done)} style=${he(h.seat)} />`)}
      </div>
      <input type="range" min="0" max=${i} value=${a} aria-label=${e("timeline")}
        aria-valuetext=${e("stepSaid",{step:a,last:i,label:c(n[a])})}
        onInput=${h=>p(Number(h.target.value))} />
    </div>
    <p class="hint progress" role="status">${d?e("replaying",{done:o.done,total:o.total}):e("keys")}</p>
  </div>`}const fe=({seat:e,label:r,isSentence:t},n,o)=>t||e===null?r:n("by",{name:o(e),label:r}),Lt=(e,r,t)=>`${e<=r?"past":"ahead"}${e===r?" here":""}${e>=t?" unknown":""}`,he=e=>e===null?{}:{"--hue":(e*137+20)%360};function At(e,r){const{left:t,width:n}=e.currentTarget.getBoundingClientRect();return Math.floor((e.clientX-t)/Math.max(1,n)*(r+1))}function Ot({shown:{say:e,names:r,time:t,steps:n}}){const o=M(null),{last:i,pinned:a,step:l,pin:p,hover:u}=t;T(()=>Zt(o.current,a),[a,n.length]);const c=d=>{const f={ArrowUp:a-1,ArrowDown:a+1,PageUp:a-10,PageDown:a+10}[d.key];f!==void 0&&(d.preventDefault(),p(Math.max(0,Math.min(f,i))),requestAnimationFrame(()=>o.current?.querySelector("[aria-current]")?.focus()))};return s`<section class="move-list panel" aria-labelledby="moves">
    <h2 id="moves">${e("moves")}</h2>
    <ol ref=${o} onKeyDown=${c} onMouseLeave=${()=>u(null)}>
      ${n.map((d,f)=>s`<li key=${f}>
          <button
            class=${f===l?"here":""}
            tabindex=${f===a?0:-1}
            aria-current=${f===a?"step":void 0}
            disabled=${f>i}
            title=${fe(d,e,r)}
            style=${he(d.seat)}
            onClick=${()=>p(f)}
            onMouseEnter=${()=>u(f)}
          >
            <span class="ply">${f===0?"":d.ply}</span>
            <span class="who">${d.seat===null?"":zt(r(d.seat),d.seat)}</span>
            <span class="what">${d.label}</span>
          </button>
        </li>`)}
    </ol>
  </section>`}const zt=(e,r)=>/\d$/.test(e)?`${r+1}`:[...e][0]?.toLocaleUpperCase()??`${r+1}`;function Zt(e,r){const t=e?.children[r];if(!(e&&t instanceof HTMLElement))return;const n=t.offsetTop-e.offsetTop;n<e.scrollTop?e.scrollTop=n-8:n+t.offsetHeight>e.scrollTop+e.clientHeight&&(e.scrollTop=n+t.offsetHeight-e.clientHeight+8)}function $e(e){const r=new CSSStyleSheet;r.replaceSync(e),document.adoptedStyleSheets.push(r)}var Ht='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);font:15px/1.35 system-ui,sans-serif;color:var(--text)}.croupier-board{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-view :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-status{position:relative;display:flex;align-items:center;gap:10px;height:44px;padding:0 14px;overflow:hidden;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}.croupier-status strong{max-height:2.4em;overflow:hidden;line-height:1.2;overflow-wrap:anywhere}.croupier-status.croupier-asked{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}.croupier-connection{margin-left:auto;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:6px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;top:12px;right:14px;font-size:13px}.croupier-stage{container-type:inline-size;color:var(--on-felt);background:radial-gradient(ellipse at 50% 35%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--card: var(--croupier-card, 48px);--own-card: max(44px, var(--card) * .76);--mini: 30px;display:grid;grid-template:"others" "shared" "own" "hand" "side" "facts" / minmax(0,1fr);gap:8px;padding:8px}.croupier-sided{--facts: 116px;--shared: 206px}.croupier-undealt{display:grid;min-height:520px;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(228px,72cqi),1fr);gap:8px;padding:3px;overflow-x:auto;scroll-snap-type:x proximity}.croupier-seat{position:relative;width:100%;min-width:0;max-width:430px;padding:4px 8px 6px;scroll-snap-align:start;background:#0000003d;border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:0 0 0 3px var(--mark)}.croupier-seat-head{display:flex;align-items:center;gap:6px;height:30px}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked .croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-points{flex:none;margin-left:auto;min-width:30px;padding:1px 7px;text-align:center;background:#ffffff29;border-radius:99px}.croupier-seat-zones{--card: var(--mini);display:flex;gap:6px;height:calc(var(--mini) * 1.4 + 46px);padding-top:2px;overflow:auto hidden}.croupier-shared{grid-area:shared;display:flex;flex-wrap:wrap;gap:4px 10px;align-content:center;justify-content:center;min-height:calc(var(--card) * 1.4 + 44px);padding:2px 0 8px}.croupier-zone{--span: 2.2;position:relative;flex:none;container-type:inline-size;width:max(94px,var(--card) * var(--span) + 8px);padding:0 4px 4px;border-radius:9px}.croupier-pile{--span: 1.15}.croupier-hand{--span: 2.6}.croupier-zone-title{display:flex;align-items:end;height:30px;padding-bottom:2px;overflow:hidden;font-size:12px;line-height:14px;overflow-wrap:anywhere;hyphens:auto}.croupier-value{position:absolute;top:-6px;right:-5px;min-width:22px;padding:0 5px;font-size:13px;line-height:20px;text-align:center;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 1px 3px #00000073}.croupier-cards{position:relative;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--step: min(var(--card) * .46, (100cqi - var(--card)) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--card);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--step) * var(--i)))}.croupier-pile .croupier-card{--step: calc(var(--card) * .06)}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-count{position:absolute;right:3px;bottom:3px;min-width:22px;padding:1px 5px;font-size:13px;line-height:18px;text-align:center;color:#fff;background:#0c1016db;border-radius:99px}.croupier-marks{position:absolute;top:-8px;left:-4px;display:flex;gap:3px}.croupier-marks b{padding:0 7px;font-size:13px;line-height:20px;color:#17202a;white-space:nowrap;background:var(--mark);border-radius:99px;box-shadow:0 1px 3px #00000073}.croupier-held{position:relative;flex:none}.croupier-held>.croupier-count{right:7px;bottom:15px}.croupier-target{cursor:pointer;outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-target:after{content:"\\25be";position:absolute;top:-15px;left:calc(50% - 12px);width:24px;font-size:24px;line-height:20px;text-align:center;color:var(--mark)}.croupier-chosen{outline:3px solid var(--mark)}.croupier-seat-zones>*{--span: 2;width:max(64px,var(--card) * var(--span) + 8px)}.croupier-held .croupier-zone{width:100%}.croupier-seat-zones>*,.croupier-own-zones>*{flex:0 1 auto;min-width:max(54px,var(--card) * 1.3)}.croupier-crowded{gap:2px}.croupier-crowded>*{min-width:44px}.croupier-crowded .croupier-zone{padding-inline:0}.croupier-crowded .croupier-zone-title{font-size:11px}.croupier-own-zones .croupier-zone{--span: 1.9}.croupier-shared.croupier-full .croupier-zone{--span: 1.35}.croupier-facts{grid-area:facts;margin:0;padding:6px 10px;font-size:13px;line-height:1.3;background:#0000003d;border-radius:var(--radius)}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:2px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-own{position:relative;grid-area:own;min-width:0;padding:2px 8px 4px;background:#0000003d;border-radius:var(--radius)}.croupier-own-zones{--card: var(--own-card);display:flex;gap:8px;height:calc(var(--own-card) * 1.4 + 48px);padding:3px;overflow:auto hidden}.croupier-own-hand{container-type:inline-size;grid-area:hand;min-width:0;padding:18px 4px 4px}.croupier-own-hand [role=option]{--step: min(var(--card) * 1.08, (100cqi - var(--card)) / max(1, var(--n) - 1));--left: calc(50cqi - var(--card) / 2 - var(--step) * (var(--n) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.78)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -7px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -11px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -17px}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-side{grid-area:side;display:flex;flex-direction:column;gap:8px;min-width:0}.croupier-tray{flex:1;display:grid;grid-template:48px 100px 40px / minmax(0,1fr);gap:4px;padding:6px 10px;background:#0000003d;border-radius:var(--radius)}.croupier-prompt{display:flex;gap:8px;align-items:center;min-width:0}.croupier-prompt span{flex:1;min-width:0;max-height:100%;overflow:hidden;font-size:14px;line-height:1.1}.croupier-prompt button,.croupier-rule{flex:none;min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(158px,1fr));grid-auto-rows:max-content;gap:6px;align-content:start;padding:3px;overflow-y:auto}.croupier-move{min-height:44px;padding:5px 12px;font-size:14px;line-height:1.25;text-align:left;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:10px}.croupier-move:hover{border-color:var(--mark)}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-notice{margin:0;overflow-y:auto;font-size:14px;line-height:1.3}.croupier-told{padding:2px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-slam{position:sticky;bottom:12px;z-index:10;display:flex;flex-wrap:wrap;gap:8px;align-items:end;justify-self:end;width:min(100%,420px);height:0}.croupier-slam>*{transform:translateY(-100%)}.croupier-slam button{flex:1;min-height:76px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}.croupier-log{flex:none;height:68px;margin:0;padding:6px 10px;overflow-y:auto;font-size:14px;background:#0000003d;border-radius:var(--radius)}.croupier-log:empty:before{content:attr(aria-label);opacity:.7}.croupier-log p{margin:0}.croupier-log p:last-child{font-weight:600}@container (min-width: 600px){.croupier-view{--card: var(--croupier-card, 66px);--mini: 34px}}@container (min-width: 600px){.croupier-own{display:flex;gap:8px}.croupier-own>.croupier-seat-head{flex:1;min-width:180px}.croupier-own-zones{flex:0 1 auto;min-width:0;height:calc(var(--own-card) * 1.4 + 46px)}}@container (min-width: 780px){.croupier-view{gap:10px;padding:10px}.croupier-sided{grid-template:"others others" "shared side" "own side" "hand side" / minmax(0,1fr) 250px}.croupier-sided>.croupier-facts{grid-area:side;align-self:end;height:var(--facts);overflow-y:auto}.croupier-sided .croupier-none{display:none}.croupier-others{grid-template-columns:repeat(auto-fit,minmax(max(200px,100% / 5 - 8px),1fr));grid-auto-flow:row;justify-items:center;max-height:268px;overflow:hidden auto}.croupier-sided>.croupier-side{height:0;min-height:calc(100% - var(--facts) - 8px)}.croupier-sided .croupier-shared{min-height:var(--shared)}.croupier-tray{grid-template-rows:62px minmax(0,1fr) 66px;min-height:0}.croupier-prompt{flex-wrap:wrap;gap:2px 8px}.croupier-prompt span{flex:1 0 100%}.croupier-log{height:110px}}@container (min-width: 1100px){.croupier-view{--card: var(--croupier-card, 88px)}.croupier-sided{grid-template-columns:minmax(0,1fr) 300px}}@media(min-height:850px){.croupier-sided{--facts: 184px;--shared: 290px}}@media(pointer:coarse){.croupier-prompt button,.croupier-rule{min-height:44px;padding-inline:14px}.croupier-tray{grid-template-rows:48px 114px 48px}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}';$e(Ht);const Dt=4;function Et({opened:e,say:r,close:t}){const{history:n}=e,{language:o}=j().preferences,{steps:i,progress:a}=ft(n),l=ht(i.length,a),p=B(()=>_t(e,r),[e,r]),[u,c]=w(null),d=me("(max-width: 48rem)"),h=e.record!==null&&!d&&n.seats<=Dt?void 0:n.viewers[0],[$,g]=w(h),m={opened:e,say:r,names:p,time:l,steps:i,progress:a,onRule:c};return s`<${Bt} shown=${m} close=${t} />
    <${Nt} shown=${m} />
    ${i.length===0?s`<p class="empty" role="status">${r(a.isLive?"notDealt":"noPast")}</p>`:s`<${Tt} shown=${m} />
          <div class="table-in-time">
            <${Ot} shown=${m} />
            <div class="boards-and-viewers">
              <${Kt} shown=${m} viewer=${$} setViewer=${g} />
              <${jt} shown=${m} viewers=${$===void 0?n.viewers:[$]} setViewer=${g} />
            </div>
            ${u!==null?s`<${Rt} game=${e.game.id} rule=${u} language=${o} onClose=${()=>c(null)} />`:s`<${yt} shown=${m} viewer=${$===void 0?n.viewers[0]:$} />`}
          </div>`}`}const Pt=async()=>(await import("./panel-mhw1c5m9.js")).RulePanel;function Rt(e){const{module:r}=K(Pt);return r&&s`<${r} ...${e} />`}function Bt({shown:{opened:e,say:r,steps:t,progress:n},close:o}){const{game:i,record:a,table:l,history:p}=e,u=r("summary",{game:i.title,seats:p.seats,moves:Math.max(0,...t.map(({ply:c})=>c))});return s`<header class="explorer-head">
    <h1>${u}${n.isLive&&s` <small class="live">${r("live")}</small>`}</h1>
    <div class="ways">
      ${l&&s`<a class="button quiet" href=${`/play#s=${l.id}`}>${r("goToTable")}</a>`}
      ${a&&s`<button class="button quiet" onClick=${()=>Ut(a)}>${r("download")}</button>`}
      <button class="button" onClick=${o}>${r("openAnother")}</button>
    </div>
  </header>`}function Nt({shown:{opened:e,say:r,progress:t,onRule:n}}){const{error:o}=t;if(!o)return null;const i=o instanceof xe,a=i?s`<${pe} error=${o} say=${r} />`:s`<${be} error=${o} />`;return s`<p class="trouble banner-line" role="alert">
    ${a}
    ${i&&o.rule&&s` <button class="link" onClick=${()=>n(`${o.rule}`)}>${r("rule",{number:o.rule})}</button>`}
    ${!i&&s` <button class="button" onClick=${()=>e.history.play()}>${r("retry")}</button>`}
  </p>`}function Kt({shown:{opened:e,say:r,names:t},viewer:n,setViewer:o}){const{viewers:i}=e.history,a=i.length>1?[void 0,...i]:i;return s`<div class="viewers" role="group" aria-label=${r("viewers")}>
    ${a.map(l=>s`<button class="chip" key=${`${l}`} aria-pressed=${n===l} onClick=${()=>o(l)}>
        ${l===void 0?r("sideBySide"):t(l)}
      </button>`)}
  </div>`}function jt({shown:e,viewers:r,setViewer:t}){const{say:n}=e;return s`<div class=${`boards${r.length>1?" many":""}`} role="group" aria-label=${n("boards")}>
    ${r.map(o=>s`<${It} key=${`${o}`} ...${{shown:e,viewer:o,isOne:r.length===1,setViewer:t}} />`)}
  </div>`}function It({shown:{opened:e,say:r,names:t,time:n},viewer:o,isOne:i,setViewer:a}){const{preferences:l}=j(),{position:p,isStale:u}=ue(e.history,n.step,o),{language:c}=l,d=i?null:s`<h2><button class="link" title=${r("lookOnly",{name:t(o)})} onClick=${()=>a(o)}>${t(o)}</button></h2>`,f=e.table?.session.seats??[];return s`<div class=${`one-board${u?" stale":""}`} role="group" aria-label=${r("seenBy",{name:t(o)})} aria-busy=${u}>
    ${d}
    ${p&&s`<${it} view=${p.view} game=${e.game} language=${c} names=${t} seatCount=${e.history.seats} seats=${f} />`}
  </div>`}function _t({table:e},r){const t=e?.session.seats??[];return n=>n===null?r("spectator"):ut(t,n)??r("seat",{number:n+1})}function Ut(e){const r=document.createElement("a");r.href=URL.createObjectURL(new Blob([JSON.stringify(e)],{type:"application/json"})),r.download=`${e.game}-${e.seed.slice(0,8)}.json`,r.click(),URL.revokeObjectURL(r.href)}var Vt=Object.freeze({__proto__:null,Viewer:Et});export{pe as B,de as C,$e as a,Vt as v};
