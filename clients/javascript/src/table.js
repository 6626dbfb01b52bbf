// A table: its frames, its moves, and a store of its state for components that draw it.

import { completeFrame } from "./complete.js";
import { framesOf, looked } from "./frames.js";
import { Overdue } from "./overdue.js";
import { notationOf, Questions } from "./questions.js";
import { sendMove } from "./sending.js";

/**
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./complete.js").Frame} Frame
 * @typedef {import("./contract.js").Move} Move
 * @typedef {import("./contract.js").SessionChanged} SessionChanged
 * @typedef {import("./contract.js").SeatEmote} SeatEmote
 * @typedef {import("./outcomes.js").MoveOutcome} MoveOutcome
 *
 * @typedef {object} Snapshot The known state of a table; a new object after each change.
 * @property {Session} session The session, with the view.
 * @property {import("./contract.js").Decision | null} decision The viewer's decision; null when it has no move.
 * @property {Frame | null} frame The last frame; its `events` can be animated, unless `resync` is set.
 * @property {"idle" | "connecting" | "live" | "reconnecting" | "ended" | "failed"} connection
 * @property {{ move: string, preview: import("./contract.js").Preview | null } | null} pending The unanswered move.
 * @property {unknown} error The error that ended the watching, if any.
 *
 * @typedef {{ after?: string, signal?: AbortSignal, untilRematch?: boolean, onEmote?: (emote: SeatEmote) => void }}
 *   Following
 *
 * @typedef {string | Pick<Frame, "cursor" | "decision">} Position A frame, or its cursor; "*" is any version.
 *
 * @typedef {object} MoveOptions
 * @property {Position} [at] The frame at which the move was chosen; by default the last one.
 * @property {string} [key] The key of the move, to retry it after a restart.
 * @property {boolean} [preview] Whether to show the certain effects in `pending` until the answer arrives.
 */

export class Table extends Questions {
  /** @type {Set<(snapshot: Snapshot) => void>} */
  #listeners = new Set();
  /** @type {Set<(emote: SeatEmote) => void>} */
  #hearers = new Set();
  /** @type {AbortController | null} */
  #watching = null;
  /** @type {Snapshot} */
  #snapshot;

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {Session} session
   * @param {string | null} token
   * @param {import("./contract.js").JoinLink[]} [joinLinks]
   */
  constructor(connection, session, token, joinLinks = []) {
    super(connection, session.id, token);
    const decision = session.view?.decision ?? null;
    this.#snapshot = { session, decision, frame: null, connection: "idle", pending: null, error: null };
    /** A code for each seat, to invite players. Only the client that opened the table has them. */
    this.joinLinks = joinLinks;
  }

  get session() {
    return this.#snapshot.session;
  }

  /** The viewer's seat; null for a spectator. */
  get seat() {
    return this.session.viewerSeat;
  }

  /** The result of the moves; null during play, and if the table ended in another way. */
  get result() {
    return this.session.view?.result ?? null;
  }

  /**
   * Yield each version of the table once, from now on (or after a cursor) until the table is over. Reconnects as often
   * as necessary. Throws `Problem` when the table can no longer be watched.
   *
   * @param {Following} [options] With `untilRematch`, continue after the end until a frame has a `session.rematchId`.
   *   `onEmote` is called with each emote that comes meanwhile.
   * @returns {AsyncGenerator<Frame, void, void>}
   */
  frames(options = {}) {
    return this.#follow(options);
  }

  /**
   * Make a move exactly once. Throws only for faults: `Unreachable`, and `Problem` for a failure that is no outcome.
   *
   * @param {Move | string} move
   * @param {MoveOptions} [options]
   * @returns {Promise<MoveOutcome>}
   */
  async move(move, { at = this.#position(), key = freshKey(), preview = false } = {}) {
    const notation = notationOf(move);
    const pending = { move: notation, preview: null };
    this.#change({ pending });
    if (preview) this.#show(pending);
    try {
      const headers = { "If-Match": precondition(at), "Idempotency-Key": key };
      const request = { method: "POST", token: this.token, body: { move: notation }, headers };
      const outcome = await sendMove(this.connection, this.path(), request, this.session);
      if ("session" in outcome) this.#see(outcome.session, outcome.kind === "stale" && outcome.rolledBack);
      return outcome;
    } finally {
      if (this.#snapshot.pending?.move === notation) this.#change({ pending: null });
    }
  }

  /**
   * Send an emote to everybody at the table, in a session with `emotes`. It is sent only once. Throws `Problem`, with
   * RATE_LIMITED if the seat has sent too many, and `Unreachable`.
   *
   * @param {Exclude<SeatEmote["emote"], "OTHER">} emote
   * @returns {Promise<SeatEmote>}
   */
  emote(emote) {
    return this.ask("emotes", { method: "POST", body: { emote }, attempts: 1 });
  }

  /**
   * Call a listener with each emote while somebody subscribes, and return a function that ends this. Emotes are not
   * kept: one that is sent while the connection is lost does not come later.
   *
   * @param {(emote: SeatEmote) => void} listener
   */
  onEmote(listener) {
    this.#hearers.add(listener);
    return () => void this.#hearers.delete(listener);
  }

  /** Deal the cards as the host. The default policy plays the seats that nobody has taken. */
  start() {
    return this.act("start", { at: "*" });
  }

  /**
   * Send a change to the table other than a move. `act` is the end of its path in the REST API: `start`, `resign`,
   * `leave`, `abandon`, `claim`, `undo`, `take-back`, `take-back/answer`, `give-up`. Throws `Problem` if it is refused.
   *
   * @param {string} act
   * @param {{ body?: object, at?: Position }} [options] With `at: "*"` it is accepted at any version.
   * @returns {Promise<SessionChanged>}
   */
  async act(act, { body, at = this.session.cursor } = {}) {
    const headers = { "If-Match": precondition(at), "Idempotency-Key": freshKey() };
    const changed = await this.ask(act, { method: "POST", body, headers });
    this.#see(changed.session);
    return changed;
  }

  /**
   * Let a bot play a vacant seat, or change the level of a bot, as the host.
   *
   * @param {number} seat
   * @param {number} level How far it looks ahead, 1 to 4.
   */
  addBot(seat, level) {
    return this.act("bots", { body: { seat, level }, at: "*" });
  }

  /**
   * Remove a bot from its seat, as the host.
   *
   * @param {number} seat
   */
  removeBot(seat) {
    return this.act("bots/remove", { body: { seat }, at: "*" });
  }

  /**
   * Open a session for the same seats, or return the one that is already open. To take your seat in it, call `join`
   * with this table's `token`.
   *
   * @returns {Promise<Session>}
   */
  async rematch() {
    return (await this.ask("rematch", { method: "POST", headers: { "Idempotency-Key": freshKey() } })).session;
  }

  /**
   * Call a listener with the table's state, now and after each change, and return a function that ends this. While
   * there is a listener, the table is watched, after its end until it has a rematch.
   *
   * @param {(snapshot: Snapshot) => void} listener
   */
  subscribe = (listener) => {
    if (!this.#watching) void this.#watch((this.#watching = new AbortController()));
    this.#listeners.add(listener);
    listener(this.#snapshot);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#watching?.abort();
      this.#watching = null;
    };
  };

  /** Return the table's state: the same object until something changes. */
  getSnapshot = () => this.#snapshot;

  /** @param {AbortController} watching */
  async #watch({ signal }) {
    // Listeners are not called with the state that they know, including when they return.
    const after = this.#snapshot.frame?.cursor ?? this.session.cursor;
    this.#change({ connection: "connecting", error: null });
    try {
      const told = /** @param {boolean} live */ (live) =>
        this.#change({ connection: this.#isOver ? "ended" : live ? "live" : "reconnecting" });
      const onEmote = this.#hear;
      for await (const _ of this.#follow({ after, signal, untilRematch: true, onEmote }, told))
        if (this.#isOver) this.#change({ connection: "ended" });
      if (!signal.aborted) this.#change({ connection: "ended" });
    } catch (error) {
      this.#change({ connection: "failed", error });
    }
  }

  get #isOver() {
    return this.session.status === "FINISHED" || this.session.status === "ABANDONED";
  }

  /**
   * @param {Following} options
   * @param {(live: boolean) => void} [onConnection]
   */
  async *#follow(options, onConnection) {
    const { token } = this;
    // Earlier releases do not know the parameter, nor the setting.
    const onEmote = options.onEmote && this.session.settings.emotes ? options.onEmote : undefined;
    const path = this.path();
    const watched = { ...options, onConnection, onEmote, path, token, look: looked, complete: completeFrame };
    const overdue = new Overdue(this.connection, (cursor) => this.act("claim", { at: cursor }));
    for await (const frame of overdue.between(this.session, framesOf(this.connection, watched))) {
      this.#see(frame.session, frame.resync, frame);
      yield frame;
    }
  }

  /** @param {SeatEmote} emote */
  #hear = (emote) => {
    for (const listener of this.#hearers) listener(emote);
  };

  /**
   * Take a session as the current one, unless a later one is known.
   *
   * @param {Session} session
   * @param {boolean} [anew] Whether its version may be lower.
   * @param {Frame | null} [frame]
   */
  #see(session, anew = false, frame = this.#snapshot.frame) {
    if (!anew && session.version < this.session.version) this.#change({ frame });
    else this.#change({ session, decision: session.view?.decision ?? null, frame });
  }

  /** @param {Partial<Snapshot>} change */
  #change(change) {
    const entries = /** @type {[keyof Snapshot, unknown][]} */ (Object.entries(change));
    if (entries.every(([name, value]) => this.#snapshot[name] === value)) return;
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of [...this.#listeners]) listener(this.#snapshot);
  }

  /** @param {{ move: string, preview: any }} pending */
  async #show(pending) {
    const preview = await this.preview(pending.move).catch(() => null);
    if (preview && this.#snapshot.pending === pending) this.#change({ pending: { ...pending, preview } });
  }

  #position() {
    return { cursor: this.session.cursor, decision: this.#snapshot.decision };
  }
}

/** @param {Position} at */
function precondition(at) {
  if (typeof at === "string") return at === "*" ? at : `"${at}"`;
  // A move out of turn is a race: it is accepted if it is legal when it arrives.
  return at.decision && !at.decision.asked ? "*" : `"${at.cursor}"`;
}

/** Return a random key. Nobody else has it, so a retry of the request is recognized. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
