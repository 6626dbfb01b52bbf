import{u as p,w as A,f as r,k as w,T as g,s as M,D as L,X as U,m as P,G as W,y as j,h as q,Y as J,J as N,x as K,K as X,Z,a as z}from"./main.js";import{l as k,n as v,r as Q,u as V,a as _,f as nn,s as tn}from"./tournament.js";export{b as borrowAll}from"./tournament.js";import"./texts.js";function sn(n){const{tournament:o,entrants:s}=n.seen,{t,storage:a,tabStorage:l}=p(),{entrant:e,isOpen:u,needsCode:c}=o,i=l.getItem(A(o.id))??n.known?.code??null;if(o.status==="FINISHED"||o.status==="ABANDONED")return null;const h=e!==null&&typeof s[e]?.untilRound=="number";return e!==null?r`<${on} ...${n} entrant=${e} hasLeft=${h} />`:u?c&&i===null?r`<p class="hint" role="status">${t("codeNeeded")}</p>`:r`<${en} ...${n} code=${i} entered=${d=>{l.removeItem(A(d.id)),v(a,d)}} />`:r`<p class="hint" role="status">${t("youWatch")}</p>`}function en({kit:n,seen:o,code:s,entered:t,reload:a}){const{t:l,preferences:e}=p(),u=w(async()=>{const i=e.name.trim(),$=await n.enter(o.tournament.id,{...i&&{name:i},...s&&{code:s}});t($.tournament),a()});return r`<form class="panel enter" onSubmit=${i=>(i.preventDefault(),u.run())}>
<${k.NameField} />
<button class="button strong big" disabled=${u.isBusy}>${l("enter")}</button>
<${g} error=${u.error} />
</form>`}function on({kit:n,seen:o,nameOf:s,reload:t,entrant:a,hasLeft:l}){const{t:e}=p(),{id:u}=o.tournament,c=w(async()=>{confirm(e("withdrawSure"))&&(await n.withdraw(u),t())});return r`<p class="entered">
<span role="status">${e(l?"youWithdrew":"youAreIn",{name:s(a)})}</span>
${!l&&r`<button class="button quiet" disabled=${c.isBusy} onClick=${c.run}>
${e("withdraw")}
</button>`}
</p>
<${g} error=${c.error} />`}const E="croupier-page:gone-to";function S({tournament:n,mine:o}){const t=o.filter(({round:a})=>a===n.playedRounds.length).flatMap(({boards:a})=>a).find(({status:a})=>a==="PLAYING");return n.status==="ABANDONED"?null:t?.sessionId??null}function D({storage:n,tabStorage:o},s,t){o.setItem(E,JSON.stringify([s,...R(o)].slice(0,50))),t&&n.getItem(L(s))!==t&&U(n,s,t),location.hash=P(s)}const an=(n,o)=>!R(n).includes(o),R=n=>M(n,E,[],Array.isArray);function rn({kit:n,seen:o,known:s,reload:t}){const{t:a}=p(),{id:l,status:e,byHost:u,playedRounds:c}=o.tournament,i=w(async m=>{m==="abandon"&&!confirm(a("endSure"))||(await n.act(l,m),t())});if(!s?.isHost)return null;const $=(m,d,f="")=>r`<button class=${`button ${f}`} disabled=${i.isBusy} onClick=${()=>i.run(m)}>
${d}
</button>`,h=e==="RUNNING"&&u&&(c.at(-1)?.isOver??!1);return r`<section class="panel" aria-labelledby="host">
<h2 id="host">${a("youHost")}</h2>
<div class="ways">
${e==="OPEN"&&$("start",a("begin"),"strong big")}
${h&&$("next-round",a("nextRound"),"strong big")}
${e==="RUNNING"&&$("pause",a("pause"))}
${e==="PAUSED"&&$("resume",a("goOn"),"strong")}
${$("abandon",a("end"),"quiet")}
</div>
<${g} error=${i.error} />
</section>`}const ln=3;function cn({seen:n,nameOf:o}){const{t:s}=p(),{tournament:t,standings:a}=n;return r`<section class="panel" aria-labelledby="standings">
<h2 id="standings">${s("standings")}</h2>
<table>
<thead><tr>
<th scope="col">${s("place")}</th><th scope="col">${s("player")}</th>
<th scope="col">${s("sumOfPoints")}</th><th scope="col">${s("played")}</th><th scope="col">${s("wins")}</th>
</tr></thead>
<tbody>
${a.map(({rank:l,entrant:e,points:u,played:c,wins:i,isActive:$})=>r`<tr key=${e}
class=${e===t.entrant?"mine":""}>
<td>${l}</td>
<th scope="row">${o(e)}${e===t.entrant&&r` <em>(${s("you")})</em>`}
${!$&&t.status!=="FINISHED"&&r` <small>${s("out")}</small>`}</th>
<td>${O(u)}</td><td>${c}</td><td>${i}</td>
</tr>`)}
</tbody>
</table>
${t.status==="FINISHED"&&r`<a class="button quiet" download href=${`/v1/tournaments/${t.id}/record`}>${s("downloadRecord")}</a>`}
</section>`}function un({seen:{tournament:n,standings:o},nameOf:s}){const{t}=p(),a=o.filter(({rank:c})=>c===1).map(({entrant:c})=>c),l=o.find(({entrant:c})=>c===n.entrant),e=a.length===1&&a[0]===n.entrant,u=t("winTournament",{count:a.length,names:a.map(s).join(", ")});return r`<section class="podium" role="status">
<h2>${e?t("youWinTournament"):u}</h2>
${l&&!e&&r`<p>${t("yourPlace",{rank:l.rank,count:o.length})}</p>`}
<ol>
${o.slice(0,ln).map(({rank:c,entrant:i,points:$})=>r`<li key=${i} class=${`place-${c}`}>
<span class="number">${c}</span><b>${s(i)}</b>
<small>${t("pointsOf",{points:O($)})}</small>
</li>`)}
</ol>
</section>`}const O=n=>`${Math.round(n*100)/100}`;function $n(n){const{kit:o,seen:s}=n,{t}=p(),{id:a,playedRounds:l}=s.tournament,e=l.length,[u,c]=W(null),i=u??e,{data:$}=j(async()=>i===e?null:{round:i,tables:await Q(d=>o.tables(a,{...d,round:i}))},[i,e,s.tournament.version]),h=l[i-1]?.byes??[],m=i===e?s.tables:$?.round===i?$.tables:[];return r`<section class="panel" aria-labelledby="rounds">
<h2 id="rounds">${t("rounds")}</h2>
${e===0&&r`<p class="hint">${t("noRoundYet")}</p>`}
${e>1&&r`<div class="ways choice">
${l.map(({round:d})=>r`<button key=${d} class="button"
aria-pressed=${d===i} aria-label=${t("round",{round:d})}
onClick=${()=>c(d===e?null:d)}>${d}</button>`)}
</div>`}
${e>0&&r`<h3>${t("round",{round:i})}</h3>`}
<ol class="rows pairings">
${m.map(d=>r`<${dn} key=${d.table} ...${n}
table=${d} summary=${l[d.round-1]} />`)}
</ol>
${h.map(d=>r`<p key=${d} class="hint">${t("bye",{name:n.nameOf(d)})}</p>`)}
</section>`}function dn({kit:n,seen:o,table:s,summary:t,nameOf:a}){const l=p(),{t:e}=l,{entrants:u,boards:c,points:i,ruling:$}=s,{id:h,entrant:m,deals:d}=o.tournament,f=m!==null&&u.includes(m),C=u.map(a).join(", "),H=d==="SAME"&&!t.isOver&&!f,B=async(b,y)=>{b.preventDefault(),D(l,y,await n.token(h))};return r`<li>
<ul class="who">
${u.map((b,y)=>r`<li key=${b} class=${b===m?"mine":""}>
<b>${a(b)}</b>
${i&&r` <span class="points">${O(i[y])}</span>`}</li>`)}
</ul>
${$&&r`<small>${e("ruled",{reason:$.reason})}</small>`}
<span class="ways">
${c.map(({sessionId:b,status:y},F)=>{if(y==="PAIRED"||H)return null;const I=e(f&&y==="PLAYING"?"toYourTable":y==="PLAYING"?"watch":"lookBack"),T=c.length>1?`${I} ${F+1}`:I,Y=f?x=>B(x,b):void 0;return r`<a key=${b} class="button" href=${P(b)} aria-label=${`${T}: ${C}`}
onClick=${Y}>${T}</a>`})}
</span>
</li>`}function pn({seen:n,known:o,nameOf:s}){const{t}=p(),{tournament:a,entrants:l}=n,{id:e,entrant:u,entrantCount:c,isOpen:i,needsCode:$}=a,h=i&&(!$||o?.code),m=`${location.origin}/play${q(e,o?.code)}`;return r`<div class="halves">
<section class="panel" aria-labelledby="entrants">
<h2 id="entrants">${t("entrants",{count:c})}</h2>
${l.length===0&&r`<p class="hint">${t("nobodyYet")}</p>`}
<ol class="rows">
${l.map(({number:d,botLevel:f})=>r`<li key=${d}>
<span class="number">${d+1}</span>
<span class="who"><b>${s(d)}</b>
${d===u&&r` <em>(${t("you")})</em>`}
${f!==null&&r` <small>${t("bot",{level:f})}</small>`}
</span>
</li>`)}
</ol>
</section>
${h&&r`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${t("inviteToTournament")}</h2>
<${k.Invitation} link=${m} isOpen=${!!o?.isHost} />
</section>`}
</div>`}z(tn);function mn({id:n}){const o=p(),{t:s}=o,t=V(),{seen:a,error:l,reload:e}=_(t,n),u=J(()=>{const i=new Map(a?.entrants.map(({number:$,name:h})=>[$,h]));return $=>i.get($)??s("entrantNumber",{number:$+1})},[a,s]);if(N(()=>{l&&o.onFault(l)},[l]),a===null&&l)return r`<${wn} error=${l} retry=${e} />`;if(a===null)return r`<div class="table-place" aria-busy="true"><p>${s("connecting")}</p></div>`;const c=nn(o.storage,n);return r`<${hn} kit=${t} seen=${a} known=${c} nameOf=${u} reload=${e} error=${l} />`}function hn(n){const{seen:o,error:s}=n,{storage:t,t:a,games:l}=p(),{tournament:e}=o,{status:u,title:c,game:i}=e;N(()=>{document.title=`${c} \u2013 Croupier`},[c]),N(()=>{(e.entrant!==null||e.isHost)&&v(t,e)},[e.version]),fn(n);const $=u==="FINISHED"||u==="ABANDONED";return r`<div class="tournament">
<header>
<h1>${c}</h1>
<p class="lead">${k.titleOf(l,i)} · ${bn(a,e)}</p>
</header>
<${g} error=${s} />
${u==="FINISHED"&&r`<${un} ...${n} />`}
<${yn} ...${n} />
<${sn} ...${n} />
${!$&&r`<${rn} ...${n} />`}
${u==="OPEN"?r`<${pn} ...${n} />`:r`<div class="halves"><${$n} ...${n} /><${cn} ...${n} /></div>`}
</div>`}function bn(n,{format:o,rounds:s,playedRounds:t,deals:a,status:l}){const e=[n(o)];a==="SAME"&&e.push(n("sameDeals"));const u=l==="RUNNING"&&t.length>0;return e.push(u?n("roundOf",{round:t.length,rounds:s}):n(l)),e.join(" \xB7 ")}function fn({kit:n,seen:o}){const s=p(),t=S(o);N(()=>{t&&an(s.tabStorage,t)&&G(s,n,o,t)},[t])}function yn({kit:n,seen:o}){const s=p(),{t}=s,a=S(o),l=w(()=>G(s,n,o,a));return a===null?null:r`<section class="panel own" role="status">
<p><b>${t("yourTableIsOpen")}</b></p>
<button class="button strong big" disabled=${l.isBusy} onClick=${l.run}>${t("toYourTable")}</button>
</section>`}async function G(n,o,{tournament:s},t){D(n,t,await o.token(s.id))}function wn({error:n,retry:o}){const{t:s}=p();return n instanceof K&&[404,410,422].includes(n.status)?r`<${Z} title=${s("tournamentGone")} text=${s("tournamentGoneText")} />`:r`<${X} error=${n} retry=${o} />`}export{mn as TournamentPage};
