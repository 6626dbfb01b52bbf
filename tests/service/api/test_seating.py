"""Any table of a kind: a seat at an open one, else at a new one; never two seats, and never none."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.front_ends import BOTH, Call, ask_both, over_graphql, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import done, new_key, opened
from tests.support.rest_client import Rest
from tools.services import Service

Kind = dict[str, object]


@pytest.fixture
def kind() -> Kind:
    """A kind of table that no other test looks for."""
    # The time for a decision is a setting, and so a part of the kind.
    return {"game": "zeven", "seats": 2, "moveSeconds": int(new_key().replace("-", "")[:4], 16) + 1000}


def seat(service: Service, call: Call = over_rest, /, **wish: object) -> Json:
    """Take a seat somewhere."""
    return call(service, "joinOrCreate", **wish)


def seat_at_last(service: Service, **wish: object) -> Json:
    """Take a seat somewhere, and repeat what is refused since too many want something at the same time."""
    for _ in range(20):
        joined = seat(service, **wish)
        if joined.get("code") != "BUSY":
            return joined
    raise AssertionError("It is always refused.")


def place(joined: Json) -> tuple[str, int]:
    return joined["session"]["id"], joined["seat"]


@pytest.mark.parametrize("call", BOTH)
def test_the_first_opens_a_table_and_the_second_sits_down_there(service: Service, kind: Kind, call: Call) -> None:
    first, second, third = (seat(service, call, **kind, name=name) for name in ("Ada", "Bob", "Cid"))
    assert first["session"]["status"] == "OPEN"
    assert (first["session"]["isHost"], second["session"]["isHost"]) == (True, False)
    assert place(second) == (first["session"]["id"], 1)
    assert second["session"]["status"] == "ACTIVE"
    assert [one["name"] for one in second["session"]["seats"]] == ["Ada", "Bob"]
    # The table is full, so there is a new one.
    assert third["session"]["id"] != first["session"]["id"]
    assert Rest(service, first["seatToken"]).get(f"/v1/sessions/{first['session']['id']}").json()["viewerSeat"] == 0


def test_a_public_table_that_somebody_opened_is_as_good(service: Service, kind: Kind) -> None:
    made = opened(service, "zeven", 2, public=True, moveSeconds=kind["moveSeconds"])
    made.sit()
    joined = seat(service, **kind)
    assert place(joined) == (made.id, 1)
    assert not joined["session"]["isHost"]


@pytest.mark.parametrize(
    "other",
    [
        {"takeBacks": True},
        {"invitationOnly": True},
        {"startByHost": True},
        {"public": False},
        {"seed": "0" * 64},
        {"seats": 3},
    ],
)
def test_a_table_of_another_kind_is_none(service: Service, kind: Kind, other: Kind) -> None:
    wish = {"public": True, **kind, **other}
    made = Rest(service).done("/v1/sessions", wish)["session"]["id"]
    assert seat(service, **kind)["session"]["id"] != made


def test_options_that_say_the_same_are_of_one_kind(service: Service, kind: Kind) -> None:
    first = seat(service, **kind)
    second = seat(service, **kind, options=[{"name": "firstSeat", "value": "random"}], hints=False)
    assert second["session"]["id"] == first["session"]["id"]


def test_seats_that_are_kept_for_their_last_holders_are_not_taken(service: Service, kind: Kind) -> None:
    made = opened(service, "zeven", 2, public=True, moveSeconds=kind["moveSeconds"])
    table = made.live()
    done(made.host, "abandonSession", made.id)
    rematch = done(table.players[0], "offerRematch", made.id)["session"]["id"]
    assert seat(service, **kind)["session"]["id"] != rematch


def test_who_repeats_a_request_gets_the_same_seat(service: Service, kind: Kind) -> None:
    key, other_key = new_key(), new_key()
    first = seat(service, **kind, idempotencyKey=key)
    again = seat(service, **kind, idempotencyKey=key)
    assert (place(again), again["seatToken"]) == (place(first), first["seatToken"])
    assert (first["replayed"], again["replayed"]) == (False, True)
    other = seat(service, **kind, idempotencyKey=other_key)
    assert place(other) == (first["session"]["id"], 1)
    # Also when the table is dealt, and when another one is open.
    seat(service, **kind)
    assert place(seat(service, over_graphql, **kind, idempotencyKey=other_key)) == place(other)
    assert place(seat(service, **kind, idempotencyKey=key)) == place(first)
    assert again["session"]["isHost"]


def test_a_key_of_another_request_is_refused(service: Service, kind: Kind) -> None:
    key = new_key()
    seat(service, **kind, idempotencyKey=key)
    assert ask_both(service, "joinOrCreate", **kind | {"seats": 3}, idempotencyKey=key)["code"] == "KEY_REUSED"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "none"}, "UNKNOWN_GAME"),
        ({"seats": 1}, "INVALID_INPUT"),
        ({"options": [{"name": "none", "value": "1"}]}, "INVALID_OPTION"),
        ({"name": ""}, "INVALID_INPUT"),
        ({"entropy": "é"}, "INVALID_INPUT"),
        ({"moveSeconds": -1}, "INVALID_INPUT"),
        ({"reactionMillis": 5}, "INVALID_INPUT"),
        ({"public": False}, "INVALID_INPUT"),
        # A key that others may send.
        ({"idempotencyKey": "a" * 20}, "INVALID_INPUT"),
    ],
)
def test_bad_input_opens_nothing(one_service: Service, kind: Kind, wish: Kind, code: str) -> None:
    before = Rest(one_service).get("/v1/sessions").json()["nodes"]
    assert over_rest(one_service, "joinOrCreate", **kind | wish)["code"] == code
    assert Rest(one_service).get("/v1/sessions").json()["nodes"] == before


def test_the_opener_who_leaves_makes_room_and_the_table_is_found(service: Service, kind: Kind) -> None:
    first = seat(service, **kind)
    done(Client(service, first["seatToken"]), "leaveSession", first["session"]["id"])
    second = seat(service, **kind)
    assert place(second) == (first["session"]["id"], 0)


# ---- two workers


@pytest.fixture
def two_services(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Service]]:
    folders = [tmp_path_factory.mktemp("worker") for _ in range(2)]
    with Service(store_url, folders[0]) as first, Service(store_url, folders[1]) as second:
        yield [first, second]
        for folder in folders:
            assert "Traceback" not in Path(folder / "log").read_text()


def test_many_who_come_at_once_fill_the_tables(two_services: list[Service], kind: Kind) -> None:
    callers = 24
    with ThreadPoolExecutor(callers) as pool:
        wishes = [pool.submit(seat, worker, **kind) for worker, _ in zip(cycle(two_services), range(callers))]
        joined = [wish.result() for wish in wishes]
    places = Counter(map(place, joined))
    assert len(places) == callers, "a seat was given twice"
    assert len({session for session, _ in places}) == callers // 2, "somebody sits alone"
    for one in joined:
        seen = Rest(two_services[0], one["seatToken"]).get(f"/v1/sessions/{one['session']['id']}").json()
        assert (seen["viewerSeat"], seen["status"]) == (one["seat"], "ACTIVE")


def test_requests_with_one_key_that_come_at_once_get_one_seat(two_services: list[Service], kind: Kind) -> None:
    keys = [new_key() for _ in range(4)]
    with ThreadPoolExecutor(16) as pool:
        wishes = [
            pool.submit(seat_at_last, worker, **kind, idempotencyKey=key)
            for key in keys
            for worker, _ in zip(cycle(two_services), range(4))
        ]
        joined = [wish.result() for wish in wishes]
    places = {place(one) for one in joined}
    assert len({(place(one), one["seatToken"]) for one in joined}) == len(places) == len(keys)
    for one in joined:
        seen = Rest(two_services[0], one["seatToken"]).get(f"/v1/sessions/{one['session']['id']}").json()
        assert seen["viewerSeat"] == one["seat"]
