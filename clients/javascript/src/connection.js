// Requests that are retried until they are answered. A change is made once, since a retry has the same key.

import { abortAfter, pause } from "./waiting.js";

/** The service refused the request or failed. `code` is stable; `body` is the whole problem. */
export class Problem extends Error {
  /** @param {import("./contract.js").Problem} body */
  constructor(body) {
    super(body.detail);
    this.name = "Problem";
    this.code = body.code;
    this.status = body.status;
    this.body = body;
  }
}

/** The service could not be reached after all attempts. The outcome of a change is unknown. */
export class Unreachable extends Error {
  name = "Unreachable";
}

/**
 * @typedef {object} Wire
 * @property {typeof globalThis.fetch} fetch
 * @property {string} [appKey] The key of the app, if the service requires one.
 * @property {string} [language] The language of labels, sentences and refusals, for people: `de-AT, en;q=0.5`.
 * @property {number} attempts The most attempts of a request.
 * @property {number} [changeAttempts] The most attempts of a change without an answer; by default `attempts`.
 * @property {number} firstWait The longest wait before the first retry in milliseconds; it doubles each time.
 * @property {number} longestWait The limit of the doubling.
 * @property {number} patience The milliseconds after which a request without an answer counts as lost.
 * @property {number} silence The milliseconds after which a stream without a heartbeat counts as cut off.
 * @property {boolean} claimsOverdue Whether to claim the default move at watched tables when the time is over.
 * @property {number | null} poll The milliseconds between polls where streams cannot be read; null: use streams.
 *
 * @typedef {object} Request
 * @property {string} [method]
 * @property {string | null} [token]
 * @property {unknown} [body]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {number} [wait] The milliseconds for which the service may hold the request on purpose.
 * @property {number} [attempts] The most attempts of this request.
 * @property {boolean} [isKept] Whether a browser may answer it from its cache.
 *
 * @typedef {{ status: number, body: any, tag: string | null, retryAfter: number }} Answer
 */

// The service itself did not answer.
export const CUT_OFF = [502, 503, 504];
// Nothing was done, or the outcome is unknown: the same request may be sent again.
export const PASSING = [408, 429, ...CUT_OFF];

export class Connection {
  /** The milliseconds by which the service's clock is ahead. */
  #ahead = 0;
  /** The parameters of streams that the service's release does not know. @type {Set<string>} */
  unknown = new Set();

  /**
   * @param {string} url
   * @param {Wire} wire
   */
  constructor(url, wire) {
    this.url = url.replace(/\/+$/, "").replace(/\/+graphql$/, "");
    this.wire = wire;
  }

  /**
   * Send a request until it is answered, and return the body of a success. Throws `Problem` and `Unreachable`.
   *
   * @param {string} path
   * @param {Request} [request]
   * @returns {Promise<any>}
   */
  async ask(path, request) {
    const answer = await this.send(path, request);
    if (answer.status >= 400) throw new Problem(answer.body);
    return answer.body;
  }

  /**
   * Send a request until it is answered, and return the answer, which may be a refusal. Throws `Unreachable`, or
   * `Problem` if the last answer was a temporary refusal.
   *
   * @param {string} path
   * @param {Request} [request]
   * @returns {Promise<Answer>}
   */
  async send(path, request = {}) {
    for (let failures = 0; ; failures++) {
      let answer, cause;
      try {
        answer = await this.#exchange(path, request);
        if (!PASSING.includes(answer.status)) return answer;
      } catch (error) {
        if (request.signal?.aborted || error instanceof Problem) throw error;
        cause = error;
        // Releases up to 0.2.0 do not let pages of other origins send this.
        delete request.headers?.Prefer;
      }
      if (failures + 1 < this.#attemptsOf(request, answer)) {
        await this.backOff(failures, answer?.retryAfter, request.signal);
      } else if (answer) throw new Problem(answer.body);
      else throw new Unreachable(`Nobody answers at ${this.url}${whyOf(cause)}; start a service with: make serve`);
    }
  }

  /**
   * Return how often a request may be sent; the key of a change ensures that it is made once, however long that takes.
   *
   * @param {Request} request
   * @param {Answer} [answer]
   */
  #attemptsOf({ headers, attempts = this.wire.attempts }, answer) {
    const { changeAttempts = attempts } = this.wire;
    const isCut = !answer || CUT_OFF.includes(answer.status);
    return isCut && headers?.["Idempotency-Key"] ? changeAttempts : attempts;
  }

  /** The service's time in milliseconds, to the second, as known from its answers. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * Send a request once, and return the answer when its head has arrived.
   *
   * @param {string} path
   * @param {Request} request
   */
  async fetch(path, { method = "GET", token, body, headers, signal, isKept }) {
    /** @type {Record<string, string>} */
    const sent = { Accept: "application/json", ...headers };
    if (token) sent.Authorization = `Bearer ${token}`;
    if (this.wire.appKey) sent["Croupier-App-Key"] = this.wire.appKey;
    if (this.wire.language) sent["Croupier-Language"] = this.wire.language;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    // A browser's cached answer for a table's address may be the view of another seat.
    const init = { method, headers: sent, body: body === undefined ? undefined : JSON.stringify(body), signal };
    const response = await this.wire.fetch(this.url + path, { ...init, cache: isKept ? "default" : "no-store" });
    // Answers have whole seconds, so the largest difference is the most accurate, unless a clock was set.
    const ahead = Date.parse(response.headers.get("date") ?? "") - Date.now();
    // A cached answer has an old time.
    if (!isKept && (ahead > this.#ahead || ahead < this.#ahead - 2000)) this.#ahead = ahead;
    return response;
  }

  /**
   * Wait for a random time, so that clients that were cut off together do not return together.
   *
   * @param {number} failures
   * @param {number} [atLeast]
   * @param {AbortSignal} [signal]
   */
  backOff(failures, atLeast = 0, signal) {
    const longest = Math.min(this.wire.longestWait, this.wire.firstWait * 2 ** failures);
    return pause(atLeast + Math.random() * longest, signal);
  }

  /**
   * @param {string} path
   * @param {Request} request
   */
  async #exchange(path, request) {
    const cut = abortAfter(request.signal);
    cut.within(this.wire.patience + (request.wait ?? 0));
    try {
      return await readAnswer(await this.fetch(path, { ...request, signal: cut.signal }));
    } finally {
      cut.done();
    }
  }
}

/**
 * Return a path with a query of all parameters that are given.
 *
 * @param {string} path
 * @param {Record<string, string | number | boolean | undefined>} which
 */
export function withQuery(path, which) {
  const given = Object.entries(which).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return query ? `${path}?${query}` : path;
}

/** @param {unknown} error */
function whyOf(error) {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
}

/** @param {Response} response */
const detailOf = ({ status, url }) =>
  `HTTP ${status}${PASSING.includes(status) ? "" : `, but not from Croupier: does it serve ${url}?`}`;

/**
 * Read the whole of an answer. Throws if it was cut off.
 *
 * @param {Response} response
 * @returns {Promise<Answer>}
 */
export async function readAnswer(response) {
  const text = await response.text();
  const header = response.headers.get("retry-after");
  let body = null;
  try {
    if (text) body = JSON.parse(text);
  } catch (error) {
    if (response.ok && /json/.test(response.headers.get("content-type") ?? "json")) throw error;
  }
  // A 204 has no body; every other answer of the service is an object.
  const isForeign = response.ok && response.status !== 204 && body?.constructor !== Object;
  // A proxy on the way may answer in its own format.
  const isUntold = isForeign || (!response.ok && !body?.code);
  if (isUntold) body = { code: "OTHER", status: response.status, detail: detailOf(response) };
  if (isForeign) throw new Problem(body);
  const retryAfter = body?.retryAfterMillis ?? 1000 * (Number(header) || 0);
  return { status: response.status, body, tag: response.headers.get("etag"), retryAfter };
}
