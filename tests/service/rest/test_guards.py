"""REST behind the guard rails, and its sealed tables."""

from pathlib import Path

import pytest

from tests.support.rest_client import Rest, check_problem
from tools.services import Service


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'croupier.db'}"


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
