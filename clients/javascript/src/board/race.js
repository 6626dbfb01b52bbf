// Time: the button for a move out of turn, and the time that is left.

import { html, useEffect, useState } from "./preact.js";
import { text } from "./texts.js";

/** @typedef {import("../contract.js").Move} Move */

/**
 * Draw the moves out of turn where they are fastest to reach.
 *
 * @typedef {object} SlamProps
 * @property {string} language
 * @property {readonly Move[]} moves
 * @property {ReturnType<typeof import("./making.js").useMaking>} making
 * @property {(move: Move) => void} play
 *
 * @param {SlamProps} props
 */
export function Slam({ language, moves, making: { latency, busy }, play }) {
  return html`<div class="croupier-slam" part="race">
    ${moves.map(
      (move, place) => html`<button
        type="button"
        part="slam"
        key=${move.notation}
        data-move=${move.notation}
        aria-disabled=${busy ? "true" : undefined}
        aria-keyshortcuts=${place === 0 ? "Space M" : undefined}
        onClick=${() => !busy && play(move)}
      >
        <b>${text(language, "slam")}</b> ${move.label}
        ${place === 0 && html`<small>${hintsOf(language, latency)}</small>`}
      </button>`,
    )}
  </div>`;
}

/**
 * @param {string} language
 * @param {number | null} latency
 */
function hintsOf(language, latency) {
  const key = text(language, "slamKey");
  return latency === null ? key : `${key} · ${text(language, "latency", { millis: latency })}`;
}

/**
 * Return the milliseconds left until a time of the store's clock, counted down; 0 if there is none. A wrong local clock
 * cannot make it longer than `longest`.
 *
 * @param {string | null | undefined} until
 * @param {() => number} [now]
 * @param {number} [longest]
 */
export function useTimeLeft(until, now = Date.now, longest = Infinity) {
  const left = () => (until ? Math.max(0, Math.min(longest, Date.parse(until) - now())) : 0);
  const [millis, setMillis] = useState(left);
  useEffect(() => {
    setMillis(left());
    if (!until) return undefined;
    const ticking = setInterval(() => {
      setMillis(left());
      if (left() === 0) clearInterval(ticking);
    }, 200);
    return () => clearInterval(ticking);
  }, [until]);
  return millis;
}
