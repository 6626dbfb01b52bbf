// How a table stands, for those who look at it.

/** @typedef {import("../kit/index.js").Session} Session */

/** @param {Session} session */
export const isOver = ({ status }) => status === "FINISHED" || status === "ABANDONED";

/**
 * Tell whether somebody looks who decides for a seat: whoever has given up keeps it, and moves by default.
 *
 * @param {Session} session
 */
export const isPlaying = (session) =>
  session.viewerSeat !== null && !isOver(session) && session.seats[session.viewerSeat]?.kind !== "DEFAULT_POLICY";

/**
 * Tell whether somebody looks who had a seat here, and has it no more.
 *
 * @param {Session} session
 */
export const hasLostSeat = ({ bearer, viewerSeat }) => bearer === "UNKNOWN" && viewerSeat === null;

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

/** Return where it is kept that somebody here knows how to play. @param {{ id: string }} game */
export const knowledgeOf = ({ id }) => `croupier-page:knows:${id}`;

/**
 * Tell whether somebody here has played a game before, or its lesson; with a table, whether that was at another one.
 *
 * @param {import("../app/storage.js").Kept} storage
 * @param {{ id: string }} game
 * @param {string} [session]
 */
export const isKnown = (storage, game, session) => ![null, session].includes(storage.getItem(knowledgeOf(game)));
