import{u as p,G as E,J as I,H as D,f as r,x as H,A as W,h as L,o as x,a as P,Q as F,g as U,T as G}from"./main.js";import{u as N,l as b,c as j,d as V,e as w,s as z,n as J}from"./tournament.js";export{b as borrowAll}from"./tournament.js";import"./texts.js";P(z);const K=x(async()=>{const t=j(import("./setup_dialog.js")),[{SetupDialog:s}]=await Promise.all([Promise.resolve().then(function(){return $t}),t]);return s}),Q=1e4,Z=20;function q({error:t,reload:s}){const{t:a,games:e}=p(),[l,o]=E(!1);return I(()=>{document.title=`${a("tournaments")} \u2013 Croupier`},[a]),t&&!e?r`<${D} error=${t} retry=${s} />`:r`<div class="tournament">
<header>
<h1>${a("tournaments")}</h1>
<p class="lead">${a("tournamentsHint")}</p>
</header>
<p>
<button class="button strong big" disabled=${!e} onClick=${()=>o(!0)}>${a("newTournament")}</button>
</p>
<div class="halves">
<${X} />
<${Y} />
</div>
${l&&r`<${K} games=${e} onClose=${()=>o(!1)} />`}
</div>`}function X(){const{t,games:s}=p(),a=N(),{data:e,reload:l}=H(()=>a.public({first:Z}),[a]);return W(l,Q),r`<section class="panel" aria-labelledby="public" aria-busy=${e===null}>
<h2 id="public">${t("publicTournaments")}</h2>
${e?.nodes.length===0&&r`<p class="hint">${t("noPublicTournaments")}</p>`}
<ul class="rows">
${(e?.nodes??[]).map(({id:o,title:n,game:i,format:$,status:d,isOpen:u,needsCode:g,entrantCount:f})=>{const m=t(u&&!g?"enter":"watch"),T=t($),h=[b.titleOf(s,i),T,t("entrants",{count:f})];return r`<li key=${o}>
<${b.Told} title=${n} state=${t(d)} names=${h.join(" \xB7 ")} />
<a class="button" href=${L(o)} aria-label=${`${m}: ${n}`}>${m}</a>
</li>`})}
</ul>
</section>`}function Y(){const{t,storage:s,games:a}=p(),[e,l]=E(()=>w(s));if(e.length===0)return null;const o=n=>{V(s,n),l(w(s))};return r`<section class="panel" aria-labelledby="mine">
<h2 id="mine">${t("myTournaments")}</h2>
<ul class="rows">
${e.map(({id:n,title:i,game:$,isHost:d})=>r`<li key=${n}>
<${b.Told} title=${i} state=${d?t("youHost"):""} names=${b.titleOf(a,$)} />
<a class="button" href=${L(n)} aria-label=${`${t("resume")}: ${i}`}>${t("resume")}</a>
<button class="icon" aria-label=${`${t("forgetTournament")}: ${i}`} title=${t("forgetTournament")}
onClick=${()=>o(n)}>×</button>
</li>`)}
</ul>
</section>`}const tt=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],et=600,st={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},A=({format:t})=>t==="SWISS"||t==="ONE_TABLE",_=({sameDeals:t})=>!t;async function at({storage:t},s,a,e){const{sameDeals:l,takeBacks:o,bots:n,botLevel:i,options:$,title:d,rounds:u,lastEntryRound:g,...f}=e,m=await s.create({...f,title:d.trim(),game:a.id,options:b.chosenOptions(a.options,$),rounds:u??0,deals:l?"SAME":"FRESH",takeBacks:o&&_(e),lastEntryRound:A(e)?g:1,open:!0,botMillis:et,entrants:Array.from({length:n},(T,h)=>({name:`Bot ${h+1}`,botLevel:i}))});return J(t,m.tournament,{isHost:!0,code:m.entryCode}),L(m.tournament.id)}const ot=32;function nt({games:t,onClose:s}){const a=p(),{t:e,preferences:l}=a,o=N(),[n,i]=E(t[0].id),$=t.find(({id:c})=>c===n)??t[0],{name:d}=l,[u,g]=E({...st,title:d?e("tournamentOf",{name:d}):e("tournament")}),f=F(null),m=U(async()=>{location.hash=await at(a,o,$,u)}),T=b.fieldAtFault(m.error),h=$.options.some(({name:c})=>c===T);I(()=>{f.current?.showModal()},[]);const S=c=>g(O=>({...O,...c})),B=c=>{const{id:O,minSeats:C,maxSeats:M}=t.find(R=>R.id===c.target.value)??$;i(O),S({options:{},seatsPerTable:Math.min(Math.max(u.seatsPerTable,C),M)})};return r`<dialog ref=${f} class="setup" aria-labelledby="setup-title" onClose=${s}>
<form noValidate onSubmit=${c=>(c.preventDefault(),m.run())}>
<header>
<h2 id="setup-title">${e("newTournament")}</h2>
<button type="button" class="icon" aria-label=${e("close")} onClick=${()=>f.current?.close()}>×</button>
</header>
<div class="body">
<div class="fields">
<div class="field">
<label for="title">${e("title")}</label>
<input id="title" maxlength="100" value=${u.title}
onInput=${c=>S({title:c.target.value})} />
</div>
<div class="field">
<label for="game">${e("game")}</label>
<select id="game" value=${$.id} onChange=${B}>
${t.map(({id:c,title:O})=>r`<option key=${c} value=${c} data-game=${c}>${O}</option>`)}
</select>
</div>
<${lt} setup=${u} change=${S} game=${$} />
</div>
<div class="fields"><${rt} setup=${u} change=${S} /></div>
<details>
<summary>${e("tableSettings")}</summary>
<div class="fields"><${it} setup=${u} change=${S} /></div>
</details>
<details open=${h||void 0}>
<summary>${e("rulesOptions")}</summary>
<${b.OptionFields} options=${b.optionsAt($,u.seatsPerTable)} values=${u.options}
fault=${T} error=${m.error}
change=${c=>S({options:{...u.options,...c}})} />
</details>
</div>
<footer>
<${G} error=${h?null:m.error} />
<button class="button strong big" disabled=${m.isBusy||!u.title.trim()}>
${e("makeTournament")}
</button>
</footer>
</form>
</dialog>`}function lt({game:t,...s}){const{setup:a,change:e}=s,{t:l}=p(),{format:o}=a,n=o==="SWISS"||o==="ONE_TABLE",i=$=>{const d=$.target.value,u=a.sameDeals&&d!=="ONE_TABLE";e({format:d,rounds:d==="SWISS"?3:null,sameDeals:u})};return r`<div class="field">
<label for="format">${l("format")}</label>
<select id="format" value=${o} aria-describedby="about-format" onChange=${i}>
${tt.map($=>r`<option key=${$} value=${$}>${l($)}</option>`)}
</select>
<p id="about-format" class="hint">${l(`about${o}`)}</p>
</div>
<${y} ...${s} name="seatsPerTable" least=${Math.max(2,t.minSeats)} most=${t.maxSeats} />
${n&&r`<${y} ...${s} name="rounds" least=${1} most=${50} hint=${l("roundsHint")} />`}
<${y} ...${s} name="boards" least=${1} most=${20} hint=${l("boardsHint")} />
${o!=="ONE_TABLE"&&r`<${v} ...${s} name="sameDeals" hint=${l("sameDealsHint")} />`}`}function rt(t){const{setup:s,change:a}=t,{t:e}=p(),l=n=>a({botLevel:n}),o={name:"lastEntryRound",least:1,most:50,hint:e("lastEntryHint")};return r`<${v} ...${t} name="public" label=${e("listTournament")} />
<${v} ...${t} name="withEntryCode" />
<${y} ...${t} name="bots" least=${0} most=${ot} />
${s.bots>0&&r`<div class="field"><span aria-hidden="true"><b>${e("level")}</b></span>
<${b.LevelChoice} label=${e("level")} level=${s.botLevel} choose=${l} /></div>`}
${A(s)&&r`<${y} ...${t} ...${o} />`}
<${v} ...${t} name="byHost" />`}function it(t){const{t:s}=p(),a=n=>s(n),e=n=>n?s("botOfLevel",{level:n}):s("nobody"),l=["",...b.LEVELS.map(String)],o={name:"moveSeconds",least:0,most:1e6,hint:s("moveSecondsHint")};return r`<${y} ...${t} ...${o} />
<${k} ...${t} name="leftSeatLevel" label=${s("leftSeatLevel")} values=${l} wordOf=${e} />
<${k} ...${t} name="points" label=${s("pointScheme")} values=${["LINEAR","WINNER"]} wordOf=${a} />
<${k} ...${t} name="byes" label=${s("byeWorth")} values=${["WIN","DRAW","ZERO"]} wordOf=${a} />
${_(t.setup)&&r`<${v} ...${t} name="takeBacks" />`}
<${v} ...${t} name="hints" />`}function k({name:t,label:s,values:a,wordOf:e,setup:l,change:o}){const n=({target:{value:i}})=>o({[t]:t==="leftSeatLevel"?Number(i)||null:i});return r`<div class="field">
<label for=${`setting-${t}`}>${s}</label>
<select id=${`setting-${t}`} value=${l[t]??""} onChange=${n}>
${a.map(i=>r`<option key=${i} value=${i}>${e(i)}</option>`)}
</select>
</div>`}function y({name:t,least:s,most:a,hint:e,setup:l,change:o}){const{t:n}=p(),i=t==="rounds"||t==="moveSeconds"?null:s,$=({target:{value:d}})=>o({[t]:d===""?i:Number(d)});return r`<div class="field">
<label for=${`setting-${t}`}>${n(t)}</label>
<input id=${`setting-${t}`} type="number" min=${s} max=${a} value=${l[t]??""}
aria-describedby=${e?`about-${t}`:void 0} onChange=${$} />
${e&&r`<p id=${`about-${t}`} class="hint">${e}</p>`}
</div>`}function v({name:t,label:s,hint:a,setup:e,change:l}){const{t:o}=p();return r`<label class="tick">
<input type="checkbox" checked=${e[t]}
onChange=${n=>l({[t]:n.target.checked})} />
<span>${s??o(t)}${a&&r` <small>${a}</small>`}</span>
</label>`}var $t=Object.freeze({__proto__:null,SetupDialog:nt});export{q as Tournaments};
