"""Features of REST alone: addresses, headers, the catalogue, numbers."""

from random import Random

import msgspec

from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_sessions import ONLY_THREES, new_key
from tests.support.rest_client import Rest, Table, check_problem
from tools.services import Service


def three_moves(service: Service, **setup: object) -> Table:
    """Return a table that is over after three moves."""
    options = [{"name": name, "value": value} for name, value in ONLY_THREES.items()]
    return Table(service, "zlam", 2, options=options, **setup).fill()


def play_to_the_end(table: Table) -> None:
    chance = Random(1)
    while table.read()["status"] == "ACTIVE":
        seat = table.turn()
        table.seats[seat].done(f"{table.path}/moves", {"move": chance.choice(table.legal(seat))})


def test_a_created_session_is_at_the_location_of_the_response(one_service: Service) -> None:
    made = Rest(one_service).post("/v1/sessions", {"game": "zeven", "seats": 2})
    host = Rest(one_service, made.json()["hostToken"])
    host.done(f"{made.headers['location']}/abandon")
    again = host.post(f"{made.headers['location']}/rematch")
    for created in (made, again):
        assert created.status_code == 201
        assert host.get(created.headers["location"]).json()["id"] == created.json()["session"]["id"]


def test_before_the_deal_there_is_no_hand_and_no_move(one_service: Service) -> None:
    table = Table(one_service)
    assert table.spectator.get(f"{table.path}/hand").json() == {"version": 1, "cards": []}
    assert table.spectator.get(f"{table.path}/legal-moves").json() == {"version": 1, "moves": []}


def test_a_deadline_is_claimed_when_it_has_passed_and_not_before(one_service: Service) -> None:
    timeless = Table(one_service).fill()
    check_problem(timeless.spectator.post(f"{timeless.path}/claim", If_Match="*"), 409, "NO_DEADLINE")
    table = Table(one_service, moveSeconds=3600).fill()
    answer = table.spectator.post(f"{table.path}/claim", If_Match="*")
    problem = check_problem(answer, 409, "TOO_EARLY")
    assert 3500 < int(answer.headers["retry-after"]) <= 3600
    assert 3_500_000 < problem["retryAfterMillis"] <= 3_600_000


def test_the_catalogue_is_read_down_to_a_rule(one_service: Service) -> None:
    caller = Rest(one_service)
    games = caller.get("/v1/games").json()["games"]
    assert [game["id"] for game in games] == GAMES
    assert caller.get("/v1/games/zar").json() in games
    rules = caller.get("/v1/games/zar/rules").json()["rules"]
    assert caller.get("/v1/games/zar/rules/7.2").json() in rules
    assert caller.get("/v1/games/zar/rules/engine%204").json()["number"] == "engine 4"
    check_problem(caller.get("/v1/games/chess"), 404, "NOT_FOUND")
    check_problem(caller.get("/v1/games/zar/rules/99"), 404, "NOT_FOUND")


def test_a_retry_with_the_same_key_returns_the_secrets_again(one_service: Service) -> None:
    caller = Rest(one_service)
    wish = {"game": "zeven", "seats": 2}
    key = new_key()
    first = caller.done("/v1/sessions", wish, Idempotency_Key=key)
    assert caller.done("/v1/sessions", wish, Idempotency_Key=f'"{key}"') == first
    answer = caller.post("/v1/sessions", {**wish, "seats": 3}, Idempotency_Key=key)
    check_problem(answer, 422, "KEY_REUSED")
    path = f"/v1/sessions/{first['session']['id']}/seats"
    joined = [caller.done(path, {"seat": 1}, Idempotency_Key=key)["seatToken"] for _ in range(2)]
    assert joined[0] == joined[1]


def test_numbers_are_whole_as_json_schema_has_them(one_service: Service) -> None:
    body = b'{"game":"zeven","seats":2.0}'
    answer = Rest(one_service).ask("POST", "/v1/sessions", msgspec.Raw(body))
    assert answer.status_code == 201
