// The texts of the rule panel in German.

/** @type {Record<keyof typeof import("../en/rules.js").texts, string>} */
export const texts = {
  rules: "Regeln",
  rule: "Regel {number}",
  openPage: "Alle Regeln",
  isTranslated: "Verbindlich ist die englische Fassung.",
  close: "Regeln schließen",
  notLoaded: "Die Regeln lassen sich gerade nicht laden.",
};
