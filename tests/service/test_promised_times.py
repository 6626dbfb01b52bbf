"""A session and a tournament live as long as their terms promise, and some time longer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.sessions.changes import DealOpened
from service.sessions.problems import Problem
from service.sessions.session import Session, Setup, deadline_of
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.tournament import Tournament
from service.use_cases.batches import batch_results, create_sessions
from service.use_cases.finding import join_or_create
from service.use_cases.inputs import (
    LONGEST_MOVE_SECONDS,
    BatchResultsInput,
    BatchSessionInput,
    CreateSessionInput,
    CreateSessionsInput,
    JoinOrCreateInput,
    JoinSessionInput,
    SeatedBotInput,
    SessionActInput,
    SessionInput,
)
from service.use_cases.lobby import abandon_session, join_session, offer_rematch
from service.use_cases.opening import create_session
from service.use_cases.playing import claim_deadline
from service.use_cases.tournaments.hosting import pair_next_round, pause_tournament, resume_tournament
from service.use_cases.tournaments.inputs import TournamentActInput
from store.port import Store
from store.sqlite.store import SqliteStore
from tests.support.graphql_sessions import new_key
from tests.support.stores import until
from tests.support.timed_sessions import Timed
from tests.support.tournament_workers import Worker
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

DAY = 24 * 3600
WEEK = 7 * DAY
USUAL = Lifetimes(session=WEEK, finished=DAY, archive=90 * DAY)


@pytest.fixture
def usual(timed: Timed) -> Timed:
    """Sessions on a store whose clock the test advances, with the lifetimes of a service without settings."""
    timed.sessions = SessionRepository(timed.store, USUAL)
    return timed


async def opened(sessions: SessionRepository, **settings: object) -> Session:
    """Open a table for two, take both seats, and return it dealt."""
    wanted = CreateSessionInput(game="zeven", seats=2, **settings)  # type: ignore[arg-type]
    made = await create_session(caller(sessions), wanted)
    for seat in range(2):
        await join_session(caller(sessions), JoinSessionInput(session_id=made.session.id, seat=seat))
    return await sessions.read(made.session.id)


# ---- sessions


@pytest.mark.parametrize("seconds", [WEEK - 1, WEEK, WEEK + 1, LONGEST_MOVE_SECONDS])
async def test_a_session_outlives_its_deadline(usual: Timed, seconds: int) -> None:
    session = await opened(usual.sessions, move_seconds=seconds)
    deadline = deadline_of(session)
    assert deadline is not None
    # Nobody looks at the table for some days after the deadline.
    usual.seconds = deadline / 1000 + 3 * DAY
    claimed = await claim_deadline(caller(usual.sessions), SessionActInput(session_id=session.id))
    assert "defaulted" in [event.kind for event in claimed.events]


async def test_a_deadline_is_claimed_in_every_store_though_sessions_live_shorter(store: Store) -> None:
    sessions = SessionRepository(store, Lifetimes(session=1, finished=60, archive=60))
    session = await opened(sessions, move_seconds=2)
    deadline = deadline_of(session)
    assert deadline is not None

    async def is_due() -> bool:
        return await store.now() >= deadline

    await until(is_due)
    claimed = await claim_deadline(caller(sessions), SessionActInput(session_id=session.id))
    assert session_of(claimed).version == session.version + 1


async def test_the_pauses_before_a_move_are_covered_too() -> None:
    setup = Setup(move_seconds=100, reaction_millis=59_001, bot_millis=500)
    assert USUAL.of_session(setup) == WEEK + 160
    assert USUAL.of_session(Setup()) == WEEK


async def test_a_rematch_outlives_its_deadline(usual: Timed) -> None:
    wanted = CreateSessionInput(game="zeven", seats=2, move_seconds=LONGEST_MOVE_SECONDS)
    made = await create_session(caller(usual.sessions), wanted)
    host = caller(usual.sessions, made.host_token)
    wish = SessionInput(session_id=made.session.id)
    await abandon_session(host, wish)
    offered = await offer_rematch(host, wish)
    assert session_of(offered).lifetime > LONGEST_MOVE_SECONDS


async def test_a_key_of_a_seat_is_known_as_long_as_its_table(usual: Timed) -> None:
    key = new_key()
    wish = JoinOrCreateInput(game="zeven", seats=2, move_seconds=LONGEST_MOVE_SECONDS, idempotency_key=key)
    first = await join_or_create(caller(usual.sessions), wish)
    usual.seconds += LONGEST_MOVE_SECONDS
    again = await join_or_create(caller(usual.sessions), wish)
    assert (again.session.id, again.seat_token, again.replayed) == (first.session.id, first.seat_token, True)


async def test_a_batch_is_known_as_long_as_its_slowest_table(usual: Timed) -> None:
    usual.sessions = SessionRepository(usual.store, Lifetimes(session=WEEK, finished=DAY, archive=DAY))
    table = BatchSessionInput(game="zeven", seats=2, bots=[SeatedBotInput(seat=1, level=1)])
    slow = replace(table, move_seconds=LONGEST_MOVE_SECONDS)
    made = await create_sessions(caller(usual.sessions), CreateSessionsInput(sessions=[table, slow]))
    usual.seconds += WEEK + LONGEST_MOVE_SECONDS - DAY
    found = await batch_results(caller(usual.sessions), BatchResultsInput(batch_id=made.batch_id))
    assert [(node.status, node.problem) for node in found.nodes] == [(None, "NOT_FOUND"), ("OPEN", None)]


# ---- tournaments


class Slow:
    """A tournament on a store whose clock the test advances, carried on only when the test says so."""

    def __init__(self, file: Path) -> None:
        self.seconds = 1e9
        self.store = SqliteStore(str(file), clock=lambda: self.seconds)
        self.worker = Worker(self.store)
        self.worker.sessions = SessionRepository(self.store, USUAL)
        self.worker.tournaments = TournamentRepository(self.store, USUAL)
        self.worker.scheduler = type(self.worker.scheduler)(self.worker.sessions, self.worker.tournaments)


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Slow]:
    slow = Slow(tmp_path / "croupier.db")
    await slow.store.start()
    yield slow
    await slow.store.close()


async def test_a_tournament_by_its_host_is_played_one_round_a_week(slow: Slow) -> None:
    made = await slow.worker.open(by_host=True, rounds=3)
    host = slow.worker.caller(made.host_token)
    wish = TournamentActInput(tournament_id=made.tournament.id)
    # Entrants have a month to come.
    slow.seconds += 30 * DAY
    await slow.worker.start(made)
    for number in (1, 2, 3):
        if number > 1:
            slow.seconds += WEEK + DAY
            await pair_next_round(host, wish)
        paired = await slow.worker.advance(made)
        assert len(paired.rounds) == number
        # The tables are open all week, and played at its end.
        slow.seconds += WEEK + DAY
        for session in await slow.worker.tables(paired):
            await slow.worker.play(made, session)
        await slow.worker.advance(made)
    slow.seconds += WEEK + DAY
    await pair_next_round(host, wish)
    assert (await slow.worker.advance(made)).status == "FINISHED"


async def test_a_paused_tournament_waits_for_its_host(slow: Slow) -> None:
    made = await slow.worker.open()
    await slow.worker.start(made)
    host = slow.worker.caller(made.host_token)
    wish = TournamentActInput(tournament_id=made.tournament.id)
    await pause_tournament(host, wish)
    slow.seconds += 30 * DAY
    assert (await resume_tournament(host, wish)).tournament.status == "RUNNING"


async def look_after(slow: Slow, tournament: Tournament, days: int) -> Tournament:
    """Let some days pass, on each of which the scheduler looks once; return the newest version."""
    for _ in range(days):
        slow.seconds += DAY
        tournament = await slow.worker.tournaments.read(tournament.id)
        await slow.worker.scheduler._look_after(tournament, await slow.store.now())
    return await slow.worker.tournaments.read(tournament.id)


@pytest.mark.parametrize("deals", ["FRESH", "SAME"])
async def test_a_tournament_lives_as_long_as_a_table_is_played(slow: Slow, deals: str) -> None:
    made = await slow.worker.open(rounds=1, deals=deals)
    await slow.worker.start(made)
    playing = await slow.worker.advance(made)
    first, second = await slow.worker.tables(playing)
    await slow.worker.play(made, first)
    # The second table takes a move every six days.
    while not (await slow.worker.sessions.read(second.id)).is_over:
        playing = await look_after(slow, playing, 6)
        await slow.worker.move(made, second)
    ended = await slow.worker.advance(made)
    assert ended.status == "FINISHED"
    if deals == "SAME":
        # The table that was over at once shows its deal at the end of the round.
        entries = [logged.entry.change async for logged in slow.worker.sessions.log(first.id, 0)]
        assert isinstance(entries[-1], DealOpened)


async def test_a_tournament_that_nobody_plays_any_more_expires(slow: Slow) -> None:
    made = await slow.worker.open(rounds=1)
    await slow.worker.start(made)
    playing = await slow.worker.advance(made)
    lifetime = playing.lifetime // DAY + 1
    await look_after(slow, playing, lifetime - 1)
    slow.seconds += lifetime * DAY
    with pytest.raises(Problem, match="expired"):
        await slow.worker.tournaments.read(playing.id)
