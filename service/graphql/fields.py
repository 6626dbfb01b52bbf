"""How the schema's types are written down: each field is one line with its description."""

from datetime import UTC, datetime
from typing import Any, NewType

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

StateToken = NewType("StateToken", str)


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
}


def described(description: str, name: str | None = None) -> Any:  # noqa: ANN401  the type is the annotation's
    """Describe a plain field."""
    return strawberry.field(description=description, name=name)


def argument(description: str, name: str | None = None) -> Any:  # noqa: ANN401
    """Describe an argument."""
    return strawberry.argument(description=description, name=name)


def read_time(milliseconds: int) -> datetime:
    """Return a time from milliseconds since 1970."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
