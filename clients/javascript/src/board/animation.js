// Cards that fly from zone to zone, planned from events alone: what an event does not show flies face down.

import { CardBack, CardFace } from "./card.js";
import { h, render } from "./preact.js";

/**
 * @typedef {import("../contract.js").Event} Event
 * @typedef {import("../contract.js").Card} Card
 * @typedef {import("../contract.js").SessionFrame} Frame
 * @typedef {{ from: string, to: string, card: Card | null }} Flight
 * @typedef {Map<string, DOMRect>} Places Where cards lay, by zone and code, and zones by key.
 */

const MILLIS = 260;
/** Between two cards that leave one after the other; the last of a frame still lands in time. */
const APART = 40;
const MOST_OF_AN_EVENT = 4;
/** So many are a deal, which nobody can follow. */
const MOST = 12;

/**
 * Return the flights of a version's events, in order; none if there are too many to follow.
 *
 * @param {readonly Pick<Event, "from" | "to" | "cards" | "count">[]} events
 * @returns {Flight[]}
 */
export function planFlights(events) {
  const flights = events.flatMap(({ from, to, cards, count }) => {
    if (from === null || to === null || from === to) return [];
    const many = Math.min(count, MOST_OF_AN_EVENT);
    return Array.from({ length: many }, (_, place) => ({ from, to, card: cards[place] ?? null }));
  });
  return flights.length > MOST ? [] : flights;
}

/**
 * Return what to call before a board is drawn anew, with a frame whose events are to be seen, when it has been drawn,
 * and in the end.
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
    show(/** @type {Frame} */ frame) {
      if (canMove()) waiting = planFlights(frame.events);
    },
    start() {
      if (waiting.length === 0) return;
      end();
      landing = waiting.map((flight, place) => fly(board, before, flight, place, { cards: cards() }));
      waiting = [];
    },
    end,
  };
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
    places.set(key, (cards.at(-1) ?? zone).getBoundingClientRect());
    for (const card of cards)
      if (card.dataset.code) places.set(`${key} ${card.dataset.code}`, card.getBoundingClientRect());
  }
  return places;
}

/** @param {HTMLElement} board */
const zonesIn = (board) => /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-zone]"));

/** @param {HTMLElement} zone */
const cardsIn = (zone) => /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-index]")]);

/**
 * Let one card fly; return what lands it at once.
 *
 * @param {HTMLElement} board
 * @param {Places} before
 * @param {Flight} flight
 * @param {number} place
 * @param {{ cards: readonly Card[] }} game
 */
function fly(board, before, { from, to, card }, place, game) {
  const zones = zonesIn(board);
  const target = [...zones].find((zone) => zone.dataset.zone === to);
  const source = [...zones].find((zone) => zone.dataset.zone === from);
  const start = (card && before.get(`${from} ${card.code}`)) ?? before.get(from) ?? source?.getBoundingClientRect();
  if (!target || !start) return () => {};
  const cards = cardsIn(target);
  const landed = card ? cards.filter(({ dataset }) => dataset.code === card.code).at(-1) : cards.at(-1);
  const end = (landed ?? cards.at(-1) ?? target).getBoundingClientRect();
  const flying = makeFlying(board, end, card, game);
  const home = board.getBoundingClientRect();
  const animation = flying.animate([frameAt(start, home, end.width), frameAt(end, home, end.width)], {
    duration: MILLIS,
    delay: Math.min(place, 6) * APART,
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    fill: "both",
  });
  if (landed) landed.style.visibility = "hidden";
  const land = () => {
    animation.cancel();
    flying.remove();
    if (landed) landed.style.visibility = "";
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
