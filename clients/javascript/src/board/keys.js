// The key that shows all moves.

import { useEffect } from "./preact.js";
import { hearing, isOn, TEXTS } from "./race.js";

/**
 * Show all moves by one key, unless something is being typed, or the key is that of a move out of turn.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 * @param {boolean} isFree
 * @param {() => void} list
 */
export function useListKey(root, isFree, list) {
  useEffect(() => {
    if (!isFree) return undefined;
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "m") return;
      if (!isOn(event, TEXTS) && root.current === hearing()) list();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
