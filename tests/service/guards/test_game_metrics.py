"""The metrics of the play itself."""

import pytest

from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import ONLY_THREES, open_table
from tests.support.graphql_stream import Stream
from tools.services import Service


def test_moves_are_counted_by_game_and_outcome(plain: Service) -> None:
    def moves(outcome: str) -> float:
        return metric(plain, "croupier_moves_total", game="zlam", outcome=outcome)

    before = {outcome: moves(outcome) for outcome in ("applied", "replayed", "bad_notation", "stale_version")}
    replays = metric(plain, "croupier_replays_total")
    commits = metric(plain, "croupier_commit_seconds_count")
    table = open_table(plain, "zlam", 2, ONLY_THREES | {"firstSeat": "1"})
    for _ in range(2):
        table.move(0, "place @1", expected=3, key="k")
    table.move(1, "nonsense")
    table.move(1, "place @1", expected=3)
    assert {outcome: moves(outcome) - count for outcome, count in before.items()} == dict.fromkeys(before, 1)
    assert metric(plain, "croupier_replays_total") == replays + 1
    assert metric(plain, "croupier_commit_seconds_count") > commits
    with Stream(plain) as stream:
        stream.subscribe(table.id).frame()
        assert metric(plain, "croupier_stream_followers") >= 1


@pytest.mark.parametrize("document", ["{ games { id } __typename }", "{ __schema { queryType { name } } }"])
def test_look_ups_of_documents_are_counted(plain: Service, document: str) -> None:
    def lookups(result: str) -> float:
        return metric(plain, "croupier_cache_lookups_total", result=result)

    before = lookups("hit"), lookups("miss")
    for _ in range(3):
        Client(plain).execute(document)
    assert (lookups("hit") - before[0], lookups("miss") - before[1]) == (2, 1)
