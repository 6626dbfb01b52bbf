// The ranks of a French deck, and what the codes of cards share.

import { NAMED_SUITS } from "./emblems.js";

/** @typedef {import("../contract.js").Card} Card */

/** Tell whether a card is of a French deck. @param {Card} card */
export const isOfDeck = ({ suit }) => suit !== null && suit.toLowerCase() in NAMED_SUITS;

/**
 * Return the rank of a card of a French deck: its code without the suit's letter. Its value may be points instead.
 *
 * @param {Card} card
 * @param {readonly Card[]} deck
 */
export function rankOf({ code, suit }, deck) {
  const codes = deck.filter((other) => other.suit === suit).map((other) => other.code);
  const rank = code.slice(commonLength(codes)) || code;
  return rank === "T" ? "10" : rank;
}

/** @param {string[]} codes */
export function commonLength(codes) {
  const [first, ...others] = codes;
  let length = 0;
  while (length < first.length && others.every((code) => code[length] === first[length])) length++;
  return others.length ? length : 0;
}
