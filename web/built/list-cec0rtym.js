import{u as m,G as T,J as L,F as W,f as o,m as B,s as w,t as O,v as I,h as E,A as H,a as N,Q as F,e as P,T as x}from"./main-dksbj1iq.js";import{u as k,b as U,c as A,s as G,n as j}from"./tournament-i88t05t6.js";import{l as V}from"./lobby-bigilo78.js";import"./texts-gueqdmkd.js";import{O as Z}from"./setup_dialog-b8k1aqqy.js";import{g as z,d as J,e as K,L as Q}from"./setup-j5zz6dgd.js";import{L as q}from"./places-bq2asvjs.js";N(V),N(G);const X=H(async()=>(await Promise.resolve().then(function(){return mt})).SetupDialog),Y=1e4,tt=20;function et({error:t,reload:s}){const{t:a,games:e}=m(),[n,$]=T(!1);return L(()=>{document.title=`${a("tournaments")} \u2013 Croupier`},[a]),t&&!e?o`<${W} error=${t} retry=${s} />`:o`<div class="tournament">
    <header>
      <h1>${a("tournaments")}</h1>
      <p class="lead">${a("tournamentsHint")}</p>
    </header>
    <p><button class="button strong big" disabled=${!e} onClick=${()=>$(!0)}>${a("newTournament")}</button></p>
    <div class="halves">
      <${at} />
      <${st} />
    </div>
    ${n&&o`<${X} games=${e} onClose=${()=>$(!1)} />`}
  </div>`}function at(){const{t,games:s}=m(),a=k(),{data:e,reload:n}=B(()=>a.public({first:tt}),[a]);return w(n,Y),o`<section class="panel" aria-labelledby="public" aria-busy=${e===null}>
    <h2 id="public">${t("publicTournaments")}</h2>
    ${e?.nodes.length===0&&o`<p class="hint">${t("noPublicTournaments")}</p>`}
    <ul class="rows">
      ${(e?.nodes??[]).map(({id:$,title:r,game:l,format:i,status:c,isOpen:S,needsCode:b,entrantCount:d})=>{const p=t(S&&!b?"enter":"watch"),f=[O(s,l),t(i),t("entrants",{count:d})];return o`<li key=${$}>
          <${I} title=${r} state=${t(c)} names=${f.join(" \xB7 ")} />
          <a class="button" href=${E($)} aria-label=${`${p}: ${r}`}>${p}</a>
        </li>`})}
    </ul>
  </section>`}function st(){const{t,storage:s,games:a}=m(),[e,n]=T(()=>A(s));if(e.length===0)return null;const $=r=>{U(s,r),n(A(s))};return o`<section class="panel" aria-labelledby="mine">
    <h2 id="mine">${t("myTournaments")}</h2>
    <ul class="rows">
      ${e.map(({id:r,title:l,game:i,isHost:c})=>o`<li key=${r}>
        <${I} title=${l} state=${c?t("youHost"):""} names=${O(a,i)} />
        <a class="button" href=${E(r)} aria-label=${`${t("resume")}: ${l}`}>${t("resume")}</a>
        <button class="icon" aria-label=${`${t("forgetTournament")}: ${l}`} title=${t("forgetTournament")} onClick=${()=>$(r)}>×</button>
      </li>`)}
    </ul>
  </section>`}const nt=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],ot=600,lt={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},_=({format:t})=>t==="SWISS"||t==="ONE_TABLE";async function it({storage:t},s,a,e){const{sameDeals:n,bots:$,botLevel:r,options:l,title:i,rounds:c,lastEntryRound:S,...b}=e,d=await s.create({...b,title:i.trim(),game:a.id,options:z(a.options,l),rounds:c??0,deals:n?"SAME":"FRESH",lastEntryRound:_(e)?S:1,open:!0,botMillis:ot,entrants:Array.from({length:$},(p,f)=>({name:`Bot ${f+1}`,botLevel:r}))});return j(t,d.tournament,{isHost:!0,code:d.entryCode}),E(d.tournament.id)}const rt=32;function $t({games:t,onClose:s}){const a=m(),{t:e,preferences:n}=a,$=k(),[r,l]=T(t[0].id),i=t.find(({id:u})=>u===r)??t[0],[c,S]=T(()=>({...lt,title:n.name?e("tournamentOf",{name:n.name}):e("tournament")})),b=F(null),d=P(async()=>{location.hash=await it(a,$,i,c)}),p=J(d.error),f=i.options.some(({name:u})=>u===p);L(()=>{b.current?.showModal()},[]);const h=u=>S(y=>({...y,...u})),R=u=>{const{id:y,minSeats:C,maxSeats:M}=t.find(D=>D.id===u.target.value)??i;l(y),h({options:{},seatsPerTable:Math.min(Math.max(c.seatsPerTable,C),M)})};return o`<dialog ref=${b} class="setup" aria-labelledby="setup-title" onClose=${s}>
    <form noValidate onSubmit=${u=>(u.preventDefault(),d.run())}>
      <header>
        <h2 id="setup-title">${e("newTournament")}</h2>
        <button type="button" class="icon" aria-label=${e("close")} onClick=${()=>b.current?.close()}>×</button>
      </header>
      <div class="body">
        <div class="fields">
          <div class="field">
            <label for="title">${e("title")}</label>
            <input id="title" maxlength="100" value=${c.title} onInput=${u=>h({title:u.target.value})} />
          </div>
          <div class="field">
            <label for="game">${e("game")}</label>
            <select id="game" value=${i.id} onChange=${R}>
              ${t.map(({id:u,title:y})=>o`<option key=${u} value=${u} data-game=${u}>${y}</option>`)}
            </select>
          </div>
          <${ut} setup=${c} change=${h} game=${i} />
        </div>
        <div class="fields"><${ct} setup=${c} change=${h} /></div>
        <details>
          <summary>${e("tableSettings")}</summary>
          <div class="fields"><${dt} setup=${c} change=${h} /></div>
        </details>
        <details open=${f||void 0}>
          <summary>${e("rulesOptions")}</summary>
          <${Z} options=${K(i,c.seatsPerTable)} values=${c.options} fault=${p} error=${d.error}
            change=${u=>h({options:{...c.options,...u}})} />
        </details>
      </div>
      <footer>
        <${x} error=${f?null:d.error} />
        <button class="button strong big" disabled=${d.isBusy||!c.title.trim()}>${e("makeTournament")}</button>
      </footer>
    </form>
  </dialog>`}function ut({setup:t,change:s,game:a}){const{t:e}=m(),{format:n}=t,$=n==="SWISS"||n==="ONE_TABLE",r=l=>{const i=l.target.value;s({format:i,rounds:i==="SWISS"?3:null,sameDeals:t.sameDeals&&i!=="ONE_TABLE"})};return o`<div class="field">
      <label for="format">${e("format")}</label>
      <select id="format" value=${n} aria-describedby="about-format" onChange=${r}>
        ${nt.map(l=>o`<option key=${l} value=${l}>${e(l)}</option>`)}
      </select>
      <p id="about-format" class="hint">${e(`about${n}`)}</p>
    </div>
    <${v} name="seatsPerTable" least=${Math.max(2,a.minSeats)} most=${a.maxSeats} setup=${t} change=${s} />
    ${$&&o`<${v} name="rounds" least=${1} most=${50} setup=${t} change=${s} hint=${e("roundsHint")} />`}
    <${v} name="boards" least=${1} most=${20} setup=${t} change=${s} hint=${e("boardsHint")} />
    ${n!=="ONE_TABLE"&&o`<${g} name="sameDeals" setup=${t} change=${s} hint=${e("sameDealsHint")} />`}`}function ct({setup:t,change:s}){const{t:a}=m();return o`<${g} name="public" label=${a("listTournament")} setup=${t} change=${s} />
    <${g} name="withEntryCode" setup=${t} change=${s} />
    <${v} name="bots" least=${0} most=${rt} setup=${t} change=${s} />
    ${t.bots>0&&o`<div class="field"><span aria-hidden="true"><b>${a("level")}</b></span>
      <${q} label=${a("level")} level=${t.botLevel} choose=${e=>s({botLevel:e})} /></div>`}
    ${_(t)&&o`<${v} name="lastEntryRound" least=${1} most=${50} setup=${t} change=${s} hint=${a("lastEntryHint")} />`}
    <${g} name="byHost" setup=${t} change=${s} />`}function dt({setup:t,change:s}){const{t:a}=m(),e=(n,$,r)=>o`<div class="field">
      <label for=${`setting-${n}`}>${$}</label>
      <select id=${`setting-${n}`} value=${t[n]??""} onChange=${l=>s({[n]:n==="leftSeatLevel"?Number(l.target.value)||null:l.target.value})}>
        ${r.map(([l,i])=>o`<option key=${l} value=${l}>${i}</option>`)}
      </select>
    </div>`;return o`<${v} name="moveSeconds" least=${0} most=${1e6} setup=${t} change=${s} hint=${a("moveSecondsHint")} />
    ${e("leftSeatLevel",a("leftSeatLevel"),[["",a("nobody")],...Q.map(n=>[n,a("botOfLevel",{level:n})])])}
    ${e("points",a("pointScheme"),[["LINEAR",a("LINEAR")],["WINNER",a("WINNER")]])}
    ${e("byes",a("byeWorth"),[["WIN",a("WIN")],["DRAW",a("DRAW")],["ZERO",a("ZERO")]])}
    <${g} name="takeBacks" setup=${t} change=${s} /> <${g} name="hints" setup=${t} change=${s} />`}function v({name:t,least:s,most:a,hint:e,setup:n,change:$}){const{t:r}=m(),l=i=>i===""?t==="rounds"||t==="moveSeconds"?null:s:Number(i);return o`<div class="field">
    <label for=${`setting-${t}`}>${r(t)}</label>
    <input id=${`setting-${t}`} type="number" min=${s} max=${a} value=${n[t]??""} aria-describedby=${e?`about-${t}`:void 0}
      onChange=${i=>$({[t]:l(i.target.value)})} />
    ${e&&o`<p id=${`about-${t}`} class="hint">${e}</p>`}
  </div>`}function g({name:t,label:s,hint:a,setup:e,change:n}){const{t:$}=m();return o`<label class="tick">
    <input type="checkbox" checked=${e[t]} onChange=${r=>n({[t]:r.target.checked})} />
    <span>${s??$(t)}${a&&o` <small>${a}</small>`}</span>
  </label>`}var mt=Object.freeze({__proto__:null,SetupDialog:$t});export{et as Tournaments};
