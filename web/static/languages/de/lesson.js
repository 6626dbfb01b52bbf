// The texts of lessons in German. What a lesson itself says comes from the service.

export const texts = {
  lessonOf: "{game}: dein erstes Spiel",
  lessonStep: "{number} von {count}",
  lessonDone: "Geschafft!",
  lessonRule: "Regel {number}",
  lessonSkip: "Überspringen",
  lessonWaits: "{name} ist gleich am Zug …",
  lessonOther: "Das darfst du auch. Aber dieses erste Spiel geht mit dem markierten Zug weiter.",
  lessonPlay: "Gegen Bots spielen",
  lessonAgain: "Noch einmal",
};
