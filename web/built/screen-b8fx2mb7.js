import{Y as Z,G as v,Q as S,J as w,f as s,K as _,C as U,g as W,B as pe,u as T,n as fe,b as E,a as L,D as he,T as R,j as me,k as ge,m as $e,q as be,E as xe,c as K,H as ve,I as we,L as I,N as ye,O as ke,Z as Se,R as Te,S as D,P as Ce,U as Me,V as Ae}from"./main-muv1y2d3.js";const y={cards:[],zone:null,seat:null},C=({cards:e,zone:r,seat:t})=>e.length===0&&r===null&&t===null;function k(e,r){if(C(r))return[];const t=e.filter(o=>Y(o,r)),n=t.filter(o=>o.cards.length<=r.cards.length);return[...n,...t.filter(o=>!n.includes(o))]}function Y(e,{cards:r,zone:t,seat:n}){return n!==null&&e.seat!==n||t!==null&&e.to!==t&&e.from!==t?!1:r.every(({zone:o})=>e.from===null||e.from===o)&&ze(e,r)}function ze(e,r){const t=e.cards.map(({code:n})=>n);return r.every(({code:n})=>{const o=t.indexOf(n);return o>=0&&t.splice(o,1),o>=0})}function Oe(e,r,t,n=null){const o=C(r)?null:B(e,r,t.zone),a=!r.cards.some(({zone:d})=>d===t.zone);if(o&&a)return o;const i={...r,cards:[...r.cards,t]};if(r.cards.length&&!H(r,t)&&k(e,i).length)return i;const c={...y,cards:[t]};return k(e,c).length?c:t.zone===n?null:B(e,y,t.zone)}function B(e,r,t){const n={...r,zone:t};if(!C(r)&&k(e,n).length)return n;const o={...y,zone:t};return e.some(a=>a.cards.length===0&&Y(a,o))?o:null}function V(e,r,t){const n={...r,seat:t};return k(e,n).length?n:k(e,{...y,seat:t}).length?{...y,seat:t}:null}const H=({cards:e},r)=>e.some(({zone:t,index:n})=>t===r.zone&&n===r.index);function Ee(e,r){const t=k(e,r),n=t.map(({to:a})=>a).filter(a=>a!==null),o=t.map(({seat:a})=>a).filter(a=>a!==null);return{zones:new Set(n),seats:new Set(o)}}const Le=(e,r)=>e.filter(t=>t.cards.length===0||t.from!==null&&t.from!==r),j=(e,r)=>k(e,{...y,cards:[r]}).length>0,z=[],De=6;let Be=0;function Ne(e,r,{make:t,busy:n,setNotice:o},a){const i=Z(()=>`croupier-${++Be}`,[]),c=Ke(r),d=Ie(r),[l,u]=He(r,c),p=x=>{n||e.getSnapshot().pending||(Ze(a.current),u(y),t(x))},b={moves:c,hand:d,selection:l,select:x=>{o(null);const M=x===null?z:k(c,x),A=!C(l)&&k(c,l).includes(M[0]);M.length===1&&A?p(M[0]):u(x??y)},lift:x=>u({...y,cards:[x]}),play:p,explain:x=>{je(e,x).then(M=>M&&o(M))},cancel:()=>u(y)};return{id:i,...b,...Pe(b,a),targets:Ee(c,l),offered:Re(b),outOfTurn:r.decision?.asked?z:c,isResigned:G(r)}}function Pe({moves:e,hand:r,selection:t,select:n,play:o,explain:a},i){const c=l=>{const u=Oe(e,t,l,r);u===null&&l.zone===r&&a(l);const p=u!==null&&JSON.stringify(u)===JSON.stringify(t);n(p&&k(e,u).length>1?y:u)},d=l=>l!==null&&n(l);return{touchCard:c,touchZone:l=>d(B(e,t,l)),touchSeat:l=>d(V(e,t,l)),enter:l=>{const u=k(e,{...y,cards:[l]});if(u.length===1)return o(u[0]);c(l),u.length>1&&Fe(i.current)},canLift:l=>j(e,l),drop:(l,u,p)=>{const h=qe(e,{...y,cards:[l]},u,p),f=h===null?z:k(e,h);f.length===1?o(f[0]):n(h)}}}function Re({moves:e,hand:r,selection:t}){return C(t)?e.length>De?Le(e,r):e:k(e,t)}const Ke=e=>G(e)?z:e.decision?.moves??z,G=({session:{seats:e,viewerSeat:r}})=>r!==null&&e[r]?.kind==="DEFAULT_POLICY",Ie=({session:{view:e,viewerSeat:r}})=>e?.zones.find(({kind:t,owner:n})=>t==="hand"&&n===r&&n!==null)?.key??null;function He({session:e},r){const[t,n]=v(y),o=t.cards.every(({zone:i,index:c,code:d})=>e.view?.zones.find(({key:u})=>u===i)?.cards[c]?.code===d);return[C(t)||o&&k(r,t).length>0?t:y,n]}async function je(e,{index:r,code:t}){const o=(await e.hand().catch(()=>null))?.cards[r];return o?.card.code!==t||!o.refusal?null:{message:o.refusal.message,rule:o.refusal.rule}}function qe(e,r,t,n){const o=t===null||t===r.cards[0].zone?null:B(e,r,t);if(o?.cards.length)return o;const a=n===null?null:V(e,r,n);return a?.cards.length?a:null}function Fe(e){requestAnimationFrame(()=>e?.querySelector("[data-tray] [data-move]")?.focus())}function Ze(e){const r=e?.getRootNode()?.activeElement;if(!e?.contains(r??null)||!r?.hasAttribute("data-move"))return;(e.querySelector("[role=listbox]")??e.querySelector("[data-tray]"))?.focus({preventScroll:!0})}const J={yourTurn:"Your turn",turnOf:"{names} to play",over:"The table is over",wins:"{names} wins",share:"{names} share the win",waiting:"The cards are not dealt yet",spectator:"You are watching",seat:"Seat {number}",you:"You",and:"{list} and {last}",points:"{points} points",unknown:"unknown",nobody:"nobody",bot:"bot {level}",botLong:"Bot of level {level}",rank:"Rank {rank}",isAsked:"to play",cards:"{count} cards",card:"1 card",noCards:"no cards",hiddenCard:"hidden card",hidden:"{count} hidden",moves:"Moves",allMoves:"All moves ({count})",choose:"Choose a card or a move:",chooseCard:"Choose a card",chooseMove:"Choose a move:",chooseTarget:"Touch a marked place, or choose:",confirm:"Touch again to play:",resigned:"You have given up: your seat moves by itself.",cancel:"Cancel",playable:"{card}, playable",rule:"Rule {number}",stale:"The table has moved on. Look again before you play.",tooEarly:"Too early: a matching card may still be put down.",fault:"That could not be sent:",notShown:"The table cannot be shown: {reason}",reconnecting:"The connection is lost. Trying again \u2026",failed:"The table cannot be watched any more.",latency:"Connection: {millis} ms",slam:"Slam!",slamKey:"Key: Space or M",window:"Only a matching card counts now",timeLeft:"{seconds} s left",events:"What happened",facts:"State of the table",yours:"Your cards",others:"The other seats",table:"The table"},_e={yourTurn:"Du bist am Zug",turnOf:"{names} am Zug",over:"Der Tisch ist zu Ende",wins:"{names} gewinnt",share:"{names} teilen sich den Sieg",waiting:"Die Karten sind noch nicht gegeben",spectator:"Du siehst zu",seat:"Platz {number}",you:"Du",and:"{list} und {last}",points:"{points} Punkte",unknown:"unbekannt",nobody:"niemand",bot:"Bot {level}",botLong:"Bot der Stufe {level}",rank:"Rang {rank}",isAsked:"am Zug",cards:"{count} Karten",card:"1 Karte",noCards:"keine Karten",hiddenCard:"verdeckte Karte",hidden:"{count} verdeckt",moves:"Z\xFCge",allMoves:"Alle Z\xFCge ({count})",choose:"W\xE4hle eine Karte oder einen Zug:",chooseCard:"W\xE4hle eine Karte",chooseMove:"W\xE4hle einen Zug:",chooseTarget:"Ber\xFChre einen markierten Platz, oder:",confirm:"Noch einmal ber\xFChren zum Spielen:",resigned:"Du hast aufgegeben: Dein Platz zieht von selbst.",cancel:"Abbrechen",playable:"{card}, spielbar",rule:"Regel {number}",stale:"Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",tooEarly:"Zu fr\xFCh: Noch kann jemand eine passende Karte dazulegen.",fault:"Das lie\xDF sich nicht senden:",notShown:"Der Tisch l\xE4sst sich nicht zeigen: {reason}",reconnecting:"Die Verbindung ist weg. Neuer Versuch \u2026",failed:"Dem Tisch kann nicht mehr gefolgt werden.",latency:"Verbindung: {millis} ms",slam:"Drauf!",slamKey:"Taste: Leertaste oder M",window:"Jetzt z\xE4hlt nur eine passende Karte",timeLeft:"noch {seconds} s",events:"Was geschah",facts:"Stand am Tisch",yours:"Deine Karten",others:"Die anderen Pl\xE4tze",table:"Der Tisch"},Ue={en:J,de:_e},X={en:/^(the|a|an) /i,de:/^(der|die|das) /i};function m(e,r,t={}){return Q((Ue[e]??J)[r],t)}function Q(e,r){return e.replace(/\{(\w+)(?::\w+)?\}/g,(t,n)=>String(r[n]??t))}function ee(e,r){return r.length<2?r[0]??m(e,"nobody"):m(e,"and",{list:r.slice(0,-1).join(", "),last:r[r.length-1]})}function We(e,r){const t=r.replace(X[e]??X.en,"");return t.charAt(0).toLocaleUpperCase(e)+t.slice(1)}const Ye=e=>e.filter(({weight:r})=>r!=="DETAIL").map(({sentence:r})=>r);function Ve({language:e,lines:r}){const t=S(null);w(()=>{t.current&&(t.current.scrollTop=t.current.scrollHeight)},[r]);const n=m(e,"events");return s`<div
    class="croupier-log"
    part="log"
    role="log"
    aria-live="polite"
    tabindex="0"
    aria-label=${n}
    ref=${t}
  >
    ${r.map(({id:o,sentence:a})=>s`<p key=${o}>${a}</p>`)}
  </div>`}function Ge(){const[e,r]=v([]);return[e,n=>{const o=Ye(n.events).map((a,i)=>({id:`${n.cursor}-${i}`,sentence:a}));o.length&&r(a=>[...a,...o].slice(-30))}]}function Je(e,{session:{cursor:r},pending:t},n,o){const[a,i]=v(null),[c,d]=v(!1),[l,u]=v(null);w(()=>i(null),[r]);const p=f=>{d(!0),setTimeout(()=>{d(!1),i(null)},f)};return{make:async f=>{const g=performance.now();i(null);try{const $=await e.move(f);u(Math.round(performance.now()-g)),i(Xe($,n)),$.kind==="tooEarly"&&p($.retryAfterMillis),o?.($)}catch($){const b=$ instanceof Error?$.message:`${$}`;i({message:m(n,"fault"),detail:b})}},notice:a,setNotice:i,busy:t!==null||c,latency:l}}function Xe(e,r){return e.kind==="illegal"?{message:e.message,rule:e.rule?.number??null}:e.kind==="applied"?null:{message:m(r,e.kind)}}const Qe=["pointerover","pointerdown","focusin"];function er(e){const r=S(null),t=S(null),n=S(()=>{});return w(()=>{const o=new AbortController,a=e.current;let i=!1;n.current=()=>{i||(i=!0,rr(a,r,o.signal).then(c=>t.current=c,()=>null))};for(const c of Qe)a.addEventListener(c,n.current,{signal:o.signal});return()=>{o.abort(),t.current?.end()}},[]),_(()=>t.current?.start()),{dragging:r,measure:()=>t.current?.measure(),show:o=>{o.events.length>0&&n.current(),t.current?.show(o)}}}async function rr(e,r,t){const[{makeFlights:n},{letDrag:o}]=await Promise.all([import("./animation-b3cua3ui.js"),import("./touch-gx4e3aj1.js")]);return t.aborted?null:(o(e,r,t),n(e,()=>r.current.game.cards))}function tr({table:e,language:r,choosing:t,making:{busy:n,notice:o},onRule:a}){const{moves:i,offered:c,selection:d,play:l,cancel:u}=t,[p,h]=v(!1),[f,g]=lr(e),$=!C(d)&&c.length===1?c[0]:null;w(()=>h(!1),[i]),w(()=>g($),[$]);const b=p?i:c;return s`<div class="croupier-tray${n?" croupier-busy":""}" part="tray" data-tray tabindex="-1">
    <div class="croupier-prompt">
      <span>${ir(t,e.session.view,r)}</span>
      ${!C(d)&&s`<button type="button" part="cancel" onClick=${u}>${m(r,"cancel")}</button>`}
      ${i.length>c.length&&s`<button
          type="button"
          part="all-moves"
          aria-expanded=${p?"true":"false"}
          onClick=${()=>h(!p)}
        >
        ${m(r,"allMoves",{count:i.length})}
      </button>`}
    </div>
    <div class="croupier-moves" role="group" aria-label=${m(r,"moves")}>
      ${b.map(x=>s`<${nr} key=${x.notation} ...${{move:x,busy:n,play:l,consider:g}} />`)}
    </div>
    ${o?s`<div key="notice" class="croupier-notice croupier-told" part="notice" role="alert">
          ${o.message} <span lang="en">${o.detail}</span> ${o.rule&&s`<${ar} language=${r} rule=${o.rule} onRule=${a} />`}
        </div>`:s`<div key="effect" class="croupier-notice" part="effect">${f}</div>`}
  </div>`}function nr({move:e,busy:r,play:t,consider:n}){return s`<button
    type="button"
    class="croupier-move"
    part="move"
    data-move=${e.notation}
    aria-disabled=${r?"true":void 0}
    onClick=${o=>!r&&!or(o)&&t(e)}
    onPointerEnter=${()=>n(e)}
    onPointerLeave=${()=>n(null)}
    onFocus=${()=>n(e)}
    onBlur=${()=>n(null)}
  >
    ${e.label}
  </button>`}const or=({detail:e,pointerType:r})=>e>1&&r!=="touch",ar=({language:e,rule:r,onRule:t})=>s`<button type="button" class="croupier-rule" part="rule" onClick=${()=>t?.({number:r})}>
    ${m(e,"rule",{number:r})}
  </button>`;function ir({moves:e,selection:r,offered:t,isResigned:n},o,a){if(n)return m(a,"resigned");if(!C(r))return m(a,t.length===1?"confirm":"chooseTarget");const i=o?.turn.includes(o.viewer??-1);return e.length&&!i?m(a,sr(e)):o?.prompt??""}function sr(e){return e.every(({cards:r})=>r.length>0)?"chooseCard":e.some(({cards:r})=>r.length>0)?"choose":"chooseMove"}const cr=180;function lr(e){const{cursor:r}=e.session,[t,n]=v(""),o=S(new Map),a=S(void 0);return w(()=>(o.current=new Map,n(""),()=>clearTimeout(a.current)),[r,e]),[t,c=>{if(clearTimeout(a.current),!c)return n("");const d=o.current.get(c.notation);if(d!==void 0)return n(d);const l=o.current;a.current=setTimeout(async()=>{const p=((await e.preview(c).catch(()=>null))?.events??[]).filter(({seat:h,count:f})=>h!==null||f).map(({sentence:h})=>h);l.set(c.notation,p.join(" ")),l===o.current&&n(p.join(" "))},cr)}]}function ur({language:e,moves:r,making:{latency:t,busy:n},play:o}){return s`<div class="croupier-slam" part="race">
    ${r.map((a,i)=>s`<button
        type="button"
        part="slam"
        key=${a.notation}
        data-move=${a.notation}
        aria-disabled=${n?"true":void 0}
        aria-keyshortcuts=${i===0?"Space M":void 0}
        onClick=${()=>!n&&o(a)}
      >
        <b>${m(e,"slam")}</b> ${a.label}
        ${i===0&&s`<small>${dr(e,t)}</small>`}
      </button>`)}
  </div>`}function dr(e,r){const t=m(e,"slamKey");return r===null?t:`${t} \xB7 ${m(e,"latency",{millis:r})}`}function re(e,r=Date.now,t=1/0){const n=()=>e?Math.max(0,Math.min(t,Date.parse(e)-r())):0,[o,a]=v(n);return w(()=>{if(a(n()),!e)return;const i=setInterval(()=>{a(n()),n()===0&&clearInterval(i)},200);return()=>clearInterval(i)},[e]),o}function te({millis:e,whole:r,label:t}){return s`<div class="croupier-time" part="time">
    ${e>0&&s`<span class="croupier-time-bar" style=${{transform:`scaleX(${Math.min(1,e/r)})`}}></span>
      <span class="croupier-time-label">${t}</span>`}
  </div>`}function pr(e,r,t){w(()=>hr(e.current),[]),w(()=>{if(r.length===0)return;const n=o=>{o.repeat||o.ctrlKey||o.metaKey||o.altKey||!(o.key===" "?!oe(o,mr):o.key.toLowerCase()==="m"&&!oe(o,ne))||e.current!==fr()||(o.preventDefault(),t(r[0]))};return document.addEventListener("keydown",n),()=>document.removeEventListener("keydown",n)})}const O=new Set;let N=null;function fr(){return[...O].find(r=>r.matches(":focus-within"))??(O.size===1?[...O][0]:N)}function hr(e){const r=new AbortController,t=()=>{N=e};O.add(e);for(const n of["pointerdown","focusin"])e.addEventListener(n,t,{signal:r.signal});return()=>{r.abort(),O.delete(e),N===e&&(N=null)}}const ne="input, textarea, select, [contenteditable]",mr=`${ne}, button, a, summary`;function oe(e,r){const[t]=e.composedPath();return t instanceof Element&&t.matches(r)}function gr({snapshot:{session:e,decision:r,connection:t},language:n,names:o,now:a}){const{view:i}=e,c=re(r?.deadline,a),{reactionMillis:d,moveSeconds:l}=e.settings,u=re(r?.notBefore,a,d??0),p=r?.asked??!1;return s`<div class="croupier-status${p?" croupier-asked":""}" part="status">
    <strong>${$r(e,r,n,o)}</strong>
    <span class="croupier-unseen" aria-live="assertive">${p&&m(n,"yourTurn")}</span>
    ${i?.viewer===null&&s`<span class="croupier-tag">${m(n,"spectator")}</span>`}
    <span class="croupier-connection" role="status">
      ${(t==="reconnecting"||t==="failed")&&m(n,t)}
    </span>
    ${u>0?s`<${te} millis=${u} whole=${d} label=${m(n,"window")} />`:s`<${te}
          millis=${c}
          whole=${(l??1)*1e3}
          label=${m(n,"timeLeft",{seconds:Math.ceil(c/1e3)})}
        />`}
  </div>`}function $r({view:e,status:r},t,n,o){if(!e)return m(n,r==="OPEN"?"waiting":"over");if(e.result){const a=ee(n,e.result.winners.map(o)),i=e.result.winners.length>1?"share":"wins";return`${m(n,"over")}: ${m(n,i,{names:a})}`}return t?.asked?m(n,"yourTurn"):e.turn.length===0?m(n,"over"):m(n,"turnOf",{names:ee(n,e.turn.map(o))})}const ae="hand",ie=10;function br(e,r){const t=e.viewer??0,n=Array.from({length:r},(a,i)=>(t+i)%r).map(a=>xr(e,a)),o=e.zones.filter(({owner:a})=>a===null);return e.viewer===null?{own:null,others:n,shared:o}:{own:n[0],others:n.slice(1),shared:o}}function xr(e,r){const t=e.zones.filter(({owner:o})=>o===r),n=t.find(({kind:o})=>o===ae)??null;return{seat:r,hand:n,zones:t.filter(o=>o!==n)}}function vr(e,r=new Map){const t=new Map(r);for(const{kind:n,cards:o}of e.zones)n===ae?t.set(n,"hand"):o.includes(null)?t.set(n,"pile"):t.has(n)||t.set(n,"spread");return t}function wr(e,r){const t=r==="pile"?Math.min(3,e.count):ie,n=r==="hand"?0:Math.max(0,e.cards.length-t);return e.cards.slice(n).map((o,a)=>({card:o,index:n+a}))}function yr(e,r,t){return We(t,e.owner===null?e.label:kr(e,r.vocabulary))}function kr(e,r){const t=r.zones.find(({key:a})=>a===e.kind)?.template??"",n=t.replace(/\s*\S+\s+\{seat(:\w+)?\}/,"");if(n===t)return e.label;const o=e.label.match(new RegExp(`^${Tr(t).replace(Sr,"(?<$1>.+?)")}$`));return o?Q(n,o.groups??{}):e.label}const Sr=/\\\{(\w+)(?::\w+)?\\\}/g,Tr=e=>e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&");function se({name:e,value:r,display:t},{events:n},o){return r==="none"||r===""?null:n.find(({key:i})=>i===e)?.blanks[0]?.kind==="SEATS"?r.split(",").map(i=>o(Number(i))).join(", "):t}const Cr=e=>["RULE","COUNT"].flatMap(r=>e.filter(({weight:t})=>t===r)),Mr=(e,r)=>e.filter(t=>t.zone===r&&t.weight==="RULE"&&t.value!=="none"&&t.display!=="0");function Ar({code:e,label:r},{vocabulary:t}){const n=t.powers.find(({key:o})=>o===e)?.template;return n?`${r}
${n}`:r}function zr(e,r){if(e.count===0)return`${e.label}: ${m(r,"noCards")}`;const t=e.cards.filter(i=>i!==null).map(i=>i.label),n=e.count-t.length,o=[...t.slice(-ie),...n?[m(r,"hidden",{count:n})]:[]],a=e.value===null?"":` (${e.value})`;return`${e.label}${a}: ${q(e.count,r)}, ${o.join(", ")}`}const q=(e,r)=>e===1?m(r,"card"):m(r,"cards",{count:e});function P({zone:e,drawn:r}){const{view:t,shapes:n,game:o,language:a,playing:i}=r,c=n.get(e.kind)??"spread",d=wr(e,c),l=i?.targets.zones.has(e.key),u=i?.selection.zone===e.key,p=`${l?" croupier-target":""}${u?" croupier-chosen":""}`,h={"--n":d.length};return s`<div
    class="croupier-zone croupier-${c}${p}"
    part=${l?"zone target":"zone"}
    data-zone=${e.key}
    title=${e.label}
    onClick=${i&&(()=>i.touchZone(e.key))}
  >
    <div class="croupier-zone-title">${yr(e,o,a)}</div>
    <div class="croupier-cards" role="img" aria-label=${zr(e,a)} style=${h}>
      ${d.map(({card:f,index:g},$)=>s`<${Er} key=${g} ...${{zone:e,drawn:r,card:f,index:g,place:$}} />`)}
      ${(c==="pile"?e.count>0:e.count>d.length)&&s`<b class="croupier-count" aria-hidden="true">${e.count}</b>`}
      ${e.value!==null&&s`<b class="croupier-value" aria-hidden="true">${e.value}</b>`}
      <${Or} facts=${Mr(t.facts,e.key)} ...${r} />
    </div>
  </div>`}function Or({facts:e,game:r,names:t}){return s`<span class="croupier-marks" aria-hidden="true">
    ${e.map(n=>{const o=se(n,r.vocabulary,t);return s`<b key=${n.name} title=${`${n.label}: ${o}`}>${o}</b>`})}
  </span>`}function Er({zone:e,drawn:{playing:r,game:t},card:n,index:o,place:a}){const i={zone:e.key,index:o,code:n?.code??""},c=n!==null&&r!==null&&j(r.moves,i),d=r!==null&&H(r.selection,i),l=u=>{!r||!n||(u.stopPropagation(),r.touchCard(i))};return s`<div
    class="croupier-card${c?" croupier-playable":""}${d?" croupier-chosen":""}"
    part=${c?"card playable":"card"}
    data-index=${o}
    data-code=${n?.code}
    style=${{"--i":a}}
    onClick=${r&&l}
  >
    ${n?s`<${U} card=${n} game=${t} />`:s`<${W} />`}
  </div>`}let Lr=0;function Dr({zone:e,drawn:r}){const{playing:t,game:n,language:o}=r,[a,i]=v(0),c=Math.min(a,e.count-1),d=Z(()=>`croupier-hand-${++Lr}`,[]),l=p=>`${t?.id??d}-card-${p}`,u=p=>{const h=Br(p.key,c,e.count);h!==null&&i(h);const f=e.cards[c]?.code;p.key==="Enter"&&f&&t?.enter({zone:e.key,index:c,code:f}),(h!==null||p.key==="Enter")&&p.preventDefault()};return s`<div
    class="croupier-own-hand${t?.moves.length?" croupier-deciding":""}"
    part="hand"
    data-zone=${e.key}
    style=${{"--n":Math.max(1,e.count)}}
  >
    <div
      role="listbox"
      class="croupier-cards"
      tabindex="0"
      aria-label=${`${m(o,"yours")}: ${q(e.count,o)}`}
      aria-activedescendant=${e.count?l(c):void 0}
      onKeyDown=${u}
    >
      ${e.cards.map((p,h)=>{const f={zone:e.key,index:h,code:p?.code??""},g=t!==null&&p!==null&&j(t.moves,f),$=t!==null&&H(t.selection,f),b=[g&&"croupier-playable",$&&"croupier-chosen",h===c&&"croupier-active"],x=p?.label??m(o,"hiddenCard");return s`<div
          key=${h}
          id=${l(h)}
          role="option"
          class=${["croupier-card",...b.filter(Boolean)].join(" ")}
          part=${g?"card playable":"card"}
          data-index=${h}
          data-code=${p?.code}
          aria-selected=${$?"true":"false"}
          title=${p?Ar(p,n):x}
          style=${{"--i":h}}
          onClick=${()=>{i(h),p&&t?.touchCard(f)}}
        >
          <span class="croupier-unseen">${g?m(o,"playable",{card:x}):x}</span>
          ${p?s`<${U} card=${p} game=${n} />`:s`<${W} />`}
        </div>`})}
    </div>
  </div>`}function Br(e,r,t){const n=t-1;return e==="ArrowRight"||e==="ArrowDown"?Math.min(r+1,n):e==="ArrowLeft"||e==="ArrowUp"?Math.max(r-1,0):e==="Home"?0:e==="End"?n:/^[1-9]$/.test(e)&&Number(e)<=t?Number(e)-1:null}const Nr=4,ce=2,Pr=3;function Rr({view:e,game:r,language:t,names:n,seatCount:o,seats:a=[],playing:i=null,tray:c=null}){const d=S(new Map);d.current=vr(e,d.current);const l={view:e,game:r,language:t,names:n,playing:i,shapes:d.current},{own:u,others:p,shared:h}=br(e,o),f=S(null);w(()=>Kr(f.current),[e.turn.join()]);const g=u&&s`<${le} drawn=${l} seat=${u.seat} player=${a[u.seat]} />`;return s`<div class="croupier-stage" part="stage" lang=${t}>
    <div class="croupier-view${c?" croupier-sided":""}">
      <div
        class="croupier-others"
        part="others"
        ref=${f}
        role="group"
        tabindex=${p.length>1?0:void 0}
        aria-label=${m(t,"others")}
        style=${{"--n":p.length}}
      >
        ${p.map($=>s`<${Ir} key=${$.seat} ...${{drawn:l,other:$,seats:a}} />`)}
      </div>
      <div
        class="croupier-shared${h.length>Nr?" croupier-full":""}"
        part="table"
        role="group"
        aria-label=${m(t,"table")}
      >
        ${h.map($=>s`<${P} key=${$.key} zone=${$} drawn=${l} />`)}
      </div>
      ${u&&s`<div class="croupier-own" part="own" data-seat=${u.seat}>
        ${g}
        ${u.zones.length>0&&s`<div
          class="croupier-own-zones"
          role="group"
          aria-label=${n(u.seat)}
          tabindex=${u.zones.length>ce?0:void 0}
        >
          ${u.zones.map($=>s`<${P} key=${$.key} zone=${$} drawn=${l} />`)}
        </div>`}
      </div>`}
      ${u?.hand&&s`<${Dr} zone=${u.hand} drawn=${l} />`}
      ${c&&s`<div class="croupier-side">${c}</div>`}
      <${qr} drawn=${l} />
    </div>
  </div>`}function Kr(e){const r=e?.querySelector(":scope > .croupier-asked");if(!e||!r)return;const[t,n]=[e.getBoundingClientRect(),r.getBoundingClientRect()];(n.left<t.left||n.right>t.right)&&(e.scrollLeft+=n.left-t.left),(n.top<t.top||n.bottom>t.bottom)&&(e.scrollTop+=n.top-t.top)}function Ir({drawn:e,other:{seat:r,hand:t,zones:n},seats:o}){const{view:a,language:i,playing:c}=e,d=c?.targets.seats.has(r),l=a.turn.includes(r);return s`<div
    role="group"
    class="croupier-seat${d?" croupier-target":""}${l?" croupier-asked":""}"
    part=${l?"seat asked":"seat"}
    data-seat=${r}
    role=${c===null?"group":void 0}
    aria-label=${e.names(r)}
    onClick=${c&&(()=>c.touchSeat(r))}
  >
    <${le} drawn=${e} seat=${r} player=${o[r]} />
    <div
      class="croupier-seat-zones${n.length>Pr?" croupier-crowded":""}"
      tabindex=${n.length>ce?0:void 0}
      role="group"
      aria-label=${e.names(r)}
    >
      ${t&&s`<${Hr} ...${{zone:t,drawn:e,language:i}} />`}
      ${n.map(u=>s`<${P} key=${u.key} zone=${u} drawn=${e} />`)}
    </div>
  </div>`}function Hr({zone:e,drawn:r,language:t}){return s`<div class="croupier-held" title=${`${e.label}: ${q(e.count,t)}`}>
    <${P} zone=${e} drawn=${r} />
    <b class="croupier-count" aria-hidden="true">${e.count}</b>
  </div>`}function le({drawn:{view:e,names:r,language:t,playing:n},seat:o,player:a}){const i=e.scores.find(g=>g.seat===o)?.points??null,c=e.turn.includes(o),d=e.result?.ranking[o],l=r(o),u=n!==null&&o===e.viewer,p=m(t,"isAsked"),h=a?.bot?.level,f=m(t,"points",{points:i??m(t,"unknown")});return s`<header class="croupier-seat-head${c?" croupier-asked":""}">
    <span class="croupier-avatar" aria-hidden="true" style=${{"--hue":(o*137+20)%360}}>
      ${c?"\u25B6":d??jr(l)}
    </span>
    <span class="croupier-name" title=${l}>${u?`${l} (${m(t,"you")})`:l}</span>
    ${h&&s`<span class="croupier-tag" title=${m(t,"botLong",{level:h})}>
      ${m(t,"bot",{level:h})}
    </span>`}
    <span class="croupier-unseen">${c&&p} ${d&&m(t,"rank",{rank:d})}</span>
    <b class="croupier-points" role="img" title=${f} aria-label=${f}>${i??"?"}</b>
  </header>`}const jr=e=>[...e.trim()][0]?.toLocaleUpperCase()??"?";function qr({drawn:{view:e,game:r,language:t,names:n}}){const o=Cr(e.facts);return s`<dl class="croupier-facts" part="facts" tabindex="0" aria-label=${m(t,"facts")}>
    ${o.map(a=>{const i=se(a,r.vocabulary,n);return s`<div key=${a.name} class="croupier-fact${i===null?" croupier-none":""}" part="fact">
        <dt>${a.label}</dt>
        <dd>${i??"\u2013"}</dd>
      </div>`})}
  </dl>`}let Fr=0;const F=new WeakMap;function Zr(e){return F.has(e.table)||F.set(e.table,++Fr),s`<${_r} key=${F.get(e.table)} ...${e} />`}function _r({table:e,game:r,language:t,names:n,now:o,onRule:a,onOutcome:i}){const c=S(null),[d,l]=Ge(),u=er(c),p=Wr(e,u.measure,A=>{l(A),u.show(A)}),h=Je(e,p,t,i),f=Ne(e,p,h,c),{outOfTurn:g,play:$}=f;pr(c,g,$),u.dragging.current={game:r,canDrag:f.canLift,start:f.lift,drop:f.drop};const{session:b}=p,x={names:n??(A=>Ur(b,A,t)),seats:b.seats},M=b.viewerSeat!==null&&s`<${tr} ...${{table:e,language:t,choosing:f,making:h,onRule:a}} />`;return s`<div
    class="croupier-board"
    part="board"
    ref=${c}
    data-version=${b.version}
    data-connection=${p.connection}
    onKeyDown=${A=>A.key==="Escape"&&f.cancel()}
  >
    <${gr} ...${{snapshot:p,language:t,now:o}} names=${x.names} />
    ${b.view?s`<${Rr}
          ...${{...x,game:r,language:t}}
          view=${b.view}
          seatCount=${b.seats.length}
          playing=${f}
          tray=${s`${M} <${Ve} language=${t} lines=${d} />`}
        />`:s`<div class="croupier-view croupier-undealt">${m(t,b.status==="OPEN"?"waiting":"over")}</div>`}
    ${g.length>0&&s`<${ur} ...${{language:t,moves:g,making:h,play:$}} />`}
  </div>`}const Ur=({seats:e},r,t)=>pe(e,r)??m(t,"seat",{number:r+1});function Wr(e,r,t){const[n,o]=v(e.getSnapshot()),a=S(n),i=S({onRedraw:r,onFrame:t});return i.current={onRedraw:r,onFrame:t},w(()=>e.subscribe(c=>{c.session!==a.current.session&&i.current.onRedraw(),c.frame&&c.frame!==a.current.frame&&!c.frame.resync&&i.current.onFrame(c.frame),a.current=c,o(c)}),[e]),n}function Yr({snapshot:{session:e},takeBack:r,answer:t}){const{t:n}=T(),{viewerSeat:o}=e,a=o!==null&&r.awaited.includes(o),i=r.seat===o?n("takeBackAwaited",{names:fe(e,r.awaited,n)}):n("takeBackAsked",{name:E(e,r.seat,n)});return s`<div class="ask" role="alert">
    <p>${i}</p>
    ${a&&s`<button class="button strong" onClick=${()=>t(!0)}>${n("agree")}</button>
      <button class="button" onClick=${()=>t(!1)}>${n("refuse")}</button>`}
  </div>`}function Vr(e){const{table:r,snapshot:t}=e,{t:n}=T(),{session:o,decision:a}=t,[i,c]=v(null),d=L((g,$={})=>r.act(g,$)),l=L(async()=>{const{move:g,version:$}=await r.hint();c({version:$,text:g?n("hintFor",{move:g.label}):n("hintWaits")})}),u=he(o),p=o.seats.filter(({index:g,taken:$,kind:b})=>$&&b==="HUMAN"&&g!==o.viewerSeat),h=u&&p.length>0&&o.settings.takeBacks&&o.takeBack===null,f=d.isBusy||l.isBusy;return s`<div class="actions">
    ${o.takeBack&&s`<${Yr} ...${e} takeBack=${o.takeBack}
      answer=${g=>d.run("take-back/answer",{body:{agree:g}})} />`}
    ${i?.version===o.version&&s`<p class="told-hint" role="status">${i.text}</p>`}
    ${ge(o)&&s`<p class="told-hint" role="status">${n("seatLost")}</p>`}
    <${R} error=${d.error??l.error} />
    <div class="ways">
      ${u&&s`<button class="button" disabled=${f||!o.view?.undo.available} title=${o.view?.undo.reason}
        onClick=${()=>d.run("undo")}>${n("undo")}</button>`}
      ${h&&s`<button class="button" disabled=${f} onClick=${()=>d.run("take-back")}>${n("askTakeBack")}</button>`}
      ${u&&o.settings.hints&&s`<button class="button" disabled=${f||!a} onClick=${l.run}>${n("hint")}</button>`}
      <${me} text=${$e(o.id)} label=${n("share")} />
      ${u&&s`<${ue} label=${n("resign")} question=${n("resignSure")} act=${()=>d.run("resign",{at:"*"})} />`}
      ${u&&s`<${ue} label=${n("leave")} question=${n("leaveSure")} act=${()=>d.run("leave",{at:"*"})} />`}
    </div>
  </div>`}function ue({label:e,question:r,act:t}){const{t:n}=T(),[o,a]=v(!1);return o?s`<span class="ask" role="group" aria-label=${r}>
    <span>${r}</span>
    <button class="button danger" onClick=${()=>(a(!1),t())}>${e}</button>
    <button class="button" onClick=${()=>a(!1)}>${n("cancel")}</button>
  </span>`:s`<button class="button quiet" onClick=${()=>a(!0)}>${e}</button>`}const Gr=100;function Jr({table:e,snapshot:r}){const{t}=T(),[n,o]=v(!1),{data:a,reload:i}=be(async()=>n?Xr(e):null,[e,n]),[c,d]=v([]),l=xe("(min-width: 62.01rem)"),u=S(r.frame),p=({frame:g})=>{if(g===null||g===u.current)return;const $=u.current===null;if(u.current=g,!g.resync||$)return d(b=>de(b,g.events).slice(-300));d([]),o(!0),i()};w(()=>e.subscribe(p),[e]);const h=de(a??[],c).filter(({weight:g})=>g!=="DETAIL"),f=S(null);return _(()=>{f.current&&(f.current.scrollTop=f.current.scrollHeight)},[h.length,l]),s`<details class="panel log" open=${l}>
    <summary><h2>${t("log")}</h2></summary>
    ${h.length===0&&s`<p class="hint">${t("logEmpty")}</p>`}
    ${!n&&s`<button class="button quiet" onClick=${()=>o(!0)}>${t("logEarlier")}</button>`}
    <div role="log" aria-label=${t("log")} aria-live=${a&&l?"polite":"off"}>
      <ol ref=${f} tabindex="0">
        ${h.map(({version:g,sequence:$,sentence:b})=>s`<li key=${`${g}.${$}`}>${b}</li>`)}
      </ol>
    </div>
  </details>`}async function Xr(e){let r=[];for(let t=void 0;;){const{nodes:n,pageInfo:o}=await e.events({first:Gr,...t&&{after:t}});if(r=[...r,...n].slice(-300),!o.hasNextPage||!o.endCursor)return r;t=o.endCursor}}function de(e,r){return[...new Map([...e,...r].map(n=>[`${n.version}.${n.sequence}`,n])).values()].sort((n,o)=>n.version-o.version||n.sequence-o.sequence)}const Qr=500,et=10;function rt({table:e,snapshot:r}){const{t,wire:n}=T(),{deadline:o,status:a}=r.session,[i,c]=v(n.now()),d=o!==null&&a==="ACTIVE";w(()=>{if(!d)return;c(n.now());const p=setInterval(()=>c(n.now()),Qr);return()=>clearInterval(p)},[d,o]);const l=L(()=>e.act("claim"));if(!d)return null;const u=tt(o,i);return u>0&&r.decision?null:u>0?s`<p class=${u<=et?"clock short":"clock"} role="timer">${t("timeLeft",{seconds:u})}</p>`:s`<div class="clock short">
    <span role="timer">${t("timeOver")}</span>
    <button class="button" disabled=${l.isBusy} onClick=${l.run}>${t("claim")}</button>
    <${R} error=${l.error} />
  </div>`}function tt(e,r){return Math.max(0,Math.ceil((Date.parse(e)-r)/1e3))}var nt=".curtain{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:max(20rem,calc(100dvh - 5.5rem));padding:2rem 1rem;border-radius:var(--radius);background:radial-gradient(120% 130% at 50% 0%,var(--felt),var(--felt-deep));color:#fff;text-align:center}.curtain .button{border-color:transparent;background:#fff;color:#12352c;font-weight:650}.curtain h2{font-size:2rem}";K(nt);function ot({snapshot:{session:e},holders:r,player:t,want:n}){const{t:o}=T();return s`<select class="seat-switch" aria-label=${o("seatSwitch")} value=${t}
    onChange=${a=>n(r.find(i=>i.player===a.target.value)??null)}>
    ${r.map(a=>s`<option key=${a.seat} value=${a.player}>${E(e,a.seat,o)}</option>`)}
  </select>`}function at({snapshot:{session:e},next:r,become:t}){const{t:n}=T(),o=E(e,r.seat,n);return s`<section class="curtain" role="alert">
    <h2>${n("passDevice",{name:o})}</h2>
    <p>${n("passDeviceHint")}</p>
    <button class="button big" onClick=${()=>t(r.player)}>${n("iAm",{name:o})}</button>
  </section>`}function it({game:e}){const{t:r,storage:t}=T(),n=`croupier-page:knows:${e.id}`,[o,a]=v(()=>t.getItem(n)!==null);return s`<details class="panel how-to-play" open=${!o} onToggle=${({currentTarget:{open:c}})=>{a(!c),c||t.setItem(n,"yes")}}>
    <summary><h2>${r("howToPlay")}</h2></summary>
    <p><b>${e.goal}</b></p>
    <ol>${e.howToPlay.map(c=>s`<li key=${c}>${c}</li>`)}</ol>
    <p><a href=${`/play/rules/${e.id}`} target="_blank" rel="noopener">${r("rulesOf",{game:e.title})}</a></p>
  </details>`}function st({table:e,snapshot:r}){const{t,tabStorage:n,wire:o}=T(),[a,i]=v(()=>I(e,n)),c=L(async()=>{a&&await ve(e,a),i(null)}),d=()=>{ye(e,n),i(null)};return w(()=>{a&&we(a)&&c.run()},[]),w(()=>o.subscribe(()=>o.isReachable()&&i(r.pending?null:I(e,n))),[o,e,r.pending]),w(()=>{r.pending||i(I(e,n))},[r.pending]),!a||r.pending||c.isBusy?null:s`<div class="ask" role="alert">
    <p>${t("moveUnknown")} <code>${a.move}</code></p>
    <button class="button strong" onClick=${c.run}>${t("sendAgain")}</button>
    <button class="button" onClick=${d}>${t("sendNot")}</button>
    <${R} error=${c.error} />
  </div>`}var ct='.croupier-board,.croupier-stage{--felt: var(--croupier-felt, light-dark(#1c6a55, #143c33));--felt-edge: var(--croupier-felt-edge, light-dark(#0f4738, #0a211c));--on-felt: var(--croupier-on-felt, #f3f7f5);--surface: var(--croupier-surface, light-dark(#fff, #1b222a));--line: var(--croupier-line, light-dark(#cfd6dd, #3a4652));--text: var(--croupier-text, light-dark(#17202a, #e8edf2));--accent: var(--croupier-accent, light-dark(#0b5fc0, #7ab8ff));--on-accent: var(--croupier-on-accent, light-dark(#fff, #06203c));--mark: var(--croupier-mark, #ffd04a);--alarm: var(--croupier-alarm, light-dark(#b3261e, #ff9d94));--radius: var(--croupier-radius, 12px);font:15px/1.35 system-ui,sans-serif;color:var(--text)}.croupier-board{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.croupier-board *,.croupier-stage *{box-sizing:border-box}.croupier-board :where(button){font:inherit;color:inherit;cursor:pointer}.croupier-stage :focus-visible,.croupier-board :focus-visible{outline:3px solid var(--croupier-focus, var(--mark));outline-offset:2px}.croupier-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.croupier-view :is(div,dl){scrollbar-width:thin;scrollbar-color:rgb(140 150 160 / 60%) transparent}.croupier-status{position:relative;display:flex;align-items:center;gap:10px;height:44px;padding:0 14px;overflow:hidden;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}.croupier-status strong{max-height:2.4em;overflow:hidden;line-height:1.2;overflow-wrap:anywhere}.croupier-status.croupier-asked{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}.croupier-connection{margin-left:auto;font-size:13px}.croupier-time{position:absolute;inset:0;pointer-events:none}.croupier-time-bar{position:absolute;inset:auto 0 0;height:6px;background:var(--mark);transform-origin:left;transition:transform .2s linear}.croupier-time-label{position:absolute;top:12px;right:14px;font-size:13px}.croupier-stage{container-type:inline-size;color:var(--on-felt);background:radial-gradient(ellipse at 50% 35%,var(--felt),var(--felt-edge));border-radius:calc(var(--radius) * 1.4)}.croupier-view{--card: var(--croupier-card, 48px);--own-card: max(44px, var(--card) * .76);--mini: 30px;display:grid;grid-template:"others" "shared" "own" "hand" "side" "facts" / minmax(0,1fr);gap:8px;padding:8px}.croupier-sided{--facts: 116px;--shared: 206px}.croupier-undealt{display:grid;min-height:520px;place-items:center;color:var(--on-felt);background:var(--felt);border-radius:calc(var(--radius) * 1.4)}.croupier-others{grid-area:others;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(min(228px,72cqi),1fr);gap:8px;padding:3px;overflow-x:auto;scroll-snap-type:x proximity}.croupier-seat{position:relative;width:100%;min-width:0;max-width:430px;padding:4px 8px 6px;scroll-snap-align:start;background:#0000003d;border-radius:var(--radius)}.croupier-seat.croupier-asked{box-shadow:0 0 0 3px var(--mark)}.croupier-seat-head{display:flex;align-items:center;gap:6px;height:30px}.croupier-avatar{flex:none;display:grid;place-items:center;width:24px;height:24px;font-size:13px;font-weight:700;color:#fff;background:hsl(var(--hue) 45% 36%);border-radius:50%}.croupier-name{min-width:0;overflow:hidden;font-weight:600;white-space:nowrap;text-overflow:ellipsis}.croupier-tag{flex:none;padding:0 6px;font-size:12px;border:1px solid currentcolor;border-radius:99px}.croupier-asked .croupier-avatar{color:#2a1a00;background:var(--mark)}.croupier-points{flex:none;margin-left:auto;min-width:30px;padding:1px 7px;text-align:center;background:#ffffff29;border-radius:99px}.croupier-seat-zones{--card: var(--mini);display:flex;gap:6px;height:calc(var(--mini) * 1.4 + 46px);padding-top:2px;overflow:auto hidden}.croupier-shared{grid-area:shared;display:flex;flex-wrap:wrap;gap:4px 10px;align-content:center;justify-content:center;min-height:calc(var(--card) * 1.4 + 44px);padding:2px 0 8px}.croupier-zone{--span: 2.2;position:relative;flex:none;container-type:inline-size;width:max(94px,var(--card) * var(--span) + 8px);padding:0 4px 4px;border-radius:9px}.croupier-pile{--span: 1.15}.croupier-hand{--span: 2.6}.croupier-zone-title{display:flex;align-items:end;height:30px;padding-bottom:2px;overflow:hidden;font-size:12px;line-height:14px;overflow-wrap:anywhere;hyphens:auto}.croupier-value{position:absolute;top:-6px;right:-5px;min-width:22px;padding:0 5px;font-size:13px;line-height:20px;text-align:center;color:#17202a;background:var(--mark);border-radius:99px;box-shadow:0 1px 3px #00000073}.croupier-cards{position:relative;height:calc(var(--card) * 1.4)}.croupier-zone .croupier-cards{background:#00000024;border-radius:calc(var(--card) * .08);box-shadow:inset 0 0 0 1px #ffffff2e}.croupier-card{--step: min(var(--card) * .46, (100cqi - var(--card)) / max(1, var(--n) - 1));position:absolute;top:0;left:0;width:var(--card);border-radius:7%/5%;box-shadow:0 1px 3px #00000073;transform:translate(calc(var(--step) * var(--i)))}.croupier-pile .croupier-card{--step: calc(var(--card) * .06)}.croupier-zone .croupier-playable{cursor:pointer}[data-drag] .croupier-playable{touch-action:none}.croupier-face,.croupier-back{width:100%}.croupier-count{position:absolute;right:3px;bottom:3px;min-width:22px;padding:1px 5px;font-size:13px;line-height:18px;text-align:center;color:#fff;background:#0c1016db;border-radius:99px}.croupier-marks{position:absolute;top:-8px;left:-4px;display:flex;gap:3px}.croupier-marks b{padding:0 7px;font-size:13px;line-height:20px;color:#17202a;white-space:nowrap;background:var(--mark);border-radius:99px;box-shadow:0 1px 3px #00000073}.croupier-held{position:relative;flex:none}.croupier-held>.croupier-count{right:7px;bottom:15px}.croupier-target{cursor:pointer;outline:3px dashed var(--mark);outline-offset:1px}.croupier-zone.croupier-target:after{content:"\\25be";position:absolute;top:-15px;left:calc(50% - 12px);width:24px;font-size:24px;line-height:20px;text-align:center;color:var(--mark)}.croupier-chosen{outline:3px solid var(--mark)}.croupier-seat-zones>*{--span: 2;width:max(64px,var(--card) * var(--span) + 8px)}.croupier-held .croupier-zone{width:100%}.croupier-seat-zones>*,.croupier-own-zones>*{flex:0 1 auto;min-width:max(54px,var(--card) * 1.3)}.croupier-crowded{gap:2px}.croupier-crowded>*{min-width:44px}.croupier-crowded .croupier-zone{padding-inline:0}.croupier-crowded .croupier-zone-title{font-size:11px}.croupier-own-zones .croupier-zone{--span: 1.9}.croupier-shared.croupier-full .croupier-zone{--span: 1.35}.croupier-facts{grid-area:facts;margin:0;padding:6px 10px;font-size:13px;line-height:1.3;background:#0000003d;border-radius:var(--radius)}.croupier-fact{display:flex;gap:10px;justify-content:space-between;padding:2px 0}.croupier-fact dt{flex:1;opacity:.85}.croupier-fact dd{max-width:55%;margin:0;font-weight:700;text-align:right;overflow-wrap:anywhere}.croupier-own{position:relative;grid-area:own;min-width:0;padding:2px 8px 4px;background:#0000003d;border-radius:var(--radius)}.croupier-own-zones{--card: var(--own-card);display:flex;gap:8px;height:calc(var(--own-card) * 1.4 + 48px);padding:3px;overflow:auto hidden}.croupier-own-hand{container-type:inline-size;grid-area:hand;min-width:0;padding:18px 4px 4px}.croupier-own-hand [role=option]{--step: min(var(--card) * 1.08, (100cqi - var(--card)) / max(1, var(--n) - 1));--left: calc(50cqi - var(--card) / 2 - var(--step) * (var(--n) - 1) / 2);--lift: 0px;cursor:pointer;translate:0 var(--lift);transform:translate(calc(var(--left) + var(--step) * var(--i)));transition:translate .16s}.croupier-own-hand [role=listbox]:focus-visible{outline-style:dotted;outline-width:2px}.croupier-deciding [role=option]>svg{filter:saturate(.7) brightness(.78)}.croupier-deciding .croupier-playable>svg{filter:none}.croupier-deciding [role=option].croupier-playable{--lift: -7px;box-shadow:0 0 0 2px var(--felt-edge),0 0 0 4px var(--mark),0 3px 8px #0000007f}.croupier-own-hand [role=option]:hover,.croupier-own-hand :focus-visible .croupier-active{--lift: -11px}.croupier-own-hand :focus-visible .croupier-active{outline:3px solid var(--on-felt);outline-offset:4px}.croupier-deciding [role=option].croupier-chosen{--lift: -17px}.croupier-flying{position:absolute;top:0;left:0;z-index:20;pointer-events:none;border-radius:7%/5%;box-shadow:0 6px 16px #00000073;transform-origin:0 0}.croupier-lifted{rotate:3deg}.croupier-side{grid-area:side;display:flex;flex-direction:column;gap:8px;min-width:0}.croupier-tray{flex:1;display:grid;grid-template:48px 100px 40px / minmax(0,1fr);gap:4px;padding:6px 10px;background:#0000003d;border-radius:var(--radius)}.croupier-prompt{display:flex;gap:8px;align-items:center;min-width:0}.croupier-prompt span{flex:1;min-width:0;max-height:100%;overflow:hidden;font-size:14px;line-height:1.1}.croupier-prompt button,.croupier-rule{flex:none;min-height:28px;padding:2px 10px;background:none;border:1px solid currentcolor;border-radius:99px}.croupier-moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(158px,1fr));grid-auto-rows:max-content;gap:6px;align-content:start;padding:3px;overflow-y:auto}.croupier-move{min-height:44px;padding:5px 12px;font-size:14px;line-height:1.25;text-align:left;color:var(--text);background:var(--surface);border:2px solid transparent;border-radius:10px}.croupier-move:hover{border-color:var(--mark)}.croupier-busy .croupier-move{cursor:progress;opacity:.55}.croupier-notice{margin:0;overflow-y:auto;font-size:14px;line-height:1.3}.croupier-told{padding:2px 8px;color:var(--alarm);background:var(--surface);border-radius:8px}.croupier-slam{position:sticky;bottom:12px;z-index:10;display:flex;flex-wrap:wrap;gap:8px;align-items:end;justify-self:end;width:min(100%,420px);height:0}.croupier-slam>*{transform:translateY(-100%)}.croupier-slam button{flex:1;min-height:76px;padding:8px 16px;font-size:17px;color:#2a1a00;background:var(--mark);border:3px solid #8a5a00;border-radius:18px;box-shadow:0 4px 14px #0006}.croupier-slam b{display:block;font-size:24px}.croupier-slam small{display:block;font-size:13px}.croupier-log{flex:none;height:68px;margin:0;padding:6px 10px;overflow-y:auto;font-size:14px;background:#0000003d;border-radius:var(--radius)}.croupier-log:empty:before{content:attr(aria-label);opacity:.7}.croupier-log p{margin:0}.croupier-log p:last-child{font-weight:600}@container (min-width: 600px){.croupier-view{--card: var(--croupier-card, 66px);--mini: 34px}}@container (min-width: 600px){.croupier-own{display:flex;gap:8px}.croupier-own>.croupier-seat-head{flex:1;min-width:180px}.croupier-own-zones{flex:0 1 auto;min-width:0;height:calc(var(--own-card) * 1.4 + 46px)}}@container (min-width: 780px){.croupier-view{gap:10px;padding:10px}.croupier-sided{grid-template:"others others" "shared side" "own side" "hand side" / minmax(0,1fr) 250px}.croupier-sided>.croupier-facts{grid-area:side;align-self:end;height:var(--facts);overflow-y:auto}.croupier-sided .croupier-none{display:none}.croupier-others{grid-template-columns:repeat(auto-fit,minmax(max(200px,100% / 5 - 8px),1fr));grid-auto-flow:row;justify-items:center;max-height:268px;overflow:hidden auto}.croupier-sided>.croupier-side{height:0;min-height:calc(100% - var(--facts) - 8px)}.croupier-sided .croupier-shared{min-height:var(--shared)}.croupier-tray{grid-template-rows:62px minmax(0,1fr) 66px;min-height:0}.croupier-prompt{flex-wrap:wrap;gap:2px 8px}.croupier-prompt span{flex:1 0 100%}.croupier-log{height:110px}}@container (min-width: 1100px){.croupier-view{--card: var(--croupier-card, 88px)}.croupier-sided{grid-template-columns:minmax(0,1fr) 300px}}@media(min-height:850px){.croupier-sided{--facts: 184px;--shared: 290px}}@media(pointer:coarse){.croupier-prompt button,.croupier-rule{min-height:44px;padding-inline:14px}.croupier-tray{grid-template-rows:48px 114px 48px}}@media(prefers-reduced-motion:reduce){.croupier-card,.croupier-time-bar{transition:none!important}}@media(forced-colors:active){.croupier-own-hand .croupier-playable{outline:2px solid Highlight}.croupier-seat.croupier-asked{outline:3px solid Highlight}}',lt='.table-screen{display:grid;grid-template:"main head" auto "main side" 1fr / minmax(0,1fr) 19rem;gap:.6rem 1rem;max-width:110rem;margin:0 auto;padding:.6rem 1rem 2rem}.table-main{grid-area:main;display:grid;align-content:start;gap:.7rem;min-width:0}.table-head{grid-area:head;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.4rem 1rem;min-height:2.75rem}.table-head h1{font-size:1.5rem}.table-side{grid-area:side;display:flex;flex-direction:column;gap:1rem;min-width:0}.clock{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;font-variant-numeric:tabular-nums}.clock.short{color:var(--alarm);font-weight:700}.log summary{min-height:2.75rem;cursor:pointer}.log summary h2,.how-to-play summary h2{display:inline;font-size:1.2rem}.log ol{max-height:clamp(12rem,100dvh - 26rem,30rem);overflow-y:auto;font-size:.95rem}.log li{padding:.2rem 0;border-top:1px solid var(--line)}.log li:first-child{border:0}.how-to-play ol{display:grid;gap:.35rem;padding-left:1.2rem;margin:.5rem 0}.rules-link a,.how-to-play a{display:inline-flex;align-items:center;min-height:2.75rem}.actions{display:grid;gap:.5rem}.ask{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.7rem 1rem;border:2px solid var(--gold);border-radius:12px;background:var(--panel)}.told-hint{padding:.7rem 1rem;border-radius:12px;background:var(--sunken)}@media(min-width:62.01rem){.table-screen .croupier-log{display:none}}@media(max-width:62rem){.table-screen{grid-template:"head" auto "main" auto "side" auto / minmax(0,1fr);padding-inline:.5rem}.table-head{min-height:0}}';K(ct),K(lt);function ut(e){const{table:r,game:t,snapshot:n,holders:o}=e,{t:a,preferences:i,wire:c}=T(),{session:d}=n,[l,u]=v(null),[p,h]=v(null),f=p??ke(d,o,e.player),g=Se($=>E(d,$,a),[d.seats,a]);return ft(e),s`<div class="table-screen">
    <div class="table-head">
      <h1>${t.title}</h1>
      ${o.length>1&&s`<${ot} ...${e} want=${h} />`}
      ${d.deadline&&s`<${rt} ...${e} />`}
    </div>
    <div class="table-main">
      <${D(d)?Te:st} ...${e} />
      ${f===null?s`<${Zr} table=${r} game=${t} language=${i.language} names=${g} now=${c.now} onRule=${u} />`:s`<${at} ...${e} next=${f} />`}
    </div>
    <div class="table-side">
      ${f===null&&s`<${Vr} ...${e} />`}
      ${l?s`<${dt} ...${e} number=${l.number} close=${()=>u(null)} />`:s`<${D(d)?pt:it} ...${e} />`}
      ${f===null&&s`<${Jr} ...${e} />`}
      ${!D(d)&&s`<${Ce} ...${e} />`}
    </div>
  </div>`}function dt({game:e,number:r,close:t}){const{preferences:n}=T();return s`<${Ae} game=${e.id} rule=${r} language=${n.language} onClose=${t} />`}function pt({game:e}){const{t:r}=T();return s`<p class="rules-link"><a href=${`/play/rules/${e.id}`} target="_blank" rel="noopener">${r("rulesOf",{game:e.title})}</a></p>`}function ft({table:e,snapshot:r,game:t}){const{t:n,croupier:o}=T(),a=Me(e,ht(r),o);w(()=>{document.title=`${a?`\u25CF ${n("yourTurn")}: `:""}${t.title} \u2013 Croupier`},[a,t,n])}const ht=({session:e,decision:r})=>!!r?.asked&&!D(e);export{ut as TableScreen};
