"""Leaves: what a scalar takes without a change, as a condition in Python, and how the other values are converted."""

from collections.abc import Callable, Mapping
from typing import Any

from graphql import (
    GraphQLBoolean,
    GraphQLEnumType,
    GraphQLFloat,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLString,
    Undefined,
)

from service.graphql.compiled.fallback import fall_back, plain

LARGEST_FLOAT = 1.7976931348623157e308

# For a value of the name {0}: whether it is told as it is. The other values of a scalar are graphql-core's to convert.
_TOLD_AS_IT_IS: Mapping[GraphQLLeafType, str] = {
    GraphQLString: "{0}.__class__ is str",
    GraphQLID: "{0}.__class__ is str",
    GraphQLBoolean: "{0}.__class__ is bool",
    GraphQLInt: "{0}.__class__ is int and -0x80000000 <= {0} <= 0x7FFFFFFF",
    GraphQLFloat: "{0}.__class__ is float and -LARGEST <= {0} <= LARGEST",
}


def condition_of(leaf: GraphQLLeafType) -> str | None:
    """Return the condition under which a value is told as it is; None for a leaf that converts its values."""
    return _TOLD_AS_IT_IS.get(leaf)


def converter_of(leaf: GraphQLLeafType) -> Callable[[Any], Any]:
    """Return what makes a leaf's value what is told; it raises `NeedsFallback` or anything else where there is none."""
    return _enum_converter(leaf) if isinstance(leaf, GraphQLEnumType) else _scalar_converter(leaf)


def _scalar_converter(leaf: GraphQLLeafType) -> Callable[[Any], Any]:
    convert = leaf.coerce_output_value

    def convert_scalar(value: object) -> Any:  # noqa: ANN401
        told = convert(value if value.__class__ is str else plain(value))
        return fall_back() if told is None or told is Undefined else told

    return convert_scalar


def _enum_converter(leaf: GraphQLEnumType) -> Callable[[Any], Any]:
    """Return a converter that keeps the names of the texts that it has met, which are values of the enum."""
    convert = _scalar_converter(leaf)
    names: dict[str, Any] = {}

    def convert_enum(value: object) -> Any:  # noqa: ANN401
        if value.__class__ is not str:
            return convert(value)
        name = names.get(value)
        if name is None:
            name = names[value] = convert(value)
        return name

    return convert_enum
