// What is opened: a record, or a session with its past, and who sat at it.

import { findTable } from "../../app/my_tables.js";
import { Croupier } from "../../kit/client.js";
import { Problem } from "../../kit/connection.js";
import { checkRecord, readRecord } from "./record.js";
import { checkRules, Replay } from "./replay.js";

/**
 * @typedef {import("../../app/context.js").App} App
 * @typedef {import("./record.js").TableRecord} TableRecord
 * @typedef {import("./record.js").Unreadable} Unreadable
 * @typedef {import("../../kit/index.js").Table} Table
 *
 * @typedef {object} Opened
 * @property {Replay | import("./past.js").Past} history
 * @property {import("../../kit/index.js").GameData} game
 * @property {TableRecord | null} record
 * @property {Table | null} table The session, if the service still has it.
 */

/**
 * Open a record. Throws for faults of the service.
 *
 * @param {App} app
 * @param {string} text
 * @param {string} dealt What the first step is called.
 * @returns {Promise<Opened | Unreadable>}
 */
export async function openText({ croupier }, text, dealt) {
  const found = readRecord(text);
  return "problem" in found ? found : openRecord(croupier, found.record, dealt, null);
}

/**
 * @param {import("../../kit/lobby.js").Lobby} croupier
 * @param {TableRecord} record
 * @param {string} dealt
 * @param {Table | null} table
 * @returns {Promise<Opened | Unreadable>}
 */
async function openRecord(croupier, record, dealt, table) {
  const wrong = checkRules(record, await croupier.games());
  if (wrong) return wrong;
  const { url, wire } = croupier.connection;
  const history = new Replay(new Croupier(url, wire), record, dealt);
  // What cannot even be dealt is not opened.
  const [game] = await Promise.all([croupier.gameData(record.game), history.at(0, 0)]);
  return { history, game, record, table };
}

/**
 * Open a session: a finished one by its record, any other by what its seats here have seen.
 *
 * @param {App} app
 * @param {string} session
 * @param {string} dealt
 * @param {string | null} token A secret that came with the address.
 * @returns {Promise<Opened | Unreadable>}
 */
export async function openSession(app, session, dealt, token) {
  const { croupier } = app;
  const table = await croupier.table(session, token ? { token } : {});
  const record = table.session.status === "FINISHED" ? await findRecord(table) : null;
  if (record && "problem" in record) return record;
  if (record) return openRecord(croupier, record.record, dealt, table);
  const [game, { Past }] = await Promise.all([croupier.gameData(table.session.game), import("./past.js")]);
  return { history: new Past(await viewersOf(app, table), game.id, dealt), game, record: null, table };
}

/**
 * Return the record of a session; null if it has none.
 *
 * @param {Table} table
 */
async function findRecord(table) {
  try {
    return checkRecord(await table.record());
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
}

/**
 * Return the table as everybody here sees it who has a seat, and as a spectator does, unless the deal is closed to it.
 *
 * @param {App} app
 * @param {Table} table
 */
async function viewersOf({ croupier, storage }, table) {
  /** @type {Map<number | null, Table>} */
  const viewers = new Map(table.seat === null ? [] : [[table.seat, table]]);
  for (const { player } of findTable(storage, table.id)?.seats ?? []) {
    const other = await croupier.table(table.id, { player });
    if (other.seat !== null) viewers.set(other.seat, other);
  }
  const sorted = [...viewers].sort(([one], [other]) => Number(one) - Number(other));
  if (table.session.fairness.closed) return new Map(sorted);
  return new Map([...sorted, [null, await croupier.table(table.id, { token: "" })]]);
}
