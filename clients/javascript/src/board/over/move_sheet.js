// All moves as buttons on a sheet.

import { MoveButton } from "../moves.js";
import { html, useEffect } from "../preact.js";
import { text } from "../texts.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../../contract.js").Move} Move */

/**
 * Draw moves as a list over the board, until one is made or it is closed.
 *
 * @param {import("../moves.js").MovesProps & { moves: readonly Move[], effect: string, close: () => void }} props
 */
export function MoveSheet({ language, game, choosing, busy, consider, moves, effect, close }) {
  useEffect(() => () => consider(null), []);
  const play = (/** @type {Move} */ move) => {
    close();
    choosing.play(move);
  };
  const title = text(language, "allMoves", { count: moves.length });
  const shared = { game, language, busy, isUnread: choosing.isUnread, play, consider };
  return html`<${Sheet} ...${{ title, language, close }}>
    <div class="croupier-moves" role="group" aria-label=${text(language, "moves")} tabindex="-1">
      ${moves.map((move) => html`<${MoveButton} key=${move.notation} ...${{ ...shared, move, areChoices: false }} />`)}
    </div>
    <p class="croupier-foreseen" part="effect" aria-live="polite">${effect}</p>
  <//>`;
}
