"""What a release refused although its document allows it, so that a later document may say so.

A constraint may be added to what is accepted only by a row of this table. `test_tightenings.py` sends the values that a
row excludes to the release, and the release must refuse every one, in every operation that takes it. Rows of a release
hold for good: a row that a later document has used must stay.

To add a row: name the parameter, or the component and its field; copy the keywords as openapi.json has them; list
values on both sides of each new bound, or one for each part of a new pattern, that are excluded by nothing else.
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
        return f"{self.release}, {self.place}, {', '.join(self.operations) or 'everywhere'}"


# A key that returns a secret again is longer than others.
_SECRET = ("createSession", "joinSession", "handOverSeat")
_OTHER_KEYS = (
    "abandonSession", "answerTakeBack", "applyMove", "askTakeBack", "claimDeadline", "giveUpSeat",
    "leaveSession", "offerRematch", "resign", "startSession", "undoMove",
)  # fmt: skip
# The characters of a quoted key: bare, or with a backslash before them.
_QUOTED = r'([ !#-\[\]-~]|\\["\\])'

TIGHTENINGS = (
    Tightening("0.2.0", "query after", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "query seen", {"minLength": 1}, ("",)),
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
        {"pattern": rf'^([!#-~]([ -~]*[!-~])?|"{_QUOTED}{{16,}}")$'},
        ('"f47ac10b-58cc4"', r'"f\"47ac10b-58cc\\"', '"' + r"\"" * 15 + '"'),
        _SECRET,
    ),
    Tightening("0.2.0", "MoveOnTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "ReadTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "OptionInput.name", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "NewTable.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.seats", {"minimum": 2, "maximum": 100}, (1, 101, 102, 1000, 2**63, 2**64)),
    Tightening("0.2.0", "NewTable.seats", {"minimum": 2, "maximum": 100}, (1, 101, 102, 1000, 2**63, 2**64)),
    Tightening("0.2.0", "CreateSession.deck", {"minItems": 1}, ([],)),
    Tightening("0.2.0", "NewTable.deck", {"minItems": 1}, ([],)),
)


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
