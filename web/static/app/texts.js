// The page's own texts. What the rules say comes from the service, in the same language.

/**
 * @typedef {keyof typeof import("../languages/en/app.js").texts} AppKey
 * @typedef {keyof typeof import("../languages/en/lobby.js").texts} LobbyKey
 * @typedef {keyof typeof import("../languages/en/tournament.js").texts} TournamentKey
 * @typedef {AppKey | LobbyKey | TournamentKey} Key
 * @typedef {import("./preferences.js").Language} Language
 * @typedef {Partial<Record<Key, string>>} Texts
 * @typedef {"every" | "lobby" | "tournament"} Part The screens that texts are for.
 */

/** @type {Record<Part, Record<Language, () => Promise<{ texts: Texts }>>>} */
const LOADERS = {
  every: { en: () => import("../languages/en/app.js"), de: () => import("../languages/de/app.js") },
  lobby: { en: () => import("../languages/en/lobby.js"), de: () => import("../languages/de/lobby.js") },
  tournament: {
    en: () => import("../languages/en/tournament.js"),
    de: () => import("../languages/de/tournament.js"),
  },
};

/** @type {Partial<Record<Language, Texts>>} What has been loaded. */
const TEXTS = {};
const parts = new Set(/** @type {Part[]} */ (["every"]));
const languages = new Set(/** @type {Language[]} */ ([]));

/**
 * Load the texts of a language, before they are asked for.
 *
 * @param {Language} language
 */
export async function loadTexts(language) {
  languages.add(language);
  await Promise.all([...parts].map((part) => load(language, part)));
}

/**
 * Load the texts of more screens, in all languages that have been asked for.
 *
 * @param {Part} part
 */
export async function loadMoreTexts(part) {
  parts.add(part);
  await Promise.all([...languages].map((language) => load(language, part)));
}

/**
 * @param {Language} language
 * @param {Part} part
 */
async function load(language, part) {
  const { texts } = await LOADERS[part][language]();
  TEXTS[language] = { ...TEXTS[language], ...texts };
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
 * Return a template with its blanks filled.
 *
 * @param {string} template
 * @param {Record<string, string | number>} blanks
 * @returns {string}
 */
export function fill(template, blanks) {
  return template.replace(BLANK, (_, name, one, many) => {
    if (one === undefined) return `${blanks[name]}`;
    return fill(Number(blanks[name]) === 1 ? one : many, blanks);
  });
}
