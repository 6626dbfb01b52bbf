// The board's own words in English.

export const texts = {
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
  bot: "Bot of level {level}",
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
  foreseen: "Preview: {events}",
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
  others: "The other players",
  further: "{count|One more player|{count} more players}",
  table: "The table",
};

/** An article at the start of a zone's name, which a heading does without. */
export const article = /^(the|a|an) /i;

/** What joins a choice to a move, which a button of its own does without. */
export const joint = /^[\s,]*(and)?\s+/i;

/** @type {[RegExp, string][]} How the words of a zone's name change in a heading. */
export const inflected = [];
