import{f as a,u as b,F as v,Q as g,J as h,G as H,m as T,o as I,T as A}from"./main.js";import{L as y,u as k,w as S,a as L,c as _,o as M,b as O,d as w,e as N}from"./setup.js";export{g as chosenOptions}from"./setup.js";import{P as V}from"./places.js";export{L as LevelChoice}from"./places.js";function F({options:e,values:r,fault:u,error:o,change:s}){return a`<div class="fields">${e.map(t=>{const{name:i}=t,n=d=>s({[i]:d}),l={option:t,value:r[i]??"",error:i===u?o:null,set:n};return a`<${D} key=${i} ...${l} />`})}</div>`}function D({option:e,value:r,error:u,set:o}){const{t:s}=b(),{name:t,label:i,description:n,minimum:l,maximum:d}=e,c={id:`option-${t}`,"aria-describedby":`about-option-${t}`,"aria-invalid":u!==null},p=f=>o(f.target.value),$={...c,value:r,placeholder:k(e),onInput:p},m=s("usual",{value:S(s,e,k(e))}),C=L(e)==="number"?`, ${s("between",{least:l??"",most:d??""})}`:"",B={switch:()=>a`<select ...${c} value=${r} onChange=${p}><option value="">${m}</option><option value="true">${s("yes")}</option><option value="false">${s("no")}</option></select>`,choice:()=>a`<select ...${c} value=${r} onChange=${p}><option value="">${m}</option>${_(e).map(f=>a`<option key=${f} value=${f}>${S(s,e,f)}</option>`)}</select>`,number:()=>a`<input ...${$} type="number" min=${l} max=${d} />`,text:()=>a`<input ...${$} spellcheck="false" />`};return a`<div class="field" ref=${x(u)}><label for=${c.id}>${i}</label>${B[L(e)]()}<p id=${`about-option-${t}`} class="hint">${n}${e.kind==="LIST"?` ${s("listHint")}`:""} <small>(${m}${C})</small>${u!==null&&a`<strong class="trouble" role="alert"><${v} error=${u} /></strong>`}</p></div>`}function E({settings:e,fault:r,error:u,change:o}){const{t:s}=b(),t=n=>a`<label class="tick"><input
type="checkbox"
checked=${e[n]}
onChange=${l=>o({[n]:l.target.checked})}
/><span>${s(n)}</span></label>`,i=(n,l,d)=>a`<${P} ...${{name:n,hint:l,most:d,settings:e,change:o}} error=${n===r?u:null} />`;return a`<div class="fields">${t("public")} ${t("startByHost")} ${t("takeBacks")} ${t("hints")}${i("moveSeconds",s("moveSecondsHint"),1e6)}${i("reactionMillis",s("reactionHint"),6e4)}${i("botMillis",s("botHint"),6e4)}<div class="field"><label for="setting-left">${s("leftSeatLevel")}</label><select id="setting-left" value=${e.leftSeatLevel??""}
onChange=${n=>o({leftSeatLevel:Number(n.target.value)||null})}><option value="">${s("nobody")}</option>${y.map(n=>a`<option key=${n} value=${n}>${s("botOfLevel",{level:n})}</option>`)}</select></div></div>`}function P({name:e,hint:r,most:u,settings:o,error:s,change:t}){const{t:i}=b(),n=l=>{const{value:d}=l.target;t({[e]:d===""?null:Number(d)})};return a`<div class="field" ref=${x(s)}><label for=${`setting-${e}`}>${i(e)}</label><input
id=${`setting-${e}`}
type="number"
min="0"
max=${u}
value=${o[e]??""}
aria-describedby=${`about-${e}`}
aria-invalid=${s!==null}
onInput=${n}
/><p id=${`about-${e}`} class="hint">${r} ${s!==null&&a`<strong class="trouble" role="alert"><${v} error=${s} /></strong>`}</p></div>`}function x(e){const r=g(null);return h(()=>{if(e===null)return;r.current?.querySelector("input, select")?.focus({preventScroll:!0}),r.current?.scrollIntoView({block:"center"})},[e]),r}function q({game:e,onClose:r}){const u=b(),{t:o,preferences:s}=u,[t,i]=H(()=>N(e,{name:s.name})),n=g(null),l=T(async()=>{location.hash=I(await M(u,t))}),d=t.places.every(({kind:$})=>$!=="open"),c=O(l.error),p=c!==null&&(c in t.settings||e.options.some(({name:$})=>$===c));return h(()=>{n.current?.showModal()},[]),a`<dialog ref=${n} class="setup" aria-labelledby="setup-title" onClose=${r}><form noValidate onSubmit=${$=>($.preventDefault(),l.run())}><header><h2 id="setup-title">${o("newTable",{game:e.title})}</h2><button type="button" class="icon" aria-label=${o("close")} onClick=${()=>n.current?.close()}>×</button></header><div class="body"><${V} setup=${t} change=${i} /><details open=${c!==null&&c in t.settings||void 0}><summary>${o("tableSettings")}</summary><${E}
settings=${t.settings}
fault=${c}
error=${l.error}
change=${$=>i({...t,settings:{...t.settings,...$}})}
/></details><details open=${e.options.some(({name:$})=>$===c)||void 0}><summary>${o("rulesOptions")}</summary><${F}
options=${w(e,t.places.length)}
values=${t.options}
fault=${c}
error=${l.error}
change=${$=>i({...t,options:{...t.options,...$}})}
/></details></div><footer><${A} error=${p?null:l.error} /><button class="button strong big" disabled=${l.isBusy}>${l.isBusy?o("opening"):o(d&&!t.settings.startByHost?"dealCards":"openTable")}</button></footer></form></dialog>`}export{y as LEVELS,F as OptionFields,q as SetupDialog,O as fieldAtFault,w as optionsAt};
