// The board's own texts. The texts of games come from the service.

import { WORDS } from "./languages/index.js";
import { fill } from "./templates.js";

/**
 * @typedef {keyof typeof WORDS} Language
 * @typedef {typeof import("./languages/en.js").texts} Texts
 * @typedef {keyof Texts} TextKey
 */

/**
 * Return the words of a language, the English ones where there are none.
 *
 * @param {string} language
 */
const wordsIn = (language) => WORDS[/** @type {Language} */ (language)] ?? WORDS.en;

/**
 * Return what a choice adds to a move as the words of a button.
 *
 * @param {string} language
 * @param {string} added
 */
export const choiceWords = (language, added) => capital(language, added.replace(wordsIn(language).joint, ""));

/**
 * @param {string} language
 * @param {string} words
 */
const capital = (language, words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/**
 * Return a text in a language, English where there is none, with its blanks filled.
 *
 * @param {string} language
 * @param {TextKey} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(language in WORDS ? language : "en", wordsIn(language).texts[key], blanks);
}

/**
 * Return names as one phrase: `Ada, Grace and Edsger`.
 *
 * @param {string} language
 * @param {string[]} names
 */
export function joinNames(language, names) {
  if (names.length < 2) return names[0] ?? text(language, "nobody");
  return text(language, "and", { list: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/**
 * Return a name of a zone as a heading: without its article, and with a capital.
 *
 * @param {string} language
 * @param {string} name
 */
export function heading(language, name) {
  const { article, inflected } = wordsIn(language);
  const bare = inflected.reduce((words, [ending, form]) => words.replace(ending, form), name);
  return capital(language, bare.replace(article, ""));
}
