import{u as f,G as E,J as I,K as R,f as r,y as D,B as H,h as L,q as P,a as W,Q as x,k as F,T as U}from"./main.js";import{u as N,l as m,c as G,d as j,e as A,s as K,n as V}from"./tournament.js";export{b as borrowAll}from"./tournament.js";import"./texts.js";W(K);const q=P(async()=>{const t=G(import("./setup_dialog.js")),[{SetupDialog:s}]=await Promise.all([Promise.resolve().then(function(){return it}),t]);return s}),z=1e4,J=20;function Q({error:t,reload:s}){const{t:a,games:e}=f(),[l,o]=E(!1);return I(()=>{document.title=`${a("tournaments")} \u2013 Croupier`},[a]),t&&!e?r`<${R} error=${t} retry=${s} />`:r`<div class="tournament">
<header>
<h1>${a("tournaments")}</h1>
<p class="lead">${a("tournamentsHint")}</p>
</header>
<p>
<button class="button strong big" disabled=${!e} onClick=${()=>o(!0)}>${a("newTournament")}</button>
</p>
<div class="halves">
<${Z} />
<${X} />
</div>
${l&&r`<${q} games=${e} onClose=${()=>o(!1)} />`}
</div>`}function Z(){const{t,games:s}=f(),a=N(),{data:e,reload:l}=D(()=>a.public({first:J}),[a]);return H(l,z),r`<section class="panel" aria-labelledby="public" aria-busy=${e===null}>
<h2 id="public">${t("publicTournaments")}</h2>
${e?.nodes.length===0&&r`<p class="hint">${t("noPublicTournaments")}</p>`}
<ul class="rows">
${(e?.nodes??[]).map(({id:o,title:n,game:i,format:$,status:d,isOpen:u,needsCode:g,entrantCount:b})=>{const p=t(u&&!g?"enter":"watch"),h=t($),O=[m.titleOf(s,i),h,t("entrants",{count:b})];return r`<li key=${o}>
<${m.Told} title=${n} state=${t(d)} names=${O.join(" \xB7 ")} />
<a class="button" href=${L(o)} aria-label=${`${p}: ${n}`}>${p}</a>
</li>`})}
</ul>
</section>`}function X(){const{t,storage:s,games:a}=f(),[e,l]=E(()=>A(s));if(e.length===0)return null;const o=n=>{j(s,n),l(A(s))};return r`<section class="panel" aria-labelledby="mine">
<h2 id="mine">${t("myTournaments")}</h2>
<ul class="rows">
${e.map(({id:n,title:i,game:$,isHost:d})=>r`<li key=${n}>
<${m.Told} title=${i} state=${d?t("youHost"):""} names=${m.titleOf(a,$)} />
<a class="button" href=${L(n)} aria-label=${`${t("resume")}: ${i}`}>${t("resume")}</a>
<button class="icon" aria-label=${`${t("forgetTournament")}: ${i}`} title=${t("forgetTournament")}
onClick=${()=>o(n)}>×</button>
</li>`)}
</ul>
</section>`}const Y=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],tt=600,et={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},w=({format:t})=>t==="SWISS"||t==="ONE_TABLE";async function st({storage:t},s,a,e){const{sameDeals:l,bots:o,botLevel:n,options:i,title:$,rounds:d,lastEntryRound:u,...g}=e,b=await s.create({...g,title:$.trim(),game:a.id,options:m.chosenOptions(m.optionsAt(a,e.seatsPerTable),i),rounds:d??0,deals:l?"SAME":"FRESH",lastEntryRound:w(e)?u:1,open:!0,botMillis:tt,entrants:Array.from({length:o},(p,h)=>({name:`Bot ${h+1}`,botLevel:n}))});return V(t,b.tournament,{isHost:!0,code:b.entryCode}),L(b.tournament.id)}const at=32;function ot({games:t,onClose:s}){const a=f(),{t:e,preferences:l}=a,o=N(),[n,i]=E(t[0].id),$=t.find(({id:c})=>c===n)??t[0],{name:d}=l,[u,g]=E({...et,title:d?e("tournamentOf",{name:d}):e("tournament")}),b=x(null),p=F(async()=>{location.hash=await st(a,o,$,u)}),h=m.fieldAtFault(p.error),O=$.options.some(({name:c})=>c===h);I(()=>{b.current?.showModal()},[]);const S=c=>g(T=>({...T,...c})),_=c=>{const{id:T,minSeats:C,maxSeats:M}=t.find(B=>B.id===c.target.value)??$;i(T),S({options:{},seatsPerTable:Math.min(Math.max(u.seatsPerTable,C),M)})};return r`<dialog ref=${b} class="setup" aria-labelledby="setup-title" onClose=${s}>
<form noValidate onSubmit=${c=>(c.preventDefault(),p.run())}>
<header>
<h2 id="setup-title">${e("newTournament")}</h2>
<button type="button" class="icon" aria-label=${e("close")} onClick=${()=>b.current?.close()}>×</button>
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
<select id="game" value=${$.id} onChange=${_}>
${t.map(({id:c,title:T})=>r`<option key=${c} value=${c} data-game=${c}>${T}</option>`)}
</select>
</div>
<${nt} setup=${u} change=${S} game=${$} />
</div>
<div class="fields"><${lt} setup=${u} change=${S} /></div>
<details>
<summary>${e("tableSettings")}</summary>
<div class="fields"><${rt} setup=${u} change=${S} /></div>
</details>
<details open=${O||void 0}>
<summary>${e("rulesOptions")}</summary>
<${m.OptionFields} options=${m.optionsAt($,u.seatsPerTable)} values=${u.options}
fault=${h} error=${p.error}
change=${c=>S({options:{...u.options,...c}})} />
</details>
</div>
<footer>
<${U} error=${O?null:p.error} />
<button class="button strong big" disabled=${p.isBusy||!u.title.trim()}>
${e("makeTournament")}
</button>
</footer>
</form>
</dialog>`}function nt({game:t,...s}){const{setup:a,change:e}=s,{t:l}=f(),{format:o}=a,n=o==="SWISS"||o==="ONE_TABLE",i=$=>{const d=$.target.value,u=a.sameDeals&&d!=="ONE_TABLE";e({format:d,rounds:d==="SWISS"?3:null,sameDeals:u})};return r`<div class="field">
<label for="format">${l("format")}</label>
<select id="format" value=${o} aria-describedby="about-format" onChange=${i}>
${Y.map($=>r`<option key=${$} value=${$}>${l($)}</option>`)}
</select>
<p id="about-format" class="hint">${l(`about${o}`)}</p>
</div>
<${y} ...${s} name="seatsPerTable" least=${Math.max(2,t.minSeats)} most=${t.maxSeats} />
${n&&r`<${y} ...${s} name="rounds" least=${1} most=${50} hint=${l("roundsHint")} />`}
<${y} ...${s} name="boards" least=${1} most=${20} hint=${l("boardsHint")} />
${o!=="ONE_TABLE"&&r`<${v} ...${s} name="sameDeals" hint=${l("sameDealsHint")} />`}`}function lt(t){const{setup:s,change:a}=t,{t:e}=f(),l=n=>a({botLevel:n}),o={name:"lastEntryRound",least:1,most:50,hint:e("lastEntryHint")};return r`<${v} ...${t} name="public" label=${e("listTournament")} />
<${v} ...${t} name="withEntryCode" />
<${y} ...${t} name="bots" least=${0} most=${at} />
${s.bots>0&&r`<div class="field"><span aria-hidden="true"><b>${e("level")}</b></span>
<${m.LevelChoice} label=${e("level")} level=${s.botLevel} choose=${l} /></div>`}
${w(s)&&r`<${y} ...${t} ...${o} />`}
<${v} ...${t} name="byHost" />`}function rt(t){const{t:s}=f(),a=n=>s(n),e=n=>n?s("botOfLevel",{level:n}):s("nobody"),l=["",...m.LEVELS.map(String)],o={name:"moveSeconds",least:0,most:1e6,hint:s("moveSecondsHint")};return r`<${y} ...${t} ...${o} />
<${k} ...${t} name="leftSeatLevel" label=${s("leftSeatLevel")} values=${l} wordOf=${e} />
<${k} ...${t} name="points" label=${s("pointScheme")} values=${["LINEAR","WINNER"]} wordOf=${a} />
<${k} ...${t} name="byes" label=${s("byeWorth")} values=${["WIN","DRAW","ZERO"]} wordOf=${a} />
<${v} ...${t} name="takeBacks" />
<${v} ...${t} name="hints" />`}function k({name:t,label:s,values:a,wordOf:e,setup:l,change:o}){const n=({target:{value:i}})=>o({[t]:t==="leftSeatLevel"?Number(i)||null:i});return r`<div class="field">
<label for=${`setting-${t}`}>${s}</label>
<select id=${`setting-${t}`} value=${l[t]??""} onChange=${n}>
${a.map(i=>r`<option key=${i} value=${i}>${e(i)}</option>`)}
</select>
</div>`}function y({name:t,least:s,most:a,hint:e,setup:l,change:o}){const{t:n}=f(),i=t==="rounds"||t==="moveSeconds"?null:s,$=({target:{value:d}})=>o({[t]:d===""?i:Number(d)});return r`<div class="field">
<label for=${`setting-${t}`}>${n(t)}</label>
<input id=${`setting-${t}`} type="number" min=${s} max=${a} value=${l[t]??""}
aria-describedby=${e?`about-${t}`:void 0} onChange=${$} />
${e&&r`<p id=${`about-${t}`} class="hint">${e}</p>`}
</div>`}function v({name:t,label:s,hint:a,setup:e,change:l}){const{t:o}=f();return r`<label class="tick">
<input type="checkbox" checked=${e[t]}
onChange=${n=>l({[t]:n.target.checked})} />
<span>${s??o(t)}${a&&r` <small>${a}</small>`}</span>
</label>`}var it=Object.freeze({__proto__:null,SetupDialog:ot});export{Q as Tournaments};
