// The zones of a table: piles, spreads, and the viewer's hand as a listbox.

import { CardBack, CardFace } from "./card.js";
import { countText, describe, drawnCards, explain, factValue, factsAt, titleOf } from "./layout.js";
import { html, useMemo, useState } from "./preact.js";
import { isPicked, isPlayable } from "./selection.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Zone} Zone
 * @typedef {import("../contract.js").View} View
 * @typedef {import("./layout.js").GameData} GameData
 * @typedef {import("./selection.js").Picked} Picked
 *
 * @typedef {object} Playing What can be done at a table that is not only looked at.
 * @property {string} id A prefix for the ids of elements.
 * @property {readonly import("../contract.js").Move[]} moves
 * @property {import("./selection.js").Selection} selection
 * @property {{ zones: Set<string>, seats: Set<number> }} targets
 * @property {(card: Picked) => void} touchCard
 * @property {(zone: string) => void} touchZone
 * @property {(seat: number) => void} touchSeat
 * @property {(card: Picked) => void} enter Play a card by keyboard, or ask how.
 * @property {() => void} cancel
 *
 * @typedef {object} Drawn What every part of a board is drawn from.
 * @property {View} view
 * @property {GameData} game
 * @property {string} language
 * @property {(seat: number) => string} names
 * @property {Map<string, import("./layout.js").Shape>} shapes How the cards of each kind of zone lie.
 * @property {Playing | null} playing
 */

/**
 * Draw a zone with its heading.
 *
 * @param {{ zone: Zone, drawn: Drawn }} props
 */
export function ZoneBox({ zone, drawn }) {
  const { view, shapes, game, language, playing } = drawn;
  const shape = shapes.get(zone.kind) ?? "spread";
  const cards = drawnCards(zone, shape);
  const isTarget = playing?.targets.zones.has(zone.key);
  const isChosen = playing?.selection.zone === zone.key;
  const marks = `${isTarget ? " croupier-target" : ""}${isChosen ? " croupier-chosen" : ""}`;
  const style = { "--n": cards.length };
  return html`<div
    class="croupier-zone croupier-${shape}${marks}"
    part=${isTarget ? "zone target" : "zone"}
    data-zone=${zone.key}
    title=${zone.label}
    onClick=${playing && (() => playing.touchZone(zone.key))}
  >
    <div class="croupier-zone-title">${titleOf(zone, game, language)}</div>
    <div class="croupier-cards" role="img" aria-label=${describe(zone, language)} style=${style}>
      ${cards.map(
        ({ card, index }, place) => html`<${CardPlace} key=${index} ...${{ zone, drawn, card, index, place }} />`,
      )}
      ${
        (shape === "pile" ? zone.count > 0 : zone.count > cards.length) &&
        html`<b class="croupier-count" aria-hidden="true">${zone.count}</b>`
      }
      ${zone.value !== null && html`<b class="croupier-value" aria-hidden="true">${zone.value}</b>`}
      <${Marks} facts=${factsAt(view.facts, zone.key)} ...${drawn} />
    </div>
  </div>`;
}

/**
 * Draw what decides at a zone what can be played, such as a colour that was named; the list of facts says it, too.
 *
 * @param {Drawn & { facts: readonly import("../contract.js").Fact[] }} props
 */
function Marks({ facts, game, names }) {
  return html`<span class="croupier-marks" aria-hidden="true">
    ${facts.map((fact) => {
      const words = factValue(fact, game.vocabulary, names);
      return html`<b key=${fact.name} title=${`${fact.label}: ${words}`}>${words}</b>`;
    })}
  </span>`;
}

/**
 * @param {{ zone: Zone, drawn: Drawn, card: import("../contract.js").Card | null, index: number, place: number }} props
 */
function CardPlace({ zone, drawn: { playing, game }, card, index, place }) {
  const picked = { zone: zone.key, index, code: card?.code ?? "" };
  const canPlay = card !== null && playing !== null && isPlayable(playing.moves, picked);
  const isChosen = playing !== null && isPicked(playing.selection, picked);
  /** @param {MouseEvent} event */
  const touch = (event) => {
    if (!playing || !card) return;
    event.stopPropagation();
    playing.touchCard(picked);
  };
  return html`<div
    class="croupier-card${canPlay ? " croupier-playable" : ""}${isChosen ? " croupier-chosen" : ""}"
    part=${canPlay ? "card playable" : "card"}
    data-index=${index}
    data-code=${card?.code}
    style=${{ "--i": place }}
    onClick=${playing && touch}
  >
    ${card ? html`<${CardFace} card=${card} game=${game} />` : html`<${CardBack} />`}
  </div>`;
}

/** How many hands were drawn, for their ids. */
let hands = 0;

/**
 * Draw the viewer's hand: a listbox with one stop for the keyboard.
 *
 * @param {{ zone: Zone, drawn: Drawn }} props
 */
export function Hand({ zone, drawn }) {
  const { playing, game, language } = drawn;
  const [at, setAt] = useState(0);
  const active = Math.min(at, zone.count - 1);
  // Several views may be looked at side by side.
  const ownId = useMemo(() => `croupier-hand-${++hands}`, []);
  const optionId = (/** @type {number} */ index) => `${playing?.id ?? ownId}-card-${index}`;
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = step(event.key, active, zone.count);
    if (next !== null) setAt(next);
    const code = zone.cards[active]?.code;
    if (event.key === "Enter" && code) playing?.enter({ zone: zone.key, index: active, code });
    if (next !== null || event.key === "Enter") event.preventDefault();
  };
  return html`<div
    class="croupier-own-hand${playing?.moves.length ? " croupier-deciding" : ""}"
    part="hand"
    data-zone=${zone.key}
    style=${{ "--n": Math.max(1, zone.count) }}
  >
    <div
      role="listbox"
      class="croupier-cards"
      tabindex="0"
      aria-label=${`${text(language, "yours")}: ${countText(zone.count, language)}`}
      aria-activedescendant=${zone.count ? optionId(active) : undefined}
      onKeyDown=${onKeyDown}
    >
      ${zone.cards.map((card, index) => {
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
          title=${card ? explain(card, game) : label}
          style=${{ "--i": index }}
          onClick=${() => {
            setAt(index);
            if (card) playing?.touchCard(picked);
          }}
        >
          <span class="croupier-unseen">${canPlay ? text(language, "playable", { card: label }) : label}</span>
          ${card ? html`<${CardFace} card=${card} game=${game} />` : html`<${CardBack} />`}
        </div>`;
      })}
    </div>
  </div>`;
}

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
