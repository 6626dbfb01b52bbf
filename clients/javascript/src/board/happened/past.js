// The past of a table, up to the present.

import { Table } from "../../table.js";

/** The cursor before everything: version 1 is the opening of the session. */
export const BEGINNING = "1";

/**
 * Yield each version of a table after a cursor up to the present one, as the viewer saw it. The state of the table
 * stays as it is. Throws `Problem` when the table cannot be read.
 *
 * @param {Table} table
 * @param {{ after?: string, signal?: AbortSignal }} [options]
 * @returns {AsyncGenerator<import("../../complete.js").Frame, void, void>}
 */
export async function* pastOf(table, { after = BEGINNING, signal } = {}) {
  const reader = new Table(table.connection, table.session, table.token);
  for await (const frame of reader.frames({ after, signal })) {
    yield frame;
    if (frame.version >= table.session.version) return;
  }
}
