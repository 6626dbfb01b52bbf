// What has happened, as the service tells it, the newest at the top.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useApp, useLoaded } from "../app/context.js";

/** @typedef {import("../kit/index.js").Event} Event */

const MOST = 300;
const PAGE = 100;

/** @param {import("./screen.js").AtTable} given */
export function Log({ table, snapshot }) {
  const { t } = useApp();
  const { data } = useLoaded(() => readHistory(table), [table]);
  const [fresh, add] = useState(/** @type {Event[]} */ ([]));
  const { frame } = snapshot;
  useEffect(() => {
    if (frame?.events.length) add((known) => [...known, ...frame.events].slice(-MOST));
  }, [frame]);
  const events = joinEvents(data ?? [], fresh);
  return html`<section class="panel log" aria-labelledby="log">
    <h2 id="log">${t("log")}</h2>
    ${events.length === 0 && html`<p class="hint">${t("logEmpty")}</p>`}
    <ol reversed tabindex="0" aria-labelledby="log">
      ${events.reverse().map(({ version, sequence, sentence }) => html`<li key=${`${version}.${sequence}`}>${sentence}</li>`)}
    </ol>
  </section>`;
}

/**
 * Return what happened before, as far as it is shown.
 *
 * @param {import("../kit/index.js").Table} table
 * @returns {Promise<Event[]>}
 */
async function readHistory(table) {
  /** @type {Event[]} */
  let events = [];
  for (let after = /** @type {string | undefined} */ (undefined); ; ) {
    const { nodes, pageInfo } = await table.events({ first: PAGE, ...(after && { after }) });
    events = [...events, ...nodes].slice(-MOST);
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return events;
    after = pageInfo.endCursor;
  }
}

/**
 * Join two runs of events that may overlap; each event once, in order.
 *
 * @param {Event[]} before
 * @param {Event[]} after
 */
export function joinEvents(before, after) {
  const all = new Map([...before, ...after].map((event) => [`${event.version}.${event.sequence}`, event]));
  return [...all.values()].sort((one, other) => one.version - other.version || one.sequence - other.sequence);
}
