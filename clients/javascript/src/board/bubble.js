// The text beside one card: its name and its power, or why it cannot be played.

import { powerOf } from "./layout.js";
import { cardAt, pickedFrom, suppressClick } from "./pointing.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { Told } from "./status.js";

/** @typedef {import("./selection.js").Picked} Picked */

const HOVER_MILLIS = 350;
const PRESS_MILLIS = 450;
/** A finger that moves this far does not press, in pixels. */
const SLACK = 8;
/** The distance between a card, its bubble, and the edge of the board. */
const GAP = 10;

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
  on("pointerover", (/** @type {PointerEvent} */ event) => {
    const card = event.pointerType === "mouse" && event.buttons === 0 ? cardAt(event) : null;
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
  on("pointermove", (/** @type {PointerEvent} */ { pointerId, clientX, clientY, buttons }) => {
    const isFar = Math.hypot(clientX - start.x, clientY - start.y) > SLACK;
    if (pointerId === start.pointerId && buttons && isFar) wait(0, () => point(null));
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

/**
 * Draw the text about a card.
 *
 * @param {object} props
 * @param {import("./preact.js").Ref<HTMLElement | null>} props.root
 * @param {Picked | null} props.at
 * @param {import("./layout.js").GameData} props.game
 * @param {string} props.language
 * @param {import("./status.js").Notice | null} props.notice Why it cannot be played.
 * @param {import("./status.js").OnRule} [props.onRule]
 */
export function Bubble({ root, at, game, language, notice, onRule }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (at && root.current && box.current) place(root.current, box.current, at);
  });
  const card = at && game.cards.find(({ code }) => code === at.code);
  if (!card) return null;
  const power = powerOf(card.code, game);
  return html`<div
    class="croupier-bubble${notice ? " croupier-refusal" : ""}"
    part="bubble"
    role=${notice ? undefined : "tooltip"}
    ref=${box}
  >
    <b>${card.label}</b>
    ${notice && html`<${Told} ...${{ notice, language, onRule }} />`}
    ${power && html`<span>${power}</span>`}
  </div>`;
}

/**
 * Put a bubble above or below a card, and hide it when the card is gone.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} box
 * @param {Picked} at
 */
function place(board, box, { zone, index, code }) {
  const at = `[data-index="${index}"][data-code="${CSS.escape(code)}"]`;
  const card = board.querySelector(`[data-zone="${CSS.escape(zone)}"] ${at}`);
  box.hidden = card === null;
  if (!card) return;
  const [rect, home] = [card.getBoundingClientRect(), board.getBoundingClientRect()];
  const middle = rect.left + rect.width / 2 - home.left;
  const left = Math.max(GAP, Math.min(middle - box.offsetWidth / 2, home.width - box.offsetWidth - GAP));
  // The moves are above the hand, and stay in sight.
  const bar = card.closest("[role=listbox]") && board.querySelector(".croupier-status");
  const above = Math.min(rect.top, bar?.getBoundingClientRect().top ?? rect.top) - home.top - box.offsetHeight - GAP;
  box.style.left = `${left}px`;
  box.style.top = `${above > 0 ? above : rect.bottom - home.top + GAP}px`;
}
