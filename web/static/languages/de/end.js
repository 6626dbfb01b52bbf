// The texts of the end of a table in German.

/** @type {Record<keyof typeof import("../en/end.js").texts, string>} */
export const texts = {
  youWin: "Du gewinnst: {points|1 Punkt|{points} Punkte}",
  youShareWin: "Du teilst dir den Sieg: {points|1 Punkt|{points} Punkte}",
  youCame: "Du bist auf dem {place} Platz: {points|1 Punkt|{points} Punkte}",
  youShare: "Du teilst dir den {place} Platz: {points|1 Punkt|{points} Punkte}",
  winnerIs: "{names} gewinnt: {points|1 Punkt|{points} Punkte}",
  winnersAre: "{names} teilen sich den Sieg: {points|1 Punkt|{points} Punkte}",
  youWinByResignation: "{count|{names} hat|{names} haben} aufgegeben: Du gewinnst",
  youResigned: "Du hast aufgegeben: {winner} gewinnt",
  winsByResignation: "{count|{names} hat|{names} haben} aufgegeben: {winner} gewinnt",
  ordinals: "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten",
  ordinal: "{rank}.",
  rank: "Rang",
  total: "Punkte",
  youAre: "(du)",
  rematch: "Noch einmal",
  joinRematch: "{name} wartet: mitspielen",
  goRematch: "Zum nächsten Tisch",
  explore: "Zurückblicken",
  shareResult: "Teilen",
  lookAtTable: "Den Tisch ansehen",
  showResult: "Endstand",
  download: "Aufzeichnung herunterladen",
  downloadPicture: "Ein Bild vom Endstand herunterladen",
};
