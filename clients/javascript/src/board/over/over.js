// What lies over the board: the text beside a card, the list of all moves, and the cards of a pile. It is loaded when
// somebody is there, or a moment after the table was drawn.

import { html, useState } from "../preact.js";
import { Bubble } from "./bubble.js";
import { MoveSheet } from "./move_sheet.js";
import style from "./over_style.js";
import { ZoneSheet } from "./sheet.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

/**
 * @typedef {import("../../contract.js").Move} Move
 *
 * @typedef {object} OverProps
 * @property {import("../preact.js").Ref<HTMLElement | null>} root
 * @property {import("../layout.js").GameData} game
 * @property {string} language
 * @property {import("../status.js").OnRule} [onRule]
 * @property {import("../selection.js").Picked | null} at The card to tell more of.
 * @property {import("../status.js").Notice | null} notice Why that card cannot be played.
 * @property {Omit<Parameters<typeof MoveSheet>[0], "moves"> & { moves: readonly Move[] | null }} listed The list of
 *   moves; null if it is closed.
 * @property {import("../../contract.js").Zone | undefined} zone The zone that is looked through.
 * @property {() => void} close Put the zone back.
 */

/** Draw what lies over the board. @param {OverProps} props */
export function Over({ root, game, language, onRule, at, notice, listed, zone, close }) {
  // Before anything is drawn, since a bubble is measured as soon as it is there.
  useState(() => adoptStyle(root.current));
  const { moves } = listed;
  return html`
    <${Bubble} ...${{ root, game, language, onRule, at, notice }} />
    ${moves && html`<${MoveSheet} ...${{ ...listed, moves }} />`}
    ${zone && html`<${ZoneSheet} ...${{ zone, game, language, close }} />`}
  `;
}

/** Give the style to the document or the shadow root of a board. @param {HTMLElement | null} board */
function adoptStyle(board) {
  const { adoptedStyleSheets } = /** @type {Document | ShadowRoot} */ (board?.getRootNode());
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}
