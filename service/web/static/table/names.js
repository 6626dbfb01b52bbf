// The names of seats, as people say them.

/**
 * @param {import("../kit/index.js").Session} session
 * @param {number} seat
 * @param {import("../app/context.js").App["t"]} t
 */
export function nameOf({ seats }, seat, t) {
  const { name = null, kind, bot = null } = seats[seat] ?? {};
  if (name) return name;
  const number = t("seatNumber", { number: seat + 1 });
  return kind === "BOT" && bot ? `${t("seatIsBot")} ${seat + 1}` : number;
}

/**
 * @param {import("../kit/index.js").Session} session
 * @param {readonly number[]} seats
 * @param {import("../app/context.js").App["t"]} t
 */
export function namesOf(session, seats, t) {
  return seats.map((seat) => nameOf(session, seat, t)).join(", ");
}
