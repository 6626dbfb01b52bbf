"""The parts of a view in codes, for clients that have the game's catalogue.

Codes stand for cards. Texts that the words of the game's vocabulary make are left out, and so is what is null or empty.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec

import engine
from service.views.fields import ContractStruct, described, with_fields_of
from service.views.session_view import ViewChanges
from service.views.table_view import Fact, Move, leave_out_hidden


class ZoneOfCodes(ContractStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A zone whose cards are codes. Absent: null or empty."""

    key: Annotated[str, described("The zone's name in the view. The kind of zone is the part before the colon.")]
    owner: Annotated[int | None, described("The seat that owns the zone.")] = None
    count: Annotated[int, described("The number of cards in the zone, including hidden ones.")]
    value: Annotated[int | None, described("The number that the rules give the zone.")] = None
    codes: Annotated[
        tuple[str | None, ...],
        described(
            "The codes of the cards from the lowest visible one up; null is a hidden card. The others of the `count` "
            "cards lie below and are hidden."
        ),
    ] = ()


class FactOfCodes(ContractStruct, frozen=True, omit_defaults=True):
    """A fact without texts; its weight never changes. Absent: null."""

    name: Annotated[str, described("The fact's name.")]
    value: Annotated[str, described("The fact's value.")]
    zone: Annotated[str | None, described("The key of the zone that the fact is about.")] = None


class MoveOfCodes(ContractStruct, frozen=True, omit_defaults=True):
    """A move whose cards are codes, without its label. Absent: null or empty."""

    notation: Annotated[str, described("The text that makes the move when it is sent, such as `play AR3 @2`.")]
    verb: Annotated[str, described("The move's verb.")]
    codes: Annotated[tuple[str, ...], described("The codes of the cards that the move names.")] = ()
    from_: Annotated[str | None, described("The key of the zone that the cards leave.")] = msgspec.field(
        name="from", default=None
    )
    to: Annotated[str | None, described("The key of the zone that the cards enter.")] = None
    seat: Annotated[int | None, described("The seat that the move is aimed at.")] = None
    choice: Annotated[str | None, described("The choice that the move makes.")] = None
    card: Annotated[
        str | None, described("The code of a card that the move takes from the top of `from` without naming it.")
    ] = None


class EventOfCodes(ContractStruct, frozen=True, omit_defaults=True):
    """An effect of a change whose cards are codes, without its sentence. Absent: null, empty, or 0."""

    kind: Annotated[str, described("The kind of event, or the name of a fact that changed.")]
    seat: Annotated[int | None, described("The seat that acted.")] = None
    codes: Annotated[
        tuple[str, ...], described("The codes of the cards that moved and that the viewer may see, lowest first.")
    ] = ()
    count: Annotated[int, described("The number of cards that moved, including hidden ones.")] = 0
    from_: Annotated[str | None, described("The key of the zone that the cards left.")] = msgspec.field(
        name="from", default=None
    )
    to: Annotated[str | None, described("The key of the zone that the cards entered, or that the event is about.")] = (
        None
    )
    positions: Annotated[tuple[int, ...], described("The positions of the cards, as in `Event`.")] = ()
    value: Annotated[str | None, described("The new value of a fact, a score or a name.")] = None
    rule: Annotated[str | None, described("The number of the rule that caused the event.")] = None


@with_fields_of(ViewChanges, without=("cursor",))
class ChangesOfCodes(ContractStruct, frozen=True):
    """The differences as in `ViewChanges`, with zones, facts and moves in codes; `session` is as always."""

    zones: Annotated[tuple[ZoneOfCodes, ...], described("The zones that differ or are new, each in full.")] = ()
    facts: Annotated[tuple[FactOfCodes, ...], described("The facts that differ.")] = ()
    legal_moves: Annotated[
        tuple[MoveOfCodes, ...] | None, described("All legal moves of the viewer, if any of them differs.")
    ] = None


def write_zones(zones: Sequence[engine.Zone]) -> tuple[ZoneOfCodes, ...]:
    """Return zones as a viewer may see them in codes."""
    return tuple(
        [
            ZoneOfCodes(
                key=zone.id,
                owner=zone.owner,
                count=zone.count,
                value=zone.value,
                codes=leave_out_hidden(zone.cards),
            )
            for zone in zones
        ]
    )


def write_facts(facts: Sequence[Fact]) -> tuple[FactOfCodes, ...]:
    """Return facts without texts."""
    return tuple([FactOfCodes(name=fact.name, value=fact.value, zone=fact.zone) for fact in facts])


def write_move(move: Move) -> MoveOfCodes:
    """Return a move in codes."""
    return MoveOfCodes(
        notation=move.notation,
        verb=move.verb,
        codes=tuple([card.code for card in move.cards]),
        from_=move.from_,
        to=move.to,
        seat=move.seat,
        choice=move.choice,
        card=move.card,
    )


def write_event(event: engine.Event) -> EventOfCodes:
    """Return an event as a viewer may see it in codes."""
    return EventOfCodes(
        kind=event.kind,
        seat=event.seat,
        codes=event.cards,
        count=event.count,
        from_=event.from_zone,
        to=event.to_zone,
        positions=event.positions,
        value=event.value,
        rule=event.rule or None,
    )
