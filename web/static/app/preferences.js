// How somebody wants the page: its language, its light, and the name to play by.

import { NAMES } from "../languages/index.js";

/**
 * @typedef {keyof typeof NAMES} Language
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {{ language: Language, theme: Theme, name: string, appKey: string }} Preferences
 */

export const LANGUAGES = /** @type {Language[]} */ (Object.keys(NAMES));
/** @type {Theme[]} */
export const THEMES = ["auto", "light", "dark"];

const PLACE = {
  language: "croupier-page:language",
  theme: "croupier-page:theme",
  name: "croupier-page:name",
  appKey: "croupier-page:app-key",
};

/**
 * @param {import("./storage.js").Kept} storage
 * @param {readonly string[]} languages What the browser asks for, the best first.
 * @returns {Preferences}
 */
export function readPreferences(storage, languages) {
  const wanted = storage.getItem(PLACE.language) ?? languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return {
    language: isLanguage(wanted) ? wanted : "en",
    theme: THEMES.find((theme) => theme === storage.getItem(PLACE.theme)) ?? "auto",
    name: storage.getItem(PLACE.name) ?? "",
    appKey: storage.getItem(PLACE.appKey) ?? "",
  };
}

/**
 * @param {import("./storage.js").Kept} storage
 * @param {Partial<Preferences>} changed
 */
export function keepPreferences(storage, changed) {
  for (const [name, value] of Object.entries(changed)) {
    storage.setItem(PLACE[/** @type {keyof Preferences} */ (name)], value);
  }
}

/**
 * @param {unknown} value
 * @returns {value is Language}
 */
function isLanguage(value) {
  return LANGUAGES.includes(/** @type {Language} */ (value));
}
