// Drag and drop by mouse, pen and finger. A short touch stays a click.

import { CardFace } from "./card.js";
import { cardAt, suppressClick } from "./pointing.js";
import { h, render } from "./preact.js";

/**
 * @typedef {import("./selection.js").Picked} Picked
 *
 * @typedef {object} Dragging The callbacks and data of a drag.
 * @property {{ cards: readonly import("../contract.js").Card[] }} game
 * @property {(card: Picked) => boolean} canDrag
 * @property {(card: Picked) => void} start
 * @property {(card: Picked, zone: string | null, seat: number | null) => void} drop
 */

/** The distance that a pointer moves before it drags, in pixels. */
const SLACK = 8;

/**
 * Make the cards of a board draggable until the signal aborts. Sets `data-drag` on the board.
 *
 * @param {HTMLElement} board
 * @param {{ current: Dragging | null }} latest
 * @param {AbortSignal} signal
 */
export function letDrag(board, latest, signal) {
  /** @param {PointerEvent} event */
  const onDown = (event) => {
    const card = event.button === 0 && event.isPrimary ? cardAt(event) : null;
    const dragging = latest.current;
    if (card && dragging?.canDrag(card.picked)) followPointer(board, event, card, dragging);
  };
  board.addEventListener("pointerdown", onDown, { signal });
  board.dataset.drag = "ready";
}

/**
 * Move a card with the pointer that touched it, until the card is dropped.
 *
 * @param {HTMLElement} root
 * @param {PointerEvent} first
 * @param {{ element: HTMLElement, picked: Picked }} card
 * @param {Dragging} dragging
 */
function followPointer(root, first, { element, picked }, dragging) {
  const ended = new AbortController();
  const { signal } = ended;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (event.pointerId !== first.pointerId) return;
    const x = event.clientX - first.clientX;
    const y = event.clientY - first.clientY;
    if (!ghost && Math.hypot(x, y) < SLACK) return;
    if (!ghost) {
      ghost = lift(root, element, picked, dragging);
      dragging.start(picked);
    }
    ghost.style.translate = `${x}px ${y}px`;
  };
  const end = () => {
    ended.abort();
    ghost?.remove();
  };
  // Other fingers may touch and leave the board meanwhile; only the finger that drags can end the drag.
  const onCancel = (/** @type {PointerEvent} */ { pointerId }) => {
    if (pointerId === first.pointerId) end();
  };
  /** @param {PointerEvent} event */
  const onUp = (event) => {
    if (event.pointerId !== first.pointerId) return;
    end();
    if (!ghost) return;
    suppressClick(root);
    const [zone, seat] = placeAt(root, event);
    dragging.drop(picked, zone, seat);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    end();
    if (ghost) dragging.drop(picked, null, null);
  };
  document.addEventListener("pointermove", onMove, { signal });
  document.addEventListener("pointerup", onUp, { signal });
  document.addEventListener("pointercancel", onCancel, { signal });
  document.addEventListener("keydown", onKey, { signal });
}

/**
 * Return a copy of a card that lies above the board.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} element
 * @param {Picked} picked
 * @param {Dragging} dragging
 */
function lift(root, element, { code }, { game }) {
  const rect = element.getBoundingClientRect();
  const home = root.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "croupier-flying croupier-lifted";
  ghost.style.width = `${rect.width}px`;
  ghost.style.transform = `translate(${rect.left - home.left}px, ${rect.top - home.top}px)`;
  const card = game.cards.find((face) => face.code === code);
  if (card) render(h(CardFace, { card, game }), ghost);
  root.append(ghost);
  return ghost;
}

/**
 * Return the zone and the seat below a pointer.
 *
 * @param {HTMLElement} root
 * @param {PointerEvent} event
 * @returns {[string | null, number | null]}
 */
function placeAt(root, event) {
  const tree = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const below = tree.elementsFromPoint(event.clientX, event.clientY).filter((element) => root.contains(element));
  const zone = closest(below, "[data-zone]")?.dataset.zone ?? null;
  const seat = closest(below, "[data-seat]")?.dataset.seat;
  return [zone, seat === undefined ? null : Number(seat)];
}

/**
 * @param {Element[]} elements
 * @param {string} selector
 */
const closest = (elements, selector) =>
  /** @type {HTMLElement | undefined} */ (
    elements.map((element) => element.closest(selector)).find(Boolean) ?? undefined
  );
