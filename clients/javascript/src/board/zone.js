// The zones of a table: piles and spreads, with their facts.

import { CardBack, CardFace } from "./card.js";
import { describe, drawnCards, factsAt, factValue, isWorthOpening, titleOf, zonesNamed } from "./layout.js";
import { html } from "./preact.js";
import { DEBT } from "./roles.js";
import { isPicked } from "./selection.js";
import { swatchOf } from "./swatch.js";
import { text } from "./texts.js";

/**
 * @typedef {Pick<import("../contract.js").Outcome, "ranking">} Ranked
 * @typedef {import("../contract.js").Zone} Zone
 * @typedef {import("../contract.js").View} View
 * @typedef {import("../contract.js").Fact} Fact
 * @typedef {import("./layout.js").GameData} GameData
 * @typedef {import("./selection.js").Picked} Picked
 *
 * @typedef {object} Playing The possible actions at a table where the viewer plays.
 * @property {string} id A prefix for the ids of elements.
 * @property {readonly import("../contract.js").Move[]} moves
 * @property {import("./selection.js").Selection} selection
 * @property {{ zones: Set<string>, seats: Set<number> }} targets
 * @property {(card: Picked) => boolean} touchCard Tell whether there was anything to do with a card.
 * @property {(zone: string) => boolean} touchZone
 * @property {(seat: number) => void} touchSeat
 * @property {(card: Picked) => boolean} canLift Tell whether a card can be played or moved.
 * @property {(card: Picked) => void} enter Play a card by keyboard, or ask how.
 * @property {() => void} cancel
 * @property {(zone: string) => boolean} open Show the cards of a zone.
 * @property {string} [foretold] What the moves that are considered would do.
 *
 * @typedef {object} Drawn The data from which every part of a board is drawn.
 * @property {View} view
 * @property {Ranked | null} ranked How the table ended, if it is over.
 * @property {GameData} game
 * @property {string} language
 * @property {(seat: number) => string} names
 * @property {Map<string, import("./layout.js").Shape>} shapes How the cards of each kind of zone lie.
 * @property {Playing | null} playing
 * @property {import("./ring.js").Clock | null} clock The time of the seats that are asked.
 */

/** More cards of a spread than this are counted, and lie in two rows where there is little room. */
const FEW = 4;

/**
 * Draw a zone with its heading.
 *
 * @param {{ zone: Zone, drawn: Drawn }} props
 */
export function ZoneBox({ zone, drawn }) {
  const { view, shapes, game, language, playing } = drawn;
  const shape = shapes.get(zone.kind) ?? "spread";
  const cards = drawnCards(zone, shape);
  const { value } = zone;
  const isCounted = shape !== "spread" || zone.count > cards.length || (value === null && cards.length > FEW);
  const perRow = cards.length > FEW ? Math.ceil(cards.length / 2) : Math.max(1, cards.length);
  const facts = factsAt(view.facts, zone.key, view.zones);
  const ring = facts.map((fact) => swatchOf(fact.value, game)).find(Boolean);
  const isTarget = playing?.targets.zones.has(zone.key);
  /** @param {MouseEvent} event */
  const touch = (event) => {
    event.stopPropagation();
    if (!playing?.touchZone(zone.key)) touchOwner(zone, drawn);
  };
  const marks = [
    `croupier-zone croupier-${shape}`,
    isTarget && "croupier-target",
    playing?.selection.zone === zone.key && "croupier-chosen",
    ring && "croupier-ringed",
  ];
  return html`<div
    class=${marks.filter(Boolean).join(" ")}
    part=${isTarget ? "zone target" : "zone"}
    data-zone=${zone.key}
    style=${{ "--ring": ring?.color }}
    onClick=${playing && touch}
  >
    <div class="croupier-zone-title">
      <span>${titleOf(zone, game, language)}</span>
    </div>
    <div class="croupier-place">
      <div
        class="croupier-cards"
        role="img"
        aria-label=${describe(zone, language)}
        aria-describedby=${isTarget ? `${playing?.id}-at-${zone.key}` : undefined}
        style=${{ "--n": Math.max(1, cards.length), "--per-row": perRow, "--in-rows": cards.length > FEW ? 2 : 1 }}
      >
        ${cards.map(({ card, index }, place) => {
          const at = { "--i": place, "--column": place % perRow, "--row": Math.floor(place / perRow) };
          return html`<${CardPlace} key=${index} ...${{ zone, drawn, card, index, at }} />`;
        })}
      </div>
      <span class="croupier-marks" aria-hidden="true">
        <span>
          ${isCounted && html`<b key=${zone.count} class="croupier-count">${zone.count}</b>`}
          ${value !== null && html`<b key=${`=${value}`} class="croupier-value" part="value">${value}</b>`}
        </span>
        <${Marks} facts=${facts} ...${drawn} />
      </span>
      ${
        playing &&
        isWorthOpening(zone) &&
        html`<button
          type="button"
          class="croupier-unseen croupier-shower"
          aria-haspopup="dialog"
          aria-label=${text(language, "showZone", { zone: zone.label })}
          onClick=${(/** @type {MouseEvent} */ event) => (event.stopPropagation(), playing.open(zone.key))}
        ></button>`
      }
    </div>
  </div>`;
}

/**
 * If no move concerns a zone, and it has nothing more to see, a touch means the other seat before which it lies.
 *
 * @param {Zone} zone
 * @param {Drawn} drawn
 */
function touchOwner({ owner }, { view, playing }) {
  if (owner !== null && owner !== view.viewer) playing?.touchSeat(owner);
}

/**
 * Draw the facts at a zone that decide what can be played, such as a named colour. The list of facts has them, too.
 *
 * @param {Drawn & { facts: readonly Fact[] }} props
 */
function Marks({ facts, view, game, names }) {
  return facts.map((fact) => {
    const words = factValue(fact, game.vocabulary, names);
    const swatch = swatchOf(fact.value, game);
    const isDebt = fact.name === DEBT;
    const sign = zonesNamed(fact, view.zones).length ? "★" : words;
    return html`<b
      key=${`${fact.name} ${words}`}
      class=${isDebt ? "croupier-mark croupier-debt" : "croupier-mark"}
      part="mark"
      title=${`${fact.label}: ${words}`}
      style=${swatch && { background: swatch.color, color: swatch.ink }}
    >
      ${isDebt ? `+${sign}` : sign}
    </b>`;
  });
}

/**
 * @param {object} props
 * @param {Zone} props.zone
 * @param {Drawn} props.drawn
 * @param {import("../contract.js").Card | null} props.card
 * @param {number} props.index
 * @param {Record<string, number>} props.at Its place among the others.
 */
function CardPlace({ zone, drawn, card, index, at }) {
  const { playing, game } = drawn;
  const picked = { zone: zone.key, index, code: card?.code ?? "" };
  const canPlay = card !== null && playing !== null && playing.canLift(picked);
  const isChosen = playing !== null && isPicked(playing.selection, picked);
  /** @param {MouseEvent} event */
  const touch = (event) => {
    if (!playing || !card) return;
    event.stopPropagation();
    if (!playing.touchCard(picked)) touchOwner(zone, drawn);
  };
  return html`<div
    class="croupier-card${canPlay ? " croupier-playable" : ""}${isChosen ? " croupier-chosen" : ""}"
    part=${canPlay ? "card playable" : "card"}
    data-index=${index}
    data-code=${card?.code}
    style=${at}
    onClick=${playing && touch}
  >
    ${card ? html`<${CardFace} card=${card} game=${game} />` : html`<${CardBack} />`}
  </div>`;
}
