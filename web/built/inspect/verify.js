import{G as d,J as y,f as r,F as v}from"./main.js";import{B as g}from"./viewer.js";import{B as S}from"./opening.js";async function f(s){await import("./croupier-verify.js");const{verify:t,deals:c}=globalThis.CroupierVerify,e=t(s);return{...e,dealt:e.ok?c(s).map(j).join(`

`):""}}const b={true:["passed","\u2713","verified"],false:["refused","\u2717","notVerified"],null:["unknown","?","notVerifiable"]};function P({shown:s}){const{record:t}=s.opened,{say:c}=s,[e,n]=d(null),[i,o]=d(!1);if(y(()=>{t&&f(t).then(n,()=>o(!0))},[t]),!t)return r`<p>${c("checksNone")}</p>`;if(i)return r`<p class="trouble" role="alert">${c("failed")}</p>`;if(!e)return r`<p role="status">${c("checking")}</p>`;const l=O(s),[$,p,m]=b[`${e.ok&&l.ok!==!1}`];return r`<p class=${`verdict ${$}`} role="status">
<span aria-hidden="true">${p}</span> ${c(m)}
</p>
<p class="hint">${c("checksLead")}</p>
<ul class="checks">
${e.checks.map((a,F)=>r`<${u} key=${F} check=${R(a,c)} say=${c} />`)}
<${u} check=${l} say=${c} />
${e.notes.slice(1).map(a=>r`<li key=${a} class="note"><b>${c("note")}</b> ${c(D(a))}</li>`)}
</ul>
<${C} shown=${s} record=${t} />
${e.dealt&&r`<details>
<summary>${c("dealtAs")}</summary>
<pre tabindex="0">${e.dealt}</pre>
</details>`}`}function u({check:{title:s,ok:t,message:c,detail:e},say:n}){const[i,o]=t===null?["waiting","\u2026"]:t?["passed","\u2713"]:["refused","\u2717"];return r`<li class=${i}>
<span class="sign" role="img" aria-label=${n(i)}>${o}</span>
<span><b>${s}</b> ${c}${e&&r` <span lang="en">${e}</span>`}</span>
</li>`}function R({name:s,ok:t,message:c},e){const[n,i,o]=h[s];return t===null?{title:e(n),ok:t,message:e("notVerifiable"),detail:c}:t?{title:e(n),ok:t,message:e(i)}:{title:e(n),ok:t,message:e(o),detail:c}}const h={record:["checkRecord","checkRecordPassed","checkRecordFailed"],options:["checkOptions","checkOptionsPassed","checkOptionsFailed"],deck:["checkDeck","checkDeckPassed","checkDeckFailed"],deal:["checkDeal","checkDealPassed","checkDealFailed"],"first move":["checkFirstMove","checkFirstMovePassed","checkFirstMoveFailed"],fairness:["checkFairness","checkFairnessPassed","checkFairnessFailed"],commitment:["checkCommitment","checkCommitmentPassed","checkCommitmentFailed"],entropy:["checkEntropy","checkEntropyPassed","checkEntropyFailed"],key:["checkKey","checkKeyPassed","checkKeyFailed"],shuffle:["checkShuffle","checkShufflePassed","checkShuffleFailed"],shuffles:["checkShuffles","checkShufflesPassed","checkShufflesFailed"]},D=s=>s.includes("fairness")?"noteFairness":"noteShuffles";function O({opened:s,say:t,progress:c}){const e=t("checkMovesLead"),{error:n}=c;if(n instanceof S)return{title:e,ok:!1,message:r`<${g} error=${n} say=${t} />`};if(n)return{title:e,ok:!1,message:r`<${v} error=${n} />`};if(c.done<c.total)return{title:e,ok:null,message:t("checkMovesWait")};const{result:i}=s.history,o=k(i,s.record?.result??null);return{title:e,ok:o,message:t(o?"checkMoves":"otherResult")}}function k(s,t){if(s===null||typeof t!="object"||t===null)return s===(t??null);const c=({scores:e,ranking:n,winners:i,reason:o})=>[e,n,i,o];return JSON.stringify(c(s))===JSON.stringify(c(t))}function C({shown:{say:s,names:t},record:c}){const{fairness:e}=c;return M(e)?r`<dl class="receipt">
<dt>${s("committed")}</dt>
<dd><code>${e.commitment}</code></dd>
<dd class="hint">${s("committedHint")}</dd>
<dt>${s("serverSeed")}</dt>
<dd><code>${e.serverSeed}</code></dd>
${e.entropy.map((n,i)=>r`<dt key=${i}>${s("entropyOf",{name:t(i)})}</dt>
<dd>${n?r`<code>${n}</code>`:s("entropyNone")}</dd>`)}
<dt>${s("key")}</dt>
<dd><code>${c.seed}</code></dd>
</dl>`:r`<p class="hint">${s("given")}</p>`}function M(s){const{commitment:t,serverSeed:c,entropy:e}=s??{};return[t,c].every(i=>typeof i=="string")&&Array.isArray(e)&&e.every(i=>typeof i=="string")}function j({zones:s,wordsBefore:t,wordsAfter:c},e){const n=Object.entries(s).map(([i,o])=>`${i}: ${o.join(" ")||"\u2013"}`);return[`${e+1} (${t}\u2013${c})`,...n].join(`
`)}export{P as Checks,h as WORDS,f as checkShuffles,k as sameResult};
