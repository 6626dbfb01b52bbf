// What considered moves would do. The module that asks and draws is loaded when somebody is present.

import { SIGNS } from "./later.js";
import { useEffect, useState } from "./preact.js";

/**
 * @typedef {import("../contract.js").Move} Move
 *
 * @typedef {object} Foretold What the considered moves would do, in words.
 * @property {string} line The effects of the one move that is considered, if it is one.
 * @property {string} all The effects of all of them, each with its place.
 */

/** @type {Foretold} */
const NOTHING = { line: "", all: "" };

/**
 * Return the effects of the considered moves in words, a function to call with the move that a button stands for, and
 * the part that draws the effects, once it is there, with what it needs.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 */
export function useEffects(root) {
  const [considered, consider] = useState(/** @type {Move | null} */ (null));
  const [foretold, tell] = useState(NOTHING);
  const [found, find] = useState(/** @type {typeof import("./consequences.js") | null} */ (null));
  useEffect(() => {
    const ended = new AbortController();
    const load = async (/** @type {Event} */ event) => {
      // Without it moves are made without a preview.
      const module = await import("./consequences.js").catch(() => null);
      find(module);
      module?.showFocus(root.current, event);
    };
    for (const sign of SIGNS) root.current?.addEventListener(sign, load, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, []);
  return { foretold, consider, considered, tell, Consequences: found?.Consequences };
}
