// Marks on a board at what has happened: outlines in the colour of the seat that acted, and the numbers of the steps.

import { placesOf } from "./steps.js";
import { STYLE } from "./style.js";

/**
 * @typedef {import("./steps.js").Step} Step
 *
 * @typedef {object} Mark
 * @property {number[]} numbers None at a card: its zone has them.
 * @property {string} hue That of the seat that acted last there.
 */

/** More numbers than this at one place are shown as the first and the last one. */
const MOST_NUMBERS = 3;

/** The hue of what no seat did: gold. */
const NOBODY = "85";

/** @type {WeakSet<Node>} The documents and shadow roots that have the style of marks. */
const styled = new WeakSet();
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

/** Give the style of marks to the document or the shadow root of a board. @param {HTMLElement} board */
export function adoptMarks(board) {
  const root = board.getRootNode();
  if (styled.has(root) || !(root instanceof Document || root instanceof ShadowRoot)) return;
  styled.add(root);
  root.adoptedStyleSheets.push(sheet);
}

/**
 * Mark steps on a board, and nothing else. The marks are attributes of elements that the board draws, so that any
 * layout of zones and seats shows them.
 *
 * @param {HTMLElement} board
 * @param {readonly { step: Step, number: number }[]} steps
 * @param {Pick<import("../../contract.js").View, "zones" | "viewer">} view
 */
export function mark(board, steps, { zones, viewer }) {
  const marks = marksOf(board, steps, zones, viewer);
  for (const element of elementsIn(board, "[data-happened]")) if (!marks.has(element)) unmark(element);
  for (const [element, { numbers, hue }] of marks) {
    element.dataset.happened = formatNumbers(numbers);
    element.style.setProperty("--by", hue);
  }
}

/** @param {HTMLElement} element */
function unmark(element) {
  delete element.dataset.happened;
  element.style.removeProperty("--by");
}

/**
 * @param {HTMLElement} board
 * @param {readonly { step: Step, number: number }[]} steps
 * @param {readonly import("./steps.js").Zone[]} zones
 * @param {number | null} viewer
 */
function marksOf(board, steps, zones, viewer) {
  /** @type {Map<HTMLElement, Mark>} */
  const marks = new Map();
  const add = (/** @type {HTMLElement} */ element, /** @type {Mark} */ { numbers, hue }) => {
    const known = marks.get(element)?.numbers ?? [];
    marks.set(element, { numbers: [...known, ...numbers], hue });
  };
  for (const { step, number } of steps) {
    const places = placesOf(step, zones, viewer);
    const hue = hueOf(board, step.seat);
    const seats = places.seats.flatMap((seat) => findSeat(board, seat) ?? []);
    const piles = elementsIn(board, "[data-zone]").filter((one) => places.zones.some(({ key }) => isZone(one, key)));
    for (const element of [...seats, ...piles]) add(element, { numbers: [number], hue });
    for (const card of piles.flatMap((pile) => cardsIn(pile, places.zones))) add(card, { numbers: [], hue });
  }
  return marks;
}

/**
 * @param {HTMLElement} element
 * @param {string} key
 */
const isZone = ({ dataset }, key) => dataset.zone === key;

/**
 * Return the cards of a pile that a step names.
 *
 * @param {HTMLElement} pile
 * @param {import("./steps.js").Places["zones"]} named
 */
function cardsIn(pile, named) {
  const codes = named.filter(({ key }) => isZone(pile, key)).flatMap((zone) => zone.codes);
  return elementsIn(pile, "[data-code]").filter(({ dataset }) => codes.includes(dataset.code ?? ""));
}

/**
 * @param {HTMLElement} within
 * @param {string} selector
 */
const elementsIn = (within, selector) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/**
 * @param {HTMLElement} board
 * @param {number} seat
 */
const findSeat = (board, seat) => elementsIn(board, "[data-seat]").find(({ dataset }) => dataset.seat === `${seat}`);

/**
 * Return the hue of a seat: that of its picture.
 *
 * @param {HTMLElement} board
 * @param {number | null} seat
 */
function hueOf(board, seat) {
  const picture = seat === null ? null : findSeat(board, seat)?.querySelector(".croupier-avatar");
  return (picture && getComputedStyle(picture).getPropertyValue("--hue")) || NOBODY;
}

/** @param {readonly number[]} numbers In order. */
function formatNumbers(numbers) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > MOST_NUMBERS ? `${first}–${last}` : [...new Set(numbers)].join(" ");
}
