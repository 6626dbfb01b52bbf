"""What a game provides: its entry in the catalogue, and the functions that are its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from engine.layout import Layout
from engine.moves import Move
from engine.randomness import Randomness
from engine.values import Card, Deck, Event, Options, Refused, Result, State, Verb
from engine.zones import ZoneMap

O_co = TypeVar("O_co", bound=Options, covariant=True)
S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


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


def no_blanks(_state: State, _seat: int, _move: Move) -> Mapping[str, object]:
    """Add nothing to what the sentences of refusals may say in every game."""
    return {}


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
    zone_map: ZoneMap

    deck: Callable[[O_co], Deck]
    check_options: Callable[[int, O_co], None]
    new: Callable[[Layout, Setup[O_co]], S]
    active: Callable[[S], tuple[int, ...]]
    turn: Callable[[S], tuple[int, ...]]
    legal: Callable[[S, int], tuple[Move, ...]]
    why_not: Callable[[S, int, Move], Refused | None]
    apply: Callable[[Layout, S, int, Move], S]
    attempt: Callable[[S, int, str], Move]
    route: Callable[[S, int, Move], tuple[str | None, str | None]]
    zones: Callable[[S], Iterable[str]]
    read_facts: Callable[[S], Mapping[str, str | int]]
    scores: Callable[[S, int | None], tuple[int | None, ...]]
    result: Callable[[S], Result | None]
    check: Callable[[S], None]
    blanks: Callable[[S, int, Move], Mapping[str, object]] = no_blanks
    punishes: Callable[[S, int, Move], bool] = never_punishes
    choose_hidden: Callable[[S, int | None, Randomness], S] = nothing_else_is_hidden
    decides_in_secret: Callable[[S, int], bool] = always_decides_in_secret
    reaction: Reaction[S] | None = None
