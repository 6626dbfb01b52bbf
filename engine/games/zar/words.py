"""Plain English for Zar: verbs, facts, events, refusals."""

from collections.abc import Mapping

from engine.core.moves import Move
from engine.core.templates import BlankKind
from engine.core.values import Verb
from engine.games.zar.cards import COLOURS, DRAGON_NAMES, NAMES, WILDS
from engine.games.zar.state import State

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
    "matching poll": "every seat is asked",
    "inTurnTwin": "Twin in one's own turn",
    "inTurnTwin match": "a match",
    "inTurnTwin matchMayGoOut": "a match that may win",
    "inTurnTwin normal": "a play",
    "stacking": "Draw two on a draw two",
    "mayDecline": "Drawing instead of playing",
    "playDrawn": "Playing the card just drawn",
    "pairGoesOut": "Winning with a double",
    "dragonNames": "What a dragon names",
    "dragonNames any": "numbers and commands",
    "deal": "Cards dealt to each seat",
    "dealer": "Who deals the next hand",
    "dealer winner": "the winner",
    "dealer rotate": "the next seat",
    "scoring none": "hands won",
    "scoring penalty": "points left in hand",
    "scoring winnerTakes": "points won of the others",
    "vincentKeeps": "Card against the rules",
    "vincentKeeps undone": "goes back to the hand",
    "vincentKeeps stands": "stays where it was put",
    "vincentKeeps matchStands": "stays, that of a wrong match too",
    "vincentFor": "What costs a Vincent card",
    "vincentFor cards": "cards against the rules",
    "vincentFor outOfTurn": "also moves out of turn without a card",
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
    "direction": "Play goes {word} in the order of seats.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "What is asked for now: {word}.",
    "putDownBy": "The top card is that of {seats}.",
    "named": "What is named: {word}.",
    "owed": "Cards owed now: {value}.",
    "answered": "Passed so far: {seats}.",
    "out": "Out unless matched: {seats}.",
    "turns": "Turns ended in this hand: {value}.",
    "idle": "Turns in a row without a card put down or drawn: {value}.",
}
REASONS = {
    "hands": "all hands are played",
    "target": "a total has reached the target",
}
GLOSSARY = {
    **NAMES,
    "up": "upwards",
    "down": "downwards",
    "play": "a card to play, or to draw",
    "drawn": "whether to play the card drawn",
    "poll": "whether to match",
    "accept": "whether to accept",
    "noCards": "no card was put down or drawn for a whole round",
    "cap": "there were too many turns",
    **REASONS,
}

BLANKS: Mapping[str, BlankKind] = {"top": "CARD", "named": "WORD", "put_down_by": "SEAT"}


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


def question(facts: Mapping[str, str | int]) -> str:
    """Return the key of the prompt for what is asked: what fits depends on what is owed and named."""
    if facts["asked"] != "play":
        return str(facts["asked"])
    return "owed" if facts["owed"] else "play" if facts["named"] == "none" else "named"
