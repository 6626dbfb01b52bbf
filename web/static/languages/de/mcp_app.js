// The texts around a table in the conversation of another program, in German.

export const texts = {
  waiting: "Der Tisch wird geladen.",
  noSeat: "Hier ist kein Tisch zu zeigen. Die Antwort war:",
  noTools: "Dieses Programm zeigt den Tisch nur in Worten. Schreib deine Züge in die Unterhaltung. Der Tisch war:",
  cancelled: "Der Aufruf wurde abgebrochen, darum ist kein Tisch zu zeigen.",
  again: "Noch einmal versuchen",
  tell: "Dem Assistenten mitteilen",
  told: "Der Assistent weiß, was geschehen ist.",
  untold: "Die Mitteilung kam nicht an.",
  fill: "Vollbild",
  leave: "Zurück zur Unterhaltung",
  rule: "Regel {number}",
  close: "Schließen",
};
