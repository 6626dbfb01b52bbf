// The text beside one card: its name and its power, or why it cannot be played.

import { powerOf } from "../layout.js";
import { html, useLayoutEffect, useRef } from "../preact.js";
import { Told } from "../status.js";

/** @typedef {import("../selection.js").Picked} Picked */

/** The distance between a card, its bubble, and the edge of the board. */
const GAP = 10;

/**
 * Draw the text about a card.
 *
 * @param {object} props
 * @param {import("../preact.js").Ref<HTMLElement | null>} props.root
 * @param {Picked | null} props.at
 * @param {import("../layout.js").GameData} props.game
 * @param {string} props.language
 * @param {import("../status.js").Notice | null} props.notice Why it cannot be played.
 * @param {import("../status.js").OnRule} [props.onRule]
 */
export function Bubble({ root, at, game, language, notice, onRule }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (at && root.current && box.current) place(root.current, box.current, at);
  });
  const card = at && game.cards.find(({ code }) => code === at.code);
  if (!card) return null;
  const power = powerOf(card.code, game);
  return html`<div
    class="croupier-bubble${notice ? " croupier-refusal" : ""}"
    part="bubble"
    role=${notice ? undefined : "tooltip"}
    ref=${box}
  >
    <b>${card.label}</b>
    ${notice && html`<${Told} ...${{ notice, language, onRule }} />`}
    ${power && html`<span>${power}</span>`}
  </div>`;
}

/**
 * Put a bubble above or below a card, and hide it when the card is gone.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} box
 * @param {Picked} at
 */
function place(board, box, { zone, index, code }) {
  const at = `[data-index="${index}"][data-code="${CSS.escape(code)}"]`;
  const card = board.querySelector(`[data-zone="${CSS.escape(zone)}"] ${at}`);
  box.hidden = card === null;
  if (!card) return;
  const [rect, home] = [card.getBoundingClientRect(), board.getBoundingClientRect()];
  const middle = rect.left + rect.width / 2 - home.left;
  const left = Math.max(GAP, Math.min(middle - box.offsetWidth / 2, home.width - box.offsetWidth - GAP));
  // The moves are above the hand, and stay in sight.
  const bar = card.closest("[role=listbox]") && board.querySelector(".croupier-status");
  const above = Math.min(rect.top, bar?.getBoundingClientRect().top ?? rect.top) - home.top - box.offsetHeight - GAP;
  box.style.left = `${left}px`;
  box.style.top = `${above > 0 ? above : rect.bottom - home.top + GAP}px`;
}
