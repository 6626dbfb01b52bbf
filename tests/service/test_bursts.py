"""Many callers change one session or tournament at once, at two workers: all are served, none gets BUSY."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

import pytest

from service.sessions.problems import Problem
from service.storage.documents import LONGEST_WAIT_SECONDS, Turns
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TOURNAMENTS, TournamentRepository
from service.use_cases.context import RequestContext, StatelessTables
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, OptionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.tournaments.hosting import create_tournament, enter_tournament
from service.use_cases.tournaments.inputs import CreateTournamentInput, EnterTournamentInput
from store.options import Durability
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored
from store.problems import NotTried, StoreUnavailable
from tests.support.graphql_sessions import new_key
from tests.support.store_fixtures import Pair
from tools.redis.server import RedisServer
from tools.services import seconds_at_most
from tools.stores import StoreWrapper, started_store

pytestmark = pytest.mark.anyio

REPLICATED = Durability("replicated", 1)
LIFETIMES = Lifetimes(600, 600, 600)
CALLERS = 60

T = TypeVar("T")


class CountingStore(StoreWrapper):
    """Counts what is read of sessions and tournaments, and what is written."""

    loads = 0
    commits = 0

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.commits += 1
        return await super().commit(change)

    async def load(self, session_id: str) -> Stored | None:
        self.loads += 1
        return await super().load(session_id)


class OvertakingStore(StoreWrapper):
    """A store in which another worker is faster three times, and makes one more change while the third loser waits."""

    tries = 4

    def __init__(self, store: Store, other: RequestContext) -> None:
        super().__init__(store)
        self.other = other

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.tries += 1
        tournament = change.document_id.removeprefix(TOURNAMENTS.prefix)
        if self.tries <= 3:
            await enter(self.other, tournament, new_key())
        answer = await super().commit(change)
        if self.tries >= 3 and isinstance(answer, Conflict):
            await enter(self.other, tournament, new_key())
        return answer


def worker_on(store: Store) -> RequestContext:
    """Return what all requests at one worker share."""
    tables = StatelessTables(None, store, 0)
    return RequestContext(SessionRepository(store, LIFETIMES), TournamentRepository(store, LIFETIMES), tables, None)


async def enter(worker: RequestContext, tournament_id: str, key: str) -> tuple[int, bool]:
    """Enter a tournament; return the entrant's number, and whether it had entered before."""
    entered = await enter_tournament(
        worker, EnterTournamentInput(tournament_id=tournament_id, name="Ada", idempotency_key=key)
    )
    return entered.entrant, entered.replayed


async def open_tournament(worker: RequestContext) -> str:
    wish = CreateTournamentInput(title="Cup", game="zlam", format="SWISS", open=True, idempotency_key=new_key())
    return (await create_tournament(worker, wish)).tournament.id


async def open_large_table(worker: RequestContext) -> str:
    decks = OptionInput(name="decks", value="20")
    opened = await create_session(worker, CreateSessionInput(game="zlam", seats=CALLERS, options=[decks]))
    return opened.session.id


async def join(worker: RequestContext, session_id: str) -> int:
    """Join a session; return the seat."""
    return (await join_session(worker, JoinSessionInput(session_id=session_id))).seat


async def at_once(call: Callable[[int], Awaitable[object]]) -> list[object]:
    return list(await asyncio.gather(*(call(number) for number in range(CALLERS))))


async def test_simultaneous_entries_to_a_tournament_all_succeed(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    tournament = await open_tournament(workers[0])
    entered = await at_once(lambda number: enter(workers[number % 2], tournament, new_key()))
    assert sorted(entered) == [(number, False) for number in range(CALLERS)]  # type: ignore[type-var]


async def test_a_change_that_let_others_go_first_is_decided_on_their_version(store: Store, second_store: Store) -> None:
    overtaking = OvertakingStore(store, worker_on(second_store))
    worker = worker_on(overtaking)
    tournament = await open_tournament(worker)
    overtaking.tries = 0
    assert await enter(worker, tournament, new_key()) == (4, False)
    assert overtaking.tries == 4


async def test_simultaneous_requests_for_a_seat_all_get_one(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    session = await open_large_table(workers[0])
    seats = await at_once(lambda number: join(workers[number % 2], session))
    assert sorted(seats) == list(range(CALLERS))  # type: ignore[type-var]


async def test_a_request_that_is_sent_many_times_at_once_is_carried_out_once(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    tournament = await open_tournament(workers[0])
    key = new_key()
    entered = await at_once(lambda number: enter(workers[number % 2], tournament, key))
    assert sorted(entered) == [(0, False), *[(0, True)] * (CALLERS - 1)]  # type: ignore[type-var]


async def test_changes_in_a_queue_are_decided_on_what_the_one_before_has_made(store: Store) -> None:
    counting = CountingStore(store)
    worker = worker_on(counting)
    tournament = await open_tournament(worker)
    await enter(worker, tournament, new_key())
    counting.loads = 0
    await at_once(lambda _number: enter(worker, tournament, new_key()))
    assert counting.loads <= 1  # The clock of the store may have to be read again.


async def test_a_frozen_replica_refuses_all_who_wait_for_a_change_together(pair: Pair) -> None:
    async with started_store(pair.primary.url, REPLICATED) as store:
        counting = CountingStore(store)
        worker = worker_on(counting)
        tournament = await open_tournament(worker)
        session = await open_large_table(worker)
        await enter(worker, tournament, new_key())
        pair.pause()
        for change in (lambda: enter(worker, tournament, new_key()), lambda: join(worker, session)):
            counting.commits = 0
            with seconds_at_most(LONGEST_WAIT_SECONDS):
                refused = await asyncio.gather(*(change() for _ in range(20)), return_exceptions=True)
            assert [type(error) for error in refused] == [StoreUnavailable, *[NotTried] * 19]
            assert counting.commits == 1
        pair.resume()
        assert await until_answered(lambda: enter(worker, tournament, new_key())) in ((1, False), (2, False))


async def test_a_store_that_stops_refuses_all_who_wait_and_serves_all_once_it_is_back(
    own_redis_server: RedisServer,
) -> None:
    async with started_store(own_redis_server.url) as store:
        worker = worker_on(store)
        tournament = await open_tournament(worker)
        own_redis_server.pause()
        keys = [new_key() for _ in range(20)]
        with seconds_at_most(LONGEST_WAIT_SECONDS):
            entering = (enter(worker, tournament, key) for key in keys)
            refused = await asyncio.gather(*entering, return_exceptions=True)
        assert all(isinstance(error, StoreUnavailable) for error in refused)
        assert [error for error in refused if isinstance(error, NotTried)] == refused[1:]
        own_redis_server.resume()
        entered = [await until_answered(partial(enter, worker, tournament, key)) for key in keys]
        assert sorted(number for number, _ in entered) == list(range(20))
        assert not worker.tournaments.turns


async def until_answered(call: Callable[[], Awaitable[T]]) -> T:
    """Return the result of a call, made again while the store does not answer."""
    while True:
        with suppress(StoreUnavailable):
            return await call()
        await asyncio.sleep(0)


async def test_a_caller_refused_while_it_gives_up_has_no_turn_to_end() -> None:
    turns = Turns()
    turns["table"] = deque()
    waiting = [asyncio.create_task(turns.wait("table")) for _ in range(2)]
    await asyncio.sleep(0)
    turns.turn_away("table", StoreUnavailable("away"))
    waiting[0].cancel()
    given_up, turned_away = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(given_up, asyncio.CancelledError)
    assert isinstance(turned_away, NotTried)
    assert turns == {"table": deque()}


async def test_a_caller_that_gives_up_in_the_queue_does_not_stop_the_next_ones() -> None:
    turns = Turns()
    turns["table"] = deque()
    waiting = [asyncio.create_task(turns.wait("table")) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    turns.end("table")
    # The second has its turn, and gives up before it hears of it.
    waiting[1].cancel()
    await asyncio.gather(*waiting[:2], return_exceptions=True)
    assert await waiting[2]
    turns.end("table")
    assert not turns


async def test_a_store_that_hangs_keeps_nobody_queued_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.storage.documents.LONGEST_WAIT_SECONDS", 0.01)
    worker = worker_on(store)
    tournament = await open_tournament(worker)
    worker.tournaments.turns[tournament] = deque()
    with pytest.raises(Problem) as busy:
        await enter(worker, tournament, new_key())
    assert busy.value.code == "BUSY"
    assert busy.value.retry_after
    worker.tournaments.turns.end(tournament)
    assert await enter(worker, tournament, new_key()) == (0, False)
