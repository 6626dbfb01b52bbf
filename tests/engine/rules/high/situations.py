"""Situations of High."""

from engine import State
from tests.engine.table import situation


def at(mine: str, theirs: str, *, table: str = "", asked: int = 0, deck: str | None = None, cards: int = 3) -> State:
    """Return a table at which two seats hold these cards; with `deck`, seat 1 has taken the rest."""
    zones = {"hand:0": mine, "hand:1": theirs, "table": table}
    if deck is not None:
        zones["deck"] = deck
    rest = "deck" if deck is None else "taken:1"
    return situation("high", seats=2, options={"cards": cards}, zones=zones, rest=rest, asked=asked)


START = at("N5", "")
