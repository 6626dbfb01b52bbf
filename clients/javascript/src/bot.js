// A bot: a player that chooses its moves by program.

import { pause } from "./waiting.js";
import { freshKey } from "./table.js";

/**
 * @typedef {import("./contract.js").Decision} Decision
 * @typedef {import("./contract.js").Move} Move
 * @typedef {import("./complete.js").Frame} Frame
 */

/**
 * @typedef {Move | string | null | undefined} Chosen
 * @typedef {(decision: Decision, frame: Frame) => Chosen | Promise<Chosen>} Choose
 */

/** A bot only chooses moves; the kit does the rest. Pass a function that chooses, or override `choose`. */
export class Bot {
  /** @param {Choose} [choose] */
  constructor(choose) {
    if (choose) this.choose = choose;
  }

  /**
   * Return one of the decision's moves, or nothing to let a move out of turn pass.
   *
   * @param {Decision} decision
   * @param {Frame} frame
   * @returns {Chosen | Promise<Chosen>}
   */
  choose(decision, frame) {
    throw new Error(`A bot overrides choose: ${frame.session.id}, seat ${decision.seat}`);
  }

  /**
   * Play a seat until the table is over, and return the result; null if the table was abandoned or ended by
   * resignation: see `table.session.outcome`.
   *
   * @param {import("./table.js").Table} table
   * @param {{ signal?: AbortSignal }} [options]
   */
  async play(table, options) {
    for await (const frame of table.frames(options)) {
      const move = frame.decision && (await this.choose(frame.decision, frame));
      if (move) await makeMove(table, move, frame);
    }
    return table.result;
  }
}

/**
 * Make a move that was chosen at a frame. If the table has moved on, the next frame asks again.
 *
 * @param {import("./table.js").Table} table
 * @param {Move | string} move
 * @param {Frame} frame
 */
async function makeMove(table, move, frame) {
  const options = { at: frame, key: freshKey() };
  let outcome = await table.move(move, options);
  while (outcome.kind === "tooEarly") {
    await pause(outcome.retryAfterMillis);
    outcome = await table.move(move, options);
  }
// Out of turn, somebody else was faster. In turn, the bot would be asked again for ever.
  if (outcome.kind === "illegal" && frame.decision?.asked) throw new Error(outcome.message);
}
