// A table that is being set up: who sits where, and what differs from the usual.

import { PACES } from "../app/preferences.js";
import { withoutLostSeats } from "./options.js";

/**
 * @typedef {{ kind: "me" | "here", name: string } | { kind: "bot", level: number } | { kind: "open" }} Place
 *
 * @typedef {object} Setup
 * @property {import("../kit/index.js").Game} game
 * @property {Place[]} places By seat.
 * @property {import("./options.js").Values} options
 * @property {TableSettings} settings
 *
 * @typedef {object} TableSettings
 * @property {boolean} public
 * @property {boolean} startByHost
 * @property {boolean} takeBacks
 * @property {boolean} hints
 * @property {number | null} moveSeconds
 * @property {number | null} reactionMillis
 * @property {number | null} botMillis
 * @property {number | null} leftSeatLevel
 */

export const LEVELS = [1, 2, 3, 4];
export const USUAL_LEVEL = 2;
const BOTS = 2;

/** @type {TableSettings} */
const USUAL_SETTINGS = {
  public: false,
  startByHost: false,
  takeBacks: true,
  hints: true,
  moveSeconds: null,
  reactionMillis: null,
  botMillis: PACES.normal,
  leftSeatLevel: null,
};

/**
 * Return what one click on a game opens: oneself against two bots, or as many as the game allows.
 *
 * @param {import("../kit/index.js").Game} game
 * @param {{ name: string, level?: number, pace?: import("../app/preferences.js").Pace }} who
 * @returns {Setup}
 */
export function firstSetup(game, { name, level = USUAL_LEVEL, pace = "normal" }) {
  const count = Math.min(game.maxSeats, Math.max(game.minSeats, 1 + BOTS));
  const bots = Array.from({ length: count - 1 }, () => /** @type {Place} */ ({ kind: "bot", level }));
  const settings = { ...USUAL_SETTINGS, botMillis: PACES[pace] };
  return { game, places: [{ kind: "me", name }, ...bots], options: {}, settings };
}

/**
 * Let the same kind of player sit at every place but one's own.
 *
 * @param {Setup} setup
 * @param {(seat: number) => Place} place
 * @returns {Setup}
 */
export function fillPlaces(setup, place) {
  return { ...setup, places: setup.places.map((old, seat) => (old.kind === "me" ? old : place(seat))) };
}

/**
 * Name everybody whose name was left empty.
 *
 * @param {Setup} setup
 * @param {(taken: string[]) => string} suggest Returns a name other than those that are taken.
 * @returns {Setup}
 */
export function namePlaces(setup, suggest) {
  const taken = namesOf(setup);
  const places = setup.places.map((place) => {
    if (!("name" in place) || place.name.trim()) return place;
    const name = suggest(taken);
    taken.push(name);
    return { ...place, name };
  });
  return { ...setup, places };
}

/** Return the names at a table. @param {Setup} setup */
export const namesOf = ({ places }) => places.flatMap((place) => ("name" in place ? [place.name] : []));

/**
 * Add or remove places at the end, as far as the game allows.
 *
 * @param {Setup} setup
 * @param {number} count
 * @returns {Setup}
 */
export function resizeTable(setup, count) {
  const { game, places, options } = setup;
  if (count < game.minSeats || count > game.maxSeats) return setup;
  const last = places.findLast(({ kind }) => kind === "bot" || kind === "open");
  const added = last ?? /** @type {Place} */ ({ kind: "open" });
  const resized = Array.from({ length: count }, (_, seat) => places[seat] ?? added);
  return { ...setup, places: resized, options: withoutLostSeats(game.options, options, count) };
}
