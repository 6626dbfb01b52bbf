"""Ways to a table: running ones to watch. Over both front ends, which give the same answer."""

from random import Random

import pytest

from tests.support.graphql_client import Client, Json, codes_of
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import ONLY_THREES, Live, done, opened
from tests.support.rest_client import Rest
from tools.services import Service

SMALL = ONLY_THREES | {"firstSeat": "0"}

RUNNING = """
query Running($game: ID, $first: Int, $after: String) {
  runningSessions(game: $game, first: $first, after: $after) {
    edges { cursor node { sessionId } } nodes { ...Summary }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}
fragment Summary on SessionSummary {
  sessionId game { id } status version createdAt expiresAt deadline rematchId
  options { name value } seats { index name taken kind bot { level version } }
  settings {
    public invitationOnly startByHost moveSeconds reactionMillis takeBacks hints botMillis leftSeatLevel sharedDeal
  }
}
"""


def in_both(service: Service, **which: object) -> Json:
    """Return a page of the running tables, about which both front ends agree."""
    asked = "&".join(f"{name}={value}" for name, value in which.items())
    page = Rest(service).get(f"/v1/running-sessions?{asked}").json()
    other = Client(service).ask(RUNNING, **which)
    assert [{**node, "game": node["game"]["id"]} for node in other["nodes"]] == page["nodes"]
    assert [edge["cursor"] for edge in other["edges"]] == [edge["cursor"] for edge in page["edges"]]
    assert other["pageInfo"] == page["pageInfo"]
    return page


def running(service: Service, game: str) -> list[str]:
    """Return the ids of the running tables of a game."""
    return [node["sessionId"] for node in in_both(service, game=game)["nodes"]]


def public_table(service: Service, game: str = "zlam", **setup: object) -> Live:
    return opened(service, game, 2, SMALL if game == "zlam" else None, public=True, **setup).live()


def test_a_public_table_is_listed_from_the_deal_to_its_end(service: Service) -> None:
    made = opened(service, "zlam", 2, SMALL, public=True)
    assert made.id not in running(service, "zlam")
    table = made.live()
    assert running(service, "zlam")[0] == made.id
    table.play_to_the_end(Random(1))
    assert made.id not in running(service, "zlam")


def test_a_table_that_is_not_public_is_not_listed(service: Service) -> None:
    table = opened(service, "zlam", 2, SMALL).live()
    assert table.id not in running(service, "zlam")


def test_a_table_that_the_host_starts_and_abandons_comes_and_goes(service: Service) -> None:
    made = opened(service, "bazaar", 3, public=True)
    made.sit()
    done(made.host, "startSession", made.id)
    assert running(service, "bazaar")[0] == made.id
    done(made.host, "abandonSession", made.id)
    assert made.id not in running(service, "bazaar")


def test_the_pages_are_bounded_and_follow_each_other(service: Service) -> None:
    made = [public_table(service, "bazaar").id for _ in range(3)]
    first = in_both(service, first=2, game="bazaar")
    assert [node["sessionId"] for node in first["nodes"]] == [made[2], made[1]]
    assert first["pageInfo"]["hasNextPage"]
    rest = in_both(service, first=2, game="bazaar", after=first["pageInfo"]["endCursor"])
    assert rest["nodes"][0]["sessionId"] == made[0]
    assert rest["pageInfo"]["hasPreviousPage"]


def test_a_running_table_is_told_as_everybody_may_know_it(service: Service) -> None:
    table = public_table(service, "bazaar", moveSeconds=60)
    told = in_both(service, game="bazaar")["nodes"][0]
    seen = Rest(service).get(f"/v1/sessions/{table.id}").json()
    assert told.pop("sessionId") == seen["id"] == table.id
    assert told == {name: seen[name] for name in told}


@pytest.mark.parametrize("cursor", ["x", "9.", "1.a b"])
def test_a_bad_cursor_is_refused(one_service: Service, cursor: str) -> None:
    answer = Client(one_service).execute(RUNNING, after=cursor)
    assert answer["data"] == {"runningSessions": None}
    assert codes_of(answer) == ["INVALID_INPUT"]
    assert Rest(one_service).get(f"/v1/running-sessions?after={cursor}").json()["code"] == "INVALID_INPUT"


def test_the_document_of_every_field_is_within_the_limits(one_service: Service) -> None:
    Client(one_service).ask(operation("Query", "runningSessions"))
