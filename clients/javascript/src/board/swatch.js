// A picture of a choice: the colour or the suit that it names.

import { lookOf } from "./card.js";

/**
 * @typedef {import("../contract.js").Card} Card
 * @typedef {import("./card.js").Deck} Deck
 *
 * @typedef {object} Swatch
 * @property {string} color
 * @property {string} ink
 * @property {string | null} emblem A path in a box of 48 by 48.
 */

/**
 * Return the look of a colour or a suit, given by its name or by the prefix of its cards' codes; null for others.
 *
 * @param {string | null} name
 * @param {Deck} deck
 * @returns {Swatch | null}
 */
export function swatchOf(name, deck) {
  if (!name) return null;
  const colored = deck.cards.find(({ color }) => color !== null && (color === name || prefixOf(color, deck) === name));
  const card = colored ?? deck.cards.find(({ suit }) => suit?.toLowerCase().split(" ").includes(name));
  if (!card) return null;
  const { hue, mark, emblem } = lookOf(card, deck);
  return colored ? { color: hue.body, ink: hue.ink, emblem: mark } : { color: "#fff", ink: "#17202a", emblem };
}

/**
 * Return the common prefix of the codes of a colour's cards.
 *
 * @param {string} color
 * @param {Deck} deck
 */
function prefixOf(color, { cards }) {
  const codes = cards.filter((card) => card.color === color).map(({ code }) => code);
  const [first] = codes;
  const length = [...first].findIndex((letter, place) => codes.some((code) => code[place] !== letter));
  return length < 0 ? first : first.slice(0, length);
}
