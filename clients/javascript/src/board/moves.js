// The tray between the table and the hand: moves as buttons, what a move would do, and why a card cannot be played.

import { html, useEffect, useRef, useState } from "./preact.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../contract.js").Refusal} Refusal
 *
 * @typedef {object} Notice What the viewer is told about the last thing that was tried.
 * @property {string} message
 * @property {string | null} rule
 *
 * @typedef {object} TrayProps
 * @property {string} language
 * @property {string} prompt
 * @property {readonly Move[]} moves The moves to choose from here.
 * @property {readonly Move[]} all All legal moves.
 * @property {boolean} busy
 * @property {boolean} chosen Whether something is selected, so that it can be cancelled.
 * @property {Notice | null} notice
 * @property {string} effect What the move in question would do, in words.
 * @property {(move: Move) => void} play
 * @property {(move: Move | null) => void} consider
 * @property {() => void} cancel
 * @property {(rule: string) => void} onRule
 */

/** @param {TrayProps} props */
export function Tray({ language, prompt, moves, all, busy, chosen, notice, effect, play, consider, cancel, onRule }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [all]);
  const shown = isOpen ? all : moves;
  return html`<div class="croupier-tray${busy ? " croupier-busy" : ""}" part="tray" data-tray tabindex="-1">
    <div class="croupier-prompt">
      <span>${prompt}</span>
      ${chosen && html`<button type="button" part="cancel" onClick=${cancel}>${text(language, "cancel")}</button>`}
      ${
        all.length > moves.length &&
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
          ${notice.message} ${notice.rule && html`<${RuleLink} ...${{ language, rule: notice.rule, onRule }} />`}
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
    onClick=${() => !busy && play(move)}
    onPointerEnter=${() => consider(move)}
    onPointerLeave=${() => consider(null)}
    onFocus=${() => consider(move)}
    onBlur=${() => consider(null)}
  >
    ${move.label}
  </button>`;
}

/** @param {{ language: string, rule: string, onRule: (rule: string) => void }} props */
const RuleLink = ({ language, rule, onRule }) =>
  html`<button type="button" class="croupier-rule" part="rule" onClick=${() => onRule(rule)}>
    ${text(language, "rule", { number: rule })}
  </button>`;

const PAUSE = 180;

/**
 * Return the certain effects of the move that is looked at, in words, and what to call when one is.
 *
 * @param {import("../table.js").Table} table
 * @param {string} cursor
 * @returns {[string, (move: Move | null) => void]}
 */
export function useEffects(table, cursor) {
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
