// The texts of the page that asks for an app key, in German.

/** @type {Record<keyof typeof import("../en/app_key.js").texts, string>} */
export const texts = {
  appKeyTitle: "Dieser Dienst verlangt einen App-Schlüssel",
  appKeyText:
    "Wer ihn betreibt, kann dir einen geben. Er bleibt in diesem Browser und wird an niemanden sonst gesendet.",
  appKeyWrong: "Diesen Schlüssel kennt der Dienst nicht, oder nicht mehr. Sieh nach, ob er vollständig ist.",
  appKey: "App-Schlüssel",
};
