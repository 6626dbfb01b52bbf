// What moves on a board: cards that fly, and cards that are dragged. Loaded when somebody is there, or something happens.

import { useEffect, useLayoutEffect, useRef } from "./preact.js";

/**
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Root
 * @typedef {import("./preact.js").Ref<import("./touch.js").Dragging>} DraggingRef
 * @typedef {ReturnType<typeof import("./animation.js").makeFlights>} Flights
 */

/** What somebody does who is there. */
const SIGNS = ["pointerover", "pointerdown", "focusin"];

/**
 * Return what to call before a board changes and with each frame, and a place for what a drag does.
 *
 * @param {Root} root
 */
export function useMotion(root) {
  const dragging = useRef(/** @type {import("./touch.js").Dragging} */ (/** @type {unknown} */ (null)));
  const flights = useRef(/** @type {Flights | null} */ (null));
  const wake = useRef(() => {});
  useEffect(() => {
    const ended = new AbortController();
    const board = /** @type {HTMLElement} */ (root.current);
    let isAwake = false;
    wake.current = () => {
      if (isAwake) return;
      isAwake = true;
      // Without it cards neither fly nor are dragged, and are still played by touching them.
      void load(board, dragging, ended.signal).then((found) => (flights.current = found), () => null);
    };
    for (const sign of SIGNS) board.addEventListener(sign, wake.current, { signal: ended.signal });
    return () => {
      ended.abort();
      flights.current?.end();
    };
  }, []);
  useLayoutEffect(() => flights.current?.start());
  return {
    dragging,
    measure: () => flights.current?.measure(),
    show: (/** @type {import("../contract.js").SessionFrame} */ frame) => {
      // The first frame only says how things stand.
      if (frame.events.length > 0) wake.current();
      flights.current?.show(frame);
    },
  };
}

/**
 * @param {HTMLElement} board
 * @param {DraggingRef} dragging
 * @param {AbortSignal} signal
 */
async function load(board, dragging, signal) {
  const [{ makeFlights }, { letDrag }] = await Promise.all([import("./animation.js"), import("./touch.js")]);
  if (signal.aborted) return null;
  letDrag(board, dragging, signal);
  return makeFlights(board, () => dragging.current.game.cards);
}
