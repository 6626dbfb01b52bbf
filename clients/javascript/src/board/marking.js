// Point at what a move takes, and at where it goes.

/**
 * Mark the cards of a move and its target, until the returned function is called.
 *
 * @param {HTMLElement} board
 * @param {import("../contract.js").Move} move
 */
export function markMove(board, move) {
  const marked = findPlaces(board, move);
  for (const place of marked) place.dataset.hinted = "";
  return () => {
    for (const place of marked) delete place.dataset.hinted;
  };
}

/**
 * Return what stands for a move on a board: its cards, or the zone that it takes from if it names none; where it goes;
 * and its button.
 *
 * @param {HTMLElement} board
 * @param {import("../contract.js").Move} move
 */
export function findPlaces(board, { notation, cards, card, from, to, seat }) {
  const zoneAt = (/** @type {string | null} */ zone) => zone && `[data-zone="${zone}"]`;
  const moved = cards.length > 0 ? cards.map(({ code }) => code) : card === null ? [] : [card];
  const taken = moved.map((code) => `${zoneAt(from) ?? ""} [data-code="${code}"]`);
  const target = seat === null ? zoneAt(to) : `[data-seat="${seat}"]`;
  const places = [...(taken.length > 0 ? taken : [zoneAt(from)]), target, `[data-move="${notation}"]`];
  const found = places.map((place) => place && board.querySelector(place));
  return /** @type {HTMLElement[]} */ (found.filter(Boolean));
}
