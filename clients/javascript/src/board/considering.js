// What a player considers: the place that is pointed at, the card that is reached by keyboard, and their moves.

import { pickedFrom } from "./pointing.js";
import { useEffect, useState } from "./preact.js";
import { isEmpty, movesFor, NOTHING } from "./selection.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("./choosing.js").Choosing} Choosing
 * @typedef {import("./selection.js").Picked} Picked
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Root
 *
 * @typedef {object} Place A zone, or a seat; both if the zone lies before the seat.
 * @property {string | null} zone
 * @property {number | null} seat
 */

/** @type {Place} */
const NOWHERE = { zone: null, seat: null };

/**
 * Return the place that a mouse points at, or that has the focus.
 *
 * @param {Root} root
 */
export function usePlace(root) {
  const [place, setPlace] = useState(NOWHERE);
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const ended = new AbortController();
    const point = (/** @type {Place} */ next) =>
      setPlace((last) => (last.zone === next.zone && last.seat === next.seat ? last : next));
    const on = (/** @type {string} */ name, /** @type {(event: Event) => void} */ hear) =>
      board.addEventListener(name, hear, { signal: ended.signal });
    const isByMouse = (/** @type {Event} */ event) => event instanceof PointerEvent && event.pointerType === "mouse";
    on("pointerover", (event) => isByMouse(event) && point(placeOf(event.composedPath()[0])));
    on("pointerleave", () => point(NOWHERE));
    on("focusin", (event) => point(placeOf(event.composedPath()[0])));
    on("focusout", () => point(NOWHERE));
    return () => ended.abort();
  }, []);
  return place;
}

/** @param {EventTarget} target */
function placeOf(target) {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return NOWHERE;
  const zone = /** @type {HTMLElement | null} */ (target.closest("[data-zone]"))?.dataset.zone ?? null;
  const seat = /** @type {HTMLElement | null} */ (target.closest("[data-seat]"))?.dataset.seat;
  return { zone, seat: seat === undefined ? null : Number(seat) };
}

/** The keys that lead from card to card. */
const LEADING = /^(Arrow|Home|End|[1-9])/;

/**
 * @param {Picked | null} one
 * @param {Picked | null} other
 */
const isSame = (one, other) => one?.zone === other?.zone && one?.index === other?.index && one?.code === other?.code;

/**
 * Return the card of the hand that is reached by keyboard.
 *
 * @param {Root} root
 */
export function useReachedCard(root) {
  const [reached, reach] = useState(/** @type {Picked | null} */ (null));
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const ended = new AbortController();
    const follow = (/** @type {string} */ focused) => {
      const card = /** @type {HTMLElement | null} */ (
        board.querySelector(`[role=listbox]${focused} .croupier-active`)
      );
      const next = (card && pickedFrom(card)?.picked) ?? null;
      reach((last) => (isSame(last, next) ? last : next));
    };
    // The hand draws the card that a key leads to after the key.
    const wait = (/** @type {string} */ focused) => requestAnimationFrame(() => follow(focused));
    const on = (/** @type {string} */ name, /** @type {(event: Event) => void} */ hear) =>
      board.addEventListener(name, hear, { signal: ended.signal });
    on("keyup", (event) => showFocus(board, event) && wait(":focus"));
    for (const name of ["focusin", "focusout"]) on(name, () => wait(":focus-visible"));
    on("pointerdown", () => reach(null));
    wait(":focus-visible");
    return () => ended.abort();
  }, []);
  return reached;
}

/**
 * Tell whether a key leads from card to card, and show the focus of the hand to those who have come by mouse and go on
 * by that key: a browser shows only a focus that comes by keyboard.
 *
 * @param {HTMLElement | null} board
 * @param {Event} event
 */
export function showFocus(board, event) {
  if (!(event instanceof KeyboardEvent) || !LEADING.test(event.key)) return false;
  const hand = /** @type {HTMLElement | null} */ (board?.querySelector("[role=listbox]:focus:not(:focus-visible)"));
  hand?.blur();
  hand?.focus({ preventScroll: true });
  return true;
}

/**
 * Return the place where a move goes, so that its effect is told there: its seat or its zone; or the zone that it takes
 * from, if it goes into the hand.
 *
 * @param {Move} move
 * @param {string | null} hand
 * @returns {Place}
 */
export function goalOf({ from, to, seat }, hand) {
  if (seat !== null) return { zone: null, seat };
  return { zone: [to, from].find((zone) => zone !== null && zone !== hand) ?? null, seat: null };
}

/**
 * Return the moves that are left for what is chosen: those of the selection, or else of the card that is reached by
 * keyboard, or else, if no move names a card, those that go to a zone. Moves to seats are many, and left out; so are
 * moves with more cards than are chosen, if there are others.
 *
 * @param {Choosing} choosing
 * @param {Picked | null} reached
 */
export function movesLeft({ moves, hand, selection }, reached) {
  const cards = reached ? [reached] : [];
  const chosen = isEmpty(selection) ? { ...NOTHING, cards } : selection;
  const areWithoutCards = moves.every((move) => move.cards.length === 0);
  const left = isEmpty(chosen) && areWithoutCards ? moves : movesFor(moves, chosen);
  const placed = left.filter((move) => goalOf(move, hand).zone !== null);
  const exact = placed.filter((move) => move.cards.length <= chosen.cards.length);
  return exact.length > 0 ? exact : placed;
}

/**
 * Return the moves that go to a place, or take from it, among those that the selection leaves.
 *
 * @param {Choosing} choosing
 * @param {Place} place
 */
export function movesAt({ moves, hand, selection }, { zone, seat }) {
  const left = isEmpty(selection) ? moves.filter(({ cards }) => cards.length === 0) : movesFor(moves, selection);
  return left.filter((move) => {
    const goal = goalOf(move, hand);
    return goal.seat === null ? goal.zone !== null && goal.zone === zone : goal.seat === seat;
  });
}
