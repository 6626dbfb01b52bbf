"""What the effects of High's previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Truth

EFFECTS: Mapping[str, Truth] = {
    "takes": lambda it: it.count("taken", it.seat) == it.number("cards"),
    "lies": lambda it: it.fact("toBeat") == it.move.cards[0],
}
