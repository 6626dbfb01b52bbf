// The games of a service, and everything needed to draw their tables. It is the same for every viewer.

import { withQuery } from "./connection.js";

/**
 * @typedef {Exclude<keyof import("./contract.js").Vocabulary, "language" | "languages">} VocabularyList
 *
 * @typedef {object} MoreOfGame
 * @property {import("./contract.js").Card[]} cards The face of every card.
 * @property {import("./contract.js").Vocabulary} vocabulary The texts of its sentences and labels.
 *
 * @typedef {import("./contract.js").Game & MoreOfGame} GameData A game with everything needed to draw its tables.
 */

/** The lists of a vocabulary that the board needs. */
export const DRAWN = /** @type {const} */ (["choices", "powers", "zones"]);

const KEPT = { isKept: true };

export class Catalogue {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /**
   * Return the games that the service offers.
   *
   * @returns {Promise<import("./contract.js").Game[]>}
   */
  async games() {
    return (await this.connection.ask("/v1/games", KEPT)).games;
  }

  /**
   * Return one game: its seats, options and verbs.
   *
   * @param {string} id
   * @returns {Promise<import("./contract.js").Game>}
   */
  game(id) {
    return this.connection.ask(gamePath(id), KEPT);
  }

  /**
   * Return the face of every card of a game, to load pictures in advance.
   *
   * @param {string} id
   * @returns {Promise<import("./contract.js").Card[]>}
   */
  async cards(id) {
    return (await this.connection.ask(`${gamePath(id)}/cards`, KEPT)).cards;
  }

  /**
   * Return the texts of a game's sentences and labels in the client's language. With `lists`, only those lists have
   * entries.
   *
   * @param {string} id
   * @param {{ lists?: readonly VocabularyList[] }} [which]
   * @returns {Promise<import("./contract.js").Vocabulary>}
   */
  vocabulary(id, { lists } = {}) {
    const query = { language: this.connection.wire.language, lists: lists?.join() };
    return this.connection.ask(withQuery(`${gamePath(id)}/vocabulary`, query), KEPT);
  }

  /**
   * Return the lesson of a game, a guided first hand. Throws `Problem` if the game has none (`hasLesson`).
   *
   * @param {string} id
   * @returns {Promise<import("./contract.js").Lesson>}
   */
  lesson(id) {
    return this.connection.ask(`${gamePath(id)}/lesson`, KEPT);
  }

  /**
   * Return the rule page of a game.
   *
   * @param {string} id
   * @returns {Promise<import("./contract.js").Rule[]>}
   */
  async rules(id) {
    return (await this.connection.ask(`${gamePath(id)}/rules`, KEPT)).rules;
  }

  /**
   * Return everything needed to draw a table of a game; `lists` selects lists of the vocabulary.
   *
   * @param {string} id
   * @param {{ lists?: readonly VocabularyList[] }} [which]
   * @returns {Promise<GameData>}
   */
  async gameData(id, which) {
    const [game, cards, vocabulary] = await Promise.all([this.game(id), this.cards(id), this.vocabulary(id, which)]);
    return { ...game, cards, vocabulary };
  }
}

/** @param {string} game */
const gamePath = (game) => `/v1/games/${encodeURIComponent(game)}`;
