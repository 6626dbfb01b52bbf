import{u as m,w as A,f as r,g,T as w,r as L,D as M,W,j as P,G as j,y as U,h as q,Y as J,J as N,x as K,K as X,X as z,a as Q}from"./main.js";import{l as k,n as v,r as V,u as Z,a as _,f as nn,s as tn}from"./tournament.js";export{b as borrowAll}from"./tournament.js";import"./texts.js";function sn(n){const{tournament:e,entrants:t}=n.seen,{t:s,storage:a,tabStorage:l}=m(),{entrant:o,isOpen:c,needsCode:d}=e,i=l.getItem(A(e.id))??n.known?.code??null;if(e.status==="FINISHED"||e.status==="ABANDONED")return null;const p=o!==null&&typeof t[o]?.untilRound=="number";return o!==null?r`<${on} ...${n} entrant=${o} hasLeft=${p} />`:c?d&&i===null?r`<p class="hint" role="status">${s("codeNeeded")}</p>`:r`<${en} ...${n} code=${i} entered=${$=>{l.removeItem(A($.id)),v(a,$)}} />`:r`<p class="hint" role="status">${s("youWatch")}</p>`}function en({kit:n,seen:e,code:t,entered:s,reload:a}){const{t:l,preferences:o}=m(),c=g(async()=>{const i=o.name.trim(),u=await n.enter(e.tournament.id,{...i&&{name:i},...t&&{code:t}});s(u.tournament),a()});return r`<form class="panel enter" onSubmit=${i=>(i.preventDefault(),c.run())}>
<${k.NameField} />
<button class="button strong big" disabled=${c.isBusy}>${l("enter")}</button>
<${w} error=${c.error} />
</form>`}function on({kit:n,seen:e,nameOf:t,reload:s,entrant:a,hasLeft:l}){const{t:o}=m(),{id:c}=e.tournament,d=g(async()=>{confirm(o("withdrawSure"))&&(await n.withdraw(c),s())});return r`<p class="entered">
<span role="status">${o(l?"youWithdrew":"youAreIn",{name:t(a)})}</span>
${!l&&r`<button class="button quiet" disabled=${d.isBusy} onClick=${d.run}>
${o("withdraw")}
</button>`}
</p>
<${w} error=${d.error} />`}const E="croupier-page:gone-to";function S({tournament:n,mine:e}){const s=e.filter(({round:a})=>a===n.playedRounds.length).flatMap(({boards:a})=>a).find(({status:a})=>a==="PLAYING");return n.status==="ABANDONED"?null:s?.sessionId??null}function D({storage:n,tabStorage:e},t,s){e.setItem(E,JSON.stringify([t,...G(e)].slice(0,50))),s&&n.getItem(M(t))!==s&&W(n,t,s),location.hash=P(t)}const an=(n,e)=>!G(n).includes(e),G=n=>L(n,E,[],Array.isArray);function rn({kit:n,seen:e,known:t,reload:s}){const{t:a}=m(),{id:l,status:o,byHost:c,playedRounds:d}=e.tournament,i=g(async f=>{f==="abandon"&&!confirm(a("endSure"))||(await n.act(l,f),s())});if(!t?.isHost)return null;const u=(f,$,b="")=>r`<button class=${`button ${b}`} disabled=${i.isBusy} onClick=${()=>i.run(f)}>
${$}
</button>`,p=o==="RUNNING"&&c&&(d.at(-1)?.isOver??!1);return r`<section class="panel" aria-labelledby="host">
<h2 id="host">${a("youHost")}</h2>
<div class="ways">
${o==="OPEN"&&u("start",a("begin"),"strong big")}
${p&&u("next-round",a("nextRound"),"strong big")}
${o==="RUNNING"&&u("pause",a("pause"))}
${o==="PAUSED"&&u("resume",a("goOn"),"strong")}
${u("abandon",a("end"),"quiet")}
</div>
<${w} error=${i.error} />
</section>`}const ln=3;function cn({seen:n,nameOf:e}){const{t,preferences:s}=m(),{tournament:a,standings:l}=n;return r`<section class="panel" aria-labelledby="standings">
<h2 id="standings">${t("standings")}</h2>
<table>
<thead><tr>
<th scope="col">${t("place")}</th><th scope="col">${t("player")}</th>
<th scope="col">${t("sumOfPoints")}</th><th scope="col">${t("played")}</th><th scope="col">${t("wins")}</th>
</tr></thead>
<tbody>
${l.map(({rank:o,entrant:c,points:d,played:i,wins:u,isActive:p})=>r`<tr key=${c}
class=${c===a.entrant?"mine":""}>
<td>${o}</td>
<th scope="row">${e(c)}${c===a.entrant&&r` <em>(${t("you")})</em>`}
${!p&&a.status!=="FINISHED"&&r` <small>${t("out")}</small>`}</th>
<td>${I(d,s.language)}</td><td>${i}</td><td>${u}</td>
</tr>`)}
</tbody>
</table>
${a.status==="FINISHED"&&r`<a class="button quiet" download href=${`/v1/tournaments/${a.id}/record`}>${t("downloadRecord")}</a>`}
</section>`}function un({seen:{tournament:n,standings:e},nameOf:t}){const{t:s,preferences:a}=m(),l=e.filter(({rank:i})=>i===1).map(({entrant:i})=>i),o=e.find(({entrant:i})=>i===n.entrant),c=l.length===1&&l[0]===n.entrant,d=s("winTournament",{count:l.length,names:l.map(t).join(", ")});return r`<section class="podium" role="status">
<h2>${c?s("youWinTournament"):d}</h2>
${o&&!c&&r`<p>${s("yourPlace",{rank:o.rank,count:e.length})}</p>`}
<ol>
${e.slice(0,ln).map(({rank:i,entrant:u,points:p})=>r`<li key=${u} class=${`place-${i}`}>
<span class="number">${i}</span><b>${t(u)}</b>
<small>${s("pointsOf",{count:p,points:I(p,a.language)})}</small>
</li>`)}
</ol>
</section>`}const I=(n,e)=>new Intl.NumberFormat(e,{maximumFractionDigits:2,useGrouping:!1}).format(n);function $n(n){const{kit:e,seen:t}=n,{t:s}=m(),{id:a,playedRounds:l}=t.tournament,o=l.length,[c,d]=j(null),i=c??o,{data:u}=U(async()=>i===o?null:{round:i,tables:await V($=>e.tables(a,{...$,round:i}))},[i,o,t.tournament.version]),p=l[i-1]?.byes??[],f=i===o?t.tables:u?.round===i?u.tables:[];return r`<section class="panel" aria-labelledby="rounds">
<h2 id="rounds">${s("rounds")}</h2>
${o===0&&r`<p class="hint">${s("noRoundYet")}</p>`}
${o>1&&r`<div class="ways choice">
${l.map(({round:$})=>r`<button key=${$} class="button"
aria-pressed=${$===i} aria-label=${s("round",{round:$})}
onClick=${()=>d($===o?null:$)}>${$}</button>`)}
</div>`}
${o>0&&r`<h3>${s("round",{round:i})}</h3>`}
<ol class="rows pairings">
${f.map($=>r`<${dn} key=${$.table} ...${n}
table=${$} summary=${l[$.round-1]} />`)}
</ol>
${p.map($=>r`<p key=${$} class="hint">${s("bye",{name:n.nameOf($)})}</p>`)}
</section>`}function dn({kit:n,seen:e,table:t,summary:s,nameOf:a}){const l=m(),{t:o}=l,{entrants:c,boards:d,points:i,ruling:u}=t,{id:p,entrant:f,deals:$}=e.tournament,b=f!==null&&c.includes(f),C=c.map(a).join(", "),H=$==="SAME"&&!s.isOver&&!b,B=async(h,y)=>{h.preventDefault(),D(l,y,await n.token(p))};return r`<li>
<ul class="who">
${c.map((h,y)=>r`<li key=${h} class=${h===f?"mine":""}>
<b>${a(h)}</b>
${i&&r` <span class="points">${I(i[y],l.preferences.language)}</span>`}</li>`)}
</ul>
${u&&r`<small>${o("ruled",{reason:u.reason})}</small>`}
<span class="ways">
${d.map(({sessionId:h,status:y},F)=>{if(y==="PAIRED"||H)return null;const O=o(b&&y==="PLAYING"?"toYourTable":y==="PLAYING"?"watch":"lookBack"),T=d.length>1?`${O} ${F+1}`:O,x=b?Y=>B(Y,h):void 0;return r`<a key=${h} class="button" href=${P(h)} aria-label=${`${T}: ${C}`}
onClick=${x}>${T}</a>`})}
</span>
</li>`}function pn({seen:n,known:e,nameOf:t}){const{t:s}=m(),{tournament:a,entrants:l}=n,{id:o,entrant:c,entrantCount:d,isOpen:i,needsCode:u}=a,p=i&&(!u||e?.code),f=`${location.origin}/play${q(o,e?.code)}`;return r`<div class="halves">
<section class="panel" aria-labelledby="entrants">
<h2 id="entrants">${s("entrants",{count:d})}</h2>
${l.length===0&&r`<p class="hint">${s("nobodyYet")}</p>`}
<ol class="rows">
${l.map(({number:$,botLevel:b})=>r`<li key=${$}>
<span class="number">${$+1}</span>
<span class="who"><b>${t($)}</b>
${$===c&&r` <em>(${s("you")})</em>`}
${b!==null&&r` <small>${s("bot",{level:b})}</small>`}
</span>
</li>`)}
</ol>
</section>
${p&&r`<section class="panel" aria-labelledby="invite">
<h2 id="invite">${s("inviteToTournament")}</h2>
<${k.Invitation} link=${f} isOpen=${!!e?.isHost} />
</section>`}
</div>`}Q(tn);function mn({id:n}){const e=m(),{t}=e,s=Z(),{seen:a,error:l,reload:o}=_(s,n),c=J(()=>{const i=new Map(a?.entrants.map(({number:u,name:p})=>[u,p]));return u=>i.get(u)??t("entrantNumber",{number:u+1})},[a,t]);if(N(()=>{l&&e.onFault(l)},[l]),a===null&&l)return r`<${gn} error=${l} retry=${o} />`;if(a===null)return r`<div class="table-place" aria-busy="true"><p>${t("connecting")}</p></div>`;const d=nn(e.storage,n);return r`<${fn} kit=${s} seen=${a} known=${d} nameOf=${c} reload=${o} error=${l} />`}function fn(n){const{seen:e,error:t}=n,{storage:s,t:a,games:l}=m(),{tournament:o}=e,{status:c,title:d,game:i}=o;N(()=>{document.title=`${d} \u2013 Croupier`},[d]),N(()=>{(o.entrant!==null||o.isHost)&&v(s,o)},[o.version]),bn(n);const u=c==="FINISHED"||c==="ABANDONED";return r`<div class="tournament">
<header>
<h1>${d}</h1>
<p class="lead">${k.titleOf(l,i)} · ${hn(a,o)}</p>
</header>
<${w} error=${t} />
${c==="FINISHED"&&r`<${un} ...${n} />`}
<${yn} ...${n} />
<${sn} ...${n} />
${!u&&r`<${rn} ...${n} />`}
${c==="OPEN"?r`<${pn} ...${n} />`:r`<div class="halves"><${$n} ...${n} /><${cn} ...${n} /></div>`}
</div>`}function hn(n,{format:e,rounds:t,playedRounds:s,deals:a,status:l}){const o=[n(e)];a==="SAME"&&o.push(n("sameDeals"));const c=l==="RUNNING"&&s.length>0;return o.push(c?n("roundOf",{round:s.length,rounds:t}):n(l)),o.join(" \xB7 ")}function bn({kit:n,seen:e}){const t=m(),s=S(e);N(()=>{s&&an(t.tabStorage,s)&&R(t,n,e,s)},[s])}function yn({kit:n,seen:e}){const t=m(),{t:s}=t,a=S(e),l=g(()=>R(t,n,e,a));return a===null?null:r`<section class="panel own" role="status">
<p><b>${s("yourTableIsOpen")}</b></p>
<button class="button strong big" disabled=${l.isBusy} onClick=${l.run}>${s("toYourTable")}</button>
</section>`}async function R(n,e,{tournament:t},s){D(n,s,await e.token(t.id))}function gn({error:n,retry:e}){const{t}=m();return n instanceof K&&[404,410,422].includes(n.status)?r`<${z} title=${t("tournamentGone")} text=${t("tournamentGoneText")} />`:r`<${X} error=${n} retry=${e} />`}export{mn as TournamentPage};
