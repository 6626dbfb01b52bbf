// A game as a tile: a fan of its cards, one sentence, and the way to a table.

import { html, useMemo } from "../kit/board/preact.js";
import { CardFace } from "../kit/board/card.js";
import { useApp, useLoaded } from "../app/context.js";

/** @typedef {import("../kit/index.js").Game} Game */

const FAN = 5;

/**
 * @param {object} given
 * @param {Game} given.game
 * @param {boolean} given.isBusy
 * @param {() => void} given.onPlay
 * @param {() => void} given.onSetUp
 */
export function GameTile({ game, isBusy, onPlay, onSetUp }) {
  const { t, preferences } = useApp();
  const { id, title, summary, minSeats, maxSeats } = game;
  return html`<li class="game" data-game=${id}>
    <${Fan} game=${game} />
    <div class="told">
      <h2>${title}</h2>
      <p class="count">${t("seatsRange", { least: minSeats, most: maxSeats })}</p>
      <p class="summary">${summary}</p>
      <div class="ways">
        <button
          class="button strong"
          aria-label=${t("playNowOf", { game: title })}
          disabled=${isBusy}
          onClick=${onPlay}
        >
          ${t("playNow")}
        </button>
        <button class="button" aria-label=${t("setUpOf", { game: title })} onClick=${onSetUp}>${t("setUp")}</button>
        <a
          class="quiet"
          href=${`/play/rules/${id}?lang=${preferences.language}`}
          aria-label=${t("rulesOf", { game: title })}
        >
          ${t("rules")}
        </a>
      </div>
    </div>
  </li>`;
}

/** The place of a tile whose game has not come yet: of the same size, so that nothing moves. */
export function PlaceOfTile() {
  return html`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`;
}

/** @param {{ game: Game }} given */
function Fan({ game }) {
  const { croupier } = useApp();
  const { data } = useLoaded(() => croupier.cards(game.id), [croupier, game.id]);
  const deck = useMemo(() => ({ cards: data ?? [] }), [data]);
  const cards = chooseCards(deck.cards, FAN, game.id.length);
  return html`<div class="fan" aria-hidden="true">
    ${cards.map((card, index) => {
      const turn = index - (cards.length - 1) / 2;
      const style = { transform: `rotate(${turn * 11}deg) translateY(${Math.abs(turn) * 0.35}rem)` };
      return html`<div class="card" key=${card.code} style=${style}><${CardFace} card=${card} game=${deck} /></div>`;
    })}
  </div>`;
}

/**
 * Choose cards for a picture: spread over the deck, and as different as can be in suit and colour.
 *
 * @param {import("../kit/index.js").Card[]} cards
 * @param {number} count
 * @param {number} start Games with the same deck show others of its cards.
 */
export function chooseCards(cards, count, start) {
  const placeOf = (/** @type {number} */ index) => start * 11 + Math.floor((index * 7 * cards.length) / 11);
  const spread = cards.map((_, index) => cards[placeOf(index) % cards.length]);
  /** @type {typeof cards} */
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
