import{u as p,j as T,f as r,e as w,T as g,N as L,r as x,w as j,L as q,q as S,G as U,m as W,h as J,Y as z,J as N,P as K,F as Q,S as V,t as X,a as A}from"./main-dksbj1iq.js";import{n as P,r as Z,u as _,a as nn,f as tn,s as sn}from"./tournament-i88t05t6.js";import{I as en,r as on}from"./qr_code-k133ec5r.js";import"./texts-gueqdmkd.js";import"./lobby-bigilo78.js";function an(n){const{tournament:e,entrants:s}=n.seen,{t,storage:o,tabStorage:l}=p(),{entrant:a,isOpen:$,needsCode:i}=e,c=l.getItem(T(e.id))??n.known?.code??null;return e.status==="FINISHED"||e.status==="ABANDONED"?null:a!==null?r`<${ln} ...${n} hasLeft=${s[a]?.untilRound!=null} />`:$?i&&c===null?r`<p class="hint" role="status">${t("codeNeeded")}</p>`:r`<${rn} ...${n} code=${c} entered=${u=>{l.removeItem(T(u.id)),P(o,u)}} />`:r`<p class="hint" role="status">${t("youWatch")}</p>`}function rn({kit:n,seen:e,code:s,entered:t,reload:o}){const{t:l,preferences:a}=p(),$=w(async()=>{const i=a.name.trim(),c=await n.enter(e.tournament.id,{...i&&{name:i},...s&&{code:s}});t(c.tournament),o()});return r`<form class="panel enter" onSubmit=${i=>(i.preventDefault(),$.run())}>
    <${L} />
    <button class="button strong big" disabled=${$.isBusy}>${l("enter")}</button>
    <${g} error=${$.error} />
  </form>`}function ln({kit:n,seen:e,nameOf:s,reload:t,hasLeft:o}){const{t:l}=p(),{id:a,entrant:$}=e.tournament,i=w(async()=>{confirm(l("withdrawSure"))&&(await n.withdraw(a),t())});return r`<p class="entered">
      <span role="status">${l(o?"youWithdrew":"youAreIn",{name:s($)})}</span>
      ${!o&&r`<button class="button quiet" disabled=${i.isBusy} onClick=${i.run}>${l("withdraw")}</button>`}
    </p>
    <${g} error=${i.error} />`}const v="croupier-page:gone-to";function E({tournament:n,mine:e}){const t=e.filter(({round:o})=>o===n.playedRounds.length).flatMap(({boards:o})=>o).find(({status:o})=>o==="PLAYING");return n.status==="ABANDONED"?null:t?.sessionId??null}function D({storage:n,tabStorage:e},s,t){e.setItem(v,JSON.stringify([s,...R(e)].slice(0,50))),t&&n.getItem(j(s))!==t&&q(n,s,t),location.hash=S(s)}const cn=(n,e)=>!R(n).includes(e),R=n=>x(n,v,[],Array.isArray);function un({kit:n,seen:e,known:s,reload:t}){const{t:o}=p(),{id:l,status:a,byHost:$,playedRounds:i}=e.tournament,c=w(async u=>{u==="abandon"&&!confirm(o("endSure"))||(await n.act(l,u),t())});if(!s?.isHost)return null;const d=(u,f,y="")=>r`<button class=${`button ${y}`}
    disabled=${c.isBusy} onClick=${()=>c.run(u)}>${f}</button>`,m=a==="RUNNING"&&$&&(i.at(-1)?.isOver??!1);return r`<section class="panel" aria-labelledby="host">
    <h2 id="host">${o("youHost")}</h2>
    <div class="ways">
      ${a==="OPEN"&&d("start",o("begin"),"strong big")}
      ${m&&d("next-round",o("nextRound"),"strong big")}
      ${a==="RUNNING"&&d("pause",o("pause"))}
      ${a==="PAUSED"&&d("resume",o("goOn"),"strong")}
      ${d("abandon",o("end"),"quiet")}
    </div>
    <${g} error=${c.error} />
  </section>`}const $n=3;function dn({seen:n,nameOf:e}){const{t:s}=p(),{tournament:t,standings:o}=n;return r`<section class="panel" aria-labelledby="standings">
    <h2 id="standings">${s("standings")}</h2>
    <table>
      <thead><tr>
        <th scope="col">${s("rank")}</th><th scope="col">${s("player")}</th>
        <th scope="col">${s("total")}</th><th scope="col">${s("played")}</th><th scope="col">${s("wins")}</th>
      </tr></thead>
      <tbody>
        ${o.map(({rank:l,entrant:a,points:$,played:i,wins:c,isActive:d})=>r`<tr key=${a} class=${a===t.entrant?"mine":""}>
          <td>${l}</td>
          <th scope="row">${e(a)}${a===t.entrant&&r` <em>(${s("you")})</em>`}
            ${!d&&t.status!=="FINISHED"&&r` <small>${s("out")}</small>`}</th>
          <td>${k($)}</td><td>${i}</td><td>${c}</td>
        </tr>`)}
      </tbody>
    </table>
    ${t.status==="FINISHED"&&r`<a class="button quiet" download href=${`/v1/tournaments/${t.id}/record`}>${s("download")}</a>`}
  </section>`}function pn({seen:{tournament:n,standings:e},nameOf:s}){const{t}=p(),o=e.filter(({rank:i})=>i===1).map(({entrant:i})=>i),l=e.find(({entrant:i})=>i===n.entrant),a=o.length===1&&o[0]===n.entrant,$=t("winTournament",{count:o.length,names:o.map(s).join(", ")});return r`<section class="podium" role="status">
    <h2>${a?t("youWinTournament"):$}</h2>
    ${l&&!a&&r`<p>${t("yourPlace",{rank:l.rank,count:e.length})}</p>`}
    <ol>
      ${e.slice(0,$n).map(({rank:i,entrant:c,points:d})=>r`<li key=${c} class=${`place-${i}`}>
        <span class="number">${i}</span><b>${s(c)}</b><small>${t("pointsOf",{points:k(d)})}</small>
      </li>`)}
    </ol>
  </section>`}const k=n=>`${Math.round(n*100)/100}`;function mn(n){const{kit:e,seen:s}=n,{t}=p(),{id:o,playedRounds:l}=s.tournament,a=l.length,[$,i]=U(null),c=$??a,{data:d}=W(async()=>c===a?null:{round:c,tables:await Z(u=>e.tables(o,{...u,round:c}))},[c,a,s.tournament.version]),m=c===a?s.tables:d?.round===c?d.tables:[];return r`<section class="panel" aria-labelledby="rounds">
    <h2 id="rounds">${t("rounds")}</h2>
    ${a===0&&r`<p class="hint">${t("noRoundYet")}</p>`}
    ${a>1&&r`<div class="ways choice">
      ${l.map(({round:u})=>r`<button key=${u} class="button" aria-pressed=${u===c}
        aria-label=${t("round",{round:u})} onClick=${()=>i(u===a?null:u)}>${u}</button>`)}
    </div>`}
    ${a>0&&r`<h3>${t("round",{round:c})}</h3>`}
    <ol class="rows pairings">
      ${m.map(u=>r`<${hn} key=${u.table} ...${n} table=${u} summary=${l[u.round-1]} />`)}
    </ol>
    ${(l[c-1]?.byes??[]).map(u=>r`<p key=${u} class="hint">${t("bye",{name:n.nameOf(u)})}</p>`)}
  </section>`}function hn({kit:n,seen:e,table:s,summary:t,nameOf:o}){const l=p(),{t:a}=l,{entrants:$,boards:i,points:c,ruling:d}=s,{id:m,entrant:u,deals:f}=e.tournament,y=u!==null&&$.includes(u),H=$.map(o).join(", "),B=f==="SAME"&&!t.isOver&&!y,G=async(h,b)=>{h.preventDefault(),D(l,b,await n.token(m))};return r`<li>
    <ul class="who">
      ${$.map((h,b)=>r`<li key=${h} class=${h===u?"mine":""}><b>${o(h)}</b>
        ${c&&r` <span class="points">${k(c[b])}</span>`}</li>`)}
    </ul>
    ${d&&r`<small>${a("ruled",{reason:d.reason})}</small>`}
    <span class="ways">
      ${i.map(({sessionId:h,status:b},F)=>{if(b==="PAIRED"||B)return null;const I=a(y&&b==="PLAYING"?"toYourTable":b==="PLAYING"?"watch":"lookBack"),O=i.length>1?`${I} ${F+1}`:I,Y=y?M=>G(M,h):void 0;return r`<a key=${h} class="button" href=${S(h)} aria-label=${`${O}: ${H}`} onClick=${Y}>${O}</a>`})}
    </span>
  </li>`}function bn({seen:n,known:e,nameOf:s}){const{t}=p(),{tournament:o,entrants:l}=n,{id:a,entrant:$,entrantCount:i,isOpen:c,needsCode:d}=o,m=c&&(!d||e?.code);return r`<div class="halves">
    <section class="panel" aria-labelledby="entrants">
      <h2 id="entrants">${t("entrants",{count:i})}</h2>
      ${l.length===0&&r`<p class="hint">${t("nobodyYet")}</p>`}
      <ol class="rows">
        ${l.map(({number:u,botLevel:f})=>r`<li key=${u}>
          <span class="number">${u+1}</span>
          <span class="who"><b>${s(u)}</b>
            ${u===$&&r` <em>(${t("you")})</em>`}
            ${f!==null&&r` <small>${t("bot",{level:f})}</small>`}
          </span>
        </li>`)}
      </ol>
    </section>
    ${m&&r`<section class="panel" aria-labelledby="invite">
      <h2 id="invite">${t("inviteToTournament")}</h2>
      <${en} link=${`${location.origin}/play${J(a,e?.code)}`} isOpen=${!!e?.isHost} />
    </section>`}
  </div>`}A(on),A(sn);function fn({id:n}){const e=p(),{t:s}=e,t=_(),{seen:o,error:l,reload:a}=nn(t,n),$=z(()=>{const c=new Map(o?.entrants.map(({number:d,name:m})=>[d,m]));return d=>c.get(d??-1)??s("entrantNumber",{number:(d??0)+1})},[o,s]);if(N(()=>{l&&e.onFault(l)},[l]),o===null&&l)return r`<${kn} error=${l} retry=${a} />`;if(o===null)return r`<div class="table-place" aria-busy="true"><p>${s("connecting")}</p></div>`;const i=tn(e.storage,n);return r`<${yn} kit=${t} seen=${o} known=${i} nameOf=${$} reload=${a} error=${l} />`}function yn(n){const{seen:e,error:s}=n,{storage:t,t:o,games:l}=p(),{tournament:a}=e,{status:$,title:i,game:c}=a;N(()=>{document.title=`${i} \u2013 Croupier`},[i]),N(()=>{(a.entrant!==null||a.isHost)&&P(t,a)},[a.version]),gn(n);const d=$==="FINISHED"||$==="ABANDONED";return r`<div class="tournament">
    <header>
      <h1>${i}</h1>
      <p class="lead">${X(l,c)} · ${wn(o,a)}</p>
    </header>
    <${g} error=${s} />
    ${$==="FINISHED"&&r`<${pn} ...${n} />`}
    <${Nn} ...${n} />
    <${an} ...${n} />
    ${!d&&r`<${un} ...${n} />`}
    ${$==="OPEN"?r`<${bn} ...${n} />`:r`<div class="halves"><${mn} ...${n} /><${dn} ...${n} /></div>`}
  </div>`}function wn(n,{format:e,rounds:s,playedRounds:t,deals:o,status:l}){const a=[n(e)];o==="SAME"&&a.push(n("sameDeals"));const $=l==="RUNNING"&&t.length>0;return a.push($?n("roundOf",{round:t.length,rounds:s}):n(l)),a.join(" \xB7 ")}function gn({kit:n,seen:e}){const s=p(),t=E(e);N(()=>{t&&cn(s.tabStorage,t)&&C(s,n,e,t)},[t])}function Nn({kit:n,seen:e}){const s=p(),{t}=s,o=E(e),l=w(()=>C(s,n,e,o));return o===null?null:r`<section class="panel own" role="status">
    <p><b>${t("yourTableIsOpen")}</b></p>
    <button class="button strong big" disabled=${l.isBusy} onClick=${l.run}>${t("toYourTable")}</button>
  </section>`}async function C(n,e,{tournament:s},t){D(n,t,await e.token(s.id))}function kn({error:n,retry:e}){const{t:s}=p();return!(n instanceof K)||![404,410,422].includes(n.status)?r`<${Q} error=${n} retry=${e} />`:r`<${V} title=${s("tournamentGone")} text=${s("tournamentGoneText")} />`}export{fn as TournamentPage};
