// The names by which a game tells the board what a zone or a fact is for (docs/adding-a-game.md).

/** The kind of zone that is a hand. */
export const HAND = "hand";
/** The kind of zone with won cards: a pile, also while all its cards can be seen. */
export const SCORE = "score";
/** The number of cards that have to be drawn. */
export const DEBT = "owed";
/** The direction of play. */
export const DIRECTION = "direction";
/** What is asked for: the prompt says it. */
export const ASKED = "asked";
