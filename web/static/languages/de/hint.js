// The texts of hints in German. What is said for a move follows it after a colon.

export const texts = {
  hintWaits: "Ein Bot würde warten",
  hintWins: "damit gewinnst du den Tisch",
  hintScores: "das bringt sofort {points|1 Punkt|{points} Punkte}",
  hintOnly: "es gibt keinen anderen Zug",
  hintMove: "„{move}“",
  hintWaiting: "Warten",
  hintAhead: "im Schnitt liegst du um {ahead} weiter vorn als mit {other}",
  hintBetter: "das geht besser aus als {other}",
  hintEqual: "{other} ist etwa gleich gut",
};
