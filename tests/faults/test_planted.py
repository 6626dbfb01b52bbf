"""The checker condemns every planted store, and acquits the sound one in the same scenarios."""

from pathlib import Path

import pytest

from store.port import Commit
from store.problems import StoreFull
from store.redis.store import RedisStore
from tools.faults import planted, store_scenarios
from tools.faults.checker import Kind, Verdict, judge
from tools.faults.history import History
from tools.faults.planted import Sound
from tools.faults.store_scenarios import StoreScenario
from tools.redis.server import RedisServer

pytestmark = pytest.mark.anyio

PLANTED: list[tuple[type[Sound], StoreScenario, set[Kind]]] = [
    (planted.CheckThenWrite, store_scenarios.two_writers, {"two winners", "lost"}),
    (planted.KeyAfterVersion, store_scenarios.unheard_from_a_version, {"doubled"}),
    (planted.WakeBeforeCommit, store_scenarios.watched, {"stale"}),
    (planted.LostReceipt, store_scenarios.unheard, {"doubled", "key"}),
    (planted.DocumentFirst, store_scenarios.unheard, {"gap", "lost"}),
    (planted.EntryFirst, store_scenarios.unheard, {"gap", "undecided"}),
    (planted.RetryWithoutKey, store_scenarios.unheard, {"doubled", "key"}),
    (planted.AcknowledgeBeforeDurable, store_scenarios.killed, {"lost"}),
    (planted.SpoiltEntry, store_scenarios.killed, {"corrupted", "gap"}),
    (planted.SpoiltDocument, store_scenarios.killed, {"corrupted"}),
    (planted.AnswersFromMemory, store_scenarios.rematch_unheard, {"lost"}),
    (planted.StaleRead, store_scenarios.read_again, {"stale"}),
    (planted.ReturnToOldPrimary, store_scenarios.failed_over, {"lost", "stale", "two winners"}),
]
SCENARIOS = list(dict.fromkeys(scenario for _, scenario, _ in PLANTED))


async def verdict_on(store: Sound, scenario: StoreScenario) -> Verdict:
    history = History()
    await store.start()
    try:
        await scenario(store, history)
        return await judge(history, store)
    finally:
        await store.close()


@pytest.mark.parametrize(("kind", "scenario", "found"), PLANTED, ids=[kind.__name__ for kind, _, _ in PLANTED])
async def test_broken_stores_are_found(
    kind: type[Sound], scenario: StoreScenario, found: set[Kind], tmp_path: Path
) -> None:
    verdict = await verdict_on(kind(tmp_path / "store.db"), scenario)
    print(*(violation.sentence for violation in verdict.violations), sep="\n")
    assert found <= {violation.kind for violation in verdict.violations}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_the_sound_store_is_acquitted(scenario: StoreScenario, tmp_path: Path) -> None:
    verdict = await verdict_on(Sound(tmp_path / "store.db"), scenario)
    assert verdict.violations == []
    assert verdict.acknowledged >= 2


async def takes_sessions_without_memory(store: RedisStore, server: RedisServer) -> bool:
    """Tell whether a store makes a session although its server has reached its limit."""
    await store.start()
    server.call("CONFIG", "SET", "maxmemory", 1)
    try:
        await store.commit(Commit("table", 0, b"document", b"entry", 60))
    except StoreFull:
        return False
    finally:
        server.call("CONFIG", "SET", "maxmemory", 0)
        await store.close()
    return True


@pytest.mark.parametrize(("kind", "takes"), [(planted.PastTheLimit, True), (RedisStore, False)])
async def test_a_store_past_the_limit_is_told_from_one_that_is_not(kind: type[RedisStore], takes: bool) -> None:
    with RedisServer() as server:
        assert await takes_sessions_without_memory(kind(server.url), server) == takes
