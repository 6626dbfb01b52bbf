"""Each scenario once, and small: what a client was told stays true, whatever goes wrong."""

import msgspec
import pytest

from tests.faults.run import Knobs, Report, execute
from tests.faults.scenarios import SCENARIOS

pytestmark = pytest.mark.anyio


async def carry_out(name: str, **knobs: float | str) -> Report:
    report = await execute(name, SCENARIOS[name], msgspec.convert({"tables": 8, **knobs}, Knobs))
    assert report.violations == []
    return report


@pytest.mark.parametrize("store", ["redis", "sqlite"])
async def test_killed_workers_and_stores_lose_nothing(store: str) -> None:
    report = await carry_out("kills", store=store, moves=150, kills=2, worker_kills=2)
    assert report.figures["worker kills"] == 2
    assert report.figures["acknowledged"] >= 150


async def test_replies_that_are_lost_after_the_commit_are_found_again() -> None:
    report = await carry_out("drops", moves=100, count=60)
    assert report.figures["replies dropped"] == 60
    assert report.figures["retried"] >= 20


async def test_of_two_moves_from_one_version_exactly_one_is_made() -> None:
    report = await carry_out("races", moves=0, count=40)
    assert report.figures["races"] >= 40
    assert report.figures["refused"] == report.figures["races"]


async def test_streams_that_are_cut_go_on_where_they_were() -> None:
    report = await carry_out("reconnections", moves=0, count=60, tables=2)
    assert report.figures["frames"] >= 60
    assert report.figures["resyncs"] >= 1
