"""What a release took and refused although its document says otherwise, so that a later document may say so.

A constraint may be added to what is accepted only by a row of this table. `test_tightenings.py` sends the values that a
row excludes to the release, and the release must refuse every one, in every operation that takes it. Rows of a release
hold for good: a row that a later document has used must stay.

To add a row: name the parameter, or the component and its field; copy the keywords as openapi.json has them; list
values on both sides of each new bound, or one for each part of a new pattern, that are excluded by nothing else.

A pattern may be replaced by one that accepts more: a row of the second table says so, and the same tests try it on
texts of the former pattern.
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
        return ", ".join((self.release, self.place, *self.accepted, *self.operations))


class Widening(msgspec.Struct, frozen=True):
    """A pattern that accepts all that the pattern of a release's document accepts, and more; the place as above."""

    release: str
    place: str
    pattern: str
    operations: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the row is about, for reports."""
        return ", ".join((self.release, self.place, *self.operations))


# A key that returns a secret again is longer than others.
_SECRET = ("createSession", "joinSession", "handOverSeat")
_OTHER_KEYS = (
    "abandonSession", "answerTakeBack", "applyMove", "askTakeBack", "claimDeadline", "giveUpSeat",
    "leaveSession", "offerRematch", "resign", "startSession", "undoMove",
)  # fmt: skip
# The characters of a quoted key: bare, or with a backslash before them.
_QUOTED = r'([ !#-\[\]-~]|\\["\\])'
# A part of a key that can be random.
_RANDOM = "[A-Za-z0-9_+/=-]{21}"
_CURSOR = r"^(([1-9][0-9]{0,8})(?:\.(0|[1-9][0-9]{0,5}))?(?:-([A-Za-z0-9_-]{16}))?)$"
_NO_CURSORS = (
    "x",
    "0",
    "01",
    "1234567890",
    "1.",
    "1.01",
    "1.1000000",
    "1-short",
    "1-" + "h" * 17,
    "1.1-",
    "-" + "h" * 16,
)
_NAME = r"^[^\x00-\x20\x7f-\xa0\xad]([^\x00-\x1f\x7f-\x9f\xad]*[^\x00-\x20\x7f-\xa0\xad])?$"
_NO_NAMES = (" ", " Ada", "Ada ", "\u00a0Ada", "Ada\u00a0", "A\x00da", "A\tda", "A\x7fda", "A\x9fda", "A\u00adda")

TIGHTENINGS = (
    Tightening(
        "0.2.0",
        "query after",
        {"pattern": r"^(([0-9]{1,15})\.([A-Za-z0-9_-]{1,64}))$"},
        ("", "x", "1", "1.", ".x", "1234567890123456.x", "1.%", "1." + "x" * 65),
        ("listSessions",),
    ),
    Tightening("0.2.0", "query after", {"pattern": _CURSOR}, ("", *_NO_CURSORS), ("listEvents", "followSession")),
    Tightening("0.2.0", "query seen", {"pattern": _CURSOR}, ("", *_NO_CURSORS)),
    Tightening("0.2.0", "header Last-Event-ID", {"pattern": f"{_CURSOR}|^$"}, _NO_CURSORS),
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
        ("twenty characters!!!", "2026-11-28 2026-11-28", '"my first order of tea"', "a.b.c.d.e.f.g.h.i.j.k.l"),
        _SECRET,
    ),
    Tightening("0.2.0", "MoveOnTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "ReadTable.state", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "OptionInput.name", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "NewTable.game", {"minLength": 1}, ("",)),
    Tightening("0.2.0", "CreateSession.seats", {"minimum": 2, "maximum": 100}, (1, 101, 102, 1000, 2**63, 2**64)),
    Tightening("0.2.0", "NewTable.seats", {"minimum": 2, "maximum": 100}, (1, 101, 102, 1000, 2**63, 2**64)),
    Tightening("0.2.0", "JoinSession.name", {"pattern": _NAME}, _NO_NAMES),
    Tightening("0.2.0", "JoinSession.seat", {"maximum": 99}, (100, 101, 2**63, 2**64)),
    Tightening("0.2.0", "SeatGivenUp.seat", {"maximum": 99}, (100, 101, 2**63, 2**64)),
    Tightening("0.2.0", "MoveOnTable.seat", {"maximum": 99}, (100, 101, 2**63, 2**64)),
    Tightening("0.2.0", "CreateSession.deck", {"minItems": 1}, ([],)),
    Tightening("0.2.0", "NewTable.deck", {"minItems": 1}, ([],)),
)

WIDENINGS = (
    # A tag of a session has the head of its history, which the document left out.
    Widening("0.2.0", "header If-Match", r'^(\*|"[1-9][0-9]{0,8}(-[A-Za-z0-9_-]{16})?(\.[0-9a-f]{16})?")$'),
)


def correct(document: Json, release: str) -> Json:
    """Return the document of a release with what the release really took, although it did not say so."""
    corrected = copy.deepcopy(document)
    for row in TIGHTENINGS:
        if row.release == release:
            for schema in find_schemas(corrected, row):
                schema["allOf"] = [*schema.get("allOf", ()), row.accepted]
    for wider in WIDENINGS:
        if wider.release == release:
            for schema in find_schemas(corrected, wider):
                schema["pattern"] = wider.pattern
    return corrected


def find_schemas(document: Json, row: Tightening | Widening) -> Iterator[Json]:
    """Yield the schemas at the place of a row: of every such parameter, or every branch of the field except null."""
    if " " in row.place:
        yield from (parameter["schema"] for _, parameter in find_parameters(document, row))
        return
    component, field = row.place.split(".")
    schema = document["components"]["schemas"][component]["properties"][field]
    branches = schema.get("anyOf", [schema])
    yield from (branch for branch in branches if branch.get("type") != "null")


def find_parameters(document: Json, row: Tightening | Widening) -> Iterator[tuple[str, Json]]:
    """Yield each operation that has the parameter of a row, by its id, and the parameter."""
    for item in document["paths"].values():
        for operation in read_operations(document, item).values():
            if row.operations and operation["operationId"] not in row.operations:
                continue
            for given in operation["parameters"]:
                parameter = resolve(document, given)
                if f"{parameter['in']} {parameter['name']}" == row.place:
                    yield operation["operationId"], parameter
