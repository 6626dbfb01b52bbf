// The questions that can be asked at a table. None of them changes it.

import { withQuery } from "./connection.js";

/**
 * @typedef {import("./contract.js").Move} Move
 * @typedef {{ first?: number, after?: string }} PageOf The number of items, and the cursor before them.
 */

/** The questions that one viewer can ask at one table. */
export class Questions {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {string} id
   * @param {string | null} token
   */
  constructor(connection, id, token) {
    this.connection = connection;
    this.id = id;
    /** The token of the seat or the host; null for a spectator. */
    this.token = token;
  }

  /**
   * Return the certain effects of a move. Throws `Problem` if the move is not legal.
   *
   * @param {Move | string} move
   * @returns {Promise<import("./contract.js").Preview>}
   */
  preview(move) {
    return this.ask("moves/preview", { method: "POST", body: { move: notationOf(move) } });
  }

  /**
   * Return whether a move is legal, and if not, which rule forbids it.
   *
   * @param {Move | string} move
   * @returns {Promise<import("./contract.js").MoveExplained>}
   */
  explain(move) {
    return this.ask("moves/explain", { method: "POST", body: { move: notationOf(move) } });
  }

  /**
   * Return each card of the viewer's hand with its moves, or the reason why it has none.
   *
   * @returns {Promise<import("./contract.js").Hand>}
   */
  hand() {
    return this.ask("hand");
  }

  /**
   * Return the move that a bot would prefer for the viewer, and why. The session needs `hints`.
   *
   * @param {{ level?: number }} [how]
   * @returns {Promise<import("./contract.js").Suggestion>}
   */
  hint(how = {}) {
    return this.ask(withQuery("suggestion", how));
  }

  /**
   * Return a page of the events, the oldest first.
   *
   * @param {PageOf} [page]
   * @returns {Promise<import("./contract.js").EventConnection>}
   */
  events(page = {}) {
    return this.ask(withQuery("events", page));
  }

  /**
   * Return a page of a finished table's moves, each compared with the move that a bot prefers.
   *
   * @param {{ level?: number } & PageOf} [page]
   * @returns {Promise<import("./contract.js").Review>}
   */
  review(page = {}) {
    return this.ask(withQuery("review", page));
  }

  /**
   * Return for each seat whether its holder is connected.
   *
   * @returns {Promise<import("./contract.js").SeatPresence[]>}
   */
  async presence() {
    return (await this.ask("presence")).seats;
  }

  /**
   * Return an introduction to the game for newcomers, for the options of this table.
   *
   * @returns {Promise<import("./contract.js").Introduction>}
   */
  introduction() {
    return this.ask("introduction", { isKept: true });
  }

  /**
   * Return the record of a finished table, as written by the engine.
   *
   * @returns {Promise<Record<string, any>>}
   */
  record() {
    return this.ask("record");
  }

  /**
   * Send a question about this table, and return the answer. Throws `Problem` and `Unreachable`.
   *
   * @protected
   * @param {string} about The end of the path in the REST API.
   * @param {import("./connection.js").Request} [request]
   * @returns {Promise<any>}
   */
  ask(about, request) {
    return this.connection.ask(this.path(about), { token: this.token, ...request });
  }

  /**
   * @protected
   * @param {string} [about]
   */
  path(about) {
    return `/v1/sessions/${encodeURIComponent(this.id)}${about ? `/${about}` : ""}`;
  }
}

/**
 * Return the text to send for a move.
 *
 * @param {Move | string} move
 */
export const notationOf = (move) => (typeof move === "string" ? move : move.notation);
