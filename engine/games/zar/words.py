"""Plain English for Zar: verbs, facts, events, refusals."""

from collections.abc import Collection, Mapping, Sequence

from engine.core.moves import Move, name_task
from engine.core.templates import BlankKind
from engine.core.values import Question, Verb
from engine.games.zar.cards import COLOURED, COLOURS, DRAGON_NAMES, NAMES, WILDS
from engine.games.zar.state import State, can_draw, drawn_card, turn

VERBS = (
    Verb("match", "match CARD [=NAME]", "Put the twin onto the top card.", "match with {cards}{choice}"),
    Verb("play", "play CARD [=NAME]", "Play a card that fits.", "play {cards}{choice}"),
    Verb("double", "double CARD [=NAME]", "Play two identical cards.", "play {cards} as a double{choice}"),
    Verb("take", "take", "Take all cards that are owed.", "take the cards that are owed"),
    Verb("draw", "draw", "Draw a card instead of playing one.", "draw a card"),
    Verb("accept", "accept", "Let the seat without cards win the hand.", "accept that the hand is won"),
    Verb("pass", "pass", "Put down no card.", "pass"),
)
CHOICES = {code: f" and name {label}" for code, label in NAMES.items()}
OPTION_LABELS = {
    "matching race": "at any moment",
    "matching poll": "everybody is asked",
    "inTurnTwin": "Twin played in turn",
    "inTurnTwin match": "a match",
    "inTurnTwin matchMayGoOut": "a match that may win",
    "inTurnTwin normal": "a play",
    "stacking": "Draw two on a draw two",
    "mayDecline": "Drawing instead of playing",
    "playDrawn": "Playing the card just drawn",
    "pairGoesOut": "Winning with a double",
    "dragonNames": "What a dragon names",
    "dragonNames any": "numbers and commands",
    "deal": "Cards dealt to each player",
    "dealer": "Who deals the next hand",
    "dealer winner": "the winner",
    "dealer rotate": "the next player",
    "scoring none": "hands won",
    "scoring penalty": "points left in hand",
    "scoring winnerTakes": "points won from the others",
    "vincentKeeps": "Card against the rules",
    "vincentKeeps undone": "goes back to the hand",
    "vincentKeeps stands": "stays where it was put",
    "vincentKeeps matchStands": "stays, also after a wrong match",
    "vincentFor": "What costs a Vincent card",
    "vincentFor cards": "cards against the rules",
    "vincentFor outOfTurn": "also other moves out of turn",
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "turned": "{cards} is turned over.",
    "putBack": "{cards} is put back somewhere into the supply.",
    "played": "{seat} plays {cards}.",
    "doubled": "{seat} plays a double: {cards}.",
    "matched": "{seat} matches with {cards}.",
    "chosen": "{seat} names {word}.",
    "skipped": "{seat} is passed over.",
    "drawn": "{seat} draws {cards}.",
    "passed": "{seat} passes.",
    "accepted": "{seat} accepts.",
    "offended": "{seat} shows {cards} for a {verb} that is not allowed now.",
    "offended zar 8.1": "{seat} leaves {cards} on {to_zone} for a {verb} that is not allowed now.",
    "offended zar 8.3": "{seat} tries to {verb} out of turn.",
    "stalled": "The hand ends at once: {word}.",
    "won": "{seat} wins the hand.",
    "scored": "{seat} scores {value}.",
    "hand": "Hand {value} begins.",
    "dealer": "{seats} deals.",
    "direction": "Play now goes {word}.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "To do now: {word}.",
    "putDownBy": "The top card counts as played by {seats}.",
    "named": "Named: {word}.",
    "owed": "Cards owed now: {value}.",
    "answered": "Passed so far: {seats}.",
    "out": "Out unless matched: {seats}.",
    "turns": "Turns in this hand: {value}.",
    "idle": "Turns in a row without a card: {value}.",
}
REASONS = {
    "hands": "all hands are played",
    "target": "a total has reached the target",
}
POINTS = {
    "earlier": "earlier hands",
    "won": "hand won",
    "wonLast": "last hand won",
    "left": "cards left in hand",
    "taken": "cards left to {seat}",
}
DECIDED = {
    "won": "{winners} got rid of all cards first.",
    "won zar 6.2": "The hand stalled, and {winners} held the fewest card points.",
    "wonLast": "The last hand decided it: {winners} got rid of all cards first.",
    "wonLast zar 6.2": "The last hand decided it: it stalled, and {winners} held the fewest card points.",
    "left": "Cards left in hand decided it: {points} to {against} against {others}.",
    "taken": "Cards left to others decided it: {points} to {against} against {others}.",
}
GLOSSARY = {
    **NAMES,
    "up": "clockwise",
    "down": "counterclockwise",
    "play": "play or draw a card",
    "drawn": "play the card just drawn, or pass",
    "poll": "match or pass",
    "accept": "match or accept",
    "noCards": "no card was put down or drawn for a whole round",
    "cap": "there were too many turns",
    **REASONS,
}

BLANKS: Mapping[str, BlankKind] = {"top": "CARD", "named": "WORD", "put_down_by": "SEAT", "held": "CARD"}


def blanks(state: State, _seat: int, move: Move) -> Mapping[str, str | int | None]:
    """Return the values for the blanks of refusals that are this game's own."""
    names = COLOURS if move.cards and move.cards[0] in WILDS else DRAGON_NAMES[state.options.dragon_names]
    return {
        "top": state.zones["discard"][-1],
        "named": state.named,
        "put_down_by": state.put_down_by,
        "owed": state.owed,
        "names": ", ".join(f"={name}" for name in names),
    }


def question(state: State, seat: int, moves: Sequence[Move]) -> Question:
    """Return the prompt of a seat: in its turn what fits depends on the top card, and on what is owed."""
    offers = dict.fromkeys(["card" if move.verb in ("play", "double") else move.verb for move in moves])
    if seat not in turn(state):
        return Question(name_task("reaction", offers))
    if state.phase == "drawn":
        return Question(name_task("drawn", offers), {"held": drawn_card(state)})
    if state.phase != "play":
        return Question(name_task(state.phase, offers))
    if state.owed:
        return Question(name_task("owed", offers))
    if list(offers) == ["draw"] and not can_draw(state):
        return Question(name_task("play", ["nothing"]))
    return Question(name_task("play", [fitting_kind(state, offers) if kind == "card" else kind for kind in offers]))


def fitting_kind(state: State, offers: Collection[str]) -> str:
    """Return what is said of a card that fits: after a twin only that it is another one (zar 2.2, zar 2.3)."""
    top = state.zones["discard"][-1]
    if top in COLOURED or "match" in offers:
        return "card"
    return "colour" if top in WILDS else "number"
