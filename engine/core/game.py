"""The interface of a game: its entry in the catalogue, and the functions that are its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeVar

import msgspec

from engine.core.moves import Move, Route
from engine.core.primer import FactKind, Primer
from engine.core.randomness import Randomness
from engine.core.templates import BlankKind
from engine.core.values import Card, Deck, Event, Options, Question, Refused, Result, State, Verb
from engine.core.zones import Layout, ZoneMap

O_co = TypeVar("O_co", bound=Options, covariant=True)
S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

Action = Callable[[Layout, S, int, Move], S]


class TableSetup(msgspec.Struct, Generic[O_co], frozen=True):
    """The set-up of a table: the number of seats, the options, the key, and the seat that begins (engine 8)."""

    seats: int
    options: O_co
    seed: str
    first: int


class Reaction(msgspec.Struct, Generic[S_contra], frozen=True):
    """Moves with these `verbs`, which any seat may make at any moment, so that the fastest counts.

    `is_played` tells whether a table is played with them, and `opens` whether the move that led to a state with these
    events, or the deal, at ply 0, invites them.
    """

    verbs: tuple[str, ...]
    is_played: Callable[[S_contra], bool]
    opens: Callable[[S_contra, Sequence[Event]], bool]


class Penalty(msgspec.Struct, Generic[S], frozen=True):
    """A penalty for illegal moves: a move that `applies` accepts is paid for instead of refused."""

    applies: Callable[[S, int, Move], bool]
    pay: Action[S]


class Known(msgspec.Struct, Generic[O_co], frozen=True):
    """What everybody knows of a table before an event: its options, its facts, and the cards on top of open zones."""

    options: O_co
    facts: Mapping[str, str]
    tops: Mapping[str, str]


class Judgement(msgspec.Struct, Generic[S_contra], frozen=True):
    """What a position is worth to a seat, fitted to tables that were played from such positions to their end.

    `describe_seat` describes a seat by numbers; those of a seat less the mean of the others' count. `fitted` has for
    each, by its name and in the same order, what it adds to the log-odds to win, and to the points by which the seat
    ends ahead of the best other one. `applies` tells to which tables that applies; these are judged after `horizon`
    moves for each seat.
    """

    describe_seat: Callable[[S_contra, int], Mapping[str, float]]
    fitted: Mapping[str, tuple[float, float]]
    applies: Callable[[S_contra], bool]
    horizon: int


class Guide(msgspec.Struct, Generic[S_contra], frozen=True):
    """What helps a program to play: nothing here is a rule.

    `score_move` says in one line how good a move looks to a seat by itself, the more the better, from what the seat
    sees, and, if the guide `recalls`, also from what it has seen before. `round_of` numbers the part of the table that
    is played by itself: a round, a hand, a game. `standing` are the points so far by seat, the more the better.

    A table is played on for trial with some `randomness`: the share of the moves that are made at random, while the
    others are those that look best. With a `horizon` it is judged after so many moves for each seat, if not before.
    `bias` is by how much reward, from -1 to 1, a search that has seen little prefers the move that looks best. A fitted
    `judgement` takes the place of `horizon` and `standing` where it applies. `likelihood` tells a seat how likely the
    last moves of the others are if they hold what a state says, from 0 to 1. With `learning` a large search plays on by
    the moves that did well; it is the reward that a point of `score_move` promises as long as a move was never made.
    """

    score_move: Callable[[S_contra, int, Move], float]
    round_of: Callable[[S_contra], int]
    standing: Callable[[S_contra], Sequence[float]]
    randomness: float = 0.5
    horizon: int | None = None
    bias: float = 0.2
    recalls: bool = False
    judgement: Judgement[S_contra] | None = None
    likelihood: Callable[[S_contra, int], float] | None = None
    learning: float = 0.0


class OtherZones(msgspec.Struct, frozen=True):
    """The zones of the tables at which an option has this value."""

    option: str
    value: object
    zone_map: ZoneMap


class Game(msgspec.Struct, Generic[S, O_co], frozen=True, kw_only=True):
    """A game: its catalogue entry and the functions that are its rules.

    `verbs`, `events` and `facts` hold templates in plain English: those of events may use {seat}, {cards}, {from_zone}
    and {to_zone}, and the value as it is {value}, as seats {seats}, as zones {zones}, as a {verb}, or in words {word}:
    `glossary` has these by value, or by kind of event and value ("chosen art"), among them the `reasons` for the end.
    `choices` says what a move's choice adds to its label. A template of `events` under a kind and a rule ("skipped
    bazaar 4.4") is for events of that rule alone. `labels` has those of moves that are said in other words than their
    verb's, and `label_of` the key of a move's label (by default: the verb). `option_labels` names options, and their
    words by option and word ("scoring none"), where the names in data, spelled out, do not tell people enough. Beside
    the package, `LANGUAGE.po` holds all of this in other languages (docs/translating.md).

    `primer` has the texts for newcomers; `kind_of` has the kinds of its powers by card. `question` gives
    the prompt of a seat by its legal moves, of which it has some, so that no prompt offers what is refused; if it is
    left out, `name_task` gives its key by the verbs. It depends on nothing that the seat does not see.

    `blanks` gives what fills the blanks of refusals that are the game's own, as data; `blank_kinds` are the kinds of
    these blanks and of those of a `Question`, unless they are texts or numbers.

    Viewers remember cards by two of these: `burials` names the kinds of events of cards that do not enter their zone on
    top, and where they enter it, and `lacks` gives the cards that, as an event tells, its seat did not hold before.

    `possible` lists in canonical order the moves that can be legal at some moment of a table with so many seats and
    these options; as far as is simple, no others.

    Of the functions, only `new`, `actions` (by verb: they make a legal move) and a penalty move cards, on the `Layout`
    that they are given; what they return holds the game's own fields, and the engine adds zones, random words and ply.
    `highest_values` gives the highest numbers of options that depend on the number of seats, and `fitting_values` what
    options have to be where their defaults do not fit a number of seats.
    `other_zones` are those of a table whose options show its cards to others than `zone_map` does. `active`
    and `turn` differ only where the truth must not be shown (zar 7.2). The defaults of None mean: all options
    fit together, illegal moves are refused, only cards are hidden, hidden cards have a part in every decision, and no
    event tells what a seat does not hold.
    """

    name: str
    title: str
    summary: str
    primer: Primer = Primer()
    rules: int
    min_seats: int
    max_seats: int
    options: type[O_co]
    option_labels: Mapping[str, str] = {}
    state: type[S]
    verbs: tuple[Verb, ...]
    choices: Mapping[str, str] = {}
    labels: Mapping[str, str] = {}
    facts: Mapping[str, FactKind]
    events: Mapping[str, str]
    glossary: Mapping[str, str]
    reasons: Mapping[str, str] = {}
    blank_kinds: Mapping[str, BlankKind] = {}
    cards: Mapping[str, Card]
    kind_of: Mapping[str, str] = {}
    question: Callable[[S, int, Sequence[Move]], Question] | None = None
    zone_map: ZoneMap

    deck: Callable[[O_co], Deck]
    check_options: Callable[[int, O_co], None] | None = None
    highest_values: Callable[[int], Mapping[str, int]] | None = None
    fitting_values: Callable[[int], Mapping[str, int]] | None = None
    new: Callable[[Layout, TableSetup[O_co]], S]
    active: Callable[[S], tuple[int, ...]]
    turn: Callable[[S], tuple[int, ...]]
    possible: Callable[[int, O_co], Iterable[Move]]
    legal: Callable[[S, int], tuple[Move, ...]]
    why_not: Callable[[S, int, Move], Refused | None]
    actions: Mapping[str, Action[S]]
    attempt: Callable[[S, int, str], Move]
    route: Callable[[S, int, Move], Route]
    zones: Callable[[S], Iterable[str]]
    read_facts: Callable[[S], Mapping[str, str | int]]
    scores: Callable[[S, int | None], tuple[int | None, ...]]
    result: Callable[[S], Result | None]
    check: Callable[[S], None]
    blanks: Callable[[S, int, Move], Mapping[str, str | int | None]] | None = None
    other_zones: OtherZones | None = None
    label_of: Callable[[S, Move], str] | None = None
    penalty: Penalty[S] | None = None
    choose_hidden: Callable[[S, int | None, Randomness], S] | None = None
    decides_in_secret: Callable[[S, int], bool] | None = None
    reaction: Reaction[S] | None = None
    burials: Mapping[str, Literal["bottom", "anywhere"]] = {}
    lacks: Callable[[Known[O_co], Event], frozenset[str]] | None = None
    guide: Guide[S] | None = None


def zone_map_of(rules: Game[S, O_co], options: Options) -> ZoneMap:
    """Return the zones of a table with these options."""
    other = rules.other_zones
    return rules.zone_map if other is None or getattr(options, other.option) != other.value else other.zone_map
