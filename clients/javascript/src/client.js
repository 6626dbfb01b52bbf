// The way in: open a table, join one, watch one, or keep a table's state oneself.

import { Catalogue } from "./catalogue.js";
import { Connection, withQuery } from "./connection.js";
import { outcomeOf } from "./outcomes.js";
import { freshKey, Table } from "./table.js";

/**
 * @typedef {object} TokenStorage Where the secrets of seats are kept: `localStorage`, or what has the same methods.
 * @property {(key: string) => string | null | Promise<string | null>} getItem
 * @property {(key: string, value: string) => void | Promise<void>} setItem
 * @property {() => Iterable<string> | Promise<Iterable<string>>} [keys] Its keys; those of `localStorage` are known.
 *
 * @typedef {{ storage?: TokenStorage } & Partial<import("./connection.js").Wire>} Settings
 *
 * @typedef {import("./catalogue.js").GameData} GameData
 *
 * @typedef {object} Joining
 * @property {string} [name] The name that the others see.
 * @property {number} [seat] The seat; without it, the one of the code, or the first free one.
 * @property {string} [code] The code of an invitation.
 * @property {string} [entropy] A share in the shuffles.
 * @property {string} [token] The secret of one's seat at the table before, to take it again in a rematch.
 * @property {string} [player] Which of several players of this storage joins; one otherwise.
 */

/** @type {import("./connection.js").Wire} */
const WIRE = {
  fetch: (...request) => globalThis.fetch(...request),
  attempts: 8,
  firstWait: 500,
  longestWait: 20_000,
  patience: 20_000,
  // The service gives a sign of life every 10 seconds.
  silence: 30_000,
  claimsOverdue: true,
  // React Native's own fetch reads no streams.
  poll: globalThis.navigator?.product === "ReactNative" ? 1000 : null,
};

export class Croupier extends Catalogue {
  /**
   * @param {string} url The address of the service: `http://localhost:8000`.
   * @param {Settings} [settings]
   */
  constructor(url, { storage = inMemory(), ...wire } = {}) {
    super(new Connection(url, { ...WIRE, ...(wire.fetch && { poll: null }), ...wire }));
    this.storage = storage;
  }

  /**
   * Return the public sessions with open seats, the newest first.
   *
   * @param {{ game?: string, first?: number, after?: string }} [which]
   * @returns {Promise<import("./contract.js").SessionConnection>}
   */
  sessions(which = {}) {
    return this.connection.ask(withQuery("/v1/sessions", which));
  }

  /**
   * Return the public tables that are being played, the newest first: `table` watches one.
   *
   * @param {{ game?: string, first?: number, after?: string }} [which]
   * @returns {Promise<import("./contract.js").SessionSummaryConnection>}
   */
  running(which = {}) {
    return this.connection.ask(withQuery("/v1/running-sessions", which));
  }

  /**
   * Return the sessions of up to 100 tokens, each with the seat and whether it is its turn. Without tokens: of the
   * last 100 that are stored.
   *
   * @param {import("./contract.js").SeatTokenInput[]} [seats]
   * @returns {Promise<import("./contract.js").MySession[]>}
   */
  async mySessions(seats) {
    const sent = seats ?? (await storedSeats(this.storage));
    if (!sent.length) return [];
    return (await this.connection.ask("/v1/my-sessions", post({ seats: sent }))).sessions;
  }

  /**
   * Open up to 500 sessions at once, all or none, and return their ids and secrets, which are not stored.
   *
   * @param {import("./contract.js").BatchSessionInput[]} sessions
   * @param {{ key?: string }} [options] The key of the request, for a repetition after a restart.
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
   * Open a session and return its table, as its host sees it.
   *
   * @param {import("./contract.js").CreateSession} settings
   */
  async create(settings) {
    const made = await this.connection.ask("/v1/sessions", post(settings, null, { "Idempotency-Key": freshKey() }));
    await this.storage.setItem(place(made.session.id), made.hostToken);
    return new Table(this.connection, made.session, made.hostToken, made.joinLinks);
  }

  /**
   * Take a seat and return its table. Whoever has that seat already, by what is stored, goes on with it; whoever opened
   * the session takes the seat as the host.
   *
   * @param {string} session
   * @param {Joining} [joining]
   */
  async join(session, { player, token, ...joining } = {}) {
    const known = await this.table(session, { player });
    if (known.seat !== null) return known;
    const key = { "Idempotency-Key": freshKey() };
    const joined = await this.connection.ask(`${path(session)}/seats`, post(joining, token ?? known.token, key));
    await this.storage.setItem(place(session, player), joined.seatToken);
    return new Table(this.connection, joined.session, joined.seatToken);
  }

  /**
   * Take a seat at an open public table of this kind, or open one and sit down, and return the table.
   *
   * @param {import("./contract.js").JoinOrCreate} wanted
   * @param {{ player?: string, key?: string }} [options] The key of the request, for a repetition after a restart.
   */
  async joinOrCreate(wanted, { player, key = freshKey() } = {}) {
    const joined = await this.connection.ask("/v1/seats", post(wanted, null, { "Idempotency-Key": key }));
    await this.storage.setItem(place(joined.session.id, player), joined.seatToken);
    return new Table(this.connection, joined.session, joined.seatToken);
  }

  /**
   * Return a table as the holder of a stored secret sees it, else as a spectator.
   *
   * @param {string} session
   * @param {{ player?: string, token?: string, signal?: AbortSignal }} [viewer] The signal gives the search up.
   */
  async table(session, { player, token, signal } = {}) {
    const known = token ?? (await this.storage.getItem(place(session, player)));
    return new Table(this.connection, await this.connection.ask(path(session), { token: known, signal }), known);
  }

  /**
   * Wait until one of several seats has something to decide, and return the seats: one call plays many.
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
   * Return a table and what a viewer sees of it; `grant` opens a seat of a sealed one.
   *
   * @param {import("./contract.js").ReadTable} input
   * @param {string | null} [grant]
   * @returns {Promise<import("./contract.js").TableSeen>}
   */
  readTable(input, grant) {
    return this.connection.ask("/v1/tables/read", post(input, grant));
  }

  /**
   * Make a move on such a table, and return the next state, or why not.
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
 * @param {unknown} body
 * @param {string | null} [token]
 * @param {Record<string, string>} [headers]
 */
const post = (body, token, headers) => ({ method: "POST", body, token, headers });

/** @param {string} session */
const path = (session) => `/v1/sessions/${encodeURIComponent(session)}`;

/**
 * @param {string} session
 * @param {string} [player]
 */
const place = (session, player = "") => `croupier:${session}${player && `:${player}`}`;

/**
 * Return the seats that a storage knows, at most 100: those that it tells last.
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
