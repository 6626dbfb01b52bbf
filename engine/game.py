"""The nouns that every game shares: options, states, zones, views, events, results, and what a game must provide."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from engine.errors import InvalidState
from engine.moves import Move
from engine.randomness import Randomness

if TYPE_CHECKING:
    from engine.layout import Layout
    from engine.zones import ZoneMap

MOST_SEATS = 100
Seats = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Counter = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seed = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Zones = Mapping[str, tuple[str, ...]]


class Options(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The options common to all games (engine 8); a game's own class adds its own.

    The types are the single source: kinds, ranges, defaults and descriptions of the catalogue are read from them.
    """

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=29)] | Literal["random"],
        Meta(description="The seat that begins (in Zar and ZLAM!: that deals first), or `random`."),
    ] = "random"


class State(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="game", dict=True
):
    """The whole truth about a table after some moves; a value, never changed.

    A game's own class adds its fields. Its `__dict__` is no part of the value: `engine.known` keeps there what follows
    from it. `zones` holds every card by zone, bottom first; it, `words` and `ply`
    are written by the engine after each move, so a game leaves them alone.
    """

    rules: int
    seats: Seats
    seed: Seed
    options: Options
    words: Counter = 0
    ply: Annotated[int, Meta(ge=0, le=2**31 - 2)] = 0
    zones: Zones = {}


class Card(msgspec.Struct, frozen=True):
    """A face that everybody can read: its code (engine 3) and what it means.

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


class Fact(msgspec.Struct, frozen=True, cache_hash=True):
    """A public fact that is no card: a round, what is asked, a mark that a rule puts on a place."""

    name: str
    value: str
    label: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table (engine 9): totals by seat, each seat's rank from 1, the seats ranked 1, and why it ended."""

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class View(msgspec.Struct, frozen=True):
    """What one seat, or a spectator (`viewer` null), may know of a state.

    `turn` lists the seats that are openly asked now, ascending. `scores` are by seat; null where the viewer may
    not know it.
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
    """One fact that a move caused (engine 6).

    `cards` are all that moved, lowest first; for a viewer who may not see them they are absent, and `count`
    still tells how many there were. `seen_by` lists the seats that may see the cards, null for everybody; it is
    gone from what a viewer is sent. An event whose kind is the name of a fact sets that fact to `value`.
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


class Verb(msgspec.Struct, frozen=True):
    """A verb of a game's moves.

    `pattern` shows how it is written. `label` is a template for one move in plain English; it may use {cards},
    {from_zone}, {to_zone}, {seat} and {choice}.
    """

    name: str
    pattern: str
    description: str
    label: str


class LegalMove(msgspec.Struct, frozen=True, cache_hash=True):
    """A legal move as data for a front end: what to send back (`notation`), what it does, and what to call it."""

    notation: str
    verb: str
    cards: tuple[str, ...]
    from_zone: str | None
    to_zone: str | None
    seat: int | None
    choice: str | None
    label: str


O_co = TypeVar("O_co", bound=Options, covariant=True)
S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
Deck = tuple[str, ...]


class Setup(msgspec.Struct, Generic[O_co], frozen=True):
    """What a table is made from: the number of seats, the options, the key, and the seat that `firstSeat` gave."""

    seats: int
    options: O_co
    seed: str
    first: int


class Reaction(msgspec.Struct, Generic[S_contra], frozen=True):
    """What seats may do at any moment, whoever is asked, so that the fastest counts.

    `verbs` are those of such moves. `is_played` tells whether a table is played with them, `opens` whether the move
    that led to a state with these events, or the deal, at ply 0, gave something to react to.
    """

    verbs: tuple[str, ...]
    is_played: Callable[[S_contra], bool]
    opens: Callable[[S_contra, Sequence[Event]], bool]


def never_punishes(_state: State, _seat: int, _move: Move) -> bool:
    """Refuse every move that is not legal, as all games do but Zar with Vincent cards."""
    return False


def always_decides_in_secret(_state: State, _seat: int) -> bool:
    """Take every decision for one that hidden cards have a part in, as long as a game does not say which are not."""
    return True


def nothing_else_is_hidden(state: S, _seat: int | None, _random: Randomness) -> S:
    """Keep a state as it is: nothing but cards is hidden, as in all games but Zar."""
    return state


class Game(msgspec.Struct, Generic[S, O_co], frozen=True, kw_only=True):
    """A game: its catalogue entry and the functions that are its rules.

    `verbs`, `events` and `facts` hold templates in plain English: those of events may use {seat}, {cards}, {from_zone}
    and {to_zone}, and the value as it is {value}, as seats {seats}, as zones {zones}, or in the words that `words`
    has for it, or for the kind of event and it ("chosen art"), {word}. `choices` says what a move's choice adds to its
    label.

    Of the functions, only `new` and `apply` move cards, on the `Layout` that they are given; what a game
    returns holds its own fields, and the engine adds zones, words and ply. `active` and `turn` differ only
    where the truth must not be shown (zar 7.2).
    """

    name: str
    title: str
    summary: str
    rules: int
    min_seats: int
    max_seats: int
    options: type[O_co]
    state: type[S]
    verbs: tuple[Verb, ...]
    choices: Mapping[str, str]
    facts: Mapping[str, str]
    events: Mapping[str, str]
    words: Mapping[str, str]
    cards: Mapping[str, Card]
    zone_map: "ZoneMap"

    deck: Callable[[O_co], Deck]
    check_options: Callable[[int, O_co], None]
    new: "Callable[[Layout, Setup[O_co]], S]"
    active: Callable[[S], tuple[int, ...]]
    turn: Callable[[S], tuple[int, ...]]
    legal: Callable[[S, int], tuple[Move, ...]]
    apply: "Callable[[Layout, S, int, Move], S]"
    refuse: Callable[[S, int, Move], tuple[str, str]]
    attempt: Callable[[S, int, str], Move]
    route: Callable[[S, int, Move], tuple[str | None, str | None]]
    zones: Callable[[S], Iterable[str]]
    read_facts: Callable[[S], Mapping[str, str | int]]
    scores: Callable[[S, int | None], tuple[int | None, ...]]
    result: Callable[[S], Result | None]
    check: Callable[[S], None]
    punishes: Callable[[S, int, Move], bool] = never_punishes
    choose_hidden: Callable[[S, int | None, Randomness], S] = nothing_else_is_hidden
    decides_in_secret: Callable[[S, int], bool] = always_decides_in_secret
    reaction: Reaction[S] | None = None


@lru_cache(maxsize=256)  # Every state that is decoded asks again for its table's.
def draw_first_seat(options: Options, seats: int, seed: str) -> tuple[int, int]:
    """Return the seat that `firstSeat` gives, and how many words that took: a table's first random step (engine 8)."""
    if options.first_seat != "random":
        return options.first_seat, 0
    random = Randomness(seed, 0)
    return random.below(seats), random.used


def format_list(values: Iterable[object]) -> str:
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
    """Make the result when the highest score wins; `totals` are ranked instead where they are given (zlam 4.2)."""
    ranking = rank(scores if totals is None else totals)
    return Result(scores, ranking, tuple(seat for seat, place in enumerate(ranking) if place == 1), reason)


def require(condition: bool, message: str) -> None:
    """Refuse a state that cannot be: raise `InvalidState` with `message` unless `condition` holds."""
    if not condition:
        raise InvalidState(message, ("state",))
