"""A release refused every value that a later document excludes: the values are sent to it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import islice

import jsonschema_rs
import msgspec
import pytest
from msgspec.structs import replace

from tests.contract.openapi_changes import read_operations
from tests.contract.patterns import each_excluded
from tests.contract.released import RELEASED, SEAL_KEY, unpack_program
from tests.contract.test_going_back import post
from tests.contract.tightenings import ON_REQUEST, TIGHTENINGS, OnRequest, Tightening, find_parameters, find_schemas
from tests.support.graphql_client import Json
from tests.support.openapi import write_out
from tools.services import Service

OF_THE_HOST = ("startSession", "abandonSession", "giveUpSeat")
# Of each pattern; they are different ways not to match it.
MOST_TEXTS = 25


class Request(msgspec.Struct, frozen=True):
    """A request to a release, which it accepts, or refuses for what happens at the table."""

    method: str
    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str] = {}
    body: Json = None


class Answer(msgspec.Struct, frozen=True):
    """The status of an answer, and the code of a problem."""

    status: int
    code: str | None

    @property
    def is_refusal(self) -> bool:
        """Return whether the request was at fault, and not too frequent."""
        return 400 <= self.status < 500 and self.status != 429


class Release:
    """A running release, and its document."""

    def __init__(self, name: str, service: Service) -> None:
        self.service = service
        self.document: Json = write_out(msgspec.json.decode((RELEASED / name / "openapi.json").read_bytes()))
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, item in self.document["paths"].items()
            for method, operation in read_operations(self.document, item).items()
        }

    def find_taken(self, row: Tightening) -> list[str]:
        """Return the values of a row that the release does not refuse, each with its operation."""
        taken = []
        excluded = [*row.excluded, *self._texts_of(row)]
        for operation in self._operations_with(row):
            for usual in self.usual_requests(operation):
                refusals = [self.send(_with_value(usual, row.place, value)) for value in excluded]
                # Last, since it may end the table; a value is refused for itself if this gets another answer.
                accepted = self.send(usual)
                taken += [
                    f"{operation} takes {value!r}"
                    for value, refusal in zip(excluded, refusals, strict=True)
                    if not refusal.is_refusal or refusal == accepted
                ]
        return taken

    def _texts_of(self, row: Tightening) -> list[str]:
        """Return texts that the pattern of a row excludes, of those that a header can have."""
        if "pattern" not in row.accepted:
            return []
        schema = next(find_schemas(self.document, row))
        texts = each_excluded(schema.get("pattern", "^[!-~]+$"), row.accepted["pattern"])
        validator = jsonschema_rs.validator_for(schema)
        return [*islice((text for text in texts if validator.is_valid(text)), MOST_TEXTS)]

    def _operations_with(self, row: Tightening) -> list[str]:
        if " " in row.place:
            return [operation for operation, _ in find_parameters(self.document, row)]
        component = row.place.partition(".")[0]
        return [name for name in self.operations if component in self._components_of(name)]

    def _components_of(self, operation: str) -> set[str]:
        """Return the components in a body: its own, and that of its options."""
        declared = self.operations[operation][2].get("requestBody")
        if declared is None:
            return set()
        name = declared["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        fields = self.document["components"]["schemas"][name]["properties"]
        return {name, "OptionInput"} if "options" in fields else {name}

    def usual_requests(self, operation: str) -> Iterator[Request]:
        """Yield requests of an operation, each on a table of its own."""
        method, path, declared = self.operations[operation]
        for body in self._usual_bodies(operation):
            session, host, seat = self._open_table()
            headers = {"Authorization": f"Bearer {host if operation in OF_THE_HOST else seat}"}
            for parameter in declared["parameters"]:
                if parameter["in"] == "header" and parameter["required"]:
                    headers[parameter["name"]] = parameter["example"]
            yield Request(method, path.format(sessionId=session, game="zar", number="1.1"), headers, body=body)

    def _open_table(self) -> tuple[str, str, str]:
        """Open a session and take its seats; return its id, the host's token and that of a seat."""
        made = post(self.service, "sessions", {"game": "zar", "seats": 2})
        session: str = made["session"]["id"]
        tokens = [post(self.service, f"sessions/{session}/seats", {"seat": seat})["seatToken"] for seat in (0, 1)]
        return session, made["hostToken"], tokens[0]

    def _usual_bodies(self, operation: str) -> list[Json]:
        if operation in ("createSession", "newTable"):
            return [*self._new_tables()]
        move = {"move": "pass"}
        state = post(self.service, "tables", {"game": "zar", "seats": 2})["table"]["state"]
        bodies = {
            "joinSession": {},
            "applyMove": move,
            "explainMove": move,
            "previewMove": move,
            "giveUpSeat": {"seat": 1},
            "answerTakeBack": {"agree": True},
            "readTable": {"state": state},
            "applyMoveToState": {"state": state, "seat": 0, "move": "pass"},
        }
        return [bodies.get(operation)]

    def _new_tables(self) -> Iterator[Json]:
        """Yield what opens a table of each game, with one of its options."""
        for game in self.service.http.get(f"{self.service.root}/v1/games").json()["games"]:
            option = game["options"][0]
            options = [{"name": option["name"], "value": option["default"]}]
            yield {"game": game["id"], "seats": 2, "options": options}

    def send(self, request: Request) -> Answer:
        body = None if request.body is None else msgspec.json.encode(request.body)
        headers = {**request.headers, "Content-Type": "application/json"}
        # A stream has no end, so no more of it is read than its head.
        with self.service.http.stream(
            request.method,
            f"{self.service.root}{request.path}",
            params=request.query,
            headers=headers,
            content=body,
        ) as answer:
            if answer.headers.get("Content-Type") != "application/problem+json":
                return Answer(answer.status_code, None)
            return Answer(answer.status_code, msgspec.json.decode(answer.read())["code"])


def _with_value(request: Request, place: str, value: Json) -> Request:
    """Return a request with another value of the parameter or the field."""
    kind, _, name = place.partition(" ")
    if kind == "query":
        return replace(request, query={**request.query, name: str(value)})
    if kind == "header":
        return replace(request, headers={**request.headers, name: str(value)})
    component, _, field = place.partition(".")
    if component != "OptionInput":
        return replace(request, body={**request.body, field: value})
    options = [{**option, field: value} for option in request.body["options"]]
    return replace(request, body={**request.body, "options": options})


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Release]]:
    """The releases of the tables, each on a store of its own."""
    found = {}
    with ExitStack() as services:
        for name in sorted({row.release for row in (*TIGHTENINGS, *ON_REQUEST)}):
            folder = tmp_path_factory.mktemp("release")
            program = unpack_program(RELEASED / name, folder / "packages")
            service = Service(f"sqlite:{folder / 'croupier.db'}", folder, program, seal_keys=SEAL_KEY)
            found[name] = Release(name, services.enter_context(service))
        yield found


@pytest.mark.parametrize("row", TIGHTENINGS, ids=lambda row: row.name)
def test_the_release_refuses_what_a_tightening_excludes(row: Tightening, releases: Mapping[str, Release]) -> None:
    assert releases[row.release].find_taken(row) == []


@pytest.mark.parametrize(
    "row",
    [
        Tightening("0.2.0", "query first", {"minimum": 0, "maximum": 20}, (-1, 21)),
        Tightening("0.2.0", "header Idempotency-Key", {"minLength": 2}, ("k",), ("applyMove",)),
        Tightening("0.2.0", "CreateSession.moveSeconds", {"minimum": 1}, (0,)),
    ],
    ids=lambda row: row.name,
)
def test_a_tightening_that_excludes_what_the_release_takes_is_found(
    row: Tightening, releases: Mapping[str, Release]
) -> None:
    assert releases[row.release].find_taken(row) != []


@pytest.mark.parametrize("row", TIGHTENINGS, ids=lambda row: row.name)
def test_the_values_of_a_tightening_are_those_that_it_excludes(row: Tightening) -> None:
    document = msgspec.json.decode((RELEASED / row.release / "openapi.json").read_bytes())
    for schema in find_schemas(document, row):
        assert [value for value in row.excluded if not jsonschema_rs.is_valid(schema, value)] == []
        stricter = {**schema, "allOf": [row.accepted]}
        assert [value for value in row.excluded if jsonschema_rs.is_valid(stricter, value)] == []


def test_no_row_names_a_place_that_is_not_there() -> None:
    for row in TIGHTENINGS:
        document = msgspec.json.decode((RELEASED / row.release / "openapi.json").read_bytes())
        assert [*find_schemas(document, row)] != [], row.name


@pytest.mark.parametrize("row", ON_REQUEST, ids=lambda row: f"{row.release} {row.component}")
def test_the_release_refuses_the_parameter_that_brings_another_answer(
    row: OnRequest, releases: Mapping[str, Release]
) -> None:
    release = releases[row.release]
    (usual,) = release.usual_requests(row.operation)
    # A stream has no end, so the usual request is not sent.
    refused = release.send(replace(usual, query={row.parameter: row.value}))
    assert (refused.status, refused.code) == (422, "INVALID_INPUT")
