import{f as r,Q as $,u as m,G as h,r as g,a as v,b as S}from"./main.js";function w({say:e,trouble:o,openText:n}){return r`<div class="opening">
<h1>${e("title")}</h1>
<p class="lead">${e("lead")}</p>
<p class="trouble" role="alert">${o}</p>
<div class="ways-in">
<${x} say=${e} openText=${n} />
<${k} say=${e} />
</div>
</div>`}function x({say:e,openText:o}){const n=$(null),p=async t=>{const l=t.target,[a]=l.files??[];a&&o(await v(a)),l.value=""},i=t=>{t.preventDefault(),o(n.current?.value??"")};return r`<section class="panel" aria-labelledby="open-record">
<h2 id="open-record">${e("openRecord")}</h2>
<p>${e("openRecordText")}</p>
<p class="ways">
<label class="button strong file">
${e("chooseFile")}
<input type="file" accept=".json,application/json" onChange=${p} />
</label>
<span>${e("orDrop")}</span>
</p>
<form onSubmit=${i}>
<label>
${e("pasteRecord")}
<textarea ref=${n} rows="3" spellcheck=${!1} autocomplete="off" placeholder='{"format":1,"game":…}'></textarea>
</label>
<button class="button">${e("openPasted")}</button>
</form>
</section>`}function k({say:e}){const{storage:o,games:n,preferences:p}=m(),[i,t]=h(!1),l=$(null),a=g(o),d=c=>{c.preventDefault();const s=S(l.current?.value??"");t(!s?.session),s?.session&&(location.hash=`s=${s.session}`)};return r`<section class="panel" aria-labelledby="open-session">
<h2 id="open-session">${e("openSession")}</h2>
<p>${e("openSessionText")}</p>
<form onSubmit=${d}>
<label>
${e("sessionLabel")}
<input ref=${l} type="text" required autocomplete="off" aria-invalid=${i} aria-describedby="not-link" />
</label>
<p class="trouble" id="not-link" role="alert">${i&&e("notLink")}</p>
<button class="button">${e("open")}</button>
</form>
${a.length>0&&r`<h3>${e("yourTables")}</h3>
<ul class="rows">
${a.slice(0,8).map(({session:c,game:s,seats:f,at:b})=>r`<li key=${c}>
<a href=${`#s=${c}`}>${n?.find(({id:u})=>u===s)?.title??s}</a>
<small>${f.map(({name:u})=>u).join(", ")} · ${new Date(b).toLocaleString(p.language)}</small>
</li>`)}
</ul>`}
</section>`}export{w as OpenScreen};
