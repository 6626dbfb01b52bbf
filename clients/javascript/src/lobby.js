// Open, join or watch a table.

import { Catalogue } from "./catalogue.js";
import { Connection, withQuery } from "./connection.js";
import { freshKey, Table } from "./table.js";

/**
 * @typedef {object} TokenStorage Stores the tokens of seats: `localStorage`, or an object with the same methods.
 * @property {(key: string) => string | null | Promise<string | null>} getItem
 * @property {(key: string, value: string) => void | Promise<void>} setItem
 * @property {() => Iterable<string> | Promise<Iterable<string>>} [keys] Its keys; not needed for `localStorage`.
 *
 * @typedef {{ storage?: TokenStorage } & Partial<import("./connection.js").Wire>} Settings
 *
 * @typedef {import("./catalogue.js").GameData} GameData
 *
 * @typedef {object} Joining
 * @property {string} [name] The name that the others see.
 * @property {number} [seat] The seat; by default the one of the code, or the first free one.
 * @property {string} [code] The code of an invitation.
 * @property {string} [entropy] A share in the shuffles.
 * @property {string} [token] The seat's token at the table before, to take it again in a rematch.
 * @property {string} [player] Which of several players of this storage joins; omit it for a single player.
 */

/** @type {import("./connection.js").Wire} */
const WIRE = {
  fetch: (...request) => globalThis.fetch(...request),
  attempts: 8,
  firstWait: 500,
  longestWait: 20_000,
  patience: 20_000,
  // The service sends a heartbeat every 10 seconds.
  silence: 30_000,
  claimsOverdue: true,
  // React Native's own fetch cannot read streams.
  poll: globalThis.navigator?.product === "ReactNative" ? 1000 : null,
};

/** What players need: it is all that the service's page loads. */
export class Lobby extends Catalogue {
  /**
   * @param {string} url The address of the service: `http://localhost:8000`.
   * @param {Settings & { storage: TokenStorage }} settings
   */
  constructor(url, { storage, ...wire }) {
    super(new Connection(url, { ...WIRE, ...(wire.fetch && { poll: null }), ...wire }));
    this.storage = storage;
  }

  /**
   * Return the public sessions with free seats, the newest first.
   *
   * @param {{ game?: string, first?: number, after?: string }} [which]
   * @returns {Promise<import("./contract.js").SessionConnection>}
   */
  sessions(which = {}) {
    return this.connection.ask(withQuery("/v1/sessions", which));
  }

  /**
   * Return the public tables that are being played, the newest first. Use `table` to watch one.
   *
   * @param {{ game?: string, first?: number, after?: string }} [which]
   * @returns {Promise<import("./contract.js").SessionSummaryConnection>}
   */
  running(which = {}) {
    return this.connection.ask(withQuery("/v1/running-sessions", which));
  }

  /**
   * Return the sessions of 1 to 100 tokens, each with its seat and whether it is that seat's turn.
   *
   * @param {import("./contract.js").SeatTokenInput[]} seats
   * @returns {Promise<import("./contract.js").MySession[]>}
   */
  async mySessions(seats) {
    return (await this.connection.ask("/v1/my-sessions", post({ seats }))).sessions;
  }

  /**
   * Open a session and return its table as the host.
   *
   * @param {import("./contract.js").CreateSession} settings
   */
  async create(settings) {
    const made = await this.connection.ask("/v1/sessions", post(settings, null, { "Idempotency-Key": freshKey() }));
    await this.storage.setItem(place(made.session.id), made.hostToken);
    return new Table(this.connection, made.session, made.hostToken, made.joinLinks);
  }

  /**
   * Take a seat and return its table. If the storage already has a seat, return that seat's table. If it has the host's
   * token, take the seat as the host.
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
   * Return a table, viewed with the stored token, or as a spectator if there is none.
   *
   * @param {string} session
   * @param {{ player?: string, token?: string, signal?: AbortSignal }} [viewer] The signal ends the search.
   */
  async table(session, { player, token, signal } = {}) {
    const known = token ?? (await this.storage.getItem(place(session, player)));
    return new Table(this.connection, await this.connection.ask(path(session), { token: known, signal }), known);
  }
}

/**
 * @param {unknown} body
 * @param {string | null} [token]
 * @param {Record<string, string>} [headers]
 */
export const post = (body, token, headers) => ({ method: "POST", body, token, headers });

/** @param {string} session */
const path = (session) => `/v1/sessions/${encodeURIComponent(session)}`;

/**
 * @param {string} session
 * @param {string} [player]
 */
export const place = (session, player = "") => `croupier:${session}${player && `:${player}`}`;
