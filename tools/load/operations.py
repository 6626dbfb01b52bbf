"""The operations: `applyMove` and streams with a typed view or with its changes, and the values in a response."""

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from service.views.fields import ContractStruct
from service.views.session_view import MoveApplied

# The selection of a client that shows a table: the fields of a card, and in words only the moves on offer.
FIELDS = """
fragment Happening on Event { kind seat count from to value cards { code } }
fragment Face on Card { code color value }
fragment Table on View {
  ply turn
  zones { key count value cards { ...Face } }
  facts { name value }
  scores { seat points }
  legalMoves { notation verb label }
  result { winners scores reason }
}
fragment Live on Session { id version status viewerSeat view { ...Table } }
"""

MOVE = """
mutation %(name)s($input: ApplyMoveInput!) {
  applyMove(input: $input) {
    __typename
    ... on MoveApplied {
      version replayed move { notation label } events { ...Happening } session { ...Live }
    }
    ... on Problem { code message }
  }
}
"""

# What differs of the same selection; the whole session where that is not known.
CHANGED = """
fragment Changed on ViewChanges {
  since ply turn
  zones { key count value cards { ...Face } }
  zoneKeys
  facts { name value }
  scores { seat points }
  legalMoves { notation verb label }
  result { winners scores reason }
  status cleared
  session { ...Live }
}
"""

MOVE_CHANGES = """
mutation MoveChanges($input: ApplyMoveInput!) {
  applyMove(input: $input) {
    __typename
    ... on MoveApplied {
      version replayed move { notation label } events { ...Happening } changes { ...Changed }
    }
    ... on Problem { code message }
  }
}
"""

WHOLE = """
mutation Whole($input: ApplyMoveInput!) {
  applyMove(input: $input) { __typename ... on MoveApplied %s ... on Problem { code message } }
}
"""

FOLLOW = """
subscription Follow($id: ID!) {
  sessionUpdates(sessionId: $id) { version resync events { ...Happening } session { ...Live } }
}
"""

FOLLOW_CHANGES = """
subscription FollowChanges($id: ID!) {
  sessionUpdates(sessionId: $id) { version resync events { ...Happening } changes { ...Changed } }
}
"""


def view_document(number: int | None = None) -> str:
    """Return the operation with the typed view; with a number, one of many that differ by their names alone."""
    name = "Move" if number is None else f"Move{number}"
    return MOVE % {"name": name} + FIELDS


def whole_document() -> str:
    """Return the operation that selects everything in the REST response."""
    return WHOLE % select_all(MoveApplied)


def follow_document() -> str:
    """Return the subscription to every version with the same view."""
    return FOLLOW + FIELDS


def changes_document() -> str:
    """Return the operation with what the move has changed of the typed view."""
    return MOVE_CHANGES + CHANGED + FIELDS


def follow_changes_document() -> str:
    """Return the subscription to every version with what has changed of the same view."""
    return FOLLOW_CHANGES + CHANGED + FIELDS


def codes_document() -> str:
    """Return the operation with what the move has changed, for a client that has the faces of the cards."""
    return _select_codes(changes_document())


def follow_codes_document() -> str:
    """Return the subscription to what has changed, for a client that has the faces of the cards."""
    return _select_codes(follow_changes_document())


def _select_codes(document: str) -> str:
    """Return a document that selects codes in place of faces, and no events that repeat what the changes have."""
    others = document.replace("events {", "otherEvents {")
    without_faces = others.replace("fragment Face on Card { code color value }\n", "")
    return without_faces.replace("cards { ...Face }", "codes").replace("cards { code }", "codes")


def knows_views(_checkout: Path) -> bool:
    """Tell that the service of any checkout can answer with the view."""
    return True


def knows_changes(checkout: Path) -> bool:
    """Tell whether the service of a checkout can answer with what has changed."""
    return "\ntype ViewChanges " in _read_schema(checkout)


def knows_codes(checkout: Path) -> bool:
    """Tell whether the service of a checkout can answer with the codes of cards."""
    return "\n  codes: " in _read_schema(checkout)


def _read_schema(checkout: Path) -> str:
    return (checkout / "schema.graphql").read_text(encoding="utf-8")


def select_all(struct: type[ContractStruct]) -> str:
    """Return the selection of every field of a struct of the contract."""
    hints = get_type_hints(struct, include_extras=True)
    fields = (_select(field.encode_name, _inner(hints[field.name])) for field in msgspec.structs.fields(struct))
    return f"{{ {' '.join(fields)} }}"


def count_leaves(value: object) -> int:
    """Return the number of leaves in decoded JSON, without nulls and empty lists."""
    return sum(1 for _ in _leaves(value))


def _leaves(value: object) -> Iterator[object]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if parts is not None:
        for part in parts:
            yield from _leaves(part)
    elif value is not None:
        yield value


# Where GraphQL has an object, REST has its name.
_OBJECTS = {"rule": "rule { number }", "game": "game { id }"}


def _select(name: str, inner: Any) -> str:  # noqa: ANN401 - a type
    if inner is str and name in _OBJECTS:
        return _OBJECTS[name]
    return f"{name} {select_all(inner)}" if isinstance(inner, type) and issubclass(inner, ContractStruct) else name


def _inner(hint: Any) -> Any:  # noqa: ANN401 - a type
    """Return a field's type without null, lists and annotations."""
    while get_origin(hint) in (Annotated, Union, UnionType, tuple):
        hint = next(part for part in get_args(hint) if part is not type(None))
    return hint
