// Addresses of tables: whatever is secret stands in the fragment, which browsers send to nobody.

/**
 * @typedef {object} Address
 * @property {string | null} session The table; null: the lobby.
 * @property {string | null} token The secret of a seat, once.
 * @property {string | null} code The code of an invitation, once.
 * @property {boolean} broken Whether the fragment is none of ours, or was cut off on its way.
 */

const SESSION = /^[\w-]{8,100}$/;
const SECRET = /^[\w-]{8,200}$/;

/**
 * Read the fragment of an address: `#s=SESSION`, perhaps with `t=TOKEN` or `code=JOINCODE`.
 *
 * @param {string} hash
 * @returns {Address}
 */
export function readAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [session, token, code] = ["s", "t", "code"].map((name) => parts.get(name));
  const sound = matches(SESSION, session) && matches(SECRET, token) && matches(SECRET, code);
  const broken = !sound || (session === null && hash.length > 1);
  return broken ? { session: null, token: null, code: null, broken } : { session, token, code, broken };
}

/**
 * Read what somebody has pasted: a link to a table, its fragment, or its id.
 *
 * @param {string} text
 * @returns {Address | null} Null if it leads to no table.
 */
export function readPasted(text) {
  const [, hash = null] = /#(.*)$/.exec(text.trim()) ?? [];
  const address = readAddress(hash ?? `s=${text.trim().replace(/^s=/, "")}`);
  return address.session === null ? null : address;
}

/**
 * Tell whether a text is the code or the secret of a seat alone: 256 bits, where the id of a table has half as many.
 *
 * @param {string} text
 */
export const isSecretAlone = (text) => /^(?:code=|t=)?[\w-]{43}$/.test(text.trim());

/**
 * Return the fragment that leads to a table.
 *
 * @param {string} session
 * @param {{ token?: string | null, code?: string | null }} [secrets]
 */
export function hashOf(session, { token, code } = {}) {
  const secret = token ? `&t=${token}` : code ? `&code=${code}` : "";
  return `#s=${session}${secret}`;
}

/**
 * Return a link to give to somebody else.
 *
 * @param {string} session
 * @param {{ code?: string | null }} [secrets]
 */
export function linkTo(session, secrets) {
  return `${location.origin}/play${hashOf(session, secrets)}`;
}

/**
 * @param {RegExp} pattern
 * @param {string | null} value
 */
const matches = (pattern, value) => value === null || pattern.test(value);
