"""Impossible tables: each operation that opens a table refuses them over both APIs, and says why and where."""

import pytest

from service.rest.endpoints import ENDPOINTS
from service.use_cases.inputs import BatchSessionInput
from service.views.fields import fields_of
from tests.support.apis import ask_both
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import pairs
from tools.services import Service

OPENING = ("createSession", "newTable", "joinOrCreate")
TAKEN = {endpoint.id: endpoint.fields.keys() - {"viewer"} for endpoint in ENDPOINTS if endpoint.id in OPENING}
TAKEN_IN_BATCHES = {field.wire_name for field in fields_of(BatchSessionInput)}
TABLE: Json = {"game": "zeven", "seats": 2}


def option(name: str, value: str) -> Json:
    return {"options": pairs({name: value})}


# The difference from a valid input, the code of the refusal, and the path in the input.
IMPOSSIBLE: list[tuple[Json, str, list[str]]] = [
    ({"game": "chess"}, "UNKNOWN_GAME", ["game"]),
    ({"game": ""}, "UNKNOWN_GAME", ["game"]),
    *(({"seats": seats}, "INVALID_INPUT", ["seats"]) for seats in (0, 1, 5, -2147483648)),
    ({"game": "zlam", "seats": 101}, "INVALID_INPUT", ["seats"]),
    *((option(name, "9"), "INVALID_OPTION", ["options", name]) for name in ("speed", "", "nope")),
    *(
        (option("rounds", value), "INVALID_OPTION", ["options", "rounds"])
        for value in ("13", "1.0", "true", '{"a":1}', "1e400", "9" * 5000, "[" * 5000, "\0")
    ),
    (option("firstSeat", "2"), "INVALID_OPTION", ["options", "firstSeat"]),
    (option("teams", "null"), "INVALID_OPTION", ["options", "teams"]),
    (option("changeMovesItself", "yes"), "INVALID_OPTION", ["options", "changeMovesItself"]),
    ({"options": 2 * pairs({"rounds": "1"})}, "INVALID_OPTION", ["options", "rounds"]),
    ({"game": "zlam", **option("teams", "[]")}, "INVALID_OPTION", ["options", "teams"]),
    ({"game": "zlam", "seats": 30, **option("stacks", "5")}, "INVALID_OPTION", ["options", "decks"]),
    *(({"seed": seed}, "INVALID_INPUT", ["seed"]) for seed in ("", "A" * 64, "5" * 63, "5" * 64 + "\n")),
    *(
        ({"deck": deck}, "INVALID_INPUT", ["deck"])
        for deck in ([], ["AR1"], ["QQ9"], ["XX"], ["\0"] * 55, ["AR1"] * 55)
    ),
    *(
        ({"idempotencyKey": key}, "INVALID_INPUT", ["idempotencyKey"])
        for key in ("too short", "a-table-of-four-1", "a" * 20, "x" * 129)
    ),
    *(({"moveSeconds": seconds}, "INVALID_INPUT", ["moveSeconds"]) for seconds in (-1, 1_000_001)),
    ({"game": "zar", "reactionMillis": 60_001}, "INVALID_INPUT", ["reactionMillis"]),
    # Only tables with a race have a window to react in.
    ({"reactionMillis": 500}, "INVALID_INPUT", ["reactionMillis"]),
    ({"game": "zar", **option("matching", "poll"), "reactionMillis": 500}, "INVALID_INPUT", ["reactionMillis"]),
    *(({"botMillis": millis}, "INVALID_INPUT", ["botMillis"]) for millis in (-1, 60_001)),
    *(({"leftSeatLevel": level}, "INVALID_INPUT", ["leftSeatLevel"]) for level in (-1, 5)),
]


@pytest.mark.parametrize(("wish", "code", "path"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_every_operation_that_opens_a_table_refuses_a_wrong_opening(
    one_service: Service, wish: Json, code: str, path: list[str]
) -> None:
    operations = [name for name, taken in TAKEN.items() if wish.keys() <= taken]
    assert operations
    for name in operations:
        refused = ask_both(one_service, name, **TABLE | wish)
        assert (refused["code"], refused["path"]) == (code, path)
        assert len(refused["message"]) < 400
    if wish.keys() <= TAKEN_IN_BATCHES:
        refused = ask_both(one_service, "createSessions", sessions=[TABLE, TABLE | wish])
        assert (refused["code"], refused["path"]) == (code, ["sessions", "1", *path])
