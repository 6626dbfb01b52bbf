// The marks on cards, as paths in a box of 48 by 48: suits, colours, kinds without a number; and patterns of colours.

/**
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 * @param {number} [turned] In degrees.
 */
function star(points, outer, inner, turned = -90) {
  const corners = Array.from({ length: 2 * points }, (_, corner) => {
    const angle = ((turned + (180 * corner) / points) * Math.PI) / 180;
    const radius = corner % 2 ? inner : outer;
    return `${(24 + radius * Math.cos(angle)).toFixed(1)} ${(24 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/**
 * @param {number} corners
 * @param {number} radius
 * @param {number} [turned]
 */
const polygon = (corners, radius, turned = -90) => star(corners, radius, radius * Math.cos(Math.PI / corners), turned);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
const disc = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

/** The emblems of suits, by a suit's place among those of the deck. Holes are cut by the even-odd rule. */
export const SUITS = [
  // A rosette.
  star(8, 23, 12.5) + disc(24, 24, 5.5),
  // Two drops that turn into each other.
  disc(24, 24, 22) +
    "M24 2a11 11 0 0 1 0 22a11 11 0 0 0 0 22a22 22 0 0 0 0-44Z" +
    disc(24, 13, 3.6) +
    disc(24, 35, 3.6),
  // A heart.
  "M24 44C10 33 2.5 25.5 2.5 16.2C2.5 9.5 7.7 4.5 13.8 4.5c4.2 0 8 2.3 10.2 6c2.2-3.7 6-6 10.2-6" +
    "c6.1 0 11.3 5 11.3 11.7C45.5 25.5 38 33 24 44Z",
  // A crown.
  "M6.5 34L3 13.5l11 8L24 5l10 16.5l11-8L41.5 34ZM6.5 37.5h35v5.5h-35Z",
  // A trefoil.
  disc(24, 13.5, 10) + disc(12.8, 29, 10) + disc(35.2, 29, 10) + "M22 27h4l3.5 18h-11Z",
  // A drop.
  "M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z",
  // A crescent.
  "M31 3.5A21 21 0 1 0 44.5 31A17 17 0 0 1 31 3.5Z",
  // A bolt.
  "M28 2L8 27.5h13L18 46L40 19H26.5Z",
  // A leaf.
  "M43 5C20 4 6 13 6 28c0 3 1 6 2.5 8.5L4 43l3 2.5l5-6.5C25 47 43 38 43 5ZM33 14L14 35.5l-1.5-1.5Z",
  // A hill with a sun.
  "M2 42L17 17l9 14l6-9l14 20Z" + disc(36, 11, 6.5),
];

/** The emblems of the suits of a French deck, by their names. */
export const NAMED_SUITS = /** @type {Record<string, string>} */ ({
  hearts: SUITS[2],
  diamonds: polygon(4, 23),
  clubs: SUITS[4],
  spades: "M24 2C30 14 45 19 45 30a9.5 9.5 0 0 1-18 4l3 12H18l3-12a9.5 9.5 0 0 1-18-4C3 19 18 14 24 2Z",
});

/** The shapes of colours, so that hue is never the only difference. */
export const SHAPES = [
  polygon(4, 23),
  disc(24, 24, 19),
  "M24 2.5C30 13 38.5 20.5 38.5 30.5a14.5 14.5 0 0 1-29 0C9.5 20.5 18 13 24 2.5Z",
  polygon(3, 26),
  polygon(6, 22),
  "M6 6h36v36H6Z",
  star(5, 24, 10),
  "M17 3h14v14h14v14H31v14H17V31H3V17h14Z",
];

/** The drawing behind a card that has neither suit nor colour. */
export const BURST = star(14, 24, 17);

/** A medal with a milled edge. */
export const MEDAL = star(22, 23.5, 21.4);

/** Pictures for kinds of cards without a number, by their place among those of the deck. */
export const GLYPHS = [
  // A barred ring.
  "M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0-44ZM24 8.5c3.3 0 6.3 1 8.8 2.7L11.2 32.8A15.5 15.5 0 0 1 24 8.5Z" +
    "M36.8 15.2A15.5 15.5 0 0 1 15.2 36.8Z",
  // Two cards, and more.
  "M5 3h21v5H10v22H5ZM14 12h28v34H14ZM25.5 20v6.5H19v5h6.5V38h5v-6.5H37v-5h-6.5V20Z",
  // There and back.
  "M30 4l14 11.5L30 27v-7.5H8v-8h22ZM18 21v7.5h22v8H18V44L4 32.5Z",
  // A burst.
  star(12, 23, 14),
  // An eye.
  "M24 9C12 9 4 18 1 24c3 6 11 15 23 15s20-9 23-15C44 18 36 9 24 9Z" + disc(24, 24, 9.5) + disc(24, 24, 4.5),
  // A hand of four.
  "M4 20h16v24H4ZM28 20h16v24H28ZM16 4h16v13H16Z",
];

/** Emblems of suits whose cards have no colour, by place: a wheel, wings, an orb, a flame. */
export const SPECIALS = [
  disc(24, 24, 22.5) + disc(24, 24, 17) + star(4, 17, 6),
  "M24 46c-4-5-6-9-6-14c-5 1-11 0-16-7c4 0 7-1 9-3C7 19 4 14 4 5c5 6 10 9 16 9c0-4 1-8 4-12c3 4 4 8 4 12" +
    "c6 0 11-3 16-9c0 9-3 14-7 17c2 2 5 3 9 3c-5 7-11 8-16 7c0 5-2 9-6 14Z" +
    disc(20.5, 18.5, 1.6) +
    disc(27.5, 18.5, 1.6),
  disc(24, 24, 22) + star(6, 18, 8),
  "M25 2c2 9 15 15 15 28a16 16 0 0 1-32 0c0-7 4-11 7-15c1 5 3 7 5 8c-1-8 1-15 5-21Z",
];

/** @param {(step: number) => string} line */
const lines = (line) => Array.from({ length: 20 }, (_, step) => line(step)).join("");

const dots = (/** @type {number} */ gap, /** @type {number} */ radius) =>
  Array.from({ length: 9 * 11 }, (_, spot) => {
    const [row, column] = [Math.floor(spot / 9), spot % 9];
    return disc(column * gap + (row % 2 ? gap / 2 : 0) - 2, row * gap + 2, radius);
  }).join("");

/**
 * The patterns of colours, as strokes or dots on a card of 100 by 140.
 *
 * @type {{ d: string, width: number }[]}
 */
export const PATTERNS = [
  { d: lines((step) => `M${step * 14 - 140} 145l160-160`), width: 4 },
  { d: dots(14, 2.6), width: 0 },
  { d: lines((step) => `M-6 ${step * 13}q8-9 16 0t16 0t16 0t16 0t16 0t16 0t16 0`), width: 2.6 },
  { d: lines((step) => `M-5 ${step * 16}l15 12l15-12l15 12l15-12l15 12l15-12l15 12l15-12`), width: 2.6 },
  { d: lines((step) => `M${step * 14 - 4} 0v140M0 ${step * 14}h100`), width: 1.6 },
  { d: lines((step) => `M${step * 12 + 2} 0v140`), width: 3 },
  { d: lines((step) => `M${step * 20 - 160} 145l160-160M${step * 20 - 160} -5l160 160`), width: 1.8 },
  { d: lines((step) => `M0 ${step * 12 + 3}h100`), width: 3 },
];
