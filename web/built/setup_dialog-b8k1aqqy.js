import{u as f,f as o,U as m,G as S,Q as O,e as _,q as w,J as L,T as C}from"./main-dksbj1iq.js";import{L as F,w as v,b as g,c as x,o as B,d as H,e as T,a as I}from"./setup-j5zz6dgd.js";import{P as A}from"./places-bq2asvjs.js";function h({options:s,values:u,fault:c,error:i,change:l}){return o`<div class="fields">
    ${s.map(e=>o`<${D} key=${e.name} option=${e} value=${u[e.name]??""}
      error=${e.name===c?i:null} set=${r=>l({[e.name]:r})} />`)}
  </div>`}function D({option:s,value:u,error:c,set:i}){const{t:l}=f(),{name:e,label:r,description:t,minimum:$,maximum:d}=s,a={id:`option-${e}`,"aria-describedby":`about-${e}`,"aria-invalid":c!==null},p=b=>i(b.target.value),n=l("usual",{value:v(l,s,s.default)}),y=g(s)==="number"?`, ${l("between",{least:$??"",most:d??""})}`:"",k={switch:()=>o`<select ...${a} value=${u} onChange=${p}>
      <option value="">${n}</option><option value="true">${l("yes")}</option><option value="false">${l("no")}</option>
    </select>`,choice:()=>o`<select ...${a} value=${u} onChange=${p}>
      <option value="">${n}</option>
      ${x(s).map(b=>o`<option key=${b} value=${b}>${v(l,s,b)}</option>`)}
    </select>`,number:()=>o`<input ...${a} type="number" min=${$} max=${d} value=${u} placeholder=${s.default} onInput=${p} />`,text:()=>o`<input ...${a} value=${u} placeholder=${s.default} spellcheck="false" onInput=${p} />`};return o`<div class="field">
    <label for=${a.id}>${r}</label>
    ${k[g(s)]()}
    <p id=${`about-${e}`} class="hint">
      ${t}${s.kind==="LIST"?` ${l("listHint")}`:""} <small>(${n}${y})</small>
      ${c!==null&&o`<strong class="trouble"><${m} error=${c} /></strong>`}
    </p>
  </div>`}function M({settings:s,fault:u,error:c,change:i}){const{t:l}=f(),e=t=>o`<label class="tick">
    <input type="checkbox" checked=${s[t]} onChange=${$=>i({[t]:$.target.checked})} />
    <span>${l(t)}</span>
  </label>`,r=(t,$,d)=>o`<div class="field">
      <label for=${`setting-${t}`}>${l(t)}</label>
      <input id=${`setting-${t}`} type="number" min="0" max=${d} value=${s[t]??""} aria-describedby=${`about-${t}`}
        onInput=${a=>i({[t]:a.target.value===""?null:Number(a.target.value)})} />
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
        ${F.map(t=>o`<option key=${t} value=${t}>${l("botOfLevel",{level:t})}</option>`)}
      </select>
    </div>
  </div>`}function E({game:s,onClose:u}){const c=f(),{t:i,preferences:l}=c,[e,r]=S(()=>I(s,{name:l.name})),t=O(null),$=_(async()=>{location.hash=w(await B(c,e))}),d=e.places.every(({kind:n})=>n!=="open"),a=H($.error),p=a!==null&&(a in e.settings||s.options.some(({name:n})=>n===a));return L(()=>{t.current?.showModal()},[]),o`<dialog ref=${t} class="setup" aria-labelledby="setup-title" onClose=${u}>
    <form noValidate onSubmit=${n=>(n.preventDefault(),$.run())}>
      <header>
        <h2 id="setup-title">${i("newTable",{game:s.title})}</h2>
        <button type="button" class="icon" aria-label=${i("close")} onClick=${()=>t.current?.close()}>×</button>
      </header>
      <div class="body">
        <${A} setup=${e} change=${r} />
        <details open=${a!==null&&a in e.settings||void 0}>
          <summary>${i("tableSettings")}</summary>
          <${M} settings=${e.settings} fault=${a} error=${$.error}
            change=${n=>r({...e,settings:{...e.settings,...n}})} />
        </details>
        <details open=${s.options.some(({name:n})=>n===a)||void 0}>
          <summary>${i("rulesOptions")}</summary>
          <${h} options=${T(s,e.places.length)} values=${e.options} fault=${a} error=${$.error}
            change=${n=>r({...e,options:{...e.options,...n}})} />
        </details>
      </div>
      <footer>
        <${C} error=${p?null:$.error} />
        <button class="button strong big" disabled=${$.isBusy}>
          ${$.isBusy?i("opening"):i(d&&!e.settings.startByHost?"dealCards":"openTable")}
        </button>
      </footer>
    </form>
  </dialog>`}var N=Object.freeze({__proto__:null,SetupDialog:E});export{h as O,N as s};
