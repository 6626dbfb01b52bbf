// A tournament that is being set up, and from there to one that others can enter.

import { hashOfTournament } from "../app/address.js";
import { noteTournament } from "../app/my_tournaments.js";
import { PACES } from "../app/preferences.js";
import { lent } from "./lent.js";

/**
 * @typedef {object} Setup
 * @property {string} title
 * @property {typeof FORMATS[number]} format
 * @property {number} seatsPerTable
 * @property {number | null} rounds Null: as many as the format needs.
 * @property {number} boards
 * @property {boolean} sameDeals
 * @property {"LINEAR" | "WINNER"} points
 * @property {"WIN" | "DRAW" | "ZERO"} byes
 * @property {number} lastEntryRound
 * @property {boolean} byHost
 * @property {boolean} public
 * @property {boolean} withEntryCode
 * @property {boolean} takeBacks
 * @property {boolean} hints
 * @property {number | null} moveSeconds
 * @property {number | null} leftSeatLevel
 * @property {number} bots How many bots play along.
 * @property {number} botLevel
 * @property {import("../lobby/options.js").Values} options
 */

export const FORMATS = /** @type {const} */ ([
  "SWISS",
  "ROUND_ROBIN",
  "SINGLE_ELIMINATION",
  "DOUBLE_ELIMINATION",
  "ONE_TABLE",
]);

/** @type {Setup} */
export const USUAL = {
  title: "",
  format: "SWISS",
  seatsPerTable: 2,
  rounds: 3,
  boards: 1,
  sameDeals: false,
  points: "LINEAR",
  byes: "WIN",
  lastEntryRound: 1,
  byHost: false,
  public: false,
  withEntryCode: false,
  takeBacks: false,
  hints: false,
  moveSeconds: 60,
  leftSeatLevel: 2,
  bots: 0,
  botLevel: 2,
  options: {},
};

/** Tell whether one may enter late. @param {Setup} setup */
export const takesLateEntries = ({ format }) => format === "SWISS" || format === "ONE_TABLE";

/** Tell whether moves may be taken back: with the same deals one could try each decision again. @param {Setup} setup */
export const allowsTakeBacks = ({ sameDeals }) => !sameDeals;

/**
 * Create a tournament and return where it is.
 *
 * @param {import("../app/context.js").App} app
 * @param {import("../kit/tournaments.js").Tournaments} kit
 * @param {import("../kit/index.js").Game} game
 * @param {Setup} setup
 */
export async function createTournament({ storage, preferences }, kit, game, setup) {
  const { sameDeals, takeBacks, bots, botLevel, options, title, rounds, lastEntryRound, ...same } = setup;
  const made = await kit.create({
    ...same,
    title: title.trim(),
    game: game.id,
    options: lent.chosenOptions(lent.optionsAt(game, setup.seatsPerTable), options),
    rounds: rounds ?? 0,
    deals: sameDeals ? "SAME" : "FRESH",
    takeBacks: takeBacks && allowsTakeBacks(setup),
    lastEntryRound: takesLateEntries(setup) ? lastEntryRound : 1,
    open: true,
    botMillis: PACES[preferences.pace],
    entrants: Array.from({ length: bots }, (_, index) => ({ name: `Bot ${index + 1}`, botLevel })),
  });
  noteTournament(storage, made.tournament, { isHost: true, code: made.entryCode });
  return hashOfTournament(made.tournament.id);
}
