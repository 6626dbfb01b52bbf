// A record that somebody gives: read with suspicion, and told what is wrong with it.

/**
 * @typedef {object} TableRecord A finished table, as the engine writes it; what else it holds is for the verifier.
 * @property {number} format
 * @property {string} game
 * @property {number} rules
 * @property {number} seats
 * @property {string} seed
 * @property {string[]} moves `seat move`, in order.
 * @property {Record<string, unknown>} [options] Those that differ from the defaults.
 * @property {string[] | null} [deck] The stacked deck, the top card first.
 * @property {import("../../kit/index.js").Result | null} [result]
 * @property {Fairness | null} [fairness]
 * @property {Decided[]} [decisions] What the moves of bots were chosen with.
 *
 * @typedef {{ table: string, commitment: string, serverSeed?: string, entropy?: string[] }} Fairness
 * @typedef {{ ply: number, level: number, version: number, effort: number, seed: string }} Decided
 *
 * @typedef {{ seat: number, notation: string }} RecordedMove
 * @typedef {{ problem: import("../texts.js").Key, blanks?: Record<string, string | number> }} Unreadable
 */

/** The largest record of a table of 30 seats with all its shuffles is a tenth of that. */
export const MOST_BYTES = 4_000_000;
const FORMAT = 1;
const MOST_SEATS = 100;
const MOST_MOVES = 10_000;
const LINE = /^(\d{1,3}) (\S.*)$/;
const KEY = /^[0-9a-f]{64}$/;

/**
 * Read a record from text. What it says of the game is judged by the service, when it is dealt again.
 *
 * @param {string} text
 * @returns {{ record: TableRecord } | Unreadable}
 */
export function readRecord(text) {
  if (text.length > MOST_BYTES) return { problem: "tooLarge", blanks: { megabytes: MOST_BYTES / 1_000_000 } };
  let record = parse(text);
  // GraphQL answers with the record as a text.
  if (typeof record === "string") record = parse(record);
  return record === undefined ? { problem: "notJson" } : checkRecord(record);
}

/**
 * Read a record from the value of its JSON.
 *
 * @param {unknown} record
 * @returns {{ record: TableRecord } | Unreadable}
 */
export function checkRecord(record) {
  if (!isObject(record)) return { problem: "notRecord" };
  if (typeof record.game !== "string" || !Array.isArray(record.moves)) return { problem: "notRecord" };
  if (record.format !== FORMAT) return { problem: "otherFormat", blanks: { format: shorten(record.format) } };
  return checkParts(record);
}

/**
 * @param {Record<string, any>} record
 * @returns {{ record: TableRecord } | Unreadable}
 */
function checkParts(record) {
  const { seats, moves, seed, options, deck, decisions } = record;
  if (!Number.isInteger(seats) || seats < 1 || seats > MOST_SEATS) return { problem: "notRecord" };
  if (moves.length > MOST_MOVES) return { problem: "notRecord" };
  const wrong = moves.findIndex((/** @type {unknown} */ line) => typeof line !== "string" || !LINE.test(line));
  if (wrong >= 0) return { problem: "notMove", blanks: { ply: wrong + 1, line: shorten(moves[wrong]) } };
  const isCut = !seed || moves.some((/** @type {string} */ line) => line.includes("??"));
  if (isCut) return { problem: "isCut" };
  if (typeof seed !== "string" || !KEY.test(seed)) return { problem: "notKey" };
  if (isGiven(options) && !isObject(options)) return { problem: "notRecord" };
  if (isGiven(deck) && !isTexts(deck)) return { problem: "notRecord" };
  const decided = Array.isArray(decisions) ? decisions.filter(isDecided) : [];
  return { record: /** @type {TableRecord} */ ({ ...record, decisions: decided }) };
}

/**
 * Return the moves of a record.
 *
 * @param {TableRecord} record
 * @returns {RecordedMove[]}
 */
export function movesOf(record) {
  return record.moves.map((line) => {
    const [, seat, notation] = /** @type {RegExpExecArray} */ (LINE.exec(line));
    return { seat: Number(seat), notation };
  });
}

/**
 * Return what deals the table of a record again.
 *
 * @param {TableRecord} record
 * @returns {import("../../kit/contract.js").TableSetup}
 */
export function setupOf({ game, seats, seed, options, deck }) {
  const chosen = Object.entries(options ?? {}).map(([name, value]) => ({ name, value: formatOption(value) }));
  return { game, seats, seed, ...(chosen.length && { options: chosen }), ...(deck && { deck }) };
}

/** @param {unknown} value */
const formatOption = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Return what a record says as a text that can be shown.
 *
 * @param {unknown} value
 */
export function shorten(value) {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isGiven = (value) => value !== undefined && value !== null;

/** @param {unknown} value */
const isTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");

/** @param {unknown} value */
const isDecided = (value) =>
  isObject(value) &&
  [value.ply, value.level, value.version, value.effort].every(Number.isInteger) &&
  typeof value.seed === "string";
