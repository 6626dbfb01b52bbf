// The colour of a player, derived from the name, so that a person has the same one at every table.

/** Colours of this lightness bear white letters, and stand out from a light and from a dark page. */
const LIGHTNESS = "54%";
const CHROMA = 0.12;

/**
 * Return the colour of a player as CSS; white letters can be read on it.
 *
 * @param {string} name
 */
export const colourOf = (name) => `oklch(${LIGHTNESS} ${CHROMA} ${hueOf(name)})`;

/**
 * Return a hue in degrees, which is the same for a name in capitals.
 *
 * @param {string} name
 */
function hueOf(name) {
  let hash = 0x811c9dc5;
  for (const letter of name.trim().normalize().toLowerCase()) {
    hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  }
  // Names that differ in one letter only are to look different.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % 360;
}
