// The texts of the rule panel.

import { fill } from "../kit/board/templates.js";
import { TEXTS } from "../languages/rules.js";

/** @typedef {import("../app/preferences.js").Language} Language */

/**
 * Return a text with its blanks filled.
 *
 * @param {string} language
 * @param {keyof typeof TEXTS.en} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(language, (TEXTS[/** @type {Language} */ (language)] ?? TEXTS.en)[key], blanks);
}
