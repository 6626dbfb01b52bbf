"""The OpenAPI document bounds the parameters: values outside are refused, and the bounds themselves accepted."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx2
import pytest

from service.rest.openapi import make_document
from tests.support.graphql_client import Json
from tests.support.openapi import write_out
from tests.support.rest_client import Rest, Table, check_problem
from tools.services import Service

# A text that matches each pattern of a query parameter, by the parameter's name; of `after` one of these.
FITTING = {"lists": ["events", "zones,events"], "seen": ["1"], "tag": ["round 1"], "after": ["1", "1.a"]}
# These depend on the game.
FITTING |= {"seats": ["2", "4"], "options": ["firstSeat:0"]}


class Bounded(NamedTuple):
    """A query parameter with bounds, and its operation."""

    operation: str
    path: str
    name: str
    schema: Json


def bounded_parameters() -> Iterator[Bounded]:
    for path, item in write_out(make_document())["paths"].items():
        for operation in item.values():
            for parameter in operation["parameters"]:
                schema = parameter["schema"]
                if parameter["in"] == "query" and schema["type"] != "boolean" and schema.keys() - {"type"}:
                    yield Bounded(operation["operationId"], path, parameter["name"], schema)


def named(bounded: Bounded) -> str:
    return f"{bounded.operation}-{bounded.name}"


BOUNDED = list(bounded_parameters())
# The answer of a stream goes on; `test_streams.py` reads streams after cursors.
ENDING = [bounded for bounded in BOUNDED if not bounded.path.endswith("/frames")]


class Places(NamedTuple):
    """A caller who may read a session, and what the paths name: that session, a batch, a tournament, a game.

    `state` is one of a stateless table.
    """

    caller: Rest
    names: dict[str, str]
    state: str

    def ask(self, bounded: Bounded, value: object) -> httpx2.Response:
        """Ask with a value of a parameter."""
        needed = "seats=2&" if bounded.name == "options" else ""
        return self.caller.get(f"{bounded.path.format(**self.names)}?{needed}{bounded.name}={value}")

    def send(self, field: "BoundedField", value: object) -> httpx2.Response:
        """Send the example of a body with a value of a field."""
        state = {"state": self.state} if "state" in field.body else {}
        body = {**field.body, **state, field.name: value}
        return self.caller.post(field.path.format(**self.names), body, If_Match="*")


@pytest.fixture(scope="module")
def places(_sqlite_service: Service) -> Places:
    table = Table(_sqlite_service, hints=True).fill()
    entrants = [{"name": "Ada"}, {"name": "Grace"}]
    terms = {"title": "A duel", "game": "zeven", "format": "SWISS", "entrants": entrants}
    caller = Rest(_sqlite_service)
    names = {
        "sessionId": table.id,
        "batchId": caller.done("/v1/batches", {"sessions": [{"game": "zeven", "seats": 2}]})["batchId"],
        "tournamentId": caller.done("/v1/tournaments", terms)["tournament"]["id"],
        "game": "zeven",
    }
    state = caller.done("/v1/tables", {"game": "zeven", "seats": 2})["table"]["state"]
    return Places(table.seats[table.turn()], names, state)


def test_every_whole_number_and_every_list_has_bounds_but_the_size_of_a_page() -> None:
    paths = write_out(make_document())["paths"]
    operations = [operation for item in paths.values() for operation in item.values()]
    parameters = [parameter for operation in operations for parameter in operation["parameters"]]
    open_ended = {parameter["name"] for parameter in parameters if parameter["schema"] == {"type": "integer"}}
    assert open_ended == {"first"}
    assert {bounded.name for bounded in BOUNDED} == {"level", "round", *FITTING}


@pytest.mark.parametrize("bounded", BOUNDED, ids=named)
def test_a_parameter_beyond_its_bounds_is_refused(bounded: Bounded, places: Places) -> None:
    for value in excluded(bounded.schema):
        answer = places.ask(bounded, value)
        if bounded.name == "round":
            check_problem(answer, 404, "NOT_FOUND")
        else:
            assert check_problem(answer, 422, "INVALID_INPUT")["path"] == [bounded.name], value


def excluded(schema: Json) -> list[str]:
    numbers = [schema[name] + step for name, step in (("minimum", -1), ("maximum", 1)) if name in schema]
    texts = ["", "%00", "none%0A"] if schema["type"] == "string" else []
    return [*map(str, numbers), *texts]


@pytest.mark.parametrize("bounded", ENDING, ids=named)
def test_a_parameter_within_its_bounds_is_taken(bounded: Bounded, places: Places) -> None:
    numbers = [bounded.schema[name] for name in ("minimum", "maximum") if name in bounded.schema]
    found = [places.ask(bounded, value) for value in FITTING.get(bounded.name, numbers)]
    refused = [answer for answer in found if answer.status_code == 422]
    # The cursors of one list are none of another.
    assert len(refused) == (1 if bounded.name == "after" else 0), refused[-1].text


# ---- bodies


class BoundedField(NamedTuple):
    """A field of a body with bounds, and its operation with the example of its body."""

    operation: str
    path: str
    body: Json
    name: str
    schema: Json


def bounded_fields() -> Iterator[BoundedField]:
    document = write_out(make_document())
    for path, item in document["paths"].items():
        for operation in (one for one in item.values() if "requestBody" in one):
            content = operation["requestBody"]["content"]["application/json"]
            fields = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]["properties"]
            for name, field in fields.items():
                schema = field["anyOf"][0] if "anyOf" in field else field
                if beyond(schema):
                    yield BoundedField(operation["operationId"], path, content["example"], name, schema)


def beyond(schema: Json) -> list[object]:
    """Return values that a schema excludes, though they are of its type."""
    steps = (("minimum", -1), ("exclusiveMinimum", 0), ("maximum", 1))
    numbers: list[object] = [schema[name] + step for name, step in steps if name in schema]
    texts: list[object] = ["x" * (schema["maxLength"] + 1)] if "maxLength" in schema else []
    patterned: list[object] = ["\x00"] if "pattern" in schema else []
    empty: list[object] = [""] if schema.get("minLength") == 1 else []
    words: list[object] = ["NONE_OF_THEM"] if "enum" in schema else []
    lists: list[object] = [[]] if schema.get("minItems") else []
    return [*numbers, *texts, *patterned, *empty, *words, *lists]


FIELDS = list(bounded_fields())
# What a request is refused for before its body is looked at.
EARLIER = {401, 404, 409}


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: f"{field.operation}-{field.name}")
def test_a_field_beyond_its_bounds_is_refused(field: BoundedField, places: Places) -> None:
    for value in beyond(field.schema):
        answer = places.send(field, value)
        if answer.status_code not in EARLIER:
            assert check_problem(answer, 422, "INVALID_INPUT")["path"][:1] == [field.name], (value, answer.text)


def test_most_fields_are_refused_for_their_bounds_alone(places: Places) -> None:
    asked = [places.send(field, value) for field in FIELDS for value in beyond(field.schema)]
    assert sum(answer.status_code == 422 for answer in asked) > 0.8 * len(asked)
