"""The values of every game: options, states, cards, zones, views, events, results."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Meta

from engine.core.errors import InvalidState
from engine.core.randomness import Randomness
from engine.core.templates import UNNAMED, Argument, kind_of_value

MOST_SEATS = 100
Seats = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seed = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Zones = Mapping[str, tuple[str, ...]]


class Options(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The options common to all games (engine 8); a game's subclass adds its own.

    The types are the single source: the catalogue reads kinds, ranges, defaults and descriptions from them.
    `added` names the options (`name`) and values (`name=value`) that the first releases lack, each with the number of
    the first stored format that has it. An option that is missing in a serialized state has its default.
    `beyond` gives, for options and for `seats`, the highest number before a format, and the number of that format.
    """

    added: ClassVar[Mapping[str, int]] = {}
    beyond: ClassVar[Mapping[str, tuple[int, int]]] = {}
    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)] | Literal["random"],
        Meta(
            description="The seat that begins (in Zar and ZLAM!: that deals first), or a random one.",
            extra_json_schema={"seat": True},
        ),
    ] = "random"


class State(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="game", dict=True
):
    """The complete state of a table after some moves, including hidden cards; an immutable value.

    A game's subclass adds its fields. `zones` holds every card by zone, bottom first. After each move the engine writes
    `zones`, `words` (the number of random words used) and `ply`, so a game must not. `__dict__` is not part of the
    value: `engine.operations` caches derived values there.
    """

    rules: int
    seats: Seats
    seed: Seed
    options: Options
    words: Count = 0
    ply: Annotated[int, Meta(ge=0, le=2**31 - 2)] = 0
    zones: Zones = {}


class Card(msgspec.Struct, frozen=True):
    """The face of a card: its code (engine 3) and its meaning.

    `suit`, `color` and `value` are null where the card has none; `label` is plain English ("Art red 3").
    """

    code: str
    suit: str | None
    color: str | None
    value: int | None
    label: str


class Zone(msgspec.Struct, frozen=True, cache_hash=True):
    """A place for cards as one viewer sees it; `cards` are bottom first, null for a hidden one."""

    id: str
    kind: str
    owner: int | None
    label: str
    count: int
    value: int | None
    cards: tuple[str | None, ...]


# How much a fact or an event matters to a player: needed to choose a move, interesting, or bookkeeping.
Weight = Literal["RULE", "COUNT", "DETAIL"]


class Fact(msgspec.Struct, frozen=True, cache_hash=True):
    """A public fact besides the cards: a round, a question, a mark on a zone.

    `display` is the value in words. `zone` is the id of the zone that the fact is about, if any.
    """

    name: str
    value: str
    label: str
    display: str
    weight: Weight
    zone: str | None


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table (engine 9): totals by seat, each seat's rank from 1, the seats ranked 1, and why it ended."""

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class ScoreItem(msgspec.Struct, frozen=True):
    """A part of a seat's score at the end of a table: what it is for, and what it gives.

    `code` is the kind of item. `value` is what the item is about, such as a suit or a colour. `rule` is the number of
    the rule that gives the points. `worth` holds the points of each of `cards`; an item without cards is worth the sum
    of its `worth`. `factor` multiplies that sum: 2 doubles the points, and 0 says that they do not count. `seat` is the
    seat whose cards they are, if another seat gets the points.
    """

    code: str
    rule: str
    worth: tuple[int, ...]
    cards: tuple[str, ...] = ()
    value: str | None = None
    factor: int = 1
    seat: int | None = None

    @property
    def points(self) -> int:
        """The points that the item adds to the score."""
        return sum(self.worth) * self.factor


# The items of each seat.
ScoreItems = tuple[tuple[ScoreItem, ...], ...]


class View(msgspec.Struct, frozen=True):
    """A state as seen by one seat, or by a spectator (`viewer` null).

    `turn` lists the seats that are openly asked now, ascending. `scores` holds the scores by seat, null where they are
    hidden from the viewer.
    """

    game: str
    viewer: int | None
    seats: int
    ply: int
    turn: tuple[int, ...]
    zones: tuple[Zone, ...]
    facts: tuple[Fact, ...]
    scores: tuple[int | None, ...]
    result: Result | None


class Event(msgspec.Struct, frozen=True):
    """One effect of a move (engine 6).

    `cards` lists the cards that moved, lowest first. It is empty for a viewer who may not see them; `count` still gives
    their number. `seen_by` lists the seats that may see the cards, null for everybody; events for a viewer do not have
    it. An event whose kind is the name of a fact sets that fact to `value`. `positions` gives the place of each card in
    the zone that it left, 0 at the bottom; it is empty unless everybody saw all cards of that zone.
    """

    kind: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    count: int = 0
    from_zone: str | None = None
    to_zone: str | None = None
    value: str | None = None
    rule: str = ""
    seen_by: tuple[int, ...] | None = None
    positions: tuple[int, ...] = ()


class Effect(NamedTuple):
    """An effect that a move would have, in the terms of its game: a code, and the values for its phrase (engine 2)."""

    code: str
    arguments: tuple[Argument, ...] = ()


class Verb(msgspec.Struct, frozen=True):
    """A verb of a game's moves.

    `pattern` shows its notation. `label` is a template for one move in plain English; it may use {cards},
    {from_zone}, {to_zone}, {seat} and {choice}.
    """

    name: str
    pattern: str
    description: str
    label: str


class LegalMove(msgspec.Struct, frozen=True, cache_hash=True):
    """A legal move as data for a user interface: the notation to send, its parts, and a label.

    `card` is the card that the move takes from the top of `from_zone`, where everybody sees it, if the notation does
    not name it. Moves that were stored before this field existed lack it.
    """

    notation: str
    verb: str
    cards: tuple[str, ...]
    from_zone: str | None
    to_zone: str | None
    seat: int | None
    choice: str | None
    label: str
    card: str | None = None


Deck = tuple[str, ...]


class Refused(NamedTuple):
    """The reason against a move: the number of the rule that forbids it, and a sentence with blanks.

    The blanks are {seat}, the seat that wants to move; {asked}, the seat that is asked; {card}, the first card of the
    move; {place}, quoted; the blanks of the game (`Game.blanks`); and {verbs}, from `filled`.
    """

    rule: str
    sentence: str
    filled: Mapping[str, str] = {}


class Question(NamedTuple):
    """The task of a seat: the key of its prompt, and the values of its blanks besides facts and zones."""

    prompt: str
    filled: Mapping[str, str | int] = {}


def foresee(code: str, **values: int | str | Iterable[int]) -> Effect:
    """Return an effect. The names of its values tell their kinds (`kind_of_value`); `cards` is a number of cards."""
    arguments = [Argument(name, kind_of_value(name), _in_data(name, value)) for name, value in values.items()]
    return Effect(code, tuple(arguments))


def _in_data(name: str, value: int | str | Iterable[int]) -> str:
    if isinstance(value, int):
        return f"{UNNAMED}{value}" if name == "cards" else str(value)
    return value if isinstance(value, str) else ",".join(map(str, value))


@lru_cache(maxsize=256)  # The check of each decoded state needs it.
def draw_first_seat(options: Options, seats: int, seed: str) -> tuple[int, int]:
    """Return the seat for `firstSeat`, and the number of words used: the first random step of a table (engine 8)."""
    return draw_seat(seats, seed) if options.first_seat == "random" else (options.first_seat, 0)


def draw_seat(seats: int, seed: str) -> tuple[int, int]:
    """Return the first random seat of a key, and the number of words used."""
    random = Randomness(seed, 0)
    return random.below(seats), random.used


@lru_cache(maxsize=1024)  # Facts are read after each move, and few change.
def format_list(values: tuple[object, ...]) -> str:
    """Write a list as the value of a fact: `0,2`, or `none`."""
    return ",".join(map(str, values)) or "none"


@cache
def seats_after(seat: int, seats: int) -> tuple[int, ...]:
    """Return the other seats of a table of `seats` in order of play, beginning with the next one."""
    return (*range(seat + 1, seats), *range(seat))


def rank(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Rank seats by their totals, the highest first: 1 + the number of seats with a better one (engine 9)."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def make_result(scores: tuple[int, ...], reason: str, totals: tuple[int, ...] | None = None) -> Result:
    """Make the result when the highest score wins; `totals`, if given, are ranked instead (zlam 4.2)."""
    ranking = rank(scores if totals is None else totals)
    return Result(scores, ranking, tuple(seat for seat, place in enumerate(ranking) if place == 1), reason)


def require(condition: bool, message: str) -> None:
    """Raise `InvalidState` with `message` unless a `condition` of every possible state holds."""
    if not condition:
        raise InvalidState(message, ("state",))
