"""Plain English for Zeven: verbs, facts, events, refusals."""

from collections.abc import Mapping, Sequence

from engine.core.moves import Move, name_task
from engine.core.templates import BlankKind
from engine.core.values import Question, Verb
from engine.games.zeven.cards import AREA, LIMIT
from engine.games.zeven.state import GIGLETS_CHOICES, State

VERBS = (
    Verb(
        "play", "play CARD @AREA [=POWER]", "Play a card from hand onto an area.", "play {cards} onto {to_zone}{choice}"
    ),
    Verb("add", "add CARD", "Put a card from hand onto the current area.", "add {cards} to {to_zone}"),
    Verb("move", "move CARD @AREA", "Move a card of the current area.", "move {cards} from {from_zone} to {to_zone}"),
)
CHOICES = {
    "art": ", as Art",
    "change": ", as Change",
    "favors": ", as Favors",
    "zont": ", as Great Zont",
    "none": ", without a power",
}
OPTION_LABELS = {
    "rounds seats": "as many as there are players",
    "changeMovesItself": "Change may move itself",
    "favorsCollector": "Who collects after a Favors",
    "favorsCollector pusher": "the player whose card did it",
    "favorsCollector turn": "the player whose turn it is",
    "favorsRedraw": "Drawing again after a Favors",
    "favorsRedraw ownTurn": "on the player's own turn",
    "favorsRedraw immediate": "at once",
    "greatZont": "Great Zont",
    "greatZont activated": "only if played with its power",
    "greatZont always": "whenever it lies on top",
    "tieSameSum": "Equal number and sum",
    "tieSameSum allBlocked": "none of them scores",
    "tieSameSum noneBlocked": "all of them score",
    "gigletsPower": "Use of a Giglets",
    "gigletsPower must": "as another suit",
    "gigletsPower may": "also without a power",
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "played": "{seat} plays {cards} onto {to_zone}.",
    "chosen": "{seat} uses it as {word}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "moved": "{seat} moves {cards} from {from_zone} to {to_zone}.",
    "collected": "{seat} takes {cards} from {from_zone}.",
    "drawn": "{seat} draws {cards}.",
    "scored": "{seat} scores {value} in this round.",
    "round": "Round {value} begins.",
    "starter": "{seats} starts the round.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "To do now: {word}.",
    "area": "Area in play: {zones}.",
    "zonts": "A Great Zont blocks the next power in: {zones}.",
}
REASONS = {
    "rounds": "all rounds are played",
}
POINTS = {
    "earlier": "earlier rounds",
    "colour": "{word}",
    "colour zeven 4.3": "{word}: most cards, so none counts",
    "wilds": "wilds",
}
DECIDED = {
    "colour zeven 4.3": "{item}: {points} for {winners}, none for {others}, who had the most.",
}
GLOSSARY = {
    "play": "play a card",
    "art": "add another card to the area",
    "change": "move a card of the area",
    "favors": "add a card to the area",
    "chosen art": "Art",
    "chosen change": "Change",
    "chosen favors": "Favors",
    "chosen zont": "Great Zont",
    "chosen none": "a card without power",
    "area none": "none",
    "zonts none": "none",
    "colour R": "red",
    "colour Y": "yellow",
    "colour B": "blue",
    **REASONS,
}

BLANKS: Mapping[str, BlankKind] = {"onto": "ZONE"}


def blanks(state: State, _seat: int, move: Move) -> Mapping[str, str | int | None]:
    """Return the values for the blanks of refusals that are this game's own."""
    empty = [area for area, zone in AREA.items() if not state.zones[zone]]
    return {
        "area": state.area,
        "target": move.place,
        "empty": empty[0] if empty else None,
        "powers": ", ".join(GIGLETS_CHOICES[state.options.giglets_power]),
        "limit": LIMIT,
    }


def question(state: State, _seat: int, moves: Sequence[Move]) -> Question:
    """Return the prompt of a seat: it names an empty area (zeven 2.2), and who takes one by a Favors (zeven 3.5)."""
    if state.phase == "favors":
        return Question(name_task("favors", [state.options.favors_collector]))
    if state.phase != "play":
        return Question(name_task(state.phase, [move.verb for move in moves]))
    places = {move.place for move in moves}
    if len(places) > 1:
        return Question(name_task("play", ["areas"]))
    return Question(name_task("play", ["area"]), {"onto": f"area:{places.pop()}"})
