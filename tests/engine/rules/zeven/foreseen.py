"""What the effects of Zeven's previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Happened, Truth, asks, sum_of, value_of


def area_of(it: Happened) -> str:
    return f"area:{it.move.place}" if it.move.place else it.was("area")


def adds_up(it: Happened) -> bool:
    """Tell whether the sum is that of the area as it lay, and of the card."""
    old = sum_of(it.lay(area_of(it)))
    added = value_of(it.move.cards[0])
    return (old, added, old + added) == (it.number("before"), it.number("added"), it.number("total"))


def is_taken_by(it: Happened, seat: int) -> bool:
    return adds_up(it) and it.number("total") > 7 and it.count("collected", seat) == it.number("cards")


def has_moved(it: Happened) -> bool:
    card = value_of(it.move.cards[0])
    new = sum_of(it.lay(it.said["to_zone"])) + card
    left = sum_of(it.lay(it.said["from_zone"])) - card
    return (new, left) == (it.number("total"), it.number("left"))


EFFECTS: Mapping[str, Truth] = {
    "takes": lambda it: is_taken_by(it, it.seat),
    "gives": lambda it: it.number("seat") != it.seat and is_taken_by(it, it.number("seat")),
    "stays": lambda it: adds_up(it) and it.number("total") <= 7 and not it.told("collected"),
    "begins": lambda it: not it.lay(area_of(it)) and sum_of(it.move.cards) == it.number("total"),
    "muted": lambda it: it.fact("asked") == "play" and area_of(it) in it.was("zonts").split(","),
    "art": asks("art"),
    "change": asks("change"),
    "favors": lambda it: it.fact("asked") == "favors" and it.after.turn != (it.seat,),
    "zont": lambda it: area_of(it) in it.fact("zonts").split(","),
    "moves": has_moved,
    "endsRound": lambda it: bool(it.told("scored")),
}
