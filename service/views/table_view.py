"""Structs of a table and its events, as one viewer may see them."""

from itertools import dropwhile
from operator import not_
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import msgspec

from service.views.fields import SEATS, ContractStruct, described, open_choices, sized
from service.views.wording import BLANK_KIND

# A card, or its code.
C = TypeVar("C")

# The sizes of lists by which the cost of a document is estimated. They are those of tables with two decks; the few
# larger tables have longer answers. The cards of a table lie in many zones or all in one, but never exceed the deck.
CARDS = 200
ZONES = 90
# The maximum number of events of one change: at the end of a round, one for each seat and each pile.
EVENTS = 200
# The maximum number of cards in them.
EVENT_CARDS = 250
OF_A_CHANGE = dict.fromkeys(
    ("events>Event.cards", "events>Event.codes", "events>Event.positions"), EVENT_CARDS / EVENTS
)
OF_OTHER_EVENTS = {path.replace("events>", "otherEvents>"): length for path, length in OF_A_CHANGE.items()}
# In all zones of a table together.
OF_ZONES = dict.fromkeys(("zones>Zone.cards", "zones>Zone.codes"), CARDS / ZONES)

WEIGHT = open_choices(
    "Weight",
    "How important something is to a player.",
    "weight",
    RULE="It determines what can be played now.",
    COUNT="It is interesting.",
    DETAIL="It is bookkeeping.",
)


class Card(ContractStruct, frozen=True):
    """A card's face."""

    is_cacheable = True

    code: Annotated[str, described("The card's code in the notation of moves: `AR3`, `W1`, `Z`.")]
    suit: Annotated[str | None, described("The suit; null where the deck has no suits.")]
    color: Annotated[str | None, described("The colour; null where the card has none.")]
    value: Annotated[int | None, described("The number on the card; null where it has none.")]
    label: Annotated[str, described("The card's name in plain English: `Art red 3`.")]


@sized(ZONES, cards=CARDS, codes=CARDS)
class Zone(ContractStruct, frozen=True):
    """A place for cards, such as a hand, a deck, an area or a pile."""

    is_cacheable = True

    key: Annotated[str, described("The zone's name in this view, such as `area:2` or `hand:0`.")]
    kind: Annotated[str, described("The kind of zone: the part of the key before the colon.")]
    owner: Annotated[int | None, described("The seat that owns the zone; null for a zone of the table.")]
    label: Annotated[str, described("The zone's name in plain English.")]
    count: Annotated[int, described("The number of cards in the zone, including hidden ones.")]
    value: Annotated[
        int | None,
        described("The number that the rules give the zone, such as an area's total; null where they give none."),
    ]
    cards: Annotated[tuple[Card | None, ...], described("The cards, from bottom to top; null is a hidden card.")]

    @property
    def codes(self) -> tuple[str | None, ...]:
        """The codes of the cards, from the lowest visible one up."""
        return tuple([None if card is None else card.code for card in leave_out_hidden(self.cards)])


def leave_out_hidden(cards: tuple[C | None, ...]) -> tuple[C | None, ...]:
    """Return the cards of a zone, None for a hidden one, without the hidden ones below the lowest visible card."""
    return tuple(dropwhile(not_, cards))


@sized(16)
class Fact(ContractStruct, frozen=True):
    """A public fact other than a card, such as a round, a pending question or a mark on a place."""

    is_cacheable = True

    name: Annotated[str, described("The fact's name, which is also the kind of the events that change it.")]
    value: Annotated[str, described("The fact's value.")]
    label: Annotated[str, described("The fact's subject, in plain English.")]
    display: Annotated[str, described("The value in plain English, such as `yellow` or `the red pile of seat 1`.")]
    weight: Annotated[str, described("How important the fact is.", choices=WEIGHT)]
    zone: Annotated[str | None, described("The key of the zone that the fact is about; null if there is none.")]


@sized(SEATS)
class Score(ContractStruct, frozen=True):
    """A seat's points so far."""

    is_cacheable = True

    seat: Annotated[int, described("The seat.")]
    points: Annotated[int | None, described("The seat's points; null where the viewer may not know them.")]


@sized(scores=SEATS, ranking=SEATS, winners=SEATS)
class Result(ContractStruct, frozen=True):
    """The result of a table."""

    scores: Annotated[tuple[int, ...], described("The totals, by seat.")]
    ranking: Annotated[tuple[int, ...], described("Each seat's rank: 1 + the number of seats with a better score.")]
    winners: Annotated[tuple[int, ...], described("The seats ranked 1; equal scores share the win.")]
    reason: Annotated[str, described("The reason for the end, a code from the game's rule page.")]


# A finished table has no legal moves, which count more than its items do: so one item of a seat counts for all.
@sized(1, cards=1, worth=1)
class ScoreItem(ContractStruct, frozen=True):
    """A part of a seat's score. The sum of `worth`, multiplied by `factor`, is `points`."""

    code: Annotated[str, described("The kind of item, a code of the game, such as `colour` or `stack`.")]
    value: Annotated[str | None, described("What the item is about, such as a suit; null if there is nothing.")]
    rule: Annotated[str, described("The number of the rule that gives the points.")]
    label: Annotated[str, described("The item's name in plain English.")]
    seat: Annotated[
        int | None, described("The seat that the cards belong to; null if they are those of the seat that scores.")
    ]
    cards: Annotated[tuple[Card, ...], described("The cards that count; empty if the table does not show any.")]
    worth: Annotated[
        tuple[int, ...],
        described("The points of each of `cards`; without cards, the points of each thing that counts."),
    ]
    factor: Annotated[int, described("The factor: 2 doubles the points, 0 cancels them, -1 subtracts them.")]
    points: Annotated[int, described("The points that the item adds to the score.")]


@sized(SEATS)
class SeatPoints(ContractStruct, frozen=True):
    """A seat's score, item by item."""

    seat: Annotated[int, described("The seat.")]
    points: Annotated[int, described("The seat's score: the sum of the points of `items`.")]
    items: Annotated[tuple[ScoreItem, ...], described("The items, in the order of the rules.")]


DECISIVE = open_choices(
    "Decisive",
    "What decided a table.",
    "reason",
    ITEM="One kind of item made the difference: without it, the winners would not be ahead.",
    MARGIN="The winners have more points, or fewer where fewer are better, from several kinds of items.",
    TIE_BREAK="The points are equal, but the ranks differ.",
    SHARED="The win is shared.",
    RESIGNATION="All others have resigned.",
)


@sized(winners=SEATS, others=SEATS)
class DecidedBy(ContractStruct, frozen=True):
    """What decided a table: the winners compared with the seats that rank next."""

    by: Annotated[str, described("What decided the table.", choices=DECISIVE)]
    winners: Annotated[tuple[int, ...], described("The seats that won.")]
    others: Annotated[
        tuple[int, ...],
        described(
            "The seat that ranks next, or the seats of the team; of equal ones the first. Empty if there is none."
        ),
    ]
    margin: Annotated[int | None, described("The points between winners and others; null without `others`.")]
    code: Annotated[
        str | None,
        described(
            "The code of the items that decided, or that are the largest part of the margin; null without items."
        ),
    ]
    value: Annotated[str | None, described("The value of these items, if they have one.")]
    rule: Annotated[str | None, described("The rule behind the difference of these items; null without items.")]
    points: Annotated[int | None, described("The points that these items gave the winners.")]
    against: Annotated[int | None, described("The points that these items gave the others.")]
    sentence: Annotated[str, described("The reason as one sentence of plain English.")]


class Breakdown(ContractStruct, frozen=True):
    """The items that the scores of a finished table add up from, and what decided it."""

    seats: Annotated[
        tuple[SeatPoints, ...],
        described(
            "The score of each seat, item by item; empty while the deal is closed, and if the game lists no items."
        ),
    ]
    decided_by: Annotated[DecidedBy, described("What decided the table.")]


OUTCOME_KIND = open_choices(
    "OutcomeKind",
    "What ended a table.",
    "kind",
    PLAY="The moves of the seats; the table has a result.",
    RESIGNATION="All seats but one have resigned.",
)


@sized(ranking=SEATS, winners=SEATS, resigned=SEATS)
class Outcome(ContractStruct, frozen=True):
    """The end of a session for its players, some of whom may have resigned."""

    by: Annotated[str, described("What ended the table.", choices=OUTCOME_KIND)]
    ranking: Annotated[
        tuple[int, ...],
        described(
            "Each seat's rank, from 1. Seats that resigned rank behind all others, the last to resign first. The "
            "others rank by the result."
        ),
    ]
    winners: Annotated[tuple[int, ...], described("The seats ranked 1.")]
    resigned: Annotated[tuple[int, ...], described("The seats that resigned, in the order of their resignations.")]


@sized(64, cards=1)
class Move(ContractStruct, frozen=True):
    """A legal move, valid only in the position that listed it."""

    is_cacheable = True

    notation: Annotated[str, described("The text that makes the move when it is sent, such as `play AR3 @2`.")]
    verb: Annotated[str, described("The move's verb.")]
    cards: Annotated[tuple[Card, ...], described("The cards that the move names.")]
    from_: Annotated[str | None, described("The key of the zone that the cards leave.")] = msgspec.field(name="from")
    to: Annotated[str | None, described("The key of the zone that the cards enter.")]
    seat: Annotated[int | None, described("The seat that the move is aimed at.")]
    choice: Annotated[str | None, described("The choice that the move makes, such as a power, a colour or a number.")]
    card: Annotated[
        str | None,
        described(
            "The code of a card that the move takes from the top of `from` without naming it. It fills {cards} in "
            "`label`."
        ),
    ]
    label: Annotated[str, described("The move in plain English, such as `Play Art red 3 onto area 2`.")]


@sized(EVENTS, cards=2, codes=2, positions=2)
class Event(ContractStruct, frozen=True):
    """An effect of a change. Cards that the viewer may not see are left out."""

    sequence: Annotated[int, described("The event's position among those of its version, from 0.")]
    version: Annotated[int, described("The version that the event belongs to; for a stateless table, the ply.")]
    kind: Annotated[
        str, described("The kind of event, such as `drawn` or `played`, or the name of a fact that changed.")
    ]
    seat: Annotated[int | None, described("The seat that acted.")]
    cards: Annotated[tuple[Card, ...], described("The cards that moved and that the viewer may see, lowest first.")]
    count: Annotated[int, described("The number of cards that moved, including hidden ones.")]
    from_: Annotated[str | None, described("The key of the zone that the cards left.")] = msgspec.field(name="from")
    to: Annotated[str | None, described("The key of the zone that the cards entered, or that the event is about.")]
    positions: Annotated[
        tuple[int, ...],
        described(
            "The position of each of `cards` in the zone that it left, from 0 at the bottom as in `Zone.cards`; empty "
            "unless all viewers saw every card of that zone."
        ),
    ]
    value: Annotated[str | None, described("The new value of a fact, a score or a name.")]
    rule: Annotated[str | None, described("The number of the rule that caused the event.")]
    weight: Annotated[str, described("How important the event is. A log leaves out DETAIL.", choices=WEIGHT)]
    sentence: Annotated[str, described("The event as one sentence of plain English.")]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards."""
        return tuple([card.code for card in self.cards])


class Argument(ContractStruct, frozen=True):
    """The data that fills a blank of a template."""

    name: Annotated[str, described("The name of the blank.")]
    kind: Annotated[str, described("The kind of data that fills the blank.", choices=BLANK_KIND)]
    value: Annotated[str | None, described("The data as text; null for nothing.")]


Template = Annotated[
    str | None,
    described(
        "The template of the message, which is its key in `refusals` of the vocabulary; null if it has none there."
    ),
]
Arguments = Annotated[tuple[Argument, ...], described("The data that fills the blanks of the template.")]


@sized(alternatives=3)
class Refusal(ContractStruct, frozen=True):
    """The reason why a move is illegal now."""

    code: Annotated[
        str,
        described(
            "The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`.",
            words=("BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"),
        ),
    ]
    rule: Annotated[str | None, described("The number of the rule that forbids the move.")]
    message: Annotated[str, described("The reason in one sentence of plain English.")]
    template: Template
    arguments: Arguments
    alternatives: Annotated[tuple[Move, ...], described("Up to three similar legal moves, the most similar first.")]


@sized(32, moves=4)
class HandCard(ContractStruct, frozen=True):
    """A card in the viewer's hand, with its moves or the reason why it has none."""

    card: Annotated[Card, described("The card.")]
    moves: Annotated[tuple[Move, ...], described("The legal moves with this card, in canonical order.")]
    refusal: Annotated[Refusal | None, described("The reason why the card has no move; null if it has one.")]


class Undo(ContractStruct, frozen=True):
    """The viewer's right to take back its last move."""

    available: Annotated[bool, described("Whether `undoMove` would be accepted now.")]
    reason: Annotated[str, described("The reason why the move may or may not be taken back, in one sentence.")]


class Decision(ContractStruct, frozen=True):
    """A decision of the viewer, asked for or out of turn, with everything that a bot needs."""

    seat: Annotated[int, described("The viewer's seat.")]
    asked: Annotated[
        bool, described("Whether the seat is openly asked. A seat that is not asked may have moves out of turn.")
    ]
    moves: Annotated[tuple[Move, ...], described("The legal moves, in canonical order; never empty.")]
    default: Annotated[str, described("The notation of the move that may be made by default when time runs out.")]
    deadline: Annotated[
        str | None,
        described(
            "The time after which the default move may be made, by the store's clock; null for never.",
            scalar="DateTime",
        ),
    ]
    not_before: Annotated[
        str | None,
        described("The end of the time in which only a match is accepted; null if there is none.", scalar="DateTime"),
    ]


@sized(turn=SEATS, paths=OF_ZONES)
class View(ContractStruct, frozen=True):
    """A table as one viewer sees it, with enough to draw any game without knowing its rules."""

    game: Annotated[str, described("The game's id.", scalar="ID")]
    viewer: Annotated[int | None, described("The seat whose view this is; null for a spectator.")]
    ply: Annotated[int, described("The number of moves made so far.")]
    turn: Annotated[
        tuple[int, ...],
        described("The seats that are openly asked now, in ascending order; empty when the table is over."),
    ]
    prompt: Annotated[
        str | None,
        described(
            "The prompt for the viewer, in one sentence: what to do, or whom to wait for; null when no seat is asked."
        ),
    ]
    zones: Annotated[tuple[Zone, ...], described("Every zone, in the order of the game's rule page.")]
    facts: Annotated[tuple[Fact, ...], described("The public facts other than cards.")]
    scores: Annotated[tuple[Score, ...], described("The points so far, by seat.")]
    result: Annotated[Result | None, described("The table's result; null before the end.")]
    breakdown: Annotated[
        Breakdown | None, described("The items that the scores of the result add up from; null before the end.")
    ]
    legal_moves: Annotated[
        tuple[Move, ...], described("The viewer's legal moves, in canonical order; empty for a spectator.")
    ]
    legal_move_count: Annotated[int, described("The number of the viewer's legal moves.")]
    undo: Annotated[Undo, described("Whether the viewer may take back its last move.")]
    decision: Annotated[Decision | None, described("The viewer's decision; null if the viewer has no move.")]


if TYPE_CHECKING:

    class ViewValue(Protocol):
        """The value of a field that `View` describes: a projection, which computes each of its fields on access."""

        @property
        def game(self) -> str:
            """The game's id."""

        @property
        def viewer(self) -> int | None:
            """The viewer's seat, if it has one."""

        @property
        def ply(self) -> int:
            """The number of moves so far."""

else:
    # The contracts describe the field by the struct.
    ViewValue = View


@sized(ZONES, cards=CARDS)
class PreviewZone(ContractStruct, frozen=True):
    """A zone after a move, as far as it can be foreseen."""

    key: Annotated[str, described("The zone's name in the view.")]
    kind: Annotated[str, described("The kind of zone: the part of the key before the colon.")]
    owner: Annotated[int | None, described("The seat that owns the zone; null for a zone of the table.")]
    label: Annotated[str, described("The zone's name in plain English.")]
    count: Annotated[int | None, described("The number of cards after the move; null if it cannot be known.")]
    value: Annotated[
        int | None, described("The number that the rules will give the zone; null if it is unknown or there is none.")
    ]
    cards: Annotated[
        tuple[Card | None, ...] | None,
        described(
            "The cards, from bottom to top; null in the list is a hidden or unknown card. If the list itself is null, "
            "not even the number of cards is known."
        ),
    ]


@sized(4, arguments=5)
class Effect(ContractStruct, frozen=True):
    """An effect that a move would have, in the terms of its game, such as points for a stack that would close."""

    code: Annotated[
        str, described("The kind of effect, such as `takes`: its key in `effects` of the game's vocabulary.")
    ]
    arguments: Annotated[
        tuple[Argument, ...], described("The values of the effect, which fill the blanks of its phrase.")
    ]
    sentence: Annotated[str, described("The effect as one sentence of plain English, in the conditional.")]


@sized(turn=SEATS, paths={"zones>PreviewZone.cards": CARDS / ZONES, **OF_A_CHANGE})
class Preview(ContractStruct, frozen=True):
    """The effect of a move as far as the viewer can foresee it. Effects of hidden cards and of chance are left out."""

    move: Annotated[Move, described("The move.")]
    events: Annotated[
        tuple[Event, ...], described("The first events of the move, in order, as far as they are certain.")
    ]
    events_complete: Annotated[bool, described("Whether `events` has all events of the move.")]
    zones: Annotated[tuple[PreviewZone, ...], described("Every zone after the move.")]
    facts: Annotated[tuple[Fact, ...], described("The facts that are certain.")]
    turn: Annotated[tuple[int, ...] | None, described("The seats that would be asked; null if they cannot be known.")]
    scores: Annotated[tuple[Score, ...], described("The points after the move; null where they cannot be known.")]
    result: Annotated[Result | None, described("The table's result after the move, if it is certain.")]
    over: Annotated[bool | None, described("Whether the table would be over; null if that cannot be known.")]
    effects: Annotated[
        tuple[Effect, ...],
        described(
            "The certain effects in the terms of the game, the most important one first, as the seat that asks would "
            "put it: `5 + 3 = 8: you would take 4 cards.` Empty if the game names none."
        ),
    ]


# ---- tables without a session: pure functions of a state that the caller holds


@sized(SEATS)
class SeatGrant(ContractStruct, frozen=True):
    """A secret that opens a seat of a sealed table."""

    seat: Annotated[int, described("The seat.")]
    token: Annotated[str, described("The grant, which its holder sends as `Authorization: Bearer …`.")]


@sized(active_seats=SEATS)
class Table(ContractStruct, frozen=True):
    """A table at one state, which the caller holds."""

    state: Annotated[
        str,
        described(
            "The whole table as text. An open state reveals hidden cards: keep it in a trusted back end. A sealed "
            "state may be given to anybody.",
            scalar="StateToken",
        ),
    ]
    result: Annotated[Result | None, described("The table's result; null before the end.")]
    active_seats: Annotated[
        tuple[int, ...],
        described(
            "The seats that have a move. If the state is sealed, only the seats that the bearer may know of are listed."
        ),
    ]
    sealed: Annotated[bool, described("Whether the state is sealed.")]
    grants: Annotated[
        tuple[SeatGrant, ...], described("A grant for each seat of a newly sealed table, returned only here.")
    ]


@sized(paths=OF_A_CHANGE)
class TableChanged(ContractStruct, frozen=True):
    """A move made on a stateless table."""

    table: Annotated[Table, described("The table after the move.")]
    move: Annotated[Move, described("The move.")]
    events: Annotated[tuple[Event, ...], described("The events, as the given viewer may see them.")]
