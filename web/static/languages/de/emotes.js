// The texts around emotes in German.

/** @type {Record<keyof typeof import("../en/emotes.js").texts, string>} */
export const texts = {
  emotesHidden: "Grüße ausblenden von",
};
