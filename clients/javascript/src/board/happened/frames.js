// The frames of a table that count, from a cursor on, as they were and as they come.

import { useEffect, useState } from "../preact.js";
import { pastOf } from "./past.js";
import { isSequel, joinFrame } from "./steps.js";

/**
 * @typedef {import("./steps.js").Frame} Frame
 * @typedef {import("./steps.js").Told} Told
 */

/** @type {readonly Told[]} */
const NONE = [];

/**
 * Return the frames after a cursor that count, and whether the earlier ones have been read. They are read again if
 * versions were lost or skipped.
 *
 * @param {import("../../table.js").Table} table
 * @param {string} after
 */
export function useFrames(table, after) {
  const [found, setFound] = useState({ frames: NONE, isRead: false });
  const [round, readAgain] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    /** @type {Frame[]} The frames that come while the earlier ones are read. */
    const waiting = [];
    let frames = NONE;
    let isRead = false;
    let last = table.getSnapshot().frame;
    const join = (/** @type {Frame} */ frame) => {
      if (!isSequel(frames, frame)) return readAgain((rounds) => rounds + 1);
      frames = joinFrame(frames, frame);
      setFound({ frames, isRead });
    };
    const leave = table.subscribe(({ frame }) => {
      if (frame === null || frame === last) return;
      last = frame;
      if (isRead) join(frame);
      else waiting.push(frame);
    });
    const read = async () => {
      try {
        for await (const frame of pastOf(table, { after, signal: ended.signal })) frames = joinFrame(frames, frame);
      } catch {
        // What cannot be read is not shown; what comes is.
      }
      if (ended.signal.aborted) return;
      isRead = true;
      setFound({ frames, isRead });
      for (const frame of waiting) join(frame);
    };
    void read();
    return () => {
      ended.abort();
      leave();
    };
  }, [table, after, round]);
  return found;
}
