"""Project the events of a version for one viewer: with faces and sentences, or in codes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import engine
from engine import Wording
from service.sessions.changes import describe_event
from service.views.catalogue import face_of
from service.views.codes import EventOfCodes, write_event
from service.views.projection import ProjectedSession
from service.views.table_view import Event
from service.views.wording import tell_event, wants_sentences, wording_for

# The number of sentences that are kept: those for programs, and those with people's names, which differ at every table.
SENTENCES_KEPT = 4096


def project_events(
    session: ProjectedSession, version: int, events: Sequence[engine.Event], start: int = 0
) -> tuple[Event, ...]:
    """Return the events of a version of a session as its viewer may see them, from number `start` on."""
    seen = _see(session, events)
    if start:
        seen = [(number, event) for number, event in seen if number >= start]
    return make_events(session.game, version, seen, session.wording)


def project_events_in_codes(session: ProjectedSession, events: Sequence[engine.Event]) -> tuple[EventOfCodes, ...]:
    """Return the events in codes, as the viewer of a session may see them, without those that its changes repeat."""
    repeated = engine.repeated_kinds(session.game)
    return tuple([write_event(event) for _, event in _see(session, events) if event.kind not in repeated])


def project_events_of_table(
    game: str, version: int, events: Sequence[engine.Event], viewer: int | None
) -> tuple[Event, ...]:
    """Return the events of a table without a session, as a viewer may see them."""
    return make_events(game, version, enumerate(engine.events_for(events, viewer)), wording_for(None))


def leave_out_repeated(game: str, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return events without those that only tell a new value of the view."""
    repeated = engine.repeated_kinds(game)
    return tuple([event for event in events if event.kind not in repeated])


def _see(session: ProjectedSession, events: Sequence[engine.Event]) -> Iterable[tuple[int, engine.Event]]:
    """Return the events that the viewer of a session may see, each with its number."""
    if session.is_hidden:
        return ()
    seen = enumerate(engine.events_for(events, session.viewer_seat))
    if not session.is_deal_closed:
        return seen
    return [(number, event) for number, event in seen if not engine.is_uncovering_of_end(event)]


def make_events(
    game: str, version: int, events: Iterable[tuple[int, engine.Event]], wording: Wording | None
) -> tuple[Event, ...]:
    """Return the events of a version, which a viewer may see as they are; each comes with its number."""
    face = face_of(game, "" if wording is None else wording.language)
    has_sentences = wants_sentences.get()
    tell = _tell if wording is None else _tell_people
    weights = engine.event_weights(game)
    return tuple(
        [
            Event(
                sequence=number,
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
                weight=weights.get(event.kind, "COUNT"),
                sentence=tell(game, event, wording) if has_sentences else "",
            )
            for number, event in events
        ]
    )


def _make_sentence(game: str, event: engine.Event, wording: Wording | None) -> str:
    return describe_event(game, event) if wording is None else tell_event(game, event, wording)


_tell = lru_cache(SENTENCES_KEPT)(_make_sentence)
_tell_people = lru_cache(SENTENCES_KEPT)(_make_sentence)
