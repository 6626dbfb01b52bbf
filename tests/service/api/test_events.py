"""Reading a session's events page by page, and its record, for both stores."""

from random import Random

import pytest

from tests.support.graphql_client import EVENTS, Client, Json, codes_of
from tests.support.graphql_sessions import Live, create, open_table
from tools.services import Service


def connection(table: Live, first: int | None = None, after: str | None = None, seat: int | None = None) -> Json:
    return table.viewer(seat).ask(EVENTS, id=table.id, first=first, after=after)["events"]


def numbers(table: Live, first: int | None = None, after: str | None = None) -> list[tuple[int, int]]:
    nodes = connection(table, first, after)["nodes"]
    return [(node["version"], node["sequence"]) for node in nodes]


@pytest.fixture
def table(service: Service) -> Live:
    table = open_table(service, "zeven", 3)
    table.play(Random(6), 11)
    return table


def test_the_pages_joined_are_all_events_whatever_their_size(service: Service) -> None:
    table = open_table(service, "zlam", 2)
    table.play(Random(6), 40)
    events = table.events(1)
    assert len(events) > 40
    for page in (3, 7, 99):
        assert table.events(1, page) == events
    positions = [(event["version"], event["sequence"]) for event in events]
    assert positions == sorted(set(positions))
    assert {version for version, _ in positions} == set(range(1, table.read()["version"] + 1))


def test_a_page_says_where_it_begins_and_ends(table: Live) -> None:
    first = connection(table, 5)
    for edge in first["edges"]:
        position, _, head = edge["cursor"].partition("-")
        assert position == f"{edge['node']['version']}.{edge['node']['sequence']}"
        assert len(head) == 16
    assert first["pageInfo"] == {
        "hasNextPage": True,
        "hasPreviousPage": False,
        "startCursor": first["edges"][0]["cursor"],
        "endCursor": first["edges"][-1]["cursor"],
    }
    last = connection(table, 5, after="15")
    assert (last["nodes"], last["pageInfo"]["hasNextPage"], last["pageInfo"]["hasPreviousPage"]) == ([], False, True)


def test_a_page_has_at_most_a_hundred_events(table: Live) -> None:
    table.play(Random(6), 30)
    everything = table.events()
    for first in (None, 100):
        page = connection(table, first)
        assert [edge["node"] for edge in page["edges"]] == everything[:100]
        assert page["pageInfo"]["hasNextPage"]


def test_cursors_of_events_and_of_frames_mark_places_in_the_same_order(table: Live) -> None:
    positions = [(event["version"], event["sequence"]) for event in table.events()]
    for version in range(1, 16):
        assert numbers(table, 3, str(version)) == [one for one in positions if one[0] > version][:3]
        assert numbers(table, 3, f"{version}.0") == [one for one in positions if one > (version, 0)][:3]
        assert numbers(table, 3, f"{version}.999") == [one for one in positions if one > (version, 999)][:3]


@pytest.mark.parametrize("cursor", ["15", "15.0", "15.999999"])
def test_nothing_follows_the_newest_version(table: Live, cursor: str) -> None:
    assert [one for one in numbers(table, after=cursor) if one[0] > 15] == []


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "0",
        "-1",
        "1.",
        ".1",
        "1.-1",
        "01",
        "1.00",
        " 1",
        "1\n",
        "x",
        "1.2.3",
        "1e3",
        "٣",
        "9" * 5000,
        "\0",
        "1;DROP",
    ],
)
def test_a_cursor_that_the_service_never_gave_is_an_error_with_a_code(service: Service, cursor: str) -> None:
    session_id = create(service, "zeven", 2)
    answer = Client(service).execute(EVENTS, id=session_id, first=3, after=cursor)
    assert answer["data"] == {"session": {"events": None}}
    assert codes_of(answer) == ["INVALID_INPUT"]
