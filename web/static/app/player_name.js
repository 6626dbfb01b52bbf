// The name that somebody plays by: their own, or a suggestion that is kept.

/** @typedef {import("./context.js").App} App */

// So often another name is tried if one is taken.
const MOST_TRIES = 50;

/**
 * Return a friendly name in the language of the page, of two words; other than the names that are taken, if it can be.
 *
 * @param {App["t"]} t
 * @param {readonly (string | null)[]} [taken]
 */
export function suggestName(t, taken = []) {
  const manners = t("nameManners").split(" ");
  const animals = t("nameAnimals").split(" ");
  const suggest = () => `${pick(manners)} ${pick(animals)}`;
  let name = suggest();
  for (let tries = 0; taken.includes(name) && tries < MOST_TRIES; tries++) name = suggest();
  return name;
}

/**
 * Return the name of the user of this browser; without one, suggest one and keep it.
 *
 * @param {Pick<App, "preferences" | "prefer" | "t">} app
 */
export function ownName({ preferences, prefer, t }) {
  const own = preferences.name.trim();
  if (own) return own;
  const name = suggestName(t);
  prefer({ name });
  return name;
}

/** @param {readonly string[]} words */
const pick = (words) => words[Math.floor(Math.random() * words.length)];
