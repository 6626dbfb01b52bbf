"""Recorded use cases of one execution for the next one: both executors get the same values, and nothing is done twice.

The first executor really calls a use case. For the others its result, or its exception, is the same, found by
its name and its arguments: a call with any other arguments is a difference, and so is another number of calls. On
demand the result is spoilt on its way, for each executor separately and in the same way.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from compiled import Direct
from service.graphql import errors, schema, types
from service.sessions.emotes import SentEmote
from service.storage.sessions import SessionRepository
from service.use_cases import reading
from service.use_cases.context import RequestContext
from service.use_cases.frames import Frame, project_frame
from service.use_cases.operations import OPERATIONS
from service.use_cases.watch import watch
from service.views.emote_view import SeatEmote, project_emote
from tests.service.differential.spoiling import make_error, spoil

# Values read below the root may be read once more when graphql-core makes a response that its plan has begun.
READ_AGAIN = frozenset({"list_events", "find_record", "check_seen"})
# Use cases of the schema, beside the table of operations.
READINGS = (*READ_AGAIN, "find_session")
# Lookups of the catalogue, by the modules that make them.
LOOKUPS: tuple[tuple[Any, str], ...] = ((schema, "project_game"), (types, "project_game"), (types, "rule_named"))
PLAIN = (type(None), bool, int, float, str)
MOST_FRAMES = 12


class NotRecorded(Exception):
    """An executor made a call that the first one did not make."""


class Outcome(msgspec.Struct):
    """A use case's result or exception."""

    value: Any = None
    error: Exception | None = None


class Recorder:
    """A recorder that stands between the schema and the use cases only while an operation is executed."""

    def __init__(self) -> None:
        self._outcomes: dict[str, Outcome] | None = None
        self._is_first = True
        self._key: int | None = None
        self.calls: Counter[str] = Counter()
        self.logged: list[object] = []

    @contextmanager
    def operation(self, key: int | None) -> Iterator[None]:
        """Record while one executor after the other executes an operation; with a key, spoil their results."""
        self._outcomes = {}
        self._key = key
        try:
            yield
        finally:
            self._outcomes = None

    def start(self, *, is_first: bool) -> None:
        """Begin an execution: the first one of an operation, or another one."""
        self._is_first = is_first
        self.calls = Counter()
        self.logged = []

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Take the place of the use cases, and of the error log."""
        replaced: list[tuple[Any, str, Any]] = [(errors, "log", self)]
        replaced += [(reading, name, self._use_case(name, getattr(reading, name))) for name in READINGS]
        replaced += [(row, "use_case", self._use_case(row.name, row.use_case)) for row in OPERATIONS.values()]
        names = {row.use_case: row.name for row in OPERATIONS.values()}
        replaced += [
            (way, "function", self._use_case(names[way.function], way.function))
            for way in _short_ways()
            if way.function in names
        ]
        replaced += [(module, name, self._lookup(name, getattr(module, name))) for module, name in LOOKUPS]
        replaced += [(schema, "watch", self._following(watch)), (schema, "project_frame", self._telling())]
        replaced += [(schema, "watch_emotes", _hear)]
        before = [(module, name, getattr(module, name)) for module, name, _ in replaced]
        try:
            for module, name, one in replaced:
                _replace(module, name, one)
            yield
        finally:
            for module, name, one in before:
                _replace(module, name, one)

    # ---- the log

    def error(self, event: str, *, path: object, exc_info: object) -> None:
        """Keep a line of the log."""
        self.logged.append((event, str(path), type(exc_info)))

    def warning(self, event: str, *, reason: str) -> None:
        """Keep a line of the log."""
        self.logged.append((event, reason))

    # ---- replacements

    def _use_case(self, name: str, use_case: Callable[..., Any]) -> Callable[..., Any]:
        async def answer(caller: RequestContext, *given: object, **named: object) -> Any:  # noqa: ANN401
            outcomes = self._outcomes
            if outcomes is None:
                return await use_case(caller, *given, **named)
            call = f"{name} {caller.token} {exact(given)} {exact(named)}"
            self._count(call)
            if call not in outcomes:
                try:
                    outcomes[call] = Outcome(await use_case(caller, *given, **named))
                except Exception as error:  # noqa: BLE001  whatever it raises, all executors are told
                    outcomes[call] = Outcome(error=error)
            return self._tell(call, outcomes[call])

        return answer

    def _lookup(self, name: str, lookup: Callable[..., Any]) -> Callable[..., Any]:
        def look_up(*given: object) -> Any:  # noqa: ANN401
            value = lookup(*given)
            if self._outcomes is None or self._key is None or Random(f"{self._key} {name} {given}").random() < 0.9:
                return value
            return spoil(value, Random(f"{self._key} {given}"))

        return look_up

    def _following(self, following: Callable[..., Any]) -> Callable[..., Any]:
        async def frames(
            sessions: SessionRepository, session_id: str, after: str | None, *_others: object
        ) -> AsyncIterator[Frame]:
            call = f"follow {exact(session_id)} {exact(after)}"
            outcomes = self._outcomes
            assert outcomes is not None
            self._count(call)
            if call not in outcomes:
                outcomes[call] = await _collect(following, sessions, session_id, after)
            outcome = outcomes[call]
            fails_at = -1 if self._key is None else Random(self._key).choice((-1, 0, 1, 2))
            for number, frame in enumerate(outcome.value):
                if number == fails_at:
                    raise make_error(Random(self._key))
                yield frame
            if outcome.error is not None:
                raise outcome.error

        return frames

    def _telling(self) -> Callable[..., Any]:
        def tell(frame: Frame, token: str | None) -> Any:  # noqa: ANN401
            value = project_frame(frame, token)
            chance = Random(f"{self._key} {frame.session.version}")
            return value if self._key is None or chance.random() < 0.5 else spoil(value, chance)

        return tell

    def _count(self, call: str) -> None:
        again = call.partition(" ")[0] in READ_AGAIN
        self.calls[call] = 1 if again else self.calls[call] + 1
        if not self._is_first and self._outcomes is not None and call not in self._outcomes:
            raise NotRecorded(call)

    def _tell(self, call: str, outcome: Outcome) -> Any:  # noqa: ANN401
        # Of calls that name no value of a run, so that the spoilt call depends on the key alone.
        chance = None if self._key is None else Random(f"{self._key} {call.partition(' ')[0]}")
        if chance is not None and chance.random() < 0.15:
            raise make_error(chance)
        if outcome.error is not None:
            raise outcome.error
        return outcome.value if chance is None else spoil(outcome.value, chance)


def _short_ways() -> Iterator[Direct]:
    """Yield the short ways of the schema's root fields."""
    roots: tuple[Any, ...] = (schema.Query, schema.Mutation)
    for root in roots:
        for field in root.__strawberry_definition__.fields:
            way = getattr(getattr(field.base_resolver, "wrapped_func", None), "direct", None)
            if way is not None:
                yield way


def _replace(owner: Any, name: str, value: object) -> None:  # noqa: ANN401  a module, or a row of the table
    (force_setattr if isinstance(owner, msgspec.Struct) else setattr)(owner, name, value)


@asynccontextmanager
async def _hear(*_given: object) -> AsyncIterator[AsyncIterator[SeatEmote]]:
    """Listen for emotes of a session where two are sent: a real stream of them has no end."""

    async def sent() -> AsyncIterator[SeatEmote]:
        for sent in (SentEmote(0, "HELLO"), SentEmote(1, "SMILE")):
            yield project_emote(sent)

    yield sent()


async def _collect(
    following: Callable[..., Any], sessions: SessionRepository, session_id: str, after: str | None
) -> Outcome:
    """Return the frames that there are now, and the exception that ended them."""
    found: list[Frame] = []
    try:
        latest = await sessions.find(session_id)
        position = None if latest is None else latest.version
        if after is None or not after.startswith(f"{position}-"):
            async for frame in following(sessions, session_id, after):
                found.append(frame)
                if frame.session.version == position or len(found) >= MOST_FRAMES:
                    break
    except Exception as error:  # noqa: BLE001  whatever it raises, all executors are told
        return Outcome(found, error)
    return Outcome(found)


def exact(value: Any) -> str:  # noqa: ANN401
    """Return a value as a text that also distinguishes types: 1 from 1.0 and true, and null from nothing."""
    if isinstance(value, PLAIN):
        return f"{type(value).__name__}:{value!r}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(exact, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {exact(one)}' for name, one in value.items())}}}"
    fields = getattr(type(value), "__struct_fields__", ())
    if type(value).__module__.startswith(("service.views", "service.use_cases.inputs")) and fields:
        return f"{type(value).__name__}({', '.join(exact(getattr(value, name)) for name in fields)})"
    return "a value that was told before"
