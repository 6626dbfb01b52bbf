// The outcomes of a move, as a union. Refusals are outcomes; only faults are thrown.

import { Problem } from "./connection.js";

/**
 * @typedef {import("./contract.js").MoveApplied} MoveApplied
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./contract.js").Rule} Rule
 * @typedef {import("./contract.js").ViewChanges} ViewChanges
 * @typedef {import("./contract.js").Move} Move
 *
 * @typedef {{ kind: "applied", changes: ViewChanges | null } & MoveApplied} Applied `changes` has the differences
 *   from the session at which the move was chosen; null: anything may differ.
 * @typedef {{ kind: "illegal", code: string, rule: Rule | null, message: string, legalMoves: Move[] }} Illegal
 * @typedef {object} Stale The table has moved on. If `rolledBack`, the store has lost the version that was seen.
 * @property {"stale"} kind
 * @property {boolean} rolledBack
 * @property {Session} session
 * @property {Session["view"]} view
 * @property {import("./contract.js").Decision | null} decision
 * @typedef {{ kind: "tooEarly", retryAfterMillis: number }} TooEarly
 * @typedef {{ kind: "over", message: string }} Over
 *
 * @typedef {Applied | Illegal | Stale | TooEarly | Over} MoveOutcome
 * @typedef {({ kind: "applied" } & import("./contract.js").TableMoved) | Illegal | Over} TableOutcome
 */

/**
 * Return the outcome of a move. Throws `Problem` for any other failure.
 *
 * @param {import("./connection.js").Answer} answer
 * @returns {any}
 */
export function outcomeOf({ status, body }) {
  if (status < 400) return { kind: "applied", ...body };
  switch (body.code) {
    case "BAD_NOTATION":
    case "ILLEGAL_MOVE":
    case "NOT_YOUR_TURN":
      return { kind: "illegal", code: body.code, rule: body.rule, message: body.detail, legalMoves: body.legalMoves };
    case "STALE_VERSION":
    case "ROLLED_BACK": {
      const { session } = body;
      const decision = session.view?.decision ?? null;
      return { kind: "stale", rolledBack: body.code === "ROLLED_BACK", session, view: session.view, decision };
    }
    case "TOO_EARLY":
      return { kind: "tooEarly", retryAfterMillis: body.retryAfterMillis };
    case "TABLE_OVER":
    case "SESSION_OVER":
      return { kind: "over", message: body.detail };
    default:
      throw new Problem(body);
  }
}
