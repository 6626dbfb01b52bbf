// The keys of a board: that of a move out of turn, and the one that shows all moves.

import { useEffect } from "../preact.js";

/**
 * Show all moves by one key, unless something is being typed, or the key is that of a move out of turn.
 *
 * @param {import("../preact.js").Ref<HTMLElement | null>} root
 * @param {boolean} isFree
 * @param {() => void} list
 */
export function useListKey(root, isFree, list) {
  useEffect(() => {
    if (!isFree) return undefined;
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "m") return;
      if (!isOn(event, TEXTS) && root.current === hearing()) list();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/**
 * Play the first move out of turn by one key, unless something is being typed. Of several boards of a page, the one
 * with the focus hears it, else the one that was touched last.
 *
 * @param {import("../preact.js").Ref<HTMLElement | null>} root
 * @param {readonly import("../../contract.js").Move[]} moves
 * @param {(move: import("../../contract.js").Move) => void} play
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
function hearing() {
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
const TEXTS = "input, textarea, select, [contenteditable]";
const CONTROLS = `${TEXTS}, button, a, summary`;

/**
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
function isOn(event, selector) {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(selector);
}
