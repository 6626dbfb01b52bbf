"""The checker condemns every planted store, and acquits the sound one of the very same scenes."""

from pathlib import Path

import pytest

from service.storage.port import Change, StoreFull
from service.storage.redis.store import RedisStore
from tests.faults import planted, scenes
from tests.faults.checker import Kind, Verdict, judge
from tests.faults.history import History
from tests.faults.planted import Sound
from tests.faults.scenes import Scene
from tests.redis_server import RedisServer

pytestmark = pytest.mark.anyio

PLANTED: list[tuple[type[Sound], Scene, set[Kind]]] = [
    (planted.CheckThenWrite, scenes.two_writers, {"two winners", "lost"}),
    (planted.KeyAfterVersion, scenes.unheard_from_a_version, {"doubled"}),
    (planted.WakeBeforeCommit, scenes.watched, {"stale"}),
    (planted.LostReceipt, scenes.unheard, {"doubled", "key"}),
    (planted.DocumentFirst, scenes.unheard, {"gap", "lost"}),
    (planted.EntryFirst, scenes.unheard, {"gap", "undecided"}),
    (planted.RetryWithoutKey, scenes.unheard, {"doubled", "key"}),
    (planted.AcknowledgeBeforeDurable, scenes.killed, {"lost"}),
    (planted.SpoiltEntry, scenes.killed, {"corrupted", "gap"}),
    (planted.SpoiltDocument, scenes.killed, {"corrupted"}),
    (planted.AnswersFromMemory, scenes.rematch_unheard, {"lost"}),
    (planted.StaleRead, scenes.read_again, {"stale"}),
    (planted.ReturnToOldPrimary, scenes.failed_over, {"lost", "stale", "two winners"}),
]
SCENES = list(dict.fromkeys(scene for _, scene, _ in PLANTED))


async def verdict_on(store: Sound, scene: Scene) -> Verdict:
    history = History()
    await store.start()
    try:
        await scene(store, history)
        return await judge(history, store)
    finally:
        await store.close()


@pytest.mark.parametrize(("kind", "scene", "found"), PLANTED, ids=[kind.__name__ for kind, _, _ in PLANTED])
async def test_a_broken_store_is_condemned(kind: type[Sound], scene: Scene, found: set[Kind], tmp_path: Path) -> None:
    verdict = await verdict_on(kind(tmp_path / "store.db"), scene)
    print(*(violation.sentence for violation in verdict.violations), sep="\n")
    assert found <= {violation.kind for violation in verdict.violations}


@pytest.mark.parametrize("scene", SCENES, ids=[scene.__name__ for scene in SCENES])
async def test_the_sound_store_is_acquitted(scene: Scene, tmp_path: Path) -> None:
    verdict = await verdict_on(Sound(tmp_path / "store.db"), scene)
    assert verdict.violations == []
    assert verdict.acknowledged >= 2


async def takes_sessions_without_memory(store: RedisStore, server: RedisServer) -> bool:
    """Tell whether a store makes a session although its server has reached its limit."""
    await store.start()
    server.call("CONFIG", "SET", "maxmemory", 1)
    try:
        await store.commit(Change("table", 0, b"document", b"entry", 60))
    except StoreFull:
        return False
    finally:
        server.call("CONFIG", "SET", "maxmemory", 0)
        await store.close()
    return True


@pytest.mark.parametrize(("kind", "takes"), [(planted.PastTheLimit, True), (RedisStore, False)])
async def test_a_store_that_goes_past_the_limit_is_told_from_one_that_does_not(
    kind: type[RedisStore], takes: bool
) -> None:
    with RedisServer() as server:
        assert await takes_sessions_without_memory(kind(server.url), server) == takes
