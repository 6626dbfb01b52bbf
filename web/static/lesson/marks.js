// The marks of the step that is next: the card to play, and where it goes.

/** @typedef {import("../kit/index.js").Move} Move */

/**
 * Mark a move on a board, however that is drawn again, and return what ends this.
 *
 * @param {HTMLElement} board
 * @param {Move} move
 */
export function keepMarked(board, move) {
  const mark = () => {
    unmark(board);
    for (const element of elementsOf(board, move)) element.dataset.next = "";
  };
  const watching = new MutationObserver(mark);
  watching.observe(board, { childList: true, subtree: true, attributeFilter: ["data-code", "data-zone"] });
  mark();
  return () => {
    watching.disconnect();
    unmark(board);
  };
}

/** @param {HTMLElement} board */
function unmark(board) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-next]"))) {
    delete element.dataset.next;
  }
}

/**
 * Return what stands for a move: its cards, where it takes something from if it names none, where that goes, the seat
 * that it is aimed at, and its button.
 *
 * @param {HTMLElement} board
 * @param {Move} move
 * @returns {HTMLElement[]}
 */
function elementsOf(board, { notation, cards, from, to, seat }) {
  const places = cards.length > 0 ? cards.map(({ code }) => cardIn(from, code)) : [zoneAt(from)];
  const wanted = [...places, zoneAt(to), seat === null ? null : `[data-seat="${seat}"]`, `[data-move="${notation}"]`];
  const found = wanted.map((selector) => selector && board.querySelector(selector));
  return /** @type {HTMLElement[]} */ (found.filter(Boolean));
}

/** @param {string | null} zone */
const zoneAt = (zone) => zone && `[data-zone="${zone}"]`;

/**
 * @param {string | null} zone
 * @param {string} code
 */
const cardIn = (zone, code) => `${zone ? `[data-zone="${zone}"] ` : ""}[data-code="${code}"]`;
