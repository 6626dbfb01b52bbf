import{G as y,b as s}from"./main.js";import{C as M}from"./viewer.js";import"./bots.js";import"./board.js";const l="SEAT_TOKEN",q=48;function R(e){if(e.kind!=="readTable"&&e.kind!=="applyToState")return e;const t=`${e.input.state.slice(0,q)}\u2026`;return{...e,input:{...e.input,state:t}}}function j(e,t){const n=JSON.stringify,r=`import { Croupier } from "@croupier/client";

const croupier = new Croupier(${n(t)});
`,o=(c,u)=>`const table = await croupier.table(${n(c)}${u===null?"":`, { token: "${l}" }`});
`;switch(e.kind){case"deal":return`${r}const { table, view } = await croupier.newTable(${n(e.input)});
console.log(view);`;case"readTable":return`${r}const { view } = await croupier.readTable(${n(e.input)});
console.log(view);`;case"applyToState":return`${r}const outcome = await croupier.applyMoveToState(${n(e.input)});
if (outcome.kind === "applied") console.log(outcome.view, outcome.events);`;case"readPast":return`${r}${o(e.session,e.seat)}for await (const { session, events } of table.frames({ after: ${n(e.after)} })) {
  console.log(session.view, events);
  break;
}`;case"applyMove":return`${r}${o(e.session,e.seat)}const outcome = await table.move(${n(e.move)}, { at: ${n(e.at)} });
console.log(outcome.kind);`;case"readRecord":return`${r}${o(e.session,null)}console.log(await table.record());`}}function C(e,t){const n=`from croupier_client import Client

client = Client(${i(t)})
`,r=(o,c)=>`table = client.table(${i(o)}${c===null?"":`, token="${l}"`})
`;switch(e.kind){case"deal":return`${n}seen = client.new_table(${i(e.input)})
print(seen["view"])`;case"readTable":return`${n}seen = client.read_table(${i(e.input)})
print(seen["view"])`;case"applyToState":return`${n}outcome = client.apply_move_to_state(${i(e.input)})
print(outcome)`;case"readPast":return`${n}${r(e.session,e.seat)}frame = next(table.frames(after=${i(e.after)}))
print(frame["session"]["view"], frame["events"])`;case"applyMove":return`${n}${r(e.session,e.seat)}print(table.move(${i(e.move)}, at=${i(e.at)}))`;case"readRecord":return`${n}${r(e.session,null)}print(table.record())`}}function i(e){return e==null?"None":typeof e=="boolean"?e?"True":"False":Array.isArray(e)?`[${e.map(i).join(", ")}]`:typeof e!="object"?JSON.stringify(e):`{${Object.entries(e).map(([t,n])=>`${JSON.stringify(t)}: ${i(n)}`).join(", ")}}`}const N=["graphql","rest","javascript","python"],T=`ply turn
zones { key label count value cards { code label } }
facts { label value }
scores { seat points }
legalMoves { notation label }
result { scores ranking winners reason }`,$="... on Problem { code message }";function d(e,t,n){return A[t](e,n)}const A={graphql:I,rest:x,javascript:j,python:C};function I(e){switch(e.kind){case"deal":{const{viewer:t,...n}=e.input;return`mutation { newTable(input: ${a(n)}) {
  ... on Table {
    state
    ${b(t)}
  }
  ${$}
} }`}case"readTable":return`{ table(state: ${a(e.input.state)}) {
  ... on Table {
    ${b(e.input.viewer)}
  }
  ${$}
} }`;case"applyToState":return`mutation { applyMoveToState(input: ${a(e.input)}) {
  ... on TableChanged {
    move { label }
    events { sentence rule { number } }
    table {
      state
      ${b(e.input.viewer,6)}
    }
  }
  ${$}
} }`;case"readPast":return`${g(e.seat)}subscription { sessionUpdates(sessionId: ${a(e.session)}, after: ${a(e.after)}) {
  version
  events { sentence rule { number } }
  session { view {
    ${h(T,4)}
  } }
} }`;case"applyMove":{const[,t,n]=/^(\d+)(?:-(.*))?$/.exec(e.at)??[],r={expectedVersion:Number(t),...n&&{expectedHead:n}},o={sessionId:e.session,move:e.move,...r};return`${g(e.seat)}mutation { applyMove(input: ${a(o)}) {
  ... on MoveApplied { version events { sentence } }
  ${$}
} }`}case"readRecord":return`{ session(id: ${a(e.session)}) { record } }`}}function b(e,t=4){const n=typeof e=="number"?`(seat: ${e})`:"";return h(`view${n} {
  ${h(T,2)}
}`,t)}function a(e){return Array.isArray(e)?`[${e.map(a).join(", ")}]`:typeof e!="object"||e===null?JSON.stringify(e):`{${Object.entries(e).map(([n,r])=>`${n}: ${a(r)}`).join(", ")}}`}const g=e=>e===null?"":`# Authorization: Bearer ${l}
`;function x(e,t){switch(e.kind){case"deal":return f(`${t}/v1/tables`,e.input);case"readTable":return f(`${t}/v1/tables/read`,e.input);case"applyToState":return f(`${t}/v1/tables/moves`,e.input);case"readPast":return m(`${t}${v(e.session)}/frames?after=${encodeURIComponent(e.after)}`,["--no-buffer","--header 'Accept: text/event-stream'",...O(e.seat)]);case"applyMove":return f(`${t}${v(e.session)}/moves`,{move:e.move},[...O(e.seat),`--header 'If-Match: "${e.at}"'`]);case"readRecord":return m(`${t}${v(e.session)}/record`,[])}}const m=(e,t)=>["curl",S(e),...t].join(` \\
  `).replace(`curl \\
  `,"curl "),f=(e,t,n=[])=>m(e,[...n,"--header 'Content-Type: application/json'",`--data ${S(JSON.stringify(t))}`]),S=e=>`'${e.replaceAll("'","'\\''")}'`,O=e=>e===null?[]:[`--header 'Authorization: Bearer ${l}'`],v=e=>`/v1/sessions/${encodeURIComponent(e)}`,h=(e,t)=>e.replaceAll(`
`,`
${" ".repeat(t)}`),P={graphql:"GraphQL",rest:"REST (curl)",javascript:"JavaScript",python:"Python"};function E({shown:{say:e},position:t}){const[n,r]=y("rest"),[o,c]=y(!1);if(!t)return null;const u=o?t.move:t.read;return[s("div",{class:"choices"},s("div",{role:"group","aria-label":e("request")},s(w,{isOn:!o,choose:()=>c(!1)},e("requestRead")),s(w,{isOn:o,choose:()=>c(!0)},e(J(t.move)))),s("div",{role:"group","aria-label":"API"},N.map(p=>s(w,{key:p,isOn:n===p,choose:()=>r(p)},P[p])))),u?s(_,{asked:u,form:n,say:e}):s("p",{class:"hint"},e("requestNone"))]}const w=({isOn:e,choose:t,children:n})=>s("button",{class:"chip","aria-pressed":e,onClick:t},n);function J(e){return e?.kind==="deal"?"requestDeal":e?.kind==="applyMove"||e===null?"requestNext":"requestMove"}function _({asked:e,form:t,say:n}){const r=d(e,t,location.origin),o=R(e);return[s(M,{say:n,text:r}),s("pre",{tabindex:"0",class:"code"},d(o,t,location.origin)),o!==e&&s("p",{class:"hint"},n("requestCut")),r.includes(l)&&s("p",{class:"hint"},n("requestToken"))]}export{E as Requests};
