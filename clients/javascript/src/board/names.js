// The names of players, as the sentences of the service say them.

/**
 * Return the name of a seat's holder, with the seat's number where another has the same; null if there is none.
 *
 * @param {readonly { name: string | null }[]} seats
 * @param {number} seat
 */
export function holderName(seats, seat) {
  const name = seats[seat]?.name;
  if (!name) return null;
  return seats.filter((other) => other.name === name).length > 1 ? `${name} (${seat + 1})` : name;
}
