"""The checker condemns every planted store, and acquits the sound one of the very same scenes."""

from pathlib import Path

import pytest

from tests.faults import planted, scenes
from tests.faults.checker import Kind, Verdict, judge
from tests.faults.history import History
from tests.faults.planted import Sound
from tests.faults.scenes import Scene

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
    (planted.AnswersFromMemory, scenes.rematch_unheard, {"lost"}),
    (planted.StaleRead, scenes.read_again, {"stale"}),
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
