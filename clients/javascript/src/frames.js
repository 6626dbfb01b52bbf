// The frames of a session or a tournament: each version once and in order, across lost connections.

import { Connection, PASSING, Problem, readAnswer, withQuery } from "./connection.js";
import { abortAfter, pause } from "./waiting.js";

/**
 * @typedef {object} Watched
 * @property {string} path The path of the session or tournament.
 * @property {string | null} token
 * @property {string | null} [after] The cursor of the last frame seen; without it, the first frame is a snapshot.
 * @property {AbortSignal} [signal] Ends the frames.
 * @property {boolean} [untilRematch] Whether a session's frames continue after its end until it has a rematch.
 * @property {(connected: boolean) => void} [onConnection] Called when the connection is lost, and when it is back.
 * @property {(emote: import("./contract.js").SeatEmote) => void} [onEmote] Called with each emote of a session that has
 *   them, unless the stream is polled.
 * @property {Look} look
 * @property {typeof import("./complete.js").completeFrame} [complete] Completes frames that have only changes; without
 *   it, frames are shown as they arrive.
 *
 * @typedef {import("./contract.js").Session} Session
 * @typedef {{ cursor: string | null, version: number | null, session: Session | null }} Position The last frame shown.
 *
 * @typedef {{ name: string, data: any }} StreamEvent
 *
 * @callback Look Request the present state once, yield it if it has changed since a cursor, and return its cursor and
 *   its tag.
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} seen
 * @param {string | null} [known] The tag of the last answer.
 * @returns {AsyncGenerator<StreamEvent, [string | null, string | null], void>}
 */

/** The connection works, whether or not anything happens. @type {StreamEvent} */
export const OPEN = { name: "open", data: null };

/** The parameters that releases up to 0.2.0 do not know. */
const NEWER = ["untilRematch", "changes"];

/** After this many attempts in a row without a frame, each further one is followed by a look. */
const LOOKS_AFTER = 3;

/**
 * Yield frames until the resource is over. Throws `Problem` when it cannot (or can no longer) be watched.
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* framesOf(connection, watched) {
  const { signal, onConnection } = watched;
  const source = connection.wire.poll === null ? streamed : polled;
  const once = new Connection(connection.url, { ...connection.wire, attempts: 1 });
  /** @type {Position} */
  const at = { cursor: watched.after ?? null, version: null, session: null };
  let [failures, atLeast] = [0, 0];
  const onEvent = (/** @type {string} */ name) => {
    onConnection?.(true);
    // Reset only here: a service that cuts off every answer is asked less and less often.
    if (name !== "open") failures = 0;
  };
  while (!signal?.aborted) {
    try {
      atLeast = 0;
      if (yield* shown(source(connection, watched, at.cursor), at, watched, onEvent)) return;
    } catch (error) {
      if (learns(connection, error)) continue;
      atLeast = delayAfter(error);
    }
    if (signal?.aborted) return;
    onConnection?.(false);
    try {
      // Perhaps only streams are refused, or lost on their way. A look shows the present, not that streams work again.
      if (failures >= LOOKS_AFTER && (yield* shown(watched.look(once, watched, at.cursor), at, watched))) return;
    } catch (error) {
      delayAfter(error);
    }
    await connection.backOff(failures++, atLeast, signal);
  }
}

/**
 * Yield the frames among events, and return whether the last one was among them.
 *
 * @param {AsyncGenerator<StreamEvent, unknown, void>} events
 * @param {Position} at
 * @param {Watched} watched
 * @param {(name: string) => void} [onEvent]
 */
async function* shown(events, at, { complete = async (frame) => frame, onEmote }, onEvent) {
  for await (const { name, data } of events) {
    if (name === "end") return true;
    if (name === "problem") throw new Problem(data);
    if (name === "reconnect") return false;
    onEvent?.(name);
    if (name === "emote") onEmote?.(data);
    if (name !== "frame") continue;
    const isFresh = at.cursor === null && at.version !== null;
    const expected = at.version === null || isFresh || data.resync ? data.version : at.version + 1;
    if (data.version < expected) continue;
    const frame = data.version === expected ? await complete(data, at.session) : null;
    if (!frame) {
      // Versions are missing without notice: read the table again.
      at.cursor = null;
      return false;
    }
    [at.cursor, at.version, at.session] = [frame.cursor, frame.version, frame.session];
    yield isFresh ? { ...frame, resync: true } : frame;
  }
  return false;
}

/**
 * Return the minimum milliseconds to wait after a failure. Throws it if no retry can help.
 *
 * @param {unknown} error
 * @returns {number}
 */
function delayAfter(error) {
  if (!(error instanceof Problem)) return 0;
  if (!PASSING.includes(error.status)) throw error;
  return error.body.retryAfterMillis ?? 0;
}

/**
 * Note a parameter that the service refuses as unknown, and return whether there was one.
 *
 * @param {Connection} connection
 * @param {unknown} error
 */
function learns({ unknown }, error) {
  const [refused] = (error instanceof Problem && error.body.path) || [];
  return NEWER.includes(refused ?? "") && !unknown.has(refused) && unknown.add(refused);
}

/**
 * Yield the events of one stream. Throws when it is cut off, or silent for too long.
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} cursor
 * @returns {AsyncGenerator<StreamEvent, void, void>}
 */
async function* streamed(connection, { path, token, signal, untilRematch, complete, onEmote }, cursor) {
  const cut = abortAfter(signal);
  try {
    cut.within(connection.wire.silence);
    const headers = { Accept: "text/event-stream" };
    /** @type {Record<string, string | true | undefined>} */
    const which = { after: cursor ?? undefined, untilRematch: untilRematch || undefined, changes: complete && true };
    if (onEmote) which.emotes = true;
    for (const name of connection.unknown) delete which[name];
    const response = await connection.fetch(withQuery(`${path}/frames`, which), { token, headers, signal: cut.signal });
    if (response.status === 204) yield { name: "end", data: null };
    if (response.status >= 300) throw problemOf(await readAnswer(response));
    if (!response.body) return;
    yield OPEN;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let unread = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      cut.within(connection.wire.silence);
      const blocks = (unread + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      unread = blocks.pop() ?? "";
      for (const block of blocks) yield parseEvent(block);
    }
  } finally {
    cut.done();
  }
}

/**
 * Yield changes by polling, for clients that cannot read a stream.
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} cursor
 * @returns {AsyncGenerator<StreamEvent, void, void>}
 */
async function* polled(connection, watched, cursor) {
  let [seen, tag] = [cursor, /** @type {string | null} */ (null)];
  for (; !watched.signal?.aborted; await pause(connection.wire.poll ?? 0, watched.signal))
    [seen, tag] = yield* watched.look(connection, watched, seen, tag);
}

/** Look at a session. @type {Look} */
export async function* looked(connection, { path, token, signal, untilRematch }, seen, known = null) {
  const query = seen === null ? "" : `?seen=${encodeURIComponent(seen)}`;
  const headers = /** @type {Record<string, string>} */ (known === null ? {} : { "If-None-Match": known });
  const answer = await connection.send(path + query, { token, headers, signal });
  if (answer.status < 400) yield OPEN;
  if (answer.status === 304) return [seen, known];
  const rolledBack = answer.body.code === "ROLLED_BACK";
  if (answer.status >= 400 && !rolledBack) throw problemOf(answer);
  const now = rolledBack ? answer.body.session : answer.body;
  const { version, head, cursor, view } = now;
  // What happened between two looks is unknown, so there are no events, and the table must be redrawn.
  const frame = { resync: seen !== null, rolledBack, events: [], session: now, decision: view?.decision ?? null };
  if (cursor !== seen) yield { name: "frame", data: { version, head, cursor, ...frame } };
  const isOver = now.status === "FINISHED" || now.status === "ABANDONED";
  if (isOver && !(untilRematch && now.rematchId === null)) yield { name: "end", data: null };
  return [now.cursor, answer.tag];
}

/**
 * Return the event of a block; a heartbeat has no name and no data.
 *
 * @param {string} block
 * @returns {StreamEvent}
 */
function parseEvent(block) {
  let [name, data] = ["", ""];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data += line.slice(6);
  }
  return { name, data: data && JSON.parse(data) };
}

/** @param {import("./connection.js").Answer} answer */
export function problemOf({ body, retryAfter }) {
  return new Problem({ ...body, retryAfterMillis: retryAfter });
}
