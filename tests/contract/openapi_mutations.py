"""One change of each kind to the OpenAPI document of release 0.2.0, and what breaks a client in it."""

import copy
from collections.abc import Sequence
from typing import NamedTuple

from tests.support.graphql_client import Json

Place = tuple[str, ...]
MOVE: Place = ("paths", "/v1/sessions/{sessionId}/moves", "post")
LIST: Place = ("paths", "/v1/sessions", "get")
SCHEMAS: Place = ("components", "schemas")
BEARER: Place = ("components", "securitySchemes", "bearer")
PROBLEM = {"$ref": "#/components/schemas/Problem"}
GONE = object()


class Mutation(NamedTuple):
    """Another value at a place of the document, or an item that is appended to a list, and what is reported."""

    name: str
    place: Place
    value: object
    breaking: Sequence[str] = ()


def mutate(document: Json, place: Place, value: object) -> Json:
    """Return a copy of a document with another value at a place; `GONE` removes what is there."""
    changed = copy.deepcopy(document)
    target = changed
    for step in place[:-1]:
        target = target[_find(target, step)]
    if value is GONE:
        del target[_find(target, place[-1])]
    elif isinstance(target, list):
        target.append(value)
    else:
        target[place[-1]] = value
    return changed


def _find(value: Json, step: str) -> Json:
    """Return the key of a step: parameters have names, other items of lists have positions."""
    if not isinstance(value, list):
        return step
    return int(step) if step.isdecimal() else [one["name"] for one in value].index(step)


def _parameter(operation: Place, name: str, *more: str) -> Place:
    return (*operation, "parameters", name, *more)


def _answer(status: str, *more: str) -> Place:
    return (*MOVE, "responses", status, *more)


def _field(component: str, name: str, *more: str) -> Place:
    return (*SCHEMAS, component, "properties", name, *more)


FIRST = _parameter(LIST, "first")
SIZE = (*FIRST, "schema")
GAME = _parameter(LIST, "game")
WORD = (*GAME, "schema")
MATCH = _parameter(MOVE, "If-Match")
KEY = _parameter(MOVE, "Idempotency-Key", "schema")
BODY = (*MOVE, "requestBody")
SECONDS = _field("CreateSession", "moveSeconds", "anyOf", "0")
DECK = _field("CreateSession", "deck", "anyOf", "0")
SEED = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
VARY = _answer("200", "headers", "Vary")
EVENTS = _answer("200", "links", "listEvents")
MOVED = _answer("200", "content", "application/json", "schema")
CONFLICT = _answer("409", "content", "application/problem+json", "schema")
FRAMES: Place = ("paths", "/v1/sessions/{sessionId}/frames", "get", "responses", "200", "content")
FRAME = (*FRAMES, "text/event-stream", "schema", "properties")
KINDS = '["frame","end","reconnect","problem"]'

_DOCUMENT = (
    Mutation("an older OpenAPI", ("openapi",), "3.0.4", ["the document is of OpenAPI 3.0, not 3.1"]),
    Mutation("a patch of OpenAPI", ("openapi",), "3.1.1"),
    Mutation("a version", ("info", "version"), "0.3.0"),
    Mutation("a description", ("info", "description"), "Cards."),
    Mutation("another server", (*MOVE, "servers"), [{"url": "/eu"}], ["applyMove: the server / is gone"]),
    Mutation("a server more", ("servers", "more"), {"url": "/eu"}),
    Mutation("a tag more", ("tags", "more"), {"name": "More"}),
    Mutation("another scheme", (*BEARER, "scheme"), "basic", ["the security scheme bearer is another"]),
    Mutation("no scheme", BEARER, GONE, ["the security scheme bearer is another"]),
    Mutation("a described scheme", (*BEARER, "description"), "A token."),
    Mutation("a scheme more", (*BEARER[:-1], "key"), {"type": "apiKey", "in": "header", "name": "X"}),
    Mutation("a needed credential", (*MOVE, "security"), [{"bearer": []}], ["applyMove: no credential is not enough"]),
    Mutation(
        "a needed scope",
        (*MOVE, "security"),
        [{"bearer": ["play"]}],
        ["applyMove: no credential is not enough", "applyMove: bearer is not enough"],
    ),
    Mutation(
        "no way to authenticate", (*MOVE, "security"), [{}], ["applyMove: bearer is no way to authenticate any more"]
    ),
    Mutation("another way to authenticate", (*MOVE, "security"), [{}, {"bearer": []}, {"key": []}]),
)
_OPERATIONS = (
    Mutation("no operation", MOVE, GONE, ["post /v1/sessions/{sessionId}/moves is gone"]),
    Mutation("no path", LIST[:-1], GONE, ["get /v1/sessions is gone", "post /v1/sessions is gone"]),
    Mutation("an operation more", (*MOVE[:-1], "put"), {"operationId": "more", "responses": {}}),
    Mutation("another name", (*MOVE, "operationId"), "makeMove", ["applyMove: the operationId is makeMove"]),
    Mutation(
        "another tag",
        (*MOVE, "tags"),
        ["Moves"],
        ["applyMove: the first tag, of which generators make a class, is another"],
    ),
    Mutation("a second tag", (*MOVE, "tags", "more"), "Moves"),
    Mutation("another summary", (*MOVE, "summary"), "Move"),
    Mutation("a deprecated operation", (*MOVE, "deprecated"), True),
)
_PARAMETERS = (
    Mutation("no parameter", FIRST, GONE, ["listSessions: the parameter query first is gone"]),
    Mutation("a parameter elsewhere", (*FIRST, "in"), "header", ["listSessions: the parameter query first is gone"]),
    Mutation("another parameter", (*FIRST, "name"), "limit", ["listSessions: the parameter query first is gone"]),
    Mutation("a needed parameter", (*FIRST, "required"), True, ["listSessions: the parameter query first is needed"]),
    Mutation(
        "a new parameter that is needed",
        _parameter(MOVE, "more"),
        {"name": "X", "in": "header", "required": True, "schema": {}},
        ["applyMove: the parameter header x is needed"],
    ),
    Mutation(
        "a needed parameter of the path",
        (*LIST[:-1], "parameters"),
        [{"name": "of", "in": "query", "required": True, "schema": {}}],
        ["listSessions: the parameter query of is needed", "createSession: the parameter query of is needed"],
    ),
    Mutation("a parameter more", _parameter(MOVE, "more"), {"name": "X", "in": "header", "schema": {}}),
    Mutation("a parameter that may be left out", (*MATCH, "required"), False),
    Mutation("a header in other letters", (*MATCH, "name"), "if-match"),
    Mutation("another style", (*GAME, "style"), "pipeDelimited", ["listSessions, query game: it is written otherwise"]),
    Mutation("the usual style", (*GAME, "style"), "form"),
    Mutation("an empty value", (*GAME, "allowEmptyValue"), True),
    Mutation("an example", (*GAME, "example"), "zar"),
    Mutation(
        "text for a number",
        (*SIZE, "type"),
        "string",
        ["listSessions, query first: the type integer is no longer taken"],
    ),
    Mutation("text, too", (*SIZE, "type"), ["integer", "string"]),
    Mutation("any number", (*SIZE, "type"), "number"),
    Mutation("a lower bound", (*SIZE, "minimum"), 1, ["listSessions, query first: minimum was none and is 1"]),
    Mutation("an upper bound", (*SIZE, "maximum"), 20, ["listSessions, query first: maximum was none and is 20"]),
    Mutation(
        "an exclusive bound", (*SIZE, "exclusiveMinimum"), 0, ["listSessions, query first: minimum was none and is 1"]
    ),
    Mutation("a step", (*SIZE, "multipleOf"), 5, ["listSessions, query first: multipleOf was none and is 5"]),
    Mutation("a step of one", (*SIZE, "multipleOf"), 1),
    Mutation("a default", (*SIZE, "default"), 20),
    Mutation("a list of words", (*WORD, "enum"), ["zar"], ['listSessions, query game: enum was none and is ["zar"]']),
    Mutation("one word", (*WORD, "const"), "zar", ['listSessions, query game: const was none and is "zar"']),
    Mutation("a format", (*WORD, "format"), "uuid", ['listSessions, query game: format was none and is "uuid"']),
    Mutation(
        "a shorter key", (*KEY, "maxLength"), 64, ["applyMove, header idempotency-key: maxLength was 128 and is 64"]
    ),
    Mutation("a minimal key", (*KEY, "minLength"), 8, ["applyMove, header idempotency-key: minLength was 1 and is 8"]),
    Mutation("a longer key", (*KEY, "maxLength"), 256),
    Mutation("a key of any length", (*KEY, "maxLength"), GONE),
    Mutation(
        "another pattern",
        (*MATCH, "schema", "pattern"),
        "^[1-9]$",
        [
            r'applyMove, header if-match: pattern was "^(\\*|\"[1-9][0-9]{0,8}(\\.[0-9a-f]{16})?\")$" and is "^[1-9]$"'
            ", as for '*'"
        ],
    ),
    Mutation("a wider pattern", (*MATCH, "schema", "pattern"), r'^(\*|"[1-9][0-9]{0,9}(\.[0-9a-f]{4,16})?")$'),
    Mutation(
        "a narrower pattern",
        (*MATCH, "schema", "pattern"),
        r'^(\*|"[1-9][0-9]{0,8}(\.[0-9a]{16})?")$',
        [
            r'applyMove, header if-match: pattern was "^(\\*|\"[1-9][0-9]{0,8}(\\.[0-9a-f]{16})?\")$" and is '
            r'"^(\\*|\"[1-9][0-9]{0,8}(\\.[0-9a]{16})?\")$"'
            """, as for '"1.000000000000000b"'"""
        ],
    ),
    Mutation("no pattern", (*MATCH, "schema", "pattern"), GONE),
)
_BODIES = (
    Mutation("no body", BODY, GONE, ["applyMove: the body is gone"]),
    Mutation(
        "a new body", (*LIST, "requestBody"), {"required": True, "content": {}}, ["listSessions: a body is needed"]
    ),
    Mutation("a body that may be left out", (*BODY, "required"), False),
    Mutation(
        "another type of body",
        (*BODY, "content"),
        {"application/xml": {}},
        ["applyMove, body: application/json is gone"],
    ),
    Mutation("a type of body more", (*BODY, "content", "application/xml"), {}),
    Mutation(
        "another body",
        (*BODY, "content", "application/json", "schema"),
        {"type": "string"},
        ["applyMove, body, application/json: the type object is no longer taken"],
    ),
    Mutation("a needed field", (*SCHEMAS, "OptionInput", "required", "more"), "why", ["OptionInput.why is needed"]),
    Mutation("a new field of a body", _field("MoveInput", "why"), {"type": "string"}),
    Mutation("a field that may be left out", (*SCHEMAS, "CreateSession", "required"), ["game"]),
    Mutation("no field of a body", _field("CreateSession", "takeBacks"), GONE, ["CreateSession.takeBacks is gone"]),
    Mutation(
        "another type of field",
        _field("OptionInput", "value"),
        {"type": "integer"},
        ["OptionInput.value: the type string is no longer taken"],
    ),
    Mutation("no null", _field("NewTable", "seed"), SEED, ["NewTable.seed: the type null is no longer taken"]),
    Mutation(
        "no value",
        _field("MoveInput", "move"),
        False,
        ["MoveInput.move: the type string is no longer taken"],
    ),
    Mutation("a stricter bound", (*SECONDS, "maximum"), 9, ["CreateSession.moveSeconds: maximum was 1000000 and is 9"]),
    Mutation("a wider bound", (*SECONDS, "maximum"), 10**7),
    Mutation("fewer items", (*DECK, "maxItems"), 9, ["CreateSession.deck: maxItems was none and is 9"]),
    Mutation("more items", (*DECK, "minItems"), 1, ["CreateSession.deck: minItems was none and is 1"]),
    Mutation("no item twice", (*DECK, "uniqueItems"), True, ["CreateSession.deck: uniqueItems was none and is true"]),
    Mutation(
        "another type of item",
        (*DECK, "items", "type"),
        "integer",
        ["CreateSession.deck[]: the type string is no longer taken"],
    ),
    Mutation("any field", (*SCHEMAS, "OptionInput", "additionalProperties"), True),
    Mutation(
        "only one alternative",
        _field("NewTable", "seed"),
        {"oneOf": [SEED, {"type": "null"}]},
        ["NewTable.seed: several alternatives may hold at once, and only one is allowed"],
    ),
    Mutation(
        "a keyword that is not compared",
        _field("CreateSession", "seats", "not"),
        {"const": 3},
        ['CreateSession.seats: not was none and is {"const":3}'],
    ),
    Mutation("a keyword for tools", _field("CreateSession", "seats", "x-order"), 1),
)
_ANSWERS = (
    Mutation("no success", _answer("200"), GONE, ["applyMove: it does not answer 200 any more"]),
    Mutation("no failure", _answer("412"), GONE, ["applyMove: it does not answer 412 any more"]),
    Mutation("another success", _answer("202"), {"description": "Later."}, ["applyMove: the answer 202 is new"]),
    Mutation("a failure more", _answer("410"), {"description": "Gone."}),
    Mutation("an answer to those who have it", _answer("304"), {"description": "As before."}),
    Mutation(
        "another type of answer",
        _answer("200", "content"),
        {"application/xml": {}},
        ["applyMove, 200: application/json is gone"],
    ),
    Mutation("a type of answer more", _answer("200", "content", "application/x-ndjson"), {}),
    Mutation("no content", _answer("200", "content"), GONE, ["applyMove, 200: application/json is gone"]),
    Mutation(
        "a problem for a move",
        MOVED,
        PROBLEM,
        [
            f"applyMove, 200, application/json.{name} is {what}"
            for what in ("gone", "not always there")
            for name in ("events", "head", "move", "replayed", "session", "version")
        ],
    ),
    Mutation("anything", MOVED, GONE, ["applyMove, 200, application/json: the type any is new"]),
    Mutation(
        "another alternative",
        MOVED,
        {"anyOf": [{"$ref": "#/components/schemas/MoveApplied"}, {"type": "null"}]},
        ["applyMove, 200, application/json: the type null is new"],
    ),
    Mutation("no header", VARY, GONE, ["applyMove, 200: the header Vary is gone"]),
    Mutation("a header at times", (*VARY, "required"), False, ["applyMove, 200: the header Vary is not always there"]),
    Mutation(
        "another type of header",
        (*VARY, "schema", "type"),
        "integer",
        ["applyMove, 200, Vary: the type integer is new"],
    ),
    Mutation("a header more", _answer("200", "headers", "ETag"), {"schema": {"type": "string"}}),
    Mutation("no link", EVENTS, GONE, ["applyMove, 200: the link listEvents is another"]),
    Mutation("another link", (*EVENTS, "operationId"), "listGames", ["applyMove, 200: the link listEvents is another"]),
    Mutation("a described link", (*EVENTS, "description"), "Events."),
    Mutation("a link more", _answer("200", "links", "more"), {"operationId": "listGames"}),
    Mutation(
        "nothing to tell problems apart",
        (*CONFLICT, "discriminator", "propertyName"),
        "type",
        ["applyMove, 409, application/problem+json: the alternatives are told apart by type, and not by code"],
    ),
    Mutation(
        "another problem of a code",
        (*CONFLICT, "discriminator", "mapping", "TABLE_OVER"),
        PROBLEM["$ref"],
        ["applyMove, 409, application/problem+json: `TABLE_OVER` is no longer IllegalMove"],
    ),
    Mutation("a code more", (*CONFLICT, "discriminator", "mapping", "BUSY"), PROBLEM["$ref"]),
    Mutation(
        "another problem",
        (*CONFLICT, "oneOf", "more"),
        {"type": "string"},
        ["applyMove, 409, application/problem+json: the type string is new"],
    ),
    Mutation(
        "fewer problems",
        (*CONFLICT, "oneOf", "0"),
        GONE,
        ["applyMove, 409, application/problem+json: 1 of 2 alternatives are left"],
    ),
)
_FIELDS = (
    Mutation("no field", _field("Zone", "count"), GONE, ["Zone.count is gone"]),
    Mutation("a field more", _field("Zone", "shape"), {"type": "string"}),
    Mutation(
        "a field at times", (*SCHEMAS, "SeatGrant", "required"), ["seat"], ["SeatGrant.token is not always there"]
    ),
    Mutation("a field that is always there", (*SCHEMAS, "Problem", "required", "more"), "path"),
    Mutation("another field", _field("Zone", "count", "type"), "string", ["Zone.count: the type string is new"]),
    Mutation("a wider field", _field("Zone", "count", "type"), "number", ["Zone.count: the type number is new"]),
    Mutation("null", _field("Zone", "count", "type"), ["integer", "null"], ["Zone.count: the type null is new"]),
    Mutation("never null", _field("IllegalMove", "rule"), {"$ref": "#/components/schemas/Rule"}),
    Mutation("a bounded field", _field("Zone", "count", "minimum"), 0),
    Mutation(
        "another format",
        _field("Decision", "deadline", "anyOf", "0", "format"),
        GONE,
        ['Decision.deadline: format was "date-time" and is none'],
    ),
    Mutation("a word more", _field("Seat", "kind", "enum", "more"), "BOT"),
    Mutation(
        "a word more in a full list",
        (*FRAME, "event", "enum", "more"),
        "pause",
        [f'followSession, 200, text/event-stream.event: enum was {KINDS} and is {KINDS[:-1]},"pause"]'],
    ),
    Mutation(
        "any word in place of a list",
        (*FRAME, "event", "enum"),
        GONE,
        [f"followSession, 200, text/event-stream.event: enum was {KINDS} and is none"],
    ),
    Mutation(
        "fewer words",
        (*FRAME, "event", "enum"),
        ["frame", "end"],
        [f'followSession, 200, text/event-stream.event: enum was {KINDS} and is ["frame","end"]'],
    ),
    Mutation(
        "fewer words in a list with OTHER",
        _field("Seat", "kind", "enum"),
        ["HUMAN", "OTHER"],
        ['Seat.kind: enum was ["HUMAN","DEFAULT_POLICY","OTHER"] and is ["HUMAN","OTHER"]'],
    ),
    Mutation(
        "other items",
        _field("IllegalMove", "legalMoves", "items"),
        {"type": "string"},
        ["IllegalMove.legalMoves[]: the type string is new"],
    ),
    Mutation(
        "other objects",
        _field("IllegalMove", "rule", "anyOf", "0"),
        {"type": "object"},
        [
            f"IllegalMove.rule.{name} is {what}"
            for what in ("gone", "not always there")
            for name in ("number", "section", "text")
        ],
    ),
    Mutation(
        "another content of a text",
        (*FRAME, "data", "contentMediaType"),
        "text/plain",
        ['followSession, 200, text/event-stream.data: contentMediaType was "application/json" and is "text/plain"'],
    ),
    Mutation(
        "another schema in a text",
        (*FRAME, "data", "contentSchema"),
        {"type": "string"},
        [
            "followSession, 200, text/event-stream.data in it: the type string is new",
            "followSession, 200, text/event-stream.data in it: 1 of 3 alternatives are left",
        ],
    ),
)

MUTATIONS = (*_DOCUMENT, *_OPERATIONS, *_PARAMETERS, *_BODIES, *_ANSWERS, *_FIELDS)
