// How much time is left, by the service's clock; and what to do when there is none.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";

const TICK_MILLIS = 500;
// From here on people should hurry.
const SHORT_SECONDS = 10;

/** @param {import("./screen.js").AtTable} given */
export function Clock({ table, snapshot }) {
  const { t, wire } = useApp();
  const { deadline, status } = snapshot.session;
  const [now, setNow] = useState(wire.now());
  const isRunning = deadline !== null && status === "ACTIVE";
  useEffect(() => {
    if (!isRunning) return undefined;
    setNow(wire.now());
    const timer = setInterval(() => setNow(wire.now()), TICK_MILLIS);
    return () => clearInterval(timer);
  }, [isRunning, deadline]);
  const claiming = useAction(() => table.act("claim"));
  if (!isRunning) return null;
  const seconds = secondsLeft(deadline, now);
  // The board shows the viewer's own time.
  if (seconds > 0 && snapshot.decision) return null;
  if (seconds > 0) return html`<p class=${seconds <= SHORT_SECONDS ? "clock short" : "clock"} role="timer">${t("timeLeft", { seconds })}</p>`;
  return html`<div class="clock short">
    <span role="timer">${t("timeOver")}</span>
    <button class="button" disabled=${claiming.isBusy} onClick=${claiming.run}>${t("claim")}</button>
    <${Trouble} error=${claiming.error} />
  </div>`;
}

/**
 * Return the whole seconds until a time; 0 when it has come.
 *
 * @param {string} deadline
 * @param {number} now
 */
export function secondsLeft(deadline, now) {
  return Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000));
}
