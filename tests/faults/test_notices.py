"""Notices under faults: each that the log calls for is accepted by its receiver, whatever is killed meanwhile."""

import pytest

from tests.faults.test_scenarios import RESTING, acquitted
from tools.faults.scenarios.notices import compare_notices

pytestmark = pytest.mark.anyio


async def test_no_notice_is_lost_when_a_worker_a_receiver_and_the_primary_are_killed() -> None:
    # With an odd seed the primary is killed, and not only asked to step back.
    report = await acquitted(
        "notices", store="sentinel", **RESTING, workers=2, kills=1, worker_kills=1, count=1, seed=1
    )
    assert report.figures["failovers"] == 1
    assert report.figures["worker kills"] == 1
    assert report.figures["sender kills"] == 1
    assert report.figures["receiver kills"] == 1
    assert report.figures["notices"] >= 40
    assert report.figures["messages refused or cut off"] > 0


def test_the_checker_finds_notices_that_were_lost_and_notices_of_nothing() -> None:
    expected = {"one": "table", "two": "table"}
    assert list(compare_notices(expected, expected)) == []
    lost, unsent = compare_notices(expected, {"one": "table", "three": "table"})
    assert (lost.kind, lost.key) == ("lost", "two")
    assert (unsent.kind, unsent.key) == ("unsent", "three")
