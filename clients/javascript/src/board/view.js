// Draw a view of a table: the other players around it, its zones in the middle, the viewer's below.

import { areMany, Others, sidesOf } from "./around.js";
import { Direction, Facts, Notes } from "./facts.js";
import { Hand } from "./hand.js";
import { arrange, ONE_ROW, shapesOf } from "./layout.js";
import { html, useRef } from "./preact.js";
import { text } from "./texts.js";
import { ZoneBox } from "./zone.js";

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
 * @property {import("./zone.js").Ranked | null} [outcome] How the table ended, if not by the result of the view.
 * @property {import("./zone.js").Playing | null} [playing]
 * @property {import("./ring.js").Clock | null} [clock] The time of the seats that are asked.
 * @property {import("./preact.js").Child} [bar] Whose turn it is, and what can be done.
 * @property {import("./preact.js").Child} [log] What happened last.
 */

/** The number of the viewer's zones that lie beside the hand where there is little room. */
const BESIDE = 1;
/** So many others sit at the left and the right alone. */
const NONE_AT_THE_TOP = 2;
/** On a phone, so many small seats stand side by side. */
const ONE_ROW_OF_MANY = 8;
/** More zones of a seat than this may have to be scrolled, also by keyboard. */
const MOST_IN_SIGHT = 2;

/**
 * Draw any view of any game.
 *
 * @param {ViewProps} props
 */
export function BoardView(props) {
  const { view, game, language, names, seatCount, seats = [], playing = null, bar = null, log = null } = props;
  const { clock = null } = props;
  const ranked = props.outcome ?? view.result;
  const shapes = useRef(/** @type {Map<string, import("./layout.js").Shape>} */ (new Map()));
  shapes.current = shapesOf(view, shapes.current);
  const drawn = { view, ranked, game, language, names, playing, clock, shapes: shapes.current };
  const { own, others, shared } = arrange(view, seatCount);
  return html`<div class="croupier-stage" part="stage" lang=${language}>
    <div class=${classOf(own, others.length, bar !== null)} style=${measuresOf({ own, others, shared }, drawn)}>
      <${Others} ...${{ drawn, others, seats }} />
      <div class="croupier-middle" part="table">
        <${Direction} ...${drawn} />
        <div class="croupier-shared" role="group" aria-label=${text(language, "table")}>
          ${shared.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
        </div>
        <${Notes} ...${drawn} />
      </div>
      ${own && html`<${OwnZones} ...${{ own, drawn }} />`}
      ${bar}
      ${log}
      <${Facts} ...${drawn} />
      ${own?.hand && html`<${Hand} zone=${own.hand} drawn=${drawn} />`}
    </div>
  </div>`;
}

/** @param {{ own: SeatZones, drawn: Drawn }} props */
function OwnZones({ own: { seat, zones }, drawn }) {
  return html`<div class="croupier-own" part="own" data-seat=${seat}>
    ${
      zones.length > 0 &&
      html`<div
        class="croupier-own-zones"
        role="group"
        aria-label=${drawn.names(seat)}
        tabindex=${zones.length > MOST_IN_SIGHT ? 0 : undefined}
      >
        ${zones.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
      </div>`
    }
  </div>`;
}

/**
 * @param {SeatZones | null} own
 * @param {number} count The number of others.
 * @param {boolean} isPlayed
 */
function classOf(own, count, isPlayed) {
  const marks = [
    "croupier-view",
    isPlayed && "croupier-played",
    own && !own.hand && "croupier-handless",
    own?.hand && own.zones.length > BESIDE && "croupier-stacked",
    (!own || own.zones.length === 0) && "croupier-zoneless",
    count > 1 && "croupier-sided",
    count === NONE_AT_THE_TOP && "croupier-untopped",
    areMany(count) ? "croupier-many" : "croupier-few",
  ];
  return marks.filter(Boolean).join(" ");
}

/**
 * Return the counts that determine the sizes of cards. While zones are few, one more or less changes nothing.
 *
 * @param {import("./layout.js").Layout} layout
 * @param {Drawn} drawn
 */
function measuresOf({ own, others, shared }, { shapes }) {
  const most = Math.max(0, ...others.map(({ hand, zones }) => zones.length + (hand ? 1 : 0)));
  const columns = shared.length <= ONE_ROW ? shared.length : Math.ceil(shared.length / 2);
  return {
    "--others": Math.max(1, others.length),
    "--tops": Math.max(1, sidesOf(others).top.length),
    "--seat-rows": others.length > ONE_ROW_OF_MANY ? 2 : 1,
    "--most": Math.max(2, most),
    "--lines": Math.max(1, Math.ceil(most / 3)),
    "--columns": Math.max(2, columns),
    "--rows": shared.length <= ONE_ROW ? 1 : 2,
    "--zones": Math.max(3, shared.length),
    "--deep": shared.some(({ kind }) => shapes.get(kind) === "spread") ? 2.1 : 1.4,
    "--mine": Math.max(own?.hand ? 1 : 3, own?.zones.length ?? 0),
  };
}
