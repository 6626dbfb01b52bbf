// What can be asked at a table: nothing of it changes the table.

import { withQuery } from "./connection.js";

/**
 * @typedef {import("./contract.js").Move} Move
 * @typedef {{ first?: number, after?: string }} PageOf How many, and after which cursor.
 */

/** The questions of one viewer at one table. */
export class Questions {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {string} id
   * @param {string | null} token
   */
  constructor(connection, id, token) {
    /** @protected */
    this.connection = connection;
    this.id = id;
    /** The secret of the seat or the host; null: a spectator's table. */
    this.token = token;
  }

  /**
   * Return what a move would do, as far as it is certain. Throws `Problem` if it is not legal.
   *
   * @param {Move | string} move
   * @returns {Promise<import("./contract.js").Preview>}
   */
  preview(move) {
    return this.ask("moves/preview", { method: "POST", body: { move: notationOf(move) } });
  }

  /**
   * Return whether a move is legal, and else which rule forbids it.
   *
   * @param {Move | string} move
   * @returns {Promise<import("./contract.js").MoveExplained>}
   */
  explain(move) {
    return this.ask("moves/explain", { method: "POST", body: { move: notationOf(move) } });
  }

  /**
   * Return each card of the viewer's hand with its moves, or why it has none.
   *
   * @returns {Promise<import("./contract.js").Hand>}
   */
  hand() {
    return this.ask("hand");
  }

  /**
   * Return the move that a bot prefers in the viewer's place, and why, in a session with `hints`.
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
   * Return a page of the moves of a finished table, each beside the one that a bot prefers.
   *
   * @param {{ level?: number } & PageOf} [page]
   * @returns {Promise<import("./contract.js").Review>}
   */
  review(page = {}) {
    return this.ask(withQuery("review", page));
  }

  /**
   * Return which holders of seats are there.
   *
   * @returns {Promise<import("./contract.js").SeatPresence[]>}
   */
  async presence() {
    return (await this.ask("presence")).seats;
  }

  /**
   * Return how the game of this table is introduced to a newcomer: by the options in force.
   *
   * @returns {Promise<import("./contract.js").Introduction>}
   */
  introduction() {
    return this.ask("introduction", { isKept: true });
  }

  /**
   * Return the record of a finished table, as the engine writes it.
   *
   * @returns {Promise<Record<string, any>>}
   */
  record() {
    return this.ask("record");
  }

  /**
   * Ask at this table, and return the answer. Throws `Problem` and `Unreachable`.
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
 * Return what is sent to make a move.
 *
 * @param {Move | string} move
 */
export const notationOf = (move) => (typeof move === "string" ? move : move.notation);
