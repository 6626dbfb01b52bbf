// The texts of the rule panel in English.

export const texts = {
  rules: "Rules",
  rule: "Rule {number}",
  openPage: "All rules",
  isTranslated: "The English version is binding.",
  close: "Close the rules",
  notLoaded: "The rules cannot be loaded just now.",
};
