"""The checker names what is wrong with histories that no planted store produces."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.sessions.changes import HandedOver, LogEntry, Moved
from service.storage.log_codec import decode_entry, encode_entry
from tests.faults.checker import Kind, judge
from tests.faults.history import Comeback, Follower, History
from tests.faults.planted import TABLE, Sound, execute
from tests.faults.rollbacks import judge_rollbacks
from tests.faults.scenes import Caller, opened

pytestmark = pytest.mark.anyio


class Scene:
    """A session at version 3, and the true history of it."""

    def __init__(self, store: Sound, history: History, host: Caller) -> None:
        self.store = store
        self.history = history
        self.host = host

    async def found(self) -> list[tuple[Kind, str]]:
        verdict = await judge(self.history, self.store)
        return [(violation.kind, violation.sentence) for violation in verdict.violations]

    async def entry(self, version: int) -> LogEntry:
        (entry,) = await self.store.entries(TABLE, version - 1, 1)
        return decode_entry(entry.body, TABLE, version)

    async def head(self, version: int) -> str:
        return (await self.entry(version)).history_hash

    def follow(self, versions: Iterable[int]) -> Follower:
        follower = self.history.follow("Ada", TABLE)
        for version in versions:
            self.history.frame(follower, version, fresh=not follower.frames)
        return follower


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    store, history = Sound(tmp_path / "store.db"), History()
    await store.start()
    host = await opened(store, history)
    await host.hand_over(0, "one")
    await host.hand_over(1, "other")
    yield Scene(store, history, host)
    await store.close()


async def test_a_true_history_is_acquitted(scene: Scene) -> None:
    scene.follow([1, 2, 3]).done = True
    scene.follow([2, 3])
    assert await scene.found() == []


async def test_a_version_that_nobody_sent_is_named(scene: Scene) -> None:
    scene.history.wishes.pop()
    assert await scene.found() == [
        ("unsent", f"Session {TABLE}: version 3 is 'seat 1 is handed over', which nobody was told of.")
    ]


async def test_two_answers_to_one_key_are_named(scene: Scene) -> None:
    wish = scene.history.wishes[1]
    scene.history.acknowledge(wish, 3)
    scene.history.refuse(wish, "STALE_VERSION")
    assert (
        "key",
        f"Session {TABLE}: 'seat 0 is handed over' was acknowledged as version 2 and acknowledged as version 3 and "
        "refused (STALE_VERSION).",
    ) in await scene.found()


async def test_a_change_before_one_that_was_known_is_named(scene: Scene) -> None:
    # Had the first change been sent after the second was acknowledged, it could not be the lower version.
    scene.history.wishes[1].sent = scene.history.tick()
    sentence = "'seat 0 is handed over' became version 2, but version 3 was known before it was sent"
    assert await scene.found() == [("order", f"Session {TABLE}: {sentence}.")]


async def test_a_version_that_was_shown_and_is_gone_is_named(scene: Scene) -> None:
    scene.history.saw("Ada", TABLE, scene.history.tick(), 4)
    scene.follow([4])
    assert await scene.found() == [
        ("lost", f"Session {TABLE}: Ada was shown version 4, but the log ends at 3."),
        ("lost", f"Session {TABLE}: Ada was streamed version 4, but the log ends at 3."),
    ]


@pytest.mark.parametrize("versions", [[1, 3], [1, 2, 2], [2, 1]])
async def test_a_stream_with_a_hole_or_a_repetition_is_named(scene: Scene, versions: list[int]) -> None:
    scene.follow(versions)
    assert [kind for kind, _ in await scene.found()] == ["stream"]


async def test_a_stream_that_ends_too_early_is_named(scene: Scene) -> None:
    scene.follow([1, 2]).done = True
    assert await scene.found() == [("stream", f"Session {TABLE}: the stream of Ada ended at version 2, the log at 3.")]


async def test_a_document_that_does_not_follow_from_the_log_is_named(scene: Scene) -> None:
    execute(scene.store.path, "UPDATE sessions SET document = CAST(replace(document, 'host', 'ghost') AS BLOB)")
    found = await scene.found()
    assert [kind for kind, _ in found] == ["corrupted", "changed"]
    assert found[1][1].startswith(f"Session {TABLE}: the log does not replay to the document, but to b'")


async def test_an_entry_that_the_rules_refuse_is_named(scene: Scene) -> None:
    body = encode_entry(LogEntry(Moved(3, 0, "pass"), "h" * 16, ()), TABLE, 3)
    execute(scene.store.path, "UPDATE entries SET body = ? WHERE version = 3", body)
    kinds = [kind for kind, _ in await scene.found()]
    assert kinds == ["changed", "lost"]


async def test_an_entry_of_another_history_is_named(scene: Scene) -> None:
    newest = await scene.entry(3)
    assert isinstance(newest.change, HandedOver)
    other = replace(newest, change=replace(newest.change, at=newest.change.at + 1))
    execute(scene.store.path, "UPDATE entries SET body = ? WHERE version = 3", encode_entry(other, TABLE, 3))
    ((kind, sentence),) = await scene.found()
    assert kind == "changed"
    assert f"version 3 has the head '{newest.history_hash}', but its change gives '" in sentence


@pytest.mark.parametrize(("version", "told_lost", "kind"), [(2, False, "undetected"), (3, True, "false alarm")])
async def test_a_rollback_that_is_kept_silent_and_one_that_was_none_are_named(
    scene: Scene, version: int, told_lost: bool, kind: Kind
) -> None:
    head = await scene.head(version) if told_lost else "the head of what is lost"
    scene.history.come_back(Comeback("Ada", TABLE, version, head, told_lost))
    found = await judge_rollbacks(scene.history, scene.store)
    assert found.held == (not told_lost)
    assert [violation.kind for violation in found.verdict.violations] == [kind]


async def test_whoever_is_told_of_a_rollback_is_no_violation(scene: Scene) -> None:
    scene.history.come_back(Comeback("Ada", TABLE, 4, "gone", told_lost=True))
    scene.history.come_back(Comeback("Ada", TABLE, 3, await scene.head(3), told_lost=False))
    found = await judge_rollbacks(scene.history, scene.store)
    assert (found.held, found.verdict.violations) == (1, [])


async def test_a_session_that_is_gone_is_named(scene: Scene) -> None:
    execute(scene.store.path, "DELETE FROM entries")
    execute(scene.store.path, "DELETE FROM receipts")
    execute(scene.store.path, "DELETE FROM sessions")
    assert {kind for kind, _ in await scene.found()} == {"lost", "key"}
