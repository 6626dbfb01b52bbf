// The explorer's own texts. What a game says comes from the service, in the same language.

import { de } from "./texts_de.js";
import { en } from "./texts_en.js";

/**
 * @typedef {keyof typeof en} Key
 * @typedef {(key: Key, blanks?: Record<string, string | number>) => string} Say
 */

/** @type {Record<string, Record<Key, string>>} */
export const TEXTS = { en, de };

/**
 * Return a text with its blanks filled: `{count}`; `{count|one|many}` chooses by a number.
 *
 * @param {string} language
 * @param {Key} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  const template = (TEXTS[language] ?? en)[key];
  const chosen = template.replace(/\{(\w+)\|([^|{}]*(?:\{\w+\}[^|{}]*)?)\|([^|{}]*(?:\{\w+\}[^|{}]*)?)\}/g, (_, name, one, many) =>
    Number(blanks[name]) === 1 ? one : many,
  );
  return chosen.replace(/\{(\w+)\}/g, (_, name) => `${blanks[name]}`);
}
