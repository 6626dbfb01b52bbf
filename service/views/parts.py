"""The parts of a table as values of the contract: cards, zones, facts, scores, moves and events, in a wording.

Equal parts recur, so each comes from a cache, and results computed from it can be cached, too. The key of a cache holds
only what the viewer is shown. People's names make as many different parts as there are tables, so their parts have
caches of their own.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Generic, TypeVar

import engine
from engine import Wording
from service.sessions.changes import describe_event
from service.views.table_view import Card, Event, Fact, Move, PreviewZone, Score, Zone
from service.views.wording import tell_event, wanted_language, wants_sentences

PARTS_KEPT = 4096

V = TypeVar("V")
P = TypeVar("P")


class Parts(dict[int, tuple[V, P]], Generic[V, P]):
    """Parts by the identities of the engine's values, which it gives again and again; all are dropped at the bound.

    To hash a value takes several times as long as its identity. A value is kept beside its part, so no id is reused.
    """

    def keep(self, value: V, part: P) -> tuple[V, P]:
        """Keep and return a value and its part."""
        if len(self) >= PARTS_KEPT:
            self.clear()
        self[id(value)] = kept = value, part
        return kept


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


def make_moves(game: str, moves: Iterable[engine.LegalMove], wording: Wording | None) -> tuple[Move, ...]:
    """Return moves with the faces of their cards."""
    if wording is not None:
        return tuple([_move_to_people(game, move, wording) for move in moves])
    find, keep = _moves.get, _moves.keep
    return tuple([(find(id(move)) or keep(move, _make_move(game, move, None)))[1] for move in moves])


def make_events(
    game: str, version: int, events: Iterable[engine.Event], start: int, wording: Wording | None
) -> tuple[Event, ...]:
    """Return the events of a version as a viewer may see them, each with its position, from number `start` on."""
    face, is_told = face_of(game, "" if wording is None else wording.language), wants_sentences.get()
    return tuple(
        [
            Event(
                sequence=index,
                version=version,
                kind=event.kind,
                seat=event.seat,
                cards=tuple(map(face, event.cards)),
                count=event.count,
                from_=event.from_zone,
                to=event.to_zone,
                positions=event.positions,
                value=event.value,
                rule=event.rule or None,
                sentence=_tell(game, event, wording) if is_told else "",
            )
            for index, event in enumerate(events)
            if index >= start
        ]
    )


def _tell(game: str, event: engine.Event, wording: Wording | None) -> str:
    return describe_event(game, event) if wording is None else tell_event(game, event, wording)


def make_zones(game: str, zones: Iterable[engine.Zone], wording: Wording | None) -> tuple[Zone, ...]:
    """Return zones with the faces of their cards."""
    if wording is not None:
        return tuple([_zone_to_people(game, zone, wording) for zone in zones])
    find, keep = _zones.get, _zones.keep
    return tuple([(find(id(zone)) or keep(zone, _make_zone(game, zone, None)))[1] for zone in zones])


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


def make_facts(game: str, facts: Iterable[engine.Fact], wording: Wording | None) -> tuple[Fact, ...]:
    """Return facts as values of the contract."""
    if wording is not None:
        return tuple([_fact_to_people(game, fact, wording) for fact in facts])
    find, keep = _facts.get, _facts.keep
    return tuple([(find(id(fact)) or keep(fact, _make_fact(game, fact, None)))[1] for fact in facts])


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


_moves: Parts[engine.LegalMove, Move] = Parts()
_zones: Parts[engine.Zone, Zone] = Parts()
_facts: Parts[engine.Fact, Fact] = Parts()
_move_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_move)
_zone_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_zone)
_fact_to_people = lru_cache(maxsize=PARTS_KEPT)(_make_fact)
