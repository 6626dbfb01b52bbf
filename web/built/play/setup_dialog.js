import{f as o,u as f,m,G as w,Q as x,o as C,p as F,J as B,T as H}from"./main.js";import{L as v,w as g,a as h,c as T,o as I,b as y,d as k,e as A}from"./setup.js";export{g as chosenOptions}from"./setup.js";import{P as _}from"./places.js";export{L as LevelChoice}from"./places.js";function S({options:s,values:u,fault:c,error:i,change:l}){return o`<div class="fields">
${s.map(e=>o`<${M} key=${e.name} option=${e} value=${u[e.name]??""}
error=${e.name===c?i:null} set=${r=>l({[e.name]:r})} />`)}
</div>`}function M({option:s,value:u,error:c,set:i}){const{t:l}=f(),{name:e,label:r,description:t,minimum:$,maximum:d}=s,n={id:`option-${e}`,"aria-describedby":`about-${e}`,"aria-invalid":c!==null},p=b=>i(b.target.value),a=l("usual",{value:g(l,s,s.default)}),L=h(s)==="number"?`, ${l("between",{least:$??"",most:d??""})}`:"",O={switch:()=>o`<select ...${n} value=${u} onChange=${p}>
<option value="">${a}</option><option value="true">${l("yes")}</option><option value="false">${l("no")}</option>
</select>`,choice:()=>o`<select ...${n} value=${u} onChange=${p}>
<option value="">${a}</option>
${T(s).map(b=>o`<option key=${b} value=${b}>${g(l,s,b)}</option>`)}
</select>`,number:()=>o`<input ...${n} type="number" min=${$} max=${d} value=${u} placeholder=${s.default} onInput=${p} />`,text:()=>o`<input ...${n} value=${u} placeholder=${s.default} spellcheck="false" onInput=${p} />`};return o`<div class="field">
<label for=${n.id}>${r}</label>
${O[h(s)]()}
<p id=${`about-${e}`} class="hint">
${t}${s.kind==="LIST"?` ${l("listHint")}`:""} <small>(${a}${L})</small>
${c!==null&&o`<strong class="trouble"><${m} error=${c} /></strong>`}
</p>
</div>`}function D({settings:s,fault:u,error:c,change:i}){const{t:l}=f(),e=t=>o`<label class="tick">
<input type="checkbox" checked=${s[t]} onChange=${$=>i({[t]:$.target.checked})} />
<span>${l(t)}</span>
</label>`,r=(t,$,d)=>o`<div class="field">
<label for=${`setting-${t}`}>${l(t)}</label>
<input id=${`setting-${t}`} type="number" min="0" max=${d} value=${s[t]??""} aria-describedby=${`about-${t}`}
onInput=${n=>i({[t]:n.target.value===""?null:Number(n.target.value)})} />
<p id=${`about-${t}`} class="hint">${$} ${t===u&&o`<strong class="trouble"><${m} error=${c} /></strong>`}</p>
</div>`;return o`<div class="fields">
${e("public")} ${e("startByHost")} ${e("takeBacks")} ${e("hints")}
${r("moveSeconds",l("moveSecondsHint"),1e6)}
${r("reactionMillis",l("reactionHint"),6e4)}
${r("botMillis",l("botHint"),6e4)}
<div class="field">
<label for="setting-left">${l("leftSeatLevel")}</label>
<select id="setting-left" value=${s.leftSeatLevel??""}
onChange=${t=>i({leftSeatLevel:Number(t.target.value)||null})}>
<option value="">${l("nobody")}</option>
${v.map(t=>o`<option key=${t} value=${t}>${l("botOfLevel",{level:t})}</option>`)}
</select>
</div>
</div>`}function E({game:s,onClose:u}){const c=f(),{t:i,preferences:l}=c,[e,r]=w(()=>A(s,{name:l.name})),t=x(null),$=C(async()=>{location.hash=F(await I(c,e))}),d=e.places.every(({kind:a})=>a!=="open"),n=y($.error),p=n!==null&&(n in e.settings||s.options.some(({name:a})=>a===n));return B(()=>{t.current?.showModal()},[]),o`<dialog ref=${t} class="setup" aria-labelledby="setup-title" onClose=${u}>
<form noValidate onSubmit=${a=>(a.preventDefault(),$.run())}>
<header>
<h2 id="setup-title">${i("newTable",{game:s.title})}</h2>
<button type="button" class="icon" aria-label=${i("close")} onClick=${()=>t.current?.close()}>×</button>
</header>
<div class="body">
<${_} setup=${e} change=${r} />
<details open=${n!==null&&n in e.settings||void 0}>
<summary>${i("tableSettings")}</summary>
<${D} settings=${e.settings} fault=${n} error=${$.error}
change=${a=>r({...e,settings:{...e.settings,...a}})} />
</details>
<details open=${s.options.some(({name:a})=>a===n)||void 0}>
<summary>${i("rulesOptions")}</summary>
<${S} options=${k(s,e.places.length)} values=${e.options} fault=${n} error=${$.error}
change=${a=>r({...e,options:{...e.options,...a}})} />
</details>
</div>
<footer>
<${H} error=${p?null:$.error} />
<button class="button strong big" disabled=${$.isBusy}>
${$.isBusy?i("opening"):i(d&&!e.settings.startByHost?"dealCards":"openTable")}
</button>
</footer>
</form>
</dialog>`}export{v as LEVELS,S as OptionFields,E as SetupDialog,y as fieldAtFault,k as optionsAt};
