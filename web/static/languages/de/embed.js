// The texts of the page that shows how a table is put into another one, in German.

/** @type {Record<keyof typeof import("../en/embed.js").texts, string>} */
export const texts = {
  title: "Ein Tisch auf deiner eigenen Seite",
  lead: "Diese drei Zeilen zeichnen einen Tisch jedes Spiels und lassen daran spielen. Ohne Build, ohne Framework.",
  deal: "Einen Tisch Zar gegen zwei Bots geben",
  me: "Ada",
  secret: "DAS GEHEIMNIS EINES PLATZES",
  more: "Attribute, Ereignisse und Farben stehen beim Baukasten für Clients:",
};
