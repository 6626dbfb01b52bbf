// Where the points of a table came from: below each seat that is open the items of its points, built up by cards.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { lookOf } from "../kit/board/card.js";
import { adoptStyle } from "../app/styles.js";
import style from "./points.css";

adoptStyle(style);

/**
 * @typedef {import("./places.js").Breakdown} Breakdown
 * @typedef {import("./places.js").Place} Place
 * @typedef {Breakdown["seats"][number]["items"][number]} Item
 * @typedef {import("../kit/index.js").GameData} GameData
 */

/** More cards than these overlap. */
const MOST_APART = 6;
/** So long a card comes after the one before, and all of them. */
const STEP_MILLIS = 90;
const BUILD_MILLIS = 3000;

/**
 * Show the places, and below those that are open their items. Where they are new, the points of the seats that are open
 * at first build up card by card, the winner's first, until somebody presses a key or the screen.
 *
 * @typedef {object} OfTable
 * @property {Place[]} places
 * @property {Breakdown} breakdown
 * @property {GameData} game
 * @property {boolean} isNew
 * @property {typeof import("./places.js").PlaceTable} table What draws the places.
 *
 * @param {OfTable & import("./places.js").Opening} given
 */
export function Points({ places, breakdown, game, isNew, table, opened, toggle }) {
  /** @param {Place} place */
  const itemsOf = ({ seat }) => breakdown.seats[seat].items;
  const [first] = useState(() => places.filter(({ seat }) => opened.includes(seat)));
  const shown = useBuildUp(stepsOf(first.flatMap(itemsOf)), isNew);
  /** @param {Place} place */
  const given = (place) => {
    const at = first.findIndex(({ seat }) => seat === place.seat);
    const steps = at < 0 ? Infinity : shown - stepsOf(first.slice(0, at).flatMap(itemsOf));
    return { place, items: itemsOf(place), steps, game };
  };
  /** @param {Place} place */
  const totalOf = (place) => html`<${Total} ...${given(place)} />`;
  /** @param {Place} place */
  const below = (place) => html`<${Items} ...${given(place)} />`;
  return html`<${table} ...${{ places, opened, toggle, totalOf, below }} hasItems=${true} />`;
}

/**
 * Count the steps of a build-up one after the other; all are made at once where there is none, or less motion is
 * wanted.
 *
 * @param {number} steps
 * @param {boolean} isNew
 */
function useBuildUp(steps, isNew) {
  const [shown, show] = useState(isNew && !matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : steps);
  const isBuilding = shown < steps;
  useEffect(() => {
    if (!isBuilding) return undefined;
    const timer = setTimeout(() => show(shown + 1), Math.min(STEP_MILLIS, BUILD_MILLIS / steps));
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => {
    if (!isBuilding) return undefined;
    const finish = () => show(steps);
    document.addEventListener("pointerdown", finish);
    document.addEventListener("keydown", finish);
    return () => {
      document.removeEventListener("pointerdown", finish);
      document.removeEventListener("keydown", finish);
    };
  }, [isBuilding]);
  return shown;
}

/** @param {readonly Item[]} items */
const stepsOf = (items) => items.reduce((sum, item) => sum + stepsOfItem(item), 0);

/** An item without cards comes in one step. @param {Item} item */
const stepsOfItem = ({ cards }) => cards.length || 1;

/**
 * @typedef {object} OfSeat
 * @property {Place} place
 * @property {Item[]} items
 * @property {number} steps How many cards are shown.
 * @property {GameData} game
 */

/** @param {OfSeat} given */
function Total({ place, items, steps }) {
  const points = place.points ?? 0;
  if (steps >= stepsOf(items)) return html`${points}`;
  return html`<span aria-hidden="true">${padded(sumOf(items, steps), points)}</span>
    <span class="unseen">${points}</span>`;
}

/** @param {OfSeat} given */
function Items({ place, items, game, steps }) {
  /** @param {number} index */
  const stepsAt = (index) => steps - stepsOf(items.slice(0, index));
  return html`<ul aria-label=${place.name}>
    ${items.map((item, index) => html`<${Row} key=${index} ...${{ item, game }} steps=${stepsAt(index)} />`)}
  </ul>`;
}

/**
 * Return the points of the first cards of a seat.
 *
 * @param {readonly Item[]} items
 * @param {number} steps
 */
function sumOf(items, steps) {
  let sum = 0;
  let left = steps;
  for (const { cards, worth, factor } of items) {
    const counted = cards.length ? worth.slice(0, Math.max(left, 0)) : left > 0 ? worth : [];
    sum += counted.reduce((total, points) => total + points, 0) * factor;
    left -= cards.length || 1;
  }
  return sum;
}

/** @param {{ item: Item, game: GameData, steps: number }} given */
function Row({ item, game, steps }) {
  const { label, cards, points, factor } = item;
  const isShown = steps >= stepsOfItem(item);
  return html`<li class=${steps > 0 ? "" : "coming"}>
    <span class="what">
      <span class="label">${label}</span>
      ${cards.length > 0 &&
      html`<span class=${cards.length > MOST_APART ? "chips many" : "chips"} role="img"
        aria-label=${cards.map((card) => card.label).join(", ")}>
        ${cards.map((card, place) => html`<${Chip} key=${place} ...${{ card, game }} isComing=${place >= steps} />`)}
      </span>`}
      ${factor > 1 && html`<b class="factor">×${factor}</b>`}
      <small>${formulaOf(item)}</small>
    </span>
    <span class=${isShown ? "sum" : "sum coming"}>
      ${factor ? points : html`<s>${worthOf(item)}</s> 0`}
    </span>
  </li>`;
}

/** @param {Item} item */
const worthOf = ({ worth }) => worth.reduce((sum, points) => sum + points, 0);

/**
 * Return a number as wide as another one, so that nothing moves while it counts up.
 *
 * @param {number} points
 * @param {number} wide
 */
const padded = (points, wide) => `${points}`.padStart(`${wide}`.length, "\u2007");

/**
 * Return how the points of an item come about, where its cards are worth the same, but not 1: `3 × 2`.
 *
 * @param {Item} item
 */
function formulaOf({ worth }) {
  const [one] = worth;
  const isEven = worth.every((points) => points === one);
  return isEven && one > 1 && worth.length > 1 ? `${worth.length} × ${one}` : "";
}

/** @param {{ card: import("../kit/index.js").Card, game: GameData, isComing: boolean }} given */
function Chip({ card, game, isComing }) {
  const { hue, bands, index, mark, emblem } = lookOf(card, game);
  const drawn = mark ?? emblem;
  const style = { background: paintOf(hue.body, bands), color: bands.length ? "#fff" : hue.ink };
  return html`<i class=${isComing ? "chip coming" : "chip"} style=${style}>
    ${index}
    ${drawn && html`<svg viewBox="0 0 48 48" aria-hidden="true"><path d=${drawn} fill-rule="evenodd" /></svg>`}
  </i>`;
}

/**
 * @param {string} body
 * @param {readonly string[]} bands
 */
function paintOf(body, bands) {
  if (bands.length === 0) return body;
  const dark = "linear-gradient(rgb(20 24 30 / 45%) 0 0)";
  const share = 100 / bands.length;
  const stripes = bands.map((band, place) => `${band} ${place * share}% ${(place + 1) * share}%`);
  return `${dark}, linear-gradient(${stripes.join(", ")})`;
}
