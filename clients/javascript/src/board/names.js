// The names of players, as in the sentences of the service.

/**
 * Return the name of a seat's holder, with the seat's number if another player has the same name; null without one.
 *
 * @param {readonly { name: string | null }[]} seats
 * @param {number} seat
 */
export function holderName(seats, seat) {
  const name = seats[seat]?.name;
  if (!name) return null;
  return seats.filter((other) => other.name === name).length > 1 ? `${name} (${seat + 1})` : name;
}
