// QR codes (ISO/IEC 18004) of bytes, with error correction at level M: a seventh of the picture may be spoilt.

import { findVersion, writeBits } from "./qr_data.js";

/**
 * @typedef {boolean[][]} Rows Rows of modules; true is dark.
 * @typedef {(boolean | null)[][]} Draft Null: a place for data.
 */

/** @type {((x: number, y: number) => number)[]} Data are turned over where a mask gives 0. */
const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/**
 * Return the smallest code of a text, without its border. Throws `RangeError` beyond 2,331 bytes.
 *
 * @param {string} text
 * @returns {Rows}
 */
export function encodeQr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = findVersion(bytes.length);
  const bits = writeBits(version, bytes);
  const empty = drawFrame(version);
  const drafts = MASKS.map((mask, number) => fill(drawFormat(empty.map((row) => [...row]), number), empty, bits, mask));
  const worst = drafts.map(penalty);
  return drafts[worst.indexOf(Math.min(...worst))];
}

/**
 * Draw what every code of a version has, with light places for the format.
 *
 * @param {number} version
 * @returns {Draft}
 */
function drawFrame(version) {
  const size = 17 + 4 * version;
  /** @type {Draft} */
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  for (let index = 0; index < size; index++) rows[6][index] = rows[index][6] = index % 2 === 0;
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) drawSquares(rows, x, y, 4, [2, 4]);
  const places = alignmentPlaces(version, size);
  for (const x of places) {
    for (const y of places) {
      const isFinder = x + y === 12 || (x + y === size - 1 && x !== y && Math.min(x, y) === 6);
      if (!isFinder) drawSquares(rows, x, y, 2, [1]);
    }
  }
  if (version >= 7) drawVersion(rows, version);
  return drawFormat(rows, 0);
}

/**
 * Draw squares around a centre, light at the given distances.
 *
 * @param {Draft} rows
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {number[]} light
 */
function drawSquares(rows, x, y, reach, light) {
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      if (rows[y + down]?.[x + right] === undefined) continue;
      rows[y + down][x + right] = !light.includes(Math.max(Math.abs(down), Math.abs(right)));
    }
  }
}

/**
 * @param {number} version
 * @param {number} size
 */
function alignmentPlaces(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
}

/**
 * @param {Draft} rows
 * @param {number} version
 */
function drawVersion(rows, version) {
  let rest = version;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index++) {
    const [near, far] = [Math.floor(index / 3), rows.length - 11 + (index % 3)];
    rows[near][far] = rows[far][near] = ((bits >> index) & 1) === 1;
  }
}

/**
 * Draw level and mask, twice.
 *
 * @param {Draft} rows
 * @param {number} mask
 */
function drawFormat(rows, mask) {
  // Level M is 00.
  let rest = mask;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const size = rows.length;
  for (let index = 0; index < 15; index++) {
    const isDark = ((bits >> index) & 1) === 1;
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    if (index < 8) [rows[near][8], rows[8][size - 1 - index]] = [isDark, isDark];
    else [rows[8][index === 8 ? 7 : near], rows[size - 15 + index][8]] = [isDark, isDark];
  }
  rows[size - 8][8] = true;
  return rows;
}

/**
 * Lay the data in pairs of columns, from the right, up and down in turn.
 *
 * @param {Draft} rows
 * @param {Draft} empty
 * @param {string} bits
 * @param {(x: number, y: number) => number} mask
 * @returns {Rows}
 */
function fill(rows, empty, bits, mask) {
  const size = rows.length;
  let next = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (empty[y][x] === null) rows[y][x] = (bits[next++] === "1") !== (mask(x, y) === 0);
      }
    }
  }
  return /** @type {Rows} */ (rows);
}

/** Tell how hard a code is to read. @param {Rows} rows */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  const lines = [...rows, ...columns].map((line) => line.map((isDark) => (isDark ? "1" : "0")).join(""));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    // What looks like a finder, with its light border at one side.
    points += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const isBlock = [rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]].every((isDark) => isDark === rows[y][x]);
      if (isBlock) points += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
