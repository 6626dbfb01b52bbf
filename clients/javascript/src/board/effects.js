// The certain effects of a move in words, for a player who considers it.

import { useEffect, useRef, useState } from "./preact.js";

/** @typedef {import("../contract.js").Move} Move */

const PAUSE = 180;

/**
 * Return the certain effects of the considered move, in words, and a function to call with the considered move.
 *
 * @param {import("../table.js").Table} table
 * @returns {[string, (move: Move | null) => void]}
 */
export function useEffects(table) {
  const { cursor } = table.session;
  const [effect, setEffect] = useState("");
  const known = useRef(/** @type {Map<string, string>} */ (new Map()));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => {
    known.current = new Map();
    setEffect("");
    return () => clearTimeout(timer.current);
  }, [cursor, table]);
  const consider = (/** @type {Move | null} */ move) => {
    clearTimeout(timer.current);
    if (!move) return setEffect("");
    const found = known.current.get(move.notation);
    if (found !== undefined) return setEffect(found);
    const memory = known.current;
    timer.current = setTimeout(async () => {
      const preview = await table.preview(move).catch(() => null);
      const words = (preview?.events ?? [])
        .filter(({ seat, count }) => seat !== null || count)
        .map(({ sentence }) => sentence);
      memory.set(move.notation, words.join(" "));
      if (memory === known.current) setEffect(words.join(" "));
    }, PAUSE);
  };
  return [effect, consider];
}
