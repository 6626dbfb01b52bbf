// The pace of bots at a new table. The browser remembers it for the next one.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { PACES } from "../app/preferences.js";

/** @typedef {import("../app/preferences.js").Pace} Pace */

const WORDS = /** @type {const} */ ({ relaxed: "paceRelaxed", normal: "paceNormal", fast: "paceFast" });

/**
 * Return the name of a pace; of one that was set elsewhere, the milliseconds.
 *
 * @param {import("../app/context.js").App["t"]} t
 * @param {number} millis
 */
export function wordOfPace(t, millis) {
  const pace = /** @type {Pace[]} */ (Object.keys(PACES)).find((one) => PACES[one] === millis);
  return pace ? t(WORDS[pace]) : `${millis} ms`;
}

/** @param {{ change: (changed: { botMillis: number }) => void }} given */
export function PaceField({ change }) {
  const { t, preferences, prefer } = useApp();
  const choose = (/** @type {Chosen} */ { currentTarget }) => {
    const pace = /** @type {Pace} */ (currentTarget.value);
    prefer({ pace });
    change({ botMillis: PACES[pace] });
  };
  return html`<div class="field">
    <label for="setting-pace">${t("pace")}</label>
    <select id="setting-pace" aria-describedby="about-pace" value=${preferences.pace} onChange=${choose}>
      ${Object.entries(WORDS).map(([pace, word]) => html`<option key=${pace} value=${pace}>${t(word)}</option>`)}
    </select>
    <p id="about-pace" class="hint">${t("paceHint")}</p>
  </div>`;
}
