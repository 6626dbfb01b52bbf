// How a table has ended, in words: for the page, and for a picture of it.

import { addTexts } from "../app/texts.js";
import { texts as de } from "../languages/de/end.js";
import { texts as en } from "../languages/en/end.js";
import { nameOf } from "./names.js";

addTexts("en", en);
addTexts("de", de);

/**
 * @typedef {import("../kit/index.js").Session} Session
 * @typedef {import("../kit/index.js").Result} Result
 * @typedef {Pick<import("../app/context.js").App, "t" | "preferences">} Speaking
 * @typedef {{ seat: number, rank: number, name: string, points: number, isMine: boolean }} Place
 */

/**
 * Return the seats with their ranks, the best first.
 *
 * @param {Session} session
 * @param {Result} result
 * @param {Speaking["t"]} t
 * @returns {Place[]}
 */
export function placesOf(session, { ranking, scores }, t) {
  const places = ranking.map((rank, seat) => {
    return { seat, rank, name: nameOf(session, seat, t), points: scores[seat], isMine: seat === session.viewerSeat };
  });
  return places.sort((one, other) => one.rank - other.rank);
}

/**
 * Tell the result in one sentence: to a player its own, to others who has won.
 *
 * @param {readonly Place[]} places
 * @param {Speaking} speaking
 */
export function tellOutcome(places, { t, preferences }) {
  const { rank, points } = places.find(({ isMine }) => isMine) ?? { rank: 0, points: places[0].points };
  const equal = places.filter((place) => place.rank === (rank || 1));
  const isShared = equal.length > 1;
  if (rank === 1) return t(isShared ? "youShareWin" : "youWin", { points });
  if (rank > 1) return t(isShared ? "youShare" : "youCame", { place: ordinal(rank, t), points });
  const names = new Intl.ListFormat(preferences.language).format(equal.map(({ name }) => name));
  return t(isShared ? "winnersAre" : "winnerIs", { names, points });
}

/**
 * @param {number} rank
 * @param {Speaking["t"]} t
 */
const ordinal = (rank, t) => t("ordinals").split(" ")[rank - 1] ?? t("ordinal", { rank });
