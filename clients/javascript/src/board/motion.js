// Motion on a board: cards that fly and are dragged, and a table that shakes. Loaded when somebody is present.

import { SIGNS } from "./later.js";
import { useEffect, useLayoutEffect, useRef } from "./preact.js";

/**
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Root
 * @typedef {import("./preact.js").Ref<import("./touch.js").Dragging | null>} DraggingRef
 * @typedef {ReturnType<typeof import("./animation.js").makeFlights>} Flights
 * @typedef {import("../contract.js").Session} Session
 * @typedef {import("../contract.js").SessionFrame} Frame
 */

/**
 * Return functions to call before a board changes and with each frame, and a ref for the effect of a drag.
 *
 * @param {Root} root
 * @param {Session} session The table's state at first: a new deal is animated.
 */
export function useMotion(root, session) {
  const dragging = useRef(/** @type {import("./touch.js").Dragging | null} */ (null));
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
      // Without it cards neither fly nor can be dragged, but can still be played by touching them.
      void load(board, dragging, ended.signal).then((found) => {
        flights.current = found;
        dealing.current();
      }, () => null);
    };
    const { view, version } = session;
    if (view?.ply === 0) {
      wake.current();
      // Late viewers find the cards dealt.
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
      // The first frame only shows the present state.
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
  return makeFlights(board, () => dragging.current?.game.cards ?? []);
}
