// What has happened at a table before somebody looked.

/** So many events are read at once. */
const PAGE = 100;

/**
 * Return what happened before, as far as it is shown.
 *
 * @param {import("../kit/index.js").Table} table
 * @param {number} most
 * @returns {Promise<import("../kit/index.js").Event[]>}
 */
export async function readHistory(table, most) {
  /** @type {import("../kit/index.js").Event[]} */
  let events = [];
  for (let after = /** @type {string | undefined} */ (undefined); ; ) {
    const { nodes, pageInfo } = await table.events({ first: PAGE, ...(after && { after }) });
    events = [...events, ...nodes].slice(-most);
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return events;
    after = pageInfo.endCursor;
  }
}
