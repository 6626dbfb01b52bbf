"""The driver of bots: any worker makes each decision once, in time, from the events of its seat alone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

import bots
import engine
from service import cleanup
from service.opponents.memories import Memories
from service.opponents.player import Think
from service.opponents.worker_process import Question, Thought
from service.sessions.apply_change import make_next
from service.sessions.changes import BotRemoved, Moved, Started, standing_moves
from service.sessions.problems import Problem
from service.sessions.session import Session, Setup, asked_seats
from service.sessions.tokens import make_change_request
from service.storage.sessions import BOT_SESSIONS
from service.use_cases.inputs import SessionActInput
from service.use_cases.playing import ask_take_back, claim_deadline, resign
from store.port import StoredEntry
from tests.service.api.test_catalogue import GAMES
from tests.service.opponents.tables import TOKEN, BotWorker, think_here
from tests.support.stores import until
from tools.redis.server import RedisServer
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

OpenWorker = Callable[..., Awaitable[BotWorker]]


@pytest.fixture
async def open_worker(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OpenWorker]:
    """Start workers on one store, which close at the end."""
    monkeypatch.setattr(cleanup, "ROUND_SECONDS", 0.1)
    async with AsyncExitStack() as workers:

        async def start(think: Think = think_here) -> BotWorker:
            worker = BotWorker(store_url, think)
            await worker.start()
            workers.push_async_callback(worker.close)
            return worker

        yield start


@pytest.fixture
async def worker(open_worker: OpenWorker) -> BotWorker:
    return await open_worker()


async def think_for_ever(_question: Question) -> Thought:
    """Never answer."""
    return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


def decided_again(session: Session, move: Moved) -> str | None:
    """Return the move that a bot chooses at a version, by what its decision tells."""
    assert session.state is not None
    assert move.decision is not None
    effort = bots.LEVELS[move.decision.level].effort
    return bots.choose(session.state, move.seat, effort, move.decision.seed).move


async def is_moved(worker: BotWorker, count: int, session_id: str = "table") -> bool:
    return len(await worker.decided(session_id)) >= count


async def is_unlisted(worker: BotWorker) -> bool:
    return not await worker.store.listed(BOT_SESSIONS, None, 10)


# Where no word of the store matters.
WITH_ONE_STORE = pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)


# ---- whole tables


# Zeven with each store, and every other game with one of them: no store knows a game.
WHOLE_TABLES = [("redis", "zeven"), *(("sqlite", game) for game in GAMES)]


@pytest.mark.parametrize(("store_url", "game"), WHOLE_TABLES, indirect=["store_url"])
async def test_bots_and_a_person_play_a_whole_table_of_each_game(worker: BotWorker, game: str) -> None:
    opened = await worker.open(game, seats=3)
    session = await worker.play_through()
    assert session.status == "FINISHED"
    decided = await worker.decided()
    assert {move.seat for move in decided} == {1, 2}
    seeds = [move.decision.seed for move in decided if move.decision is not None]
    assert len(set(seeds)) == len(seeds)
    check_record(await worker.record(), len(decided))
    await check_memories(worker, opened)


async def check_memories(worker: BotWorker, session: Session) -> None:
    """Check that a memory is the same whether it was continued or read again from the whole log."""
    log = await worker.log()
    reading = Memories(worker.store)
    for logged in log[session.version :]:
        session = make_next(session, logged.entry)
        if session.state is None or session.is_over or session.version % 5:
            continue
        memory = await reading.recall(session, 1)
        assert memory == await Memories(worker.store).recall(session, 1)
        assert memory is not None
        dealt = engine.redeal(session.state, 1, "0a" * 32, memory)
        assert engine.view(dealt, 1) == engine.view(session.state, 1)


@WITH_ONE_STORE
async def test_anybody_can_repeat_what_bots_searched_for(worker: BotWorker) -> None:
    """Of a table whose person takes back a move that bots have answered."""
    options: dict[str, engine.Plain] = dict.fromkeys(("ones", "twos", "fours", "fives", "zlams"), 0)
    await worker.open("zlam", level=2, options={**options, "threes": 8}, setup=Setup(take_backs=True))
    await worker.person_asked()
    await worker.end_turn()
    await worker.person_asked()
    await ask_take_back(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))
    await worker.play_through()
    log = [logged.entry for logged in await worker.log()]
    assert max(entry.undoes for entry in log) > 1
    left = [entry.change for entry in standing_moves(log) if isinstance(entry.change, Moved)]
    record = await worker.record()
    assert max(decision.effort for decision in record.decisions) > 0
    check_record(record, len([change for change in left if change.decision is not None]))


def check_record(record: engine.Record, count: int) -> None:
    """Check that a record has so many decisions, and that bots decide so again."""
    assert len(record.decisions) == count
    found = bots.check_decisions(record, list(bots.repeat_decisions(record)))
    assert found.holds, found.message


async def test_a_table_that_is_over_leaves_the_list_of_those_that_bots_play(worker: BotWorker) -> None:
    await worker.open("zar")
    assert [listed.member for listed in await worker.store.listed(BOT_SESSIONS, None, 10)] == ["table"]
    await worker.play_through()
    await until(lambda: is_unlisted(worker))


# ---- one decision


async def test_whichever_worker_decides_the_move_is_the_same(open_worker: OpenWorker) -> None:
    workers = [await open_worker(), await open_worker()]
    moves = []
    for worker, name in zip(workers, ("ab", "cd"), strict=True):
        await worker.open("zeven", level=2, session_id=name, seed="77" * 32, history_key="key")
        await worker.person_asked(name)
        await worker.end_turn(name)
        await worker.person_asked(name)
        moves.append(await worker.decided(name))
    assert moves[0]
    assert [replace(move, at=0) for move in moves[0]] == [replace(move, at=0) for move in moves[1]]


@WITH_ONE_STORE
async def test_a_move_tells_what_it_was_chosen_with(worker: BotWorker) -> None:
    session = await worker.open("zlam", level=2)
    await worker.end_turn()
    await worker.person_asked()
    again = []
    for logged in (await worker.log())[session.version :]:
        if isinstance(logged.entry.change, Moved) and logged.entry.change.decision is not None:
            again.append((logged.entry.change.move, decided_again(session, logged.entry.change)))
        session = make_next(session, logged.entry)
    assert again
    assert [made for made, _ in again] == [chosen for _, chosen in again]


async def test_two_workers_that_notice_the_same_version_decide_once(open_worker: OpenWorker) -> None:
    asked = list[int]()

    async def think(question: Question) -> Thought:
        asked.append(question.seat)
        return await think_here(question)

    workers = [await open_worker(think), await open_worker(think)]
    await workers[0].open("zeven", setup=Setup(bot_millis=50))
    workers[1].driver.notice(await workers[0].end_turn())
    await workers[0].person_asked()
    assert len(asked) == len(await workers[0].decided())


async def test_a_decision_of_a_dead_worker_is_taken_up_by_another(open_worker: OpenWorker) -> None:
    dying = await open_worker(think_for_ever)
    await dying.open("zeven")
    await dying.end_turn()
    alive = await open_worker()
    # While it lives, it renews its lease.
    await dying.driver.close()
    await alive.person_asked()
    assert await alive.decided()


async def test_a_lease_is_kept_as_long_as_its_worker_thinks(open_worker: OpenWorker) -> None:
    thinking = await open_worker(think_for_ever)
    await thinking.open("zeven")
    version = (await thinking.end_turn()).version
    for _ in range(2):
        await asyncio.wait({asyncio.ensure_future(think_for_ever(None))}, timeout=0.6)  # type: ignore[arg-type]
        assert not await thinking.store.advance_watermark("bot:table:1", version, "another", 1)


@WITH_ONE_STORE
async def test_a_move_at_a_lower_level_is_told(open_worker: OpenWorker) -> None:
    async def hurry(question: Question) -> Thought:
        return await think_here(replace(question, level=1))

    worker = await open_worker(hurry)
    await worker.open("zeven", level=2)
    await worker.end_turn()
    await worker.person_asked()
    logged = [one for one in await worker.log() if isinstance(one.entry.change, Moved) and one.entry.change.seat]
    assert logged
    assert all(one.entry.events[0] == engine.Event("hurried", 1, value="1") for one in logged)


@WITH_ONE_STORE
async def test_a_move_that_the_rules_refuse_is_replaced_by_the_default(open_worker: OpenWorker) -> None:
    async def err(question: Question) -> Thought:
        thought = await think_here(question)
        return replace(thought, choice=replace(thought.choice, move="play BW2 @1"))

    worker = await open_worker(err)
    await worker.open("zeven")
    await worker.end_turn()
    await worker.person_asked()
    made = [one.entry.change for one in await worker.log() if isinstance(one.entry.change, Moved)]
    assert 1 in [move.seat for move in made]
    assert {move.decision for move in made} == {None}


@WITH_ONE_STORE
async def test_a_bot_that_cannot_think_moves_by_default(open_worker: OpenWorker) -> None:
    async def fail(_question: Question) -> Thought:
        raise RuntimeError("a bug")

    worker = await open_worker(fail)
    await worker.open("zeven")
    await worker.end_turn()
    await worker.person_asked()
    made = [one.entry.change for one in await worker.log() if isinstance(one.entry.change, Moved)]
    assert {move.decision for move in made if move.seat == 1} == {None}


@WITH_ONE_STORE
async def test_a_bot_waits_while_nobody_has_time_to_think_for_it(open_worker: OpenWorker) -> None:
    refused = list[Question]()

    async def think(question: Question) -> Thought:
        if len(refused) < 3:
            refused.append(question)
            raise Problem("BUSY", "Too many questions wait.")
        return await think_here(question)

    worker = await open_worker(think)
    await worker.open("zeven")
    await worker.end_turn()
    await worker.person_asked()
    assert len(refused) == 3
    assert await worker.decided()


async def test_a_bot_plays_on_at_a_table_whose_log_is_corrupted(open_worker: OpenWorker) -> None:
    worker = await open_worker()
    await worker.open("zeven", setup=Setup(bot_millis=200))
    whole = worker.store.entries

    async def spoilt(document_id: str, after: int, limit: int) -> list[StoredEntry]:
        return [replace(entry, body=b"spoilt") for entry in await whole(document_id, after, limit)]

    worker.store.entries = spoilt  # type: ignore[method-assign]
    await worker.end_turn()
    session = await worker.person_asked()
    worker.store.entries = whole  # type: ignore[method-assign]
    assert session.status == "ACTIVE"
    assert await worker.decided()


@WITH_ONE_STORE
async def test_in_the_time_for_reactions_bots_match_and_do_nothing_else(worker: BotWorker) -> None:
    setup = Setup(reaction_millis=300)
    session = await worker.open("zar", seats=6, people=0, session_id="race", setup=setup, history_key="key")

    async def is_matched() -> bool:
        changes = [logged.entry.change for logged in await worker.log("race")]
        return any(isinstance(change, Moved) and change.move.startswith("match") for change in changes)

    await until(is_matched)
    matched = 0
    for logged in (await worker.log("race"))[session.version :]:
        change = logged.entry.change
        state = session.state
        if isinstance(change, Moved) and state is not None and change.at < session.reacting_until:
            assert engine.is_reaction(state, change.move)
            matched += 1
        session = make_next(session, logged.entry)
    assert matched


# ---- beside what people do


@WITH_ONE_STORE
async def test_a_bot_that_is_added_at_a_running_table_plays_on(worker: BotWorker) -> None:
    session = await worker.open("door", seats=3, bots=())
    started = make_change_request("start", "host", None)
    session = (await worker.sessions.change("table", started, lambda _, now: Started(now))).session
    assert session.seats[1].kind == "DEFAULT_POLICY"
    await worker.add_bot(session, 1, 1)
    assert (await worker.play_through()).status == "FINISHED"
    assert {move.seat for move in await worker.decided()} == {1}


async def test_a_bot_that_is_taken_away_plays_no_more(worker: BotWorker) -> None:
    await worker.open("zeven", setup=Setup(bot_millis=600_000))
    session = await worker.end_turn()
    removed = make_change_request("remove", "host", None)
    session = (await worker.sessions.change("table", removed, lambda _, now: BotRemoved(now, 1))).session
    assert asked_seats(session) == (1,)
    assert worker.driver.scheduled == 0


@WITH_ONE_STORE
async def test_a_move_may_be_taken_back_while_the_bot_pauses(worker: BotWorker) -> None:
    await worker.open("zeven", setup=Setup(bot_millis=600_000, take_backs=True))
    session = await worker.end_turn()
    assert worker.driver.scheduled == 1
    undone = await ask_take_back(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))
    assert undone.version == session.version + 1
    assert worker.driver.scheduled == 0


@WITH_ONE_STORE
async def test_a_bot_out_of_time_may_be_claimed_for_like_anybody(worker: BotWorker) -> None:
    await worker.open("zeven", setup=Setup(bot_millis=600_000, move_seconds=1))
    version = (await worker.end_turn()).version

    async def is_claimed() -> bool:
        try:
            return bool(await claim_deadline(caller(worker.sessions), SessionActInput(session_id="table")))
        except Problem as problem:
            if problem.code != "TOO_EARLY":
                raise
            return False

    await until(is_claimed)
    assert (await worker.sessions.read("table")).version == version + 1
    assert await worker.decided() == []


@WITH_ONE_STORE
async def test_bots_play_on_beside_a_person_who_gave_up(worker: BotWorker) -> None:
    await worker.open("zar", seats=3)
    await worker.person_asked()
    await resign(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))

    async def is_over() -> bool:
        return (await worker.sessions.read("table")).is_over

    await until(is_over)


async def test_tables_without_bots_cost_the_driver_nothing(worker: BotWorker) -> None:
    noticed = list[Session]()
    worker.sessions.on_bots = noticed.append
    session = await worker.open("zeven", bots=())
    started = make_change_request("start", "host", None)
    await worker.sessions.change(session.id, started, lambda _, now: Started(now))
    assert noticed == []
    assert await worker.store.listed(BOT_SESSIONS, None, 10) == []


# ---- beside faults


async def test_bots_go_on_when_the_store_is_back(own_redis_server: RedisServer) -> None:
    worker = BotWorker(own_redis_server.url)
    await worker.start()
    await worker.open("zeven", setup=Setup(bot_millis=300))
    await worker.end_turn()
    own_redis_server.kill()
    own_redis_server.start()
    session = await worker.person_asked()
    assert session.status == "ACTIVE"
    assert await worker.decided()
    await worker.close()


async def test_undecided_bot_moves_are_found_when_a_worker_starts(open_worker: OpenWorker) -> None:
    first = await open_worker()
    await first.open("zeven", setup=Setup(bot_millis=300))
    await first.end_turn()
    await first.driver.close()
    assert await first.decided() == []
    await (await open_worker()).person_asked()
    assert await first.decided()


async def test_a_retry_wakes_the_bots_of_any_worker(open_worker: OpenWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "ROUND_SECONDS", 3600.0)
    dying = await open_worker()
    await dying.open("door")
    await dying.person_asked()
    await dying.driver.close()
    session = await dying.end_turn()
    last = (await dying.log())[-1]
    assert isinstance(last.entry.change, Moved)
    alive = await open_worker()
    await alive.send(session, last.entry.change.move, key=f"{last.version - 1}")
    await alive.person_asked()
    assert await alive.decided()


async def test_a_session_that_was_not_made_leaves_the_list(worker: BotWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "GHOST_MILLISECONDS", 0)
    await worker.store.enlist(BOT_SESSIONS, "ghost", 0, 600)
    await until(lambda: is_unlisted(worker))


async def test_a_session_that_lives_on_stays_on_the_list(worker: BotWorker) -> None:
    await worker.open("zeven", setup=Setup(bot_millis=600_000))
    await worker.store.enlist(BOT_SESSIONS, "table", 0, 600)

    async def is_renewed() -> bool:
        (listed,) = await worker.store.listed(BOT_SESSIONS, None, 10)
        return listed.at > 0

    await until(is_renewed)
