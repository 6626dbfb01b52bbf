// Time: the button for a move out of turn, the window in which only a match counts, and the clock of a decision.

import { html, useEffect, useState } from "./preact.js";
import { text } from "./texts.js";

/** @typedef {import("../contract.js").Move} Move */

/**
 * Draw the moves out of turn as what is fastest to reach.
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
 * Return the milliseconds that are left until a time of the store's clock, counted down; 0 if there is none. A clock
 * that goes wrong here cannot stretch it beyond its length.
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

/**
 * Draw the time that is left as a shrinking bar.
 *
 * @param {{ millis: number, whole: number, label: string }} props
 */
export function TimeBar({ millis, whole, label }) {
  return html`<div class="croupier-time" part="time">
    ${
      millis > 0 &&
      html`<span class="croupier-time-bar" style=${{ transform: `scaleX(${Math.min(1, millis / whole)})` }}></span>
      <span class="croupier-time-label">${label}</span>`
    }
  </div>`;
}

/**
 * Play the first move out of turn by one key, unless something is being typed. Of several boards of a page, the one
 * with the focus hears it, else the one that was touched last.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 * @param {readonly Move[]} moves
 * @param {(move: Move) => void} play
 */
export function useSlamKey(root, moves, play) {
  useEffect(() => join(/** @type {HTMLElement} */ (root.current)), []);
  useEffect(() => {
    if (moves.length === 0) return undefined;
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const isSlam =
        event.key === " " ? !isOn(event, CONTROLS) : event.key.toLowerCase() === "m" && !isOn(event, TEXTS);
      if (!isSlam || root.current !== hearing()) return;
      event.preventDefault();
      play(moves[0]);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** The boards of the page. @type {Set<HTMLElement>} */
const boards = new Set();
/** The one that was touched last. @type {HTMLElement | null} */
let touched = null;

/** Return the board that hears keys; of several of which none was ever touched, none does. */
export function hearing() {
  const focused = [...boards].find((board) => board.matches(":focus-within"));
  return focused ?? (boards.size === 1 ? [...boards][0] : touched);
}

/**
 * Let a board take part in who hears a key; return what ends that.
 *
 * @param {HTMLElement} board
 */
function join(board) {
  const ended = new AbortController();
  const touch = () => void (touched = board);
  boards.add(board);
  for (const sign of ["pointerdown", "focusin"]) board.addEventListener(sign, touch, { signal: ended.signal });
  return () => {
    ended.abort();
    boards.delete(board);
    if (touched === board) touched = null;
  };
}

/** Where letters are written, and where the space bar presses something. */
export const TEXTS = "input, textarea, select, [contenteditable]";
const CONTROLS = `${TEXTS}, button, a, summary`;

/**
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
export function isOn(event, selector) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(selector);
}
