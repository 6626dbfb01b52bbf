// The other players around the table: who sits at which side of it.

import { html, useEffect, useLayoutEffect, useRef } from "./preact.js";
import { SeatPanel } from "./seats.js";
import { text } from "./texts.js";

/** @typedef {import("./layout.js").SeatZones} SeatZones */

/** With more others than this, each is small, and a touch shows what lies before a player. */
const MOST_ROOMY = 4;
/** On a phone three fit; of more, some may be out of sight. */
const MOST_IN_SIGHT = 3;

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
 * @param {object} props
 * @param {import("./zone.js").Drawn} props.drawn
 * @param {readonly SeatZones[]} props.others
 * @param {readonly import("../contract.js").Seat[]} props.seats
 */
export function Others({ drawn, others, seats }) {
  const { view, language } = drawn;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useMany(place, others.length > MOST_IN_SIGHT, language);
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
        ([side, seated]) => html`<div key=${side} class=${`croupier-side croupier-at-${side}`}>
          ${seated.map((other) => html`<${SeatPanel} key=${other.seat} ...${{ drawn, other, seats }} />`)}
        </div>`,
      )}
    </div>
  </div>`;
}

/**
 * Style a long row, and show how many of its seats are out of sight.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} place
 * @param {boolean} isLong
 * @param {string} language
 */
function useMany(place, isLong, language) {
  // A page that has loaded the module before draws the seats in place at once.
  useLayoutEffect(() => {
    if (!isLong) return undefined;
    const tell = (/** @type {number} */ count) => text(language, "further", { count });
    // Without it the row is large, and can be scrolled.
    const module = import("./further.js").catch(() => null);
    const shown = module.then((found) => place.current && found?.showMany(place.current, tell));
    return () => void shown.then((end) => end?.());
  }, [isLong, language]);
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
