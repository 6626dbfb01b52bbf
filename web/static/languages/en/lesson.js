// The texts of lessons in English. What a lesson itself says comes from the service.

export const texts = {
  lessonOf: "{game}: your first hand",
  lessonStep: "{number} of {count}",
  lessonDone: "Done!",
  lessonRule: "Rule {number}",
  lessonSkip: "Skip",
  lessonWaits: "{name} is about to move …",
  lessonOther: "You may do that, too. In this first hand, please make the marked move.",
  lessonPlay: "Play against bots",
  lessonAgain: "Again",
};
