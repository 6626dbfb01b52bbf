// When the table is read again: only while it can be seen and others may act, at first every second, then less often.

import { pause } from "../kit/waiting.js";

/** @typedef {import("../kit/contract.js").Session} Session */

const FIRST_MILLIS = 1000;
const LONGEST_MILLIS = 10_000;
const GROWTH = 1.5;
/** A timer cannot wait longer. */
const NEVER = 2 ** 31 - 1;

/**
 * Return how many milliseconds to wait before a table is read again.
 *
 * @param {Session | null} session The last known version.
 * @param {number} quiet How many reads in a row have brought nothing.
 * @param {number} now
 */
export function pauseBefore(session, quiet, now) {
  const usual = Math.min(FIRST_MILLIS * GROWTH ** quiet, LONGEST_MILLIS);
  if (session?.status !== "ACTIVE") return usual;
  const turn = session.view?.turn ?? [];
  const isAlone = turn.length > 0 && turn.every((seat) => seat === session.viewerSeat);
  if (!isAlone) return usual;
  // Nothing changes before the viewer acts, or its time is over.
  if (session.deadline === null) return NEVER;
  return Math.min(Math.max(Date.parse(session.deadline) - now, 0) + usual, NEVER);
}

export class Watching {
  /** How often the table was to be read at once. */
  wakes = 0;
  #isShown = true;
  #ended = new AbortController();
  #woken = new AbortController();
  /** @type {Promise<void> | null} */
  #waiting = null;

  constructor() {
    const { signal } = this.#ended;
    document.addEventListener("visibilitychange", () => this.isSeen && this.wake(), { signal });
    // A conversation may have been scrolled far beyond the app.
    const observer = new IntersectionObserver((entries) => {
      this.#isShown = entries[entries.length - 1].isIntersecting;
      if (this.isSeen) this.wake();
    });
    observer.observe(document.documentElement);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Whether somebody can see the table. */
  get isSeen() {
    return this.#isShown && document.visibilityState === "visible";
  }

  get isOver() {
    return this.#ended.signal.aborted;
  }

  /** Have the table read at once: something has happened, or it is seen again. */
  wake() {
    this.wakes++;
    this.#woken.abort();
  }

  end() {
    this.#ended.abort();
    this.wake();
  }

  /** Wait until somebody can see the table. */
  async seen() {
    while (!this.isOver && !this.isSeen) await this.#rest(NEVER);
  }

  /**
   * Wait until the table should be read again. All callers that wait at one time resume together.
   *
   * @param {Session | null} session
   * @param {number} quiet
   */
  next(session, quiet) {
    this.#waiting ??= this.#rest(pauseBefore(session, quiet, Date.now())).finally(() => {
      this.#waiting = null;
    });
    return this.#waiting;
  }

  /** @param {number} millis */
  async #rest(millis) {
    if (this.isOver) return;
    if (this.#woken.signal.aborted) this.#woken = new AbortController();
    await pause(millis, this.#woken.signal);
  }
}
