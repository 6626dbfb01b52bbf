// What a table adds to the profile of this browser; the code for that is loaded when there is something to add.

import { useEffect, useLayoutEffect, useRef } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { isOver } from "./standing.js";

// First the screen is to be seen. A table whose end was not counted then is counted when it is opened again.
const SEEN_MILLIS = 2000;
const loadCounting = () => import("../profile/counting.js");

/**
 * Count a table that ends, and time slams. Where several people of this device play, nobody's profile has the table.
 *
 * @param {import("./screen.js").AtTable} given
 */
export function useCounting({ snapshot: { session, decision, pending, frame }, holders }) {
  const { storage } = useApp();
  const isOwn = session.viewerSeat !== null && holders.length === 1;
  const hasEnded = isOwn && isOver(session);
  const canSlam = isOwn && decision !== null && !decision.asked;
  const since = useRef(0);
  const chosen = useRef(/** @type {import("../profile/counting.js").Chosen | null} */ (null));
  useEffect(() => {
    if (!hasEnded) return undefined;
    const count = () => loadCounting().then(({ countEnd }) => countEnd(storage, session), () => null);
    const timer = setTimeout(count, SEEN_MILLIS);
    return () => clearTimeout(timer);
  }, [hasEnded]);
  useLayoutEffect(() => void (since.current = performance.now()), [canSlam && session.cursor]);
  useLayoutEffect(() => {
    if (pending && canSlam) chosen.current = { before: session, millis: performance.now() - since.current };
  }, [pending?.move]);
  useEffect(() => {
    const slam = chosen.current;
    if (!slam || !frame || frame.version <= slam.before.version) return;
    chosen.current = null;
    loadCounting().then(({ countChosen }) => countChosen(storage, frame, slam), () => null);
  }, [frame]);
}
