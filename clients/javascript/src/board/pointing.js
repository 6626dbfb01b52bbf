// Find the card at a pointer, suppress unintended clicks, and point at what a move takes and where it goes.

/** @typedef {import("./selection.js").Picked} Picked */

/**
 * Return the card under a pointer event; null if there is none.
 *
 * @param {Event} event
 * @returns {{ element: HTMLElement, picked: Picked } | null}
 */
export function cardAt(event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const element = /** @type {HTMLElement | null} */ (target.closest?.("[data-code]") ?? null);
  return element && pickedFrom(element);
}

/**
 * Return the card that an element shows.
 *
 * @param {HTMLElement} element
 */
export function pickedFrom(element) {
  const zone = /** @type {HTMLElement | null} */ (element.closest("[data-zone]"))?.dataset.zone;
  if (!zone) return null;
  return { element, picked: { zone, index: Number(element.dataset.index), code: element.dataset.code ?? "" } };
}

/** Suppress the click that follows when something is dropped. @param {HTMLElement} root */
export function suppressClick(root) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  root.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", stop, { capture: true }), 50);
}

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
