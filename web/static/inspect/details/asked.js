// What is asked of the service, or changed by it, as data. A secret is never in it.

/**
 * @typedef {{ state: string, viewer: number | null }} ReadInput
 * @typedef {{ state: string, seat: number, move: string, viewer: number | null }} MoveInput
 *
 * @typedef {{ kind: "deal", input: import("../../kit/contract.js").TableSetup }} Deal
 * @typedef {{ kind: "readTable", input: ReadInput }} ReadTable
 * @typedef {{ kind: "applyToState", input: MoveInput }} ApplyToState
 * @typedef {{ kind: "readPast", session: string, seat: number | null, after: string }} ReadPast
 * @typedef {{ kind: "applyMove", session: string, seat: number, move: string, at: string }} ApplyMove
 * @typedef {{ kind: "readRecord", session: string }} ReadRecord
 *
 * @typedef {Deal | ReadTable | ApplyToState | ReadPast | ApplyMove | ReadRecord} Asked
 */

/** Where the secret of a seat belongs; nothing that is shown or copied has one. */
export const TOKEN = "SEAT_TOKEN";

const SHOWN = 48;

/**
 * Return a request with its long state cut, to be looked at and not to be sent.
 *
 * @param {Asked} asked
 * @returns {Asked}
 */
export function shorten(asked) {
  if (asked.kind !== "readTable" && asked.kind !== "applyToState") return asked;
  const state = `${asked.input.state.slice(0, SHOWN)}…`;
  return /** @type {Asked} */ ({ ...asked, input: { ...asked.input, state } });
}
