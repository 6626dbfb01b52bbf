"""The checker names the violations of histories that no planted store produces."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.rest.encoding import encode
from service.sessions.changes import Decision, HandedOver, LogEntry, Moved
from service.sessions.session import Session
from service.storage.codec import SESSIONS, Logged
from service.use_cases.watch import replay_change
from service.views.projection import project_session
from tools.faults.checker import Kind, judge
from tools.faults.history import Comeback, Follower, History, hash_session
from tools.faults.planted import TABLE, Sound, execute
from tools.faults.rollbacks import judge_rollbacks
from tools.faults.store_scenarios import Caller, opened
from tools.stored import encode_entry

pytestmark = pytest.mark.anyio


class JudgedTable:
    """A session at version 3, and its true history."""

    def __init__(self, store: Sound, history: History, host: Caller) -> None:
        self.store = store
        self.history = history
        self.host = host

    async def found(self) -> list[tuple[Kind, str]]:
        verdict = await judge(self.history, self.store)
        return [(violation.kind, violation.sentence) for violation in verdict.violations]

    async def entry(self, version: int) -> LogEntry:
        (entry,) = await self.store.entries(TABLE, version - 1, 1)
        return SESSIONS.decode_entry(entry.body, TABLE, version)

    async def head(self, version: int) -> str:
        return (await self.entry(version)).history_hash

    def follow(self, versions: Iterable[int]) -> Follower:
        follower = self.history.follow("Ada", TABLE)
        for version in versions:
            self.history.frame(follower, version, fresh=not follower.frames)
        return follower


@pytest.fixture
async def judged(tmp_path: Path) -> AsyncIterator[JudgedTable]:
    store = Sound(tmp_path / "store.db")
    history = History()
    await store.start()
    host = await opened(store, history)
    await host.hand_over(0, "one")
    await host.hand_over(1, "other")
    yield JudgedTable(store, history, host)
    await store.close()


async def test_a_true_history_is_acquitted(judged: JudgedTable) -> None:
    judged.follow([1, 2, 3]).done = True
    judged.follow([2, 3])
    assert await judged.found() == []


async def test_a_version_that_nobody_sent_is_named(judged: JudgedTable) -> None:
    judged.history.wishes.pop()
    assert await judged.found() == [
        ("unsent", f"Session {TABLE}: version 3 is 'seat 1 is handed over', which nobody was told of.")
    ]


async def test_two_answers_to_one_key_are_named(judged: JudgedTable) -> None:
    wish = judged.history.wishes[1]
    judged.history.acknowledge(wish, 3)
    judged.history.refuse(wish, "STALE_VERSION")
    assert (
        "key",
        f"Session {TABLE}: 'seat 0 is handed over' was acknowledged as version 2 and acknowledged as version 3 and "
        "refused (STALE_VERSION).",
    ) in await judged.found()


async def test_a_change_before_one_that_was_known_is_named(judged: JudgedTable) -> None:
    # Had the first change been sent after the second was acknowledged, it could not be the lower version.
    judged.history.wishes[1].sent = judged.history.tick()
    sentence = "'seat 0 is handed over' became version 2, but version 3 was known before it was sent"
    assert await judged.found() == [("order", f"Session {TABLE}: {sentence}.")]


async def test_a_version_that_was_shown_and_is_gone_is_named(judged: JudgedTable) -> None:
    judged.history.saw("Ada", TABLE, judged.history.tick(), 4)
    judged.follow([4])
    assert await judged.found() == [
        ("lost", f"Session {TABLE}: Ada was shown version 4, but the log ends at 3."),
        ("lost", f"Session {TABLE}: Ada was streamed version 4, but the log ends at 3."),
    ]


@pytest.mark.parametrize("versions", [[1, 3], [1, 2, 2], [2, 1]])
async def test_a_stream_with_a_hole_or_a_repetition_is_named(judged: JudgedTable, versions: list[int]) -> None:
    judged.follow(versions)
    assert [kind for kind, _ in await judged.found()] == ["stream"]


async def test_a_stream_that_ends_too_early_is_named(judged: JudgedTable) -> None:
    judged.follow([1, 2]).done = True
    assert await judged.found() == [("stream", f"Session {TABLE}: the stream of Ada ended at version 2, the log at 3.")]


async def test_a_client_that_has_another_session_by_changes_than_a_read_shows_is_named(judged: JudgedTable) -> None:
    client = judged.history.follow("Ada", TABLE, "one")
    session: Session | None = None
    for version in (1, 2, 3):
        entry = await judged.entry(version)
        session = replay_change(TABLE, session, Logged(version, entry))
        assert session is not None
        has = hash_session(encode(project_session(session, "one")))
        judged.history.frame(client, version, fresh=version == 1, head=entry.history_hash, session=has)
    assert await judged.found() == []
    client.frames[1] = replace(client.frames[1], session=client.frames[2].session)
    sentence = "Ada has another version 2, by the changes, than a read shows"
    assert await judged.found() == [("changes", f"Session {TABLE}: {sentence}.")]
    # Of a version that is lost nothing is known.
    client.frames[1] = replace(client.frames[1], head="the head of what is lost")
    assert await judged.found() == []


async def test_a_document_that_does_not_follow_from_the_log_is_named(judged: JudgedTable) -> None:
    execute(judged.store.path, "UPDATE sessions SET document = CAST(replace(document, 'host', 'ghost') AS BLOB)")
    found = await judged.found()
    assert [kind for kind, _ in found] == ["corrupted", "changed"]
    assert found[1][1].startswith(f"Session {TABLE}: the log does not replay to the document, but to b'")


async def test_an_entry_that_the_rules_refuse_is_named(judged: JudgedTable) -> None:
    body = encode_entry(LogEntry(Moved(3, 0, "pass"), "h" * 16, ()), TABLE, 3)
    execute(judged.store.path, "UPDATE entries SET body = ? WHERE version = 3", body)
    kinds = [kind for kind, _ in await judged.found()]
    assert kinds == ["changed", "lost"]


async def test_a_move_that_a_bot_decided_at_another_version_is_named(judged: JudgedTable) -> None:
    decided = Moved(3, 0, "pass", Decision(level=1, version=1, effort=0, seed="00" * 32))
    execute(
        judged.store.path,
        "UPDATE entries SET body = ? WHERE version = 3",
        encode_entry(LogEntry(decided, "h" * 16, ()), TABLE, 3),
    )
    assert "doubled" in [kind for kind, _ in await judged.found()]


async def test_an_entry_of_another_history_is_named(judged: JudgedTable) -> None:
    newest = await judged.entry(3)
    assert isinstance(newest.change, HandedOver)
    other = replace(newest, change=replace(newest.change, at=newest.change.at + 1))
    execute(judged.store.path, "UPDATE entries SET body = ? WHERE version = 3", encode_entry(other, TABLE, 3))
    ((kind, sentence),) = await judged.found()
    assert kind == "changed"
    assert f"version 3 has the head '{newest.history_hash}', but its change gives '" in sentence


@pytest.mark.parametrize(("version", "told_lost", "kind"), [(2, False, "undetected"), (3, True, "false alarm")])
async def test_wrong_rollbacks_are_named(judged: JudgedTable, version: int, told_lost: bool, kind: Kind) -> None:
    head = await judged.head(version) if told_lost else "the head of what is lost"
    judged.history.come_back(Comeback("Ada", TABLE, version, head, told_lost))
    found = await judge_rollbacks(judged.history, judged.store)
    assert found.held == (not told_lost)
    assert [violation.kind for violation in found.verdict.violations] == [kind]


async def test_a_client_told_of_a_rollback_is_no_violation(judged: JudgedTable) -> None:
    judged.history.come_back(Comeback("Ada", TABLE, 4, "gone", told_lost=True))
    judged.history.come_back(Comeback("Ada", TABLE, 3, await judged.head(3), told_lost=False))
    found = await judge_rollbacks(judged.history, judged.store)
    assert (found.held, found.verdict.violations) == (1, [])


async def test_a_session_that_is_gone_is_named(judged: JudgedTable) -> None:
    execute(judged.store.path, "DELETE FROM entries")
    execute(judged.store.path, "DELETE FROM receipts")
    execute(judged.store.path, "DELETE FROM sessions")
    assert {kind for kind, _ in await judged.found()} == {"lost", "key"}
