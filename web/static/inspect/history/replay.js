// A record dealt and played again by the service, move by move: any position, as any seat saw it.

import { Problem, Unreachable } from "../../kit/connection.js";
import { movesOf, setupOf, shorten } from "./record.js";

/**
 * @typedef {import("./record.js").TableRecord} TableRecord
 *
 * @typedef {object} Position How a viewer saw the table after a step.
 * @property {import("../../kit/index.js").View} view
 * @property {import("../../kit/index.js").Event[]} events What the step told the viewer.
 * @property {import("../details/asked.js").Asked} read What asks for this view.
 * @property {import("../details/asked.js").Asked | null} move What makes the move of the step.
 *
 * @typedef {object} Step A change of the table; the first one is the deal.
 * @property {number} ply The moves made by then.
 * @property {number | null} seat Who moved; null: nobody.
 * @property {string} label The move in words, or as it is written while the words are not known.
 * @property {boolean} isSentence Whether the label says who moved.
 *
 * @typedef {object} History What the explorer shows: a replayed record, or the past of a session.
 * @property {string} game
 * @property {number} seats
 * @property {(number | null)[]} viewers Whose views there are; null: a spectator's.
 * @property {() => Step[]} steps
 * @property {(step: number, viewer: number | null) => Promise<Position>} at
 * @property {(listener: () => void) => () => void} subscribe Tell a listener when steps, or what is known of them,
 *   change.
 * @property {() => Progress} progress
 * @property {() => void} close
 *
 * @typedef {object} Progress
 * @property {number} done The steps that have been made.
 * @property {number} total
 * @property {boolean} isLive Whether more steps may come.
 * @property {unknown} error What stopped it; a `BrokenRecord` if the rules did.
 */

/** The rules refuse a move of the record, so everything from it on is void. */
export class BrokenRecord extends Error {
  name = "BrokenRecord";

  /**
   * @param {number} ply The number of the move, from 1.
   * @param {string} message
   * @param {string | null} rule
   * @param {string} [language] That of the message, if it is not the one of the page.
   */
  constructor(ply, message, rule, language) {
    super(message);
    this.ply = ply;
    this.rule = rule;
    this.language = language;
  }
}

/** @implements {History} */
export class Replay {
  /** @type {Map<string, Promise<Position & { state: string, label: string | null }>>} */
  #known = new Map();
  /** @type {Promise<string>[]} The state after each step: each is made from the one before. */
  #states = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Step[]} */
  #steps;
  /** @type {Progress} */
  #progress;
  #isClosed = false;
  /** @type {import("../../kit/index.js").Result | null} What the moves lead to, when all are made. */
  result = null;
  #croupier;
  #moves;

  /**
   * @param {import("../../kit/index.js").Croupier} croupier
   * @param {TableRecord} record
   * @param {string} dealt The label of the first step.
   */
  constructor(croupier, record, dealt) {
    this.#croupier = croupier;
    this.#moves = movesOf(record);
    this.record = record;
    this.game = record.game;
    this.seats = record.seats;
    this.viewers = [...Array(record.seats).keys(), null];
    const moves = this.#moves.map(({ seat, notation }, index) => {
      return { ply: index + 1, seat, label: notation, isSentence: false };
    });
    this.#steps = [{ ply: 0, seat: null, label: dealt, isSentence: true }, ...moves];
    this.#progress = { done: 0, total: this.#steps.length, isLive: false, error: null };
  }

  steps = () => this.#steps;
  progress = () => this.#progress;

  /** @param {() => void} listener */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  close() {
    this.#isClosed = true;
  }

  /** Play the record to its end, or to the first move that the rules refuse; once more after a fault. */
  async play() {
    this.#note({ error: null });
    try {
      for (let step = this.#progress.done; step < this.#steps.length && !this.#isClosed; step++) {
        await this.#stateAfter(step);
        const { label, view } = await this.#make(step, 0);
        this.result = view.result;
        if (label) this.#steps = this.#steps.map((known, index) => (index === step ? { ...known, label } : known));
        this.#note({ done: step + 1 });
      }
    } catch (error) {
      this.#states.length = Math.min(this.#states.length, this.#progress.done);
      this.#note({ error });
    }
  }

  /**
   * Return how a viewer saw the table after a step.
   *
   * @param {number} step
   * @param {number | null} viewer
   * @returns {Promise<Position>}
   */
  at(step, viewer) {
    return this.#make(step, viewer);
  }

  /**
   * @param {number} step
   * @param {number | null} viewer
   */
  #make(step, viewer) {
    const place = `${step} ${viewer}`;
    const known = this.#known.get(place) ?? (step === 0 ? this.#deal(viewer) : this.#move(step, viewer));
    this.#known.set(place, known);
    known.catch(() => this.#known.delete(place));
    return known;
  }

  /** @param {number | null} viewer */
  async #deal(viewer) {
    const input = { ...setupOf(this.record), viewer };
    const { table, view } = await this.#croupier.newTable(input);
    return this.#position(table.state, view, [], viewer, { kind: "deal", input }, null);
  }

  /**
   * @param {number} step
   * @param {number | null} viewer
   */
  async #move(step, viewer) {
    const { seat, notation } = this.#moves[step - 1];
    const input = { state: await this.#stateAfter(step - 1), seat, move: notation, viewer };
    const outcome = await this.#croupier.applyMoveToState(input).catch((error) => {
      throw isAboutMove(error) ? new BrokenRecord(step, error.message, null, "en") : error;
    });
    if (outcome.kind === "illegal") throw new BrokenRecord(step, outcome.message, outcome.rule?.number ?? null);
    if (outcome.kind === "over") throw new BrokenRecord(step, outcome.message, null);
    const { table, view, events, move } = outcome;
    return this.#position(table.state, view, events, viewer, { kind: "applyToState", input }, move.label);
  }

  /**
   * @param {string} state
   * @param {import("../../kit/index.js").View | null} view
   * @param {import("../../kit/index.js").Event[]} events
   * @param {number | null} viewer
   * @param {import("../details/asked.js").Asked} move
   * @param {string | null} label
   */
  #position(state, view, events, viewer, move, label) {
    if (!view) throw new Unreachable("The service has sent no view.");
    /** @type {import("../details/asked.js").Asked} */
    const read = { kind: "readTable", input: { state, viewer } };
    return { state, view, events, read, move, label };
  }

  /**
   * Return the state after a step, once all before it are made.
   *
   * @param {number} step
   */
  #stateAfter(step) {
    for (let next = this.#states.length; next <= step; next++) {
      const before = this.#states[next - 1] ?? Promise.resolve();
      const made = before.then(() => this.#make(next, 0)).then(({ state }) => state);
      // Whoever asks for it is told.
      made.catch(() => {});
      this.#states.push(made);
    }
    return this.#states[step];
  }

  /** @param {Partial<Progress>} change */
  #note(change) {
    this.#progress = { ...this.#progress, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * Tell whether the service plays other rules now than those of a record.
 *
 * @param {TableRecord} record
 * @param {import("../../kit/index.js").Game[]} games
 * @returns {import("./record.js").Unreadable | null}
 */
export function checkRules(record, games) {
  const game = games.find(({ id }) => id === record.game);
  if (!game) return { problem: "unknownGame", blanks: { game: shorten(record.game) } };
  if (game.rulesVersion === record.rules) return null;
  const versions = { found: shorten(record.rules), rules: game.rulesVersion };
  return { problem: "otherRules", blanks: { game: game.title, ...versions } };
}

/**
 * Tell whether the service has found fault with a move, and not with itself.
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
const isAboutMove = (error) => error instanceof Problem && [400, 404, 409, 422].includes(error.status);
