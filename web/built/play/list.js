import{u as f,G as E,J as I,K as R,f as r,y as D,B as H,h as L,p as W,a as P,Q as x,g as F,T as U}from"./main.js";import{u as N,l as m,c as G,d as j,e as w,s as K,n as V}from"./tournament.js";export{b as borrowAll}from"./tournament.js";import"./texts.js";P(K);const z=W(async()=>{const t=G(import("./setup_dialog.js")),[{SetupDialog:s}]=await Promise.all([Promise.resolve().then(function(){return it}),t]);return s}),J=1e4,Q=20;function Z({error:t,reload:s}){const{t:o,games:e}=f(),[l,a]=E(!1);return I(()=>{document.title=`${o("tournaments")} \u2013 Croupier`},[o]),t&&!e?r`<${R} error=${t} retry=${s} />`:r`<div class="tournament">
<header>
<h1>${o("tournaments")}</h1>
<p class="lead">${o("tournamentsHint")}</p>
</header>
<p>
<button class="button strong big" disabled=${!e} onClick=${()=>a(!0)}>${o("newTournament")}</button>
</p>
<div class="halves">
<${q} />
<${X} />
</div>
${l&&r`<${z} games=${e} onClose=${()=>a(!1)} />`}
</div>`}function q(){const{t,games:s}=f(),o=N(),{data:e,reload:l}=D(()=>o.public({first:Q}),[o]);return H(l,J),r`<section class="panel" aria-labelledby="public" aria-busy=${e===null}>
<h2 id="public">${t("publicTournaments")}</h2>
${e?.nodes.length===0&&r`<p class="hint">${t("noPublicTournaments")}</p>`}
<ul class="rows">
${(e?.nodes??[]).map(({id:a,title:n,game:i,format:$,status:d,isOpen:c,needsCode:g,entrantCount:b})=>{const p=t(c&&!g?"enter":"watch"),h=t($),O=[m.titleOf(s,i),h,t("entrants",{count:b})];return r`<li key=${a}>
<${m.Told} title=${n} state=${t(d)} names=${O.join(" \xB7 ")} />
<a class="button" href=${L(a)} aria-label=${`${p}: ${n}`}>${p}</a>
</li>`})}
</ul>
</section>`}function X(){const{t,storage:s,games:o}=f(),[e,l]=E(()=>w(s));if(e.length===0)return null;const a=n=>{j(s,n),l(w(s))};return r`<section class="panel" aria-labelledby="mine">
<h2 id="mine">${t("myTournaments")}</h2>
<ul class="rows">
${e.map(({id:n,title:i,game:$,isHost:d})=>r`<li key=${n}>
<${m.Told} title=${i} state=${d?t("youHost"):""} names=${m.titleOf(o,$)} />
<a class="button" href=${L(n)} aria-label=${`${t("resume")}: ${i}`}>${t("resume")}</a>
<button class="icon" aria-label=${`${t("forgetTournament")}: ${i}`} title=${t("forgetTournament")}
onClick=${()=>a(n)}>×</button>
</li>`)}
</ul>
</section>`}const Y=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],tt=600,et={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},A=({format:t})=>t==="SWISS"||t==="ONE_TABLE";async function st({storage:t},s,o,e){const{sameDeals:l,bots:a,botLevel:n,options:i,title:$,rounds:d,lastEntryRound:c,...g}=e,b=await s.create({...g,title:$.trim(),game:o.id,options:m.chosenOptions(o.options,i),rounds:d??0,deals:l?"SAME":"FRESH",lastEntryRound:A(e)?c:1,open:!0,botMillis:tt,entrants:Array.from({length:a},(p,h)=>({name:`Bot ${h+1}`,botLevel:n}))});return V(t,b.tournament,{isHost:!0,code:b.entryCode}),L(b.tournament.id)}const ot=32;function at({games:t,onClose:s}){const o=f(),{t:e,preferences:l}=o,a=N(),[n,i]=E(t[0].id),$=t.find(({id:u})=>u===n)??t[0],{name:d}=l,[c,g]=E({...et,title:d?e("tournamentOf",{name:d}):e("tournament")}),b=x(null),p=F(async()=>{location.hash=await st(o,a,$,c)}),h=m.fieldAtFault(p.error),O=$.options.some(({name:u})=>u===h);I(()=>{b.current?.showModal()},[]);const S=u=>g(T=>({...T,...u})),_=u=>{const{id:T,minSeats:C,maxSeats:M}=t.find(B=>B.id===u.target.value)??$;i(T),S({options:{},seatsPerTable:Math.min(Math.max(c.seatsPerTable,C),M)})};return r`<dialog ref=${b} class="setup" aria-labelledby="setup-title" onClose=${s}>
<form noValidate onSubmit=${u=>(u.preventDefault(),p.run())}>
<header>
<h2 id="setup-title">${e("newTournament")}</h2>
<button type="button" class="icon" aria-label=${e("close")} onClick=${()=>b.current?.close()}>×</button>
</header>
<div class="body">
<div class="fields">
<div class="field">
<label for="title">${e("title")}</label>
<input id="title" maxlength="100" value=${c.title}
onInput=${u=>S({title:u.target.value})} />
</div>
<div class="field">
<label for="game">${e("game")}</label>
<select id="game" value=${$.id} onChange=${_}>
${t.map(({id:u,title:T})=>r`<option key=${u} value=${u} data-game=${u}>${T}</option>`)}
</select>
</div>
<${nt} setup=${c} change=${S} game=${$} />
</div>
<div class="fields"><${lt} setup=${c} change=${S} /></div>
<details>
<summary>${e("tableSettings")}</summary>
<div class="fields"><${rt} setup=${c} change=${S} /></div>
</details>
<details open=${O||void 0}>
<summary>${e("rulesOptions")}</summary>
<${m.OptionFields} options=${m.optionsAt($,c.seatsPerTable)} values=${c.options}
fault=${h} error=${p.error}
change=${u=>S({options:{...c.options,...u}})} />
</details>
</div>
<footer>
<${U} error=${O?null:p.error} />
<button class="button strong big" disabled=${p.isBusy||!c.title.trim()}>
${e("makeTournament")}
</button>
</footer>
</form>
</dialog>`}function nt({game:t,...s}){const{setup:o,change:e}=s,{t:l}=f(),{format:a}=o,n=a==="SWISS"||a==="ONE_TABLE",i=$=>{const d=$.target.value,c=o.sameDeals&&d!=="ONE_TABLE";e({format:d,rounds:d==="SWISS"?3:null,sameDeals:c})};return r`<div class="field">
<label for="format">${l("format")}</label>
<select id="format" value=${a} aria-describedby="about-format" onChange=${i}>
${Y.map($=>r`<option key=${$} value=${$}>${l($)}</option>`)}
</select>
<p id="about-format" class="hint">${l(`about${a}`)}</p>
</div>
<${y} ...${s} name="seatsPerTable" least=${Math.max(2,t.minSeats)} most=${t.maxSeats} />
${n&&r`<${y} ...${s} name="rounds" least=${1} most=${50} hint=${l("roundsHint")} />`}
<${y} ...${s} name="boards" least=${1} most=${20} hint=${l("boardsHint")} />
${a!=="ONE_TABLE"&&r`<${v} ...${s} name="sameDeals" hint=${l("sameDealsHint")} />`}`}function lt(t){const{setup:s,change:o}=t,{t:e}=f(),l=n=>o({botLevel:n}),a={name:"lastEntryRound",least:1,most:50,hint:e("lastEntryHint")};return r`<${v} ...${t} name="public" label=${e("listTournament")} />
<${v} ...${t} name="withEntryCode" />
<${y} ...${t} name="bots" least=${0} most=${ot} />
${s.bots>0&&r`<div class="field"><span aria-hidden="true"><b>${e("level")}</b></span>
<${m.LevelChoice} label=${e("level")} level=${s.botLevel} choose=${l} /></div>`}
${A(s)&&r`<${y} ...${t} ...${a} />`}
<${v} ...${t} name="byHost" />`}function rt(t){const{t:s}=f(),o=n=>s(n),e=n=>n?s("botOfLevel",{level:n}):s("nobody"),l=["",...m.LEVELS.map(String)],a={name:"moveSeconds",least:0,most:1e6,hint:s("moveSecondsHint")};return r`<${y} ...${t} ...${a} />
<${k} ...${t} name="leftSeatLevel" label=${s("leftSeatLevel")} values=${l} wordOf=${e} />
<${k} ...${t} name="points" label=${s("pointScheme")} values=${["LINEAR","WINNER"]} wordOf=${o} />
<${k} ...${t} name="byes" label=${s("byeWorth")} values=${["WIN","DRAW","ZERO"]} wordOf=${o} />
<${v} ...${t} name="takeBacks" />
<${v} ...${t} name="hints" />`}function k({name:t,label:s,values:o,wordOf:e,setup:l,change:a}){const n=({target:{value:i}})=>a({[t]:t==="leftSeatLevel"?Number(i)||null:i});return r`<div class="field">
<label for=${`setting-${t}`}>${s}</label>
<select id=${`setting-${t}`} value=${l[t]??""} onChange=${n}>
${o.map(i=>r`<option key=${i} value=${i}>${e(i)}</option>`)}
</select>
</div>`}function y({name:t,least:s,most:o,hint:e,setup:l,change:a}){const{t:n}=f(),i=t==="rounds"||t==="moveSeconds"?null:s,$=({target:{value:d}})=>a({[t]:d===""?i:Number(d)});return r`<div class="field">
<label for=${`setting-${t}`}>${n(t)}</label>
<input id=${`setting-${t}`} type="number" min=${s} max=${o} value=${l[t]??""}
aria-describedby=${e?`about-${t}`:void 0} onChange=${$} />
${e&&r`<p id=${`about-${t}`} class="hint">${e}</p>`}
</div>`}function v({name:t,label:s,hint:o,setup:e,change:l}){const{t:a}=f();return r`<label class="tick">
<input type="checkbox" checked=${e[t]}
onChange=${n=>l({[t]:n.target.checked})} />
<span>${s??a(t)}${o&&r` <small>${o}</small>`}</span>
</label>`}var it=Object.freeze({__proto__:null,SetupDialog:at});export{Z as Tournaments};
