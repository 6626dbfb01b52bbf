"""Many callers change one session or tournament at once, at two workers: all of them are served, none is told BUSY."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import pytest

from service.sessions.problems import Problem
from service.storage.documents import Turns
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TOURNAMENTS, TournamentRepository
from service.use_cases.context import RequestContext, StatelessTables
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, OptionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.tournaments.hosting import create_tournament, enter_tournament
from service.use_cases.tournaments.inputs import CreateTournamentInput, EnterTournamentInput
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored
from tests.support.graphql_sessions import new_key
from tools.stores import StoreWrapper

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(600, 600, 600)
CALLERS = 60


class CountingStore(StoreWrapper):
    """Counts what is read of sessions and tournaments."""

    loads = 0

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


async def at_once(call: Callable[[int], Awaitable[object]]) -> list[object]:
    return list(await asyncio.gather(*(call(number) for number in range(CALLERS))))


async def test_all_who_enter_a_tournament_at_once_enter_it(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    tournament = await open_tournament(workers[0])
    entered = await at_once(lambda number: enter(workers[number % 2], tournament, new_key()))
    assert sorted(entered) == [(number, False) for number in range(CALLERS)]  # type: ignore[type-var]


async def test_who_has_let_others_go_first_decides_on_what_they_have_made(store: Store, second_store: Store) -> None:
    overtaking = OvertakingStore(store, worker_on(second_store))
    worker = worker_on(overtaking)
    tournament = await open_tournament(worker)
    overtaking.tries = 0
    assert await enter(worker, tournament, new_key()) == (4, False)
    assert overtaking.tries == 4


async def test_all_who_join_a_session_at_once_get_a_seat(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    decks = OptionInput(name="decks", value="20")
    opened = await create_session(workers[0], CreateSessionInput(game="zlam", seats=CALLERS, options=[decks]))

    async def join(number: int) -> int:
        joined = await join_session(workers[number % 2], JoinSessionInput(session_id=opened.session.id))
        return joined.seat

    assert sorted(await at_once(join)) == list(range(CALLERS))  # type: ignore[type-var]


async def test_a_request_that_is_sent_many_times_at_once_is_carried_out_once(store: Store, second_store: Store) -> None:
    workers = worker_on(store), worker_on(second_store)
    tournament, key = await open_tournament(workers[0]), new_key()
    entered = await at_once(lambda number: enter(workers[number % 2], tournament, key))
    assert sorted(entered) == [(0, False), *[(0, True)] * (CALLERS - 1)]  # type: ignore[type-var]


async def test_changes_in_a_queue_are_decided_on_what_the_one_before_has_made(store: Store) -> None:
    counting = CountingStore(store)
    worker = worker_on(counting)
    tournament = await open_tournament(worker)
    await enter(worker, tournament, new_key())
    counting.loads = 0
    await at_once(lambda _number: enter(worker, tournament, new_key()))
    assert counting.loads <= 1  # The clock of the store may have to be read anew.


async def test_who_gives_up_in_the_queue_does_not_stop_those_behind() -> None:
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
