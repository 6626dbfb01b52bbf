// The entry point: open, join or watch a table, open many, or use the rules on a state that the caller keeps.

import { withQuery } from "./connection.js";
import { Lobby, place, post } from "./lobby.js";
import { outcomeOf } from "./outcomes.js";
import { freshKey, Table } from "./table.js";

/**
 * @typedef {import("./lobby.js").Settings} Settings
 * @typedef {import("./lobby.js").TokenStorage} TokenStorage
 * @typedef {import("./catalogue.js").GameData} GameData
 */

export class Croupier extends Lobby {
  /**
   * @param {string} url The address of the service: `http://localhost:8000`.
   * @param {Settings} [settings]
   */
  constructor(url, { storage = inMemory(), ...wire } = {}) {
    super(url, { storage, ...wire });
  }

  /**
   * Return the emotes that holders of seats can send, with their texts in the client's language.
   *
   * @returns {Promise<import("./contract.js").EmoteChoice[]>}
   */
  async emotes() {
    return (await this.connection.ask("/v1/emotes", { isKept: true })).emotes;
  }

  /**
   * Return the sessions of up to 100 tokens, each with its seat and whether it is that seat's turn. Without `seats`,
   * use the last 100 stored tokens.
   *
   * @param {import("./contract.js").SeatTokenInput[]} [seats]
   * @returns {Promise<import("./contract.js").MySession[]>}
   */
  async mySessions(seats) {
    const sent = seats ?? (await storedSeats(this.storage));
    return sent.length ? super.mySessions(sent) : [];
  }

  /**
   * Open up to 500 sessions at once, all or none, and return their ids and secrets, which are not stored.
   *
   * @param {import("./contract.js").BatchSessionInput[]} sessions
   * @param {{ key?: string }} [options] The key of the request, to retry it after a restart.
   * @returns {Promise<import("./contract.js").SessionsCreated>}
   */
  createSessions(sessions, { key = freshKey() } = {}) {
    return this.connection.ask("/v1/batches", post({ sessions }, null, { "Idempotency-Key": key }));
  }

  /**
   * Return a page of the results of a batch.
   *
   * @param {string} batch
   * @param {{ tag?: string, first?: number, after?: string }} [which]
   * @returns {Promise<import("./contract.js").BatchResultConnection>}
   */
  batchResults(batch, which = {}) {
    return this.connection.ask(withQuery(`/v1/batches/${encodeURIComponent(batch)}/results`, which));
  }

  /**
   * Take a seat at an open public table of this kind, or at a new one if there is none, and return the table.
   *
   * @param {import("./contract.js").JoinOrCreate} wanted
   * @param {{ player?: string, key?: string }} [options] The key of the request, to retry it after a restart.
   */
  async joinOrCreate(wanted, { player, key = freshKey() } = {}) {
    const joined = await this.connection.ask("/v1/seats", post(wanted, null, { "Idempotency-Key": key }));
    await this.storage.setItem(place(joined.session.id, player), joined.seatToken);
    return new Table(this.connection, joined.session, joined.seatToken);
  }

  /**
   * Wait until one of several seats has a decision, and return the seats: one call serves many seats.
   *
   * @param {import("./contract.js").PollSeatInput[]} seats 1 to 100.
   * @param {{ waitSeconds?: number, signal?: AbortSignal }} [options] The longest wait, 0 to 25 seconds.
   * @returns {Promise<import("./contract.js").PolledSeat[]>}
   */
  async nextDecision(seats, { waitSeconds = 20, signal } = {}) {
    const request = { ...post({ seats, waitSeconds }), signal, wait: 1000 * waitSeconds };
    return (await this.connection.ask("/v1/decisions", request)).seats;
  }

  /**
   * Deal a table whose state the caller keeps, open or sealed.
   *
   * @param {import("./contract.js").TableSetup} input
   * @returns {Promise<import("./contract.js").TableSeen>}
   */
  newTable(input) {
    return this.connection.ask("/v1/tables", post(input));
  }

  /**
   * Return a table and a viewer's view of it; `grant` gives access to a seat of a sealed table.
   *
   * @param {import("./contract.js").ReadTable} input
   * @param {string | null} [grant]
   * @returns {Promise<import("./contract.js").TableSeen>}
   */
  readTable(input, grant) {
    return this.connection.ask("/v1/tables/read", post(input, grant));
  }

  /**
   * Make a move on such a table, and return the next state or the reason for the refusal.
   *
   * @param {import("./contract.js").MoveOnTable} input
   * @param {string | null} [grant]
   * @returns {Promise<import("./outcomes.js").TableOutcome>}
   */
  async applyMoveToState(input, grant) {
    return outcomeOf(await this.connection.send("/v1/tables/moves", post(input, grant)));
  }
}

/**
 * Return the last 100 seats in a storage.
 *
 * @param {TokenStorage} storage
 */
async function storedSeats(storage) {
  const keys = storage.keys ? await storage.keys() : Object.keys(storage);
  const ours = [...keys].filter((key) => key.startsWith("croupier:")).slice(-100);
  const tokens = await Promise.all(ours.map((key) => storage.getItem(key)));
  return ours.map((key, index) => ({ sessionId: key.split(":")[1] ?? "", seatToken: tokens[index] ?? "" }));
}

/** @returns {TokenStorage} */
function inMemory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    keys: () => [...kept.keys()],
  };
}
