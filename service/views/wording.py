"""The words for people: languages as clients want them, and the sentences of a session's own events."""

from collections.abc import Iterator
from functools import lru_cache

import engine
from engine import Argument, BlankKind, Event, Sentence, Wording
from service.sessions.changes import SESSION_EVENTS, SOMEBODY, describe_event
from service.views.game_view import Blank, Phrase

_SESSIONS = "service.sessions"
_KINDS: dict[str, BlankKind] = {"seat": "SEAT", "number": "SEAT_NUMBER", "value": "TEXT"}


@lru_cache(maxsize=256)
def choose_language(wanted: str) -> str:
    """Return the language that fits best to the wanted ones, as in `Accept-Language`; English if none does."""
    for _, language in sorted(_read_ranges(wanted), key=lambda wish: -wish[0]):
        if language in engine.languages():
            return language
    return engine.languages()[0]


def _read_ranges(wanted: str) -> Iterator[tuple[float, str]]:
    """Yield weights and languages: of `de-AT;q=0.5` 0.5 and `de`. A malformed range is left out."""
    for part in wanted[:1000].split(","):
        language, _, weight = part.partition(";")
        quality = weight.strip().removeprefix("q=") if weight else "1"
        if quality.replace(".", "", 1).isascii() and quality.replace(".", "", 1).isdigit() and float(quality) > 0:
            yield float(quality), language.strip().partition("-")[0].lower()


def session_phrases(language: str) -> Iterator[Phrase]:
    """Yield the sentences of a session's own events in a language."""
    for kind, english in SESSION_EVENTS.items():
        blanks = tuple(Blank(name=name, kind=_KINDS[name]) for name in _KINDS if f"{{{name}}}" in english)
        yield Phrase(key=kind, template=_translate(f"event {kind}", english, language), blanks=blanks)


def tell_event(game: str, event: Event, wording: Wording | None) -> str:
    """Return an event of a session as one sentence: in plain English, or in the given words."""
    english = SESSION_EVENTS.get(event.kind)
    if wording is None:
        return describe_event(game, event)
    if english is None:
        return engine.sentence(game, event, wording)
    seat = None if event.seat is None else str(event.seat)
    somebody = _translate("common", SOMEBODY, wording.language)
    values = {"seat": seat, "number": seat, "value": event.value or somebody}
    arguments = tuple(Argument(name, kind, values[name]) for name, kind in _KINDS.items())
    return engine.say(game, Sentence(_translate(f"event {event.kind}", english, wording.language), arguments), wording)


def _translate(context: str, english: str, language: str) -> str:
    return engine.catalogue(_SESSIONS, language).get((context, english), english)
