// The requests behind what is shown, in the form that one copies.

import { html, useState } from "../../kit/board/preact.js";
import { CopyButton } from "./copying.js";
import { FORMS, shorten, TOKEN, writeRequest } from "./requests.js";

/** @type {Record<import("./requests.js").Form, string>} */
const TITLES = { graphql: "GraphQL", rest: "REST (curl)", javascript: "JavaScript", python: "Python" };

/** @param {import("./details.js").Part} part */
export function Requests({ shown: { say }, position }) {
  const [form, setForm] = useState(/** @type {import("./requests.js").Form} */ ("rest"));
  const [isMove, setMove] = useState(false);
  if (!position) return null;
  const asked = isMove ? position.move : position.read;
  return html`<div class="choices">
      <div role="group" aria-label=${say("request")}>
        <button class="chip" aria-pressed=${!isMove} onClick=${() => setMove(false)}>${say("requestRead")}</button>
        <button class="chip" aria-pressed=${isMove} onClick=${() => setMove(true)}>${say(titleOf(position.move))}</button>
      </div>
      <div role="group" aria-label="API">
        ${FORMS.map((name) => html`<button class="chip" key=${name} aria-pressed=${form === name} onClick=${() => setForm(name)}>${TITLES[name]}</button>`)}
      </div>
    </div>
    ${asked ? html`<${Written} asked=${asked} form=${form} say=${say} />` : html`<p class="hint">${say("requestNone")}</p>`}`;
}

/** @param {import("./requests.js").Asked | null} move */
function titleOf(move) {
  if (move?.kind === "deal") return "requestDeal";
  return move?.kind === "applyMove" || move === null ? "requestNext" : "requestMove";
}

/** @param {{ asked: import("./requests.js").Asked, form: import("./requests.js").Form, say: import("../texts.js").Say }} given */
function Written({ asked, form, say }) {
  const whole = writeRequest(asked, form, location.origin);
  const looked = shorten(asked);
  return html`<${CopyButton} say=${say} text=${whole} />
    <pre tabindex="0" class="code">${writeRequest(looked, form, location.origin)}</pre>
    ${looked !== asked && html`<p class="hint">${say("requestCut")}</p>`}
    ${whole.includes(TOKEN) && html`<p class="hint">${say("requestToken")}</p>`}`;
}
