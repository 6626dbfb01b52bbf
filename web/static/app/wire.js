// The one way of this page to the service: it notices when nothing comes back, and what the service's clock says.

import { CUT_OFF } from "../kit/connection.js";

/**
 * @typedef {object} Wire
 * @property {typeof globalThis.fetch} fetch
 * @property {() => boolean} isReachable Whether the last request was answered.
 * @property {(listener: () => void) => () => void} subscribe Tell a listener when that changes.
 * @property {() => number} now The service's time in milliseconds, to the second.
 */

/**
 * @param {typeof globalThis.fetch} fetch
 * @param {() => number} [clock]
 * @returns {Wire}
 */
export function watchWire(fetch, clock = Date.now) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  let [isReachable, ahead] = [true, 0];
  /** @param {boolean} found */
  const note = (found) => {
    if (found === isReachable) return;
    isReachable = found;
    for (const listener of [...listeners]) listener();
  };
  return {
    async fetch(...request) {
      try {
        const response = await fetch(...request);
        // What the browser has kept tells an old time.
        if (request[1]?.cache === "no-store") ahead = readClock(response.headers.get("date"), clock()) ?? ahead;
        note(!CUT_OFF.includes(response.status));
        return response;
      } catch (error) {
        // Whoever gave up waiting has learned nothing.
        if (!request[1]?.signal?.aborted) note(false);
        throw error;
      }
    },
    isReachable: () => isReachable,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    now: () => clock() + ahead,
  };
}

/**
 * Return by how many milliseconds the service's clock is ahead; null if it told no time.
 *
 * @param {string | null} date
 * @param {number} now
 */
function readClock(date, now) {
  const told = Date.parse(date ?? "");
  // The header is cut off to the second: on average the time is half a second later.
  return Number.isNaN(told) ? null : told + 500 - now;
}
