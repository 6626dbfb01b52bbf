// The explorer's own texts, loaded in the language that is wanted. What a game says comes from the service.

import { useEffect, useState } from "../kit/board/preact.js";
import { fill } from "../kit/board/templates.js";
import { LOADERS } from "../languages/explorer.js";

/**
 * @typedef {keyof typeof import("../languages/en/explorer.js").texts} Key
 * @typedef {import("../app/preferences.js").Language} Language
 * @typedef {(key: Key, blanks?: Record<string, string | number>) => string} Say
 */

/** @type {Partial<Record<Language, Record<Key, string>>>} What has been loaded. */
const TEXTS = {};

/**
 * Load the texts of a language, before they are asked for.
 *
 * @param {Language} language
 */
export async function loadTexts(language) {
  TEXTS[language] ??= (await LOADERS[language]()).texts;
}

/**
 * Return a text with its blanks filled.
 *
 * @param {Language} language
 * @param {Key} key
 * @param {Record<string, string | number>} [blanks]
 */
export const text = (language, key, blanks = {}) => fill(language, TEXTS[language]?.[key] ?? key, blanks);

/**
 * Return the language whose texts are there: the wanted one as soon as it has been loaded, null before the first.
 *
 * @param {Language} wanted
 */
export function useTexts(wanted) {
  const [spoken, speak] = useState(/** @type {Language | null} */ (null));
  useEffect(() => {
    loadTexts(wanted).then(() => speak(wanted), () => speak((last) => last ?? wanted));
  }, [wanted]);
  return spoken;
}
