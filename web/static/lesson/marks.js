// The marks of the step that is next: the card to play, and where it goes.

import { findPlaces } from "../kit/board/marking.js";

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
    for (const element of findPlaces(board, move)) element.dataset.next = "";
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
