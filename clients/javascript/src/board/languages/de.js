// The board's own words in German.

/** @type {Record<keyof typeof import("./en.js").texts, string>} */
export const texts = {
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
  bot: "Bot der Stufe {level}",
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
  foreseen: "Vorschau: {events}",
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
  others: "Die anderen",
  further: "{count|Noch jemand|{count} weitere}",
  table: "Der Tisch",
};

/** An article at the start of a zone's name, which a heading does without. */
export const article = /^(der|die|das) /i;

/** What joins a choice to a move, which a button of its own does without. */
export const joint = /^[\s,]*(und)?\s+/i;

/** How German adjectives and long words look there: `Geschlossener Stapel`, `Abgeworfene Karten`, `Nachzieh-stapel`. */
export const inflected = /** @type {[RegExp, string][]} */ ([
  [/^der (\p{Ll}+e) /u, "$1r "],
  [/^die (\p{Ll}+e)n /u, "$1 "],
  [/^das (\p{Ll}+e) /u, "$1s "],
  [/(\p{Ll})(stapel|karten)/gu, "$1\u00AD$2"],
  [/(geschlosse|abgeworfe)(ner?)/giu, "$1\u00AD$2"],
]);
