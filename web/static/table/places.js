// The places of a table that is over. What is below them, the items that the points came from, comes when it is wanted.

import { html, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { later } from "../app/later.js";

/**
 * @typedef {import("../kit/index.js").Breakdown} Breakdown
 * @typedef {import("../kit/board/preact.js").Child} Child
 * @typedef {import("./outcome.js").Place} Place
 *
 * @typedef {object} Opening Which seats are open.
 * @property {readonly number[]} opened
 * @property {(seat: number) => void} toggle
 */

/** What is shown below the places. */
export const Points = later(async () => (await import("./later_on.js")).Points);

/** The items of all seats are open where there are so few; else those of one seat. */
const MOST_OPEN = 2;

/**
 * Show the places, the best first. Somebody who has seen the table end sees the points build up; others open a seat.
 *
 * @param {{
 *   places: Place[], breakdown: Breakdown | null, game: import("../kit/index.js").GameData,
 *   isLive: boolean, isNew: boolean,
 * }} given
 */
export function Places(given) {
  const { places, breakdown, isLive } = given;
  const opening = useOpening(places, isLive);
  const [isAtFirst] = useState(opening.opened);
  const hasItems = Boolean(breakdown?.seats.some(({ items }) => items.length));
  const plain = html`<${PlaceTable} places=${places} ...${opening} hasItems=${hasItems} />`;
  if (!hasItems || (opening.opened.length === 0 && isAtFirst === opening.opened)) return plain;
  return html`<${Points} ...${given} ...${opening} table=${PlaceTable} waiting=${plain} />`;
}

/**
 * @param {readonly Place[]} places
 * @param {boolean} isLive
 * @returns {Opening}
 */
function useOpening(places, isLive) {
  const isForAll = places.length <= MOST_OPEN;
  const seats = places.map(({ seat }) => seat);
  const [opened, setOpened] = useState(() => (isLive ? seats.slice(0, isForAll ? MOST_OPEN : 1) : []));
  /** @param {number} seat */
  const toggle = (seat) => {
    const others = isForAll ? opened.filter((other) => other !== seat) : [];
    setOpened(opened.includes(seat) ? others : [...others, seat]);
  };
  return { opened, toggle };
}

/**
 * @typedef {object} OfTable
 * @property {readonly Place[]} places
 * @property {boolean} hasItems Whether the seats can be opened.
 * @property {(place: Place) => Child} [totalOf] What is shown in place of the points.
 * @property {(place: Place) => Child} [below] What is shown below a place that is open.
 *
 * @param {OfTable & Opening} given
 */
export function PlaceTable({ places, hasItems, opened, toggle, totalOf, below }) {
  const { t } = useApp();
  const isCounted = places.every(({ points }) => points !== null);
  return html`<div class="points">
    <table>
      <thead>
        <tr>
          <th scope="col">${t("rank")}</th><th scope="col">${t("player")}</th>
          ${isCounted && html`<th scope="col">${t("total")}</th>`}
        </tr>
      </thead>
      ${places.map((place) => {
        const { seat, rank, name, points, isMine } = place;
        const isOpen = opened.includes(seat);
        const called = html`${name}${isMine && html` <small>${t("youAre")}</small>`}`;
        return html`<tbody key=${seat} class=${isMine ? "mine" : ""}>
          <tr class="place">
            <td><span class=${`medal place-${rank}`}>${rank}</span></td>
            <th scope="row">
              ${hasItems
                ? html`<button aria-expanded=${String(isOpen)} onClick=${() => toggle(seat)}>${called}</button>`
                : called}
            </th>
            ${isCounted && html`<td>${totalOf ? totalOf(place) : points}</td>`}
          </tr>
          ${isOpen && below && html`<tr><td class="items" colspan="3">${below(place)}</td></tr>`}
        </tbody>`;
      })}
    </table>
  </div>`;
}
