import{u as m,G as p,J as k,F as v,f as o,c as S,d as C,h as d,l as M,a as O}from"./main.js";import{u as P,l as i,b as L,f as x,r as f,s as A}from"./tournament.js";export{a as borrowAll}from"./tournament.js";import"./texts.js";O(A);const F=M(async()=>{const t=L(import("./setup_dialog.js")),[{SetupDialog:s}]=await Promise.all([import("./setup_dialog2.js"),t]);return s}),H=1e4,I=20;function U({error:t,reload:s}){const{t:e,games:n}=m(),[l,r]=p(!1);return k(()=>{document.title=`${e("tournaments")} \u2013 Croupier`},[e]),t&&!n?o`<${v} error=${t} retry=${s} />`:o`<div class="tournament">
<header>
<h1>${e("tournaments")}</h1>
<p class="lead">${e("tournamentsHint")}</p>
</header>
<p>
<button class="button strong big" disabled=${!n} onClick=${()=>r(!0)}>${e("newTournament")}</button>
</p>
<div class="halves">
<${j} />
<${D} />
</div>
${l&&o`<${F} games=${n} onClose=${()=>r(!1)} />`}
</div>`}function j(){const{t,games:s}=m(),e=P(),{data:n,reload:l}=S(()=>e.public({first:I}),[e]);return C(l,H),o`<section class="panel" aria-labelledby="public" aria-busy=${n===null}>
<h2 id="public">${t("publicTournaments")}</h2>
${n?.nodes.length===0&&o`<p class="hint">${t("noPublicTournaments")}</p>`}
<ul class="rows">
${(n?.nodes??[]).map(({id:r,title:a,game:u,format:c,status:$,isOpen:g,needsCode:h,entrantCount:T})=>{const b=t(g&&!h?"enter":"watch"),y=t(c),w=[i.titleOf(s,u),y,t("entrants",{count:T})];return o`<li key=${r}>
<${i.Told} title=${a} state=${t($)} names=${w.join(" \xB7 ")} />
<a class="button" href=${d(r)} aria-label=${`${b}: ${a}`}>${b}</a>
</li>`})}
</ul>
</section>`}function D(){const{t,storage:s,games:e}=m(),[n,l]=p(()=>f(s));if(n.length===0)return null;const r=a=>{x(s,a),l(f(s))};return o`<section class="panel" aria-labelledby="mine">
<h2 id="mine">${t("myTournaments")}</h2>
<ul class="rows">
${n.map(({id:a,title:u,game:c,isHost:$})=>o`<li key=${a}>
<${i.Told} title=${u} state=${$?t("youHost"):""} names=${i.titleOf(e,c)} />
<a class="button" href=${d(a)} aria-label=${`${t("resume")}: ${u}`}>${t("resume")}</a>
<button class="icon" aria-label=${`${t("forgetTournament")}: ${u}`} title=${t("forgetTournament")}
onClick=${()=>r(a)}>×</button>
</li>`)}
</ul>
</section>`}export{U as Tournaments};
