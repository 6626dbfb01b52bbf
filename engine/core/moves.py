"""Moves, their notation (engine 3), and the refusals of those that the rules do not allow.

The notation of a move is `verb [card …] [@place] [#seat] [=choice]`.
"""

import json
import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.core.errors import EngineError
from engine.core.messages import NOT_A_MOVE
from engine.core.templates import Argument, Sentence

LONGEST_NOTATION = 80

_NOTATION = re.compile(
    r"(?P<verb>[a-z]+)"
    r"(?P<cards>(?: [A-Z+?-][A-Z0-9?]*)*)"
    r"(?: @(?P<place>[a-z0-9]+(?:\.[a-z0-9]+)?))?"
    r"(?: #(?P<seat>0|[1-9][0-9]?))?"
    r"(?: =(?P<choice>[A-Za-z0-9]+))?"
)


class Move(msgspec.Struct, frozen=True):
    """One atomic decision of one seat; `str(move)` is its notation, `parse_move` its inverse."""

    verb: str
    cards: tuple[str, ...] = ()
    place: str | None = None
    seat: int | None = None
    choice: str | None = None

    def __str__(self) -> str:
        words = [self.verb, *self.cards]
        if self.place is not None:
            words.append(f"@{self.place}")
        if self.seat is not None:
            words.append(f"#{self.seat}")
        if self.choice is not None:
            words.append(f"={self.choice}")
        return " ".join(words)


# The zones that a move takes a card from and to; and the card, if everybody sees it and the notation does not name it.
Route = tuple[str | None, str | None, str | None]
NOWHERE: Route = (None, None, None)


class Refusal(EngineError):
    """A move that the rules do not allow; the state is unchanged.

    `rule` is the number of the rule that forbids the move: a rule or a section of the game's page, or of the engine's
    page ("engine 3" for the notation). `sentence` is the message as data, for other languages.
    `alternatives` holds up to three similar legal moves of the seat, the most similar first.
    """

    code = "ILLEGAL_MOVE"

    def __init__(self, rule: str, message: str, sentence: Sentence | None = None) -> None:
        super().__init__(message, ("move",))
        self.rule = rule
        self.sentence = sentence
        self.alternatives: tuple[Move, ...] = ()


class IllegalMove(Refusal):
    """The seat may act, but not with this move."""


class BadNotation(Refusal):
    """The text is not a move of this game (engine 3)."""

    code = "BAD_NOTATION"


class NotYourTurn(Refusal):
    """Another seat is asked now."""

    code = "NOT_YOUR_TURN"


class TableOver(Refusal):
    """The table is over."""

    code = "TABLE_OVER"


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
    """Tell whether a move has the arguments of a verb's pattern; words in brackets are optional."""
    given = "C" * len(move.cards)
    given += "@" * (move.place is not None) + "#" * (move.seat is not None) + "=" * (move.choice is not None)
    return _arguments(pattern).fullmatch(given) is not None


def name_task(asked: str, offers: Iterable[str]) -> str:
    """Return the key of a prompt: the question, then each offered answer once (`place: place give`)."""
    return f"{asked}: {' '.join(dict.fromkeys(offers))}"


def quote(value: object) -> str:
    """Quote input in a message: as printable ASCII, truncated, or by type if it is huge. Other values become JSON."""
    if isinstance(value, str):
        return ascii(value) if len(value) <= LONGEST_NOTATION else f"{value[:LONGEST_NOTATION]!a}…"
    try:
        text = json.dumps(value, default=ascii)
    except (ValueError, TypeError, RecursionError):
        return f"a very large {type(value).__name__}"
    return text if len(text) <= LONGEST_NOTATION else f"{text[:LONGEST_NOTATION]}…"
