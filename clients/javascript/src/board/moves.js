// Moves as buttons: the tray has those that no card stands for.

import { html } from "./preact.js";
import { isEmpty } from "./selection.js";
import { swatchOf } from "./swatch.js";
import { choiceWords, text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("./layout.js").GameData} GameData
 *
 * @typedef {object} MovesProps
 * @property {string} language
 * @property {GameData} game
 * @property {import("./choosing.js").Choosing} choosing
 * @property {boolean} busy
 * @property {(move: Move | null) => void} consider Called with the move that is considered.
 */

/**
 * Draw the moves that no card stands for, and the button that shows all moves.
 *
 * @param {MovesProps & { list: (moves: readonly Move[]) => void }} props
 */
export function Tray({ language, game, choosing, busy, consider, list }) {
  const { moves, buttons, selection, play, cancel, isUnread } = choosing;
  const areChoices = buttons.length > 1 && buttons.every(({ choice }) => choice !== null);
  const all = text(language, "allMoves", { count: moves.length });
  const shared = { game, language, busy, isUnread, play, consider, areChoices };
  // One choice may belong to several deeds, such as playing a card, or playing it with its twin.
  const deeds = areChoices ? [...new Set(buttons.map((move) => deedOf(move, game)))] : [];
  const movesOf = (/** @type {string} */ deed) => buttons.filter((move) => deedOf(move, game) === deed);
  const draw = (/** @type {readonly Move[]} */ drawn) =>
    drawn.map((move) => html`<${MoveButton} key=${move.notation} ...${{ ...shared, move }} />`);
  return html`<div
    class="croupier-tray${busy ? " croupier-busy" : ""}"
    part="tray"
    role="group"
    aria-label=${text(language, "tray")}
    data-tray
    tabindex="-1"
  >
    <div
      key=${buttons.map(({ notation }) => notation).join()}
      class="croupier-moves${areChoices ? " croupier-choices" : ""}"
      role="group"
      aria-label=${text(language, "moves")}
    >
      ${
        deeds.length > 1
          ? deeds.map((deed) => html`<div key=${deed} class="croupier-deed"><b>${deed}</b>${draw(movesOf(deed))}</div>`)
          : draw(buttons)
      }
    </div>
    ${
      !isEmpty(selection) &&
      html`<button
        type="button"
        class="croupier-cancel"
        part="cancel"
        aria-label=${text(language, "cancel")}
        onClick=${cancel}
      ></button>`
    }
    <button
      type="button"
      class="croupier-all${moves.length ? "" : " croupier-idle"}"
      part="all-moves"
      aria-haspopup="dialog"
      aria-keyshortcuts="M"
      title=${all}
      onClick=${() => list(moves)}
    >
      <span class="croupier-unseen">${all}</span>
      <span key=${moves.length} aria-hidden="true">${moves.length}</span>
    </button>
  </div>`;
}

/**
 * Draw a move as a button.
 *
 * @param {object} props
 * @param {Move} props.move
 * @param {GameData} props.game
 * @param {string} props.language
 * @param {boolean} props.areChoices Whether the buttons beside it differ only by the choice.
 * @param {boolean} props.busy
 * @param {() => boolean} props.isUnread Tell whether the question is so new that no key can be meant for it.
 * @param {(move: Move) => void} props.play
 * @param {(move: Move | null) => void} props.consider
 */
export function MoveButton({ move, game, language, areChoices, busy, isUnread, play, consider }) {
  const swatch = swatchOf(move.choice, game);
  const isMeant = (/** @type {MouseEvent} */ event) => !isRepeated(event) && !(isByKey(event) && isUnread());
  const added = addedBy(move, game);
  const words = areChoices && added ? choiceWords(language, added) : move.label;
  return html`<button
    type="button"
    class="croupier-move"
    part="move"
    data-move=${move.notation}
    aria-label=${move.label}
    aria-disabled=${busy ? "true" : undefined}
    onClick=${(/** @type {MouseEvent} */ event) => !busy && isMeant(event) && play(move)}
    onPointerEnter=${() => consider(move)}
    onPointerLeave=${() => consider(null)}
    onFocus=${() => consider(move)}
    onBlur=${() => consider(null)}
  >
    ${swatch &&
    html`<span class="croupier-swatch" part="swatch" style=${{ background: swatch.color, color: swatch.ink }}>
      ${
        swatch.emblem &&
        html`<svg viewBox="0 0 48 48" aria-hidden="true">
          <path d=${swatch.emblem} fill="currentColor" fill-rule="evenodd" />
        </svg>`
      }
    </span>`}
    <span>${words}</span>
  </button>`;
}

/**
 * Return the part that a move's choice adds to its label; nothing without a choice.
 *
 * @param {Move} move
 * @param {GameData} game
 */
const addedBy = ({ choice }, { vocabulary }) => vocabulary.choices.find(({ key }) => key === choice)?.template ?? "";

/**
 * Return a move in words, without its choice.
 *
 * @param {Move} move
 * @param {GameData} game
 */
const deedOf = (move, game) => move.label.replace(addedBy(move, game), "").trim();

/** Return whether a click was made by a key, or by assistive technology. @param {MouseEvent} event */
const isByKey = ({ detail }) => detail === 0;

/**
 * Return whether a click is the second of a mouse's double click: by then another decision's button may lie under it.
 * Fast taps count as double clicks wherever they fall.
 *
 * @param {MouseEvent & { pointerType?: string }} event
 */
const isRepeated = ({ detail, pointerType }) => detail > 1 && pointerType !== "touch";
