// The board's own words. All that a game says comes from the service.

import { fill } from "./templates.js";

/**
 * @typedef {"en" | "de"} Language
 * @typedef {keyof typeof EN} TextKey
 */

const EN = {
  yourTurn: "Your turn",
  turnOf: "{names} to play",
  over: "The table is over",
  wins: "{names} wins",
  share: "{names} share the win",
  winsOverOne: "{others} has resigned, {names} wins",
  winsOverAll: "{others} have resigned, {names} wins",
  waiting: "The cards are not dealt yet",
  spectator: "You are watching",
  seat: "Seat {number}",
  you: "You",
  and: "{list} and {last}",
  points: "{points|1 point|{points} points}",
  pointsUnknown: "points unknown",
  nobody: "nobody",
  bot: "bot {level}",
  botLong: "Bot of level {level}",
  rank: "Rank {rank}",
  isAsked: "to play",
  cards: "{count|1 card|{count} cards}",
  noCards: "no cards",
  hiddenCard: "hidden card",
  hidden: "{count} hidden",
  moves: "Moves",
  tray: "What you can do",
  allMoves: "All moves ({count})",
  choose: "Choose a card or a move.",
  chooseCard: "Choose a card.",
  chooseMove: "Choose a move.",
  choosePlace: "Touch a marked place.",
  chooseTarget: "Touch a marked place, or choose.",
  confirm: "Touch it again to play.",
  resigned: "You have given up: your seat moves by itself.",
  cancel: "Cancel",
  close: "Close",
  showSeat: "What lies before {name}",
  showZone: "Look through: {zone}",
  playable: "{card}, playable",
  rule: "Rule {number}",
  stale: "The table has moved on. Look again before you play.",
  tooEarly: "Too early: a matching card may still be put down.",
  fault: "That could not be sent:",
  notShown: "The table cannot be shown: {reason}",
  reconnecting: "The connection is lost. Trying again …",
  failed: "The table cannot be watched any more.",
  latency: "Connection: {millis} ms",
  slam: "Slam!",
  slamKey: "Key: Space or M",
  window: "Only a matching card counts now",
  timeLeft: "{seconds} s left",
  events: "What happened",
  facts: "State of the table",
  yours: "Your cards",
  others: "The other seats",
  table: "The table",
};

/** @type {Record<TextKey, string>} */
const DE = {
  yourTurn: "Du bist am Zug",
  turnOf: "{names} am Zug",
  over: "Der Tisch ist zu Ende",
  wins: "{names} gewinnt",
  share: "{names} teilen sich den Sieg",
  winsOverOne: "{others} hat aufgegeben, {names} gewinnt",
  winsOverAll: "{others} haben aufgegeben, {names} gewinnt",
  waiting: "Die Karten sind noch nicht gegeben",
  spectator: "Du siehst zu",
  seat: "Platz {number}",
  you: "Du",
  and: "{list} und {last}",
  points: "{points|1 Punkt|{points} Punkte}",
  pointsUnknown: "Punkte unbekannt",
  nobody: "niemand",
  bot: "Bot {level}",
  botLong: "Bot der Stufe {level}",
  rank: "Rang {rank}",
  isAsked: "am Zug",
  cards: "{count|1 Karte|{count} Karten}",
  noCards: "keine Karten",
  hiddenCard: "verdeckte Karte",
  hidden: "{count} verdeckt",
  moves: "Züge",
  tray: "Was du tun kannst",
  allMoves: "Alle Züge ({count})",
  choose: "Wähle eine Karte oder einen Zug.",
  chooseCard: "Wähle eine Karte.",
  chooseMove: "Wähle einen Zug.",
  choosePlace: "Berühre einen markierten Platz.",
  chooseTarget: "Berühre einen markierten Platz oder wähle.",
  confirm: "Noch einmal berühren zum Spielen.",
  resigned: "Du hast aufgegeben: Dein Platz zieht von selbst.",
  cancel: "Abbrechen",
  close: "Schließen",
  showSeat: "Was vor {name} liegt",
  showZone: "Durchsehen: {zone}",
  playable: "{card}, spielbar",
  rule: "Regel {number}",
  stale: "Am Tisch ist es weitergegangen. Sieh noch einmal hin, bevor du spielst.",
  tooEarly: "Zu früh: Noch kann jemand eine passende Karte dazulegen.",
  fault: "Das ließ sich nicht senden:",
  notShown: "Der Tisch lässt sich nicht zeigen: {reason}",
  reconnecting: "Die Verbindung ist weg. Neuer Versuch …",
  failed: "Dem Tisch kann nicht mehr gefolgt werden.",
  latency: "Verbindung: {millis} ms",
  slam: "Drauf!",
  slamKey: "Taste: Leertaste oder M",
  window: "Jetzt zählt nur eine passende Karte",
  timeLeft: "noch {seconds} s",
  events: "Was geschah",
  facts: "Stand am Tisch",
  yours: "Deine Karten",
  others: "Die anderen Plätze",
  table: "Der Tisch",
};

/** @type {Record<string, Record<TextKey, string>>} */
export const TABLES = { en: EN, de: DE };

/** How articles at the start of a zone's name look, which a heading does without. */
const ARTICLES = /** @type {Record<string, RegExp>} */ ({ en: /^(the|a|an) /i, de: /^(der|die|das) /i });

/** How German adjectives and long words look there: `Geschlossener Stapel`, `Abgeworfene Karten`, `Nachzieh-stapel`. */
const INFLECTED = /** @type {[RegExp, string][]} */ ([
  [/^der (\p{Ll}+e) /u, "$1r "],
  [/^die (\p{Ll}+e)n /u, "$1 "],
  [/^das (\p{Ll}+e) /u, "$1s "],
  [/(\p{Ll})(stapel|karten)/gu, "$1\u00AD$2"],
  [/(geschlosse|abgeworfe)(ner?)/giu, "$1\u00AD$2"],
]);

/** How what a choice adds to a move begins, which a button of its own does without. */
const JOINTS = /^[\s,]*(and|und)?\s+/i;

/**
 * Return what a choice adds to a move as the words of a button.
 *
 * @param {string} language
 * @param {string} added
 */
export const choiceWords = (language, added) => capital(language, added.replace(JOINTS, ""));

/**
 * @param {string} language
 * @param {string} words
 */
const capital = (language, words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/**
 * Return a text in a language, English where there is none, with its blanks filled.
 *
 * @param {string} language
 * @param {TextKey} key
 * @param {Record<string, string | number>} [blanks]
 */
export function text(language, key, blanks = {}) {
  return fill(language in TABLES ? language : "en", (TABLES[language] ?? EN)[key], blanks);
}

/**
 * Return names as one phrase: `Ada, Grace and Edsger`.
 *
 * @param {string} language
 * @param {string[]} names
 */
export function joinNames(language, names) {
  if (names.length < 2) return names[0] ?? text(language, "nobody");
  return text(language, "and", { list: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/**
 * Return a name of a zone as a heading: without its article, and with a capital.
 *
 * @param {string} language
 * @param {string} name
 */
export function heading(language, name) {
  const bare = language === "de" ? INFLECTED.reduce((words, change) => words.replace(...change), name) : name;
  return capital(language, bare.replace(ARTICLES[language] ?? ARTICLES.en, ""));
}
