// The words of the parts that tell what has happened. They come with these parts.

import { fill } from "../templates.js";
import { WORDS } from "./languages/index.js";

/** @typedef {keyof typeof WORDS} Language */

/**
 * Return a text in a language, English where there is none, with its blanks filled.
 *
 * @param {string} language
 * @param {keyof typeof WORDS.en.texts} key
 * @param {Record<string, string | number>} [blanks]
 */
export function word(language, key, blanks = {}) {
  const known = /** @type {Language} */ (language in WORDS ? language : "en");
  return fill(known, WORDS[known].texts[key], blanks);
}
