// The turn of a seat as a ring around it, which is the clock: it runs out as the time for the decision does.

import { html, useMemo } from "./preact.js";

/**
 * @typedef {object} Clock The time for a decision.
 * @property {string | null | undefined} until When it ends; none: as long as one likes, and the ring stays full.
 * @property {number} whole The time for a whole decision in milliseconds.
 * @property {() => number} now
 */

/**
 * Draw the ring of an asked seat. The browser moves it, so nothing is drawn again while it runs.
 *
 * @param {{ clock?: Clock | null }} props
 */
export function Ring({ clock }) {
  const until = clock?.until ?? null;
  // The animation counts from the moment at which the ring appears.
  const left = useMemo(() => (clock && until ? Date.parse(until) - clock.now() : 0), [until]);
  const whole = Math.max(clock?.whole ?? 0, 1);
  const time = until && { animationDuration: `${whole}ms`, animationDelay: `${Math.min(left, whole) - whole}ms` };
  return html`<svg key=${until} class="croupier-ring${until ? " croupier-running" : ""}" aria-hidden="true">
    <rect pathLength="100" style=${time} />
  </svg>`;
}
