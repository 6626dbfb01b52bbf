// The texts of the page that shows how a table is put into another one, in English.

export const texts = {
  title: "A table in your own page",
  lead: "These three lines draw a table of any game and let its viewer play. No build, no framework.",
  deal: "Deal a table of Zar against two bots",
  me: "Ada",
  secret: "THE SECRET OF A SEAT",
  more: "Attributes, events and colours are told beside the client kit:",
};
