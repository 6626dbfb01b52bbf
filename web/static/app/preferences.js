// How somebody wants the page: its language, its light, the name to play by, and the pace of bots.

import { NAMES } from "../languages/index.js";

/**
 * @typedef {keyof typeof NAMES} Language
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {keyof typeof PACES} Pace
 * @typedef {{ language: Language, theme: Theme, name: string, appKey: string, pace: Pace }} Preferences
 */

export const LANGUAGES = /** @type {Language[]} */ (Object.keys(NAMES));
/** @type {Theme[]} */
export const THEMES = ["auto", "light", "dark"];
/**
 * How long a bot waits after the last move, in milliseconds. The caption of a move has some seven words, and adults
 * read four words a second (Brysbaert 2019). So the moves of several bots are seen one after the other.
 */
export const PACES = { relaxed: 3500, normal: 2000, fast: 600 };

const PLACE = {
  language: "croupier-page:language",
  theme: "croupier-page:theme",
  name: "croupier-page:name",
  appKey: "croupier-page:app-key",
  pace: "croupier-page:pace",
};

/**
 * @param {import("./storage.js").Kept} storage
 * @param {readonly string[]} languages What the browser asks for, the best first.
 * @returns {Preferences}
 */
export function readPreferences(storage, languages) {
  const pace = storage.getItem(PLACE.pace) ?? "";
  const wanted = storage.getItem(PLACE.language) ?? languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return {
    language: isLanguage(wanted) ? wanted : "en",
    theme: THEMES.find((theme) => theme === storage.getItem(PLACE.theme)) ?? "auto",
    name: storage.getItem(PLACE.name) ?? "",
    appKey: storage.getItem(PLACE.appKey) ?? "",
    pace: pace in PACES ? /** @type {Pace} */ (pace) : "normal",
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
