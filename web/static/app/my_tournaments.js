// The tournaments of this browser: those that it hosts, has entered or has watched.

import { readJson } from "./storage.js";

/**
 * @typedef {object} MyTournament
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {boolean} isHost Whether it was made here: the kit keeps the host's secret.
 * @property {string | null} code The code of its invitations, known to the host alone.
 * @property {number} at When it was last seen, in milliseconds.
 */

const PLACE = "croupier-page:tournaments";
const MOST = 20;

/**
 * Return the tournaments, the last seen one first.
 *
 * @param {import("./storage.js").Kept} storage
 * @returns {MyTournament[]}
 */
export function readMyTournaments(storage) {
  const kept = readJson(storage, PLACE, /** @type {(MyTournament | null)[]} */ ([]), Array.isArray);
  const known = kept.filter((one) => one !== null);
  return known.filter((one) => typeof one.id === "string" && typeof one.title === "string");
}

/**
 * @param {import("./storage.js").Kept} storage
 * @param {string} id
 */
export const findTournament = (storage, id) => readMyTournaments(storage).find((one) => one.id === id) ?? null;

/**
 * Note a tournament that was made, entered or seen here; what is known of it stays.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {{ id: string, title: string, game: string }} tournament
 * @param {Partial<MyTournament>} [more]
 */
export function noteTournament(storage, { id, title, game }, more = {}) {
  const known = findTournament(storage, id) ?? { isHost: false, code: null };
  const others = readMyTournaments(storage).filter((one) => one.id !== id);
  const noted = { ...known, id, title, game, at: Date.now(), ...more };
  storage.setItem(PLACE, JSON.stringify([noted, ...others].slice(0, MOST)));
}

/**
 * Forget a tournament with its secrets.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} id
 */
export function forgetTournament(storage, id) {
  // Where the kit keeps them.
  for (const place of [`croupier-host:${id}`, `croupier-entrant:${id}`]) storage.removeItem(place);
  storage.setItem(PLACE, JSON.stringify(readMyTournaments(storage).filter((one) => one.id !== id)));
}
