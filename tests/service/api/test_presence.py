"""Who is there: told by both front ends and every worker, and by nothing else."""

from collections.abc import Iterator

import pytest

from tests.support.front_ends import ask_both
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import Live, done, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.redis_server import wait_until
from tools.services import Service

NOBODY = {"connected": None, "lastSeen": None}
NEVER = {"connected": False, "lastSeen": None}


def presence(service: Service, session_id: str) -> list[Json]:
    """Return who is there, about which both front ends agree, unless somebody was seen just in between."""
    try:
        told = ask_both(service, "presence", sessionId=session_id)
    except AssertionError:
        told = ask_both(service, "presence", sessionId=session_id)
    assert told["sessionId"] == session_id
    assert [one.pop("seat") for one in told["seats"]] == list(range(len(told["seats"])))
    seats: list[Json] = told["seats"]
    return seats


def connected(service: Service, table: Live) -> list[bool | None]:
    return [one["connected"] for one in presence(service, table.id)]


def test_a_seat_with_a_stream_is_connected_and_others_are_not(service: Service) -> None:
    table = open_table(service, "zeven", 3)
    assert presence(service, table.id) == [NEVER] * 3
    with Stream(service, table.players[1].token) as stream, Stream(service) as spectator:
        stream.subscribe(table.id).frame()
        spectator.subscribe(table.id).frame()
        wait_until(lambda: connected(service, table) == [False, True, False])
        assert presence(service, table.id)[1]["lastSeen"] is not None
    # For some time it may come back.
    assert connected(service, table) == [False, True, False]


def test_a_stream_over_rest_counts_like_any_other(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {table.players[0].token}"}
    with service.http.stream("GET", f"{service.root}/v1/sessions/{table.id}/frames", headers=headers) as frames:
        assert frames.status_code == 200
        next(frames.iter_raw())
        wait_until(lambda: connected(service, table) == [True, False])


def test_a_poll_and_a_reader_count_too(service: Service) -> None:
    table = open_table(service, "zeven", 3)
    seats = [{"sessionId": table.id, "seatToken": table.players[0].token}]
    Rest(service).done("/v1/decisions", {"seats": seats, "waitSeconds": 0})
    Rest(service, table.players[2].token).get(f"/v1/sessions/{table.id}")
    wait_until(lambda: connected(service, table) == [True, False, True])


def test_a_client_that_only_moves_is_there(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    moves = f"/v1/sessions/{table.id}/moves"
    rest = Rest(service, table.players[0].token)
    assert connected(service, table) == [False, False]
    legal = rest.post(moves, {"move": "?"}, If_Match="*").json()["legalMoves"]
    assert rest.post(moves, {"move": legal[0]["notation"]}, If_Match="*").status_code == 200
    wait_until(lambda: connected(service, table) == [True, False])


@pytest.mark.parametrize("act", ["moves", "undo"])
def test_whoever_is_refused_is_there_and_a_stranger_is_not(service: Service, act: str) -> None:
    table = open_table(service, "zeven", 3, {"firstSeat": "0"})
    path, body = f"/v1/sessions/{table.id}/{act}", {"move": "?"} if act == "moves" else None
    for token in (None, "a-token-of-nobody", table.players[1].token):
        assert Rest(service, token).post(path, body, If_Match="*").status_code >= 400
    wait_until(lambda: connected(service, table) == [False, True, False])


def test_seats_that_nobody_decides_for_are_neither_there_nor_not(service: Service) -> None:
    made = opened(service, "zar", 3, botMillis=60_000)
    ada = made.sit(seat=0)
    done(made.host, "addBot", made.id, seat=1, level=1)
    ada.read(made.id)
    wait_until(lambda: presence(service, made.id)[0]["connected"] is True)
    assert presence(service, made.id)[1:] == [NOBODY, NOBODY]


def test_a_token_without_a_seat_is_nobody(service: Service) -> None:
    made, other = opened(service, "zar", 2), opened(service, "zar", 2)
    made.sit()
    for token in (other.sit().token, made.host.token, "a-token-of-nobody"):
        Client(service, token).read(made.id)
    after = made.sit()
    after.read(made.id)
    wait_until(lambda: presence(service, made.id)[1]["connected"] is True)
    assert presence(service, made.id)[0] == NEVER


def test_who_takes_a_seat_after_another_was_never_seen(service: Service) -> None:
    made = opened(service, "zar", 3)
    ada = made.sit(seat=0)
    ada.read(made.id)
    wait_until(lambda: presence(service, made.id)[0]["connected"] is True)
    done(ada, "leaveSession", made.id)
    assert presence(service, made.id)[0] == NOBODY
    made.sit(seat=0)
    assert presence(service, made.id)[0] == NEVER


def test_presence_changes_no_other_answer(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    before = Rest(service).get(f"/v1/sessions/{table.id}")
    with Stream(service, table.players[0].token) as stream:
        stream.subscribe(table.id).frame()
        wait_until(lambda: connected(service, table) == [True, False])
        again = Rest(service).get(f"/v1/sessions/{table.id}", If_None_Match=before.headers["etag"])
        assert again.status_code == 304
        # The next frame is of the next version, not of a change of presence.
        done(table.players[1], "resign", table.id)
        assert stream.frame()["version"] == before.json()["version"] + 1


def test_a_session_that_is_not_there_has_no_presence(one_service: Service) -> None:
    assert ask_both(one_service, "presence", sessionId="none")["code"] == "NOT_FOUND"


# ---- two workers


@pytest.fixture
def two_services(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Service]]:
    first, second = (Service(store_url, tmp_path_factory.mktemp("worker")) for _ in range(2))
    with first, second:
        yield [first, second]


def test_each_worker_tells_of_the_streams_of_the_others_and_of_those_of_a_dead_one(
    two_services: list[Service],
) -> None:
    here, there = two_services
    table = open_table(here, "zeven", 2)
    with Stream(here, table.players[0].token) as one, Stream(there, table.players[1].token) as other:
        one.subscribe(table.id).frame()
        other.subscribe(table.id).frame()
        wait_until(lambda: [connected(service, table) for service in two_services] == [[True, True]] * 2)
        seen = presence(here, table.id)[1]["lastSeen"]
        there.kill()
        # What the dead worker has noted stays for its time, and no longer: see below.
        assert presence(here, table.id)[1] == {"connected": True, "lastSeen": seen}
