import{u as b,G as E,J as I,B as M,f as o,A as B,I as D,h as L,m as W,a as w,Q as H,e as P,T as F}from"./main-of41jmqs.js";import{u as O,l as m,c as x,d as U,e as N,s as G,n as j}from"./tournament-f24cfj2u.js";import{b as dt}from"./tournament-f24cfj2u.js";import"./texts-bzhzwze7.js";w(G);const V=W(async()=>{const[{SetupDialog:t}]=await Promise.all([Promise.resolve().then(function(){return lt}),x(import("./setup_dialog-pez14h6g.js"))]);return t}),Z=1e4,z=20;function J({error:t,reload:s}){const{t:a,games:e}=b(),[n,$]=E(!1);return I(()=>{document.title=`${a("tournaments")} \u2013 Croupier`},[a]),t&&!e?o`<${M} error=${t} retry=${s} />`:o`<div class="tournament">
    <header>
      <h1>${a("tournaments")}</h1>
      <p class="lead">${a("tournamentsHint")}</p>
    </header>
    <p><button class="button strong big" disabled=${!e} onClick=${()=>$(!0)}>${a("newTournament")}</button></p>
    <div class="halves">
      <${K} />
      <${Q} />
    </div>
    ${n&&o`<${V} games=${e} onClose=${()=>$(!1)} />`}
  </div>`}function K(){const{t,games:s}=b(),a=O(),{data:e,reload:n}=B(()=>a.public({first:z}),[a]);return D(n,Z),o`<section class="panel" aria-labelledby="public" aria-busy=${e===null}>
    <h2 id="public">${t("publicTournaments")}</h2>
    ${e?.nodes.length===0&&o`<p class="hint">${t("noPublicTournaments")}</p>`}
    <ul class="rows">
      ${(e?.nodes??[]).map(({id:$,title:r,game:l,format:i,status:c,isOpen:y,needsCode:p,entrantCount:d})=>{const f=t(y&&!p?"enter":"watch"),h=[m.titleOf(s,l),t(i),t("entrants",{count:d})];return o`<li key=${$}>
          <${m.Told} title=${r} state=${t(c)} names=${h.join(" \xB7 ")} />
          <a class="button" href=${L($)} aria-label=${`${f}: ${r}`}>${f}</a>
        </li>`})}
    </ul>
  </section>`}function Q(){const{t,storage:s,games:a}=b(),[e,n]=E(()=>N(s));if(e.length===0)return null;const $=r=>{U(s,r),n(N(s))};return o`<section class="panel" aria-labelledby="mine">
    <h2 id="mine">${t("myTournaments")}</h2>
    <ul class="rows">
      ${e.map(({id:r,title:l,game:i,isHost:c})=>o`<li key=${r}>
        <${m.Told} title=${l} state=${c?t("youHost"):""} names=${m.titleOf(a,i)} />
        <a class="button" href=${L(r)} aria-label=${`${t("resume")}: ${l}`}>${t("resume")}</a>
        <button class="icon" aria-label=${`${t("forgetTournament")}: ${l}`} title=${t("forgetTournament")} onClick=${()=>$(r)}>×</button>
      </li>`)}
    </ul>
  </section>`}const q=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],X=600,Y={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},k=({format:t})=>t==="SWISS"||t==="ONE_TABLE";async function tt({storage:t},s,a,e){const{sameDeals:n,bots:$,botLevel:r,options:l,title:i,rounds:c,lastEntryRound:y,...p}=e,d=await s.create({...p,title:i.trim(),game:a.id,options:m.chosenOptions(a.options,l),rounds:c??0,deals:n?"SAME":"FRESH",lastEntryRound:k(e)?y:1,open:!0,botMillis:X,entrants:Array.from({length:$},(f,h)=>({name:`Bot ${h+1}`,botLevel:r}))});return j(t,d.tournament,{isHost:!0,code:d.entryCode}),L(d.tournament.id)}const et=32;function at({games:t,onClose:s}){const a=b(),{t:e,preferences:n}=a,$=O(),[r,l]=E(t[0].id),i=t.find(({id:u})=>u===r)??t[0],[c,y]=E(()=>({...Y,title:n.name?e("tournamentOf",{name:n.name}):e("tournament")})),p=H(null),d=P(async()=>{location.hash=await tt(a,$,i,c)}),f=m.fieldAtFault(d.error),h=i.options.some(({name:u})=>u===f);I(()=>{p.current?.showModal()},[]);const v=u=>y(T=>({...T,...u})),A=u=>{const{id:T,minSeats:_,maxSeats:R}=t.find(C=>C.id===u.target.value)??i;l(T),v({options:{},seatsPerTable:Math.min(Math.max(c.seatsPerTable,_),R)})};return o`<dialog ref=${p} class="setup" aria-labelledby="setup-title" onClose=${s}>
    <form noValidate onSubmit=${u=>(u.preventDefault(),d.run())}>
      <header>
        <h2 id="setup-title">${e("newTournament")}</h2>
        <button type="button" class="icon" aria-label=${e("close")} onClick=${()=>p.current?.close()}>×</button>
      </header>
      <div class="body">
        <div class="fields">
          <div class="field">
            <label for="title">${e("title")}</label>
            <input id="title" maxlength="100" value=${c.title} onInput=${u=>v({title:u.target.value})} />
          </div>
          <div class="field">
            <label for="game">${e("game")}</label>
            <select id="game" value=${i.id} onChange=${A}>
              ${t.map(({id:u,title:T})=>o`<option key=${u} value=${u} data-game=${u}>${T}</option>`)}
            </select>
          </div>
          <${st} setup=${c} change=${v} game=${i} />
        </div>
        <div class="fields"><${nt} setup=${c} change=${v} /></div>
        <details>
          <summary>${e("tableSettings")}</summary>
          <div class="fields"><${ot} setup=${c} change=${v} /></div>
        </details>
        <details open=${h||void 0}>
          <summary>${e("rulesOptions")}</summary>
          <${m.OptionFields} options=${m.optionsAt(i,c.seatsPerTable)} values=${c.options} fault=${f} error=${d.error}
            change=${u=>v({options:{...c.options,...u}})} />
        </details>
      </div>
      <footer>
        <${F} error=${h?null:d.error} />
        <button class="button strong big" disabled=${d.isBusy||!c.title.trim()}>${e("makeTournament")}</button>
      </footer>
    </form>
  </dialog>`}function st({setup:t,change:s,game:a}){const{t:e}=b(),{format:n}=t,$=n==="SWISS"||n==="ONE_TABLE",r=l=>{const i=l.target.value;s({format:i,rounds:i==="SWISS"?3:null,sameDeals:t.sameDeals&&i!=="ONE_TABLE"})};return o`<div class="field">
      <label for="format">${e("format")}</label>
      <select id="format" value=${n} aria-describedby="about-format" onChange=${r}>
        ${q.map(l=>o`<option key=${l} value=${l}>${e(l)}</option>`)}
      </select>
      <p id="about-format" class="hint">${e(`about${n}`)}</p>
    </div>
    <${g} name="seatsPerTable" least=${Math.max(2,a.minSeats)} most=${a.maxSeats} setup=${t} change=${s} />
    ${$&&o`<${g} name="rounds" least=${1} most=${50} setup=${t} change=${s} hint=${e("roundsHint")} />`}
    <${g} name="boards" least=${1} most=${20} setup=${t} change=${s} hint=${e("boardsHint")} />
    ${n!=="ONE_TABLE"&&o`<${S} name="sameDeals" setup=${t} change=${s} hint=${e("sameDealsHint")} />`}`}function nt({setup:t,change:s}){const{t:a}=b();return o`<${S} name="public" label=${a("listTournament")} setup=${t} change=${s} />
    <${S} name="withEntryCode" setup=${t} change=${s} />
    <${g} name="bots" least=${0} most=${et} setup=${t} change=${s} />
    ${t.bots>0&&o`<div class="field"><span aria-hidden="true"><b>${a("level")}</b></span>
      <${m.LevelChoice} label=${a("level")} level=${t.botLevel} choose=${e=>s({botLevel:e})} /></div>`}
    ${k(t)&&o`<${g} name="lastEntryRound" least=${1} most=${50} setup=${t} change=${s} hint=${a("lastEntryHint")} />`}
    <${S} name="byHost" setup=${t} change=${s} />`}function ot({setup:t,change:s}){const{t:a}=b(),e=(n,$,r)=>o`<div class="field">
      <label for=${`setting-${n}`}>${$}</label>
      <select id=${`setting-${n}`} value=${t[n]??""} onChange=${l=>s({[n]:n==="leftSeatLevel"?Number(l.target.value)||null:l.target.value})}>
        ${r.map(([l,i])=>o`<option key=${l} value=${l}>${i}</option>`)}
      </select>
    </div>`;return o`<${g} name="moveSeconds" least=${0} most=${1e6} setup=${t} change=${s} hint=${a("moveSecondsHint")} />
    ${e("leftSeatLevel",a("leftSeatLevel"),[["",a("nobody")],...m.LEVELS.map(n=>[n,a("botOfLevel",{level:n})])])}
    ${e("points",a("pointScheme"),[["LINEAR",a("LINEAR")],["WINNER",a("WINNER")]])}
    ${e("byes",a("byeWorth"),[["WIN",a("WIN")],["DRAW",a("DRAW")],["ZERO",a("ZERO")]])}
    <${S} name="takeBacks" setup=${t} change=${s} /> <${S} name="hints" setup=${t} change=${s} />`}function g({name:t,least:s,most:a,hint:e,setup:n,change:$}){const{t:r}=b(),l=i=>i===""?t==="rounds"||t==="moveSeconds"?null:s:Number(i);return o`<div class="field">
    <label for=${`setting-${t}`}>${r(t)}</label>
    <input id=${`setting-${t}`} type="number" min=${s} max=${a} value=${n[t]??""} aria-describedby=${e?`about-${t}`:void 0}
      onChange=${i=>$({[t]:l(i.target.value)})} />
    ${e&&o`<p id=${`about-${t}`} class="hint">${e}</p>`}
  </div>`}function S({name:t,label:s,hint:a,setup:e,change:n}){const{t:$}=b();return o`<label class="tick">
    <input type="checkbox" checked=${e[t]} onChange=${r=>n({[t]:r.target.checked})} />
    <span>${s??$(t)}${a&&o` <small>${a}</small>`}</span>
  </label>`}var lt=Object.freeze({__proto__:null,SetupDialog:at});export{J as Tournaments,dt as borrowAll};
