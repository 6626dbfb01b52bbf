// Fill the blanks of texts, make texts agree with numbers, and write times.

/** The CLDR's order of the categories of numbers; a text has its forms in this order. */
const CATEGORIES = /** @type {Intl.LDMLPluralRule[]} */ (["zero", "one", "two", "few", "many", "other"]);

const BLANK = /\{(\w+)(#?)(?::\w+)?((?:\|(?:[^|{}]|\{\w+\})*)*)\}/g;

/**
 * Return the form for a number: one of as many as the language has for counts, or for ranks.
 *
 * @param {string} language
 * @param {Intl.PluralRuleType} type
 * @param {string[]} forms
 * @param {number} number
 */
function choose(language, type, forms, number) {
  const rules = new Intl.PluralRules(language, { type });
  const used = rules.resolvedOptions().pluralCategories;
  return forms[CATEGORIES.filter((category) => used.includes(category)).indexOf(rules.select(number))];
}

/**
 * Fill the blanks of a template: `{name}`, or `{name:form}` as the vocabularies have it; `{count|1 card|{count} cards}`
 * chooses by a count, and `{rank#|{rank}st|{rank}nd|{rank}rd|{rank}th}` by a rank, in the forms of the language.
 *
 * @param {string} language
 * @param {string} template
 * @param {Record<string, string | number>} blanks
 * @returns {string}
 */
export function fill(language, template, blanks) {
  return template.replace(BLANK, (blank, name, ordinal, told) => {
    const value = blanks[name];
    if (!told) return String(value ?? blank);
    const forms = told.slice(1).split("|");
    return fill(language, choose(language, ordinal ? "ordinal" : "cardinal", forms, Number(value)), blanks);
  });
}

/**
 * Return a time as a clock shows it: `0:07`, `12:00`.
 *
 * @param {number} seconds
 */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
