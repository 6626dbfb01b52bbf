"""Each scenario once, at a small size: every response to a client stays true under every fault."""

import json

import msgspec
import pytest

from tools.faults.__main__ import in_words, main
from tools.faults.catalogue import carry_out
from tools.faults.checker import Kind, Violation
from tools.faults.run import Knobs, Report
from tools.faults.scenarios.soak import Sample, slope

pytestmark = pytest.mark.anyio


# Of scenarios that mostly wait for servers.
RESTING: dict[str, float] = {"moves": 40, "rest": 0.03}


async def reported(name: str, **knobs: float | str) -> Report:
    """Run a scenario on one worker, unless the knobs say otherwise, and return its report."""
    return await carry_out(name, msgspec.convert({"tables": 4, "workers": 1, **knobs}, Knobs))


async def acquitted(name: str, **knobs: float | str) -> Report:
    """Return the report of a scenario in which nothing must go wrong."""
    report = await reported(name, **knobs)
    assert report.violations == []
    return report


async def condemned(name: str, mistake: str, **knobs: float) -> set[Kind]:
    """Return the violations found with a planted fault."""
    return {violation.kind for violation in (await reported(name, store=mistake, **knobs)).violations}


@pytest.mark.parametrize("store", ["redis", "sqlite"])
async def test_killed_workers_and_stores_lose_nothing(store: str) -> None:
    report = await acquitted("kills", store=store, workers=2, moves=100, kills=2, worker_kills=1)
    assert report.figures["worker kills"] == 1
    assert report.figures["acknowledged"] >= 100
    assert report.figures["frames of changes"] >= 10
    assert report.figures["frames of codes"] >= 10


async def test_bots_play_on_when_workers_and_stores_are_killed() -> None:
    report = await acquitted("bots", workers=2, moves=40, kills=1, worker_kills=1)
    assert report.figures["worker kills"] == 1
    assert report.figures["decisions"] >= 20


async def test_tournaments_come_to_their_right_end_when_workers_and_stores_are_killed() -> None:
    report = await acquitted("tournament", workers=2, tables=2, kills=1, worker_kills=1)
    assert report.figures["worker kills"] == 1
    assert report.figures["tournaments"] >= 2


async def test_a_store_that_keeps_nothing_on_disk_is_condemned_when_it_is_killed() -> None:
    found = await condemned("kills", "forgetful", moves=40, kills=1)
    assert "lost" in found


async def test_replies_that_are_lost_after_the_commit_are_found_again() -> None:
    report = await acquitted("drops", count=40)
    assert report.figures["replies dropped"] == 40
    assert report.figures["retried"] >= 20


async def test_of_two_moves_from_one_version_exactly_one_is_made() -> None:
    report = await acquitted("races", count=40)
    assert report.figures["races"] >= 40
    assert report.figures["refused"] == report.figures["races"]


async def test_streams_that_are_cut_go_on_where_they_were() -> None:
    report = await acquitted("reconnections", count=60, tables=2)
    assert report.figures["frames"] >= 60
    assert report.figures["frames of changes"] >= 10
    assert report.figures["frames of codes"] >= 10
    assert report.figures["resyncs"] >= 1


async def test_stores_and_workers_that_stand_still_lose_nothing() -> None:
    report = await acquitted("pauses", moves=60, kills=1, worker_kills=1)
    assert report.figures["store pauses"] == report.figures["worker pauses"] == 1
    assert report.figures["frames of changes"] >= 10
    assert report.figures["frames of codes"] >= 10


@pytest.mark.parametrize("store", ["redis", "everysec", "sqlite"])
async def test_a_full_disk_loses_nothing_that_was_acknowledged(store: str) -> None:
    report = await acquitted("disk-full", store=store, moves=60, kills=1)
    assert report.figures["full disks"] == 1
    assert report.figures["unknown answers"] > 0


async def test_a_store_that_promises_the_disk_again_has_everything_there() -> None:
    report = await acquitted("first-rewrite", moves=40, kills=2)
    assert report.figures["store kills"] == 2


async def test_a_service_that_takes_settings_for_a_promise_is_condemned_when_the_store_is_killed() -> None:
    found = await condemned("first-rewrite", "hasty", moves=40, kills=1)
    assert "lost" in found


@pytest.mark.parametrize("store", ["redis", "sqlite"])
async def test_clocks_that_jump_lose_nothing(store: str) -> None:
    report = await acquitted("clocks", store=store, workers=2, moves=60, kills=6)
    assert report.figures["clock jumps"] == 6
    assert report.figures["refused"] == report.figures["unknown answers"] == 0


async def test_workers_that_are_replaced_one_after_the_other_leave_no_client_without_an_answer() -> None:
    report = await acquitted("rolling-restart", workers=2, moves=60, worker_kills=2)
    assert report.figures["restarts"] == 2
    assert report.figures["frames of changes"] >= 10
    assert report.figures["frames of codes"] >= 10
    assert report.figures["workers that ended badly"] == report.figures["unknown answers"] == 0


@pytest.mark.parametrize("name", ["sentinel", "cluster"])
async def test_failovers_lose_nothing_that_a_replica_was_to_have(name: str) -> None:
    report = await acquitted(name, **RESTING, count=2)
    assert report.figures["failovers"] == 2


async def test_a_primary_that_goes_on_after_it_was_replaced_misleads_nobody() -> None:
    report = await acquitted("old-primary", **RESTING, count=1)
    assert report.figures["old primaries that went on"] == 1
    assert report.figures["unknown answers"] > 0


async def test_sentinels_that_answer_late_are_followed_and_a_replaced_primary_acknowledges_nothing() -> None:
    # With this seed the Sentinels are silent while they replace the primary.
    report = await acquitted("slow-sentinels", **RESTING, count=1, seed=2)
    assert report.figures["failovers"] == 1
    assert report.figures["unknown answers"] > 0


async def test_a_service_that_trusts_a_primary_of_which_it_hears_nothing_is_condemned() -> None:
    found = await condemned("slow-sentinels", "trusting", **RESTING, count=1, seed=2)
    assert "lost" in found


async def test_a_promoted_server_that_is_killed_in_its_first_rewrite_has_acknowledged_nothing() -> None:
    report = await acquitted("emptied-primary", **RESTING, count=1)
    assert report.figures["emptied primaries"] == 1
    assert report.figures["unknown answers"] > 0


async def test_a_service_that_takes_a_promoted_servers_settings_for_a_promise_is_condemned() -> None:
    found = await condemned("emptied-primary", "hasty", **RESTING, count=3)
    assert "unkept" in found


async def test_clients_of_a_store_that_comes_back_emptied_are_told_what_is_lost() -> None:
    # Of an odd seed it has nothing at all.
    report = await acquitted("emptied-store", count=1, seed=1)
    assert report.figures["of these with a lost version"] >= 4


async def test_slots_that_move_lose_nothing() -> None:
    report = await acquitted("slots", **RESTING, count=4)
    assert report.figures["slots moved"] == 4
    assert report.figures["frames"] > 0


async def test_a_network_that_is_parted_loses_nothing_at_the_level_replicated() -> None:
    report = await acquitted("partition", **RESTING, count=1)
    assert report.figures["partitions"] == 1
    assert report.figures["unknown answers"] >= 4


async def test_changes_that_only_a_parted_primary_acknowledged_are_reported_lost_at_the_level_local() -> None:
    report = await acquitted("partition-local", count=1)
    assert report.figures["of these with a lost version"] >= 1


async def test_a_replica_that_was_cut_off_takes_over_without_a_loss_at_the_level_replicated() -> None:
    report = await acquitted("replicated", **RESTING, count=1)
    assert report.figures["cuts and failovers"] == 1


async def test_a_client_that_holds_a_version_lost_at_the_level_local_is_told_so() -> None:
    report = await acquitted("local", count=1)
    assert report.figures["of these with a lost version"] >= 1


def test_a_soak_tells_what_went_wrong_and_how_memory_grew(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["soak", "--minutes", "0.07", "--tables", "4", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["violations"]) == (0, [])
    assert report["figures"]["KiB at the end"] > 0


def test_a_report_names_what_is_wrong() -> None:
    violation = Violation("lost", "Session S: a move is gone.", "S")
    lines = in_words(Report("kills", Knobs(), {"moves": 12345.0}, [violation], 1.6)).splitlines()
    assert lines[0] == "kills: 2 s, 1 violations"
    assert lines[1].split() == ["moves", "12,345"]
    assert lines[2:] == ["  lost 1, doubled 0, gap 0, undetected 0", "  lost: Session S: a move is gone."]


def test_the_slope_of_memory_leaves_the_warm_up_out() -> None:
    kib = [0, 900, 1000, 1010, 1020, 1030, 1040, 1050, 1060]
    samples = [Sample(minutes=number / 2, kib=size) for number, size in enumerate(kib)]
    assert slope(samples) == pytest.approx(20)


def test_big_runs_are_divided_into_rounds_that_do_all_of_it_together() -> None:
    knobs = Knobs(moves=25_000, kills=7, worker_kills=10)
    shares = [knobs.share(number, 3) for number in range(3)]
    assert [sum(share.moves for share in shares), sum(share.kills for share in shares)] == [25_000, 7]
    assert sum(share.worker_kills for share in shares) == 10
    assert [share.seed for share in shares] == [0, 1, 2]
