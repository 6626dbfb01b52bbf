"""Plain English for ZLAM!: verbs, facts, events, refusals."""

from collections.abc import Mapping, Sequence

from engine.core.moves import Move, name_task
from engine.core.templates import BlankKind
from engine.core.values import Question, Verb
from engine.games.zlam.cards import CARDS, COLOURS, NUMBERS, VALUE, count
from engine.games.zlam.state import State

VERBS = (
    Verb("close", "close @STACK", "Close a stack at nine instead of leaving it at risk.", "close {from_zone}"),
    Verb("draw", "draw", "Leave the stacks at nine at risk and draw.", "leave the stacks at nine open and draw"),
    Verb(
        "place",
        "place @STACK [=open]",
        "Put the card drawn or given on one of your stacks; a stack at nine may stay open.",
        "put {cards} on {to_zone}{choice}",
    ),
    Verb("give", "give #SEAT", "Give the card drawn to another seat.", "give {cards} to {seat}"),
    Verb("gain", "gain", "Add an empty stack.", "add an empty stack"),
    Verb("lose", "lose @STACK", "Discard an open stack.", "discard {from_zone}"),
    Verb("skip", "skip", "Add no stack.", "add no stack"),
)
CHOICES = {"open": ", and leave it open"}
LABEL_OF_NUMBERED = {code: card.label for code, card in CARDS.items() if len(code) == 2}
OPTION_LABELS = {
    "atRisk": "Stacks may be at risk",
    "drawnUnplayable": "Drawn card that fits no stack at risk",
    "drawnUnplayable mayGive": "may be given",
    "drawnUnplayable knockedOut": "knocks the player out",
    "atRiskAtEnd": "Stacks at risk at the end",
    "atRiskAtEnd lose": "are lost",
    "ones": "1s of each colour",
    "twos": "2s of each colour",
    "threes": "3s of each colour",
    "fours": "4s of each colour",
    "fives": "5s of each colour",
    "zlams": "ZLAM! cards",
    "stacks": "Stacks of each player",
    "gainCards": "Cards that add a stack",
    "lossCards": "Cards that cost a stack",
    "gainOn": "Kind of card that adds a stack",
    "gainOn Z": "ZLAM!",
    "lossOn": "Kind of card that costs a stack",
    "lossOn Z": "ZLAM!",
    **{f"gainOn {card}": label for card, label in LABEL_OF_NUMBERED.items()},
    **{f"lossOn {card}": label for card, label in LABEL_OF_NUMBERED.items()},
    **{f"extra{code}{number}": f"Extra {colour} {number}s" for code, colour in COLOURS.items() for number in NUMBERS},
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "buried": "{cards} goes from {from_zone} to the very bottom of the deck.",
    "drawn": "{seat} draws {cards}.",
    "placed": "{seat} puts {cards} on {to_zone}.",
    "given": "{seat} gives the card to {seats}.",
    "closed": "{seat} closes {from_zone}: {cards}.",
    "hit": "{seat} hits a {word}.",
    "scored": "{seat} scores {value}.",
    "grandZlam": "{seat} makes a Grand ZLAM! and scores {value}.",
    "shutOut": "{seat} makes a shut out and scores {value}.",
    "finished": "{seat} is finished.",
    "wentOut": "{seat} is out.",
    "struckOut": "{seat} strikes out: they are out and lose their stacks at nine.",
    "discarded": "{seat} discards {cards}.",
    "skipped": "{seat} adds no stack.",
    "deal": "Game {value} begins.",
    "dealer": "{seats} deals.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "To do now: {word}.",
    "playing": "Still in the game: {seats}.",
}
REASONS = {
    "done": "everybody is finished or out",
    "deck": "the deck is empty",
}
POINTS = {
    "earlier": "earlier games and shut outs",
    "stack": "closed stack",
    "grandZlam": "Grand ZLAM!",
    "shutOut": "shut outs",
}
DECIDED = {"stack": "Closed stacks decided it: {points} to {against} against {others}."}
GLOSSARY = {
    "draw": "close a stack at nine, or draw",
    "place": "place the card drawn, or give it away",
    "given": "place the card given",
    "gain": "decide whether to add a stack",
    "lose": "discard an open stack",
    "single": "single",
    "double": "double",
    "triple": "triple",
    "home run": "home run",
    **REASONS,
}

BLANKS: Mapping[str, BlankKind] = {"drawn": "CARD", "receiver": "SEAT"}


def blanks(state: State, seat: int, move: Move) -> Mapping[str, str | int | None]:
    """Return the values for the blanks of refusals that are this game's own."""
    pile = state.zones.get(f"stack:{seat}.{move.place}", ())
    drawn = state.zones["drawn"]
    height = count(pile)
    return {
        "stack": move.place,
        "height": height,
        "reached": height + (VALUE.get(drawn[0]) or 0) if drawn else height,
        "drawn": drawn[0] if drawn else None,
        "receiver": move.seat,
        "number": move.seat,
        "last": state.seats - 1,
    }


def question(state: State, _seat: int, moves: Sequence[Move]) -> Question:
    """Return the prompt of a seat: to draw from an empty deck ends the game (zlam 5.3)."""
    is_last = state.phase == "draw" and not state.zones["deck"]
    return Question(name_task(state.phase, ["last"] if is_last else [move.verb for move in moves]))
