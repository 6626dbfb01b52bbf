"""How a field of the contract is described."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import ClassVar, Literal

import msgspec
from msgspec import Meta

Scalar = Literal["ID", "DateTime", "StateToken"]

_FORMATS: Mapping[Scalar, Mapping[str, object]] = {"ID": {}, "DateTime": {"format": "date-time"}, "StateToken": {}}


class Choices(msgspec.Struct, frozen=True):
    """An open-ended list of words, each with its meaning."""

    name: str
    description: str
    meanings: Mapping[str, str]


def described(
    description: str, *, scalar: Scalar | None = None, choices: Choices | None = None, words: Sequence[str] = ()
) -> Meta:
    """Describe a field; `scalar` and `choices` say what a text is more exactly than a `str` can.

    `words` are choices in the OpenAPI document alone: in GraphQL the field has been a text from the start.
    """
    schema: dict[str, object] = dict(_FORMATS[scalar]) if scalar else {}
    if choices is not None or words:
        schema["enum"] = list(words if choices is None else choices.meanings)
    return Meta(description=description, extra_json_schema=schema or None, extra={"scalar": scalar, "choices": choices})


def format_time(milliseconds: int) -> str:
    """Return a time in milliseconds since 1970 as RFC 3339 text in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()


class Told(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A value of the contract; its docstring is its description.

    `is_cacheable` tells that the same few values are told again and again: what is made of one may be kept.
    """

    is_cacheable: ClassVar[bool] = False
