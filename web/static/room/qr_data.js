// The data of a QR code: its bytes in codewords, with those of error correction at level M.

// By version, from 1: the codewords of error correction in each block, and the number of blocks.
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
  26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
  17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];

/** Return the smallest version that has room for so many bytes. @param {number} length */
export function findVersion(length) {
  for (let version = 1; version <= 40; version++) {
    if (dataLength(version) * 8 >= 4 + countBits(version) + 8 * length) return version;
  }
  throw new RangeError(`${length} bytes are too many for a QR code`);
}

/** @param {number} version */
const countBits = (version) => (version < 10 ? 8 : 16);

/** Return the number of codewords, with those of error correction. @param {number} version */
function codewords(version) {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const covered = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55;
  return ((16 * version + 128) * version + 64 - covered - (version < 7 ? 0 : 36)) >> 3;
}

/** @param {number} version */
const dataLength = (version) => codewords(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/**
 * Return the bits of all codewords, in the order in which they are laid.
 *
 * @param {number} version
 * @param {Uint8Array} bytes
 */
export const writeBits = (version, bytes) => interleave(version, writeData(version, bytes));

/**
 * @param {number} version
 * @param {Uint8Array} bytes
 * @returns {number[]}
 */
function writeData(version, bytes) {
  const capacity = dataLength(version);
  let bits = toBits(0b0100, 4) + toBits(bytes.length, countBits(version));
  for (const byte of bytes) bits += toBits(byte, 8);
  bits += "0".repeat(Math.min(4, capacity * 8 - bits.length));
  bits += "0".repeat(-bits.length & 7);
  const data = Array.from({ length: bits.length / 8 }, (_, index) => parseInt(bits.slice(8 * index, 8 * index + 8), 2));
  for (let filler = 0xec; data.length < capacity; filler ^= 0xec ^ 0x11) data.push(filler);
  return data;
}

/**
 * @param {number} value
 * @param {number} length
 */
const toBits = (value, length) => value.toString(2).padStart(length, "0");

/**
 * Cut data into blocks, add the error correction of each, and take from all blocks in turn.
 *
 * @param {number} version
 * @param {number[]} data
 */
function interleave(version, data) {
  const [count, extra] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const divisor = makeDivisor(extra);
  // The last blocks are longer by one.
  const startOf = (/** @type {number} */ index) => index * short + Math.max(0, index - (count - long));
  const blocks = Array.from({ length: count }, (_, index) => data.slice(startOf(index), startOf(index + 1)));
  const corrections = blocks.map((block) => remainder(block, divisor));
  const taken = (/** @type {number[][]} */ from, /** @type {number} */ length) =>
    Array.from({ length }, (_, index) => from.flatMap((block) => (index < block.length ? [block[index]] : []))).flat();
  return [...taken(blocks, short + 1), ...taken(corrections, extra)].map((byte) => toBits(byte, 8)).join("");
}

/**
 * Multiply in the field of 256 elements.
 *
 * @param {number} one
 * @param {number} other
 */
function multiply(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

/** Return the generator polynomial of so many codewords, without its first coefficient. @param {number} degree */
function makeDivisor(degree) {
  const divisor = Array.from({ length: degree }, (_, index) => (Number(index === degree - 1)));
  for (let [step, root] = [0, 1]; step < degree; step++, root = multiply(root, 2)) {
    divisor.forEach((coefficient, index) => {
      divisor[index] = multiply(coefficient, root) ^ (divisor[index + 1] ?? 0);
    });
  }
  return divisor;
}

/**
 * @param {number[]} block
 * @param {number[]} divisor
 */
function remainder(block, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    divisor.forEach((coefficient, index) => (rest[index] ^= multiply(coefficient, factor)));
  }
  return rest;
}
