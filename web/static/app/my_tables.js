// The tables of this browser, with the seats that it holds: several where people share one device.

import { readJson } from "./storage.js";

/**
 * @typedef {object} MyTable
 * @property {string} session
 * @property {string} game
 * @property {{ seat: number, player: string, name: string }[]} seats The seats held here, and whose they are.
 * @property {number} at When it was last opened, in milliseconds.
 */

const PLACE = "croupier-page:tables";
const MOST = 50;

/**
 * Return the tables, the last opened one first.
 *
 * @param {import("./storage.js").Kept} storage
 * @returns {MyTable[]}
 */
export function readMyTables(storage) {
  const kept = readJson(storage, PLACE, /** @type {Partial<MyTable>[]} */ ([]), Array.isArray);
  return /** @type {MyTable[]} */ (kept.filter(isTable)).sort((one, other) => other.at - one.at);
}

/**
 * Note a table, or what has changed of it.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {MyTable} table
 */
export function noteTable(storage, table) {
  const others = readMyTables(storage).filter(({ session }) => session !== table.session);
  storage.setItem(PLACE, JSON.stringify([table, ...others].slice(0, MOST)));
}

/**
 * Note who of this browser has a seat of a table.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {{ session: string, game: string, at: number }} table
 * @param {{ seat: number, player: string, name: string } | null} holder
 */
export function noteSeat(storage, { session, game, at }, holder) {
  const known = findTable(storage, session)?.seats ?? [];
  const others = known.filter(({ seat, player }) => seat !== holder?.seat && player !== holder?.player);
  const seats = holder ? [...others, holder].sort((one, other) => one.seat - other.seat) : known;
  noteTable(storage, { session, game, at, seats });
}

/**
 * Note that a player of this browser has lost a seat.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 * @param {string} player
 */
export function dropSeat(storage, session, player) {
  const table = findTable(storage, session);
  if (table) noteTable(storage, { ...table, seats: table.seats.filter((seat) => seat.player !== player) });
}

/**
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 */
export function findTable(storage, session) {
  return readMyTables(storage).find((table) => table.session === session) ?? null;
}

/**
 * Forget a table with its secrets, and any seats of it.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 */
export function forgetTable(storage, session) {
  const seated = (findTable(storage, session)?.seats ?? []).map(({ player }) => player);
  const players = ["", ...seated, ...readArrived(storage, session)];
  for (const player of players) storage.removeItem(tokenPlace(session, player));
  for (const place of [codesPlace, arrivedPlace, mutedPlace]) storage.removeItem(place(session));
  const others = readMyTables(storage).filter((table) => table.session !== session);
  storage.setItem(PLACE, JSON.stringify(others));
}

/**
 * Keep the secret of a seat that has come by a link, for a player of this browser who has none yet, or the same.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 * @param {string} token
 */
export function keepToken(storage, session, token) {
  const player = playerOf(storage, session, token);
  storage.setItem(tokenPlace(session, player), token);
  const others = readArrived(storage, session).filter((other) => other !== player);
  storage.setItem(arrivedPlace(session), JSON.stringify([player, ...others]));
}

/**
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 * @param {string} token
 */
function playerOf(storage, session, token) {
  const tokenOf = (/** @type {string} */ player) => storage.getItem(tokenPlace(session, player));
  const holder = findTable(storage, session)?.seats.find((seat) => tokenOf(seat.player) === token);
  if (holder) return holder.player;
  let player = "";
  for (let number = 0; ![null, token].includes(tokenOf(player)); number++) player = `link${number}`;
  return player;
}

/**
 * Return the players whose secrets have come by a link, the last one first, until the table has been seen with them.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 * @returns {string[]}
 */
export const readArrived = (storage, session) => readJson(storage, arrivedPlace(session), [], isTexts);

/**
 * Note that the table has been seen with the secret of a player.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {string} session
 * @param {string} player
 */
export function dropArrived(storage, session, player) {
  const others = readArrived(storage, session).filter((other) => other !== player);
  if (others.length) storage.setItem(arrivedPlace(session), JSON.stringify(others));
  else storage.removeItem(arrivedPlace(session));
}

/**
 * Return where the kit keeps the secret of a player.
 *
 * @param {string} session
 * @param {string} [player]
 */
export const tokenPlace = (session, player = "") => `croupier:${session}${player && `:${player}`}`;

/**
 * Return where the invitations to a table are kept by whoever has opened it.
 *
 * @param {string} session
 */
export const codesPlace = (session) => `croupier-page:codes:${session}`;

/**
 * Return where the seats are kept whose emotes are hidden at a table.
 *
 * @param {string} session
 */
export const mutedPlace = (session) => `croupier-page:muted:${session}`;

/**
 * Return where a browser's tab keeps the invitation that it has come with, until somebody sits.
 *
 * @param {string} session
 */
export const codePlace = (session) => `croupier-page:code:${session}`;

/** @param {string} session */
const arrivedPlace = (session) => `croupier-page:arrived:${session}`;

/** @param {unknown} value */
const isTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");

/** @param {Partial<MyTable> | null} value */
function isTable(value) {
  return typeof value?.session === "string" && typeof value.at === "number" && Array.isArray(value.seats);
}
