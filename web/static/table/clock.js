// How much time is left, by the service's clock.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { clockText } from "../kit/board/templates.js";
import { useApp } from "../app/context.js";

const TICK_MILLIS = 500;
// From here on people should hurry.
const SHORT_SECONDS = 10;

/** @param {import("./screen.js").AtTable} given */
export function Clock({ snapshot }) {
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
  if (!isRunning) return null;
  const seconds = secondsLeft(deadline, now);
  // The board shows the viewer's own time.
  if (seconds > 0 && snapshot.decision) return null;
  if (seconds > 0) {
    const className = seconds <= SHORT_SECONDS ? "clock short" : "clock";
    return html`<p class=${className} role="timer" aria-label=${t("timeLeft", { seconds })}>${clockText(seconds)}</p>`;
  }
  // The kit claims the default move in a moment.
  return html`<p class="clock short" role="timer">${t("timeOver")}</p>`;
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
