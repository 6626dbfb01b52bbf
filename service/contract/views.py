"""What one viewer may see of a table, and what has happened at it."""

from typing import Annotated

import msgspec

from service.contract.fields import Told, told


class Card(Told, frozen=True):
    """A card's face."""

    comes_again = True

    code: Annotated[str, told("The card's code in the notation of moves: `AR3`, `W1`, `Z`.")]
    suit: Annotated[str | None, told("The suit, where the deck has suits.")]
    color: Annotated[str | None, told("The colour, where the card has one.")]
    value: Annotated[int | None, told("The number on the card, where it has one.")]
    label: Annotated[str, told("The card's name in plain English: `Art red 3`.")]


class Zone(Told, frozen=True):
    """A place for cards: a hand, a deck, an area, a pile."""

    comes_again = True

    key: Annotated[str, told("The zone's name in this view: `area:2`, `hand:0`.")]
    kind: Annotated[str, told("The kind of zone: the part of the key before the colon.")]
    owner: Annotated[int | None, told("The seat that owns the zone; null for a zone of the table.")]
    label: Annotated[str, told("The zone's name in plain English.")]
    count: Annotated[int, told("How many cards lie here, hidden ones included.")]
    value: Annotated[
        int | None, told("The number that the rules give the zone (an area's total); null where they give none.")
    ]
    cards: Annotated[tuple[Card | None, ...], told("The cards, bottom to top; null is a hidden card.")]


class Fact(Told, frozen=True):
    """A public fact that is no card: a round, what is asked, a mark on a place."""

    comes_again = True

    name: Annotated[str, told("The fact's name; an event of this kind changes it.")]
    value: Annotated[str, told("The fact's value.")]
    label: Annotated[str, told("What the fact is about, in plain English.")]


class Score(Told, frozen=True):
    """A seat's points so far."""

    comes_again = True

    seat: Annotated[int, told("The seat.")]
    points: Annotated[int | None, told("Its points; null where the viewer may not know them.")]


class Result(Told, frozen=True):
    """How a table ended."""

    scores: Annotated[tuple[int, ...], told("The totals by seat.")]
    ranking: Annotated[tuple[int, ...], told("Each seat's rank: 1 + the number of seats with a better score.")]
    winners: Annotated[tuple[int, ...], told("The seats ranked 1; equal scores share the win.")]
    reason: Annotated[str, told("Why the table ended, one of the codes on the game's rule page.")]


class Move(Told, frozen=True):
    """A legal move. It is valid only in the position that listed it."""

    comes_again = True

    notation: Annotated[str, told("What one sends back to make the move: `play AR3 @2`.")]
    verb: Annotated[str, told("The move's verb.")]
    cards: Annotated[tuple[Card, ...], told("The cards that the move names.")]
    from_: Annotated[str | None, told("The key of the zone that the cards leave.")] = msgspec.field(name="from")
    to: Annotated[str | None, told("The key of the zone that the cards enter.")]
    seat: Annotated[int | None, told("The seat that the move is aimed at.")]
    choice: Annotated[str | None, told("The choice that the move makes: a power, a colour, a number.")]
    label: Annotated[str, told("The move in plain English: `Play Art red 3 onto area 2`.")]


class Event(Told, frozen=True):
    """One fact that a change caused; the cards that the viewer may not see are absent."""

    sequence: Annotated[int, told("The event's place among those of its version, from 0.")]
    version: Annotated[int, told("The version (of a stateless table: the ply) that the event belongs to.")]
    kind: Annotated[str, told("What happened; `drawn`, `played`, or the name of a fact that changed.")]
    seat: Annotated[int | None, told("The seat that did it.")]
    cards: Annotated[tuple[Card, ...], told("The cards that moved and that the viewer may see, lowest first.")]
    count: Annotated[int, told("How many cards moved, hidden ones included.")]
    from_: Annotated[str | None, told("The key of the zone that the cards left.")] = msgspec.field(name="from")
    to: Annotated[str | None, told("The key of the zone that the cards entered, or that the event is about.")]
    value: Annotated[str | None, told("The new value of a fact, a score, a name.")]
    rule: Annotated[str | None, told("The number of the rule that caused it.")]
    sentence: Annotated[str, told("The event as one sentence of plain English.")]


class Refusal(Told, frozen=True):
    """Why a move is not legal now."""

    code: Annotated[
        str,
        told(
            "The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`.",
            words=("BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"),
        ),
    ]
    rule: Annotated[str | None, told("The number of the rule that forbids it.")]
    message: Annotated[str, told("The reason in one sentence of plain English.")]
    alternatives: Annotated[tuple[Move, ...], told("Up to three legal moves that come nearest, the nearest first.")]


class HandCard(Told, frozen=True):
    """A card in the viewer's hand: its moves, or why it has none."""

    card: Annotated[Card, told("The card.")]
    moves: Annotated[tuple[Move, ...], told("The legal moves with it, in canonical order.")]
    refusal: Annotated[Refusal | None, told("Why it has no move; null when it has one.")]


class Undo(Told, frozen=True):
    """Whether the viewer may take back its last move."""

    available: Annotated[bool, told("Whether `undoMove` would be accepted now.")]
    reason: Annotated[str, told("Why, or why not, in one sentence.")]


class Decision(Told, frozen=True):
    """What the viewer is asked, or may do unasked: all that a bot needs."""

    seat: Annotated[int, told("The viewer's seat.")]
    asked: Annotated[bool, told("Whether the seat is openly asked; it may also have moves out of turn.")]
    moves: Annotated[tuple[Move, ...], told("The legal moves, in canonical order; never empty.")]
    default: Annotated[str, told("The notation of the move that is made by default when the time is over.")]
    deadline: Annotated[
        str | None, told("When the move may be made by default, by the store's clock; null: never.", scalar="DateTime")
    ]
    not_before: Annotated[
        str | None, told("Until when only a match is accepted; null: no reaction is waited for.", scalar="DateTime")
    ]


class View(Told, frozen=True):
    """What one viewer may know of a table: enough to draw any game without knowing its rules."""

    game: Annotated[str, told("The game's id.", scalar="ID")]
    viewer: Annotated[int | None, told("The seat that sees this; null for a spectator.")]
    ply: Annotated[int, told("How many moves have been made.")]
    turn: Annotated[
        tuple[int, ...], told("The seats that are openly asked now, ascending; empty when the table is over.")
    ]
    zones: Annotated[tuple[Zone, ...], told("Every zone, in the order of the game's rule page.")]
    facts: Annotated[tuple[Fact, ...], told("The public facts that are no cards.")]
    scores: Annotated[tuple[Score, ...], told("The points so far, by seat.")]
    result: Annotated[Result | None, told("How the table ended; null while play goes on.")]
    legal_moves: Annotated[
        tuple[Move, ...], told("What the viewer may do now, in canonical order; empty for a spectator.")
    ]
    legal_move_count: Annotated[int, told("How many moves the viewer may make now.")]
    undo: Annotated[Undo, told("Whether the viewer may take back its last move.")]
    decision: Annotated[Decision | None, told("What the viewer is asked; null when it has no move.")]


class PreviewZone(Told, frozen=True):
    """A zone as far as it can be foreseen."""

    key: Annotated[str, told("The zone's name.")]
    kind: Annotated[str, told("The kind of zone: the part of the key before the colon.")]
    owner: Annotated[int | None, told("The seat that owns the zone; null for a zone of the table.")]
    label: Annotated[str, told("The zone's name in plain English.")]
    count: Annotated[int | None, told("How many cards will lie here; null when that cannot be known.")]
    value: Annotated[int | None, told("The number that the rules will give the zone; null when unknown or none.")]
    cards: Annotated[
        tuple[Card | None, ...] | None,
        told("The cards, bottom to top; null is one that is hidden or unknown. Null: not even their number is known."),
    ]


class Preview(Told, frozen=True):
    """What a move would do, as far as the viewer can know: what depends on hidden cards or on chance is unknown."""

    move: Annotated[Move, told("The move.")]
    events: Annotated[tuple[Event, ...], told("What would certainly happen first, in order.")]
    events_complete: Annotated[bool, told("Whether nothing else would happen.")]
    zones: Annotated[tuple[PreviewZone, ...], told("Every zone after the move.")]
    facts: Annotated[tuple[Fact, ...], told("The facts that are certain.")]
    turn: Annotated[tuple[int, ...] | None, told("The seats that would be asked; null when that cannot be known.")]
    scores: Annotated[tuple[Score, ...], told("The points after the move; null where they cannot be known.")]
    result: Annotated[Result | None, told("How the table would end, if it certainly would.")]
    over: Annotated[bool | None, told("Whether the table would be over; null when that cannot be known.")]
