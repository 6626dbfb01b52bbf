"""Whole numbers at the door: 1.0 is the integer 1, wherever it stands in an input, and 1.5 is none (JSON Schema)."""

import pytest

from tests.support.apis import BOTH, Call, ask_both
from tests.support.graphql_client import Client, Json
from tests.support.rest_client import Rest, check_problem
from tools.services import Service

CREATE = "mutation ($input: CreateSessionInput!) { createSession(input: $input) { __typename } }"
TABLE: Json = {"game": "zeven", "seats": 2}
KEPT: Json = {
    "plan": {"format": "SWISS", "seats": 2.0},
    "entrants": [{}, {"rating": 3.0}],
    "rounds": [{"tables": [{"entrants": [0.0, 1.0], "boards": [{"scores": [31.0, 24], "ranking": [1.0, 2]}]}]}],
}


def wishes(level: float) -> list[Json]:
    return [
        {**TABLE, "seats": level},
        {**TABLE, "moveSeconds": level},
        {**TABLE, "bots": [{"seat": 1, "level": level}]},
        {**TABLE, "bots": [{"seat": level - 1, "level": 1}]},
    ]


@pytest.mark.parametrize("call", BOTH)
def test_a_number_without_a_fraction_is_an_integer_at_any_depth(one_service: Service, call: Call) -> None:
    for wish in wishes(2.0):
        assert "session" in call(one_service, "createSession", **wish), wish


def test_a_number_with_a_fraction_is_refused_at_any_depth(one_service: Service) -> None:
    for wish in wishes(1.5):
        told = check_problem(Rest(one_service).post("/v1/sessions", wish), 422, "INVALID_INPUT")["detail"]
        (error,) = Client(one_service).execute(CREATE, input=wish)["errors"]
        assert "got a number with a fraction" in told
        assert told.replace("`$.", "`$input.") == error["message"]


def test_whole_numbers_in_lists_of_lists_are_integers(one_service: Service) -> None:
    assert [one["entrant"] for one in ask_both(one_service, "standingsOf", **KEPT)["standings"]] == [0, 1]


def test_a_whole_number_may_stand_in_an_address(one_service: Service) -> None:
    assert "notations" in Rest(one_service).get("/v1/games/zeven/notations?seats=2.0").json()
    check_problem(Rest(one_service).get("/v1/games/zeven/notations?seats=2.5"), 422, "INVALID_INPUT")


def test_a_body_may_be_nested_deeply_without_a_fault(one_service: Service) -> None:
    for depth in (500, 20_000):
        content = b'{"game": ' + b"[" * depth + b"1.0" + b"]" * depth + b"}"
        headers = {"Content-Type": "application/json"}
        answer = one_service.http.post(f"{one_service.root}/v1/sessions", content=content, headers=headers)
        assert answer.status_code in (400, 422)
