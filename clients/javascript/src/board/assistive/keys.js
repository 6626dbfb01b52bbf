// The keys of a board: one makes a move out of turn, one shows all moves.

import { useEffect, useLayoutEffect } from "../preact.js";

/**
 * Show all moves by one key, unless something is being typed, or the key makes a move out of turn.
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
 * Play the first move out of turn by one key, unless something is being typed. If a page has several boards, the key
 * goes to the one with the focus, or else to the one that was touched last.
 *
 * @param {import("../preact.js").Ref<HTMLElement | null>} root
 * @param {readonly import("../../contract.js").Move[]} moves
 * @param {(move: import("../../contract.js").Move) => void} play
 */
export function useSlamKey(root, moves, play) {
  // Before the board is seen: of two boards, the first must not take a key for the only one's.
  useLayoutEffect(() => join(/** @type {HTMLElement} */ (root.current)), []);
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
/** The board that was touched last. @type {HTMLElement | null} */
let touched = null;

/** Return the board that receives keys; none, if there are several and none was ever touched. */
function hearing() {
  const focused = [...boards].find((board) => board.matches(":focus-within"));
  return focused ?? (boards.size === 1 ? [...boards][0] : touched);
}

/**
 * Register a board for keys, and return a function that ends this.
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

/** The elements where letters are typed, and where the space bar presses something. */
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
