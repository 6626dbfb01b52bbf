// Frames, and answers to moves, with their whole sessions.

/**
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./contract.js").ViewChanges} ViewChanges
 *
 * @typedef {import("./contract.js").SessionFrame & { changes: ViewChanges | null }} Frame A version of a table.
 *   `changes` is what differs from the frame before; null: anything may, so draw the whole `session`.
 */

/**
 * Return a frame, or the answer to a move, with its whole session; null if it has changes of another version than the
 * known one. How these are applied is loaded with the first of them: a page has drawn its table before.
 *
 * @param {any} told
 * @param {Session | null} known
 * @returns {Promise<any>}
 */
export async function complete(told, known) {
  const changes = told.changes?.since ? told.changes : null;
  const session = changes
    ? (await import("./changes.js")).applyChanges(known, told)
    : (told.session ?? told.changes.session);
  return session && { ...told, session, changes };
}

/**
 * Return a frame with its whole session and the decision; null if it has changes of another version than the known one.
 *
 * @param {any} frame
 * @param {Session | null} known The session of the frame before.
 * @returns {Promise<Frame | null>}
 */
export async function completeFrame(frame, known) {
  const whole = await complete(frame, known);
  return whole && { ...whole, decision: whole.session.view?.decision ?? null };
}
