// The past of a session, as those who hold its seats here saw it: from the frames that the service keeps.

/**
 * @typedef {import("./replay.js").History} History
 * @typedef {import("./replay.js").Position} Position
 * @typedef {import("./replay.js").Step} Step
 * @typedef {import("./replay.js").Progress} Progress
 * @typedef {import("../../kit/index.js").Frame} Frame
 * @typedef {import("../../kit/index.js").Table} Table
 */

/** The cursor before everything: version 1 is the opening of the session. */
const BEGINNING = "1";

/** @implements {History} */
export class Past {
  /** @type {Map<number | null, Watched>} */
  #watched = new Map();
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #closing = new AbortController();
  /** @type {Step[]} */
  #steps = [];
  /** @type {unknown} */
  #error = null;
  #isLive = true;
  #main;

  /**
   * @param {Map<number | null, Table>} tables The table as each viewer here sees it: seats, or null for a spectator.
   * @param {string} game
   * @param {string} dealt The label of the first step.
   */
  constructor(tables, game, dealt) {
    this.tables = tables;
    this.game = game;
    this.dealt = dealt;
    this.viewers = [...tables.keys()];
    [this.#main] = this.viewers;
    this.session = this.#tableOf(this.#main).session;
    this.seats = this.session.seats.length;
  }

  steps = () => this.#steps;

  /** @returns {Progress} */
  progress = () => ({ done: this.#steps.length, total: this.#steps.length, isLive: this.#isLive, error: this.#error });

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  close() {
    this.#closing.abort();
  }

  /** Read the past, and go on with what happens until the session is over. */
  async play() {
    this.#error = null;
    const watched = this.#watch(this.#main);
    await watched.ended;
    this.#error = watched.error;
    this.#isLive = false;
    this.#tell();
  }

  /**
   * Return how a viewer saw the table after a step.
   *
   * @param {number} step
   * @param {number | null} viewer
   * @returns {Promise<Position>}
   */
  async at(step, viewer) {
    const main = this.#watch(this.#main).frames[step];
    const watched = this.#watch(viewer);
    const frame = await watched.until(main.version);
    const view = frame?.session.view;
    if (!frame || !view) throw watched.error ?? new Error("This version is not there any more.");
    const { id: session } = this.session;
    const [legal] = view.legalMoves;
    const mayMove = legal && viewer !== null;
    return {
      view,
      events: frame.events,
      read: { kind: "readPast", session, seat: viewer, after: watched.cursorBefore(frame) ?? BEGINNING },
      move: mayMove ? { kind: "applyMove", session, seat: viewer, move: legal.notation, at: frame.cursor } : null,
    };
  }

  /** @param {number | null} viewer */
  #tableOf(viewer) {
    return /** @type {Table} */ (this.tables.get(viewer));
  }

  /** @param {number | null} viewer */
  #watch(viewer) {
    const known = this.#watched.get(viewer);
    if (known) return known;
    const onFrame = viewer === this.#main ? (/** @type {Frame[]} */ frames) => this.#count(frames) : () => {};
    const watched = new Watched(this.#tableOf(viewer), this.#closing.signal, onFrame);
    this.#watched.set(viewer, watched);
    return watched;
  }

  /** @param {Frame[]} frames */
  #count(frames) {
    this.#steps = frames.map(({ session, events }, index) => ({
      ply: session.view?.ply ?? 0,
      // Before the deal stands who sat down last.
      seat: index === 0 ? null : (events.find(({ seat }) => seat !== null)?.seat ?? null),
      label: index === 0 ? this.dealt : (events[0]?.sentence ?? "…"),
      isSentence: true,
    }));
    this.#tell();
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The frames that one viewer gets. */
class Watched {
  /** @type {Frame[]} From the deal on. */
  frames = [];
  /** @type {Map<number, string>} The cursor before each version. */
  #before = new Map();
  /** @type {Set<() => void>} */
  #waiting = new Set();
  /** @type {unknown} */
  error = null;
  #isOver = false;

  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   * @param {(frames: Frame[]) => void} onFrame
   */
  constructor(table, signal, onFrame) {
    this.ended = this.#read(table, signal, onFrame);
  }

  /** @param {Frame} frame */
  cursorBefore = (frame) => this.#before.get(frame.version);

  /**
   * Return the frame of a version, when it is there.
   *
   * @param {number} version
   * @returns {Promise<Frame | undefined>}
   */
  async until(version) {
    while (!this.#isOver && (this.frames.at(-1)?.version ?? 0) < version) {
      await new Promise((resolve) => this.#waiting.add(() => resolve(null)));
    }
    return this.frames.find((frame) => frame.version === version);
  }

  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   * @param {(frames: Frame[]) => void} onFrame
   */
  async #read(table, signal, onFrame) {
    let cursor = BEGINNING;
    try {
      for await (const frame of table.frames({ after: BEGINNING, signal })) {
        // Versions that the store has lost, or that were skipped: what was there is not the past of this one.
        if (frame.rolledBack) this.frames.length = 0;
        this.#before.set(frame.version, cursor);
        cursor = frame.cursor;
        if (!frame.session.view) continue;
        this.frames.push(frame);
        onFrame([...this.frames]);
        this.#wake();
      }
    } catch (error) {
      this.error = error;
    }
    this.#isOver = true;
    this.#wake();
  }

  #wake() {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
