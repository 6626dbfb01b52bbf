// Parts of a screen that are loaded when they are first shown, or just before.

import { html } from "../kit/board/preact.js";
import { useModule } from "./context.js";
import { Trouble } from "./faults.js";

/**
 * @typedef {import("../kit/board/preact.js").Child} Child
 * @typedef {(given: never) => Child} Part What it is given is checked where it is drawn.
 * @typedef {Part & { load: () => Promise<unknown> }} Later Whoever awaits `load` first sees nothing come late.
 */

/**
 * Return a part that draws what is given as `waiting` until the module that draws it has come.
 *
 * @param {() => Promise<Part>} find
 * @returns {Later}
 */
export function later(find) {
  /** @type {Part | null} */
  let found = null;
  const load = async () => (found ??= await find());
  // What is shown meanwhile is for this part alone, not for those within it.
  const Later = (/** @type {{ waiting?: Child }} */ { waiting, ...given }) => {
    const { error } = useModule(load);
    if (error) return html`<${Trouble} error=${error} />`;
    return found ? html`<${found} ...${given} />` : waiting;
  };
  return Object.assign(Later, { load });
}
