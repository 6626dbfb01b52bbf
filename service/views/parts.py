"""The parts of a table as values of the contract: cards, zones, facts, scores, moves and events, in a wording.

Equal parts recur, so each comes from a cache, and results computed from it can be cached, too. The key of a cache holds
only what the viewer is shown. People's names make as many different parts as there are tables, so their parts have
caches of their own.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache

from msgspec.structs import replace

import engine
from engine import Wording
from service.sessions.changes import describe_event
from service.views.table_view import Card, Event, Fact, Move, PreviewZone, Score, Zone
from service.views.wording import tell_event, wanted_language, wants_sentences

PARTS_KEPT = 4096


@cache
def faces(game: str, language: str = "") -> Mapping[str, Card]:
    """Return the faces of all cards of a game, by their codes; no language is plain English."""
    wording = Wording(language) if language else None
    return {
        code: Card(
            code=card.code,
            suit=card.suit,
            color=card.color,
            value=card.value,
            label=engine.card_label(game, code, wording),
        )
        for code, card in engine.find_game(game).cards.items()
    }


def project_cards(game: str) -> tuple[Card, ...]:
    """Return the face of every card of a game, once each, in the order of its rule page, named as the request wants."""
    return tuple(faces(game, wanted_language.get() or "").values())


@cache
def face_of(game: str, language: str) -> Callable[[str], Card]:
    """Return the function that maps a card's code to its face."""
    return faces(game, language).__getitem__


@cache
def _face_or_back(game: str, language: str) -> Callable[[str | None], Card | None]:
    """Return the function that maps a card's code to its face, and None (a hidden card) to None."""
    shown: Mapping[str | None, Card | None] = {None: None} | dict[str | None, Card | None](faces(game, language))
    return shown.__getitem__


def _make_move(game: str, move: engine.LegalMove, wording: Wording | None) -> Move:
    return Move(
        notation=move.notation,
        verb=move.verb,
        cards=tuple(map(face_of(game, "" if wording is None else wording.language), move.cards)),
        from_=move.from_zone,
        to=move.to_zone,
        seat=move.seat,
        choice=move.choice,
        label=move.label if wording is None else engine.move_label(game, move, wording),
    )


def make_events(
    game: str, version: int, events: Iterable[engine.Event], start: int, wording: Wording | None
) -> tuple[Event, ...]:
    """Return the events of a version as a viewer may see them, each with its position, from number `start` on."""
    make, is_told = _unnumbered_event if wording is None else _unnumbered_event_to_people, wants_sentences.get()
    return tuple(
        [
            replace(make(game, event, wording, is_told), version=version, sequence=index)
            for index, event in enumerate(events)
            if index >= start
        ]
    )


def _make_unnumbered_event(game: str, event: engine.Event, wording: Wording | None, is_told: bool) -> Event:
    """Return an event without its version and sequence: apart from these, the same events recur."""
    sentence = ""
    if is_told:
        sentence = describe_event(game, event) if wording is None else tell_event(game, event, wording)
    return Event(
        sequence=0,
        version=0,
        kind=event.kind,
        seat=event.seat,
        cards=tuple(map(face_of(game, "" if wording is None else wording.language), event.cards)),
        count=event.count,
        from_=event.from_zone,
        to=event.to_zone,
        positions=event.positions,
        value=event.value,
        rule=event.rule or None,
        sentence=sentence,
    )


def _make_zone(game: str, zone: engine.Zone, wording: Wording | None) -> Zone:
    return Zone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label if wording is None else engine.zone_label(game, zone.id, wording),
        count=zone.count,
        value=zone.value,
        cards=tuple(map(_face_or_back(game, "" if wording is None else wording.language), zone.cards)),
    )


def _make_fact(game: str, fact: engine.Fact, wording: Wording | None) -> Fact:
    label = fact.label if wording is None else engine.fact_label(game, fact.name, wording)
    return Fact(name=fact.name, value=fact.value, label=label)


@lru_cache(maxsize=PARTS_KEPT)
def make_score(seat: int, points: int | None) -> Score:
    """Return the points of a seat."""
    return Score(seat=seat, points=points)


def make_preview_zone(game: str, zone: engine.PreviewZone, wording: Wording | None = None) -> PreviewZone:
    """Return a zone as far as it can be foreseen."""
    return PreviewZone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label if wording is None else engine.zone_label(game, zone.id, wording),
        count=zone.count,
        value=zone.value,
        cards=None
        if zone.cards is None
        else tuple(map(_face_or_back(game, "" if wording is None else wording.language), zone.cards)),
    )


# For programs, and for people.
make_move, make_move_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_move), lru_cache(maxsize=PARTS_KEPT)(_make_move)
make_zone, make_zone_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_zone), lru_cache(maxsize=PARTS_KEPT)(_make_zone)
make_fact, make_fact_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_fact), lru_cache(maxsize=PARTS_KEPT)(_make_fact)
_unnumbered_event = lru_cache(maxsize=PARTS_KEPT)(_make_unnumbered_event)
_unnumbered_event_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_unnumbered_event)
