// Make a move: send it, await its outcome, and show a notice.

import { Unreachable } from "../connection.js";
import { useEffect, useState } from "./preact.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../outcomes.js").MoveOutcome} MoveOutcome
 * @typedef {import("./status.js").Notice} Notice
 */

/**
 * Return a function that makes a move, the notice about the last move, whether the player must wait, and the latency of
 * the last move in milliseconds.
 *
 * @param {import("../table.js").Table} table
 * @param {import("../table.js").Snapshot} snapshot
 * @param {string} language
 * @param {((outcome: MoveOutcome) => void) | undefined} onOutcome
 */
export function useMaking(table, { session: { cursor }, pending }, language, onOutcome) {
  const [notice, setNotice] = useState(/** @type {Notice | null} */ (null));
  const [isEarly, setEarly] = useState(false);
  const [latency, setLatency] = useState(/** @type {number | null} */ (null));
  useEffect(() => setNotice(null), [cursor]);
  const waitBeforeRetry = (/** @type {number} */ millis) => {
    setEarly(true);
    setTimeout(() => {
      setEarly(false);
      setNotice(null);
    }, millis);
  };
  const make = async (/** @type {Move} */ move) => {
    const sent = performance.now();
    setNotice(null);
    try {
      const outcome = await table.move(move);
      setLatency(Math.round(performance.now() - sent));
      setNotice(noticeOf(outcome, language));
      if (outcome.kind === "tooEarly") waitBeforeRetry(outcome.retryAfterMillis);
      onOutcome?.(outcome);
    } catch (error) {
      const message = text(language, "fault");
      // An unreachable address means nothing to players, so the notice leaves it out.
      if (error instanceof Unreachable) setNotice({ message });
      else setNotice({ message, detail: error instanceof Error ? error.message : `${error}` });
    }
  };
  return { make, notice, setNotice, busy: pending !== null || isEarly, latency };
}

/**
 * Return the notice about an outcome; null for a move that was made.
 *
 * @param {MoveOutcome} outcome
 * @param {string} language
 * @returns {Notice | null}
 */
function noticeOf(outcome, language) {
  if (outcome.kind === "applied") return null;
  if (outcome.kind === "illegal") return { message: outcome.message, rule: outcome.rule?.number ?? null };
  return { message: text(language, outcome.kind) };
}
