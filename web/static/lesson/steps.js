// The steps of a lesson. How many have been made is the number of moves at the table.

import { useEffect } from "../kit/board/preact.js";
import { useCaught } from "../app/context.js";

/**
 * @typedef {import("../kit/index.js").Table} Table
 * @typedef {import("../kit/index.js").Lesson} Lesson
 */

/** The pause before another seat moves: by then one has seen what the move before has done. */
const PAUSE_MILLIS = 1600;

/**
 * Let the learner's table take only the move of the step that is next, and refuse any other with a kind word.
 *
 * @param {Table} table
 * @param {Lesson} lesson
 * @param {() => string} refuse
 */
export function guide(table, { steps }, refuse) {
  const make = table.move.bind(table);
  table.move = async (move, options) => {
    const step = steps[table.session.view?.ply ?? 0];
    const notation = typeof move === "string" ? move : move.notation;
    if (step?.seat === table.seat && step.moves.includes(notation)) return make(move, options);
    return { kind: "illegal", code: "ILLEGAL_MOVE", rule: null, message: refuse(), legalMoves: [] };
  };
}

/**
 * Return what has happened since the learner's last step, and what is to be said next: the learner's task, nothing
 * while others move, or the end.
 *
 * @param {Lesson} lesson
 * @param {number} done
 */
export function toldAt({ steps, learner, closing }, done) {
  const own = steps.slice(0, done).findLastIndex(({ seat }) => seat === learner);
  const happened = steps.slice(own + 1, done).map(({ sentence }) => sentence);
  const step = steps[done];
  const task = step?.seat === learner ? step.sentence : "";
  return { happened: happened.filter(Boolean).join(" "), task: step ? task : closing };
}

/**
 * Make the moves of the other seats, and return what went wrong.
 *
 * @param {Lesson} lesson
 * @param {readonly Table[]} tables By seat.
 * @param {number} done
 */
export function useOpponents({ steps, learner }, tables, done) {
  const [error, setError] = useCaught();
  useEffect(() => {
    const step = steps[done];
    if (!step || step.seat === learner) return undefined;
    const move = () => tables[step.seat].move(step.moves[0], { at: "*" }).catch(setError);
    const timer = setTimeout(move, PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [done]);
  return error;
}
