// Webhooks: verify that a request comes from the service, and read its notice (Standard Webhooks 1.0.0).
// With WebCrypto alone, so that it runs in Node, Deno, Workers and browsers.

/**
 * @typedef {"table.opened" | "table.started" | "turn.started" | "turn.ended" | "reaction.opened" | "seat.lapsed"
 *   | "table.finished" | "rematch.offered" | "tournament.round_started" | "tournament.round_finished"
 *   | "tournament.finished" | "test"} NoticeType The types of notices that this kit knows.
 * @typedef {"MISSING_HEADER" | "BAD_TIMESTAMP" | "WRONG_SIGNATURE" | "TOO_OLD" | "TOO_NEW" | "NOT_JSON"
 *   | "NOT_A_NOTICE"} WebhookCode The reasons for which a request is refused.
 *
 * @typedef {object} Notice What happened at a table or in a tournament. It has ids and never a card: read the table to
 *   learn more.
 * @property {string} id The `webhook-id`, the same in each attempt to deliver the notice.
 * @property {NoticeType | (string & {})} type One that was added later is kept: ignore a type that you do not know.
 * @property {string} timestamp When it happened (RFC 3339).
 * @property {string | null} sessionId
 * @property {string | null} tournamentId
 * @property {number | null} version The version of the session or the tournament that brought the notice.
 * @property {number | null} seat The seat concerned, from 0; null if the notice concerns the whole table.
 * @property {string | null} deadline Until when the seat, or the whole table, may act (RFC 3339).
 * @property {number | null} round The round of the tournament, from 1.
 * @property {string | null} nextSessionId The session that continues with the same seats.
 * @property {Readonly<Record<string, unknown>>} data The `data` of the body as it came, with what was added later.
 *
 * @typedef {Headers | Iterable<[string, string]> | Record<string, string | string[] | undefined>} WebhookHeaders The
 *   headers of a request; the record is that of Node.
 */

const PREFIX = "whsec_";
// Bytes of a secret, as the specification bounds them.
const SHORTEST_SECRET = 24;
const LONGEST_SECRET = 64;
const TOLERANCE = 300_000;
const HMAC = { name: "HMAC", hash: "SHA-256" };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The request is not a notice of the service, or was not signed just now. `code` is stable. */
export class InvalidWebhook extends Error {
  /**
   * @param {WebhookCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "InvalidWebhook";
    this.code = code;
  }
}

/**
 * Return the notice of a request, if the service has signed it with one of your secrets. Throws `InvalidWebhook`, and
 * `TypeError` if a secret is not one.
 *
 * @param {string | Uint8Array | ArrayBuffer} body The body as it was received, not parsed and written again.
 * @param {WebhookHeaders} headers
 * @param {string | readonly string[]} secrets All secrets that may have signed: two while you rotate them, else one.
 * @param {{ now?: number, tolerance?: number }} [options] The time in milliseconds since 1970, and how many
 *   milliseconds the signature may be older or newer.
 * @returns {Promise<Notice>}
 */
export async function verifyWebhook(body, headers, secrets, { now = Date.now(), tolerance = TOLERANCE } = {}) {
  const keys = (typeof secrets === "string" ? [secrets] : secrets).map(readSecret);
  if (keys.length === 0) throw new TypeError("There is no secret to verify with.");
  const { id, timestamp, signatures } = readHeaders(headers);
  const content = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  const signed = await new Blob([`${id}.${timestamp}.`, content]).arrayBuffer();
  const expected = await Promise.all(keys.map((key) => sign(signed, key)));
  const isSigned = expected.some((one) => signatures.some((other) => areEqual(one, other)));
  if (!isSigned) refuse("WRONG_SIGNATURE", "None of the signatures was made of this body with your secret.");
  checkAge(now - 1000 * Number(timestamp), tolerance);
  return readNotice(id, content);
}

/** @param {string} secret */
function readSecret(secret) {
  if (!secret.startsWith(PREFIX)) throw new TypeError(`The secret of a webhook begins with ${PREFIX}.`);
  const key = decodeBase64(secret.slice(PREFIX.length));
  if (key === null) throw new TypeError(`The secret of a webhook is in base64 after ${PREFIX}.`);
  if (key.length >= SHORTEST_SECRET && key.length <= LONGEST_SECRET) return key;
  throw new TypeError(`The secret of a webhook has ${SHORTEST_SECRET} to ${LONGEST_SECRET} bytes, not ${key.length}.`);
}

/** @param {string} text */
function decodeBase64(text) {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @param {WebhookHeaders} headers */
function readHeaders(headers) {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const named = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = named.get(name);
    return value ? String(value) : refuse("MISSING_HEADER", `The request has no header ${name}.`);
  });
  const isWhole = /^[0-9]{1,15}$/.test(timestamp);
  if (!isWhole) refuse("BAD_TIMESTAMP", "The header webhook-timestamp is not in whole seconds since 1970.");
  return { id, timestamp, signatures: signatures.split(" ") };
}

/**
 * @param {ArrayBuffer} signed
 * @param {Uint8Array<ArrayBuffer>} secret
 */
async function sign(signed, secret) {
  const key = await crypto.subtle.importKey("raw", secret, HMAC, false, ["sign"]);
  const made = await crypto.subtle.sign("HMAC", key, signed);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(made)))}`;
}

/**
 * Compare two signatures in a time that does not depend on where they differ.
 *
 * @param {string} one
 * @param {string} other
 */
function areEqual(one, other) {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

/**
 * @param {number} age
 * @param {number} tolerance
 */
function checkAge(age, tolerance) {
  const seconds = Math.round(Math.abs(age) / 1000);
  if (age > tolerance) refuse("TOO_OLD", `The request is ${seconds} seconds old: a clock is wrong, or a replay.`);
  if (-age > tolerance) refuse("TOO_NEW", `The request was signed ${seconds} seconds ahead: a clock is wrong.`);
}

/**
 * @param {string} id
 * @param {Uint8Array} content
 * @returns {Notice}
 */
function readNotice(id, content) {
  const sent = parse(content);
  if (!isObject(sent)) refuse("NOT_A_NOTICE", "The body is not an object.");
  const data = sent.data;
  if (!isObject(data)) refuse("NOT_A_NOTICE", "The notice has no data.");
  return {
    id,
    type: text(sent, "type") ?? refuse("NOT_A_NOTICE", "The notice has no type."),
    timestamp: text(sent, "timestamp") ?? refuse("NOT_A_NOTICE", "The notice has no timestamp."),
    sessionId: text(data, "sessionId"),
    tournamentId: text(data, "tournamentId"),
    version: number(data, "version"),
    seat: number(data, "seat"),
    deadline: text(data, "deadline"),
    round: number(data, "round"),
    nextSessionId: text(data, "nextSessionId"),
    data,
  };
}

/**
 * @param {Uint8Array} content
 * @returns {unknown}
 */
function parse(content) {
  try {
    return JSON.parse(decoder.decode(content));
  } catch {
    return refuse("NOT_JSON", "The body is not JSON in UTF-8.");
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {Record<string, unknown>} fields
 * @param {string} name
 */
function text(fields, name) {
  const value = fields[name] ?? null;
  if (value === null || typeof value === "string") return value;
  return refuse("NOT_A_NOTICE", `The ${name} of the notice is not a string.`);
}

/**
 * @param {Record<string, unknown>} fields
 * @param {string} name
 */
function number(fields, name) {
  const value = fields[name] ?? null;
  if (value === null || typeof value === "number") return value;
  return refuse("NOT_A_NOTICE", `The ${name} of the notice is not a number.`);
}

/**
 * @param {WebhookCode} code
 * @param {string} message
 * @returns {never}
 */
function refuse(code, message) {
  throw new InvalidWebhook(code, message);
}
