// A view of a table as a drawing: seats around, the zones of the table between, the viewer's own below.

import { arrange, countText, factValue, shapesOf, sortFacts } from "./layout.js";
import { html, useEffect, useRef } from "./preact.js";
import { text } from "./texts.js";
import { Hand, ZoneBox } from "./zone.js";

/**
 * @typedef {import("../contract.js").View} View
 * @typedef {import("../contract.js").Seat} Seat
 * @typedef {import("./zone.js").Drawn} Drawn
 * @typedef {import("./layout.js").SeatZones} SeatZones
 *
 * @typedef {object} ViewProps
 * @property {View} view
 * @property {import("./layout.js").GameData} game
 * @property {string} language
 * @property {(seat: number) => string} names
 * @property {number} seatCount
 * @property {readonly Seat[]} [seats] Who plays them: people, bots.
 * @property {import("./zone.js").Playing | null} [playing]
 * @property {import("./preact.js").Child} [tray] What stands beside the table, or below.
 */

/** Of so many zones the table can hold each spread out. */
const ROOMY = 4;

/** More zones of a seat may have to be scrolled, which the keyboard can do, too. */
const MOST_IN_SIGHT = 2;
/** More of them beside the hand lie close together. */
const MOST_AT_EASE = 3;

/**
 * Draw any view of any game, to look at.
 *
 * @param {ViewProps} props
 */
export function BoardView({ view, game, language, names, seatCount, seats = [], playing = null, tray = null }) {
  const shapes = useRef(/** @type {Map<string, import("./layout.js").Shape>} */ (new Map()));
  shapes.current = shapesOf(view, shapes.current);
  const drawn = { view, game, language, names, playing, shapes: shapes.current };
  const { own, others, shared } = arrange(view, seatCount);
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => bringAskedIntoSight(row.current), [view.turn.join()]);
  const mine = own && html`<${SeatHead} drawn=${drawn} seat=${own.seat} player=${seats[own.seat]} />`;
  return html`<div class="croupier-stage" part="stage" lang=${language}>
    <div class="croupier-view${tray ? " croupier-sided" : ""}">
      <div
        class="croupier-others"
        part="others"
        ref=${row}
        role="group"
        tabindex=${others.length > 1 ? 0 : undefined}
        aria-label=${text(language, "others")}
        style=${{ "--n": others.length }}
      >
        ${others.map((other) => html`<${SeatPanel} key=${other.seat} ...${{ drawn, other, seats }} />`)}
      </div>
      <div
        class="croupier-shared${shared.length > ROOMY ? " croupier-full" : ""}"
        part="table"
        role="group"
        aria-label=${text(language, "table")}
      >
        ${shared.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
      </div>
      ${
        own &&
        html`<div class="croupier-own" part="own" data-seat=${own.seat}>
        ${mine}
        ${
          own.zones.length > 0 &&
          html`<div
          class="croupier-own-zones"
          role="group"
          aria-label=${names(own.seat)}
          tabindex=${own.zones.length > MOST_IN_SIGHT ? 0 : undefined}
        >
          ${own.zones.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
        </div>`
        }
      </div>`
      }
      ${own?.hand && html`<${Hand} zone=${own.hand} drawn=${drawn} />`}
      ${tray && html`<div class="croupier-side">${tray}</div>`}
      <${Facts} drawn=${drawn} />
    </div>
  </div>`;
}

/**
 * Scroll the others, and nothing else, so that the first of them whose turn it is can be seen.
 *
 * @param {HTMLElement | null} row
 */
function bringAskedIntoSight(row) {
  const asked = row?.querySelector(":scope > .croupier-asked");
  if (!row || !asked) return;
  const [outer, inner] = [row.getBoundingClientRect(), asked.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) row.scrollLeft += inner.left - outer.left;
  if (inner.top < outer.top || inner.bottom > outer.bottom) row.scrollTop += inner.top - outer.top;
}

/** @param {{ drawn: Drawn, other: SeatZones, seats: readonly Seat[] }} props */
function SeatPanel({ drawn, other: { seat, hand, zones }, seats }) {
  const { view, language, playing } = drawn;
  const isTarget = playing?.targets.seats.has(seat);
  const isAsked = view.turn.includes(seat);
  return html`<div
    role="group"
    class="croupier-seat${isTarget ? " croupier-target" : ""}${isAsked ? " croupier-asked" : ""}"
    part=${isAsked ? "seat asked" : "seat"}
    data-seat=${seat}
    role=${playing === null ? "group" : undefined}
    aria-label=${drawn.names(seat)}
    onClick=${playing && (() => playing.touchSeat(seat))}
  >
    <${SeatHead} drawn=${drawn} seat=${seat} player=${seats[seat]} />
    <div
      class="croupier-seat-zones${zones.length > MOST_AT_EASE ? " croupier-crowded" : ""}"
      tabindex=${zones.length > MOST_IN_SIGHT ? 0 : undefined}
      role="group"
      aria-label=${drawn.names(seat)}
    >
      ${hand && html`<${OtherHand} ...${{ zone: hand, drawn, language }} />`}
      ${zones.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
    </div>
  </div>`;
}

/** @param {{ zone: import("../contract.js").Zone, drawn: Drawn, language: string }} props */
function OtherHand({ zone, drawn, language }) {
  return html`<div class="croupier-held" title=${`${zone.label}: ${countText(zone.count, language)}`}>
    <${ZoneBox} zone=${zone} drawn=${drawn} />
    <b class="croupier-count" aria-hidden="true">${zone.count}</b>
  </div>`;
}

/** @param {{ drawn: Drawn, seat: number, player?: Seat }} props */
function SeatHead({ drawn: { view, names, language, playing }, seat, player }) {
  const points = view.scores.find((score) => score.seat === seat)?.points ?? null;
  const isAsked = view.turn.includes(seat);
  const rank = view.result?.ranking[seat];
  const name = names(seat);
  // Whoever only looks at a view is not its viewer.
  const isYou = playing !== null && seat === view.viewer;
  const asked = text(language, "isAsked");
  const level = player?.bot?.level;
  const said = text(language, "points", { points: points ?? text(language, "unknown") });
  return html`<header class="croupier-seat-head${isAsked ? " croupier-asked" : ""}">
    <span class="croupier-avatar" aria-hidden="true" style=${{ "--hue": (seat * 137 + 20) % 360 }}>
      ${isAsked ? "▶" : (rank ?? initial(name))}
    </span>
    <span class="croupier-name" title=${name}>${isYou ? `${name} (${text(language, "you")})` : name}</span>
    ${level &&
    html`<span class="croupier-tag" title=${text(language, "botLong", { level })}>
      ${text(language, "bot", { level })}
    </span>`}
    <span class="croupier-unseen">${isAsked && asked} ${rank && text(language, "rank", { rank })}</span>
    <b class="croupier-points" role="img" title=${said} aria-label=${said}>${points ?? "?"}</b>
  </header>`;
}

/** @param {string} name */
const initial = (name) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?";

/** @param {{ drawn: Drawn }} props */
function Facts({ drawn: { view, game, language, names } }) {
  const facts = sortFacts(view.facts);
  return html`<dl class="croupier-facts" part="facts" tabindex="0" aria-label=${text(language, "facts")}>
    ${facts.map((fact) => {
      const words = factValue(fact, game.vocabulary, names);
      return html`<div key=${fact.name} class="croupier-fact${words === null ? " croupier-none" : ""}" part="fact">
        <dt>${fact.label}</dt>
        <dd>${words ?? "–"}</dd>
      </div>`;
    })}
  </dl>`;
}
