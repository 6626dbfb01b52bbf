"""What the effects of Zar's previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Truth

EFFECTS: Mapping[str, Truth] = {
    "wins": lambda it: bool(it.told("won", it.seat)),
    "loses": lambda it: [str(event.seat) for event in it.told("won")] == it.said["seats"].split(","),
    "out": lambda it: it.fact("out") == str(it.seat),
    "draws": lambda it: it.number("seat") != it.seat and it.count("drawn", it.number("seat")) == it.number("cards"),
    "youDraw": lambda it: it.count("drawn", it.seat) == it.number("cards"),
    "owes": lambda it: (it.fact("turnTaker"), it.fact("owed")) == (it.said["seat"], str(it.number("cards"))),
    "skips": lambda it: [str(event.seat) for event in it.told("skipped")] == it.said["seats"].split(","),
    "reverses": lambda it: it.was("direction") != it.fact("direction") and it.fact("turnTaker") == it.said["seat"],
    "again": lambda it: it.fact("turnTaker") == str(it.seat),
    "next": lambda it: it.fact("turnTaker") == it.said["seat"],
}
