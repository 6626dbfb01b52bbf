// The viewer's hand: a listbox with one stop for the keyboard.

import { CardBack, CardFace } from "./card.js";
import { countText, powerOf } from "./layout.js";
import { html, useMemo, useRef, useState } from "./preact.js";
import { isPicked, isPlayable } from "./selection.js";
import { text } from "./texts.js";

/** More cards than this need two rows where there is little room; from then on the hand keeps that room. */
const ONE_ROW = 6;
/** This few lie in one row even then. */
const FEW = 4;

/** The number of hands drawn so far, for their ids. */
let hands = 0;

/** @param {{ zone: import("../contract.js").Zone, drawn: import("./zone.js").Drawn }} props */
export function Hand({ zone, drawn }) {
  const { playing, game, language } = drawn;
  const [at, setAt] = useState(0);
  const active = Math.min(at, zone.count - 1);
  // Several views may be shown side by side.
  const ownId = useMemo(() => `croupier-hand-${++hands}`, []);
  const optionId = (/** @type {number} */ index) => `${playing?.id ?? ownId}-card-${index}`;
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = step(event.key, active, zone.count);
    if (next !== null) setAt(next);
    const code = zone.cards[active]?.code;
    if (event.key === "Enter" && !event.repeat && code) playing?.enter({ zone: zone.key, index: active, code });
    if (next !== null || event.key === "Enter") event.preventDefault();
  };
  const hasTwoRows = useRef(false);
  hasTwoRows.current ||= zone.count > ONE_ROW;
  const perRow = hasTwoRows.current && zone.count > FEW ? Math.ceil(zone.count / 2) : Math.max(1, zone.count);
  const rowOf = (/** @type {number} */ index) => (zone.count > perRow ? Math.floor(index / perRow) : 0.5);
  /** The second row may be one card shorter, and lies in the middle as well. @param {number} index */
  const heldInRow = (index) => (index < perRow ? perRow : zone.count - perRow);
  /** @param {{ card: import("../contract.js").Card | null, index: number }} props */
  const drawCard = ({ card, index }) => {
    const picked = { zone: zone.key, index, code: card?.code ?? "" };
    const canPlay = playing !== null && card !== null && isPlayable(playing.moves, picked);
    const isChosen = playing !== null && isPicked(playing.selection, picked);
    const marks = [
      canPlay && "croupier-playable",
      isChosen && "croupier-chosen",
      index === active && "croupier-active",
    ];
    const label = card?.label ?? text(language, "hiddenCard");
    return html`<div
      key=${index}
      id=${optionId(index)}
      role="option"
      class=${["croupier-card", ...marks.filter(Boolean)].join(" ")}
      part=${canPlay ? "card playable" : "card"}
      data-index=${index}
      data-code=${card?.code}
      aria-selected=${isChosen ? "true" : "false"}
      aria-description=${descriptionOf(card, game, index === active ? playing?.foretold : "")}
      style=${{ "--i": index, "--column": index % perRow, "--row": rowOf(index), "--held": heldInRow(index) }}
      onClick=${() => {
        setAt(index);
        if (card) playing?.touchCard(picked);
      }}
    >
      <span class="croupier-unseen">${canPlay ? text(language, "playable", { card: label }) : label}</span>
      ${card ? html`<${CardFace} card=${card} game=${game} />` : html`<${CardBack} />`}
    </div>`;
  };
  const isDeciding = (playing?.moves.length ?? 0) > 0;
  const rows = hasTwoRows.current ? " croupier-two-rows" : "";
  return html`<div
    class="croupier-own-hand${isDeciding ? " croupier-deciding" : ""}${rows}"
    part="hand"
    data-zone=${zone.key}
    style=${{ "--n": Math.max(1, zone.count), "--per-row": perRow }}
  >
    <div
      role="listbox"
      class="croupier-cards"
      tabindex="0"
      aria-label=${`${text(language, "yours")}: ${countText(zone.count, language)}`}
      aria-activedescendant=${zone.count ? optionId(active) : undefined}
      onKeyDown=${onKeyDown}
    >
      ${zone.cards.map((card, index) => drawCard({ card, index }))}
    </div>
  </div>`;
}

/**
 * Return what a card does, and what the moves with it would do.
 *
 * @param {import("../contract.js").Card | null} card
 * @param {import("./layout.js").GameData} game
 * @param {string} [foretold]
 */
const descriptionOf = (card, game, foretold = "") =>
  [card ? powerOf(card.code, game) : "", foretold].filter(Boolean).join(" ") || undefined;

/**
 * Return the card that a key leads to; null for other keys.
 *
 * @param {string} key
 * @param {number} active
 * @param {number} count
 */
export function step(key, active, count) {
  const last = count - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(active + 1, last);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(active - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return /^[1-9]$/.test(key) && Number(key) <= count ? Number(key) - 1 : null;
}
