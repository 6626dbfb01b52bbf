"""The interface of a game: its entry in the catalogue, and the functions that are its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeVar

import msgspec

from engine.core.lesson import Lesson
from engine.core.moves import Move, Route
from engine.core.primer import FactKind, Primer
from engine.core.randomness import Randomness
from engine.core.templates import BlankKind
from engine.core.values import (
    Card,
    Deck,
    Effect,
    Event,
    Options,
    Question,
    Refused,
    Result,
    ScoreItems,
    State,
    Verb,
)
from engine.core.zones import Layout, ZoneMap

O_co = TypeVar("O_co", bound=Options, covariant=True)
S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

Action = Callable[[Layout, S, int, Move], S]


class TableSetup(msgspec.Struct, Generic[O_co], frozen=True):
    """The set-up of a table: the number of seats, the options, the key, and the first seat (engine 8)."""

    seats: int
    options: O_co
    seed: str
    first: int


class Reaction(msgspec.Struct, Generic[S_contra], frozen=True):
    """Moves with these `verbs`, which any seat may make at any moment; the fastest one counts.

    `is_played` tells whether a table has reactions. `opens` tells whether the move that led to a state with these
    events, or the deal (at ply 0), invites reactions. With the options `polled`, seats are asked instead.
    """

    verbs: tuple[str, ...]
    is_played: Callable[[S_contra], bool]
    opens: Callable[[S_contra, Sequence[Event]], bool]
    polled: Mapping[str, str | bool] = {}


class Penalty(msgspec.Struct, Generic[S], frozen=True):
    """A penalty for illegal moves: for a move that `applies` accepts, `pay` runs instead of a refusal."""

    applies: Callable[[S, int, Move], bool]
    pay: Action[S]


class Effects(msgspec.Struct, Generic[S], frozen=True):
    """The effects that previews name in the terms of a game: how a pile would count, who would be hit.

    `find` yields the effects of a move, the most important one first, from the states before and after the move and its
    events. Previews keep those that the seat can be certain of. `phrases` has a template by code, in the conditional:
    "you would take {cards}". It speaks to the seat that considers the move. The names of blanks tell their kinds
    (`engine.core.templates.KINDS_OF_VALUES`).
    """

    phrases: Mapping[str, str]
    find: Callable[[S, int, Move, S, Sequence[Event]], Iterable[Effect]]


class Known(msgspec.Struct, Generic[O_co], frozen=True):
    """The public knowledge of a table before an event: options, facts, and the top cards of open zones."""

    options: O_co
    facts: Mapping[str, str]
    tops: Mapping[str, str]


class Judgement(msgspec.Struct, Generic[S_contra], frozen=True):
    """The estimated worth of a position to a seat, fitted to tables that were played from such positions to their end.

    `describe_seat` describes a seat by named numbers; the judgement uses the numbers of a seat less the mean of the
    other seats' numbers. `fitted` has two weights for each name: what the number adds to the log-odds to win, and to
    the points by which the seat ends ahead of the best other seat. `applies` selects the tables that the judgement
    fits. They are judged after `horizon` moves for each seat.
    """

    describe_seat: Callable[[S_contra, int], Mapping[str, float]]
    fitted: Mapping[str, tuple[float, float]]
    applies: Callable[[S_contra], bool]
    horizon: int


class Guide(msgspec.Struct, Generic[S_contra], frozen=True):
    """Advice for programs that play a game; nothing here is a rule.

    `score_move` rates a move of a seat by itself: higher is better. It uses only what the seat sees and, if the guide
    `recalls`, what the seat has seen before. `round_of` numbers the part of the table that is played separately: a
    round, a hand, a game. `standing` returns the points so far by seat: higher is better.

    A search plays tables on for trial. `randomness` is the share of random moves; the other moves are the ones that
    `score_move` rates best. With a `horizon`, the trial is judged at the latest after this number of moves for each
    seat. `bias` is the reward, from -1 to 1, by which a search with little experience prefers the best-rated move.
    Where a fitted `judgement` applies, it replaces `horizon` and `standing`. `likelihood` estimates, from 0 to 1, how
    likely the last moves of the other seats are if they hold the cards of a state. With `learning`, a large search
    continues trials with moves that did well before; its value is the reward that a point of `score_move` promises for
    a move that was never tried.
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
    """The zones of tables on which an option has this value."""

    option: str
    value: object
    zone_map: ZoneMap


class Game(msgspec.Struct, Generic[S, O_co], frozen=True, kw_only=True):
    """A game: its catalogue entry and the functions that are its rules.

    **Texts.** `verbs`, `events` and `facts` hold templates in plain English. Templates of events may use {seat},
    {cards}, {from_zone} and {to_zone}, and the value: unchanged as {value}, as {seats}, as {zones}, as a {verb}, or in
    words as {word}. `glossary` holds these words by value, or by kind of event and value ("chosen art"), and includes
    the `reasons` for the end. A template of `events` under a kind and a rule ("skipped bazaar 4.4") is only for events
    of that rule. `choices` holds the text that a move's choice adds to its label. `labels` holds the labels of moves
    that the label of the verb does not fit, and `label_of` returns the key of a move's label (default: the verb).
    `option_labels` names options, and their values by option and value ("scoring none"), where the spelled-out names in
    data are not clear enough. `LANGUAGE.po` beside the package translates all these texts (docs/translating.md).

    `primer` holds the texts for newcomers, `lesson` a guided first hand, and `kind_of` the kind of each card, by which
    `primer` describes its power.
    `question` returns the prompt of a seat for its legal moves, of which there is at least one, so that no prompt
    offers an illegal move. Without it, `name_task` makes the key from the verbs. It may use only what the seat sees.

    `blanks` returns the values, as data, of the blanks in the game's own refusals. `blank_kinds` gives the kinds of
    these blanks and of the blanks of a `Question`, unless they are texts or numbers.

    `effects` names in the game's own terms what a move would do; without it, previews show only events and zones.

    **The end.** `list_points` returns for a table that is over the items that add up to the score of each seat. Their
    cards are cards that everybody sees when a table is over. `points` holds the labels of items by code, or by code and
    rule ("colour zeven 4.3"). They have the blanks of events: {word} is the item's `value` in words, {seat} its seat.
    `decided` holds, with the same keys, the sentences that name the item that decided the table, for items that the
    common sentence does not fit (`engine.breakdown`). `sides` returns the team of each seat where seats win together.

    **Memory.** `burials` names the kinds of events whose cards do not enter their zone on top, and where they enter it.
    `lacks` returns the cards that, according to an event, its seat did not hold before.

    **Rules.** `possible` lists in canonical order the moves that can be legal at some moment of a table with this
    number of seats and these options, and as few others as is simple. Only `new`, `actions` (by verb: they make a legal
    move) and a penalty move cards, on the `Layout` that they get. They return the game's own fields, and the engine
    adds zones, random words and ply. `highest_values` returns the maxima of options that depend on the number of seats.
    `fitting_values` returns values for options whose defaults do not fit a number of seats. `other_zones` describes the
    zones of tables whose options show cards to other viewers than `zone_map` does. `possible_zones` lists the zones
    that there can be at a table, if not all of them are there from the deal to the end. `active` and `turn` differ only
    where the truth must stay hidden (zar 7.2).

    The defaults of None mean: all options fit together, illegal moves are refused, only cards are hidden, every
    decision may depend on hidden cards, and no event reveals what a seat does not hold.
    """

    name: str
    title: str
    summary: str
    primer: Primer = Primer()
    lesson: Lesson | None = None
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
    points: Mapping[str, str] = {}
    decided: Mapping[str, str] = {}
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
    possible_zones: Callable[[int, O_co], Iterable[str]] | None = None
    read_facts: Callable[[S], Mapping[str, str | int]]
    scores: Callable[[S, int | None], tuple[int | None, ...]]
    result: Callable[[S], Result | None]
    list_points: Callable[[S], ScoreItems] | None = None
    sides: Callable[[S], tuple[int, ...]] | None = None
    check: Callable[[S], None]
    blanks: Callable[[S, int, Move], Mapping[str, str | int | None]] | None = None
    other_zones: OtherZones | None = None
    label_of: Callable[[S, Move], str] | None = None
    effects: Effects[S] | None = None
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
