// The time of a table: where one stands in it, and what is seen there.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "../kit/board/preact.js";

/**
 * @typedef {import("./history/replay.js").History} History
 * @typedef {import("./history/replay.js").Position} Position
 * @typedef {import("./history/replay.js").Progress} Progress
 */

/** Whoever only passes over a step on the way to another has not asked for it. */
const HOVER_MILLIS = 50;

/**
 * Return the steps of a history as they become known.
 *
 * @param {History} history
 */
export function useHistory(history) {
  const [, setCount] = useState(0);
  useEffect(() => {
    const draw = () => setCount((count) => count + 1);
    // Steps may have come since this was drawn.
    draw();
    return history.subscribe(draw);
  }, [history]);
  return { steps: history.steps(), progress: history.progress() };
}

/**
 * Stand somewhere in time: pinned at one step, with a look at others. Who stands at the end of what still goes on,
 * stays at its end.
 *
 * @param {number} count
 * @param {Progress} progress
 */
export function useTime(count, progress) {
  const last = lastOf(count, progress);
  const [pinned, setPinned] = useState(progress.isLive ? Infinity : 0);
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  // Keys may come faster than the page is drawn.
  const place = useRef(0);
  const pin = useCallback(
    (/** @type {number} */ step) => {
      clearTimeout(timer.current);
      place.current = clamp(step, last);
      setHovered(null);
      setPinned(step >= last && progress.isLive ? Infinity : clamp(step, last));
    },
    [last, progress.isLive],
  );
  const hover = useCallback((/** @type {number | null} */ step) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(step), step === null ? 0 : HOVER_MILLIS);
  }, []);
  const at = clamp(pinned, last);
  place.current = at;
  useArrowKeys(place, last, pin);
  return { last, pinned: at, step: clamp(hovered ?? at, last), pin, hover };
}

/**
 * Return the last step that can be looked at: nothing counts after a move that the rules refuse.
 *
 * @param {number} count
 * @param {Progress} progress
 */
const lastOf = (count, { error, done }) => Math.max(0, (error ? Math.min(done, count) : count) - 1);

/**
 * @param {number} step
 * @param {number} last
 */
const clamp = (step, last) => Math.max(0, Math.min(step, last));

/**
 * Step by the arrow keys, wherever they mean nothing else.
 *
 * @param {{ current: number }} place
 * @param {number} last
 * @param {(step: number) => void} pin
 */
function useArrowKeys(place, last, pin) {
  // What is drawn can be stepped through at once.
  useLayoutEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest(TAKEN)) return;
      const step = stepOf(event.key, place.current, last);
      if (step === null) return;
      event.preventDefault();
      pin(step);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [place, last, pin]);
}

const TAKEN = "input, textarea, select, [role=listbox], [role=tablist], [contenteditable], pre, dialog, .rule-text";

/**
 * Return the step that a key leads to; null for other keys.
 *
 * @param {string} key
 * @param {number} at
 * @param {number} last
 */
export function stepOf(key, at, last) {
  if (key === "ArrowLeft") return clamp(at - 1, last);
  if (key === "ArrowRight") return clamp(at + 1, last);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return null;
}

/** Where one goes next, the likeliest first. */
const AROUND = [1, -1, 2, -2];

/**
 * Ask for the steps around one as a viewer saw them, so that stepping on waits for nothing.
 *
 * @param {History} history
 * @param {number} step
 * @param {number | null} viewer
 */
function askAround(history, step, viewer) {
  const { done } = history.progress();
  const near = AROUND.map((distance) => step + distance).filter((other) => other >= 0 && other < done);
  // Whoever goes there is told what is wrong.
  for (const other of near) void history.at(other, viewer).catch(() => null);
}

/**
 * Return how a viewer sees a step; while that is asked for, how it saw the one before.
 *
 * @param {History} history
 * @param {number} step
 * @param {number | null} viewer
 */
export function usePosition(history, step, viewer) {
  const [found, setFound] = useState(
    /** @type {{ position: Position | null, error: unknown, of: string }} */ ({ position: null, error: null, of: "" }),
  );
  const wanted = `${step} ${viewer}`;
  useEffect(() => {
    let isWanted = true;
    history.at(step, viewer).then(
      (position) => {
        if (!isWanted) return;
        setFound({ position, error: null, of: wanted });
        askAround(history, step, viewer);
      },
      (error) => isWanted && setFound(({ position }) => ({ position, error, of: wanted })),
    );
    return () => void (isWanted = false);
  }, [history, wanted]);
  return { ...found, isStale: found.of !== wanted };
}
