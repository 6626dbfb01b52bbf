// The texts of the end of a table in English.

export const texts = {
  youWin: "You win: {points|1 point|{points} points}",
  youShareWin: "You share the win: {points|1 point|{points} points}",
  youCame: "You came {place}: {points|1 point|{points} points}",
  youShare: "You share {place} place: {points|1 point|{points} points}",
  winnerIs: "{names} wins: {points|1 point|{points} points}",
  winnersAre: "{names} share the win: {points|1 point|{points} points}",
  youWinByResignation: "{count|{names} has|{names} have} resigned: you win",
  youResigned: "You have resigned: {winner} wins",
  winsByResignation: "{count|{names} has|{names} have} resigned: {winner} wins",
  // From the first on; further ones as they are counted.
  ordinals: "first second third fourth fifth sixth seventh eighth ninth tenth",
  ordinal: "{rank#|{rank}st|{rank}nd|{rank}rd|{rank}th}",
  rank: "Rank",
  total: "Points",
  youAre: "(you)",
  rematch: "Play again",
  joinRematch: "{name} waits: join",
  goRematch: "To the next table",
  explore: "Look back",
  shareResult: "Share",
  lookAtTable: "Look at the table",
  showResult: "Result",
  download: "Download the record",
  downloadPicture: "Download a picture of the result",
};
