"""GraphQL types made from the contract's structs: one field for each struct field, with its type and description.

The body of a decorated class may add fields to an output type, with arguments or of richer types. Its fields take
precedence.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, NewType, get_args, get_origin

import strawberry
from graphql import GraphQLError
from graphql.pyutils import inspect
from msgspec import NODEFAULT, Struct
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.scalar import ScalarDefinition

from service.use_cases.inputs import Input
from service.views.fields import Choices, ContractStruct, Deprecation, Field, fields_of, split_null

StateToken = NewType("StateToken", str)
DateTime = NewType("DateTime", str)


def _read_state_token(value: object) -> StateToken:
    if not isinstance(value, str):
        raise GraphQLError(f"String cannot represent a non string value: {inspect(value)}")
    return StateToken(value)


SCALARS: dict[object, ScalarDefinition] = {
    StateToken: strawberry.scalar(
        name="StateToken",
        description="A serialized state: the whole table as JSON text. It is opaque: send it back unchanged.",
        serialize=str,
        parse_value=_read_state_token,
    ),
    # The name and description are the library's. The values are text already, the same in both APIs.
    DateTime: strawberry.scalar(name="DateTime", description="Date with time (isoformat)", serialize=str),
}
_NAMED_SCALARS: Mapping[str, Any] = {"ID": strawberry.ID, "DateTime": DateTime, "StateToken": StateToken}

# The GraphQL types made so far, by struct, and the enums, by name.
_TYPES: dict[type[Struct], Any] = {}
_ENUMS: dict[str, Any] = {}


def declare_output_type(
    kind: type[ContractStruct], *, projected: tuple[type, ...] = (), is_interface: bool = False
) -> Callable[[type], Any]:
    """Return a decorator that makes a class the GraphQL type of a struct; `projected` classes have the same fields."""

    def decorate(cls: type) -> Any:
        assert kind not in _TYPES, f"{kind.__name__} was used before it was declared"
        own = dict(cls.__dict__)
        annotations: dict[str, Any] = dict(own.get("__annotations__", {}))
        for field in fields_of(kind):
            if field.name not in own:
                annotations[field.name] = _annotate(field)
                made = strawberry.field(
                    description=field.meta.description, name=field.wire_name, deprecation_reason=_why_deprecated(field)
                )
                setattr(cls, field.name, made)
        cls.__annotations__ = annotations
        values = (kind, *projected)
        cls.is_type_of = classmethod(lambda _cls, value, _info: isinstance(value, values))  # type: ignore[attr-defined]
        _TYPES[kind] = strawberry.type(cls, name=kind.__name__, description=kind.__doc__, is_interface=is_interface)
        return _TYPES[kind]

    return decorate


def output_type(kind: type[ContractStruct]) -> Any:
    """Return the GraphQL type of a struct: the declared type, or a type without further fields."""
    if kind not in _TYPES:
        declare_output_type(kind)(type(kind.__name__, (), {"__module__": __name__}))
    return _TYPES[kind]


def input_type(struct: type[Input]) -> Any:
    """Return the GraphQL input type of a struct. Resolvers receive the struct itself."""
    if struct not in _TYPES:
        own: dict[str, Any] = {"__module__": __name__, "__new__": lambda _cls, **given: struct(**given)}
        own["__annotations__"] = {field.name: _annotate(field) for field in fields_of(struct)}
        for field in fields_of(struct):
            default = {} if field.default is NODEFAULT else {"default": field.default}
            own[field.name] = strawberry.field(
                description=field.meta.description,
                name=field.wire_name,
                deprecation_reason=_why_deprecated(field),
                **default,
            )
        _TYPES[struct] = strawberry.input(type(struct.__name__, (), own), description=struct.__doc__)
    return _TYPES[struct]


def input_named(name: str) -> type[Input] | None:
    """Return the struct of the GraphQL input type of a name; None if there is none."""
    return next((kind for kind in _TYPES if kind.__name__ == name and issubclass(kind, Input)), None)


def arguments_of(struct: type[Input]) -> list[StrawberryArgument]:
    """Return the fields of a struct as GraphQL arguments."""
    return [
        StrawberryArgument(
            field.name,
            field.wire_name,
            StrawberryAnnotation(_annotate(field)),
            description=field.meta.description,
            deprecation_reason=_why_deprecated(field),
            default=strawberry.UNSET if field.default is NODEFAULT else field.default,
        )
        for field in fields_of(struct)
    ]


def make_enum(choices: Choices) -> Any:
    """Return the GraphQL enum of a list of words."""
    if choices.name not in _ENUMS:
        values = {word: strawberry.enum_value(word, description=meaning) for word, meaning in choices.meanings.items()}
        made: Any = Enum(choices.name, values)  # type: ignore[misc]  # the members are those of the list
        _ENUMS[choices.name] = strawberry.enum(made, description=choices.description)
    return _ENUMS[choices.name]


def _why_deprecated(field: Field) -> str | None:
    """Return what to use instead of a deprecated field; None for any other."""
    deprecated: Deprecation | None = (field.meta.extra or {}).get("deprecated")
    return None if deprecated is None else deprecated.instead


def _annotate(field: Field) -> Any:
    """Return the GraphQL annotation of a field."""
    kind = _translate(field.kind, field.meta.extra or {})
    return kind | None if field.is_nullable else kind


def _translate(kind: Any, extra: Mapping[str, Any]) -> Any:
    if get_origin(kind) in (tuple, Sequence):
        item, is_nullable = split_null(get_args(kind)[0])
        translated = _translate(item, extra)
        return list[translated | None if is_nullable else translated]  # type: ignore[misc]
    if kind is str and extra.get("choices"):
        return make_enum(extra["choices"])
    if kind is str and extra.get("scalar"):
        return _NAMED_SCALARS[extra["scalar"]]
    if issubclass(kind, Input):
        return input_type(kind)
    return output_type(kind) if issubclass(kind, ContractStruct) else kind
