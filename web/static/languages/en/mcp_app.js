// The texts around a table in the conversation of another program, in English.

export const texts = {
  waiting: "The table is loading.",
  noSeat: "There is no table to show here. The answer was:",
  noTools: "This program only shows the table in words. Write your moves into the conversation. The table was:",
  cancelled: "The call was cancelled, so there is no table to show.",
  again: "Try again",
  tell: "Tell the assistant",
  told: "The assistant knows what has happened.",
  untold: "The message was not delivered.",
  fill: "Full screen",
  leave: "Back to the conversation",
  rule: "Rule {number}",
  close: "Close",
};
