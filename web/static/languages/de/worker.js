// The texts of the notices that the service worker shows, in German. web/build.mjs puts them into it.

/** @type {Record<keyof typeof import("../en/worker.js").texts, string>} */
export const texts = {
  yourTurn: "{title}: Du bist dran",
  timeLeft: "Noch {left}, bis {time} Uhr",
};
