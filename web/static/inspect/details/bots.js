// Why bots moved as they did, and what one would have played.

import { useApp } from "../../app/context.js";
import { Trouble } from "../../app/faults.js";
import { html, useEffect, useState } from "../../kit/board/preact.js";

const LEVEL = 3;
/** Less than this is shown as nothing. */
const LEAST_LOSS = 0.05;
/** The moves after the one that was asked about come with it: they are likely to be asked about next. */
const AT_ONCE = 3;

/**
 * @typedef {import("../../kit/contract.js").ReviewedMove} Reviewed
 * @typedef {{ [ply: number]: Reviewed }} Known
 * @typedef {import("../../app/context.js").Acting} Acting
 */

/** @param {import("./details.js").Part} part */
export function Bots({ shown: { opened, say, time } }) {
  const { record } = opened;
  const { step } = time;
  if (!record) return html`<p>${say("botUnknown")}</p>`;
  if (step === 0) return html`<p>${say("reviewDeal")}</p>`;
  const decided = record.decisions?.find(({ ply }) => ply === step - 1);
  return html`<p>${decided ? say("botDecision", { ...decided }) : say("botNone")}</p>
    <${Review} opened=${opened} say=${say} ply=${step - 1} />`;
}

/** @param {{ opened: import("../history/opening.js").Opened, say: import("../texts.js").Say, ply: number }} given */
function Review({ opened: { table }, say, ply }) {
  const [known, setKnown] = useState(/** @type {Known} */ ({}));
  const [{ isBusy, error }, setState] = useState(/** @type {Acting} */ ({ isBusy: false, error: null }));
  useEffect(() => setState({ isBusy: false, error: null }), [ply]);
  if (!table) return html`<p class="hint">${say("reviewNeeds")}</p>`;
  const ask = async () => {
    setState({ isBusy: true, error: null });
    try {
      const after = ply > 0 ? { after: `${ply - 1}` } : {};
      const { nodes } = await table.review({ level: LEVEL, first: AT_ONCE, ...after });
      setKnown((last) => ({ ...last, ...Object.fromEntries(nodes.map((node) => [node.ply, node])) }));
      setState({ isBusy: false, error: null });
    } catch (caught) {
      setState({ isBusy: false, error: caught });
    }
  };
  if (known[ply]) return html`<${Told} reviewed=${known[ply]} say=${say} />`;
  return html`<p><button class="button" onClick=${ask} disabled=${isBusy}>${say("review")}</button></p>
    <p role="status">${isBusy && say("reviewing")}</p>
    <${Trouble} error=${error} />`;
}

/** @param {{ reviewed: Reviewed, say: import("../texts.js").Say }} given */
function Told({ reviewed, say }) {
  const { language } = useApp().preferences;
  const { move, preferred, waits, onlyMove, verdict, loss, lossLow, lossHigh, playouts } = reviewed;
  if (onlyMove) return html`<p>${say("reviewOnly")}</p>`;
  if (waits) return html`<p>${say("reviewWait", { level: LEVEL })}</p>`;
  if (preferred?.notation === move.notation) {
    return html`<p>${say("reviewSame", { level: LEVEL, move: move.label })}</p>`;
  }
  if (verdict === "ABOUT_EQUAL")
    return html`<p>${say("reviewEqual", { level: LEVEL, move: preferred?.label ?? "–" })}</p>`;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format;
  const points = { loss: format(loss), low: format(lossLow), high: format(lossHigh), playouts };
  return html`<p>${say("reviewOther", { level: LEVEL, move: preferred?.label ?? "–" })}</p>
    ${loss >= LEAST_LOSS && html`<p class="hint">${say("reviewLoss", points)}</p>`}`;
}
