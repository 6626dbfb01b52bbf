// The log of events in sentences, to read and for screen readers.

import { html, useEffect, useRef, useState } from "./preact.js";
import { text } from "./texts.js";

/** @typedef {import("../contract.js").Event} Event */

const KEPT = 30;

/**
 * Return the sentences of events that people want to hear.
 *
 * @param {readonly Event[]} events
 */
export const sentencesOf = (events) => events.filter(isTold).map(({ sentence }) => sentence);

/** Return whether people want to hear of an event. @param {Event} event */
export const isTold = ({ weight }) => weight !== "DETAIL";

/**
 * Draw the last sentences, to read. The announcer reads out news by itself.
 *
 * @param {{ language: string, lines: readonly { id: string, sentence: string }[] }} props
 */
export function Log({ language, lines }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  const label = text(language, "events");
  return html`<div
    class="croupier-log"
    part="log"
    role="log"
    aria-live="off"
    tabindex="0"
    aria-label=${label}
    ref=${list}
  >
    ${lines.map(({ id, sentence }) => html`<p key=${id}>${sentence}</p>`)}
  </div>`;
}

/** Return the lines of the log, and a function to call with each frame. */
export function useLines() {
  const [lines, setLines] = useState(/** @type {{ id: string, sentence: string }[]} */ ([]));
  /**
   * @param {import("../contract.js").SessionFrame} frame
   */
  const add = (frame) => {
    const fresh = sentencesOf(frame.events).map((sentence, place) => ({ id: `${frame.cursor}-${place}`, sentence }));
    if (fresh.length) setLines((last) => [...last, ...fresh].slice(-KEPT));
  };
  return /** @type {const} */ ([lines, add]);
}
