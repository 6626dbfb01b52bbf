// What somebody has played in this browser. It stays here: no account has it, and no request tells of it.

import { readJson } from "../app/storage.js";

/**
 * @typedef {object} Played A table that was played to its end.
 * @property {string} session
 * @property {string} game
 * @property {number} at When its end was first shown here, in milliseconds since 1970.
 * @property {boolean} won Alone, or shared with others.
 *
 * @typedef {{ millis: number, game: string, at: number }} Slam A move out of turn, and how long it took.
 * @typedef {{ format: typeof FORMAT, tables: Played[], slam: Slam | null }} Profile The tables in the order of `at`.
 *
 * @typedef {import("../app/storage.js").Kept} Kept
 */

export const PLACE = "croupier-page:profile";
const FORMAT = "croupier-profile-1";
// Some 200 kB, of the 5 MB that browsers keep for a site.
const MOST = 2000;
const SESSION = /^[\w-]{8,100}$/;
const GAME = /^\w{1,40}$/;

/** @type {Profile} */
const EMPTY = { format: FORMAT, tables: [], slam: null };

/**
 * Return the profile of this browser.
 *
 * @param {Kept} storage
 */
export const readProfile = (storage) => readJson(storage, PLACE, EMPTY, isProfile);

/**
 * Count a table, once.
 *
 * @param {Kept} storage
 * @param {Played} table
 */
export const countTable = (storage, table) => addToProfile(storage, { ...EMPTY, tables: [table] });

/**
 * Keep a move out of turn if it is the fastest one.
 *
 * @param {Kept} storage
 * @param {Slam} slam
 */
export const countSlam = (storage, slam) => addToProfile(storage, { ...EMPTY, slam });

/**
 * Add another profile to that of this browser, and return how many tables it did not have.
 *
 * @param {Kept} storage
 * @param {Profile} added
 */
export function addToProfile(storage, added) {
  const known = readProfile(storage);
  const merged = mergeProfiles(known, added);
  storage.setItem(PLACE, JSON.stringify(merged));
  return merged.tables.length - known.tables.length;
}

/**
 * Return what is in either of two profiles. A table that is in both counts once.
 *
 * @param {Profile} known
 * @param {Profile} added
 * @returns {Profile}
 */
export function mergeProfiles(known, added) {
  const tables = new Map([...added.tables, ...known.tables].map((table) => [table.session, table]));
  const inOrder = [...tables.values()].sort((one, other) => one.at - other.at);
  const slams = [known.slam, added.slam].filter((slam) => slam !== null);
  const [fastest = null] = slams.sort((one, other) => one.millis - other.millis);
  return { format: FORMAT, tables: inOrder.slice(-MOST), slam: fastest };
}

/**
 * Return the profile that a file has; null if it has none.
 *
 * @param {string} text
 * @returns {Profile | null}
 */
export function parseProfile(text) {
  try {
    const found = JSON.parse(text);
    return isProfile(found) ? mergeProfiles(EMPTY, found) : null;
  } catch {
    return null;
  }
}

/**
 * Return what a profile comes to.
 *
 * @param {Profile} profile
 */
export function sumUp({ tables, slam }) {
  const games = [...new Set(tables.map(({ game }) => game))].map((game) => {
    const own = tables.filter((table) => table.game === game);
    return { game, tables: own.length, wins: own.filter(({ won }) => won).length };
  });
  const streaks = [0];
  for (const { won } of tables) streaks.push(won ? streaks[streaks.length - 1] + 1 : 0);
  return {
    tables: tables.length,
    wins: tables.filter(({ won }) => won).length,
    streak: streaks[streaks.length - 1],
    bestStreak: Math.max(...streaks),
    games: games.sort((one, other) => other.tables - one.tables),
    slam,
  };
}

/**
 * @param {unknown} value
 * @returns {value is Profile}
 */
function isProfile(value) {
  if (!isObject(value) || value.format !== FORMAT) return false;
  const { tables, slam } = value;
  return Array.isArray(tables) && tables.every(isPlayed) && (slam === null || isSlam(slam));
}

/** @param {unknown} value */
const isPlayed = (value) =>
  isObject(value) && matches(SESSION, value.session) && isOfGame(value) && typeof value.won === "boolean";

/** @param {unknown} value */
const isSlam = (value) => isObject(value) && isOfGame(value) && Number.isFinite(value.millis);

/** @param {Record<string, unknown>} value */
const isOfGame = ({ game, at }) => matches(GAME, game) && Number.isFinite(at);

/** @param {RegExp} pattern @param {unknown} value */
const matches = (pattern, value) => typeof value === "string" && pattern.test(value);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isObject = (value) => typeof value === "object" && value !== null;
