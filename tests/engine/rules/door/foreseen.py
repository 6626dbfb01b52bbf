"""What the effects of Door to Zont's previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Happened, Truth, asks, top_of


def suit_zone(it: Happened) -> str:
    names = {"A": "art", "C": "change", "F": "favors", "Z": "zont", "G": "giglets"}
    return f"suit:{names[it.move.cards[0][0]] if it.move.cards else it.move.place}"


EFFECTS: Mapping[str, Truth] = {
    "scores": lambda it: top_of(it.lay(suit_zone(it))) == it.number("worth"),
    "worth": lambda it: (
        (top_of(it.lay(suit_zone(it))), top_of(it.lie(suit_zone(it)))) == (it.number("before"), it.number("worth"))
    ),
    "sameWorth": lambda it: top_of(it.lay(suit_zone(it))) == top_of(it.lie(suit_zone(it))) == it.number("worth"),
    "takes": lambda it: [event.cards for event in it.told("taken", it.seat)] == [(it.said["card"],)],
    "shuffles": lambda it: any(event.count == it.number("cards") for event in it.told("shuffled")),
    "points": lambda it: it.after.scores[it.seat] == it.number("points"),
    "add": asks("add"),
    "take": asks("take"),
    "shuffle": asks("shuffle"),
    "protected": lambda it: it.move.cards[0][0] == "Z" or it.fact("protected") == it.move.cards[0],
    "finalRound": lambda it: (it.was("finalRound"), it.fact("finalRound")) == ("no", "yes"),
    "ends": lambda it: it.after.result is not None,
}
