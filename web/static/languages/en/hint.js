// The texts of hints in English. What is said for a move follows it after a colon.

export const texts = {
  hintWaits: "A bot would wait",
  hintWins: "it wins the table",
  hintScores: "it brings {points|1 point|{points} points} at once",
  hintOnly: "there is no other move",
  hintMove: "“{move}”",
  hintWaiting: "waiting",
  hintAhead: "on average you are ahead by {ahead} more than with {other}",
  hintBetter: "it turns out better than {other}",
  hintEqual: "{other} is about as good",
};
