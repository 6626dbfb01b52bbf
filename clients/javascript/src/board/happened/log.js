// The log of events in sentences, to read.

import { html, useEffect, useRef } from "../preact.js";
import { text } from "../texts.js";

const KEPT = 30;

/**
 * Draw the last steps. The announcer reads out news by itself.
 *
 * @param {{ language: string, steps: readonly import("./steps.js").Step[] }} props
 */
export function Log({ language, steps }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = steps.slice(-KEPT);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.at(-1)?.id]);
  return html`<div
    class="croupier-log"
    part="log"
    role="log"
    aria-live="off"
    tabindex="0"
    aria-label=${text(language, "events")}
    ref=${list}
  >
    ${lines.map(({ id, sentence }) => html`<p key=${id}>${sentence}</p>`)}
  </div>`;
}
