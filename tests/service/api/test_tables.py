"""Whole tables over HTTP, for both stores: every viewer receives exactly what the rules allow."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import engine
from tests.support.graphql_client import Json, result_of
from tests.support.graphql_sessions import Live, open_table
from tools.services import Service

# Each store once: none knows a game.
TABLES: list[tuple[str, str, int, dict[str, str]]] = [
    ("sqlite", "zeven", 3, {"rounds": "1", "favorsRedraw": "immediate"}),
    ("redis", "zlam", 4, {"teams": "[0,1,0,1]", "gainCards": "2", "lossCards": "2"}),
]

# The viewers of a kind of zone during play; every other kind is open to all (zeven 5.1, zlam 7.1).
CLOSED_ZONES = {"zeven": {"deck": "nobody", "hand": "owner", "score": "owner"}, "zlam": {"deck": "nobody"}}


@pytest.mark.parametrize(("service", "game", "seats", "options"), TABLES, indirect=["service"])
def test_nobody_is_told_more_than_is_allowed(service: Service, game: str, seats: int, options: dict[str, str]) -> None:
    chance = Random(f"{game} {seats}")
    table = open_table(service, game, seats, options)
    while table.is_active():
        if chance.random() < 0.2:
            check_view(game, table, chance.choice([None, *range(seats)]))
        table.step(chance)
    check_against_the_record(table)


def check_view(game: str, table: Live, viewer: int | None) -> None:
    session = table.read(viewer)
    view = session["view"]
    assert (session["viewerSeat"], view["viewer"]) == (viewer, viewer)
    assert len(view["legalMoves"]) == view["legalMoveCount"]
    assert viewer is not None or view["legalMoves"] == []
    for zone in view["zones"]:
        check_zone(game, zone, viewer)


def check_zone(game: str, zone: Json, viewer: int | None) -> None:
    audience = CLOSED_ZONES[game].get(zone["kind"])
    hidden = audience == "nobody" or (audience == "owner" and zone["owner"] != viewer)
    assert len(zone["cards"]) == zone["count"]
    assert all((card is None) == hidden for card in zone["cards"]), (viewer, zone)


def check_against_the_record(table: Live) -> None:
    """Check that every viewer received, move by move, the engine's events of the record."""
    record = table.record()
    assert record is not None
    session = table.read()
    moves = msgspec.json.decode(record)["moves"]
    states = engine.replay(record)
    begun = 1 + len(session["seats"])
    assert (session["status"], session["version"]) == ("FINISHED", begun + len(moves))
    assert session["view"]["result"] == result_of(states[-1])
    for viewer in table.viewers():
        received = [event for event in table.events(viewer) if event["version"] > begun]
        assert [comparable(event) for event in received] == list(expected(states, moves, viewer))


def expected(states: tuple[engine.State, ...], moves: list[str], viewer: int | None) -> Iterator[tuple[Json, ...]]:
    for state, line in zip(states, moves, strict=False):
        seat, move = line.split(" ", 1)
        for event in engine.events_for(engine.apply(state, int(seat), move)[1], viewer):
            yield event.kind, event.seat, list(event.cards), event.count, event.from_zone, event.to_zone, event.value


def comparable(event: Json) -> tuple[Json, ...]:
    cards = [card["code"] for card in event["cards"]]
    return event["kind"], event["seat"], cards, event["count"], event["from"], event["to"], event["value"]
