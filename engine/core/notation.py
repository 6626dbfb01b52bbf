"""The notation of moves (engine 3): `verb [card …] [@place] [#seat] [=choice]`."""

import json
import re
from functools import lru_cache

from engine.core.errors import BadNotation
from engine.core.messages import NOT_A_MOVE
from engine.core.moves import Move
from engine.core.templates import Argument, Sentence

LONGEST_NOTATION = 80

_NOTATION = re.compile(
    r"(?P<verb>[a-z]+)"
    r"(?P<cards>(?: [A-Z+?-][A-Z0-9?]*)*)"
    r"(?: @(?P<place>[a-z0-9]+(?:\.[a-z0-9]+)?))?"
    r"(?: #(?P<seat>0|[1-9][0-9]?))?"
    r"(?: =(?P<choice>[A-Za-z0-9]+))?"
)


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Read a move from its notation.

    Raises `BadNotation` for anything but the one canonical spelling of a move.
    """
    match = _NOTATION.fullmatch(text) if len(text) <= LONGEST_NOTATION else None
    if match is None:
        told = Sentence(NOT_A_MOVE, (Argument("text", "TEXT", quote(text)),))
        raise BadNotation("engine 3", NOT_A_MOVE.format(text=quote(text)), told)
    seat = match["seat"]
    return Move(
        verb=match["verb"],
        cards=tuple(match["cards"].split()),
        place=match["place"],
        seat=None if seat is None else int(seat),
        choice=match["choice"],
    )


@lru_cache(maxsize=256)
def _arguments(pattern: str) -> re.Pattern[str]:
    """Turn `play CARD @AREA [=POWER]` into an expression for the kinds of arguments, here `C@=?`."""
    kinds = []
    for word in pattern.split()[1:]:
        kind = word.strip("[]")[0]
        kinds.append((kind if kind in "@#=" else "C") + ("?" if word[0] == "[" else ""))
    return re.compile("".join(kinds))


def fits_pattern(move: Move, pattern: str) -> bool:
    """Tell whether a move has the arguments that a verb's pattern asks for; words in brackets may be left out."""
    given = "C" * len(move.cards)
    given += "@" * (move.place is not None) + "#" * (move.seat is not None) + "=" * (move.choice is not None)
    return _arguments(pattern).fullmatch(given) is not None


def quote(value: object) -> str:
    """Quote input in a message: printable ASCII, truncated, or its type if it is huge. What is no text is JSON."""
    if isinstance(value, str):
        return ascii(value) if len(value) <= LONGEST_NOTATION else f"{value[:LONGEST_NOTATION]!a}…"
    try:
        text = json.dumps(value, default=ascii)
    except (ValueError, TypeError, RecursionError):
        return f"a very large {type(value).__name__}"
    return text if len(text) <= LONGEST_NOTATION else f"{text[:LONGEST_NOTATION]}…"
