// Cards that fly from zone to zone, planned from events alone: cards that an event does not show fly face down. A deal
// is planned from the first view of a table, and a move out of turn shakes the table.

import { CardBack, CardFace } from "./card.js";
import { h, render } from "./preact.js";
import { isOutOfTurn } from "./turns.js";

/**
 * @typedef {import("../contract.js").Event} Event
 * @typedef {import("../contract.js").Card} Card
 * @typedef {import("../contract.js").SessionFrame} Frame
 * @typedef {import("../contract.js").View} View
 *
 * @typedef {object} Flight
 * @property {string} from
 * @property {string} to
 * @property {Card | null} card
 * @property {number} [index] Its final place in the zone, if it is dealt.
 *
 * @typedef {Map<string, DOMRect>} Places The former places of cards, by zone and code, and of zones, by key.
 */

const MILLIS = 260;
/** The time between two departures; the last card of a frame still lands in time. */
const APART = 40;
const MOST_OF_AN_EVENT = 4;
/** Viewers cannot follow more flights. */
const MOST = 12;
/** The number of cards of a deal that fly, and the time for all of them. */
const MOST_OF_A_DEAL = 32;
const DEAL_MILLIS = 600;
/** The steps by which a move out of turn shakes the table to either side. */
const SHAKE = [0, -9, 8, -6, 4, -2, 0];
/** Flights from and to places without a card use a card of this width. */
const CARD_WIDTH = 64;

/**
 * Return the flights of a version's events, in order: no more than viewers can follow.
 *
 * @param {readonly Pick<Event, "from" | "to" | "cards" | "count">[]} events
 * @returns {Flight[]}
 */
export function planFlights(events) {
  const plan = (/** @type {number} */ most) =>
    events.flatMap(({ from, to, cards, count }) => {
      if (from === null || to === null || from === to) return [];
      return Array.from({ length: Math.min(count, most) }, (_, place) => ({ from, to, card: cards[place] ?? null }));
    });
  let most = MOST_OF_AN_EVENT;
  while (most > 1 && plan(most).length > MOST) most--;
  return plan(most).slice(0, MOST);
}

/**
 * Return the flights of a deal: from the largest hidden pile to the seats' hands, one card each in turn, face down.
 *
 * @param {Pick<View, "zones">} view
 * @returns {Flight[]}
 */
export function planDeal({ zones }) {
  const piles = zones.filter(({ owner, count, cards }) => owner === null && count > 0 && cards.every((card) => !card));
  const [pile] = piles.sort((one, other) => other.count - one.count);
  const held = zones.filter(({ owner, count }) => owner !== null && count > 0);
  if (!pile || held.length === 0) return [];
  const rounds = Math.min(Math.max(...held.map(({ count }) => count)), Math.floor(MOST_OF_A_DEAL / held.length));
  return Array.from({ length: rounds }, (_, index) =>
    held
      .filter(({ count }) => index < count)
      .map(({ key }) => ({ from: pile.key, to: key, card: null, index })),
  ).flat();
}

/**
 * Return functions to call before a board is redrawn, with a frame whose events are to be shown, after the drawing, and
 * at the end.
 *
 * @param {HTMLElement} board
 * @param {() => readonly Card[]} cards The deck.
 */
export function makeFlights(board, cards) {
  /** @type {Places} */
  let before = new Map();
  /** @type {Flight[]} */
  let waiting = [];
  /** @type {(() => void)[]} */
  let landing = [];
  const end = () => landing.forEach((land) => land());
  return {
    measure() {
      if (canMove()) before = measure(board);
    },
    show(/** @type {Frame} */ frame, /** @type {Pick<Frame, "version" | "session">} */ last) {
      if (!canMove()) return;
      waiting = planFlights(frame.events);
      if (isOutOfTurn(frame, last)) shake(board);
    },
    start() {
      if (waiting.length === 0) return;
      end();
      landing = waiting.map((flight, place) => {
        return fly(board, before, flight, Math.min(place, 6) * APART, { cards: cards() });
      });
      waiting = [];
    },
    deal(/** @type {View} */ view) {
      if (!canMove()) return;
      const flights = planDeal(view);
      const apart = Math.min(APART, DEAL_MILLIS / flights.length);
      landing = flights.map((flight, place) => fly(board, new Map(), flight, place * apart, { cards: cards() }));
    },
    end,
  };
}

/** @param {HTMLElement} board */
function shake(board) {
  const frames = SHAKE.map((pixels) => ({ transform: `translateX(${pixels}px)` }));
  board.querySelector(".croupier-stage")?.animate(frames, { duration: 340, delay: MILLIS * 0.8 });
}

const canMove = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {HTMLElement} board
 * @returns {Places}
 */
function measure(board) {
  /** @type {Places} */
  const places = new Map();
  for (const zone of zonesIn(board)) {
    const key = zone.dataset.zone ?? "";
    const cards = cardsIn(zone);
    places.set(key, placeIn(zone));
    for (const card of cards)
      if (card.dataset.code) places.set(`${key} ${card.dataset.code}`, card.getBoundingClientRect());
  }
  return places;
}

/** @param {HTMLElement} board */
const zonesIn = (board) => /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-zone]"));

/** @param {HTMLElement} zone */
const cardsIn = (zone) =>
  /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-index]")]).filter((card) => card.checkVisibility());

/**
 * Return the place of the last card of a zone. Without cards, it is in the middle of the zone, or of its seat if the
 * zone itself is not shown.
 *
 * @param {HTMLElement} zone
 */
function placeIn(zone) {
  const last = cardsIn(zone).at(-1);
  if (last) return last.getBoundingClientRect();
  const shown = zone.checkVisibility() ? zone : (zone.closest("[data-seat]") ?? zone);
  const { left, top, width, height } = shown.getBoundingClientRect();
  const narrow = Math.min(width, CARD_WIDTH);
  return new DOMRect(left + (width - narrow) / 2, top + (height - narrow * 1.4) / 2, narrow, narrow * 1.4);
}

/**
 * Let one card fly, and return a function that lands it at once.
 *
 * @param {HTMLElement} board
 * @param {Places} before
 * @param {Flight} flight
 * @param {number} delay
 * @param {{ cards: readonly Card[] }} game
 */
function fly(board, before, { from, to, card, index }, delay, game) {
  const zones = [...zonesIn(board)];
  const target = zones.find((zone) => zone.dataset.zone === to);
  const source = zones.find((zone) => zone.dataset.zone === from);
  const start = (card && before.get(`${from} ${card.code}`)) ?? before.get(from) ?? (source && placeIn(source));
  if (!target || !start) return () => {};
  const isIt = (/** @type {HTMLElement} */ { dataset }) =>
    index === undefined ? !card || dataset.code === card.code : dataset.index === `${index}`;
  const landed = cardsIn(target).filter(isIt).at(-1);
  const end = landed?.getBoundingClientRect() ?? placeIn(target);
  const flying = makeFlying(board, end, card, game);
  const home = board.getBoundingClientRect();
  // Cards that wait to be dealt are still in the pile.
  const [waits, leaves] = index === undefined ? [{}, []] : [{ opacity: 0 }, [{ opacity: 1, offset: 0.1 }]];
  const first = { ...frameAt(start, home, end.width), ...waits };
  const animation = flying.animate([first, ...leaves, frameAt(end, home, end.width)], {
    duration: MILLIS,
    delay,
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    fill: "both",
  });
  // It can be touched while it flies.
  if (landed) landed.style.opacity = "0";
  const land = () => {
    animation.cancel();
    flying.remove();
    if (landed) landed.style.opacity = "";
  };
  animation.onfinish = land;
  return land;
}

/**
 * @param {DOMRect} rect
 * @param {DOMRect} home
 * @param {number} width
 */
function frameAt(rect, home, width) {
  const scale = Math.min(rect.width, width * 2) / width;
  return { transform: `translate(${rect.left - home.left}px, ${rect.top - home.top}px) scale(${scale})` };
}

/**
 * @param {HTMLElement} board
 * @param {DOMRect} end
 * @param {Card | null} card
 * @param {{ cards: readonly Card[] }} game
 */
function makeFlying(board, end, card, game) {
  const flying = document.createElement("div");
  flying.className = "croupier-flying";
  flying.setAttribute("aria-hidden", "true");
  flying.style.width = `${end.width}px`;
  render(card ? h(CardFace, { card, game }) : h(CardBack, null), flying);
  board.append(flying);
  return flying;
}
