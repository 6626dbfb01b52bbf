// The colour of a player, derived from the name, so that a person has the same one at every table.

/** Colours of this lightness bear white letters, and stand out from a light and from a dark page. */
const LIGHTNESS = "54.5%";
const CHROMA = 0.11;

/**
 * Return the colour of a player as CSS; white letters can be read on it.
 *
 * @param {string} name
 */
export const colourOf = (name) => `oklch(${LIGHTNESS} ${CHROMA} ${hueOf(name)})`;

/**
 * Return the hue of a player in degrees of OKLCH, which is the same for a name in capitals.
 *
 * @param {string} name
 */
export function hueOf(name) {
  let hash = 0x811c9dc5;
  for (const letter of name.trim().normalize().toLowerCase()) {
    hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  }
  return (hash >>> 0) % 360;
}
