"""The words for people: the language that a request wants, and the sentences of a session's own events."""

from collections.abc import Iterator
from contextvars import ContextVar
from functools import lru_cache

import engine
from engine import Argument, BlankKind, Event, Sentence, Wording
from service.sessions.changes import SESSION_EVENTS, SOMEBODY
from service.sessions.session import Session
from service.views.game_view import Blank, Phrase

# The language that the caller of this request wants, None for plain English as programs read it. It is known where a
# request arrives, and used where labels and sentences are made: nothing in between decides by it.
wanted_language: ContextVar[str | None] = ContextVar("wanted_language", default=None)

# Whether this request reads sentences of events: most of the words of an answer are made for them.
wants_sentences: ContextVar[bool] = ContextVar("wants_sentences", default=True)

_SESSIONS = "service.sessions"
_KINDS: dict[str, BlankKind] = {"seat": "SEAT", "number": "SEAT_NUMBER", "value": "TEXT"}


def wording_for(session: Session | None) -> Wording | None:
    """Return the words for this request, with the names of a session's players; None for plain English."""
    language = wanted_language.get()
    if language is None:
        return None
    return Wording(language, () if session is None else tell_apart(tuple([seat.name for seat in session.seats])))


def tell_apart(names: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return names by seat, those that occur twice with the number of the seat: `Ada (1)`, `Ada (3)`."""
    given = [name for name in names if name is not None]
    if len(set(given)) == len(given):
        return names
    return tuple(
        [
            f"{name} ({seat})" if name is not None and given.count(name) > 1 else name
            for seat, name in enumerate(names, 1)
        ]
    )


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


def tell_event(game: str, event: Event, wording: Wording) -> str:
    """Return an event of a session as one sentence in the given words."""
    english = SESSION_EVENTS.get(event.kind)
    if english is None:
        return engine.sentence(game, event, wording)
    seat = None if event.seat is None else str(event.seat)
    somebody = _translate("common", SOMEBODY, wording.language)
    values = {"seat": seat, "number": seat, "value": event.value or somebody}
    arguments = tuple(Argument(name, kind, values[name]) for name, kind in _KINDS.items())
    return engine.say(game, Sentence(_translate(f"event {event.kind}", english, wording.language), arguments), wording)


def tell_reason(english: str) -> str:
    """Return the reason for or against taking back a move in the language that this request wants."""
    return _translate("undo", english, wanted_language.get() or engine.languages()[0])


def _translate(context: str, english: str, language: str) -> str:
    return engine.catalogue(_SESSIONS, language).get((context, english), english)
