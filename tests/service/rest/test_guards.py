"""REST behind the guard rails, and its sealed tables."""

import hashlib
from pathlib import Path

import pytest

from tests.support.rest_client import Rest, check_problem
from tools.services import Service

KEY = "the key of an app"


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'croupier.db'}"


def test_the_pages_are_open_and_the_operations_need_the_key_of_an_app(store: str, tmp_path: Path) -> None:
    keys = f"web={hashlib.sha256(KEY.encode()).hexdigest()}"
    with Service(store, tmp_path, app_keys=keys) as service:
        for page in ("/docs", "/docs/static/page.js", "/openapi.json", "/problems/BUSY"):
            assert service.http.get(service.root + page).status_code == 200
        check_problem(Rest(service).get("/v1/games"), 401, "APP_KEY_REQUIRED")
        assert Rest(service).get("/v1/games", Croupier_App_Key=KEY).status_code == 200


def test_opening_a_session_costs_more_than_a_request(store: str, tmp_path: Path) -> None:
    with Service(store, tmp_path, rate_address="25/day") as service:
        wish = {"game": "zlam", "seats": 2}
        statuses = [Rest(service).post("/v1/sessions", wish).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]
        check_problem(Rest(service).post("/v1/sessions", wish), 429, "RATE_LIMITED")


def test_pages_of_other_origins_may_read_what_they_need(store: str, tmp_path: Path) -> None:
    origin = "https://play.example"
    with Service(store, tmp_path, cors_origins=origin) as service:
        answer = Rest(service).get("/v1/games", Origin=origin)
        assert answer.headers["access-control-allow-origin"] == origin
        assert {"etag", "location", "retry-after"} <= set(
            answer.headers["access-control-expose-headers"].lower().split(", ")
        )
        asked = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, idempotency-key, if-match, content-type",
        }
        assert service.http.options(f"{service.root}/v1/sessions", headers=asked).status_code == 200


def test_a_sealed_table_is_open_to_the_bearer_of_a_seats_grant(store: str, tmp_path: Path) -> None:
    with Service(store, tmp_path, seal_keys="ab" * 32) as service:
        wish = {"game": "zeven", "seats": 2, "sealed": True}
        dealt = Rest(service).post("/v1/tables", {**wish, "viewer": 0}).json()
        assert dealt["view"] is None, "who deals is no player"
        state, (seat,) = dealt["table"]["state"], dealt["table"]["activeSeats"]
        players = [Rest(service, grant["token"]) for grant in dealt["table"]["grants"]]
        read = players[seat].post("/v1/tables/read", {"state": state, "viewer": seat}).json()
        assert read["table"]["grants"] == []
        assert players[1 - seat].post("/v1/tables/read", {"state": state, "viewer": seat}).json()["view"] is None
        move = {"state": state, "seat": seat, "move": read["view"]["legalMoves"][0]["notation"], "viewer": seat}
        check_problem(players[1 - seat].post("/v1/tables/moves", move), 401, "UNAUTHORIZED")
        first = players[seat].post("/v1/tables/moves", move).json()
        assert first["view"]["ply"] == 1
        other = {**move, "move": read["view"]["legalMoves"][1]["notation"]}
        check_problem(players[seat].post("/v1/tables/moves", other), 409, "STATE_REWOUND")
        check_problem(players[seat].post("/v1/tables/read", {"state": f"{state}x"}), 422, "INVALID_STATE")
