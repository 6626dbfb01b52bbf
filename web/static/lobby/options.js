// The options of a game as a form, and the form as options: only what differs from a default is sent.

/**
 * @typedef {import("../kit/index.js").Game["options"][number] & { suggested?: string }} GameOption Where its table is
 *   known, with what is suggested there in place of the default.
 * @typedef {Record<string, string>} Values What the fields of a form hold, by option.
 */

/**
 * Return the options of a new table that differ from their defaults: those chosen, and those that it needs.
 *
 * @param {GameOption[]} options
 * @param {Values} values
 * @returns {{ name: string, value: string }[]}
 */
export function chosenOptions(options, values) {
  return options
    .map((option) => ({ ...option, value: valueOf(option, values[option.name] ?? "") || usualOf(option) }))
    .filter((option) => option.value !== option.default)
    .map(({ name, value }) => ({ name, value }));
}

/**
 * Return what a field holds as the service takes it: a list may be typed as people write one, such as `0, 1, 0, 1`.
 *
 * @param {GameOption} option
 * @param {string} typed
 */
function valueOf({ kind }, typed) {
  const isList = kind === "LIST" && /^[\s[]*\d+(?:[\s,;]+\d+)*[\s\]]*$/.test(typed);
  return isList ? `[${typed.match(/\d+/g)}]` : typed.trim();
}

/**
 * Return what counts where nothing is chosen.
 *
 * @param {GameOption} option
 */
export const usualOf = ({ suggested, default: usual }) => suggested ?? usual;

/**
 * Return the options of a game as a table of so many seats takes them.
 *
 * @param {import("../kit/index.js").Game} game
 * @param {number} seats
 */
export function optionsAt({ options, minSeats }, seats) {
  return options.map((option) => ({
    ...option,
    maximum: option.maximumBySeats[seats - minSeats] ?? option.maximum,
    suggested: option.suggestedBySeats?.[seats - minSeats],
  }));
}

/**
 * Return what fields hold, without the seats that a table of so many seats does not have.
 *
 * @param {GameOption[]} options
 * @param {Values} values
 * @param {number} seats
 * @returns {Values}
 */
export function withoutLostSeats(options, values, seats) {
  const lost = options.filter(({ name, isSeat }) => isSeat && Number(values[name]) >= seats).map(({ name }) => name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !lost.includes(name)));
}

/**
 * Return how an option is asked for.
 *
 * @param {GameOption} option
 * @returns {"switch" | "choice" | "number" | "text"}
 */
export function fieldOf({ kind, choices, minimum, maximum, isSeat }) {
  if (kind === "BOOLEAN") return "switch";
  if (kind === "CHOICE") return "choice";
  const isNumber = kind === "INTEGER" && minimum !== null && maximum !== null;
  if (isNumber && (isSeat || (choices.length > 0 && maximum - minimum < 40))) return "choice";
  return isNumber && choices.length === 0 ? "number" : "text";
}

/**
 * Return what can be chosen: the words, then the numbers.
 *
 * @param {GameOption} option
 */
export function choicesOf({ kind, choices, minimum, maximum }) {
  if (kind !== "INTEGER" || minimum === null || maximum === null) return choices;
  return [...choices, ...Array.from({ length: maximum - minimum + 1 }, (_, index) => `${minimum + index}`)];
}

/**
 * Return a value of an option in words: numbers that are seats count from 1.
 *
 * @param {import("../app/context.js").App["t"]} t
 * @param {GameOption} option
 * @param {string} value
 */
export function wordOf(t, { kind, choices, choiceLabels, isSeat }, value) {
  if (choices.includes(value)) return choiceLabels[choices.indexOf(value)];
  if (kind === "BOOLEAN") return t(value === "true" ? "yes" : "no");
  if (kind === "LIST" && value === "null") return t("noList");
  return isSeat ? t("seatNumber", { number: Number(value) + 1 }) : value;
}

/**
 * Return the field that a refusal of the service is about: the name of an option or a setting; null if it tells none.
 *
 * @param {unknown} error
 * @returns {string | null}
 */
export function fieldAtFault(error) {
  const path = /** @type {{ body?: { path?: string[] } } | null} */ (error)?.body?.path ?? [];
  return path.at(-1) ?? null;
}
