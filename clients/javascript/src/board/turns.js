// Whose turn it was when something happened.

/** @typedef {import("../contract.js").SessionFrame} Frame */

/**
 * Return whether a frame shows a move by a seat that was not asked.
 *
 * @param {Frame} frame
 * @param {Pick<Frame, "version" | "session">} before
 */
export function isOutOfTurn({ version, session, events }, before) {
  const [turn, mover] = [before.session.view?.turn ?? [], events.find(({ to }) => to !== null)?.seat ?? null];
  const isMove = version === before.version + 1 && session.view?.ply === (before.session.view?.ply ?? 0) + 1;
  return isMove && mover !== null && turn.length > 0 && !turn.includes(mover);
}
