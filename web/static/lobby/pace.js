// The pace of bots at a new table. The browser remembers it for the next one.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { PACES } from "../app/preferences.js";

/** @typedef {import("../app/preferences.js").Pace} Pace */

/** @param {{ change: (changed: { botMillis: number }) => void }} given */
export function PaceField({ change }) {
  const { t, preferences, prefer } = useApp();
  const words = { relaxed: t("paceRelaxed"), normal: t("paceNormal"), fast: t("paceFast") };
  const choose = (/** @type {Chosen} */ { currentTarget }) => {
    const pace = /** @type {Pace} */ (currentTarget.value);
    prefer({ pace });
    change({ botMillis: PACES[pace] });
  };
  return html`<div class="field">
    <label for="setting-pace">${t("pace")}</label>
    <select id="setting-pace" aria-describedby="about-pace" value=${preferences.pace} onChange=${choose}>
      ${Object.entries(words).map(([pace, word]) => html`<option key=${pace} value=${pace}>${word}</option>`)}
    </select>
    <p id="about-pace" class="hint">${t("paceHint")}</p>
  </div>`;
}
