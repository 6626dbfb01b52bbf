// Point at what a move takes, and at where it goes.

/**
 * Mark the cards of a move and its target, until the returned function is called.
 *
 * @param {HTMLElement} board
 * @param {import("../contract.js").Move} move
 */
export function markMove(board, move) {
  const marked = findPlaces(board, move).filter((place) => place !== null);
  for (const place of marked) place.dataset.hinted = "";
  return () => {
    for (const place of marked) delete place.dataset.hinted;
  };
}

/**
 * Return what a move takes and where it goes: for other moves, its button.
 *
 * @param {HTMLElement} board
 * @param {import("../contract.js").Move} move
 */
function findPlaces(board, { notation, cards, card, from, to, seat }) {
  const find = (/** @type {string} */ places) => /** @type {HTMLElement | null} */ (board.querySelector(places));
  const zoneAt = (/** @type {string | null} */ zone) => zone && find(`[data-zone="${zone}"]`);
  const moved = cards.length > 0 ? cards.map(({ code }) => code) : card === null ? [] : [card];
  const taken = moved.map((code) => find(`[data-zone="${from}"] [data-code="${code}"]`));
  const target = seat === null ? zoneAt(to) : find(`[data-seat="${seat}"]`);
  const places = [...(taken.length > 0 ? taken : [zoneAt(from)]), target];
  return places.some(Boolean) ? places.map((place) => place || null) : [find(`[data-move="${notation}"]`)];
}
