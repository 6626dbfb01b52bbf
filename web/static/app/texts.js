// The page's own texts. What the rules say comes from the service, in the same language.

import { WORDS } from "../kit/board/languages/index.js";
import { fill } from "../kit/board/templates.js";
import { LOADERS as APP } from "../languages/app.js";
import { LOADERS as BOARD } from "../languages/board.js";
import { LOADERS as LOBBY } from "../languages/lobby.js";

/**
 * @typedef {typeof import("../languages/en/app.js").texts} App
 * @typedef {typeof import("../languages/en/app_key.js").texts} AppKey
 * @typedef {typeof import("../languages/en/lobby.js").texts} Lobby
 * @typedef {typeof import("../languages/en/end.js").texts} End
 * @typedef {typeof import("../languages/en/emotes.js").texts} Emotes
 * @typedef {typeof import("../languages/en/hint.js").texts} Hint
 * @typedef {typeof import("../languages/en/lesson.js").texts} Lesson
 * @typedef {typeof import("../languages/en/notices.js").texts} Notices
 * @typedef {typeof import("../languages/en/profile.js").texts} Profile
 * @typedef {typeof import("../languages/en/seldom.js").texts} Seldom
 * @typedef {typeof import("../languages/en/tournament.js").texts} Tournament
 * @typedef {keyof App | keyof Lobby | keyof End | keyof Emotes | keyof Hint | keyof Lesson} UsualKey
 * @typedef {UsualKey | keyof Notices | keyof Seldom} TableKey
 * @typedef {TableKey | keyof AppKey | keyof Profile | keyof Tournament} Key
 * @typedef {import("./preferences.js").Language} Language
 * @typedef {Partial<Record<Key, string>>} Texts
 */

/** @type {Partial<Record<Language, Texts>>} The texts that are there. */
const TEXTS = {};

/** @typedef {Record<Language, () => Promise<{ texts: Texts }>>} Loaders Of one part, in each language. */

/** The parts that have been asked for, beside the texts of every screen. */
const parts = new Set(/** @type {Loaders[]} */ ([]));
const languages = new Set(/** @type {Language[]} */ ([]));

/**
 * Load the texts of a language, and the words of the board in it, before they are asked for.
 *
 * @param {Language} language
 */
export async function loadTexts(language) {
  languages.add(language);
  const others = [...parts].map((part) => loadPart(part, language));
  const [board] = await Promise.all([BOARD[language](), loadPart(APP, language), ...others]);
  WORDS[language] = board;
}

/** Load the texts of the screens before the deal, in all languages that have been asked for. */
export const loadLobbyTexts = () => loadPartTexts(LOBBY);

/**
 * Load the texts of a part, in all languages that have been asked for.
 *
 * @param {Loaders} part
 */
export async function loadPartTexts(part) {
  parts.add(part);
  await Promise.all([...languages].map((language) => loadPart(part, language)));
}

/**
 * @param {Loaders} part
 * @param {Language} language
 */
async function loadPart(part, language) {
  addTexts(language, (await part[language]()).texts);
}

/**
 * Add the texts of a part that comes with them.
 *
 * @param {Language} language
 * @param {Texts} texts
 */
export function addTexts(language, texts) {
  TEXTS[language] = { ...TEXTS[language], ...texts };
}

/**
 * Add the texts of a part that comes with them in all languages.
 *
 * @param {Record<Language, Texts>} part
 */
export function addPart(part) {
  for (const [language, texts] of Object.entries(part)) addTexts(/** @type {Language} */ (language), texts);
}

/**
 * Return a text with its blanks filled; those with forms choose by a number.
 *
 * @param {Language} language
 * @param {Key} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(language, TEXTS[language]?.[key] ?? key, blanks);
}
