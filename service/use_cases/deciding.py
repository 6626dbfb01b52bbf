"""The use case of programs that play: wait until one of several seats has something to decide.

Each session is followed like by a stream, from its newest version on, so no version goes unnoticed. A seat is told of
the newest version only, and never of the one whose cursor its holder sends: so each decision is told, and none twice.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, suppress

import msgspec

import engine
from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.problems import DATA_CORRUPTED, DataCorrupted, Problem
from service.sessions.rules import within
from service.sessions.session import Session
from service.sessions.tokens import read_token
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import LONGEST_WAIT_SECONDS, MOST_SEATS, NextDecisionInput, PollSeatInput
from service.use_cases.operation import cost_of_seats, operation
from service.use_cases.watch import follow
from service.views.projection import project_session
from service.views.session_view import DecisionPoll, PolledSeat

# The most sessions of one answer: the others follow in the next ones, so that no answer holds up the process.
MOST_TOLD = 6

WAITING, UNAUTHORIZED = "WAITING", "UNAUTHORIZED"


@operation("query", result="NextDecisionResult", cost=cost_of_seats)
async def next_decision(context: RequestContext, input: NextDecisionInput) -> DecisionPoll:
    """Wait until one of several seats has something to decide.

    A program plays many seats with it. It answers at once if one of them has something to decide, or its session is
    over, since its `after`; else when that happens, or the time to wait is over. Nothing is changed. Send it by POST:
    tokens do not belong into an address. The bearer token does not matter; five seats are charged like a request, and
    each counts as a stream while the answer is awaited.
    """
    seats = _read_seats(input)
    poll = _Poll(context.sessions, seats)
    async with context.hold(len(seats), poll.end):
        await poll.wait(input.wait_seconds)
    return _answer(seats, poll.known)


class _Seat(msgspec.Struct, frozen=True):
    """A seat of a poll: `seen` is the cursor that its holder sends, `after` the text of it."""

    session_id: str
    token: str | None
    after: str | None
    seen: Cursor | None

    def has_news(self, session: Session) -> bool:
        """Tell whether the seat has something to decide, or its session is over, and its holder does not know."""
        if self.seen is not None and self.seen.names(session.version, session.history_hash):
            return False
        seat = session.seat_of(self.token)
        return seat is not None and (session.is_over or _decides(session, seat))


def _decides(session: Session, seat: int) -> bool:
    if session.state is None or session.seats[seat].kind != "HUMAN":
        return False
    return seat in engine.active_seats(session.state)


class _Poll:
    """The seats of one request, and the newest version of each session, or the code of the problem with it."""

    def __init__(self, sessions: SessionRepository, seats: Sequence[_Seat]) -> None:
        self._sessions = sessions
        self._seats = seats
        self.known: dict[str, Session | str] = {}
        self._has_news = False
        self._is_over = False
        self._changed = asyncio.Event()

    def end(self) -> None:
        """Wait no longer."""
        self._is_over = True
        self._changed.set()

    async def wait(self, seconds: int) -> None:
        """Read every session, and return when a seat has news, when none can have any, or after some seconds.

        Raises `StoreUnavailable`.
        """
        ids = dict.fromkeys(seat.session_id for seat in self._seats)
        try:
            async with asyncio.TaskGroup() as group:
                following = [group.create_task(self._follow(session_id)) for session_id in ids]
                await self._wait_for_news(following, seconds)
                for task in following:
                    task.cancel()
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _wait_for_news(self, following: Sequence[asyncio.Task[None]], seconds: int) -> None:
        for task in following:
            task.add_done_callback(lambda _: self._changed.set())
        await self._until(lambda: len(self.known) == len(following))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until(lambda: self._has_news or all(task.done() for task in following))

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not self._is_over and not is_so():
            self._changed.clear()
            await self._changed.wait()

    async def _follow(self, session_id: str) -> None:
        """Follow a session as long as one of the seats may have something to decide there."""
        seats = [seat for seat in self._seats if seat.session_id == session_id]
        there = self._sessions.presence.follow(*(seat.token for seat in seats))
        try:
            async with aclosing(follow(self._sessions, session_id, None)) as frames:  # type: ignore[type-var]
                async for frame in frames:
                    session = self.known[session_id] = frame.holders
                    there.see(session)
                    self._has_news = self._has_news or any(seat.has_news(session) for seat in seats)
                    self._changed.set()
                    if all(session.seat_of(seat.token) is None for seat in seats):
                        return
        except Problem as problem:
            self.known[session_id] = problem.code
        except DataCorrupted:
            self.known[session_id] = DATA_CORRUPTED
        finally:
            there.close()


def _answer(seats: Sequence[_Seat], known: Mapping[str, Session | str]) -> DecisionPoll:
    """Return the seats, with the sessions of those with news; at most so many, those that have waited longest."""
    news: list[tuple[int, int]] = []
    for index, seat in enumerate(seats):
        session = known.get(seat.session_id)
        if isinstance(session, Session) and seat.has_news(session):
            news.append((session.moved_at, index))
    told = {index for _, index in sorted(news)[:MOST_TOLD]}
    left = {index for _, index in news} - told
    return DecisionPoll(
        seats=tuple(
            _project(seat, WAITING if index in left else known.get(seat.session_id, WAITING), is_told=index in told)
            for index, seat in enumerate(seats)
        )
    )


def _project(seat: _Seat, known: Session | str, *, is_told: bool) -> PolledSeat:
    """Return what is known of a seat; without its session, its cursor stays where it was."""
    if isinstance(known, str) or known.seat_of(seat.token) is None:
        state = known if isinstance(known, str) else UNAUTHORIZED
        return PolledSeat(session_id=seat.session_id, state=state, cursor=seat.after, session=None)
    return PolledSeat(
        session_id=seat.session_id,
        state="OVER" if known.is_over else "DECIDING" if is_told else WAITING,
        cursor=str(known.cursor),
        session=project_session(known, seat.token) if is_told else None,
    )


def _read_seats(input: NextDecisionInput) -> list[_Seat]:
    """Return the seats of an input. Raises `Problem` if a part of it is out of range."""
    if not 1 <= len(input.seats) <= MOST_SEATS:
        raise Problem("INVALID_INPUT", f"A poll has 1 to {MOST_SEATS} seats.", ("seats",))
    if not 0 <= input.wait_seconds <= LONGEST_WAIT_SECONDS:
        message = f"The time to wait is a whole number from 0 to {LONGEST_WAIT_SECONDS} seconds."
        raise Problem("INVALID_INPUT", message, ("waitSeconds",))
    return [_read_seat(index, seat) for index, seat in enumerate(input.seats)]


def _read_seat(index: int, seat: PollSeatInput) -> _Seat:
    with within("seats", str(index)):
        seen, event = (None, None) if seat.after is None else read_cursor(seat.after)
    # The cursor of an event may be in the middle of a version.
    return _Seat(seat.session_id, read_token(seat.seat_token), seat.after, seen if event is None else None)
