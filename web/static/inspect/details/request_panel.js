// The requests behind what is shown, in the form that one copies.

import { html, useState } from "../../kit/board/preact.js";
import { CopyButton } from "./copying.js";
import { shorten, TOKEN } from "./asked.js";
import { FORMS, writeRequest } from "./requests.js";

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
        <${Chip} isOn=${!isMove} choose=${() => setMove(false)}>${say("requestRead")}<//>
        <${Chip} isOn=${isMove} choose=${() => setMove(true)}>${say(titleOf(position.move))}<//>
      </div>
      <div role="group" aria-label="API">
        ${FORMS.map((name) => {
          const choose = () => setForm(name);
          return html`<${Chip} key=${name} isOn=${form === name} choose=${choose}>${TITLES[name]}<//>`;
        })}
      </div>
    </div>
    ${asked
      ? html`<${Written} asked=${asked} form=${form} say=${say} />`
      : html`<p class="hint">${say("requestNone")}</p>`}`;
}
/** @param {{ isOn: boolean, choose: () => void, children?: import("../../kit/board/preact.js").Child }} given */
const Chip = ({ isOn, choose, children }) =>
  html`<button class="chip" aria-pressed=${isOn} onClick=${choose}>${children}</button>`;
/** @param {import("./asked.js").Asked | null} move */
function titleOf(move) {
  if (move?.kind === "deal") return "requestDeal";
  return move?.kind === "applyMove" || move === null ? "requestNext" : "requestMove";
}

/**
 * @param {object} given
 * @param {import("./asked.js").Asked} given.asked
 * @param {import("./requests.js").Form} given.form
 * @param {import("../texts.js").Say} given.say
 */
function Written({ asked, form, say }) {
  const whole = writeRequest(asked, form, location.origin);
  const looked = shorten(asked);
  return html`<${CopyButton} say=${say} text=${whole} />
    <pre tabindex="0" class="code">${writeRequest(looked, form, location.origin)}</pre>
    ${looked !== asked && html`<p class="hint">${say("requestCut")}</p>`}
    ${whole.includes(TOKEN) && html`<p class="hint">${say("requestToken")}</p>`}`;
}
