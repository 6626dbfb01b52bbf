"""What a release refused although its document allows it, so that a later document may say so.

A constraint may be added to what is accepted only by a row of this table. `test_tightenings.py` sends the values that a
row excludes to the release, and the release must refuse every one, in every operation that takes it. Rows of a release
hold for good: a row that a later document has used must stay.

To add a row: name the parameter, or the component and its field; copy the keywords as openapi.json has them; list
values outside of each new bound. What a pattern excludes is found from it, and sent as well.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tests.contract.openapi_changes import read_operations
from tests.contract.schema_changes import resolve
from tests.support.graphql_client import Json


class Tightening(msgspec.Struct, frozen=True):
    """The keywords of what a release really accepted at a place, and values that they exclude.

    The place is a parameter, such as `query after`, or the field of a component, such as `JoinSession.name`. A
    parameter may be that of some operations only.
    """

    release: str
    place: str
    accepted: Mapping[str, Any]
    excluded: tuple[Any, ...]
    operations: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the row is about, for reports."""
        words = [self.release, self.place, *self.accepted, *self.operations]
        return " ".join(words)


# Keys that return a secret again are long and random.
_SECRET = ("createSession", "joinSession", "handOverSeat")
_OTHER_KEYS = (
    "abandonSession",
    "answerTakeBack",
    "applyMove",
    "askTakeBack",
    "claimDeadline",
    "giveUpSeat",
    "leaveSession",
    "offerRematch",
    "resign",
    "startSession",
    "undoMove",
)
# A character of a quoted key, with a backslash before it if need be; a part of a key that may be random.
_QUOTED = r'([ !#-\[\]-~]|\\["\\])'
_RANDOM = "[A-Za-z0-9_+/=-]{21}"
# A version with the number of an event and a head, and the place of a session in a list.
_CURSOR = r"(([1-9][0-9]{0,8})(?:\.(0|[1-9][0-9]{0,5}))?(?:-([A-Za-z0-9_-]{16}))?)"
_NO_CURSORS = ("x", "0", "01", "1234567890", "1.01", "1.1234567", "1-" + "a" * 17)
_PLACE = r"(([0-9]{1,15})\.([A-Za-z0-9_-]{1,64}))"
_NAME = (
    r"^[^\x00-\x20\x7f-\xa0\xad]"
    r"([^\x00-\x1f\x7f-\x9f\xad]*[^\x00-\x20\x7f-\xa0\xad])?$"
)

TIGHTENINGS = (
    Tightening("0.2.0", "query after", {"minLength": 1}, ("",)),
    Tightening(
        "0.2.0",
        "query after",
        {"pattern": f"^{_PLACE}$"},
        ("x", "1", "1234567890123456.a", "1." + "a" * 65, "1.é"),
        ("listSessions",),
    ),
    Tightening("0.2.0", "query after", {"pattern": f"^{_CURSOR}$"}, _NO_CURSORS, ("listEvents", "followSession")),
    Tightening("0.2.0", "query seen", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "query seen", {"pattern": f"^{_CURSOR}$"}, _NO_CURSORS),
    Tightening("0.2.0", "header Last-Event-ID", {"pattern": f"^{_CURSOR}$|^$"}, _NO_CURSORS),
    Tightening(
        "0.2.0",
        "header Idempotency-Key",
        {"pattern": rf'^([!#-~]([ -~]*[!-~])?|"{_QUOTED}+")$'},
        ('""',),
        _OTHER_KEYS,
    ),
    Tightening(
        "0.2.0",
        "header Idempotency-Key",
        {"pattern": rf'^(([!#-~][ -~]*)?{_RANDOM}([ -~]*[!-~])?|"{_QUOTED}*{_RANDOM}{_QUOTED}*")$'},
        ('"f47ac10b-58cc4"', r'"f\"47ac10b-58cc\\"', "f47ac10b 58cc4372 0e02b2c3"),
        _SECRET,
    ),
    Tightening("0.2.0", "JoinSession.name", {"pattern": _NAME}, (" ", " Ada", "Ada ", "A\nda", "A\x7fda")),
    Tightening("0.2.0", "JoinSession.seat", {"maximum": 99}, (100, 2**63, 2**64)),
    Tightening("0.2.0", "SeatGivenUp.seat", {"maximum": 99}, (100, 2**63, 2**64)),
    Tightening("0.2.0", "MoveOnTable.seat", {"maximum": 99}, (100, 2**63, 2**64)),
    Tightening("0.2.0", "MoveOnTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "ReadTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "OptionInput.name", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "NewTable.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.seats", {"minimum": 2, "maximum": 100}, (1, 101, 2**63, 2**64)),
    Tightening("0.2.0", "NewTable.seats", {"minimum": 2, "maximum": 100}, (1, 101, 2**63, 2**64)),
    Tightening("0.2.0", "CreateSession.deck", {"minItems": 1}, ([],)),
    Tightening("0.2.0", "NewTable.deck", {"minItems": 1}, ([],)),
)


class OnRequest(msgspec.Struct, frozen=True):
    """A component that an operation answers with only if the query has a parameter, which a release refuses.

    So no client of the release gets it, although it is an alternative in what the operation answers with.
    """

    release: str
    operation: str
    parameter: str
    value: str
    component: str


ON_REQUEST = (
    OnRequest("0.2.0", "followSession", "changes", "true", "FrameOfChanges"),
    OnRequest("0.2.0", "followSession", "codes", "true", "FrameOfCodes"),
    OnRequest("0.3.0", "followSession", "codes", "true", "FrameOfCodes"),
)


def leave_out(document: Json, release: str) -> Json:
    """Return a document without the alternatives that no client of a release can ask for."""
    references = [f"#/components/schemas/{row.component}" for row in ON_REQUEST if row.release == release]
    return _without(document, [{"$ref": reference} for reference in references])


def _without(value: Json, alternatives: list[Json]) -> Json:
    if isinstance(value, list):
        return [_without(one, alternatives) for one in value if one not in alternatives]
    if not isinstance(value, dict):
        return value
    left = {name: _without(inner, alternatives) for name, inner in value.items()}
    if left.keys() == {"anyOf"} and len(left["anyOf"]) == 1:
        return left["anyOf"][0]
    return left


def correct(document: Json, release: str) -> Json:
    """Return the document of a release with the constraints that the release had, although it did not say so."""
    corrected = copy.deepcopy(document)
    for row in TIGHTENINGS:
        if row.release == release:
            for schema in find_schemas(corrected, row):
                schema["allOf"] = [*schema.get("allOf", ()), row.accepted]
    return corrected


def find_schemas(document: Json, row: Tightening) -> Iterator[Json]:
    """Yield the schemas at the place of a row: of every such parameter, or every branch of the field except null."""
    if " " in row.place:
        yield from (parameter["schema"] for _, parameter in find_parameters(document, row))
        return
    component, field = row.place.split(".")
    schema = document["components"]["schemas"][component]["properties"][field]
    branches = schema.get("anyOf", [schema])
    yield from (branch for branch in branches if branch.get("type") != "null")


def find_parameters(document: Json, row: Tightening) -> Iterator[tuple[str, Json]]:
    """Yield each operation that has the parameter of a row, by its id, and the parameter."""
    for item in document["paths"].values():
        for operation in read_operations(document, item).values():
            if row.operations and operation["operationId"] not in row.operations:
                continue
            for given in operation["parameters"]:
                parameter = resolve(document, given)
                if f"{parameter['in']} {parameter['name']}" == row.place:
                    yield operation["operationId"], parameter
