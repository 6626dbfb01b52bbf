"""Sessions in the memory of a process: a move costs one round trip, and responses show the store's state."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import pytest
from msgspec.structs import replace
from redis import Redis

import engine
from service.observability import metrics
from service.sessions.changes import Created, Started
from service.sessions.history_hash import Cursor, new_history_key
from service.sessions.problems import Problem
from service.sessions.rules import RolledBack, VersionConflict
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import Secret, hash_token, make_change_request
from service.storage.caches import Cache, Cached
from service.storage.sessions import MOST_CACHED, Lifetimes, SessionRepository
from service.use_cases.inputs import ApplyMoveInput, SessionActInput
from service.use_cases.playing import apply_move, claim_deadline, resign
from service.use_cases.watch import watch
from service.views.steps import ProjectedMove
from store.adapters import open_store
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored, StoredEntry
from tests.support.stores import until
from tools.redis.server import RedisServer, rolled_back_after
from tools.stores import StoreWrapper
from tools.use_cases import caller, expecting, session_of

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(600, 600, 600)
TOKENS = ("token of seat 0", "token of seat 1")
AT_TABLE = SessionActInput(session_id="table")


class Counting(StoreWrapper):
    """A store that counts its calls; without `knows_clock` it is asked for that, too."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.calls = Counter[str]()
        self.read_from: list[int] = []
        self.knows_clock = True

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.calls["commit"] += 1
        return await super().commit(change)

    async def load(self, session_id: str) -> Stored | None:
        self.calls["load"] += 1
        return await super().load(session_id)

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        self.read_from.append(after)
        return await super().entries(session_id, after, limit)

    def clock(self, session_id: str) -> int | None:
        return super().clock(session_id) if self.knows_clock else None


class Worker:
    """A simulated process: its own store, and its own memory."""

    def __init__(self, url: str) -> None:
        self.store = Counting(open_store(url))
        self.sessions = SessionRepository(self.store, LIFETIMES)

    async def open(self, session_id: str = "table", move_seconds: int = 0) -> Session:
        """Make a session for two, and deal."""
        seats = tuple(Seat(token=Secret(hash_token(token), "")) for token in TOKENS)
        now = await self.store.now()
        dealing = Dealing(seed=hash_token(session_id))
        created = Created(
            now,
            600,
            600,
            "zeven",
            seats,
            {},
            Setup(move_seconds=move_seconds),
            dealing,
            Secret("host", ""),
            new_history_key(),
        )
        await self.sessions.create(session_id, created)
        wish = make_change_request("start", "host", None)
        return (await self.sessions.change(session_id, wish, lambda _, now: Started(now))).session

    async def play(self, seen: Session, expected: Cursor | None = None, key: str | None = None) -> ProjectedMove:
        """Make the first legal move of the position that this worker knows."""
        assert seen.state is not None
        (seat, *_) = engine.view(seen.state, None).turn
        notation = str(engine.legal_moves(seen.state, seat)[0])
        move = ApplyMoveInput(session_id=seen.id, move=notation, idempotency_key=key, **expecting(expected))
        return await apply_move(caller(self.sessions, TOKENS[seat]), move)

    def asked(self) -> dict[str, int]:
        """Return the calls of the store since the last time."""
        calls = dict(self.store.calls)
        self.store.calls = Counter()
        return calls


@pytest.fixture
async def workers(store_url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    both = Worker(store_url), Worker(store_url)
    for worker in both:
        await worker.store.start()
    yield both
    for worker in both:
        await worker.store.close()


async def test_a_move_in_a_session_that_is_remembered_is_one_round_trip(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    session = await worker.open()
    worker.asked()
    for _ in range(3):
        session = session_of(await worker.play(session))
        assert worker.asked() == {"commit": 1}
    assert await other.sessions.read("table") == session
    other.asked()
    # Sessions that were read are remembered, too.
    await other.play(session)
    assert other.asked() == {"commit": 1}


async def test_without_a_clock_that_was_told_lately_the_session_is_read(workers: tuple[Worker, Worker]) -> None:
    worker, _ = workers
    session = await worker.open()
    worker.asked()
    worker.store.knows_clock = False
    await worker.play(session)
    assert worker.asked() == {"load": 1, "commit": 1}


async def test_followers_who_begin_at_the_same_version_hold_one_session(workers: tuple[Worker, Worker]) -> None:
    worker, _ = workers
    seen = await worker.open()
    async with (
        aclosing(watch(worker.sessions, "table", None)) as one,  # type: ignore[type-var]
        aclosing(watch(worker.sessions, "table", None)) as other,  # type: ignore[type-var]
        aclosing(watch(worker.sessions, "table", None)) as late,  # type: ignore[type-var]
    ):
        first = await anext(one)
        second = await anext(other)
        assert first.session is second.session
        assert first.shared is second.shared
        await worker.play(seen)
        third = await anext(late)
        assert (third.session.version, first.session.version) == (seen.version + 1, seen.version)
        assert third.shared is not first.shared


async def test_workers_that_take_turns_make_one_history(workers: tuple[Worker, Worker]) -> None:
    session = await workers[0].open()
    for number in range(12):
        session = session_of(await workers[number % 2].play(session, session.cursor))
    assert session.version == 14
    for worker in workers:
        assert await worker.sessions.read("table") == session


async def test_a_refusal_on_a_remembered_session_is_decided_again(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    old = await worker.open()
    session = session_of(await other.play(old))
    worker.asked()
    # By this worker's memory, it is another seat's turn and another version.
    made = await worker.play(session, session.cursor)
    assert made.version == session.version + 1
    assert worker.asked() == {"load": 1, "commit": 1}
    with pytest.raises(VersionConflict) as stale:
        await other.play(old, old.cursor)
    assert stale.value.session == session_of(made)
    with pytest.raises(Problem) as early:
        await other.play(old)
    assert early.value.code == "NOT_YOUR_TURN"


async def test_a_decision_on_an_old_session_conflicts_with_the_present_one(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    old = await worker.open()
    session = session_of(await other.play(old, key="key"))
    worker.asked()
    counted = conflicts()
    # Legal by the worker's memory, but another client was faster.
    with pytest.raises(VersionConflict) as stale:
        await worker.play(old, old.cursor)
    assert stale.value.session == session
    assert worker.asked() == {"commit": 1}
    assert conflicts() == counted


def conflicts() -> float:
    """Return how many commits have found a session changed since it was read."""
    return metrics.REGISTRY.get_sample_value("croupier_conflicts_total") or 0.0


class Crowded(Counting):
    """A store in which seat 0 resigns just before the next commit, once `rival` is set."""

    rival: SessionRepository | None = None

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if self.rival is not None:
            rival, self.rival = self.rival, None
            await resign(caller(rival, TOKENS[0]), AT_TABLE)
        return await super().commit(change)


async def test_a_session_that_is_changed_after_it_was_read_is_a_conflict(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    await worker.open()
    crowded = Crowded(other.store.store)
    crowded.rival = worker.sessions
    counted = conflicts()
    done = await resign(caller(SessionRepository(crowded, LIFETIMES), TOKENS[1]), AT_TABLE)
    assert conflicts() == counted + 1
    assert done.version == 4


async def test_a_key_that_another_worker_used_is_found(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    old = await worker.open()
    first = await other.play(old, old.cursor, "key")
    for retried in (await worker.play(old, old.cursor, "key"), await other.play(old, old.cursor, "key")):
        assert retried.replayed
        assert (retried.version, session_of(retried)) == (first.version, session_of(first))


async def test_a_session_that_has_expired_is_gone_though_it_is_remembered(workers: tuple[Worker, Worker]) -> None:
    worker, _ = workers
    session = await worker.open("short")
    assert await worker.store.commit(
        Commit("short", session.version, b"", b"", 1, expected_hash=session.history_hash)
    ) == Committed(session.version + 1)
    archived = await worker.open("archived")
    change = Commit("archived", archived.version, b"", b"", 1, archive=b"kept", expected_hash=archived.history_hash)
    assert await worker.store.commit(change) == Committed(archived.version + 1)

    async def are_gone() -> bool:
        return (await worker.store.load("short"), await worker.store.load("archived")) == (None, None)

    await until(are_gone)
    for each, code in ((session, "NOT_FOUND"), (archived, "SESSION_OVER")):
        for _ in range(2):
            with pytest.raises(Problem) as problem:
                await worker.play(each)
            assert problem.value.code == code


async def test_remembered_time_never_goes_back(workers: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    worker, _ = workers
    session = await worker.open(move_seconds=60)
    monkeypatch.setattr(worker.store, "clock", lambda _: session.moved_at - 500)
    following = session_of(await worker.play(session))
    assert following.moved_at == session.moved_at
    with pytest.raises(Problem) as early:
        await claim_deadline(caller(worker.sessions), AT_TABLE)
    assert early.value.code == "TOO_EARLY"
    assert early.value.retry_after is not None
    assert early.value.retry_after <= 60_000


async def test_a_follower_remembers_the_session_and_comes_back_without_a_past(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    session = await worker.open()
    async with aclosing(watch(other.sessions, "table", None)) as frames:  # type: ignore[type-var]
        assert (await anext(frames)).session == session
        for _ in range(3):
            session = session_of(await worker.play(session))
            assert (await anext(frames)).session == session
        before = session
        other.asked()
        session = session_of(await other.play(session))
        assert (await anext(frames)).session is session
    assert other.asked()["commit"] == 1
    other.store.read_from.clear()
    async with aclosing(watch(other.sessions, "table", str(before.cursor))) as frames:  # type: ignore[type-var]
        assert (await anext(frames)).session is session
    # The head of that position, and all later events; but none from the beginning.
    assert other.store.read_from == [before.version - 1, before.version]


@pytest.fixture
async def both(own_redis_server: RedisServer) -> AsyncIterator[tuple[Worker, Worker]]:
    """Workers on a server of their own, whose memory is put back."""
    both = Worker(own_redis_server.url), Worker(own_redis_server.url)
    for worker in both:
        await worker.store.start()
    yield both
    for worker in both:
        await worker.store.close()


async def make_instead(worker: Worker, session: Session, lost: Session) -> Session:
    """Make another version of a session in place of the one that the store has lost, and return it."""
    assert session.state is not None
    (seat, *_) = engine.view(session.state, None).turn
    made = session_of(await resign(caller(worker.sessions, TOKENS[1 - seat]), AT_TABLE))
    assert (made.version, made.history_hash == lost.history_hash) == (lost.version, False)
    return made


@pytest.fixture
async def rolled_back(both: tuple[Worker, Worker], own_redis_server: RedisServer) -> tuple[Worker, Session, Session]:
    """A worker that remembers a version which the store has lost, that version, and the one made instead."""
    worker, other = both
    session = await worker.open()
    with rolled_back_after(own_redis_server):
        lost = session_of(await worker.play(session))
    return worker, lost, await make_instead(other, session, lost)


async def test_a_lost_version_is_found_out_by_a_change_of_it(rolled_back: tuple[Worker, Session, Session]) -> None:
    worker, lost, made = rolled_back
    worker.asked()
    with pytest.raises(RolledBack) as raised:
        await worker.play(lost, lost.cursor)
    assert raised.value.session == made
    # It was decided on the lost version, and the commit reported it.
    assert worker.asked() == {"commit": 1}


async def test_a_change_for_any_version_is_made_of_what_is_stored(rolled_back: tuple[Worker, Session, Session]) -> None:
    worker, lost, made = rolled_back
    assert lost.state is not None
    # A client that names no head gets one report of what the worker knows.
    with pytest.raises(RolledBack):
        await worker.play(made)
    done = await worker.play(made)
    assert done.version == made.version + 1
    entries = await worker.store.entries("table", 0, 100)
    assert len(entries) == done.version
    assert session_of(done) == await worker.sessions.read("table")


async def test_a_lost_version_that_this_worker_made_is_not_told_in_place_of_the_next(
    both: tuple[Worker, Worker], own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.storage.caches.FRESH", 60.0)
    worker, other = both
    session = await worker.open()
    async with aclosing(watch(worker.sessions, "table", None)) as frames:  # type: ignore[type-var]
        await anext(frames)
        session = session_of(await worker.play(session))
        assert (await anext(frames)).session == session
        with rolled_back_after(own_redis_server):
            lost = session_of(await worker.play(session))
            assert (await anext(frames)).session == lost
        with Redis.from_url(own_redis_server.url) as redis:
            redis.client_kill_filter(_type="pubsub")
        back = await anext(frames)
        assert (back.session, back.rolled_back) == (session, True)
        made = await make_instead(other, session, lost)
        assert (await anext(frames)).session == made


async def test_only_so_many_sessions_are_remembered(workers: tuple[Worker, Worker]) -> None:
    session = await workers[0].open()
    cached = Cache[Session](MOST_CACHED)
    for number in range(MOST_CACHED + 2):
        cached.keep(str(number), Cached(renamed(session, str(number))))
        cached.move_to_end("0")
    assert cached.get("1") is cached.get("2") is None
    assert cached.get("3") is not None
    later = replace(renamed(session, "3"), version=session.version + 1)
    for each in (later, renamed(session, "3")):
        cached.keep_later(each)
        held = cached.get("3")
        assert held is not None
        assert held.value is later


def renamed(session: Session, name: str) -> Session:
    """Return a session with another id."""
    return replace(session, id=name)
