// How a table stands, for those who look at it.

/** @typedef {import("../kit/index.js").Session} Session */

/** @param {Session} session */
export const isOver = ({ status }) => status === "FINISHED" || status === "ABANDONED";

/**
 * Return who of this device is to move; null: whoever looks, or nobody of them.
 *
 * @param {Session} session
 * @param {import("../app/my_tables.js").MyTable["seats"]} holders
 * @param {string} player
 */
export function nextHolder(session, holders, player) {
  const turn = session.view?.turn ?? [];
  const own = holders.find((holder) => holder.player === player);
  if (isOver(session) || (own && turn.includes(own.seat))) return null;
  return holders.find((holder) => holder !== own && turn.includes(holder.seat)) ?? null;
}
