// Moves on their way: each is kept with its key before it is sent, so that a reload in between sends the very same
// again.

/**
 * @typedef {import("../kit/index.js").Table} Table
 * @typedef {import("../kit/index.js").MoveOutcome} MoveOutcome
 *
 * @typedef {object} Sent
 * @property {string} move
 * @property {string} label
 * @property {string} key
 * @property {string} at
 * @property {number | null} seat
 * @property {number} [time] In milliseconds.
 */

// A move that is older says nothing of what its player wants now.
const FRESH_MILLIS = 30_000;

/** @param {string} session */
const placeOf = (session) => `croupier-page:sent:${session}`;

/**
 * Let a table keep every move until it is known what has become of it.
 *
 * @param {Table} table
 * @param {import("../app/storage.js").Kept} storage The tab's own: two tabs have two moves on their way.
 */
export function rememberMoves(table, storage) {
  const make = table.move.bind(table);
  table.move = async (move, options = {}) => {
    const { session, decision } = table.getSnapshot();
    const at = versionOf(options.at ?? { cursor: session.cursor, decision });
    const { notation, label } = typeof move === "string" ? { notation: move, label: "" } : move;
    const key = options.key ?? freshKey();
    const sent = { move: notation, label, key, at, seat: table.seat, time: Date.now() };
    storage.setItem(placeOf(table.id), JSON.stringify(sent));
    // What throws is unknown, and stays.
    const outcome = await make(move, { ...options, at: sent.at, key: sent.key });
    storage.removeItem(placeOf(table.id));
    return outcome;
  };
}

/**
 * Return the move of which it is not known what has become of it; null: none, or one of another seat.
 *
 * @param {Table} table
 * @param {import("../app/storage.js").Kept} storage
 * @returns {Sent | null}
 */
export function findSentMove(table, storage) {
  try {
    const sent = JSON.parse(storage.getItem(placeOf(table.id)) ?? "null");
    return typeof sent?.move === "string" && typeof sent.key === "string" && sent.seat === table.seat ? sent : null;
  } catch {
    return null;
  }
}

/**
 * Tell whether a move was sent just now.
 *
 * @param {Sent} sent
 */
export const isFresh = ({ time = 0 }) => Math.abs(Date.now() - time) < FRESH_MILLIS;

/**
 * Forget a move of which it is not known what has become of it.
 *
 * @param {Table} table
 * @param {import("../app/storage.js").Kept} storage
 */
export const forgetSentMove = (table, storage) => storage.removeItem(placeOf(table.id));

/**
 * Send a move again, exactly as it was: if it has been made, this only tells so.
 *
 * @param {Table} table
 * @param {Sent} sent
 */
export function sendAgain(table, { move, label, key, at }) {
  return table.move(/** @type {import("../kit/index.js").Move} */ ({ notation: move, label }), { key, at });
}

/**
 * Return the version that a move needs; a move out of turn is a race, and counts if it is legal when it arrives.
 *
 * @param {import("../kit/table.js").Position} at
 */
function versionOf(at) {
  if (typeof at === "string") return at;
  return at.decision && !at.decision.asked ? "*" : at.cursor;
}

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
