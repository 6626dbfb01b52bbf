// The other players around the table: who sits at which side of it, and how many are out of sight where there is little
// room.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { SeatPanel } from "./seats.js";
import { text } from "./texts.js";

/**
 * @typedef {import("./layout.js").SeatZones} SeatZones
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Place
 * @typedef {{ before: number, after: number, isDown: boolean }} Further How many seats are out of sight, and whether
 *   those after the ones in sight lie below.
 */

/** With more others than this, each is small, and a touch shows what lies before a player. */
const MOST_ROOMY = 4;

/** @param {number} count */
export const areMany = (count) => count > MOST_ROOMY;

/**
 * Return the others by the sides of the table, in the order of play: from the viewer, who sits below, clockwise up the
 * left side, along the top and down the right side.
 *
 * @template T
 * @param {readonly T[]} others
 */
export function sidesOf(others) {
  const beside = others.length < 2 ? 0 : Math.max(1, Math.floor((others.length + 1) / 4));
  const right = others.length - beside;
  return { left: others.slice(0, beside), top: others.slice(beside, right), right: others.slice(right) };
}

/**
 * Draw the other players.
 *
 * @param {{ drawn: import("./zone.js").Drawn, others: readonly SeatZones[], seats: readonly import("../contract.js").Seat[] }} props
 */
export function Others({ drawn, others, seats }) {
  const { view, language } = drawn;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const further = useFurther(place, others.length);
  useEffect(() => bringAskedIntoSight(place.current), [view.turn.join()]);
  return html`<div class="croupier-around">
    <div
      class="croupier-others"
      part="others"
      ref=${place}
      role="group"
      tabindex=${others.length > 1 ? 0 : undefined}
      aria-label=${text(language, "others")}
    >
      ${Object.entries(sidesOf(others)).map(
        ([side, seated]) => html`<div key=${side} class="croupier-side" data-side=${side}>
          ${seated.map((other) => html`<${SeatPanel} key=${other.seat} ...${{ drawn, other, seats }} />`)}
        </div>`,
      )}
    </div>
    ${further.before + further.after > 0 && html`<${FurtherButton} ...${{ further, place, language }} />`}
  </div>`;
}

/**
 * Draw how many seats are out of sight; a touch brings the next ones into sight, and after the last the first ones.
 *
 * @param {{ further: Further, place: Place, language: string }} props
 */
function FurtherButton({ further: { before, after, isDown }, place, language }) {
  const go = () => {
    const row = place.current;
    const step = (/** @type {number} */ size) => (after ? size : -row.scrollWidth - row.scrollHeight);
    row?.scrollBy(isDown ? { top: step(row.clientHeight) } : { left: step(row.clientWidth) });
  };
  const count = before + after;
  const sign = after ? (isDown ? "▾" : "▸") : isDown ? "▴" : "◂";
  const label = text(language, "further", { count });
  return html`<button type="button" class="croupier-further" aria-label=${label} title=${label} onClick=${go}>
    <span aria-hidden="true">+${count} ${sign}</span>
  </button>`;
}

/**
 * Return how many seats of a row are out of sight, also after it was scrolled or has another size.
 *
 * @param {Place} place
 * @param {number} count
 * @returns {Further}
 */
function useFurther(place, count) {
  const [further, setFurther] = useState(/** @type {Further} */ ({ before: 0, after: 0, isDown: false }));
  useLayoutEffect(() => {
    const row = place.current;
    if (!row) return undefined;
    const look = () => {
      const found = furtherIn(row);
      setFurther((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    look();
    const watching = new ResizeObserver(look);
    // Without a box of its own, the row is as large as the stage.
    for (const box of [row, row.closest(".croupier-stage")]) if (box) watching.observe(box);
    row.addEventListener("scroll", look, { passive: true });
    return () => {
      watching.disconnect();
      row.removeEventListener("scroll", look);
    };
  }, [count]);
  return further;
}

/**
 * @param {HTMLElement} row
 * @returns {Further}
 */
function furtherIn(row) {
  const outer = row.getBoundingClientRect();
  // A row that is scrolled has a box; around the table everybody is in sight.
  const boxes = outer.width ? [...row.querySelectorAll(".croupier-seat")].map((seat) => seat.getBoundingClientRect()) : [];
  const middles = boxes.map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }));
  return {
    before: middles.filter(({ x, y }) => x < outer.left || y < outer.top).length,
    after: middles.filter(({ x, y }) => x > outer.right || y > outer.bottom).length,
    isDown: row.scrollHeight > row.clientHeight + 1,
  };
}

/**
 * Scroll only the other players, so that the first of them whose turn it is can be seen.
 *
 * @param {HTMLElement | null} row
 */
function bringAskedIntoSight(row) {
  const asked = row?.querySelector(".croupier-seat.croupier-asked");
  const outer = row?.getBoundingClientRect();
  if (!row || !asked || !outer?.width) return;
  const inner = asked.getBoundingClientRect();
  if (inner.left < outer.left || inner.right > outer.right) row.scrollLeft += inner.left - outer.left;
  if (inner.top < outer.top || inner.bottom > outer.bottom) row.scrollTop += inner.top - outer.top;
}
