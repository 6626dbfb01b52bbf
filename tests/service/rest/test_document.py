"""The OpenAPI document: committed as the code says, valid, described throughout, and of one contract with GraphQL."""

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import get_args, get_type_hints

import jsonschema_rs
import msgspec
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from service.graphql.schema import schema as graphql
from service.http.error_responses import RefusedRequest, refuse
from service.notices.notice import Notice, NoticeType, Subject, encode_payload
from service.rest.endpoints import ENDPOINTS
from service.rest.openapi import export_document, make_document
from service.rest.preconditions import IF_MATCH, KEY, read_key
from service.rest.problem_details import STATUSES
from service.rest.schemas import FORMER_NAMES
from service.sessions.problems import PROBLEMS, REFUSALS, Problem
from service.sessions.tokens import SHORTEST_KEY, check_key, check_secret_key
from service.use_cases.operation import Group
from service.views import catalogue, wording
from service.views import session_view as sessions
from service.views import table_view as tables
from service.views import table_view as views
from service.views.fields import ContractStruct, Page
from service.views.webhook_view import NoticeData
from tests.support.graphql_client import Json
from tests.support.openapi import write_out
from tools.servers import REPOSITORY

DOCUMENT = write_out(make_document())
SCHEMAS = DOCUMENT["components"]["schemas"]
BY_ID = {each["operationId"]: (path, each) for path, item in DOCUMENT["paths"].items() for each in item.values()}

# Operations with another name in REST: a field of GraphQL's `Query` or of one of its types, and the operation.
OTHERWISE = {
    "runningSessions": "listRunningSessions",
    "games": "listGames",
    "game": "readGame",
    "session": "readSession",
    "sessions": "listSessions",
    "table": "readTable",
    "sessionUpdates": "followSession",
    "sessionEmotes": "followSession",
    "emotes": "listEmotes",
    "notations": "listNotations",
    "tournament": "readTournament",
    "tournaments": "listTournaments",
    "tournamentUpdates": "followTournament",
    "webhook": "readWebhook",
    "webhooks": "listWebhooks",
    "noticeTypes": "listNoticeTypes",
}
# Fields with arguments inside of GraphQL's types, which are resources of their own here.
INSIDE = {
    "listCards",
    "readVocabulary",
    "readLesson",
    "listRules",
    "readRule",
    "listEvents",
    "readRecord",
    "readHand",
    "listLegalMoves",
    "readIntroduction",
}
# Finding a thing by its id alone, whatever its type, is particular to GraphQL.
GRAPHQL_ALONE = {"node"}


def test_the_committed_document_is_what_the_code_says() -> None:
    assert (REPOSITORY / "openapi.json").read_text(encoding="utf-8") == export_document()


def test_the_document_is_valid_openapi() -> None:
    document = msgspec.json.decode(export_document())
    assert document["openapi"].startswith("3.1")
    assert list(OPENAPI_31_VALIDATOR.iter_errors(document)) == []


def test_every_operation_of_graphql_is_one_of_rest() -> None:
    fields = set[str]()
    for root in ("Query", "Mutation", "Subscription"):
        fields |= graphql._schema.type_map[root].fields.keys()  # type: ignore[attr-defined]
    in_rest = {OTHERWISE.get(name, name) for name in fields - GRAPHQL_ALONE}
    assert {operation.id for operation in ENDPOINTS} == in_rest | INSIDE
    assert len(BY_ID) == len(ENDPOINTS)


# REST shows a view beside the state of a stateless table.
NOT_SHOWN = (ContractStruct, Page, tables.TableChanged)


def structs() -> list[type[ContractStruct]]:
    values = [value for module in (catalogue, wording, sessions, tables, views) for value in vars(module).values()]
    types = [value for value in values if isinstance(value, type) and value not in NOT_SHOWN]
    found = [kind for kind in types if issubclass(kind, ContractStruct)]
    return [*found, *(value.edge for value in found if hasattr(value, "edge"))]


@pytest.mark.parametrize("struct", dict.fromkeys(structs()), ids=lambda struct: struct.__name__)
def test_a_value_of_the_contract_is_a_schema_with_its_descriptions(struct: type[ContractStruct]) -> None:
    schema = SCHEMAS[struct.__name__]
    assert schema["description"] == " ".join((struct.__doc__ or "").split())
    hints = get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    assert {name: part["description"] for name, part in schema["properties"].items()} == {
        field.encode_name: get_args(hints[field.name])[1].description for field in fields
    }
    # Of what differs, all is left out that has not changed.
    leaves_out = struct.__struct_config__.omit_defaults
    assert schema["required"] == [field.encode_name for field in fields if field.required or not leaves_out]


def parts(value: object, where: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every object of the document with its place."""
    if isinstance(value, dict):
        yield where, value
        for name, part in value.items():
            yield from parts(part, f"{where}/{name}")
    elif isinstance(value, list | tuple):
        for part in value:
            yield from parts(part, where)


def test_every_part_of_the_document_is_described() -> None:
    # A former name is nothing but a reference.
    bare = [name for name in SCHEMAS.keys() - FORMER_NAMES.keys() if not SCHEMAS[name].get("description")]
    for where, part in parts(DOCUMENT):
        if "in" in part or where.endswith("/properties") or "/responses/" in where:
            described = part.values() if where.endswith("/properties") and "/schemas/" in where else [part]
            bare += [where for one in described if "description" not in one and ("in" in part or "type" in one)]
    bare = [where for where in bare if "/content/" not in where and "/headers/" not in where]
    assert bare == []
    assert [name for name, (_, operation) in BY_ID.items() if not operation.get("summary")] == []
    assert [name for name, (_, operation) in BY_ID.items() if not operation.get("description")] == []


def test_every_reference_leads_somewhere() -> None:
    document = make_document()
    references = {part["$ref"] for _, part in parts(document) if "$ref" in part}
    components = {f"#/components/{kind}/{name}" for kind, named in document["components"].items() for name in named} - {
        "#/components/securitySchemes/bearer"
    }
    assert references <= components
    unused = components - references - {f"#/components/schemas/{name}" for name in FORMER_NAMES}
    assert unused == set(), "a component that nothing refers to"


def test_common_parts_of_operations_are_written_once() -> None:
    """Problems, parameters and headers are components; each is written once."""
    document = make_document()
    for item in document["paths"].values():
        for operation in item.values():
            problems = [answer for status, answer in operation["responses"].items() if int(status) >= 400]
            headers = [one for answer in operation["responses"].values() for one in answer.get("headers", {}).values()]
            parts_in_common = [*operation["parameters"], *problems, *headers]
            assert [part for part in parts_in_common if part.keys() != {"$ref"}] == []
    for kind, named in document["components"].items():
        written = [msgspec.json.encode(value) for value in named.values()]
        assert len(written) == len(set(written)), kind


def test_generators_need_no_name_of_their_own() -> None:
    """A union or an object that is written where it is used gets a name such as `ApplyMove409Response`."""
    need_a_name = {"oneOf", "anyOf", "properties"}
    for _, operation in BY_ID.values():
        schemas = [(where, part) for where, part in parts(operation) if where.endswith("/schema")]
        assert [where for where, part in schemas if part.keys() & need_a_name] == []


def test_the_version_of_the_document_is_that_of_the_release() -> None:
    release = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert DOCUMENT["info"]["version"] == release


def test_every_heading_is_described() -> None:
    assert [tag["name"] for tag in DOCUMENT["tags"]] == list(get_args(Group))
    assert [tag for tag in DOCUMENT["tags"] if not tag["description"]] == []


def test_a_former_name_is_nothing_but_a_reference_of_which_generators_make_no_type() -> None:
    assert {name: schema for name, schema in SCHEMAS.items() if "$ref" in schema} == {
        "NewTable": {"$ref": "#/components/schemas/TableSetup"}
    }


def test_no_schema_has_the_name_of_the_constructor_of_another() -> None:
    """In Go, OpenAPI Generator writes functions `NewTable` and `NewTableWithDefaults` for a schema `Table`."""
    made = SCHEMAS.keys() - FORMER_NAMES.keys()
    constructors = {f"New{name}{more}" for name in made for more in ("", "WithDefaults")}
    assert made & constructors == set()


def test_links_lead_to_operations_by_parameters_that_they_have() -> None:
    linked: set[str] = set()
    for _, operation in BY_ID.values():
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                _, target = BY_ID[link["operationId"]]
                assert set(link["parameters"]) <= {parameter["name"] for parameter in target["parameters"]}
                linked.add(link["operationId"])
    assert {"readSession", "joinSession", "applyMove", "readTable", "readRule"} <= linked


def test_links_have_no_bodies_which_stop_a_generator() -> None:
    links = [part for where, part in parts(DOCUMENT) if where.rpartition("/")[0].endswith("/links")]
    assert links
    assert [link for link in links if "requestBody" in link] == []


def test_the_bounds_of_a_value_stand_beside_its_type() -> None:
    either = [part for _, part in parts(DOCUMENT) if "anyOf" in part]
    assert len(either) > 50
    assert {name for part in either for name in part} == {"anyOf", "description"}
    assert SCHEMAS["TableSetup"]["properties"]["seed"]["anyOf"][0] == {"type": "string", "pattern": "^[0-9a-f]{64}$"}


UUID = "0b7e9e4e-42d3-4d5c-9d5b-3c3f4b0d9a51"
# Headers that are a usual key, and those that are none.
USUAL = ("a", UUID, f'"{UUID}"', '"a \\" b"', "a b", 'a"', "a" * 128)
NONE_AT_ALL = ("", '""', '"a', "schlüssel", " a", "a ", "a\n", '"\\n"', "a" * 129)
# Headers that are a key for a secret, since nobody else sends them, and those that are refused although they are keys.
SECRET = (
    UUID,
    f'"{UUID}"',
    f'"a \\" {UUID}"',
    f"order {UUID}",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "4fzzzxjylrx0b7e9e4e42d3xQ",
    "9f86d081884c7d659a2feaa0c55ad015",
    "V1StGXR8_Z5jdHi6B-myT",
)
TOO_PLAIN = ("a", "my key", "twenty characters!!!", '"a short one"')


def schemas_of_keys(shortest: int) -> list[Json]:
    found = [part["schema"] for _, part in parts(DOCUMENT) if part.get("name") == KEY and "schema" in part]
    assert len(found) == sum(operation.takes_key for operation in ENDPOINTS)
    return [schema for schema in found if schema["minLength"] == shortest]


def takes(schema: Json, text: str) -> bool:
    is_long_enough = schema["minLength"] <= len(text) <= schema["maxLength"]
    return is_long_enough and re.search(schema["pattern"].replace("$", r"\Z"), text) is not None


@pytest.mark.parametrize("header", [*USUAL, *NONE_AT_ALL])
def test_the_schema_of_a_key_takes_what_the_service_takes(header: str) -> None:
    schemas = schemas_of_keys(1)
    assert len(schemas) == 20
    assert {takes(schema, header) for schema in schemas} == {header in USUAL}
    if header.isascii() and header.strip() == header:
        assert is_taken(header, check_key) == (header in USUAL)


@pytest.mark.parametrize("header", [*SECRET, *TOO_PLAIN, *NONE_AT_ALL])
def test_the_schema_of_a_key_for_a_secret_takes_what_the_service_takes(header: str) -> None:
    schemas = schemas_of_keys(SHORTEST_KEY)
    assert len(schemas) == 9
    assert {takes(schema, header) for schema in schemas} == {header in SECRET}
    if header.isascii() and header.strip() == header:
        assert is_taken(header, check_secret_key) == (header in SECRET)


def is_taken(header: str, check: Callable[[str], None]) -> bool:
    """Tell whether the service takes a header as a key; servers cut off the spaces around it."""
    try:
        check(read_key(header))
    except Problem:
        return False
    return True


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        *[(tag, True) for tag in ("*", '"7"', '"7-AbCdEfGhIjKlMn_-"', '"7-AbCdEfGhIjKlMn_-.0123456789abcdef"')],
        *[(tag, False) for tag in ("", "7", '"0"', 'W/"7"', '"7-short"')],
    ],
)
def test_the_pattern_of_a_condition_takes_the_tags_of_sessions(tag: str, *, expected: bool) -> None:
    schemas = [part["schema"] for _, part in parts(DOCUMENT) if part.get("name") == IF_MATCH and "schema" in part]
    assert {re.search(schema["pattern"], tag) is not None for schema in schemas} == {expected}


def test_the_code_of_a_refusal_is_one_of_a_list() -> None:
    codes = SCHEMAS["Refusal"]["properties"]["code"]["enum"]
    assert set(codes) - {"OTHER"} <= set(PROBLEMS)
    assert codes[-1] == "OTHER"


def test_problems_of_several_kinds_are_told_apart_by_their_code() -> None:
    several = [part for _, part in parts(DOCUMENT) if "discriminator" in part]
    assert several
    for part in several:
        assert part["discriminator"]["propertyName"] == "code"
        mapping = part["discriminator"]["mapping"]
        assert {one["$ref"] for one in part["oneOf"]} == set(mapping.values())
        for code, reference in mapping.items():
            assert code in SCHEMAS[reference.rpartition("/")[2]]["properties"]["code"]["enum"]
    conflict = SCHEMAS["IllegalMoveOrProblem"]
    assert conflict["discriminator"]["mapping"]["NOT_YOUR_TURN"] == "#/components/schemas/IllegalMove"
    assert conflict["discriminator"]["mapping"]["NOT_STARTED"] == "#/components/schemas/Problem"


def test_every_operation_that_needs_no_more_than_a_session_is_reached_by_a_link() -> None:
    (links,) = [answer["links"] for answer in BY_ID["createSession"][1]["responses"].values() if "links" in answer]
    assert {"readSession", "joinSession", "listEvents", "startSession"} <= set(links)


def test_the_codes_are_those_of_the_tables() -> None:
    listed = [SCHEMAS[kind]["properties"]["code"]["enum"] for kind in ("Problem", "IllegalMove", "StaleVersion")]
    assert all(codes.pop() == "OTHER" for codes in copy.deepcopy(listed))
    codes = [code for codes in listed for code in codes]
    codes = [code for code in codes if code != "OTHER"]
    assert sorted(codes) == sorted([*PROBLEMS, *REFUSALS]), "each is of one kind, or one of several would not be told"
    assert not PROBLEMS.keys() & REFUSALS.keys()


@pytest.mark.parametrize("code", STATUSES)
def test_a_code_has_a_status_of_a_failure(code: str) -> None:
    of_the_service = (
        "BUSY",
        "DATA_CORRUPTED",
        "INTERNAL",
        "STORE_UNAVAILABLE",
        "TOO_MANY_CONNECTIONS",
        "SHUTTING_DOWN",
        "NOT_IMPLEMENTED",
        "HTTP_VERSION_NOT_SUPPORTED",
    )
    assert (400 <= STATUSES[code] < 500) == (code not in of_the_service)


def test_every_problem_of_an_operation_is_in_the_tables() -> None:
    given = {code for operation in ENDPOINTS for code in operation.problems}
    assert given <= set(PROBLEMS)
    assert set(PROBLEMS) - given == {"INVALID_INPUT"} | ({"STALE_VERSION"} - given)


def test_changes_at_the_table_need_a_condition_and_nothing_else_does() -> None:
    needing = {operation.id for operation in ENDPOINTS if operation.needs_match}
    acts = {"applyMove", "resign", "giveUpSeat", "claimDeadline", "undoMove", "askTakeBack", "answerTakeBack"}
    assert needing == acts
    for name in needing:
        (condition,) = [one for one in BY_ID[name][1]["parameters"] if one["name"] == "If-Match"]
        assert condition["required"]
        assert {"412", "428"} <= set(BY_ID[name][1]["responses"])


def test_every_type_of_notice_is_described_with_the_fields_that_its_payload_has() -> None:
    assert DOCUMENT["webhooks"].keys() == set(get_args(NoticeType))
    named = {field.encode_name for field in msgspec.structs.fields(Subject)}
    assert {field.encode_name for field in msgspec.structs.fields(NoticeData)} == named
    place = Subject("s", "t", 7, 0, "2027-01-15T08:00:03.000Z", 1, "u")
    whole = msgspec.to_builtins(place)
    for name, item in DOCUMENT["webhooks"].items():
        schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
        validator = jsonschema_rs.Draft202012Validator({**schema, "components": DOCUMENT["components"]})
        data = SCHEMAS[schema["$ref"].rpartition("/")[2].removesuffix("Notice") + "Data"]
        payload = msgspec.json.decode(encode_payload(Notice(name, 0, "", place)))
        validator.validate(payload)
        for field in data.get("required", []):
            lacking = {**payload, "data": {one: value for one, value in whole.items() if one != field}}
            assert not validator.is_valid(lacking)
        assert not validator.is_valid({**payload, "type": "another"})
        headers = [one["name"] for one in item["post"]["parameters"]]
        assert headers == ["webhook-id", "webhook-timestamp", "webhook-signature"]


def test_the_guard_rails_codes_are_in_the_table() -> None:
    for code, status in (("APP_KEY_REQUIRED", 401), ("RATE_LIMITED", 429)):
        assert refuse("/v1/games", RefusedRequest(code, "No.")).status_code == status
