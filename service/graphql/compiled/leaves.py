"""Leaf types: the Python conditions under which a value needs no conversion, and the converters of other values."""

from collections.abc import Callable, Mapping
from typing import Any

from graphql import (
    GraphQLBoolean,
    GraphQLFloat,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLString,
    Undefined,
)

from service.graphql.compiled.fallback import fall_back, plain

LARGEST_FLOAT = 1.7976931348623157e308

# The conditions under which a value named {0} is unchanged in the answer. graphql-core converts other values.
_CONDITIONS: Mapping[GraphQLLeafType, str] = {
    GraphQLString: "{0}.__class__ is str",
    GraphQLID: "{0}.__class__ is str",
    GraphQLBoolean: "{0}.__class__ is bool",
    GraphQLInt: "{0}.__class__ is int and -0x80000000 <= {0} <= 0x7FFFFFFF",
    GraphQLFloat: "{0}.__class__ is float and -LARGEST <= {0} <= LARGEST",
}


def condition_of(leaf: GraphQLLeafType) -> str | None:
    """Return the condition under which a value needs no conversion; None for a leaf type that converts every value."""
    return _CONDITIONS.get(leaf)


def scalar_converter(leaf: GraphQLLeafType) -> Callable[[Any], Any]:
    """Return the converter of a leaf type; it raises `NeedsFallback`, or any other exception, for an invalid value."""
    convert = leaf.coerce_output_value

    def convert_scalar(value: object) -> Any:  # noqa: ANN401
        converted = convert(value if value.__class__ is str else plain(value))
        return fall_back() if converted is None or converted is Undefined else converted

    return convert_scalar


class EnumNames(dict[str, Any]):
    """The names of an enum's string values, cached at first use."""

    def __init__(self, convert: Callable[[Any], Any]) -> None:
        super().__init__()
        self._convert = convert

    def __missing__(self, value: str) -> Any:  # noqa: ANN401
        """Return the name of a value. Raises `NeedsFallback`, or any other exception, for an invalid value."""
        name = self[value] = self._convert(value)
        return name
