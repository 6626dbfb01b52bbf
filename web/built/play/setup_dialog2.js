import{h as R,u as f,G as I,Q as _,o as C,J as D,T as M,f as r}from"./main.js";import{l as h,n as W,u as H}from"./tournament.js";const w=["SWISS","ROUND_ROBIN","SINGLE_ELIMINATION","DOUBLE_ELIMINATION","ONE_TABLE"],x=600,F={title:"",format:"SWISS",seatsPerTable:2,rounds:3,boards:1,sameDeals:!1,points:"LINEAR",byes:"WIN",lastEntryRound:1,byHost:!1,public:!1,withEntryCode:!1,takeBacks:!1,hints:!1,moveSeconds:60,leftSeatLevel:2,bots:0,botLevel:2,options:{}},N=({format:t})=>t==="SWISS"||t==="ONE_TABLE";async function P({storage:t},s,o,e){const{sameDeals:a,bots:n,botLevel:l,options:c,title:$,rounds:d,lastEntryRound:u,...L}=e,m=await s.create({...L,title:$.trim(),game:o.id,options:h.chosenOptions(o.options,c),rounds:d??0,deals:a?"SAME":"FRESH",lastEntryRound:N(e)?u:1,open:!0,botMillis:x,entrants:Array.from({length:n},(b,E)=>({name:`Bot ${E+1}`,botLevel:l}))});return W(t,m.tournament,{isHost:!0,code:m.entryCode}),R(m.tournament.id)}const U=32;function G({games:t,onClose:s}){const o=f(),{t:e,preferences:a}=o,n=H(),[l,c]=I(t[0].id),$=t.find(({id:i})=>i===l)??t[0],{name:d}=a,[u,L]=I({...F,title:d?e("tournamentOf",{name:d}):e("tournament")}),m=_(null),b=C(async()=>{location.hash=await P(o,n,$,u)}),E=h.fieldAtFault(b.error),T=$.options.some(({name:i})=>i===E);D(()=>{m.current?.showModal()},[]);const p=i=>L(y=>({...y,...i})),g=i=>{const{id:y,minSeats:A,maxSeats:k}=t.find(B=>B.id===i.target.value)??$;c(y),p({options:{},seatsPerTable:Math.min(Math.max(u.seatsPerTable,A),k)})};return r`<dialog ref=${m} class="setup" aria-labelledby="setup-title" onClose=${s}>
<form noValidate onSubmit=${i=>(i.preventDefault(),b.run())}>
<header>
<h2 id="setup-title">${e("newTournament")}</h2>
<button type="button" class="icon" aria-label=${e("close")} onClick=${()=>m.current?.close()}>×</button>
</header>
<div class="body">
<div class="fields">
<div class="field">
<label for="title">${e("title")}</label>
<input id="title" maxlength="100" value=${u.title}
onInput=${i=>p({title:i.target.value})} />
</div>
<div class="field">
<label for="game">${e("game")}</label>
<select id="game" value=${$.id} onChange=${g}>
${t.map(({id:i,title:y})=>r`<option key=${i} value=${i} data-game=${i}>${y}</option>`)}
</select>
</div>
<${V} setup=${u} change=${p} game=${$} />
</div>
<div class="fields"><${J} setup=${u} change=${p} /></div>
<details>
<summary>${e("tableSettings")}</summary>
<div class="fields"><${Q} setup=${u} change=${p} /></div>
</details>
<details open=${T||void 0}>
<summary>${e("rulesOptions")}</summary>
<${h.OptionFields} options=${h.optionsAt($,u.seatsPerTable)} values=${u.options}
fault=${E} error=${b.error}
change=${i=>p({options:{...u.options,...i}})} />
</details>
</div>
<footer>
<${M} error=${T?null:b.error} />
<button class="button strong big" disabled=${b.isBusy||!u.title.trim()}>
${e("makeTournament")}
</button>
</footer>
</form>
</dialog>`}function V({game:t,...s}){const{setup:o,change:e}=s,{t:a}=f(),{format:n}=o,l=n==="SWISS"||n==="ONE_TABLE",c=$=>{const d=$.target.value,u=o.sameDeals&&d!=="ONE_TABLE";e({format:d,rounds:d==="SWISS"?3:null,sameDeals:u})};return r`<div class="field">
<label for="format">${a("format")}</label>
<select id="format" value=${n} aria-describedby="about-format" onChange=${c}>
${w.map($=>r`<option key=${$} value=${$}>${a($)}</option>`)}
</select>
<p id="about-format" class="hint">${a(`about${n}`)}</p>
</div>
<${S} ...${s} name="seatsPerTable" least=${Math.max(2,t.minSeats)} most=${t.maxSeats} />
${l&&r`<${S} ...${s} name="rounds" least=${1} most=${50} hint=${a("roundsHint")} />`}
<${S} ...${s} name="boards" least=${1} most=${20} hint=${a("boardsHint")} />
${n!=="ONE_TABLE"&&r`<${v} ...${s} name="sameDeals" hint=${a("sameDealsHint")} />`}`}function J(t){const{setup:s,change:o}=t,{t:e}=f(),a=l=>o({botLevel:l}),n={name:"lastEntryRound",least:1,most:50,hint:e("lastEntryHint")};return r`<${v} ...${t} name="public" label=${e("listTournament")} />
<${v} ...${t} name="withEntryCode" />
<${S} ...${t} name="bots" least=${0} most=${U} />
${s.bots>0&&r`<div class="field"><span aria-hidden="true"><b>${e("level")}</b></span>
<${h.LevelChoice} label=${e("level")} level=${s.botLevel} choose=${a} /></div>`}
${N(s)&&r`<${S} ...${t} ...${n} />`}
<${v} ...${t} name="byHost" />`}function Q(t){const{t:s}=f(),o=l=>s(l),e=l=>l?s("botOfLevel",{level:l}):s("nobody"),a=["",...h.LEVELS.map(String)],n={name:"moveSeconds",least:0,most:1e6,hint:s("moveSecondsHint")};return r`<${S} ...${t} ...${n} />
<${O} ...${t} name="leftSeatLevel" label=${s("leftSeatLevel")} values=${a} wordOf=${e} />
<${O} ...${t} name="points" label=${s("pointScheme")} values=${["LINEAR","WINNER"]} wordOf=${o} />
<${O} ...${t} name="byes" label=${s("byeWorth")} values=${["WIN","DRAW","ZERO"]} wordOf=${o} />
<${v} ...${t} name="takeBacks" />
<${v} ...${t} name="hints" />`}function O({name:t,label:s,values:o,wordOf:e,setup:a,change:n}){const l=({target:{value:c}})=>n({[t]:t==="leftSeatLevel"?Number(c)||null:c});return r`<div class="field">
<label for=${`setting-${t}`}>${s}</label>
<select id=${`setting-${t}`} value=${a[t]??""} onChange=${l}>
${o.map(c=>r`<option key=${c} value=${c}>${e(c)}</option>`)}
</select>
</div>`}function S({name:t,least:s,most:o,hint:e,setup:a,change:n}){const{t:l}=f(),c=t==="rounds"||t==="moveSeconds"?null:s,$=({target:{value:d}})=>n({[t]:d===""?c:Number(d)});return r`<div class="field">
<label for=${`setting-${t}`}>${l(t)}</label>
<input id=${`setting-${t}`} type="number" min=${s} max=${o} value=${a[t]??""}
aria-describedby=${e?`about-${t}`:void 0} onChange=${$} />
${e&&r`<p id=${`about-${t}`} class="hint">${e}</p>`}
</div>`}function v({name:t,label:s,hint:o,setup:e,change:a}){const{t:n}=f();return r`<label class="tick">
<input type="checkbox" checked=${e[t]}
onChange=${l=>a({[t]:l.target.checked})} />
<span>${s??n(t)}${o&&r` <small>${o}</small>`}</span>
</label>`}export{G as SetupDialog};
