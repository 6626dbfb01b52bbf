// Where the points of a table came from: the places, and below each the items that its points add up from, by cards.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { lookOf } from "../kit/board/card.js";
import { useApp } from "../app/context.js";

/**
 * @typedef {import("../kit/index.js").Breakdown} Breakdown
 * @typedef {Breakdown["seats"][number]["items"][number]} Item
 * @typedef {import("../kit/index.js").GameData} GameData
 * @typedef {import("./outcome.js").Place} Place
 */

/** The items of all seats are open where there are so few; else those of one seat. */
const MOST_OPEN = 2;
/** So long a card comes after the one before, and all of them. */
const STEP_MILLIS = 90;
const BUILD_MILLIS = 3000;

/**
 * Show the places, the best first. Where they are new, the points of those that are open build up card by card, until
 * somebody presses a key or the screen.
 *
 * @param {{ places: Place[], breakdown: Breakdown | null, game: GameData, isNew: boolean }} given
 */
export function Places({ places, breakdown, game, isNew }) {
  const { t } = useApp();
  const isCounted = places.every(({ points }) => points !== null);
  const listed = places.map((place) => ({ place, items: breakdown?.seats[place.seat]?.items ?? [] }));
  const { opened, toggle } = useOpened(places);
  const [first] = useState(opened);
  const built = listed.filter(({ place }) => first.includes(place.seat));
  const shown = useBuildUp(built.reduce((sum, { items }) => sum + stepsOf(items), 0), isNew);
  let before = 0;
  const rows = listed.map(({ place, items }) => {
    const isBuilt = first.includes(place.seat);
    const steps = isBuilt ? shown - before : Infinity;
    if (isBuilt) before += stepsOf(items);
    return { place, items, steps };
  });
  return html`<div class="points">
    <table>
      <thead>
        <tr>
          <th scope="col">${t("rank")}</th><th scope="col">${t("player")}</th>
          ${isCounted && html`<th scope="col">${t("total")}</th>`}
        </tr>
      </thead>
      ${rows.map((row) => html`<${Seat} key=${row.place.seat} ...${row} game=${game} isCounted=${isCounted}
        isOpen=${opened.includes(row.place.seat)} toggle=${() => toggle(row.place.seat)} />`)}
    </table>
  </div>`;
}

/**
 * Say which seats are open: at first all of few seats, else the one of the winner.
 *
 * @param {readonly Place[]} places
 */
function useOpened(places) {
  const isForAll = places.length <= MOST_OPEN;
  const seats = places.map(({ seat }) => seat);
  const [opened, setOpened] = useState(isForAll ? seats : seats.slice(0, 1));
  /** @param {number} seat */
  const toggle = (seat) => {
    const others = isForAll ? opened.filter((other) => other !== seat) : [];
    setOpened(opened.includes(seat) ? others : [...others, seat]);
  };
  return { opened, toggle };
}

/**
 * Count the steps of a build-up, one after the other; without one, or where less motion is wanted, all are made at once.
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
 * @property {boolean} isCounted
 * @property {boolean} isOpen
 * @property {() => void} toggle
 *
 * @param {OfSeat} given
 */
function Seat({ place, items, steps, game, isCounted, isOpen, toggle }) {
  const { t } = useApp();
  const { rank, name, points, isMine } = place;
  const called = html`${name}${isMine && html` <small>${t("youAre")}</small>`}`;
  const isBuilding = steps < stepsOf(items);
  let left = steps;
  return html`<tbody class=${isMine ? "mine" : ""}>
    <tr class="place">
      <td><span class=${`medal place-${rank}`}>${rank}</span></td>
      <th scope="row">
        ${items.length
          ? html`<button class="plain" aria-expanded=${isOpen ? "true" : "false"} onClick=${toggle}>${called}</button>`
          : called}
      </th>
      ${isCounted &&
      html`<td>
        ${isBuilding
          ? html`<span aria-hidden="true">${padded(sumOf(items, steps), points ?? 0)}</span><span class="unseen">${points}</span>`
          : signed(points ?? 0)}
      </td>`}
    </tr>
    ${isOpen &&
    items.map((item, index) => {
      const own = left;
      left -= stepsOfItem(item);
      return html`<${Row} key=${index} item=${item} game=${game} steps=${own} />`;
    })}
  </tbody>`;
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
  const isStarted = steps > 0;
  return html`<tr class=${isStarted ? "item" : "item coming"}>
    <th scope="row" colspan="2">
      <span class="label">${label}</span>
      ${cards.length > 0 &&
      html`<span class=${cards.length > 6 ? "chips many" : "chips"} role="img"
        aria-label=${cards.map((card) => card.label).join(", ")}>
        ${cards.map((card, place) => html`<${Chip} key=${place} card=${card} game=${game} isComing=${place >= steps} />`)}
      </span>`}
      ${factor > 1 && html`<b class="factor">×${factor}</b>`}
      <small>${formulaOf(item)}</small>
    </th>
    <td class=${isShown ? "" : "coming"}>${factor ? signed(points) : html`<s>${signed(worthOf(item))}</s> 0`}</td>
  </tr>`;
}

/** @param {Item} item */
const worthOf = ({ worth }) => worth.reduce((sum, points) => sum + points, 0);

/**
 * Return a number as wide as another one, so that nothing moves while it counts up.
 *
 * @param {number} points
 * @param {number} wide
 */
const padded = (points, wide) => signed(points).padStart(`${wide}`.length, "\u2007");

/** A minus as it is printed. @param {number} points */
const signed = (points) => `${points}`.replace("-", "−");

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
  const ink = bands.length ? "#fff" : hue.ink;
  return html`<i class=${isComing ? "chip coming" : "chip"} style=${{ background: paintOf(hue.body, bands), color: ink }}>
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
