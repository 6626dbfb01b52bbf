// Several people at one device: who looks at the table, and a curtain between them.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { nameOf } from "./names.js";
import { adoptStyle } from "../app/styles.js";
import style from "./curtain.css";

adoptStyle(style);

/**
 * @typedef {import("./screen.js").AtTable} AtTable
 * @typedef {AtTable["holders"][number]} Holder
 */

/** @param {AtTable & { want: (holder: Holder | null) => void }} given */
export function SeatSwitch({ snapshot: { session }, holders, player, want }) {
  const { t } = useApp();
  const onChange = (/** @type {Chosen} */ event) => {
    want(holders.find((holder) => holder.player === event.currentTarget.value) ?? null);
  };
  return html`<select class="seat-switch" aria-label=${t("seatSwitch")} value=${player} onChange=${onChange}>
    ${holders.map(
      ({ seat, player }) => html`<option key=${seat} value=${player}>${nameOf(session, seat, t)}</option>`,
    )}
  </select>`;
}

/**
 * What is shown in place of a table until somebody else of this device looks at it.
 *
 * @param {AtTable & { next: Holder }} given
 */
export function Curtain({ snapshot: { session }, next, become }) {
  const { t } = useApp();
  const name = nameOf(session, next.seat, t);
  return html`<section class="curtain" role="alert">
    <h2>${t("passDevice", { name })}</h2>
    <p>${t("passDeviceHint")}</p>
    <button class="button big" onClick=${() => become(next.player)}>${t("iAm", { name })}</button>
  </section>`;
}
