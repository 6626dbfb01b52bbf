// Several people at one device: who looks at the table, and a curtain between them.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { isOver } from "./screen.js";
import { nameOf } from "./names.js";

/** @typedef {import("./screen.js").AtTable} AtTable */

/** @param {AtTable} given */
export function SeatSwitch({ snapshot: { session }, holders, player, become }) {
  const { t } = useApp();
  return html`<select class="seat-switch" aria-label=${t("seatSwitch")} value=${player}
    onChange=${(/** @type {any} */ event) => become(event.target.value)}>
    ${holders.map((holder) => html`<option key=${holder.seat} value=${holder.player}>${nameOf(session, holder.seat, t)}</option>`)}
  </select>`;
}

/**
 * Hide the table while it is the turn of somebody else at this device.
 *
 * @param {AtTable & { children?: import("../kit/board/preact.js").Child }} given
 */
export function Curtain({ snapshot: { session }, holders, player, become, children }) {
  const { t } = useApp();
  const next = nextHolder(session, holders, player);
  if (next === null) return children;
  const name = nameOf(session, next.seat, t);
  return html`<section class="curtain" role="alert">
    <h2>${t("passDevice", { name })}</h2>
    <p>${t("passDeviceHint")}</p>
    <button class="button strong big" onClick=${() => become(next.player)}>${t("iAm", { name })}</button>
  </section>`;
}

/**
 * Return who of this device is to move; null: whoever looks, or nobody of them.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {import("../app/my_tables.js").MyTable["seats"]} holders
 * @param {string} player
 */
export function nextHolder(session, holders, player) {
  const turn = session.view?.turn ?? [];
  const own = holders.find((holder) => holder.player === player);
  if (isOver(session) || (own && turn.includes(own.seat))) return null;
  return holders.find((holder) => holder !== own && turn.includes(holder.seat)) ?? null;
}
