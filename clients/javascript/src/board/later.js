// Parts of a board that are loaded after it was drawn.

import { useEffect, useState } from "./preact.js";

/** The events that show that a person is there. */
export const SIGNS = ["pointerover", "pointerdown", "keyup"];

/** By then everything has been loaded with which a table is first drawn. */
const DRAWN_MILLIS = 1500;

/**
 * Return a module once it is loaded: when somebody is there, or after a while. Null until then, and if it cannot be
 * loaded.
 *
 * @template {object} T
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 * @param {() => Promise<T>} find
 * @param {number} [millis] The longest wait before it is loaded.
 */
export function useLater(root, find, millis = DRAWN_MILLIS) {
  const [found, keep] = useState(/** @type {T | null} */ (null));
  useEffect(() => {
    const ended = new AbortController();
    const load = () => void find().then(keep, () => null);
    const timer = setTimeout(load, millis);
    for (const sign of SIGNS) root.current?.addEventListener(sign, load, { once: true, signal: ended.signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [millis]);
  return found;
}
