"""The shared work of followers: one read for all, and no result of a read that was too early."""

import asyncio
import weakref

import pytest

from service.sessions.apply_change import apply_change
from service.sessions.changes import Abandoned, Created, LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Dealing, Session, Setup
from service.sessions.tokens import Secret
from service.storage.caches import STEPS, FollowerCache, Steps, VersionStep

pytestmark = pytest.mark.anyio


def session(version: int = 1, history_hash: str = "h" * 16, name: str = "table") -> Session:
    return Session(
        id=name,
        version=version,
        lifetime=60,
        finished_lifetime=60,
        game="zeven",
        options={},
        seats=(),
        setup=Setup(),
        dealing=Dealing(),
        host=Secret("", ""),
        created_at=0,
        expires_at=0,
        history_key="a key",
        history_hash=history_hash,
    )


ENTRY = LogEntry(Created(0, 60, 60, "zeven", (), {}, Setup(), Dealing(), Secret("", ""), "a key"), "h" * 16, ())


class Log:
    """A log with results of reads, given one after the other; a read waits until it is released."""

    def __init__(self, *answers: Steps | Exception) -> None:
        self.answers = list(answers)
        self.readings = 0
        self.go = asyncio.Event()

    async def read(self, _session: Session) -> Steps:
        answer = self.answers[self.readings]
        self.readings += 1
        await self.go.wait()
        if isinstance(answer, Exception):
            raise answer
        return answer


def steps(*versions: int) -> Steps:
    return Steps(tuple(VersionStep(session(version), ENTRY) for version in versions))


async def test_simultaneous_followers_share_one_read_and_its_steps() -> None:
    log = Log(steps(2, 3))
    recent = FollowerCache(log.read)
    asking = [asyncio.ensure_future(recent.after(session())) for _ in range(5)]
    log.go.set()
    found = await asyncio.gather(*asking)
    assert all(one is found[0] for one in found)
    assert log.readings == 1


async def test_a_follower_that_joins_a_reading_that_found_nothing_has_it_read_again() -> None:
    log = Log(Steps(), steps(2))
    recent = FollowerCache(log.read)
    asking = [asyncio.ensure_future(recent.after(session())) for _ in range(3)]
    log.go.set()
    assert {len((await one).steps) for one in asking} == {1}
    assert log.readings == 2


async def test_failed_and_empty_reads_are_not_kept() -> None:
    log = Log(OSError("away"), Steps(), Steps(), steps(2))
    log.go.set()
    recent = FollowerCache(log.read)
    with pytest.raises(OSError, match="away"):
        await recent.after(session())
    assert (await recent.after(session())).is_empty
    assert len((await recent.after(session())).steps) == 1


async def test_earlier_reads_are_repeated_since_their_versions_may_be_lost() -> None:
    log = Log(steps(2, 3), steps(2))
    log.go.set()
    recent = FollowerCache(log.read)
    assert len((await recent.after(session())).steps) == 2
    assert len((await recent.after(session())).steps) == 1


async def test_a_follower_that_leaves_takes_nothing_from_the_others() -> None:
    log = Log(steps(2))
    recent = FollowerCache(log.read)
    leaves, stays = (asyncio.ensure_future(recent.after(session())) for _ in range(2))
    await asyncio.sleep(0)
    leaves.cancel()
    log.go.set()
    assert len((await stays).steps) == 1
    assert log.readings == 1


async def test_nobody_needs_to_wait_for_a_reading_that_fails() -> None:
    log = Log(OSError("away"), steps(2))
    recent = FollowerCache(log.read)
    leaves = asyncio.ensure_future(recent.after(session()))
    await asyncio.sleep(0)
    leaves.cancel()
    log.go.set()
    await asyncio.wait([leaves])
    await asyncio.sleep(0)
    assert len((await recent.after(session())).steps) == 1


def test_a_step_is_made_once_while_it_is_remembered() -> None:
    recent = FollowerCache(Log().read)
    at = session()
    first, other = (apply_change(at, Abandoned(when))[1] for when in (1, 2))
    made = recent.step(at, first)
    assert made.session == apply_change(at, Abandoned(1))[0]
    assert recent.step(at, first) is made
    assert recent.step(at, other).session.history_hash == other.history_hash != first.history_hash
    for number in range(STEPS):
        recent.step(session(name=str(number)), first)
    assert recent.step(at, first) is not made


def test_a_step_that_was_committed_here_is_taken_where_somebody_follows() -> None:
    recent = FollowerCache(Log().read)
    first = recent.step(session(), apply_change(session(), Abandoned(1))[1]).session
    after, entry = apply_change(first, Abandoned(2))
    recent.take(first.cursor, after, entry)
    assert recent.known("table", after.cursor) is None
    follower = recent.share(first)
    recent.take(Cursor(7, "x" * 16), after, entry)
    assert recent.known("table", after.cursor) is None
    recent.take(first.cursor, after, entry)
    assert recent.known("table", after.cursor) is after
    taken = recent.step(first, entry)
    assert taken.session is after
    recent.take(follower.session.cursor, apply_change(first, Abandoned(2))[0], entry)
    assert recent.step(first, entry) is taken
    assert recent.known("table", Cursor(after.version)) is None


def commit_followed(recent: FollowerCache, name: str = "table") -> tuple[Session, Session, LogEntry]:
    """Return a followed session, and the step that this process then commits."""
    at = session(name=name)
    follower = recent.share(recent.step(at, apply_change(at, Abandoned(1))[1]).session)
    first = follower.session
    after, entry = apply_change(first, Abandoned(2))
    recent.take(first.cursor, after, entry)
    return first, after, entry


def test_a_step_that_was_committed_here_need_not_be_read_when_it_is_announced() -> None:
    recent = FollowerCache(Log().read)
    first, after, entry = commit_followed(recent)
    found = recent.find_announced(first, after.version)
    assert found is not None
    assert (found.step.session, found.step.entry) == (after, entry)
    assert found.shared is recent.share(after)
    assert recent.step(first, entry) is found.step
    for version in (0, first.version, after.version + 1):
        assert recent.find_announced(first, version) is None
    assert recent.find_announced(after, after.version) is None
    assert recent.find_announced(session(first.version, "x" * 16), after.version) is None


def test_only_the_newest_step_that_was_committed_here_is_known_without_reading() -> None:
    recent = FollowerCache(Log().read)
    first, after, _ = commit_followed(recent)
    newest, entry = apply_change(after, Abandoned(3))
    follower = recent.share(after)
    recent.take(follower.session.cursor, newest, entry)
    assert recent.find_announced(first, after.version) is None
    assert recent.find_announced(after, newest.version) is not None
    recent.take(Cursor(7, "x" * 16), newest, entry)
    assert recent.find_announced(after, newest.version) is None


def test_a_step_that_was_committed_long_ago_is_read_since_it_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    recent = FollowerCache(Log().read)
    first, after, _ = commit_followed(recent)
    monkeypatch.setattr("service.storage.caches.FRESH", 0.0)
    assert recent.find_announced(first, after.version) is None


async def test_a_step_that_was_committed_before_a_reading_may_be_lost() -> None:
    log = Log(Steps(newest=session(), rolled_back=True))
    log.go.set()
    recent = FollowerCache(log.read)
    first, after, _ = commit_followed(recent)
    await recent.after(after)
    assert recent.find_announced(first, after.version) is None


def test_what_followers_share_is_freed_when_the_last_of_them_goes_on() -> None:
    recent = FollowerCache(Log().read)
    _, after, _ = commit_followed(recent)
    followers = [recent.share(after), recent.share(after)]
    assert followers[0] is followers[1]
    shared = weakref.ref(followers[0])
    newest, entry = apply_change(after, Abandoned(3))
    recent.take(after.cursor, newest, entry)
    followers.pop()
    assert shared() is followers[0]
    followers.pop()
    assert shared() is None
    # Nobody is at the newest version.
    recent.take(newest.cursor, *apply_change(newest, Abandoned(4)))
    assert recent.find_announced(newest, newest.version + 1) is None


def test_a_follower_may_stay_at_a_version_while_many_others_go_on() -> None:
    recent = FollowerCache(Log().read)
    stays = recent.share(recent.step(session(), apply_change(session(), Abandoned(1))[1]).session)
    for number in range(STEPS):
        commit_followed(recent, str(number))
    after, entry = apply_change(stays.session, Abandoned(2))
    recent.take(stays.session.cursor, after, entry)
    assert recent.find_announced(stays.session, after.version) is not None


def test_of_the_steps_that_were_committed_here_only_the_latest_are_kept() -> None:
    recent = FollowerCache(Log().read)
    first, after, _ = commit_followed(recent)
    for number in range(STEPS):
        commit_followed(recent, str(number))
    assert recent.find_announced(first, after.version) is None
