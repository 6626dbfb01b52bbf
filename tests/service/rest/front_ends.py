"""The two front ends as one: the same acts on a session, and the same responses.

GraphQL's selections are made from the contract's structs, so that every field is compared, except for
secrets, ids and times, and the games and rules that the one nests and the other names.
"""

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

import httpx2
import msgspec

from service.graphql.schema import schema as graphql
from service.views import session_view
from service.views.batch_view import BatchResultConnection, SessionsCreated
from service.views.fields import ContractStruct
from service.views.stateless_view import Table
from service.views.table_view import Event, HandCard, Move, Preview, View
from tests.support.graphql_client import Client, Json, codes_of
from tests.support.rest_client import JSON, Rest
from tools.services import Service

# Fields that GraphQL nests, by name, and REST names.
NESTED = {"game": "id", "rule": "number"}
# Heads, and cursors with them, differ from session to session.
SECRETS = frozenset(
    {"id", "batchId", "sessionId", "hostToken", "seatToken", "joinLinks", "commitment", "rematchId", "head"}
)
CURSORS = frozenset({"cursor", "startCursor", "endCursor"})
TIMES = frozenset({"createdAt", "expiresAt", "deadline", "notBefore", "retryAfterMillis"})
HEADERS = {"Idempotency-Key": "idempotencyKey", "If-Match": "expectedVersion"}

ANSWERS: Mapping[str, type[ContractStruct]] = {
    "joinSession": session_view.SeatJoined,
    "handOverSeat": session_view.SeatJoined,
    "applyMove": session_view.MoveApplied,
    "offerRematch": session_view.RematchOffered,
    "explainMove": session_view.MoveExplained,
    "previewMove": Preview,
}
PATHS = {
    "joinSession": "seats",
    "handOverSeat": "hand-over",
    "leaveSession": "leave",
    "startSession": "start",
    "abandonSession": "abandon",
    "offerRematch": "rematch",
    "applyMove": "moves",
    "resign": "resign",
    "giveUpSeat": "give-up",
    "addBot": "bots",
    "removeBot": "bots/remove",
    "claimDeadline": "claim",
    "undoMove": "undo",
    "askTakeBack": "take-back",
    "answerTakeBack": "take-back/answer",
    "explainMove": "moves/explain",
    "previewMove": "moves/preview",
}
WITH_BODY = frozenset(
    {
        "joinSession",
        "addBot",
        "removeBot",
        "applyMove",
        "giveUpSeat",
        "answerTakeBack",
        "explainMove",
        "previewMove",
    }
)
CONDITIONAL = frozenset(
    {"applyMove", "resign", "giveUpSeat", "claimDeadline", "undoMove", "askTakeBack", "answerTakeBack"}
)


class Front(Protocol):
    """A front end with one session."""

    def act(self, name: str, token: str | None, wish: Json) -> Json:
        """Carry out an act; `wish` has the names of GraphQL's inputs."""

    def read(self, token: str | None) -> Json:
        """Return the session, with its hand and legal moves."""

    def events(self, token: str | None, first: int, after: str | None) -> Json:
        """Return a page of events, or the code of the error."""

    def record(self) -> Json:
        """Return the record, None before the end."""


# ---- GraphQL


def fragments(*structs: type[ContractStruct]) -> str:
    """Return a fragment for each struct, and for those in it, with every field."""
    found: dict[str, str] = {}
    for struct in structs:
        _collect(struct, found)
    return "\n".join(found.values())


def _collect(struct: type[ContractStruct], found: dict[str, str]) -> None:
    if struct.__name__ in found:
        return
    found[struct.__name__] = ""
    hints = get_type_hints(struct)
    fields: list[str] = []
    for field in msgspec.structs.fields(struct):
        inner = _struct_in(hints[field.name])
        name = field.encode_name
        if inner is not None:
            _collect(inner, found)
            name += f" {{ ...All{inner.__name__} }}"
        elif name in NESTED and struct is not session_view.SessionConnection:
            name += f" {{ {NESTED[name]} }}"
        fields.append(name)
    found[struct.__name__] = f"fragment All{struct.__name__} on {struct.__name__} {{ {' '.join(fields)} }}"


def _struct_in(kind: Any) -> type[ContractStruct] | None:  # noqa: ANN401
    if get_origin(kind) in (Union, UnionType, tuple):
        parts = [part for part in get_args(kind) if part is not NoneType and part is not Ellipsis]
        return _struct_in(parts[0])
    return kind if isinstance(kind, type) and issubclass(kind, ContractStruct) else None


def _input_of(name: str) -> str:
    mutations = graphql._schema.mutation_type
    assert mutations is not None
    return str(mutations.fields[name].args["input"].type)


PROBLEM = """
fragment Trouble on Problem {
  code message path
  ... on IllegalMove { rule { number section text } legalMoves { ...AllMove } template arguments { name kind value } }
  ... on StaleVersion { currentVersion session { ...AllSession } }
  ... on NotAllowed { retryAfterMillis }
}
"""


class OverGraphQL:
    """A session over GraphQL."""

    def __init__(self, service: Service, wish: Json) -> None:
        self.service = service
        document = f"""{fragments(session_view.SessionCreated)}
        mutation Create($input: CreateSessionInput!) {{
          createSession(input: $input) {{ ... on SessionCreated {{ ...AllSessionCreated }} }}
        }}"""
        self.made = Client(service).ask(document, input=wish)
        self.id = self.made["session"]["id"]

    def act(self, name: str, token: str | None, wish: Json) -> Json:
        answer = ANSWERS.get(name, session_view.SessionChanged)
        parts = f"""{PROBLEM}{fragments(answer, session_view.Session, Move)}"""
        chosen = f"{{ ...Trouble ... on {answer.__name__} {{ ...All{answer.__name__} }} }}"
        if name in ("explainMove", "previewMove"):
            document = f"{parts} query Ask($id: ID!, $move: String!) {{ {name}(sessionId: $id, move: $move) {chosen} }}"
            return simplify(Client(self.service, token).ask(document, id=self.id, move=wish["move"]))
        document = f"{parts} mutation Act($input: {_input_of(name)}) {{ {name}(input: $input) {chosen} }}"
        done = Client(self.service, token).ask(document, input={"sessionId": self.id, **wish})
        return Secret.of(done, simplify(done))

    def read(self, token: str | None) -> Json:
        document = f"""{fragments(session_view.Session, HandCard)}
        query Read($id: ID!) {{ session(id: $id) {{ ...AllSession view {{ hand {{ ...AllHandCard }} }} }} }}"""
        session = Client(self.service, token).ask(document, id=self.id)
        hand = [] if session["view"] is None else session["view"].pop("hand")
        moves = [] if session["view"] is None else session["view"]["legalMoves"]
        return simplify([session, hand, moves])

    def events(self, token: str | None, first: int, after: str | None) -> Json:
        document = f"""{fragments(session_view.EventConnection)}
        query Events($id: ID!, $first: Int, $after: String) {{
          session(id: $id) {{ events(first: $first, after: $after) {{ ...AllEventConnection }} }}
        }}"""
        answer = Client(self.service, token).execute(document, id=self.id, first=first, after=after)
        return codes_of(answer) if "errors" in answer else simplify(answer["data"]["session"]["events"])

    def record(self) -> Json:
        record = Client(self.service).ask("query ($id: ID!) { session(id: $id) { record } }", id=self.id)["record"]
        return None if record is None else msgspec.json.decode(record)


# ---- REST


class OverRest:
    """A session over REST."""

    def __init__(self, service: Service, wish: Json) -> None:
        self.service = service
        self.made = Rest(service).done("/v1/sessions", wish)
        self.id = self.made["session"]["id"]
        self.path = f"/v1/sessions/{self.id}"

    def act(self, name: str, token: str | None, wish: Json) -> Json:
        body = dict(wish)
        headers: dict[str, str] = {}
        if (key := body.pop("idempotencyKey", None)) is not None:
            headers["Idempotency-Key"] = key
        expected = body.pop("expectedVersion", None)
        if name in CONDITIONAL:
            headers["If-Match"] = "*" if expected is None else f'"{expected}"'
        sent = body if name in WITH_BODY else None
        answer = Rest(self.service, token).ask("POST", f"{self.path}/{PATHS[name]}", sent, headers)
        done = _read_answer(answer)
        return Secret.of(done, simplify(done))

    def read(self, token: str | None) -> Json:
        caller = Rest(self.service, token)
        session = caller.get(self.path).json()
        hand = caller.get(f"{self.path}/hand").json()["cards"]
        moves = caller.get(f"{self.path}/legal-moves").json()["moves"]
        return simplify([session, hand, moves])

    def events(self, token: str | None, first: int, after: str | None) -> Json:
        query = f"first={first}" + ("" if after is None else f"&after={after}")
        answer = Rest(self.service, token).get(f"{self.path}/events?{query}")
        return simplify(answer.json()) if answer.is_success else [answer.json()["code"]]

    def record(self) -> Json:
        answer = Rest(self.service).get(f"{self.path}/record")
        return answer.json() if answer.is_success else None


def _read_answer(answer: httpx2.Response) -> Json:
    value = answer.json()
    if answer.headers["content-type"] == JSON:
        return value
    assert value.pop("status") == answer.status_code
    for name in ("type", "title"):
        assert value.pop(name)
    value["message"] = value.pop("detail")
    value["path"] = [HEADERS.get(part, part) for part in value["path"]]
    return value


# ---- tables without a session

_SEEN = "view(seat: $viewer) { ...AllView }"


class StatelessOverGraphQL:
    """Stateless tables over GraphQL, in the shape of REST: a table beside the view of it."""

    def __init__(self, service: Service) -> None:
        self._client = Client(service)
        self._fragments = f"{PROBLEM}{fragments(Table, View, Move, session_view.Session)}"

    def deal(self, wish: Json, viewer: int | None) -> Json:
        document = f"""{self._fragments} mutation Deal($input: NewTableInput!, $viewer: Int) {{
          newTable(input: $input) {{ ...Trouble ... on Table {{ ...AllTable {_SEEN} }} }}
        }}"""
        return self._beside(self._client.ask(document, input=wish, viewer=viewer))

    def read(self, state: str, viewer: int | None) -> Json:
        document = f"""{self._fragments} query Read($state: StateToken!, $viewer: Int) {{
          table(state: $state) {{ ...Trouble ... on Table {{ ...AllTable {_SEEN} }} }}
        }}"""
        return self._beside(self._client.ask(document, state=state, viewer=viewer))

    def apply(self, state: str, seat: int, move: str, viewer: int | None) -> Json:
        parts = f"{PROBLEM}{fragments(Table, View, Move, Event, session_view.Session)}"
        document = f"""{parts} mutation Move($input: ApplyMoveToStateInput!, $viewer: Int) {{
          applyMoveToState(input: $input) {{
            ...Trouble
            ... on TableChanged {{ table {{ ...AllTable {_SEEN} }} move {{ ...AllMove }} events {{ ...AllEvent }} }}
          }}
        }}"""
        wish = {"state": state, "seat": seat, "move": move, "viewer": viewer}
        moved = self._client.ask(document, input=wish, viewer=viewer)
        if "code" in moved:
            return simplify(moved)
        return {**self._beside(moved.pop("table")), **simplify(moved)}

    def _beside(self, table: Json) -> Json:
        if "code" in table:
            return simplify(table)
        view = table.pop("view")
        return simplify({"table": table, "view": view})


class StatelessOverRest:
    """Stateless tables over REST."""

    def __init__(self, service: Service) -> None:
        self._caller = Rest(service)

    def deal(self, wish: Json, viewer: int | None) -> Json:
        return simplify(_read_answer(self._caller.post("/v1/tables", {**wish, "viewer": viewer})))

    def read(self, state: str, viewer: int | None) -> Json:
        return simplify(_read_answer(self._caller.post("/v1/tables/read", {"state": state, "viewer": viewer})))

    def apply(self, state: str, seat: int, move: str, viewer: int | None) -> Json:
        wish = {"state": state, "seat": seat, "move": move, "viewer": viewer}
        return simplify(_read_answer(self._caller.post("/v1/tables/moves", wish)))


# ---- batches


class Batches(Protocol):
    """Batches over a front end."""

    def open(self, sessions: Json, key: str) -> Json:
        """Open a batch."""

    def results(self, batch_id: str, page: Json) -> Json:
        """Return a page of results."""


class BatchesOverGraphQL:
    """Batches over GraphQL."""

    def __init__(self, service: Service) -> None:
        self._client = Client(service)

    def open(self, sessions: Json, key: str) -> Json:
        document = f"""{PROBLEM}{fragments(SessionsCreated, session_view.Session, Move)}
        mutation Open($input: CreateSessionsInput!) {{
          createSessions(input: $input) {{ ...Trouble ... on SessionsCreated {{ ...AllSessionsCreated }} }}
        }}"""
        return self._client.ask(document, input={"sessions": sessions, "idempotencyKey": key})

    def results(self, batch_id: str, page: Json) -> Json:
        document = f"""{PROBLEM}{fragments(BatchResultConnection, session_view.Session, Move)}
        query Results($id: ID!, $tag: String, $first: Int, $after: String) {{
          batchResults(batchId: $id, tag: $tag, first: $first, after: $after) {{
            ...Trouble ... on BatchResultConnection {{ ...AllBatchResultConnection }}
          }}
        }}"""
        return simplify(self._client.ask(document, id=batch_id, **page))


class BatchesOverRest:
    """Batches over REST."""

    def __init__(self, service: Service) -> None:
        self._caller = Rest(service)

    def open(self, sessions: Json, key: str) -> Json:
        return _read_answer(self._caller.post("/v1/batches", {"sessions": sessions}, Idempotency_Key=key))

    def results(self, batch_id: str, page: Json) -> Json:
        query = httpx2.QueryParams(page)
        return simplify(_read_answer(self._caller.get(f"/v1/batches/{batch_id}/results?{query}")))


# ---- the comparison


class Secret(dict[str, Any]):
    """A response in which the secrets are left out, but kept."""

    token: str | None = None

    @classmethod
    def of(cls, answer: Json, simplified: Json) -> "Secret":
        """Return a response as it is compared, with its seat's token."""
        made = cls(simplified)
        made.token = answer.get("seatToken")
        return made


def simplify(value: Json, name: str = "") -> Json:
    """Return the parts about which both front ends must agree."""
    if isinstance(value, list):
        return [simplify(part, name) for part in value]
    if isinstance(value, dict):
        if set(value) == {NESTED.get(name)}:
            return value[NESTED[name]]
        return dict(_simplify_fields(value))
    if name in TIMES | SECRETS:
        return value is not None
    if name in CURSORS and value is not None:
        return value.partition("-")[0]
    if name == "viewId":
        return value.partition(":")[2]
    return value


def _simplify_fields(value: Json) -> Iterator[tuple[str, Json]]:
    # The event of a rematch contains the id of the new session.
    told_id = ("value", "sentence") if value.get("kind") == "rematch" else ()
    for name, part in value.items():
        if name in told_id:
            continue
        if name in SECRETS and not isinstance(part, str | None):
            yield name, len(part)
        elif name != "retryAfterMillis" or part is not None:
            yield name, simplify(part, name)
