"""Each scenario once, and small: what a client was told stays true, whatever goes wrong."""

import msgspec
import pytest

from tests.faults.catalogue import SCENARIOS
from tests.faults.run import Knobs, Report, execute

pytestmark = pytest.mark.anyio


async def carry_out(name: str, **knobs: float | str) -> Report:
    report = await execute(name, SCENARIOS[name], msgspec.convert({"tables": 4, "workers": 1, **knobs}, Knobs))
    assert report.violations == []
    return report


@pytest.mark.parametrize("store", ["redis", "sqlite"])
async def test_killed_workers_and_stores_lose_nothing(store: str) -> None:
    report = await carry_out("kills", store=store, workers=2, moves=100, kills=2, worker_kills=1)
    assert report.figures["worker kills"] == 1
    assert report.figures["acknowledged"] >= 100


async def test_replies_that_are_lost_after_the_commit_are_found_again() -> None:
    report = await carry_out("drops", count=40)
    assert report.figures["replies dropped"] == 40
    assert report.figures["retried"] >= 20


async def test_of_two_moves_from_one_version_exactly_one_is_made() -> None:
    report = await carry_out("races", count=40)
    assert report.figures["races"] >= 40
    assert report.figures["refused"] == report.figures["races"]


async def test_streams_that_are_cut_go_on_where_they_were() -> None:
    report = await carry_out("reconnections", count=60, tables=2)
    assert report.figures["frames"] >= 60
    assert report.figures["resyncs"] >= 1


async def test_stores_and_workers_that_stand_still_lose_nothing() -> None:
    report = await carry_out("pauses", moves=60, kills=1, worker_kills=1)
    assert report.figures["store pauses"] == report.figures["worker pauses"] == 1


@pytest.mark.parametrize("store", ["redis", "sqlite"])
async def test_a_full_disk_loses_nothing_that_was_acknowledged(store: str) -> None:
    report = await carry_out("disk-full", store=store, moves=60, kills=1)
    assert report.figures["full disks"] == 1
    assert report.figures["unknown answers"] > 0


async def test_workers_that_are_replaced_one_after_the_other_leave_no_client_without_an_answer() -> None:
    report = await carry_out("rolling-restart", moves=60, workers=2, worker_kills=2)
    assert report.figures["restarts"] == 2
    assert report.figures["workers that ended badly"] == report.figures["unknown answers"] == 0
