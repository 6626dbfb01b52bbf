"""Situations of the toy."""

from engine import State
from tests.engine.table import situation


def high(mine: str, theirs: str, *, table: str = "", turn: int = 0, deck: str | None = None, cards: int = 3) -> State:
    """Two seats hold these cards; with `deck`, seat 1 has taken the rest."""
    zones = {"hand:0": mine, "hand:1": theirs, "table": table} | ({} if deck is None else {"deck": deck})
    rest = "deck" if deck is None else "taken:1"
    return situation("toy", seats=2, options={"cards": cards}, zones=zones, rest=rest, turn=turn)
