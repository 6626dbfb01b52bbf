// A card as a picture, for any game. Shape, pattern and letter tell cards apart as well as hue does.

import { BURST, GLYPHS, MEDAL, NAMED_SUITS, PATTERNS, SHAPES, SPECIALS, SUITS } from "./emblems.js";
import { html } from "./preact.js";
import { commonLength, isOfDeck, rankOf } from "./ranks.js";

/**
 * @typedef {import("../contract.js").Card} Card
 * @typedef {{ cards: readonly Card[] }} Deck
 *
 * @typedef {object} Hue
 * @property {string} body The colour of the rail at the left, and of drawings on paper.
 * @property {string} ink The colour of text on the rail.
 * @property {string} paper The colour of the window.
 *
 * @typedef {object} Look How a card is drawn.
 * @property {Hue} hue
 * @property {string[]} bands The colours of the window, if the card stands for several.
 * @property {number | null} pattern A place in the list of patterns.
 * @property {string} index The text in the corner: a number, a letter.
 * @property {string | null} mark The small path below it.
 * @property {string | null} shape The path of the colour; null for a card of none, or of several.
 * @property {string | null} emblem The large path in the window; null: the index, large.
 * @property {string} code What notations call it; few want to see it.
 */

/** The hues of known colours; each has the same place as its shape and its pattern. */
const HUES = /** @type {Record<string, Hue>} */ ({
  red: { body: "#c62a35", ink: "#fff", paper: "#fdeceb" },
  yellow: { body: "#f2b90f", ink: "#2f2200", paper: "#fff6d8" },
  blue: { body: "#2459c4", ink: "#fff", paper: "#e7effd" },
  green: { body: "#18794a", ink: "#fff", paper: "#e3f5ea" },
  purple: { body: "#7440b8", ink: "#fff", paper: "#f2eafc" },
  orange: { body: "#d9641a", ink: "#fff", paper: "#fdeee2" },
  black: { body: "#2b2e38", ink: "#fff", paper: "#eceef2" },
  white: { body: "#d9d4c8", ink: "#26231c", paper: "#fffdf8" },
});
const KNOWN = Object.keys(HUES);
const PLAIN = { body: "#4a5568", ink: "#fff", paper: "#fbf8f1" };
const SPECIAL = { body: "#262a3b", ink: "#ffd86b", paper: "#323851" };
/** Names of a colour that stands for every other one. */
const MANY = ["wild", "any", "joker"];

/** @type {WeakMap<object, Map<string, Look>>} */
const known = new WeakMap();

/**
 * Return how a card of a deck is drawn, which is the same for equal decks.
 *
 * @param {Card} card
 * @param {Deck} deck
 * @returns {Look}
 */
export function lookOf(card, deck) {
  const looks = known.get(deck.cards) ?? new Map();
  known.set(deck.cards, looks);
  const look = looks.get(card.code) ?? makeLook(card, deck.cards);
  looks.set(card.code, look);
  return look;
}

/**
 * @param {Card} card
 * @param {readonly Card[]} deck
 * @returns {Look}
 */
function makeLook(card, deck) {
  const colours = distinct(deck.map(({ color }) => color).filter((color) => color && !MANY.includes(color)));
  const place = card.color ? placeOf(card.color, colours) : -1;
  const index = indexOf(card, deck);
  const ofSuit = emblemOf(card, deck);
  const shape = place < 0 ? null : SHAPES[place % SHAPES.length];
  const isMany = card.color !== null && MANY.includes(card.color);
  return {
    hue: hueOf(card, place, colours.length > 0),
    bands: isMany ? colours.map((color) => hueAt(color, placeOf(color, colours)).body) : [],
    pattern: place < 0 ? null : place % PATTERNS.length,
    index,
    mark: ofSuit ?? shape,
    shape,
    emblem: ofSuit ?? glyphOf(card, deck),
    code: card.code.length < 2 ? "" : card.code,
  };
}

/**
 * Return the emblem of a card's suit: that of its name, or else one by its place among the suits of the deck.
 *
 * @param {Card} card
 * @param {readonly Card[]} deck
 */
function emblemOf({ suit, color }, deck) {
  if (suit === null) return null;
  const named = NAMED_SUITS[suit.toLowerCase()];
  if (named) return named;
  const alike = deck.filter((other) => (other.color === null) === (color === null));
  const suits = distinct(alike.map((other) => other.suit)).filter(Boolean);
  const emblems = color === null ? SPECIALS : SUITS;
  return emblems[suits.indexOf(suit) % emblems.length];
}

/**
 * @param {Card} card
 * @param {number} place
 * @param {boolean} hasColours
 */
function hueOf(card, place, hasColours) {
  if (place >= 0) return hueAt(/** @type {string} */ (card.color), place);
  return hasColours ? SPECIAL : PLAIN;
}

/**
 * @param {string} color
 * @param {number} place
 * @returns {Hue}
 */
function hueAt(color, place) {
  if (HUES[color]) return HUES[color];
  const turned = (place * 137.5) % 360;
  return { body: `hsl(${turned} 60% 38%)`, ink: "#fff", paper: `hsl(${turned} 70% 95%)` };
}

/**
 * Return the place of a colour among shapes and patterns; -1 for a colour that stands for all.
 *
 * @param {string} color
 * @param {string[]} colours
 */
function placeOf(color, colours) {
  if (MANY.includes(color)) return -1;
  if (HUES[color]) return KNOWN.indexOf(color);
  const free = SHAPES.map((_, place) => place).filter((place) => !colours.includes(KNOWN[place]));
  const order = colours.filter((other) => !HUES[other]).indexOf(color);
  return free[order % free.length] ?? order;
}

/**
 * Return the text in the corner: the number, or the last word of the name if it is as short (`wild II`), or the part of
 * the code that is neither the colour nor the suit.
 *
 * @param {Card} card
 * @param {readonly Card[]} deck
 */
function indexOf(card, deck) {
  if (isOfDeck(card)) return rankOf(card, deck);
  if (card.value !== null && (card.color !== null || deck.every(({ color }) => color === null))) return `${card.value}`;
  if (card.color !== null) return kindOf(card, deck);
  const last = card.label.split(" ").at(-1) ?? "";
  return card.suit !== null && last.length <= 3 ? last : card.code.replace("-", "−");
}

/**
 * Return the part of a card's code besides its colour. Names do not help: they are in the language of the viewer.
 *
 * @param {Card} card
 * @param {readonly Card[]} deck
 */
function kindOf({ code, color }, deck) {
  const codes = deck.filter((other) => other.color === color).map((other) => other.code);
  return code.slice(commonLength(codes)) || code;
}

/**
 * Return the picture of a coloured card without a number.
 *
 * @param {Card} card
 * @param {readonly Card[]} deck
 */
function glyphOf(card, deck) {
  if (card.value !== null || card.color === null) return null;
  const like = deck.filter(({ value, color }) => value === null && color !== null);
  const kinds = distinct(like.map((other) => kindOf(other, deck)));
  return GLYPHS[kinds.indexOf(kindOf(card, deck)) % GLYPHS.length];
}

/**
 * @param {(string | null)[]} values
 * @returns {string[]}
 */
const distinct = (values) => /** @type {string[]} */ ([...new Set(values)]);

/**
 * Draw a card's face.
 *
 * @param {{ card: Card, game: Deck }} props
 */
export function CardFace({ card, game }) {
  const { hue, bands, pattern, index, mark, shape, emblem, code } = lookOf(card, game);
  const isSpecial = pattern === null && hue === SPECIAL;
  const drawn = isSpecial && bands.length === 0 ? hue.ink : bands.length ? hue.body : deepen(hue);
  const long = index.length > 1;
  const size = long ? 36 : isSpecial ? 46 : 58;
  const inked = isSpecial ? hue.body : drawn;
  const below = isSpecial ? hue.ink : drawn;
  return html`<svg class="croupier-face" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ROUNDED}>
    <rect width="100" height="140" fill=${hue.body} />
    <rect x="33" y="6" width="61" height="128" rx="9" fill=${bands.length ? "#fff" : hue.paper} />
    ${bands.length > 0 && html`<${Bands} bands=${bands} frame=${hue.body} />`}
    ${pattern !== null && html`<${Pattern} pattern=${pattern} color=${deepen(hue)} />`}
    ${
      isSpecial &&
      bands.length === 0 &&
      html`<path d=${BURST} fill=${hue.ink} opacity=${emblem ? 0.16 : 1} transform="translate(27.5 28) scale(1.5)" />`
    }
    ${
      pattern !== null &&
      html`<path d=${MEDAL} ...${placed(31.1, 31.6, 1.35, hue.paper)} stroke=${drawn} stroke-width="1.6" />`
    }
    ${bands.length > 0 && html`<circle cx="63.5" cy="64" r="29" fill="#fff" stroke=${hue.body} stroke-width="2" />`}
    ${
      emblem
        ? html`<path d=${emblem} fill=${drawn} fill-rule="evenodd" transform="translate(40.5 41)scale(.96)" />`
        : html`<text x="63.5" y=${64 + size * 0.36} ...${LARGE} font-size=${size} fill=${inked}>${index}</text>`
    }
    <path d="M0 0H100L0 140Z" fill="#fff" opacity=".09" />
    <rect x="2.5" y="2.5" width="95" height="135" rx="6" fill="none" stroke="#fff" opacity=".3" stroke-width="1.5" />
    <text class="croupier-index" x="17" y="33" ...${LARGE} font-size=${long ? 20 : 34} fill=${hue.ink}>${index}</text>
    ${
      mark &&
      html`<path class=${mark === shape ? "croupier-shape" : null} d=${mark} ...${placed(6, 44, 0.458, hue.ink)} />`
    }
    ${
      shape &&
      shape !== mark &&
      html`<path class="croupier-shape" d=${shape} ...${placed(37, 10, 0.34, drawn)} />`
    }
    ${
      bands.length === 0 &&
      html`<g class="croupier-mirrored" transform="rotate(180 63.5 64)">
        <text x="43.5" y="14" ...${LARGE} font-size="17" fill=${below}>${index}</text>
      </g>`
    }
    ${
      code &&
      html`<g class="croupier-code" display="none">
        <rect x="42" y="108" width="43" height="20" rx="6" fill=${isSpecial ? hue.body : hue.paper} />
        <text x="63.5" y="124" ...${LARGE} font-size="17" letter-spacing="1" fill=${below}>${code}</text>
      </g>`
    }
  </svg>`;
}

/** Draw the back of a card. */
export function CardBack() {
  return html`<svg class="croupier-back" viewBox="0 0 100 140" aria-hidden="true" focusable="false" style=${ROUNDED}>
    <rect width="100" height="140" fill="#f5efe0" />
    <rect x="5" y="5" width="90" height="130" rx="8" fill="#1d3557" />
    <path d=${LATTICE} fill="none" stroke="#3d5d8c" stroke-width="1.6" />
    <rect x="10" y="10" width="80" height="120" rx="5" fill="none" stroke="#d9b45b" stroke-width="1.4" />
    <path d=${BURST} fill="#1d3557" stroke="#d9b45b" stroke-width="1.4" transform="translate(6.8 26.8) scale(1.8)" />
    <path d=${MEDAL} fill="#d9b45b" transform="translate(21.2 41.2) scale(1.2)" />
    <path d=${SUITS[0]} fill="#1d3557" fill-rule="evenodd" transform="translate(28.4 48.4) scale(.9)" />
    <path d="M0 0H100L0 140Z" fill="#fff" opacity=".07" />
  </svg>`;
}

/**
 * Return where, how large and in which colour a path is drawn.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} fill
 */
const placed = (x, y, scale, fill) => ({
  transform: `translate(${x} ${y}) scale(${scale})`,
  fill,
  "fill-rule": "evenodd",
});

/**
 * Draw the colours that a card stands for, as slices around its middle.
 *
 * @param {{ bands: string[], frame: string }} props
 */
function Bands({ bands, frame }) {
  const { length } = bands;
  return html`<svg x="33" y="6" width="61" height="128" viewBox="0 0 61 128">
      ${bands.map(
        (band, place) => html`<circle cx="30.5" cy="58" r="75" fill="none" stroke=${band} stroke-width="150"
          pathLength=${length} stroke-dasharray=${`1 ${length - 1}`} stroke-dashoffset=${-place} />`,
      )}
    </svg>
    <rect x="31" y="4" width="65" height="132" rx="11" fill="none" stroke=${frame} stroke-width="4" />`;
}

/** @param {{ pattern: number, color: string }} props */
function Pattern({ pattern, color }) {
  const { d, width } = PATTERNS[pattern];
  const painted = width ? { fill: "none", stroke: color, "stroke-width": width } : { fill: color };
  return html`<svg x="33" y="6" width="61" height="128" viewBox="0 0 61 128" opacity=".38">
    <path d=${d} ...${painted} />
  </svg>`;
}

/** Yellow on paper is too pale to read, so drawings there are darker. @param {Hue} hue */
const deepen = (hue) => (hue.ink === "#fff" ? hue.body : hue === HUES.yellow ? "#8a6100" : hue.ink);

const ROUNDED = { borderRadius: "7% / 5%", display: "block" };
/** Slab serifs have figures of one height that can be told apart when they are small. */
const LARGE = { "text-anchor": "middle", "font-weight": 800, "font-family": "Rockwell, Roboto Slab, Palatino, serif" };
/** Lines from edge to edge in both directions. */
const LATTICE = Array.from({ length: 15 }, (_, step) => {
  const from = 6 + step * 16;
  const [left, right] = [Math.max(6, from - 128), Math.min(94, from)];
  const [top, bottom] = [Math.max(6, from - 88), Math.min(134, from)];
  return `M${left} ${bottom}L${right} ${top}M${100 - right} ${top}L${100 - left} ${bottom}`;
}).join("");
