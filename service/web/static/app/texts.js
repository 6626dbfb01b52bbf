// The page's own texts. What the rules say comes from the service, in the same language.

import { de } from "./texts_de.js";
import { en } from "./texts_en.js";

/** @typedef {keyof typeof en} Key */

/** @type {Record<string, Record<Key, string>>} */
const TEXTS = { en, de };

const BLANK = /\{(\w+)(?:\|((?:[^|{}]|\{\w+\})*)\|((?:[^|{}]|\{\w+\})*))?\}/g;

/**
 * Return a text with its blanks filled: `{count}`; `{count|one|many}` chooses by a number.
 *
 * @param {import("./preferences.js").Language} language
 * @param {Key} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(TEXTS[language][key], blanks);
}

/**
 * @param {string} template
 * @param {Record<string, string | number>} blanks
 * @returns {string}
 */
function fill(template, blanks) {
  return template.replace(BLANK, (_, name, one, many) => {
    if (one === undefined) return `${blanks[name]}`;
    return fill(Number(blanks[name]) === 1 ? one : many, blanks);
  });
}
