// The texts of the rule panel. The rules themselves are written in English.

const en = {
  rules: "Rules",
  rule: "Rule {number}",
  openPage: "All rules",
  isEnglish: "The rules count as they are written, in English.",
  close: "Close the rules",
  notLoaded: "The rules cannot be loaded just now.",
};

/** @type {Record<string, Record<keyof typeof en, string>>} */
export const TEXTS = {
  en,
  de: {
    rules: "Regeln",
    rule: "Regel {number}",
    openPage: "Alle Regeln",
    isEnglish: "Die Regeln gelten, wie sie geschrieben sind: auf Englisch.",
    close: "Regeln schließen",
    notLoaded: "Die Regeln lassen sich gerade nicht laden.",
  },
};

/**
 * Return a text with its blanks filled.
 *
 * @param {string} language
 * @param {keyof typeof en} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return (TEXTS[language] ?? en)[key].replace(/\{(\w+)\}/g, (_, name) => `${blanks[name]}`);
}
