// A move from the touch to its outcome.

import { Unreachable } from "../connection.js";
import { useEffect, useState } from "./preact.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../outcomes.js").MoveOutcome} MoveOutcome
 * @typedef {import("./status.js").Notice} Notice
 */

/**
 * Return a function that makes a move, whether one is pending, and the notice about the last one.
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
  const waitFor = (/** @type {number} */ millis) => {
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
      if (outcome.kind === "tooEarly") waitFor(outcome.retryAfterMillis);
      onOutcome?.(outcome);
    } catch (error) {
      // The address that did not answer means nothing to players.
      const told = error instanceof Error ? error.message : `${error}`;
      const detail = error instanceof Unreachable ? {} : { detail: told };
      setNotice({ message: text(language, "fault"), ...detail });
    }
  };
  return { make, notice, setNotice, busy: pending !== null || isEarly, latency };
}

/**
 * @param {MoveOutcome} outcome
 * @param {string} language
 * @returns {Notice | null}
 */
function noticeOf(outcome, language) {
  if (outcome.kind === "illegal") return { message: outcome.message, rule: outcome.rule?.number ?? null };
  return outcome.kind === "applied" ? null : { message: text(language, outcome.kind) };
}
