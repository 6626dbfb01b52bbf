"""Plain English for Bazaar: verbs, facts, events, refusals."""

from collections.abc import Mapping, Sequence

from engine.core.moves import Move, name_task
from engine.core.templates import BlankKind
from engine.core.values import Question, Verb
from engine.games.bazaar.state import State
from engine.games.zont import CARDS

VERBS = (
    Verb("play", "play CARD @COLOUR", "Play a card from hand.", "play {cards} onto {to_zone}"),
    Verb("add", "add CARD @COLOUR", "Put one more card down because of Art.", "add {cards} to {to_zone}"),
    Verb("take", "take @PILE", "Take the top card of a pile because of Change.", "take {cards} from {from_zone}"),
    Verb("bank", "bank", "Have the scoring round that you are asked about.", "bank the cards of all piles"),
    Verb("skip", "skip", "Make no use of Art or Change, or do not bank.", "do not use the power"),
)
LABELS = {"skip bank": "do not bank"}
OPTION_LABELS = {
    "changeTargets": "What a Change may take from",
    "changeTargets all": "everybody's colour piles and customer piles",
    "changeTargets piles": "everybody's colour piles",
    "changeTargets opponents": "piles of the others",
    "changeTakesItself": "Change may take itself back",
    "trigger": "Whose piles start a scoring round",
    "trigger active": "of the player whose turn it is",
    "trigger any": "of any player",
    "othersScore": "Cards of the others in a scoring round",
    "othersScore bank": "are banked",
    "othersScore discard": "are discarded",
    "othersScore stay": "stay on the piles",
    "banking compulsory": "must be done",
    "banking may": "the player is asked",
    "banking keep": "the player is asked, and others are scored anyway",
    "copiedPower": "Art or Change that a Giglets copies",
    "copiedPower asOriginal": "may be declined",
    "copiedPower must": "must be used",
}
EVENTS = {
    "played": "{seat} plays {cards} onto {to_zone}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "taken": "{seat} takes {cards} from {from_zone}.",
    "skipped": "{seat} does not use the power.",
    "skipped bazaar 4.4": "{seat} does not bank.",
    "skipped bazaar 4.5": "{seat} keeps their piles.",
    "matched": "All piles of {seat} match their targets.",
    "banked": "{seat} puts {cards} face down onto their score pile.",
    "penalized": "{seat} has too many cards in {from_zone}, and {cards} counts against them.",
    "discarded": "{seat} discards {cards} from {from_zone}.",
    "drawn": "{seat} draws {cards}.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "To do now: {word}.",
    "pile": "Pile in play: {zones}.",
    "protected": "Protected piles: {zones}.",
    "turns": "Turns so far: {value}.",
    "lastLap": "Everybody has one more turn: {word}.",
    "lastSeat": "{seats} has the last turn.",
}
REASONS = {
    "deck": "the last card of the deck has been drawn",
    "cap": "there have been 100 turns for each player",
}
POINTS = {"sold": "{word}", "surplus": "surplus goods"}
GLOSSARY = {
    "play": "play a card",
    "art": "add another card of the colour, or none",
    "change": "take the top card of a pile, or none",
    "bank": "decide whether to bank",
    "pile none": "none",
    "protected none": "none",
    "lastLap none": "not yet",
    "sold R": "red goods",
    "sold Y": "yellow goods",
    "sold B": "blue goods",
    "sold W": "wild goods",
    **REASONS,
}

BLANKS: Mapping[str, BlankKind] = {"colour": "PLACE", "colour_of_card": "PLACE"}


def label_of(state: State, move: Move) -> str:
    """Return the key of a move's label: what is declined depends on the question."""
    return "skip bank" if move.verb == "skip" and state.phase == "bank" else move.verb


def blanks(state: State, _seat: int, move: Move) -> Mapping[str, str | int | None]:
    """Return the values for the blanks of refusals that are this game's own."""
    return {"colour": state.colour, "colour_of_card": CARDS[move.cards[0]].color if move.cards else None}


def question(state: State, _seat: int, moves: Sequence[Move]) -> Question:
    """Return the prompt of a seat: a Favors goes onto other piles (bazaar 2.2), Art and Change have a colour."""
    if state.phase == "play":
        kinds = {"favors" if move.cards[0][0] == "F" else "card" for move in moves}
        return Question(name_task("play", sorted(kinds)))
    if state.phase == "bank":
        return Question(name_task("bank", [state.options.banking]))
    return Question(name_task(state.phase, [move.verb for move in moves]), {"colour": state.colour})
