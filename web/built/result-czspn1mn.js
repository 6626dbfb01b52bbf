import{u,a as b,T as m,f as i,h,n as p,b as $,c as f,d as g}from"./main-o38qnwgn.js";var y=".result{display:grid;gap:.9rem;padding:1.2rem 1.4rem;border:2px solid var(--gold);border-radius:var(--radius);background:var(--panel)}.result h2{font-size:1.9rem}.result table{width:min(100%,28rem);border-collapse:collapse}.result th,.result td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:left}.result td{font-variant-numeric:tabular-nums}.result tbody th{font-weight:500}.result .mine th{font-weight:750}";f(y);function w(n){const{table:t,game:e,snapshot:l}=n,a=u(),{t:s}=a,{session:o}=l,r=o.view?.result??null,c=b(()=>j(a,n)),d=b(async()=>O(`${e.id}-${o.id}.json`,JSON.stringify(await t.record())));return i`<section class="result" aria-labelledby="result">
    <h2 id="result">${r?v(n,r.winners,s):s("tableAbandoned")}</h2>
    ${r&&i`<${k} session=${o} result=${r} />`}
    <${m} error=${c.error??d.error} />
    <div class="ways">
      ${o.viewerSeat!==null&&i`<button class="button strong" disabled=${c.isBusy} onClick=${c.run}>
        ${s(o.rematchId?"goRematch":"rematch")}
      </button>`}
      ${r&&i`<a class="button" href=${`/play/inspect${h(o.id)}`}>${s("explore")}</a>`}
      ${r&&!o.fairness.closed&&i`<button class="button" disabled=${d.isBusy} onClick=${d.run}>${s("download")}</button>`}
      <a class="button" href="#">${s("toLobby")}</a>
    </div>
  </section>`}function k({session:n,result:t}){const{t:e}=u(),l=t.ranking.map((a,s)=>s).sort((a,s)=>t.ranking[a]-t.ranking[s]);return i`<table>
    <thead><tr><th scope="col">${e("rank")}</th><th scope="col">${e("player")}</th><th scope="col">${e("total")}</th></tr></thead>
    <tbody>
      ${l.map(a=>i`<tr key=${a} class=${a===n.viewerSeat?"mine":""}>
        <td>${t.ranking[a]}</td>
        <th scope="row">${$(n,a,e)}</th>
        <td>${t.scores[a]}</td>
      </tr>`)}
    </tbody>
  </table>`}function v({snapshot:{session:n}},t,e){return t.length===1&&t[0]===n.viewerSeat?e("youWin"):e("winnersAre",{count:t.length,names:p(n,t,e)})}async function j({croupier:n,storage:t},{table:e,holders:l}){const a=await e.rematch();for(const{player:s,name:o}of l){const{token:r}=await n.table(e.id,{player:s}),c=await n.join(a.id,{player:s,...r&&{token:r},...o&&{name:o}});c.seat!==null&&g(t,{session:a.id,game:a.game,at:Date.now()},{seat:c.seat,player:s,name:o})}location.hash=h(a.id)}function O(n,t){const e=URL.createObjectURL(new Blob([t],{type:"application/json"}));Object.assign(document.createElement("a"),{href:e,download:n}).click(),setTimeout(()=>URL.revokeObjectURL(e),1e3)}export{w as Result};
