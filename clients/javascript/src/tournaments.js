// Create, enter, play and watch tournaments. Loaded only by clients that use them.

import { withQuery } from "./connection.js";
import { freshKey } from "./table.js";
import { pathOf, tournamentFrames } from "./tournament_frames.js";

/**
 * @typedef {import("./contract.js").Tournament} Tournament
 * @typedef {import("./contract.js").TournamentChanged} TournamentChanged
 *
 * @typedef {object} Entering
 * @property {string} [name] The name that the others see.
 * @property {number} [rating] Seeds the entrant, if the host gives no ratings.
 * @property {string} [code] The entry code, if one is needed.
 * @property {string} [entropy] A share in the shuffles.
 * @property {string} [player] Which of several players of this storage enters; omit it for a single player.
 * @property {string} [key] The key of the request, to retry it after a restart.
 *
 * @typedef {{ player?: string, token?: string }} Entrant The player whose stored token is sent, or the token itself.
 * @typedef {{ first?: number, after?: string }} Page
 */

/** The tournaments of a client, which stores the tokens of hosts and entrants. */
export class Tournaments {
  #connection;
  #storage;

  /** @param {import("./lobby.js").Lobby} croupier */
  constructor({ connection, storage }) {
    this.#connection = connection;
    this.#storage = storage;
  }

  /**
   * Return a page of the public tournaments that are not over, the newest first.
   *
   * @param {Page & { game?: string }} [which]
   * @returns {Promise<import("./contract.js").TournamentConnection>}
   */
  public(which = {}) {
    return this.#connection.ask(withQuery("/v1/tournaments", which));
  }

  /**
   * Create a tournament as its host.
   *
   * @param {import("./contract.js").CreateTournament} settings
   * @param {{ key?: string }} [options] The key of the request, to retry it after a restart.
   * @returns {Promise<import("./contract.js").TournamentCreated>}
   */
  async create(settings, { key } = {}) {
    const made = await this.#connection.ask("/v1/tournaments", post(settings, null, key));
    await this.#storage.setItem(hostPlace(made.tournament.id), made.hostToken);
    return made;
  }

  /**
   * Enter a tournament, or return the entry that is already stored.
   *
   * @param {string} id
   * @param {Entering} [entering]
   * @returns {Promise<import("./contract.js").TournamentEntered>}
   */
  async enter(id, { player, key, ...entering } = {}) {
    const known = await this.token(id, { player });
    if (known !== null) {
      const tournament = await this.read(id, { token: known });
      if (tournament.entrant !== null) {
        return { tournament, entrant: tournament.entrant, entrantToken: known, replayed: true };
      }
    }
    const entered = await this.#connection.ask(`${pathOf(id)}/entrants`, post(entering, null, key));
    await this.#storage.setItem(entrantPlace(id, player), entered.entrantToken);
    return entered;
  }

  /**
   * Return the stored token of an entrant. It is also the token of its seats: pass it to `croupier.table`.
   *
   * @param {string} id
   * @param {{ player?: string }} [whose]
   * @returns {Promise<string | null>}
   */
  async token(id, { player } = {}) {
    return this.#storage.getItem(entrantPlace(id, player));
  }

  /**
   * Return a tournament, viewed with the stored token: the entrant's, or else the host's.
   *
   * @param {string} id
   * @param {Entrant} [viewer]
   * @returns {Promise<Tournament>}
   */
  read(id, viewer = {}) {
    return this.#look(id, "", viewer);
  }

  /**
   * Return a page of the entrants, in order of entry.
   *
   * @param {string} id
   * @param {Page} [page]
   * @returns {Promise<import("./contract.js").EntrantConnection>}
   */
  entrants(id, page = {}) {
    return this.#look(id, withQuery("/entrants", page));
  }

  /**
   * Return a page of the tables of a round, by default the last one.
   *
   * @param {string} id
   * @param {Page & { round?: number }} [page]
   * @returns {Promise<import("./contract.js").TableConnection>}
   */
  tables(id, page = {}) {
    return this.#look(id, withQuery("/tables", page));
  }

  /**
   * Return a page of the standings, the first rank first.
   *
   * @param {string} id
   * @param {Page} [page]
   * @returns {Promise<import("./contract.js").StandingConnection>}
   */
  standings(id, page = {}) {
    return this.#look(id, withQuery("/standings", page));
  }

  /**
   * Return an entrant's tables, the newest round first, each with its sessions.
   *
   * @param {string} id
   * @param {Entrant} [entrant]
   * @returns {Promise<import("./contract.js").TournamentTable[]>}
   */
  async myTables(id, entrant = {}) {
    return (await this.#look(id, "/my-tables", entrant)).tables;
  }

  /**
   * Return the record of a finished tournament, which anybody can verify.
   *
   * @param {string} id
   * @returns {Promise<any>}
   */
  record(id) {
    return this.#look(id, "/record");
  }

  /**
   * Yield each version of a tournament once, from now on (or after a cursor) until the tournament is over. Reconnects
   * as often as necessary. Throws `Problem` when the tournament can no longer be watched.
   *
   * @param {string} id
   * @param {{ after?: string, signal?: AbortSignal, onConnection?: (connected: boolean) => void }} [options]
   * @returns {AsyncGenerator<import("./contract.js").TournamentFrame, void, void>}
   */
  frames(id, options = {}) {
    return tournamentFrames(this.#connection, id, options);
  }

  /**
   * Withdraw from all further rounds, as an entrant.
   *
   * @param {string} id
   * @param {Entrant} [entrant]
   * @returns {Promise<TournamentChanged>}
   */
  async withdraw(id, { player, token } = {}) {
    return this.#change(id, "withdraw", {}, token ?? (await this.token(id, { player })));
  }

  /**
   * Send a change to a tournament as its host. Throws `Problem` if it is refused.
   *
   * @param {string} id
   * @param {string} act The end of its path in the REST API: `start`, `next-round`, `pause`, `resume`, `rulings`,
   *   `withdraw` (of an entrant), `abandon`.
   * @param {{ body?: unknown, token?: string }} [options]
   * @returns {Promise<TournamentChanged>}
   */
  async act(id, act, { body, token } = {}) {
    return this.#change(id, act, body, token ?? (await this.#storage.getItem(hostPlace(id))));
  }

  /**
   * Pair the next round of a tournament that the caller keeps; null when it is over. The service stores nothing.
   *
   * @param {import("./contract.js").PairRound} input
   * @returns {Promise<import("./contract.js").PairedRound | null>}
   */
  async pairRound(input) {
    return (await this.#connection.ask("/v1/pairings", { method: "POST", body: input })).round;
  }

  /**
   * Return the standings of a tournament that the caller keeps, the best first.
   *
   * @param {import("./contract.js").Standings} input
   * @returns {Promise<import("./contract.js").RankedEntrant[]>}
   */
  async standingsOf(input) {
    return (await this.#connection.ask("/v1/standings", { method: "POST", body: input })).standings;
  }

  /**
   * Return the ratings of players after games, in the order in which the players were sent.
   *
   * @param {import("./contract.js").RateResults} input
   * @returns {Promise<import("./contract.js").PlayerRating[]>}
   */
  async rateResults(input) {
    return (await this.#connection.ask("/v1/ratings", { method: "POST", body: input })).ratings;
  }

  /**
   * @param {string} id
   * @param {string} about
   * @param {Entrant} [viewer]
   */
  async #look(id, about, { player, token } = {}) {
    const known = token ?? (await this.token(id, { player })) ?? (await this.#storage.getItem(hostPlace(id)));
    return this.#connection.ask(`${pathOf(id)}${about}`, { token: known });
  }

  /**
   * @param {string} id
   * @param {string} act
   * @param {unknown} body
   * @param {string | null} token
   */
  #change(id, act, body, token) {
    return this.#connection.ask(`${pathOf(id)}/${act}`, post(body, token));
  }
}

/** @param {unknown} body @param {string | null} token @param {string} [key] */
const post = (body, token, key = freshKey()) => ({ method: "POST", body, token, headers: { "Idempotency-Key": key } });

// Separate names: `mySessions` asks about the tokens of sessions only.
/** @param {string} id */
const hostPlace = (id) => `croupier-host:${id}`;

/** @param {string} id @param {string} [player] */
const entrantPlace = (id, player = "") => `croupier-entrant:${id}${player && `:${player}`}`;
