// The other players at a table, with the zones before them. Where there is little room, a touch opens a seat.

import { colourOf, hueOf } from "./colours.js";
import { countText } from "./layout.js";
import { holderName } from "./names.js";
import { html, useEffect, useState } from "./preact.js";
import { Ring } from "./ring.js";
import { text } from "./texts.js";
import { ZoneBox } from "./zone.js";

/**
 * @typedef {import("./zone.js").Drawn} Drawn
 * @typedef {import("../contract.js").Seat} Seat
 * @typedef {import("./layout.js").SeatZones} SeatZones
 */

/** More zones of a seat than this may have to be scrolled, also by keyboard. */
const MOST_IN_SIGHT = 2;

/** @param {{ drawn: Drawn, other: SeatZones, seats: readonly Seat[] }} props */
export function SeatPanel({ drawn, other: { seat, hand, zones }, seats }) {
  const { view, language, playing, names } = drawn;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [view.turn.join()]);
  const isTarget = playing?.targets.seats.has(seat);
  const isAsked = view.turn.includes(seat);
  const holdsTarget = zones.some(({ key }) => playing?.targets.zones.has(key));
  const marks = [
    isTarget && "croupier-target",
    isAsked && "croupier-asked",
    holdsTarget && "croupier-holds-target",
    isOpen && "croupier-open",
  ];
  const all = hand ? [hand, ...zones] : zones;
  /** A seat that can be chosen is shown as well: its cards may decide the choice. */
  const touch = () => {
    if (!playing || !isTarget) return setOpen(!isOpen);
    const { cards, zone, seat: chosen } = playing.selection;
    const isLooking = cards.length === 0 && zone === null;
    if (isLooking) setOpen(chosen !== seat);
    if (isLooking && chosen === seat) playing.cancel();
    else playing.touchSeat(seat);
  };
  return html`<div
    role="group"
    class=${["croupier-seat", ...marks.filter(Boolean)].join(" ")}
    part=${isAsked ? "seat asked" : "seat"}
    data-seat=${seat}
    aria-label=${names(seat)}
    onClick=${playing && (() => playing.touchSeat(seat))}
  >
    <${SeatHead} ...${{ drawn, seat, seats, hand }} />
    <button
      type="button"
      class="croupier-opener"
      aria-expanded=${isOpen ? "true" : "false"}
      aria-label=${text(language, "showSeat", { name: names(seat) })}
      onClick=${(/** @type {MouseEvent} */ event) => (event.stopPropagation(), touch())}
    ></button>
    <div
      class="croupier-seat-zones"
      tabindex=${all.length > MOST_IN_SIGHT ? 0 : undefined}
      role="group"
      aria-label=${names(seat)}
    >
      ${all.map((zone) => html`<${ZoneBox} key=${zone.key} zone=${zone} drawn=${drawn} />`)}
    </div>
    ${isAsked && html`<${Ring} clock=${drawn.clock} />`}
  </div>`;
}

/** @param {{ drawn: Drawn, seat: number, seats: readonly Seat[], hand: import("../contract.js").Zone | null }} props */
function SeatHead({ drawn: { view, ranked, names, language }, seat, seats, hand }) {
  const isAsked = view.turn.includes(seat);
  const rank = ranked?.ranking[seat];
  const name = names(seat);
  const level = seats[seat]?.bot?.level;
  const bot = level ? text(language, "bot", { level }) : undefined;
  return html`<header class="croupier-seat-head${isAsked ? " croupier-asked" : ""}">
    <${Avatar} name=${holderName(seats, seat) ?? name} ...${{ isAsked, rank, bot }} />
    <span class="croupier-name" title=${name}>${name}</span>
    <span class="croupier-unseen">
      ${isAsked && text(language, "isAsked")} ${rank && text(language, "rank", { rank })} ${bot}
    </span>
    ${
      hand &&
      html`<span key=${hand.count} class="croupier-held" role="img" aria-label=${countText(hand.count, language)}>
        ${hand.count}
      </span>`
    }
    <${Points} ...${{ view, seat, language }} />
  </header>`;
}

/**
 * Draw a player as a coloured sign: a letter, or what matters more now. That of a bot is square. Marks at what a player
 * did have its hue.
 *
 * @param {{ name: string, isAsked: boolean, rank?: number, bot?: string }} props
 */
export const Avatar = ({ name, isAsked, rank, bot }) =>
  html`<span
    class=${bot ? "croupier-avatar croupier-bot" : "croupier-avatar"}
    title=${bot}
    aria-hidden="true"
    style=${{ "--hue": hueOf(name), background: isAsked ? undefined : colourOf(name) }}
  >
    ${isAsked ? "▶" : (rank ?? initial(name))}
  </span>`;

/** @param {{ view: import("../contract.js").View, seat: number, language: string }} props */
export function Points({ view, seat, language }) {
  const points = view.scores.find((score) => score.seat === seat)?.points ?? null;
  const said = points === null ? text(language, "pointsUnknown") : text(language, "points", { points });
  // New points are a new element: they appear, and nothing moves.
  return html`<b key=${points} class="croupier-points" role="img" title=${said} aria-label=${said}>
    ${points ?? "?"}
  </b>`;
}

/** @param {string} name */
const initial = (name) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
