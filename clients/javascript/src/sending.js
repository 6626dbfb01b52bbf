// Send a move. The answer has the changes to the session at which it was chosen; the outcome has the whole session.

import { complete } from "./complete.js";
import { outcomeOf } from "./outcomes.js";

/** Asks for the changes since the version in `If-Match`, with the move and its events. */
const CHANGES = { Accept: "application/*", Prefer: "return=changes;events" };

/**
 * Send a move once, and return its outcome with the whole session.
 *
 * @param {import("./connection.js").Connection} connection
 * @param {string} path The path of the session.
 * @param {import("./connection.js").Request & { headers: Record<string, string> }} request
 * @param {import("./contract.js").Session} known The latest session that was received.
 * @returns {Promise<import("./outcomes.js").MoveOutcome>}
 */
export async function sendMove(connection, path, request, known) {
  const { headers, token } = request;
  const isKnown = headers["If-Match"] === `"${known.cursor}"`;
  if (isKnown && !connection.unknown.has("changes")) Object.assign(headers, CHANGES);
  const answer = await connection.send(`${path}/moves`, request);
  if (answer.status >= 400) return outcomeOf(answer);
  // The move has been made, even if the code that applies changes fails to load.
  const whole = await complete(answer.body, known).catch(() => null);
  const body = whole ?? { ...answer.body, session: await connection.ask(path, { token }), changes: null };
  return outcomeOf({ ...answer, body });
}
