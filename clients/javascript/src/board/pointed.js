// The card that somebody wants to know more of.

import { cardAt, pickedFrom, suppressClick } from "./pointing.js";
import { useEffect, useState } from "./preact.js";

/** @typedef {import("./selection.js").Picked} Picked */

const HOVER_MILLIS = 350;
const PRESS_MILLIS = 450;
/** A finger that moves this far does not press, in pixels. */
const SLACK = 8;

/**
 * Return the card that was pointed at for a while, pressed for long, or reached by keyboard.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 */
export function usePointedCard(root) {
  const [at, point] = useState(/** @type {Picked | null} */ (null));
  useEffect(() => {
    const ended = new AbortController();
    watchCards(/** @type {HTMLElement} */ (root.current), point, ended.signal);
    return () => ended.abort();
  }, []);
  return at;
}

/**
 * @param {HTMLElement} board
 * @param {(card: Picked | null) => void} point
 * @param {AbortSignal} signal
 */
function watchCards(board, point, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Whether the finger has pressed for long: lifting it must not click. */
  let isPressed = false;
  /** The finger that presses; other fingers meanwhile change nothing. */
  const start = { pointerId: NaN, x: 0, y: 0 };
  /**
   * @param {number} millis
   * @param {() => void} act
   */
  const wait = (millis, act) => {
    clearTimeout(timer);
    timer = setTimeout(act, millis);
  };
  /**
   * @template {Event} E
   * @param {string} name
   * @param {(event: E) => void} hear
   */
  const on = (name, hear) => board.addEventListener(name, /** @type {EventListener} */ (hear), { signal });
  const isNear = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    Math.hypot(clientX - start.x, clientY - start.y) <= SLACK;
  on("pointerover", (/** @type {PointerEvent} */ event) => {
    // A mouse that rests where it has clicked does not point at the card that has come to lie there.
    const isPointing = event.pointerType === "mouse" && event.buttons === 0 && !isNear(event);
    const card = isPointing ? cardAt(event) : null;
    if (event.pointerType === "mouse") wait(card ? HOVER_MILLIS : 0, () => point(card && card.picked));
  });
  on("pointerleave", (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType === "mouse") wait(0, () => point(null));
  });
  on("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (!event.isPrimary) return;
    const card = event.pointerType === "mouse" ? null : cardAt(event);
    [start.pointerId, start.x, start.y] = [event.pointerId, event.clientX, event.clientY];
    isPressed = false;
    point(null);
    wait(PRESS_MILLIS, () => {
      isPressed = card !== null;
      if (card) point(card.picked);
    });
  });
  on("pointermove", (/** @type {PointerEvent} */ event) => {
    if (isNear(event)) return;
    if (event.pointerType === "mouse") start.x = NaN;
    if (event.pointerId === start.pointerId && event.buttons) wait(0, () => point(null));
  });
  on("pointerup", (/** @type {PointerEvent} */ { pointerId }) => {
    if (pointerId !== start.pointerId) return;
    clearTimeout(timer);
    if (isPressed) suppressClick(board);
    isPressed = false;
  });
  on("pointercancel", (/** @type {PointerEvent} */ { pointerId }) => {
    if (pointerId !== start.pointerId) return;
    clearTimeout(timer);
    isPressed = false;
  });
  // A long press would select the card as a picture.
  on("contextmenu", (/** @type {PointerEvent} */ event) => event.pointerType === "touch" && event.preventDefault());
  let isReached = false;
  const follow = () =>
    requestAnimationFrame(() => {
      const card = board.querySelector("[role=listbox]:focus-visible .croupier-active");
      if (card || isReached) point((card && pickedFrom(/** @type {HTMLElement} */ (card))?.picked) ?? null);
      isReached = card !== null;
    });
  for (const name of ["keyup", "focusin", "focusout"]) on(name, follow);
}
