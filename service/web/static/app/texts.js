// The page's own texts. What the rules say comes from the service, in the same language.

/**
 * @typedef {keyof typeof import("./texts_en.js").en} Key
 * @typedef {import("./preferences.js").Language} Language
 */

/** @type {Partial<Record<Language, Record<Key, string>>>} The languages that have been loaded. */
const TEXTS = {};

/** @type {Record<Language, () => Promise<Record<Key, string>>>} */
const LOADERS = {
  en: async () => (await import("./texts_en.js")).en,
  de: async () => (await import("./texts_de.js")).de,
};

/**
 * Load the texts of a language, before they are asked for.
 *
 * @param {Language} language
 */
export async function loadTexts(language) {
  TEXTS[language] ??= await LOADERS[language]();
}

const BLANK = /\{(\w+)(?:\|((?:[^|{}]|\{\w+\})*)\|((?:[^|{}]|\{\w+\})*))?\}/g;

/**
 * Return a text with its blanks filled: `{count}`; `{count|one|many}` chooses by a number.
 *
 * @param {Language} language
 * @param {Key} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(TEXTS[language]?.[key] ?? key, blanks);
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
