"""A page has 1 to 100 items, of whatever list: any other number is refused over both front ends."""

import re

import pytest

from service.rest.endpoints import ENDPOINTS
from service.use_cases.operations import OPERATIONS
from tests.support.graphql_client import Client, Json, codes_of
from tests.support.graphql_sessions import ONLY_THREES, new_key, open_table, pairs
from tests.support.rest_client import Rest, check_problem
from tools.services import Service

PATHS = {
    endpoint.id: endpoint.path for endpoint in ENDPOINTS if endpoint.method == "GET" and "first" in endpoint.fields
}
FIELDS = {"listSessions": "sessions", "listRunningSessions": "runningSessions"}
REFUSED = (0, -1, 101, 2**31 - 1)


@pytest.fixture
def ids(one_service: Service) -> Json:
    """The ids of a session, a batch and a tournament."""
    rest = Rest(one_service)
    terms: Json = {"title": "Test", "game": "zlam", "options": pairs(ONLY_THREES), "format": "SWISS", "open": True}
    batch = {"sessions": [{"game": "zar", "seats": 2}]}
    return {
        "sessionId": open_table(one_service, "zar", 2).id,
        "batchId": rest.post("/v1/batches", batch, Idempotency_Key=new_key()).json()["batchId"],
        "tournamentId": rest.post("/v1/tournaments", terms).json()["tournament"]["id"],
    }


def test_every_list_is_known() -> None:
    paged = {name for name, row in OPERATIONS.items() if "first" in row.input.__struct_fields__}
    assert paged | {"listEvents"} == PATHS.keys()
    assert len(PATHS) >= 8


@pytest.mark.parametrize("name", sorted(PATHS))
@pytest.mark.parametrize("first", REFUSED)
def test_a_page_of_no_items_or_of_too_many_is_refused(one_service: Service, ids: Json, name: str, first: int) -> None:
    path = re.sub(r"\{(\w+)\}", lambda part: ids[part[1]], PATHS[name])
    told = check_problem(Rest(one_service).get(f"{path}?first={first}"), 422, "INVALID_INPUT")
    assert told["path"] == ["first"]
    answer = Client(one_service).execute(document_of(name, ids, first))
    assert (codes_of(answer) if "errors" in answer else [answer["data"][name]["code"]]) == ["INVALID_INPUT"]


def document_of(name: str, ids: Json, first: int) -> str:
    """Return a document of GraphQL that asks for a page."""
    if name == "listEvents":
        return f'{{ session(id: "{ids["sessionId"]}") {{ events(first: {first}) {{ __typename }} }} }}'
    given = "".join(f'{part}: "{ids[part]}", ' for part in re.findall(r"\{(\w+)\}", PATHS[name]))
    told = "... on Problem { code }" if OPERATIONS[name].result else "__typename"
    return f"{{ {FIELDS.get(name, name)}({given}first: {first}) {{ {told} }} }}"


@pytest.mark.parametrize("name", sorted(PATHS))
@pytest.mark.parametrize("first", [1, 100])
def test_all_others_are_taken(one_service: Service, ids: Json, name: str, first: int) -> None:
    path = re.sub(r"\{(\w+)\}", lambda part: ids[part[1]], PATHS[name])
    answer = Rest(one_service).get(f"{path}?first={first}")
    if name == "review":
        check_problem(answer, 409, "NOT_OVER")
    else:
        assert len(answer.json()["nodes"]) <= first
