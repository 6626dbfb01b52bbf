// The colour of a player.

const FIRST = 0x811c9dc5;
const FACTOR = 0x01000193;

/**
 * Return the colour of a name, the same everywhere. White letters can be read on it, and it can be seen on light and on
 * dark ground.
 *
 * @param {string} name
 */
export function colourOf(name) {
  return `oklch(52% 0.13 ${hash(name) % 360})`;
}

/** Return the FNV-1a hash of a text. @param {string} text */
function hash(text) {
  const step = (/** @type {number} */ sum, /** @type {number} */ byte) => Math.imul(sum ^ byte, FACTOR) >>> 0;
  return new TextEncoder().encode(text).reduce(step, FIRST);
}
