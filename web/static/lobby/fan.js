// Some cards of a game on its felt: how it is known at a glance.

import { html, useMemo } from "../kit/board/preact.js";
import { CardFace } from "../kit/board/card.js";
import { feltOf } from "../app/introduction.js";
import { adoptStyle } from "../app/styles.js";
import style from "./fan.css";

adoptStyle(style);

const COUNT = 5;

/** @param {{ id: string, cards: readonly import("../kit/index.js").Card[] }} given */
export function Fan({ id, cards }) {
  const deck = useMemo(() => ({ cards }), [cards]);
  const chosen = useMemo(() => chooseCards(cards, COUNT, id.length), [cards, id]);
  return html`<div class="fan felt" aria-hidden="true" style=${feltOf(id)}>
    ${chosen.map((card, index) => {
      const turn = index - (chosen.length - 1) / 2;
      const style = { transform: `rotate(${turn * 11}deg) translateY(${Math.abs(turn) * 0.35}rem)` };
      return html`<div class="card" key=${card.code} style=${style}><${CardFace} card=${card} game=${deck} /></div>`;
    })}
  </div>`;
}

/**
 * Choose cards for a picture: spread over the deck, and as different as can be in suit and colour.
 *
 * @param {readonly import("../kit/index.js").Card[]} cards
 * @param {number} count
 * @param {number} start Games with the same deck show others of its cards.
 */
function chooseCards(cards, count, start) {
  const placeOf = (/** @type {number} */ index) => start * 11 + Math.floor((index * 7 * cards.length) / 11);
  const spread = cards.map((_, index) => cards[placeOf(index) % cards.length]);
  /** @type {import("../kit/index.js").Card[]} */
  const chosen = [];
  for (const least of [2, 1, 0]) {
    for (const card of [...spread, ...cards]) {
      if (chosen.length === count) return chosen;
      if (chosen.includes(card)) continue;
      if (chosen.every((other) => differences(card, other) >= least)) chosen.push(card);
    }
  }
  return chosen;
}

/**
 * @param {import("../kit/index.js").Card} one
 * @param {import("../kit/index.js").Card} other
 */
function differences(one, other) {
  return [one.suit !== other.suit, one.color !== other.color, one.value !== other.value].filter(Boolean).length;
}
