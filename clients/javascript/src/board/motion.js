// What moves on a board: cards that fly and are dragged, and a table that shakes. Loaded when somebody is there.

import { useEffect, useLayoutEffect, useRef } from "./preact.js";

/**
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Root
 * @typedef {import("./preact.js").Ref<import("./touch.js").Dragging>} DraggingRef
 * @typedef {ReturnType<typeof import("./animation.js").makeFlights>} Flights
 * @typedef {import("../contract.js").Session} Session
 * @typedef {import("../contract.js").SessionFrame} Frame
 */

/** What somebody does who is there. */
const SIGNS = ["pointerover", "pointerdown", "keyup"];

/**
 * Return what to call before a board changes and with each frame, and a place for what a drag does.
 *
 * @param {Root} root
 * @param {Session} session How the table stands at first: a fresh one is dealt.
 */
export function useMotion(root, session) {
  const dragging = useRef(/** @type {import("./touch.js").Dragging} */ (/** @type {unknown} */ (null)));
  const flights = useRef(/** @type {Flights | null} */ (null));
  const wake = useRef(() => {});
  const dealing = useRef(/** @type {() => void} */ (() => {}));
  const last = useRef(/** @type {Pick<Frame, "version" | "session">} */ ({ version: session.version, session }));
  useEffect(() => {
    const ended = new AbortController();
    const board = /** @type {HTMLElement} */ (root.current);
    let isAwake = false;
    wake.current = () => {
      if (isAwake) return;
      isAwake = true;
      // Without it cards neither fly nor are dragged, and are still played by touching them.
      void load(board, dragging, ended.signal).then((found) => {
        flights.current = found;
        dealing.current();
      }, () => null);
    };
    const { view, version } = session;
    if (view?.ply === 0) {
      wake.current();
      // Whoever comes late finds the cards dealt.
      dealing.current = () => last.current.version === version && flights.current?.deal(view);
    }
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
    show: (/** @type {Frame} */ frame) => {
      // The first frame only says how things stand.
      if (frame.events.length > 0) wake.current();
      flights.current?.show(frame, last.current);
      last.current = frame;
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
