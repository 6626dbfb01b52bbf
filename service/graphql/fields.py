"""How the schema's types are written down: each field is one line with its description."""

from typing import Any, NewType

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

StateToken = NewType("StateToken", str)
DateTime = NewType("DateTime", str)


def _read_state_token(value: object) -> StateToken:
    if not isinstance(value, str):
        raise GraphQLError("A StateToken is a string.")
    return StateToken(value)


SCALARS: dict[object, ScalarDefinition] = {
    StateToken: strawberry.scalar(
        name="StateToken",
        description="A serialized state: JSON as text, the whole table. Opaque to clients: send it back unchanged.",
        serialize=str,
        parse_value=_read_state_token,
    ),
    # Of the library's own name and description, but for values that are text already, the same for every front end.
    DateTime: strawberry.scalar(name="DateTime", description="Date with time (isoformat)", serialize=str),
}


def described(description: str, name: str | None = None) -> Any:  # noqa: ANN401  the type is the annotation's
    """Describe a plain field."""
    return strawberry.field(description=description, name=name)


def many(kind: Any) -> Any:  # noqa: ANN401  a type that the library made
    """Return the type of a list of so many values."""
    return list[kind]


def argument(description: str, name: str | None = None) -> Any:  # noqa: ANN401
    """Describe an argument."""
    return strawberry.argument(description=description, name=name)
