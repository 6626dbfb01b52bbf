// The tray between the table and the hand: moves as buttons, what a move would do, and why a card cannot be played.

import { html, useEffect, useRef, useState } from "./preact.js";
import { isEmpty } from "./selection.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../contract.js").Refusal} Refusal
 *
 * @typedef {object} Notice What the viewer is told about the last thing that was tried.
 * @property {string} message
 * @property {string} [detail] What else is known, in English.
 * @property {string | null} [rule]
 *
 * @typedef {object} TrayProps
 * @property {import("../table.js").Table} table
 * @property {string} language
 * @property {import("./choosing.js").Choosing} choosing
 * @property {ReturnType<typeof import("./making.js").useMaking>} making
 * @property {(rule: { number: string }) => void} [onRule]
 */

/** @param {TrayProps} props */
export function Tray({ table, language, choosing, making: { busy, notice }, onRule }) {
  const { moves: all, offered, selection, play, cancel } = choosing;
  const [isOpen, setOpen] = useState(false);
  const [effect, consider] = useEffects(table);
  const only = !isEmpty(selection) && offered.length === 1 ? offered[0] : null;
  useEffect(() => setOpen(false), [all]);
  useEffect(() => consider(only), [only]);
  const shown = isOpen ? all : offered;
  return html`<div class="croupier-tray${busy ? " croupier-busy" : ""}" part="tray" data-tray tabindex="-1">
    <div class="croupier-prompt">
      <span>${promptOf(choosing, table.session.view, language)}</span>
      ${!isEmpty(selection) && html`<button type="button" part="cancel" onClick=${cancel}>${text(language, "cancel")}</button>`}
      ${
        all.length > offered.length &&
        html`<button
          type="button"
          part="all-moves"
          aria-expanded=${isOpen ? "true" : "false"}
          onClick=${() => setOpen(!isOpen)}
        >
        ${text(language, "allMoves", { count: all.length })}
      </button>`
      }
    </div>
    <div class="croupier-moves" role="group" aria-label=${text(language, "moves")}>
      ${shown.map((move) => html`<${MoveButton} key=${move.notation} ...${{ move, busy, play, consider }} />`)}
    </div>
    ${
      notice
        ? html`<div key="notice" class="croupier-notice croupier-told" part="notice" role="alert">
          ${notice.message} <span lang="en">${notice.detail}</span> ${notice.rule && html`<${RuleLink} language=${language} rule=${notice.rule} onRule=${onRule} />`}
        </div>`
        : html`<div key="effect" class="croupier-notice" part="effect">${effect}</div>`
    }
  </div>`;
}

/** @param {{ move: Move, busy: boolean, play: (move: Move) => void, consider: (move: Move | null) => void }} props */
function MoveButton({ move, busy, play, consider }) {
  return html`<button
    type="button"
    class="croupier-move"
    part="move"
    data-move=${move.notation}
    aria-disabled=${busy ? "true" : undefined}
    onClick=${(/** @type {MouseEvent} */ event) => !busy && !isRepeated(event) && play(move)}
    onPointerEnter=${() => consider(move)}
    onPointerLeave=${() => consider(null)}
    onFocus=${() => consider(move)}
    onBlur=${() => consider(null)}
  >
    ${move.label}
  </button>`;
}

/**
 * Tell whether a click is the second of a mouse's double one: by then another decision's button may lie under it. Fast
 * taps are counted as double ones wherever they fall.
 *
 * @param {MouseEvent & { pointerType?: string }} event
 */
const isRepeated = ({ detail, pointerType }) => detail > 1 && pointerType !== "touch";

/** @param {{ language: string, rule: string, onRule: TrayProps["onRule"] }} props */
const RuleLink = ({ language, rule, onRule }) =>
  html`<button type="button" class="croupier-rule" part="rule" onClick=${() => onRule?.({ number: rule })}>
    ${text(language, "rule", { number: rule })}
  </button>`;

/**
 * @param {import("./choosing.js").Choosing} choosing
 * @param {import("../contract.js").View | null} view
 * @param {string} language
 */
function promptOf({ moves, selection, offered, isResigned }, view, language) {
  if (isResigned) return text(language, "resigned");
  if (!isEmpty(selection)) return text(language, offered.length === 1 ? "confirm" : "chooseTarget");
  const isAsked = view?.turn.includes(view.viewer ?? -1);
  // The service's prompt does not tell of moves out of turn.
  if (moves.length && !isAsked) return text(language, wantedOf(moves));
  return view?.prompt ?? "";
}

/** @param {readonly Move[]} moves */
function wantedOf(moves) {
  if (moves.every(({ cards }) => cards.length > 0)) return "chooseCard";
  return moves.some(({ cards }) => cards.length > 0) ? "choose" : "chooseMove";
}

const PAUSE = 180;

/**
 * Return the certain effects of the move that is looked at, in words, and what to call when one is.
 *
 * @param {import("../table.js").Table} table
 * @returns {[string, (move: Move | null) => void]}
 */
function useEffects(table) {
  const { cursor } = table.session;
  const [effect, setEffect] = useState("");
  const known = useRef(/** @type {Map<string, string>} */ (new Map()));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => {
    known.current = new Map();
    setEffect("");
    return () => clearTimeout(timer.current);
  }, [cursor, table]);
  const consider = (/** @type {Move | null} */ move) => {
    clearTimeout(timer.current);
    if (!move) return setEffect("");
    const found = known.current.get(move.notation);
    if (found !== undefined) return setEffect(found);
    const memory = known.current;
    timer.current = setTimeout(async () => {
      const preview = await table.preview(move).catch(() => null);
      const words = (preview?.events ?? [])
        .filter(({ seat, count }) => seat !== null || count)
        .map(({ sentence }) => sentence);
      memory.set(move.notation, words.join(" "));
      if (memory === known.current) setEffect(words.join(" "));
    }, PAUSE);
  };
  return [effect, consider];
}
