"""The use cases that read sessions: a session with its events, record and review, and polls of several seats."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from itertools import count, islice

import msgspec
from msgspec.structs import replace

import engine
from engine import Event, Memory, Record, State
from service.opponents.table_slots import is_kept_waiting
from service.opponents.worker_process import ask_about
from service.sessions.history_hash import Cursor, event_cursor, read_cursor
from service.sessions.problems import DATA_CORRUPTED, Problem, deal_is_played
from service.sessions.rules import RolledBack, check_may_see, check_range, within
from service.sessions.session import Session
from service.sessions.tokens import read_token
from service.storage.presence import LastSeen
from service.storage.sessions import SessionRepository, read_archive
from service.use_cases.context import RequestContext
from service.use_cases.finding import first_place, page_size
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    LONGEST_WAIT_SECONDS,
    NextDecisionInput,
    PollSeatInput,
    PresenceInput,
    ReviewInput,
)
from service.use_cases.operation import SESSION_PROBLEMS, cost_of_seats, in_rest, query, raises
from service.use_cases.playing import advice_seed, check_may_search, cost_of_search, think
from service.use_cases.watch import watch
from service.views import table_view
from service.views.events import project_events
from service.views.fields import LARGEST_PAGE, format_time, make_page
from service.views.lobby_view import Presence, SeatPresence
from service.views.projection import ProjectedSession, project_session
from service.views.session_view import MOST_SEATS, MOST_TOLD, DecisionPoll, EventConnection, PolledSeat
from service.views.suggestion_view import LARGEST_REVIEW, Review, ReviewedMove, project_review
from store.problems import DataCorrupted

# Level 1 does not look ahead, so it cannot tell by how much a move is worse.
LOWEST_LEVEL = 2


async def find_session(context: RequestContext, session_id: str) -> ProjectedSession | None:
    """Return a session, or None if no session has that id. Raises `Problem` with UNAUTHORIZED."""
    session = await context.sessions.find(session_id)
    return None if session is None else _show(context, session)


async def read_session(context: RequestContext, session_id: str) -> ProjectedSession:
    """Return a session. Raises `Problem` with NOT_FOUND or UNAUTHORIZED."""
    return _show(context, await context.sessions.read(session_id))


def _show(context: RequestContext, session: Session) -> ProjectedSession:
    check_may_see(session, context.token)
    context.sessions.presence.saw(session, context.token)
    return ProjectedSession(session, context.token)


def _cost_of_review(input: ReviewInput) -> int:
    """Return the price of a page: for each move, a search and an equally large comparison with the best move."""
    return 2 * page_size(input.first, LARGEST_REVIEW) * cost_of_search(input.level)


@query("/v1/sessions/{sessionId}/review", "Table", cost=_cost_of_review)
@raises(*SESSION_PROBLEMS, "NOT_OVER", "BUSY")
async def review(context: RequestContext, input: ReviewInput) -> Review:
    """Review the moves of a finished session, each beside the move that a bot prefers.

    The bot decides from what the seat knew then. Nothing is changed.
    """
    # The same table and level get the same answer from every process.
    check_range(input.level, LOWEST_LEVEL, HIGHEST_LEVEL, "level")
    start = first_place(input.after)
    session = await context.sessions.read(input.session_id)
    check_may_see(session, context.token)
    record = await _find_record(context, session)
    size = page_size(input.first, LARGEST_REVIEW)
    moves = min(size, len(record.moves) - start)
    nodes: list[ReviewedMove] = []
    for step in islice(_replay(record), start, start + size):
        await context.report(len(nodes), moves, "reviewing the moves")
        nodes.append(await _review_step(context, session, step, input.level))
    items = [(str(node.ply), node) for node in nodes]
    has_next = start + size < len(record.moves)
    return make_page(Review, items, after=input.after, has_next=has_next, level=input.level)


@query("/v1/sessions/{sessionId}/presence", "Seats")
@raises("NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE")
async def presence(context: RequestContext, input: PresenceInput) -> Presence:
    """Return which holders of seats are connected.

    Presence is not part of the session: changes are reported only when asked for.
    """
    session = await context.sessions.read(input.session_id)
    sights = await context.sessions.presence.read(session)
    now = await context.sessions.store.now()
    seats = tuple(map(_project_sight, count(), sights))
    return Presence(session_id=session.id, seats=seats, waiting=is_kept_waiting(session, now))


def _project_sight(seat: int, sight: LastSeen) -> SeatPresence:
    last_seen = None if sight.at is None else format_time(sight.at)
    return SeatPresence(seat=seat, connected=sight.connected, last_seen=last_seen)


async def check_seen(context: RequestContext, session: ProjectedSession, seen: str) -> None:
    """Raise `RolledBack` if the store has lost the position of a cursor, and `Problem` for an invalid cursor."""
    position, _ = read_cursor(seen, "seen")
    await _check_kept(context, session, position, "seen")


async def _check_kept(context: RequestContext, projected: ProjectedSession, seen: Cursor, name: str) -> None:
    """Raise `RolledBack` if the store has lost the version that a client has seen and sent in the field `name`."""
    sessions = context.sessions
    now = Cursor(projected.version, projected.head or "")
    if seen.version > now.version:
        # A frame may show the session as of an earlier version.
        now = (await sessions.read(projected.id)).cursor
    if await sessions.losses.has_lost(projected.id, now, seen):
        session = await sessions.read(projected.id)
        sessions.losses.report(session, seen, context.token)
        raise RolledBack(seen, session, name)


async def find_record(context: RequestContext, session: ProjectedSession) -> str | None:
    """Return the record of a finished table as JSON; None before the end and while the deal is closed.

    The record contains the table's key (engine 7).
    """
    if session.status != "FINISHED" or session.is_deal_closed:
        return None
    archive = await read_archive(context.sessions.store, session.id)
    return None if archive is None else bytes(archive.record).decode()


async def list_events(
    context: RequestContext, session: ProjectedSession, first: int | None, after: str | None
) -> EventConnection:
    """Return a page of a session's events, oldest first, as its viewer may see them. Raises `Problem`.

    No event is later than the version of `session`.
    """
    size = page_size(first, LARGEST_PAGE)
    position, event = (Cursor(0), None) if after is None else read_cursor(after)
    await _check_kept(context, session, position, "after")
    found = await _events_after(context, session, position.version, event, size + 1)
    return make_page(EventConnection, found[:size], after=after, has_next=len(found) > size)


async def _events_after(
    context: RequestContext, session: ProjectedSession, version: int, event: int | None, size: int
) -> list[tuple[str, table_view.Event]]:
    found: list[tuple[str, table_view.Event]] = []
    start = 0 if event is None else event + 1
    async for logged in context.sessions.log(session.id, version if event is None else version - 1):
        if len(found) >= size or logged.version > session.version:
            break
        first = start if logged.version == version else 0
        nodes = project_events(session, logged.version, logged.entry.events, first)
        found += ((event_cursor(logged.version, logged.entry.history_hash, node.sequence), node) for node in nodes)
    return found[:size]


class _Step(msgspec.Struct, frozen=True):
    """A move of a table: the deal, the events before the move, and the state in which it was made."""

    dealt: State
    events_before: list[Event]
    state: State
    seat: int
    move: str

    def remembered(self) -> Memory:
        """Return what the seat remembered."""
        seen = engine.events_for(self.events_before, self.seat)
        return engine.remember(engine.begin_memory(self.dealt, self.seat), seen)


async def _review_step(context: RequestContext, session: Session, step: _Step, level: int) -> ReviewedMove:
    """Review a move by what its seat knew and remembered at that time."""
    state = step.state
    seat = step.seat
    check_may_search(state, seat, level)
    question = ask_about(state, seat, level, advice_seed(session, state, seat), step.remembered())
    thought = await think(context, replace(question, is_assessment=True, played=step.move))
    return project_review(state, seat, step.move, thought.choice, thought.losses)


async def _find_record(context: RequestContext, session: Session) -> Record:
    if session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    archive = await read_archive(context.sessions.store, session.id)
    if session.is_deal_closed:
        raise deal_is_played()
    if session.status != "FINISHED" or archive is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    record = engine.parse_record(bytes(archive.record))
    if record.rules != engine.find_game(record.game).rules:
        message = "The table was dealt under another version of the rules, which this service does not play."
        raise Problem("RULES_CHANGED", message, ("sessionId",))
    return record


def _replay(record: Record) -> Iterator[_Step]:
    """Yield the moves of a table."""
    dealt = state = engine.new_game(
        record.game, seats=record.seats, options=record.options, seed=record.seed, deck=record.deck
    )
    events_before: list[Event] = []
    for line in record.moves:
        seat, move = engine.split_line(line)
        yield _Step(dealt, events_before, state, seat, move)
        state, events = engine.apply(state, seat, move)
        events_before += events


WAITING = "WAITING"
UNAUTHORIZED = "UNAUTHORIZED"


@query(
    "POST /v1/decisions",
    "Table",
    result="NextDecisionResult",
    cost=cost_of_seats,
    mutation_deprecated="Use the query `nextDecision`.",
)
@in_rest(
    answered="The seats, with the sessions of those that have something to decide.",
    example={"seats": [{"sessionId": "…", "seatToken": "…"}], "waitSeconds": 0},
)
async def next_decision(context: RequestContext, input: NextDecisionInput) -> DecisionPoll:
    """Wait until one of several seats has something to decide.

    This is for programs that play many seats. The answer comes at once if a seat has something to decide, or its
    session is over, since the seat's `after`; otherwise when that happens, or at the end of the wait. Nothing is
    changed. The method is POST, since tokens do not belong in an address. The bearer token is ignored. Five seats are
    charged as one request, and each counts as a stream during the wait.
    """
    seats = _read_seats(input)
    poll = _Poll(context.sessions, seats)
    async with context.hold(len(seats), poll.end):
        await poll.wait(input.wait_seconds)
    return _answer(seats, poll.known)


class _Seat(msgspec.Struct, frozen=True):
    """A seat of a poll: `seen` is the cursor sent by its holder, `after` the cursor's text."""

    session_id: str
    token: str | None
    after: str | None
    seen: Cursor | None

    def has_news(self, session: Session) -> bool:
        """Tell whether the seat has a decision to make, or its session is over, since the version its holder knows."""
        if self.seen is not None and self.seen.names(session.version, session.history_hash):
            return False
        seat = session.seat_of(self.token)
        return seat is not None and (session.is_over or _decides(session, seat))


def _decides(session: Session, seat: int) -> bool:
    if session.state is None or session.seats[seat].kind != "HUMAN":
        return False
    return seat in engine.active_seats(session.state)


class _Poll:
    """The seats of one request, and the newest version of each session, or its problem's code."""

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
        """Read every session; return when a seat has news, when no seat can have any, or after some seconds.

        Raises `StoreUnavailable`.
        """
        ids = dict.fromkeys(seat.session_id for seat in self._seats)
        try:
            async with asyncio.TaskGroup() as group:
                watching = [group.create_task(self._watch(session_id)) for session_id in ids]
                await self._wait_for_news(watching, seconds)
                for task in watching:
                    task.cancel()
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _wait_for_news(self, watching: Sequence[asyncio.Task[None]], seconds: int) -> None:
        for task in watching:
            task.add_done_callback(lambda _: self._changed.set())
        await self._until(lambda: len(self.known) == len(watching))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until(lambda: self._has_news or all(task.done() for task in watching))

    async def _until(self, is_true: Callable[[], bool]) -> None:
        while not self._is_over and not is_true():
            self._changed.clear()
            await self._changed.wait()

    async def _watch(self, session_id: str) -> None:
        """Watch a session while one of the seats may have something to decide there."""
        seats = [seat for seat in self._seats if seat.session_id == session_id]
        presence = self._sessions.presence.poll(*(seat.token for seat in seats))
        following = watch(self._sessions, session_id, None, presence=presence)
        try:
            async with aclosing(following) as frames:  # type: ignore[type-var]
                async for frame in frames:
                    session = frame.holders
                    self.known[session_id] = session
                    self._has_news = self._has_news or any(seat.has_news(session) for seat in seats)
                    self._changed.set()
                    if all(session.seat_of(seat.token) is None for seat in seats):
                        return
        except Problem as problem:
            self.known[session_id] = problem.code
        except DataCorrupted:
            self.known[session_id] = DATA_CORRUPTED


def _answer(seats: Sequence[_Seat], known: Mapping[str, Session | str]) -> DecisionPoll:
    """Return the seats, with the sessions of at most MOST_TOLD seats with news: those that have waited longest."""
    news: list[tuple[int, int]] = []
    for index, seat in enumerate(seats):
        session = known.get(seat.session_id)
        if isinstance(session, Session) and seat.has_news(session):
            news.append((session.moved_at, index))
    news.sort()
    reported = {index for _, index in news[:MOST_TOLD]}
    left_out = {index for _, index in news[MOST_TOLD:]}
    polled: list[PolledSeat] = []
    for index, seat in enumerate(seats):
        session = WAITING if index in left_out else known.get(seat.session_id, WAITING)
        polled.append(_project(seat, session, is_reported=index in reported))
    return DecisionPoll(seats=tuple(polled))


def _project(seat: _Seat, known: Session | str, *, is_reported: bool) -> PolledSeat:
    """Return the state of a seat; if its session is not known, its cursor stays the same."""
    if isinstance(known, str):
        return PolledSeat(session_id=seat.session_id, state=known, cursor=seat.after, session=None)
    if known.seat_of(seat.token) is None:
        return PolledSeat(session_id=seat.session_id, state=UNAUTHORIZED, cursor=seat.after, session=None)
    state = "DECIDING" if is_reported else WAITING
    return PolledSeat(
        session_id=seat.session_id,
        state="OVER" if known.is_over else state,
        cursor=str(known.cursor),
        session=project_session(known, seat.token) if is_reported else None,
    )


def _read_seats(input: NextDecisionInput) -> list[_Seat]:
    """Return the seats of an input. Raises `Problem` if a part of it is out of range."""
    if not 1 <= len(input.seats) <= MOST_SEATS:
        raise Problem("INVALID_INPUT", f"Send 1 to {MOST_SEATS} seats.", ("seats",))
    if not 0 <= input.wait_seconds <= LONGEST_WAIT_SECONDS:
        message = f"`waitSeconds` must be a whole number from 0 to {LONGEST_WAIT_SECONDS}."
        raise Problem("INVALID_INPUT", message, ("waitSeconds",))
    return [_read_seat(index, seat) for index, seat in enumerate(input.seats)]


def _read_seat(index: int, seat: PollSeatInput) -> _Seat:
    with within("seats", str(index)):
        seen, event = (None, None) if seat.after is None else read_cursor(seat.after)
    if event is not None:
        # The cursor of an event may be in the middle of a version.
        seen = None
    return _Seat(seat.session_id, read_token(seat.seat_token), seat.after, seen)
