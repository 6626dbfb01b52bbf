import{f as i,u as m,F as v,G as x,Q as C,g as F,j as B,J as H,T}from"./main.js";import{L as g,w as h,a as y,c as A,o as I,b as k,d as S,e as _}from"./setup.js";export{g as chosenOptions}from"./setup.js";import{P as M}from"./places.js";export{L as LevelChoice}from"./places.js";function L({options:s,values:c,fault:$,error:r,change:o}){return i`<div class="fields">
${s.map(t=>{const{name:u}=t,e=d=>o({[u]:d}),l={option:t,value:c[u]??"",error:u===$?r:null,set:e};return i`<${D} key=${u} ...${l} />`})}
</div>`}function D({option:s,value:c,error:$,set:r}){const{t:o}=m(),{name:t,label:u,description:e,minimum:l,maximum:d}=s,a={id:`option-${t}`,"aria-describedby":`about-option-${t}`,"aria-invalid":$!==null},p=b=>r(b.target.value),n={...a,value:c,placeholder:s.default,onInput:p},f=o("usual",{value:h(o,s,s.default)}),O=y(s)==="number"?`, ${o("between",{least:l??"",most:d??""})}`:"",w={switch:()=>i`<select ...${a} value=${c} onChange=${p}>
<option value="">${f}</option>
<option value="true">${o("yes")}</option>
<option value="false">${o("no")}</option>
</select>`,choice:()=>i`<select ...${a} value=${c} onChange=${p}>
<option value="">${f}</option>
${A(s).map(b=>i`<option key=${b} value=${b}>${h(o,s,b)}</option>`)}
</select>`,number:()=>i`<input ...${n} type="number" min=${l} max=${d} />`,text:()=>i`<input ...${n} spellcheck="false" />`};return i`<div class="field">
<label for=${a.id}>${u}</label>
${w[y(s)]()}
<p id=${`about-option-${t}`} class="hint">
${e}${s.kind==="LIST"?` ${o("listHint")}`:""} <small>(${f}${O})</small>
${$!==null&&i`<strong class="trouble"><${v} error=${$} /></strong>`}
</p>
</div>`}function E({settings:s,fault:c,error:$,change:r}){const{t:o}=m(),t=e=>i`<label class="tick">
<input
type="checkbox"
checked=${s[e]}
onChange=${l=>r({[e]:l.target.checked})}
/>
<span>${o(e)}</span>
</label>`,u=(e,l,d)=>{const a=p=>{const{value:n}=p.target;r({[e]:n===""?null:Number(n)})};return i`<div class="field">
<label for=${`setting-${e}`}>${o(e)}</label>
<input
id=${`setting-${e}`}
type="number"
min="0"
max=${d}
value=${s[e]??""}
aria-describedby=${`about-${e}`}
onInput=${a}
/>
<p id=${`about-${e}`} class="hint">
${l} ${e===c&&i`<strong class="trouble"><${v} error=${$} /></strong>`}
</p>
</div>`};return i`<div class="fields">
${t("public")} ${t("startByHost")} ${t("takeBacks")} ${t("hints")}
${u("moveSeconds",o("moveSecondsHint"),1e6)}
${u("reactionMillis",o("reactionHint"),6e4)}
${u("botMillis",o("botHint"),6e4)}
<div class="field">
<label for="setting-left">${o("leftSeatLevel")}</label>
<select id="setting-left" value=${s.leftSeatLevel??""}
onChange=${e=>r({leftSeatLevel:Number(e.target.value)||null})}>
<option value="">${o("nobody")}</option>
${g.map(e=>i`<option key=${e} value=${e}>${o("botOfLevel",{level:e})}</option>`)}
</select>
</div>
</div>`}function N({game:s,onClose:c}){const $=m(),{t:r,preferences:o}=$,[t,u]=x(()=>_(s,{name:o.name})),e=C(null),l=F(async()=>{location.hash=B(await I($,t))}),d=t.places.every(({kind:n})=>n!=="open"),a=k(l.error),p=a!==null&&(a in t.settings||s.options.some(({name:n})=>n===a));return H(()=>{e.current?.showModal()},[]),i`<dialog ref=${e} class="setup" aria-labelledby="setup-title" onClose=${c}>
<form noValidate onSubmit=${n=>(n.preventDefault(),l.run())}>
<header>
<h2 id="setup-title">${r("newTable",{game:s.title})}</h2>
<button type="button" class="icon" aria-label=${r("close")} onClick=${()=>e.current?.close()}>×</button>
</header>
<div class="body">
<${M} setup=${t} change=${u} />
<details open=${a!==null&&a in t.settings||void 0}>
<summary>${r("tableSettings")}</summary>
<${E}
settings=${t.settings}
fault=${a}
error=${l.error}
change=${n=>u({...t,settings:{...t.settings,...n}})}
/>
</details>
<details open=${s.options.some(({name:n})=>n===a)||void 0}>
<summary>${r("rulesOptions")}</summary>
<${L}
options=${S(s,t.places.length)}
values=${t.options}
fault=${a}
error=${l.error}
change=${n=>u({...t,options:{...t.options,...n}})}
/>
</details>
</div>
<footer>
<${T} error=${p?null:l.error} />
<button class="button strong big" disabled=${l.isBusy}>
${l.isBusy?r("opening"):r(d&&!t.settings.startByHost?"dealCards":"openTable")}
</button>
</footer>
</form>
</dialog>`}export{g as LEVELS,L as OptionFields,N as SetupDialog,k as fieldAtFault,S as optionsAt};
