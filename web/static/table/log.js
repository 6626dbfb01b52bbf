// The log of a table: the service's sentences about events, the newest last.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../kit/board/preact.js";
import { useApp, useLoaded, useMedia } from "../app/context.js";

/** @typedef {import("../kit/index.js").Event} Event */

const MOST = 300;

const loadMore = () => import("./later_on.js");

/** @param {import("./screen.js").AtTable} given */
export function Log({ table, snapshot }) {
  const { t } = useApp();
  // The history may be long, so it is loaded only on demand.
  const [isWanted, setWanted] = useState(false);
  const read = async () => (isWanted ? (await loadMore()).readHistory(table, MOST) : null);
  const { data, reload } = useLoaded(read, [table, isWanted]);
  const [fresh, setFresh] = useState(/** @type {Event[]} */ ([]));
  const isWide = useMedia("(min-width: 62.01rem)");
  const last = useRef(snapshot.frame);
  // Several frames may arrive between two renders, so each is added when it arrives.
  const addFrame = (/** @type {import("../kit/index.js").Snapshot} */ { frame }) => {
    if (frame === null || frame === last.current) return;
    last.current = frame;
    if (!frame.resync) {
      setFresh((known) => joinEvents(known, frame.events).slice(-MOST));
      return;
    }
    // Some events were not sent, or have been taken back.
    setFresh([]);
    setWanted(true);
    reload();
  };
  useEffect(() => table.subscribe(addFrame), [table]);
  const events = joinEvents(data ?? [], fresh).filter(({ weight }) => weight !== "DETAIL");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [events.length, isWide]);
  // `aria-live` is off, since the board announces new events.
  return html`<details class="panel log" open=${isWide}>
    <summary><h2>${t("log")}</h2></summary>
    ${!isWanted && html`<button class="button quiet" onClick=${() => setWanted(true)}>${t("logEarlier")}</button>`}
    ${data && events.length === 0 && html`<p class="hint">${t("logEmpty")}</p>`}
    <div role="log" aria-label=${t("log")} aria-live="off">
      <ol ref=${list} tabindex="0">
        ${events.map(({ version, sequence, sentence }) => html`<li key=${`${version}.${sequence}`}>${sentence}</li>`)}
      </ol>
    </div>
  </details>`;
}

/**
 * Join two lists of events that may overlap: each event once, in order.
 *
 * @param {Event[]} before
 * @param {Event[]} after
 */
export function joinEvents(before, after) {
  const all = new Map([...before, ...after].map((event) => [`${event.version}.${event.sequence}`, event]));
  return [...all.values()].sort((one, other) => one.version - other.version || one.sequence - other.sequence);
}
