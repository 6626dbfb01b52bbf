import{f as r,Q as d,u as h,G as g,r as v,a as S,b as w}from"./main.js";function x({say:e,trouble:o,openText:n}){return r`<div class="opening">
<h1>${e("title")}</h1>
<p class="lead">${e("lead")}</p>
<p class="trouble" role="alert">${o}</p>
<div class="ways-in">
<${k} say=${e} openText=${n} />
<${T} say=${e} />
</div>
</div>`}function k({say:e,openText:o}){const n=d(null),c=async t=>{const i=t.target,[a]=i.files??[];a&&o(await S(a)),i.value=""},p=t=>{t.preventDefault(),o(n.current?.value??"")};return r`<section class="panel" aria-labelledby="open-record">
<h2 id="open-record">${e("openRecord")}</h2>
<p>${e("openRecordText")}</p>
<p class="ways">
<label class="button strong file">
${e("chooseFile")}
<input type="file" accept=".json,application/json" onChange=${c} />
</label>
<span>${e("orDrop")}</span>
</p>
<form onSubmit=${p}>
<label>
${e("pasteRecord")}
<textarea
ref=${n}
rows="3"
spellcheck=${!1}
autocomplete="off"
placeholder='{"format":1,"game":…}'
></textarea>
</label>
<button class="button">${e("openPasted")}</button>
</form>
</section>`}function T({say:e}){const{storage:o,games:n,preferences:c}=h(),p=s=>new Date(s).toLocaleString(c.language),[t,i]=g(!1),a=d(null),$=v(o),f=s=>{s.preventDefault();const l=w(a.current?.value??"");i(!l?.session),l?.session&&(location.hash=`s=${l.session}`)};return r`<section class="panel" aria-labelledby="open-session">
<h2 id="open-session">${e("openSession")}</h2>
<p>${e("openSessionText")}</p>
<form onSubmit=${f}>
<label>
${e("sessionLabel")}
<input
ref=${a}
type="text"
required
autocomplete="off"
aria-invalid=${t}
aria-describedby="not-link"
/>
</label>
<p class="trouble" id="not-link" role="alert">${t&&e("notLink")}</p>
<button class="button">${e("open")}</button>
</form>
${$.length>0&&r`<h3>${e("yourTables")}</h3>
<ul class="rows">
${$.slice(0,8).map(({session:s,game:l,seats:b,at:m})=>r`<li key=${s}>
<a href=${`#s=${s}`}>${n?.find(({id:u})=>u===l)?.title??l}</a>
<small>${b.map(({name:u})=>u).join(", ")} · ${p(m)}</small>
</li>`)}
</ul>`}
</section>`}export{x as OpenScreen};
