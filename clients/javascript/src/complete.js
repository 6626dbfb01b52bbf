// Complete frames and answers to moves with their whole sessions.

/**
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./contract.js").ViewChanges} ViewChanges
 *
 * @typedef {import("./contract.js").SessionFrame & { changes: ViewChanges | null }} Frame A version of a table.
 *   `changes` has the differences from the frame before. Null: anything may differ, so draw the whole `session`.
 */

/**
 * Return a frame, or the answer to a move, with its whole session; null if its changes start from a version other than
 * the known one. The code that applies changes is loaded with the first of them, after a page has drawn its table.
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
 * Return a frame with its whole session and the decision; null if its changes start from another version.
 *
 * @param {any} frame
 * @param {Session | null} known The session of the frame before.
 * @returns {Promise<Frame | null>}
 */
export async function completeFrame(frame, known) {
  const whole = await complete(frame, known);
  return whole && { ...whole, decision: whole.session.view?.decision ?? null };
}
