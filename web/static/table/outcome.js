// How a table has ended, in words: for the page, and for a picture of it.

import { nameOf } from "./names.js";

/**
 * @typedef {import("../kit/index.js").Session} Session
 * @typedef {import("../kit/index.js").Outcome} Outcome
 * @typedef {Pick<import("../app/context.js").App, "t" | "preferences">} Speaking
 *
 * @typedef {object} Place
 * @property {number} seat
 * @property {number} rank
 * @property {string} name
 * @property {number | null} points Null at a table that ended before they counted.
 * @property {boolean} isMine
 */

/**
 * Return the seats with their ranks, the best first.
 *
 * @param {Session} session
 * @param {Outcome} outcome
 * @param {Speaking["t"]} t
 * @returns {Place[]}
 */
export function placesOf(session, { ranking }, t) {
  const scores = session.view?.result?.scores;
  const places = ranking.map((rank, seat) => {
    const points = scores?.[seat] ?? null;
    return { seat, rank, name: nameOf(session, seat, t), points, isMine: seat === session.viewerSeat };
  });
  return places.sort((one, other) => one.rank - other.rank);
}

/**
 * Tell how a table ended in one sentence: to a player its own place, to others who has won.
 *
 * @param {readonly Place[]} places
 * @param {Outcome} outcome
 * @param {Speaking} speaking
 */
export const tellOutcome = (places, outcome, speaking) =>
  outcome.by === "RESIGNATION" ? tellResignation(places, outcome, speaking) : tellResult(places, speaking);

/**
 * @param {readonly Place[]} places
 * @param {Outcome} outcome
 * @param {Speaking} speaking
 */
function tellResignation(places, { resigned }, { t, preferences }) {
  const [winner] = places;
  const gone = resigned.map((seat) => places.find((place) => place.seat === seat)?.name ?? "");
  const names = new Intl.ListFormat(preferences.language).format(gone);
  const told = { names, count: resigned.length, winner: winner.name };
  if (winner.isMine) return t("youWinByResignation", told);
  return t(places.some(({ isMine }) => isMine) ? "youResigned" : "winsByResignation", told);
}

/**
 * @param {readonly Place[]} places
 * @param {Speaking} speaking
 */
function tellResult(places, { t, preferences }) {
  const own = places.find(({ isMine }) => isMine);
  const rank = own?.rank ?? 1;
  const points = (own ?? places[0]).points ?? 0;
  const equal = places.filter((place) => place.rank === rank);
  const isShared = equal.length > 1;
  if (own && rank === 1) return t(isShared ? "youShareWin" : "youWin", { points });
  if (own) return t(isShared ? "youShare" : "youCame", { place: ordinal(rank, t), points });
  const names = new Intl.ListFormat(preferences.language).format(equal.map(({ name }) => name));
  return t(isShared ? "winnersAre" : "winnerIs", { names, points });
}

/**
 * @param {number} rank
 * @param {Speaking["t"]} t
 */
const ordinal = (rank, t) => t("ordinals").split(" ")[rank - 1] ?? t("ordinal", { rank });
