// What a bot would do, and what speaks for it.

import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/hint.js";

addPart(TEXTS);

/**
 * @typedef {import("../kit/contract.js").Suggestion} Suggestion
 * @typedef {import("../kit/contract.js").Preview} Preview
 * @typedef {Pick<import("../app/context.js").App, "t" | "preferences">} Speaking
 *
 * @typedef {object} HintData
 * @property {Suggestion} suggestion
 * @property {Preview | null} preview What its move certainly does.
 * @property {number} points The points of the seat before the move.
 * @property {number} choices How many moves the seat could choose from.
 */

// Bots try moves in random deals: a smaller difference in points says nothing to a person.
const LEAST_POINTS = 0.3;

/**
 * Ask for a hint.
 *
 * @param {import("../kit/index.js").Table} table
 * @returns {Promise<HintData>}
 */
export async function askForHint(table) {
  const { session, decision } = table.getSnapshot();
  const suggestion = await table.hint();
  const preview = suggestion.move && (await table.preview(suggestion.move));
  const points = session.view?.scores[suggestion.seat]?.points ?? 0;
  return { suggestion, preview, points, choices: decision?.moves.length ?? 0 };
}

/**
 * Say what speaks for a suggested move; "" if the bot has tried nothing else.
 *
 * @param {HintData} hint
 * @param {Speaking} speaking
 */
export function reasonFor({ suggestion, preview, points, choices }, { t, preferences }) {
  const { seat, waits, candidates } = suggestion;
  if (preview?.result?.winners.includes(seat)) return t("hintWins");
  const gained = (preview?.scores[seat]?.points ?? points) - points;
  if (gained > 0) return t("hintScores", { points: gained });
  if (choices === 1 && !waits) return t("hintOnly");
  const [best, next] = candidates;
  if (!best || !next) return "";
  const other = next.move ? t("hintMove", { move: next.move.label }) : t("hintWaiting");
  const ahead = best.margin - next.margin;
  const shown = new Intl.NumberFormat(preferences.language, { maximumFractionDigits: 1 });
  if (ahead >= LEAST_POINTS) return t("hintAhead", { ahead: shown.format(ahead), other });
  return t(best.low > next.high ? "hintBetter" : "hintEqual", { other });
}
