"""Tournaments that several workers change at once, and whose worker dies at any call of its store."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import anyio
import pytest

from service.scheduler.steps import Outdated, end_tables, make_step
from service.sessions.tokens import ChangeRequest
from service.tournaments.changes import Withdrawn
from service.tournaments.tournament import Tournament, places_of, rank, shown_of, table_id
from service.use_cases.inputs import OptionInput
from service.views.tournament_view import TournamentCreated
from store.port import Commit, Committed, Conflict, Repeated, Store
from store.problems import StoreUnavailable
from tests.service.test_batches import Counting
from tests.service.test_seating import DyingStore
from tests.support.stores import gather
from tests.support.timed_sessions import Timed
from tests.support.tournament_workers import Worker
from tools.stores import StoreWrapper

pytestmark = pytest.mark.anyio


async def test_large_tables_are_opened_and_ended_one_at_a_time(sqlite_store: Store) -> None:
    counting = Counting(sqlite_store)
    worker = Worker(counting)
    options = (OptionInput(name="decks", value="7"),)
    made = await worker.open(people=300, seats_per_table=100, options=options, rounds=1)
    await worker.start(made)
    playing = await worker.advance(made)
    await end_tables(worker.sessions, playing)
    assert [table.status for table in await worker.tables(playing)] == ["ABANDONED"] * 3
    assert counting.most == 1


# ---- who withdraws while tables are opened


async def test_an_entrant_who_withdraws_while_tables_are_opened_keeps_nobody_waiting(store: Store) -> None:
    worker = Worker(store)
    other = Worker(store)
    made = await worker.open()
    await worker.start(made)
    paired = await worker.step(made)
    gone = paired.rounds[0].tables[0].entrants[0]
    await other.withdraw(made, gone)
    # This worker does not know of it yet.
    await make_step(worker.sessions, worker.tournaments, paired, "OPEN")
    first, second = await worker.tables(paired)
    assert [seat.kind for seat in first.seats] == ["DEFAULT_POLICY", "HUMAN"]
    assert [seat.kind for seat in second.seats] == ["HUMAN", "HUMAN"]


async def test_a_seat_is_given_up_though_the_worker_of_the_withdrawal_has_died(store: Store) -> None:
    worker = Worker(store)
    made = await worker.open()
    await worker.start(made)
    playing = await worker.advance(made)
    gone = playing.rounds[0].tables[1].entrants[1]
    await worker.tournaments.change(playing.id, ChangeRequest("", None), lambda _now, at: Withdrawn(at, gone))
    await worker.scheduler._cleanup.go_round()
    _, second = await worker.tables(playing)
    assert [seat.kind for seat in second.seats] == ["HUMAN", "DEFAULT_POLICY"]


async def test_a_table_from_which_all_withdrew_before_it_opened_plays_itself_to_the_end(store: Store) -> None:
    worker = Worker(store)
    made = await worker.open()
    await worker.start(made)
    paired = await worker.step(made)
    for entrant in paired.rounds[0].tables[0].entrants:
        await worker.withdraw(made, entrant)
    await worker.advance(made)
    first, second = await worker.tables(paired)
    assert (first.status, second.status) == ("FINISHED", "ACTIVE")
    await worker.play(made, second)
    ended = await worker.advance(made)
    assert ended.rounds[0].stage == "OVER"
    assert all(board is not None for table in ended.rounds[0].tables for board in table.boards)


# ---- several workers


async def play_out(workers: Sequence[Worker], made: TournamentCreated) -> Tournament:
    """Have all workers advance a tournament at once, and play its tables, until it is over."""
    while not (tournament := await workers[0].read(made)).is_over:
        await gather([lambda one=worker: one.advance(made) for worker in workers])  # type: ignore[misc]
        tournament = await workers[0].read(made)
        for session in await workers[0].tables(tournament):
            await workers[0].play(made, session)
    return tournament


@pytest.mark.parametrize("deals", ["FRESH", "SAME"])
async def test_workers_that_carry_on_at_once_do_each_step_once(store: Store, second_store: Store, deals: str) -> None:
    workers = [Worker(store), Worker(second_store), Worker(store)]
    made = await workers[0].open(people=5, deals=deals)
    await workers[0].start(made)
    ended = await play_out(workers, made)
    kinds = [type(one.entry.change).__name__ async for one in workers[1].tournaments.log(ended.id, 0)]
    counted = Counter(kinds)
    assert {counted[once] for once in ("Started", "Finished")} == {1}
    assert {counted[each] for each in ("RoundPaired", "TablesOpened", "RoundClosed")} == {2}
    assert rank(shown_of(ended)) == rank(shown_of(await workers[1].read(made)))
    for number in (1, 2):
        ids = [table_id(ended, place) for place in places_of(ended, number)]
        sessions = [await workers[1].sessions.read(one) for one in ids]
        assert {session.status for session in sessions} == {"FINISHED"}
        assert not any(session.is_deal_closed for session in sessions)


async def test_a_tournament_that_two_callers_start_at_once_starts_once(store: Store, second_store: Store) -> None:
    workers = [Worker(store), Worker(second_store)]
    made = await workers[0].open()
    await gather([lambda one=worker: one.start(made, "the same key") for worker in workers])  # type: ignore[misc]
    assert (await workers[1].read(made)).version == 2


async def test_a_round_that_was_paired_before_a_change_is_paired_again(store: Store) -> None:
    worker = Worker(store)
    other = Worker(store)
    made = await worker.open()
    await worker.start(made)
    known = await worker.read(made)
    await other.withdraw(made, 3)
    with pytest.raises(Outdated):
        await make_step(worker.sessions, worker.tournaments, known, "PAIR")
    paired = await worker.step(made)
    assert 3 not in {entrant for table in paired.rounds[0].tables for entrant in table.entrants}


async def test_a_result_that_two_workers_report_counts_once(store: Store, second_store: Store) -> None:
    workers = [Worker(store), Worker(second_store)]
    made = await workers[0].open()
    await workers[0].start(made)
    playing = await workers[0].advance(made)
    for session in await workers[0].tables(playing):
        await workers[0].play(made, session)
    await gather([lambda one=worker: one.advance(made) for worker in workers])  # type: ignore[misc]
    finished = []
    async for logged in workers[1].tournaments.log(playing.id, 0):
        boards = [event for event in logged.entry.events if event.kind == "boardFinished"]
        finished += [(event.table, event.board) for event in boards]
    assert sorted(finished) == [(0, 0), (1, 0)]


async def test_a_result_after_a_ruling_changes_nothing(store: Store) -> None:
    worker = Worker(store)
    made = await worker.open()
    await worker.start(made)
    playing = await worker.advance(made)
    await worker.rule(made, 1, 0)
    first, second = await worker.tables(playing)
    await worker.play(made, first)
    assert await worker.advance(made) == await worker.read(made)
    await worker.play(made, second)
    after = await worker.advance(made)
    assert len(after.rounds) == 2
    first_points = after.points_in(1)[0]
    assert first_points is not None
    assert list(map(float, first_points)) == [1, 0]


# ---- a worker that dies


@pytest.mark.parametrize("is_last_made", [False, True])
async def test_a_worker_may_die_at_any_call_of_its_store(sqlite_store: Store, is_last_made: bool) -> None:
    calls = 0
    while True:
        sound = Worker(sqlite_store)
        made = await sound.open(people=4, deals="SAME", rounds=1)
        await sound.start(made)
        dying = DyingStore(sqlite_store, calls, is_last_made=is_last_made)
        with suppress(StoreUnavailable):
            await _advance_and_play(Worker(dying), made)
        ended = await _advance_and_play(sound, made)
        await _check_ended(sound, ended)
        if dying.calls >= 0:
            break
        calls += 1
    assert calls > 20


class HangingStore(StoreWrapper):
    """A store whose commits hang from one on, before it is made."""

    def __init__(self, store: Store, commits: int) -> None:
        super().__init__(store)
        self.left = commits
        self.hangs = anyio.Event()

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.left -= 1
        if self.left < 0:
            self.hangs.set()
            await anyio.sleep_forever()
        return await super().commit(change)


@pytest.mark.parametrize("commits", range(6))
async def test_another_worker_finishes_the_step_of_a_worker_that_ended(timed: Timed, commits: int) -> None:
    # The commits: the pairing, the opening of each of three tables, and the end of the opening.
    sound = Worker(timed.store)
    hanging = HangingStore(timed.store, commits)
    made = await sound.open(people=6, deals="SAME")
    await sound.start(made)
    ending = Worker(hanging)
    ending.scheduler.notice(await sound.read(made))
    if commits < 5:
        await hanging.hangs.wait()
        await ending.scheduler.close()
    # The lease of the worker that has ended is over, too.
    timed.seconds += 10
    await sound.scheduler._cleanup.go_round()
    for task in (*ending.scheduler._advancing.values(), *sound.scheduler._advancing.values()):
        await task
    tournament = await sound.read(made)
    assert (len(tournament.rounds), tournament.rounds[0].stage) == (1, "PLAYING")
    assert [session.status for session in await sound.tables(tournament)] == ["ACTIVE"] * 3
    kinds = [type(one.entry.change).__name__ async for one in sound.tournaments.log(tournament.id, 0)]
    assert kinds == ["Created", "Started", "RoundPaired", "TablesOpened"]


async def _advance_and_play(worker: Worker, made: TournamentCreated) -> Tournament:
    tournament = await worker.advance(made)
    for session in await worker.tables(tournament):
        await worker.play(made, session)
    return await worker.advance(made)


async def _check_ended(worker: Worker, ended: Tournament) -> None:
    assert (ended.status, len(ended.rounds), ended.rounds[0].stage) == ("FINISHED", 1, "OVER")
    tables = await worker.tables(ended)
    assert [(session.status, session.is_deal_closed) for session in tables] == [("FINISHED", False)] * 2
    assert {session.dealing.server_seed for session in tables} == {ended.rounds[0].server_seed}
    kinds = Counter([type(one.entry.change).__name__ async for one in worker.tournaments.log(ended.id, 0)])
    # A worker may die between the results of two tables.
    assert kinds.pop("ResultsReported") in (1, 2)
    assert kinds == dict.fromkeys(("Created", "Started", "RoundPaired", "TablesOpened", "RoundClosed", "Finished"), 1)
