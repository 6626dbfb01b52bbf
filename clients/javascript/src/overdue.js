// Claims the default move when the time of the asked seats is over, as long as the table is watched.

import { Problem } from "./connection.js";
import { pause } from "./waiting.js";

// How long after the deadline, plus up to half as long, so that not all watchers claim at once.
const GRACE_MILLIS = 1000;
// A timer cannot wait for months. A claim that is too early is answered with the time to wait.
const LONGEST_WAIT_MILLIS = 86_400_000;

export class Overdue {
  #waiting = new AbortController();

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {(cursor: string) => Promise<unknown>} claim
   */
  constructor(connection, claim) {
    this.connection = connection;
    this.claim = claim;
  }

  /**
   * Yield frames as they arrive; until the next one, wait for the deadline of the session or of the last frame.
   *
   * @param {import("./contract.js").Session} session
   * @param {AsyncIterable<import("./complete.js").Frame>} frames
   */
  async *between(session, frames) {
    this.#see(session);
    try {
      for await (const frame of frames) {
        this.#see(frame.session);
        yield frame;
      }
    } finally {
      this.#waiting.abort();
    }
  }

  /** @param {import("./contract.js").Session} session */
  #see({ deadline, status, cursor }) {
    this.#waiting.abort();
    if (deadline === null || status !== "ACTIVE" || !this.connection.wire.claimsOverdue) return;
    this.#waiting = new AbortController();
    void this.#wait(Date.parse(deadline) - this.connection.now(), cursor, this.#waiting.signal);
  }

  /**
   * @param {number} millis
   * @param {string} cursor
   * @param {AbortSignal} signal
   */
  async #wait(millis, cursor, signal) {
    for (;;) {
      const late = GRACE_MILLIS * (1 + Math.random() / 2);
      await pause(Math.min(Math.max(millis, 0) + late, LONGEST_WAIT_MILLIS), signal);
      if (signal.aborted) return;
      try {
        return void (await this.claim(cursor));
      } catch (error) {
        // Somebody was faster, or nothing can be claimed: the next version will show it.
        if (!(error instanceof Problem) || error.code !== "TOO_EARLY") return;
        millis = error.body.retryAfterMillis ?? 0;
      }
    }
  }
}
