import{G as y,f as s}from"./main.js";import{C as O}from"./viewer.js";import"./opening.js";const N=["graphql","rest","javascript","python"],c="SEAT_TOKEN",J=48,w=`ply turn
zones { key label count value cards { code label } }
facts { label value }
scores { seat points }
legalMoves { notation label }
result { scores ranking winners reason }`,p="... on Problem { code message }";function h(e,t,n){return q[t](e,n)}function M(e){if(e.kind!=="readTable"&&e.kind!=="applyToState")return e;const t=`${e.input.state.slice(0,J)}\u2026`;return{...e,input:{...e.input,state:t}}}const q={graphql:R,rest:C,javascript:j,python:A};function R(e){switch(e.kind){case"deal":{const{viewer:t,...n}=e.input;return`mutation { newTable(input: ${i(n)}) {
  ... on Table {
    state
    ${f(t)}
  }
  ${p}
} }`}case"readTable":return`{ table(state: ${i(e.input.state)}) {
  ... on Table {
    ${f(e.input.viewer)}
  }
  ${p}
} }`;case"applyToState":return`mutation { applyMoveToState(input: ${i(e.input)}) {
  ... on TableChanged {
    move { label }
    events { sentence rule { number } }
    table {
      state
      ${f(e.input.viewer,6)}
    }
  }
  ${p}
} }`;case"readPast":return`${g(e.seat)}subscription { sessionUpdates(sessionId: ${i(e.session)}, after: ${i(e.after)}) {
  version
  events { sentence rule { number } }
  session { view {
    ${T(w,4)}
  } }
} }`;case"applyMove":{const[,t,n]=/^(\d+)(?:-(.*))?$/.exec(e.at)??[],r={expectedVersion:Number(t),...n&&{expectedHead:n}},o={sessionId:e.session,move:e.move,...r};return`${g(e.seat)}mutation { applyMove(input: ${i(o)}) {
  ... on MoveApplied { version events { sentence } }
  ${p}
} }`}case"readRecord":return`{ session(id: ${i(e.session)}) { record } }`}}const f=(e,t=4)=>`view${typeof e=="number"?`(seat: ${e})`:""} {
${" ".repeat(t+2)}${T(w,t+2)}
${" ".repeat(t)}}`;function i(e){return Array.isArray(e)?`[${e.map(i).join(", ")}]`:typeof e!="object"||e===null?JSON.stringify(e):`{${Object.entries(e).map(([n,r])=>`${n}: ${i(r)}`).join(", ")}}`}const g=e=>e===null?"":`# Authorization: Bearer ${c}
`;function C(e,t){switch(e.kind){case"deal":return $(`${t}/v1/tables`,e.input);case"readTable":return $(`${t}/v1/tables/read`,e.input);case"applyToState":return $(`${t}/v1/tables/moves`,e.input);case"readPast":return b(`${t}${v(e.session)}/frames?after=${encodeURIComponent(e.after)}`,["--no-buffer","--header 'Accept: text/event-stream'",...d(e.seat)]);case"applyMove":return $(`${t}${v(e.session)}/moves`,{move:e.move},[...d(e.seat),`--header 'If-Match: "${e.at}"'`]);case"readRecord":return b(`${t}${v(e.session)}/record`,[])}}const b=(e,t)=>["curl",S(e),...t].join(` \\
  `).replace(`curl \\
  `,"curl "),$=(e,t,n=[])=>b(e,[...n,"--header 'Content-Type: application/json'",`--data ${S(JSON.stringify(t))}`]),S=e=>`'${e.replaceAll("'","'\\''")}'`,d=e=>e===null?[]:[`--header 'Authorization: Bearer ${c}'`],v=e=>`/v1/sessions/${encodeURIComponent(e)}`;function j(e,t){const n=`import { Croupier } from "@croupier/client";

const croupier = new Croupier(${JSON.stringify(t)});
`,r=(o,a)=>`const table = await croupier.table(${JSON.stringify(o)}${a===null?"":`, { token: "${c}" }`});
`;switch(e.kind){case"deal":return`${n}const { table, view } = await croupier.newTable(${JSON.stringify(e.input)});
console.log(view);`;case"readTable":return`${n}const { view } = await croupier.readTable(${JSON.stringify(e.input)});
console.log(view);`;case"applyToState":return`${n}const outcome = await croupier.applyMoveToState(${JSON.stringify(e.input)});
if (outcome.kind === "applied") console.log(outcome.view, outcome.events);`;case"readPast":return`${n}${r(e.session,e.seat)}for await (const { session, events } of table.frames({ after: ${JSON.stringify(e.after)} })) {
  console.log(session.view, events);
  break;
}`;case"applyMove":return`${n}${r(e.session,e.seat)}const outcome = await table.move(${JSON.stringify(e.move)}, { at: ${JSON.stringify(e.at)} });
console.log(outcome.kind);`;case"readRecord":return`${n}${r(e.session,null)}console.log(await table.record());`}}function A(e,t){const n=`from croupier_client import Client

client = Client(${JSON.stringify(t)})
`,r=(o,a)=>`table = client.table(${JSON.stringify(o)}${a===null?"":`, token="${c}"`})
`;switch(e.kind){case"deal":return`${n}seen = client.new_table(${l(e.input)})
print(seen["view"])`;case"readTable":return`${n}seen = client.read_table(${l(e.input)})
print(seen["view"])`;case"applyToState":return`${n}outcome = client.apply_move_to_state(${l(e.input)})
print(outcome)`;case"readPast":return`${n}${r(e.session,e.seat)}frame = next(table.frames(after=${JSON.stringify(e.after)}))
print(frame["session"]["view"], frame["events"])`;case"applyMove":return`${n}${r(e.session,e.seat)}print(table.move(${JSON.stringify(e.move)}, at=${JSON.stringify(e.at)}))`;case"readRecord":return`${n}${r(e.session,null)}print(table.record())`}}function l(e){return e==null?"None":typeof e=="boolean"?e?"True":"False":Array.isArray(e)?`[${e.map(l).join(", ")}]`:typeof e!="object"?JSON.stringify(e):`{${Object.entries(e).map(([t,n])=>`${JSON.stringify(t)}: ${l(n)}`).join(", ")}}`}const T=(e,t)=>e.replaceAll(`
`,`
${" ".repeat(t)}`),I={graphql:"GraphQL",rest:"REST (curl)",javascript:"JavaScript",python:"Python"};function x({shown:{say:e},position:t}){const[n,r]=y("rest"),[o,a]=y(!1);if(!t)return null;const m=o?t.move:t.read;return s`<div class="choices">
<div role="group" aria-label=${e("request")}>
<button class="chip" aria-pressed=${!o} onClick=${()=>a(!1)}>${e("requestRead")}</button>
<button class="chip" aria-pressed=${o} onClick=${()=>a(!0)}>${e(P(t.move))}</button>
</div>
<div role="group" aria-label="API">
${N.map(u=>s`<button class="chip" key=${u} aria-pressed=${n===u} onClick=${()=>r(u)}>${I[u]}</button>`)}
</div>
</div>
${m?s`<${E} asked=${m} form=${n} say=${e} />`:s`<p class="hint">${e("requestNone")}</p>`}`}function P(e){return e?.kind==="deal"?"requestDeal":e?.kind==="applyMove"||e===null?"requestNext":"requestMove"}function E({asked:e,form:t,say:n}){const r=h(e,t,location.origin),o=M(e);return s`<${O} say=${n} text=${r} />
<pre tabindex="0" class="code">${h(o,t,location.origin)}</pre>
${o!==e&&s`<p class="hint">${n("requestCut")}</p>`}
${r.includes(c)&&s`<p class="hint">${n("requestToken")}</p>`}`}export{x as Requests};
