"""The use cases as tests of sessions and stores call them: with plain arguments, on sessions alone."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

import msgspec

from service.sessions.history_hash import Cursor
from service.sessions.session import Session, Setup
from service.storage.repository import SessionRepository
from service.use_cases import lobby, opening, playing
from service.use_cases.context import RequestContext, Tables
from service.use_cases.inputs import (
    AnswerTakeBackInput,
    ApplyMoveInput,
    CreateSessionInput,
    HandOverSeatInput,
    JoinSessionInput,
    OptionInput,
    SessionActInput,
    SessionInput,
)
from service.views.catalogue import format_option
from service.views.projection import ProjectedSession
from service.views.session_view import MoveApplied, SeatJoined, SessionChanged


class Opening(msgspec.Struct, frozen=True):
    """A session that was made."""

    session: Session
    host_token: str
    codes: tuple[str, ...]


class Joining(msgspec.Struct, frozen=True):
    """A seat that was taken or handed over."""

    session: Session
    seat: int
    token: str


class Done(msgspec.Struct, frozen=True):
    """A change that was made."""

    session: Session
    version: int
    replayed: bool


class Act(msgspec.Struct, frozen=True):
    """Who wants something done at which table, from which position (None: any), under which idempotency key."""

    session_id: str
    token: str | None
    expected: Cursor | None = None
    key: str | None = None

    def input(self) -> dict[str, Any]:
        """Return the fields of an input."""
        expected = self.expected
        return {
            "session_id": self.session_id,
            "idempotency_key": self.key,
            "expected_version": None if expected is None else expected.version,
            "expected_head": None if expected is None else expected.history_hash or None,
        }


def context_of(sessions: SessionRepository, token: str | None, app: str | None = None) -> RequestContext:
    """Return who calls."""
    return RequestContext(sessions, Tables(None, sessions.store, 0), token, app)


async def open_session(
    sessions: SessionRepository,
    game: str,
    seats: int,
    *,
    setup: Setup | None = None,
    options: Mapping[str, object] | None = None,
    key: str | None = None,
) -> Opening:
    """Open a session."""
    chosen = [OptionInput(name=name, value=format_option(value)) for name, value in (options or {}).items()]
    wanted = CreateSessionInput(
        game=game, seats=seats, options=chosen, idempotency_key=key, **msgspec.structs.asdict(setup or Setup())
    )
    made = await opening.create_session(context_of(sessions, None), wanted)
    return Opening(_session_of(made), made.host_token, tuple(link.code for link in made.join_links))


async def offer_rematch(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Session:
    """Open a session for the same seats."""
    wanted = SessionInput(session_id=session_id, idempotency_key=key)
    return _session_of(await opening.offer_rematch(context_of(sessions, token), wanted))


async def join(
    sessions: SessionRepository,
    session_id: str,
    token: str | None = None,
    key: str | None = None,
    **place: Any,  # noqa: ANN401  fields of the input
) -> Joining:
    """Take a seat."""
    wanted = JoinSessionInput(session_id=session_id, idempotency_key=key, **place)
    return _joining(await lobby.join_session(context_of(sessions, token), wanted))


async def hand_over(sessions: SessionRepository, session_id: str, token: str | None) -> Joining:
    """Give a seat another token."""
    wanted = HandOverSeatInput(session_id=session_id)
    return _joining(await lobby.hand_over_seat(context_of(sessions, token), wanted))


Around = Callable[[RequestContext, SessionInput], Awaitable[SessionChanged]]


async def around(
    use_case: Around, sessions: SessionRepository, session_id: str, token: str | None, key: str | None = None
) -> Done:
    """Leave, start or abandon."""
    return _done(await use_case(context_of(sessions, token), SessionInput(session_id=session_id, idempotency_key=key)))


async def move(sessions: SessionRepository, act: Act, notation: str) -> Done:
    """Make a move."""
    wanted = ApplyMoveInput(**act.input(), move=notation)
    return _done(await playing.apply_move(context_of(sessions, act.token), wanted))


async def at_table(
    use_case: Callable[[RequestContext, SessionActInput], Awaitable[SessionChanged]],
    sessions: SessionRepository,
    act: Act,
) -> Done:
    """Resign, claim a deadline, undo, or ask to take back."""
    return _done(await use_case(context_of(sessions, act.token), SessionActInput(**act.input())))


async def answer_take_back(sessions: SessionRepository, act: Act, *, agree: bool) -> Done:
    """Answer who wants to take back."""
    wanted = AnswerTakeBackInput(**act.input(), agree=agree)
    return _done(await playing.answer_take_back(context_of(sessions, act.token), wanted))


def _done(changed: SessionChanged | MoveApplied) -> Done:
    return Done(_session_of(changed), changed.version, changed.replayed)


def _joining(joined: SeatJoined) -> Joining:
    return Joining(_session_of(joined), joined.seat, joined.seat_token)


def _session_of(answer: Any) -> Session:  # noqa: ANN401  an answer that has a session
    return cast("ProjectedSession", answer.session)._session
