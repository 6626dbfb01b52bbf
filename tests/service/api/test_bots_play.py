"""Bots at tables of the running service: over HTTP, with the processes that think for them."""

from random import Random

from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live, done, opened
from tools.redis.server import wait_until
from tools.services import Service


def bots_at(service: Service, game: str, level: int, **setup: Json) -> Live:
    """Open a table with a person at seat 0 and bots at two other seats."""
    table = opened(service, game, seats=3, **setup)
    for seat in (1, 2):
        done(table.host, "addBot", table.id, seat=seat, level=level)
    return Live(service, table.id, [table.sit(seat=0)])


def wait_for_person(table: Live) -> bool:
    """Wait until the person is asked or the table is over; tell whether the person is asked."""
    wait_until(lambda: not table.is_active() or 0 in table.turn())
    return table.is_active()


def test_bots_that_search_play_on_either_store(service: Service) -> None:
    table = bots_at(service, "zeven", level=2)
    for _ in range(3):
        assert wait_for_person(table)
        table.move(0, table.legal(0)[0])
    assert wait_for_person(table)
    assert table.read()["version"] > 6


def test_a_bot_that_moves_makes_what_was_seen_before_stale(one_service: Service) -> None:
    table = bots_at(one_service, "zlam", level=1)
    assert wait_for_person(table)
    seen = table.look(0)
    table.move(0, seen["view"]["legalMoves"][0]["notation"])
    assert wait_for_person(table)
    again = table.move(0, table.legal(0)[0], expected=seen["version"])
    assert again["__typename"] == "StaleVersion"


def test_a_bot_takes_over_from_a_person_who_leaves(one_service: Service) -> None:
    table = opened(one_service, "zeven", seats=2, leftSeatLevel=1)
    staying = table.sit(seat=0)
    leaving = table.sit(seat=1)
    done(leaving, "leaveSession", table.id)
    live = Live(one_service, table.id, [staying])
    chance = Random(1)
    for _ in range(10):
        assert wait_for_person(live)
        live.move(0, chance.choice(live.legal(0)))
    assert wait_for_person(live)
