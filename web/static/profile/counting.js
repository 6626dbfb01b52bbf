// Count a table, or a move out of turn, for the profile of this browser.

import { isOutOfTurn } from "../kit/board/turns.js";
import { countSlam, countTable } from "./record.js";

/**
 * @typedef {import("../app/storage.js").Kept} Kept
 * @typedef {import("../kit/index.js").Session} Session
 * @typedef {{ before: Session, millis: number }} Chosen A move that was chosen, and how long that took.
 */

/**
 * Count a table that is over for its viewer. One that was abandoned has nothing to count.
 *
 * @param {Kept} storage
 * @param {Session} session
 */
export function countEnd(storage, { id, game, viewerSeat, outcome }) {
  if (viewerSeat === null || outcome === null) return;
  countTable(storage, { session: id, game, at: Date.now(), won: outcome.winners.includes(viewerSeat) });
}

/**
 * Count a move if it was the viewer's, out of turn, and came before everybody else's.
 *
 * @param {Kept} storage
 * @param {import("../kit/contract.js").SessionFrame} frame What came after it was chosen.
 * @param {Chosen} chosen
 */
export function countChosen(storage, frame, { before, millis }) {
  const mover = frame.events.find(({ to }) => to !== null)?.seat;
  if (mover !== before.viewerSeat || !isOutOfTurn(frame, { version: before.version, session: before })) return;
  countSlam(storage, { millis: Math.round(millis), game: before.game, at: Date.now() });
}
