// The frames of a tournament.

import { framesOf, OPEN, problemOf } from "./frames.js";

/** @typedef {import("./contract.js").TournamentFrame} TournamentFrame */

/** @param {string} id */
export const pathOf = (id) => `/v1/tournaments/${encodeURIComponent(id)}`;

/**
 * Yield each version of a tournament once, until it is over.
 *
 * @param {import("./connection.js").Connection} connection
 * @param {string} id
 * @param {{ after?: string, signal?: AbortSignal, onConnection?: (connected: boolean) => void }} options
 * @returns {AsyncGenerator<TournamentFrame, void, void>}
 */
export const tournamentFrames = (connection, id, options) =>
  framesOf(connection, { ...options, path: pathOf(id), token: null, look: looked });

/** Look at a tournament. @type {import("./frames.js").Look} */
async function* looked(connection, { path, signal }, seen) {
  const answer = await connection.send(path, { signal });
  if (answer.status >= 400) throw problemOf(answer);
  yield OPEN;
  const { version, head, cursor, status, playedRounds } = answer.body;
  // What happened between two looks is unknown, so there are no events.
  const frame = { version, head, cursor, resync: seen !== null, events: [], status, roundsPaired: playedRounds.length };
  if (cursor !== seen) yield { name: "frame", data: frame };
  if (status === "FINISHED" || status === "ABANDONED") yield { name: "end", data: null };
  return [cursor, null];
}
