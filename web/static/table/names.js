// The names of seats.

import { holderName } from "../kit/board/names.js";

/**
 * @param {{ seats: { name: string | null }[] }} session
 * @param {number} seat
 * @param {import("../app/context.js").App["t"]} t
 */
export function nameOf({ seats }, seat, t) {
  return holderName(seats, seat) ?? t("seatNumber", { number: seat + 1 });
}

/**
 * @param {{ seats: { name: string | null }[] }} session
 * @param {readonly number[]} seats
 * @param {import("../app/context.js").App["t"]} t
 */
export function namesOf(session, seats, t) {
  return seats.map((seat) => nameOf(session, seat, t)).join(", ");
}
