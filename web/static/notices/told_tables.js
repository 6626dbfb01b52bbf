// The tables of whose turns this browser is told, with all that the service worker needs. A worker cannot read
// `localStorage`, so they are in a cache, which nothing is served from.

/**
 * @typedef {object} ToldTable
 * @property {string} session
 * @property {number} seat
 * @property {string} title What is played there.
 * @property {string} language The language of the notices.
 * @property {string} endpoint The address of this browser at its push service.
 * @property {string} key The public key of the service that the browser subscribed with.
 * @property {string} path Where the service takes subscriptions of the table.
 * @property {Record<string, string>} headers What a request there needs, with the secret of the seat.
 * @property {number} version The version of the last notice.
 * @property {number} [at] The time of the last notice, in milliseconds since 1970; none if there was no notice yet.
 */

/** Known to the service worker, too. It deletes caches whose name begins like those of the page's files. */
const CACHE = "notices";

/** @param {Pick<ToldTable, "session" | "seat">} table */
const addressOf = ({ session, seat }) => `/notices/${session}/${seat}`;

/** @returns {Promise<ToldTable[]>} */
export async function readTold() {
  // Pages without HTTPS have no caches, and no notices.
  if (!("caches" in globalThis)) return [];
  const cache = await caches.open(CACHE);
  const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  return Promise.all(found.flatMap((response) => (response ? [response.json()] : [])));
}

/** @param {ToldTable} table */
export async function keepTold(table) {
  await (await caches.open(CACHE)).put(addressOf(table), new Response(JSON.stringify(table)));
}

/** @param {ToldTable} table */
export async function forgetTold(table) {
  await (await caches.open(CACHE)).delete(addressOf(table));
}
