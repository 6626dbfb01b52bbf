// The texts of the rule panel in English.

export const texts = {
  rules: "Rules",
  rule: "Rule {number}",
  openPage: "All rules",
  isEnglish: "The rules count as they are written, in English.",
  close: "Close the rules",
  notLoaded: "The rules cannot be loaded just now.",
};
