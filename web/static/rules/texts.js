// The texts of the rule panel.

import { texts as de } from "../languages/de/rules.js";
import { texts as en } from "../languages/en/rules.js";
import { fill } from "../kit/board/templates.js";

/** @type {Record<string, Record<keyof typeof en, string>>} */
export const TEXTS = { en, de };

/**
 * Return a text with its blanks filled.
 *
 * @param {string} language
 * @param {keyof typeof en} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(language, (TEXTS[language] ?? en)[key], blanks);
}
