// The words about what has happened in German.

/** @type {Record<keyof typeof import("./en.js").texts, string>} */
export const texts = {
  sinceMove: "Seit deinem Zug",
  lastMoves: "Die letzten Züge",
  stepOf: "{step} von {count}: {sentence}",
  nextStep: "Einzeln zeigen",
  lookBack: "Zurückblicken",
  reading: "Das Geschehene wird gelesen …",
  lookingBack: "Rückblick: Zug {step} von {count}",
  step: "Zug {step} von {count}: {sentence}",
  dealt: "Die Karten sind gegeben",
  canAct: "Du kannst jetzt etwas tun.",
  present: "Zurück zur Gegenwart",
  previous: "Einen Zug zurück",
  next: "Einen Zug weiter",
  play: "Abspielen",
  pause: "Anhalten",
  latest: "Zum letzten Zug",
};
