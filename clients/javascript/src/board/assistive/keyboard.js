// Where the keyboard focus goes, and which keys are meant for a question.

import { useEffect, useRef } from "../preact.js";

/**
 * @typedef {import("../../table.js").Snapshot} Snapshot
 * @typedef {import("../selection.js").Selection} Selection
 */

/** A key within this many milliseconds was meant for the question before. */
const UNREAD_MILLIS = 500;
/** The keys that answer a question. */
const ANSWERS = ["Enter", " "];

/**
 * Return a function that tells whether the viewer's question is new. A viewer who has pressed another key since, such
 * as one that leads to an answer, has seen it.
 *
 * @param {import("../choosing.js").Root} root
 * @param {Snapshot} snapshot
 * @param {Selection} selection
 */
export function useUnread(root, { session, decision, pending }, selection) {
  // It can be answered once the move before it has been.
  const question = decision?.asked && !pending ? `${session.cursor} ${JSON.stringify(selection)}` : "";
  const last = useRef({ question: "", at: 0 });
  if (last.current.question !== question) last.current = { question, at: performance.now() };
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const read = (/** @type {KeyboardEvent} */ { key }) => {
      if (!ANSWERS.includes(key)) last.current.at = -UNREAD_MILLIS;
    };
    board.addEventListener("keydown", read, { capture: true });
    return () => board.removeEventListener("keydown", read, { capture: true });
  }, []);
  return () => last.current.question !== "" && performance.now() - last.current.at < UNREAD_MILLIS;
}

/**
 * For a viewer who asks by keyboard, the focus moves before the first answer, so that the same key does not answer.
 *
 * @param {HTMLElement | null} board
 * @param {() => void} list Shows the answers, if they are no buttons.
 */
export function goOn(board, list) {
  requestAnimationFrame(() => {
    const tray = /** @type {HTMLElement | null | undefined} */ (board?.querySelector("[data-tray]"));
    if (tray?.querySelector("[data-move]")) tray.focus();
    else list();
  });
}

/**
 * A move's button disappears with the move: the focus then goes to the hand, or else to the tray, and is not lost.
 *
 * @param {HTMLElement | null} board
 */
export function keepFocus(board) {
  const focused = /** @type {Document | ShadowRoot | undefined} */ (board?.getRootNode())?.activeElement;
  if (!board?.contains(focused ?? null) || !focused?.hasAttribute("data-move")) return;
  const next = /** @type {HTMLElement | null} */ (
    board.querySelector("[role=listbox]") ?? board.querySelector("[data-tray]")
  );
  next?.focus({ preventScroll: true });
}
