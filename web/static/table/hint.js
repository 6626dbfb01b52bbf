// A hint: the move that a bot would choose, marked on the board, and what speaks for it in a clause.

import { html, useEffect, useRef } from "../kit/board/preact.js";
import { markMove } from "../kit/board/marking.js";
import { useApp } from "../app/context.js";
import { adoptStyle } from "../app/styles.js";
import { reasonFor } from "./reasons.js";
import style from "./hint.css";

export { askForHint } from "./reasons.js";

adoptStyle(style);

/** @typedef {import("./reasons.js").HintData} HintData */

/**
 * Mark a hint on the board and tell it, until the table has moved on or it is closed.
 *
 * @param {{ hint: HintData, close: () => void }} given
 */
export function Hint({ hint, close }) {
  const app = useApp();
  const { t } = app;
  const { move } = hint.suggestion;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const board = /** @type {HTMLElement | null} */ (place.current?.parentElement?.querySelector(".croupier-board"));
    return board && move ? markMove(board, move) : undefined;
  }, [hint]);
  const reason = reasonFor(hint, app);
  return html`<div class="hint-told" ref=${place}>
    <p role="status">
      <strong>${move ? move.label : t("hintWaits")}</strong>${reason && `: ${reason}`}
    </p>
    <button class="icon" aria-label=${t("close")} onClick=${close}>✕</button>
  </div>`;
}
