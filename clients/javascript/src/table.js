// A table: its frames, its moves, and a store of how it stands for what draws it.

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
 * @typedef {import("./outcomes.js").MoveOutcome} MoveOutcome
 *
 * @typedef {object} Snapshot What is known of a table now; another object after each change.
 * @property {Session} session The session, with the view.
 * @property {import("./contract.js").Decision | null} decision The viewer's decision; null: it has no move.
 * @property {Frame | null} frame The last that came: its `events` can be shown as they happen, unless `resync` is set.
 * @property {"idle" | "connecting" | "live" | "reconnecting" | "ended" | "failed"} connection
 * @property {{ move: string, preview: import("./contract.js").Preview | null } | null} pending The move on its way.
 * @property {unknown} error What ended the watching, if it failed.
 *
 * @typedef {string | Pick<Frame, "cursor" | "decision">} Position A frame, or its cursor; "*" is any version.
 *
 * @typedef {object} MoveOptions
 * @property {Position} [at] The frame at which the move was chosen; without it, the last one.
 * @property {string} [key] The key of the move, for a repetition after a restart.
 * @property {boolean} [preview] Whether to show the certain effects in `pending` while the move is on its way.
 */

export class Table extends Questions {
  /** @type {Set<(snapshot: Snapshot) => void>} */
  #listeners = new Set();
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
    /** A code for each seat, to invite with; only whoever opened the table has them. */
    this.joinLinks = joinLinks;
  }

  get session() {
    return this.#snapshot.session;
  }

  /** The viewer's seat; null for a spectator. */
  get seat() {
    return this.session.viewerSeat;
  }

  /** The result of the moves; null while play goes on, and if the table ended otherwise. */
  get result() {
    return this.session.view?.result ?? null;
  }

  /**
   * Yield each version of the table once, from now on (or after a cursor) until it is over, over as many connections as
   * that takes. Throws `Problem` when it cannot be watched any more.
   *
   * @param {{ after?: string, signal?: AbortSignal, untilRematch?: boolean }} [options] With `untilRematch` the frames
   *   go on after the end, until one tells of a rematch by `session.rematchId`.
   * @returns {AsyncGenerator<Frame, void, void>}
   */
  frames(options = {}) {
    return this.#follow(options);
  }

  /**
   * Make a move, once. Throws only for faults: `Unreachable`, and `Problem` for what is no outcome.
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

  /** Deal the cards, as the host; the default policy plays the seats that nobody has taken. */
  start() {
    return this.act("start", { at: "*" });
  }

  /**
   * Change the table in another way than by a move. `act` is the end of its path in the REST API: `start`, `resign`,
   * `leave`, `abandon`, `claim`, `undo`, `take-back`, `take-back/answer`, `give-up`. Throws `Problem` if it is refused.
   *
   * @param {string} act
   * @param {{ body?: object, at?: Position }} [options] At "*" it counts whatever the version is.
   * @returns {Promise<SessionChanged>}
   */
  async act(act, { body, at = this.session.cursor } = {}) {
    const headers = { "If-Match": precondition(at), "Idempotency-Key": freshKey() };
    const changed = await this.ask(act, { method: "POST", body, headers });
    this.#see(changed.session);
    return changed;
  }

  /**
   * Let a bot play a seat that nobody holds, or another level the seat of a bot, as the host.
   *
   * @param {number} seat
   * @param {number} level How far it looks ahead, 1 to 4.
   */
  addBot(seat, level) {
    return this.act("bots", { body: { seat, level }, at: "*" });
  }

  /**
   * Make the seat of a bot vacant, as the host.
   *
   * @param {number} seat
   */
  removeBot(seat) {
    return this.act("bots/remove", { body: { seat }, at: "*" });
  }

  /**
   * Open a session for the same seats, or get the one that is open already. `join` with this table's `token` takes
   * one's seat in it.
   *
   * @returns {Promise<Session>}
   */
  async rematch() {
    return (await this.ask("rematch", { method: "POST", headers: { "Idempotency-Key": freshKey() } })).session;
  }

  /**
   * Tell a listener how the table stands, now and after each change; return what ends that. While there is a listener,
   * the table is watched, after its end until it has a rematch.
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

  /** Return how the table stands: the same object until something changes. */
  getSnapshot = () => this.#snapshot;

  /** @param {AbortController} watching */
  async #watch({ signal }) {
    // What is known is not told again, nor what listeners have been told when they return.
    const after = this.#snapshot.frame?.cursor ?? this.session.cursor;
    this.#change({ connection: "connecting", error: null });
    try {
      const told = /** @param {boolean} live */ (live) =>
        this.#change({ connection: this.#isOver ? "ended" : live ? "live" : "reconnecting" });
      for await (const _ of this.#follow({ after, signal, untilRematch: true }, told))
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
   * @param {{ after?: string, signal?: AbortSignal, untilRematch?: boolean }} options
   * @param {(live: boolean) => void} [onConnection]
   */
  async *#follow(options, onConnection) {
    const { token } = this;
    const watched = { ...options, onConnection, path: this.path(), token, look: looked, complete: completeFrame };
    const overdue = new Overdue(this.connection, (cursor) => this.act("claim", { at: cursor }));
    for await (const frame of overdue.between(this.session, framesOf(this.connection, watched))) {
      this.#see(frame.session, frame.resync, frame);
      yield frame;
    }
  }

  /**
   * Take a session for the present one, unless a later one is known.
   *
   * @param {Session} session
   * @param {boolean} [anew] Whether versions may count from an earlier one again.
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
  // A move out of turn is a race: it counts if it is legal when it arrives.
  return at.decision && !at.decision.asked ? "*" : `"${at.cursor}"`;
}

/** Return a random key: nobody else has it, so a repetition of the request is known as one. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
