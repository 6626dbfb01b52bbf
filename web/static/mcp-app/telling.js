// The text for the model: what has happened at the table since the model was shown it, in a few sentences.

/** A model that needs more looks at the table. */
const MOST_SENTENCES = 12;

export class Telling {
  /** @type {string[]} */
  #sentences = [];
  /** @type {string | null} */
  #played = null;
  #version = 0;

  /** @param {string} notation The move that the person has made at the app. */
  play(notation) {
    this.#played = notation;
  }

  /**
   * @param {number} version The newest one.
   * @param {string[]} told What has happened up to it.
   */
  hear(version, told) {
    this.#sentences = [...this.#sentences, ...told].slice(-MOST_SENTENCES);
    this.#version = version;
  }

  /** The text for the model, in the form that the host takes. It has only what the holder of the seat has seen. */
  get block() {
    const played = this.#played === null ? "" : ` The person's last move there is "${this.#played}".`;
    const now = `The card table in the app is at version ${this.#version}.`;
    return { type: "text", text: `${now}${played} What happened: ${this.#sentences.join(" ")}` };
  }
}
