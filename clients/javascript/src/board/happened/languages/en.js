// The words about what has happened in English.

export const texts = {
  sinceMove: "Since your move",
  lastMoves: "The last moves",
  stepOf: "{step} of {count}: {sentence}",
  nextStep: "Show one by one",
  lookBack: "Look back",
  reading: "Reading what has happened …",
  lookingBack: "Looking back: move {step} of {count}",
  step: "Move {step} of {count}: {sentence}",
  dealt: "The deal",
  canAct: "You can act now.",
  present: "Back to the present",
  previous: "One move back",
  next: "One move on",
  play: "Play",
  pause: "Pause",
  latest: "To the last move",
};
