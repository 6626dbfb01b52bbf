// The frames of a session or a tournament, each version once and in order, whatever becomes of the connections.

import { abortAfter, PASSING, pause, Problem, readAnswer } from "./connection.js";

/**
 * @typedef {import("./connection.js").Connection} Connection
 *
 * @typedef {object} Watched
 * @property {string} path The path of what is watched.
 * @property {string | null} token
 * @property {string | null} [after] The cursor of the last frame that was seen; without it, the first is a snapshot.
 * @property {AbortSignal} [signal] Ends the frames.
 * @property {(connected: boolean) => void} [onConnection] Is told when the connection is lost, and when it is back.
 * @property {Source} look What looks again and again, for clients that cannot read a stream.
 *
 * @typedef {{ name: string, data: any }} StreamEvent
 *
 * @callback Source
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} cursor
 * @returns {AsyncGenerator<StreamEvent, void, void>}
 */

/** The connection is there, whether or not anything happens. @type {StreamEvent} */
export const OPEN = { name: "open", data: null };

/**
 * Yield frames until what is watched is over. Throws `Problem` when it cannot be watched (any more).
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* framesOf(connection, watched) {
  const { signal, onConnection } = watched;
  const source = connection.wire.poll === null ? streamed : watched.look;
  let cursor = watched.after ?? null;
  let last = /** @type {number | null} */ (null);
  for (let failures = 0; !signal?.aborted; ) {
    let atLeast = 0;
    try {
      for await (const { name, data } of source(connection, watched, cursor)) {
        if (name === "end") return;
        if (name === "problem") throw new Problem(data);
        if (name === "reconnect") break;
        onConnection?.(true);
        // A service that takes requests and cuts every answer off is asked less and less often.
        if (name !== "open") failures = 0;
        if (name !== "frame") continue;
        const isFresh = cursor === null && last !== null;
        if (last !== null && !isFresh && !data.resync && data.version !== last + 1) {
          if (data.version <= last) continue;
          // Versions are missing, and nobody said so: look at the table anew.
          cursor = null;
          break;
        }
        cursor = data.cursor;
        last = data.version;
        yield isFresh ? { ...data, resync: true } : data;
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (error instanceof Problem && !PASSING.includes(error.status)) throw error;
      if (error instanceof Problem) atLeast = error.body.retryAfterMillis ?? 0;
    }
    if (signal?.aborted) return;
    onConnection?.(false);
    await connection.backOff(failures++, atLeast, signal);
  }
}

/**
 * Yield the events of one stream. Throws when it is cut, or silent for too long.
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} cursor
 * @returns {AsyncGenerator<StreamEvent, void, void>}
 */
async function* streamed(connection, { path, token, signal }, cursor) {
  const cut = abortAfter(signal);
  try {
    cut.within(connection.wire.silence);
    const headers = { Accept: "text/event-stream" };
    const after = cursor === null ? "" : `?after=${encodeURIComponent(cursor)}`;
    const response = await connection.fetch(`${path}/frames${after}`, { token, headers, signal: cut.signal });
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
 * Yield what changes in a session, by looking again and again: for clients that cannot read a stream.
 *
 * @param {Connection} connection
 * @param {Watched} watched
 * @param {string | null} cursor
 * @returns {AsyncGenerator<StreamEvent, void, void>}
 */
export async function* polled(connection, { path, token, signal }, cursor) {
  let [seen, tag] = [cursor, /** @type {string | null} */ (null)];
  for (; !signal?.aborted; await pause(connection.wire.poll ?? 0, signal)) {
    const query = seen === null ? "" : `?seen=${encodeURIComponent(seen)}`;
    const headers = /** @type {Record<string, string>} */ (tag === null ? {} : { "If-None-Match": tag });
    const answer = await connection.send(path + query, { token, headers, signal });
    if (answer.status < 400) yield OPEN;
    if (answer.status === 304) continue;
    const rolledBack = answer.body.code === "ROLLED_BACK";
    if (answer.status >= 400 && !rolledBack) throw problemOf(answer);
    const now = rolledBack ? answer.body.session : answer.body;
    // Nobody knows what happened between two looks, so there are no events, and the table is to be drawn anew.
    const frame = { resync: seen !== null, rolledBack, events: [], session: now, decision: now.view?.decision ?? null };
    if (now.cursor !== seen) yield { name: "frame", data: { version: now.version, head: now.head, cursor: now.cursor, ...frame } };
    if (now.status === "FINISHED" || now.status === "ABANDONED") yield { name: "end", data: null };
    [seen, tag] = [now.cursor, answer.tag];
  }
}

/**
 * Return the event of a block; a sign of life has no name and no data.
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
