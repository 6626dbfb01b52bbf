"""GraphQL types made from the contract's structs: a field for each field, with its type and description.

What GraphQL has beside (fields with arguments, richer types) stands in the body of the decorated class, and wins.
"""

from collections.abc import Callable
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import strawberry
from msgspec import Meta

from service.graphql.fields import DateTime, StateToken
from service.views.fields import Choices, Told

_SCALARS = {"ID": strawberry.ID, "DateTime": DateTime, "StateToken": StateToken}
_MIRRORS: dict[type[Told], Any] = {}


def mirror(told: type[Told], *, seen: tuple[type, ...] = ()) -> Callable[[type], Any]:
    """Make the decorated class the GraphQL type of a struct; `seen` are other classes whose values have its fields."""

    def decorate(cls: type) -> Any:  # noqa: ANN401  a type that the library makes
        assert told not in _MIRRORS, f"{told.__name__} was met before it was declared"
        own = dict(cls.__dict__)
        annotations: dict[str, Any] = dict(own.get("__annotations__", {}))
        hints = get_type_hints(told, include_extras=True)
        for field in msgspec.structs.fields(told):
            if field.name in own:
                continue
            kind, meta = _split(hints[field.name])
            annotations[field.name] = _translate(kind, meta)
            setattr(cls, field.name, strawberry.field(description=meta.description, name=field.encode_name))
        cls.__annotations__ = annotations
        values = (told, *seen)
        cls.is_type_of = classmethod(lambda _cls, value, _info: isinstance(value, values))  # type: ignore[attr-defined]
        _MIRRORS[told] = strawberry.type(cls, name=told.__name__, description=told.__doc__)
        return _MIRRORS[told]

    return decorate


def mirrored(told: type[Told]) -> Any:  # noqa: ANN401
    """Return the GraphQL type of a struct: the one that was declared, or a plain one."""
    if told not in _MIRRORS:
        mirror(told)(type(told.__name__, (), {"__module__": __name__}))
    return _MIRRORS[told]


_ENUMS: dict[str, Any] = {}


def make_enum(choices: Choices) -> Any:  # noqa: ANN401
    """Return the GraphQL enum of a list of words."""
    if choices.name not in _ENUMS:
        values = {word: strawberry.enum_value(word, description=meaning) for word, meaning in choices.meanings.items()}
        made: Any = Enum(choices.name, values)  # type: ignore[misc]  # the members are those of the list
        _ENUMS[choices.name] = strawberry.enum(made, description=choices.description)
    return _ENUMS[choices.name]


def _split(hint: Any) -> tuple[Any, Meta]:  # noqa: ANN401
    assert get_origin(hint) is Annotated, hint
    kind, meta = get_args(hint)
    return kind, meta


def _translate(kind: Any, meta: Meta) -> Any:  # noqa: ANN401
    """Return the GraphQL annotation of a field's Python type."""
    if get_origin(kind) in (Union, UnionType):
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        return _translate(inner, meta) | None
    if get_origin(kind) is tuple:
        return list[_translate(get_args(kind)[0], meta)]  # type: ignore[misc]
    if kind is str:
        return _translate_text(meta)
    return mirrored(kind) if issubclass(kind, Told) else kind


def _translate_text(meta: Meta) -> Any:  # noqa: ANN401
    extra = meta.extra or {}
    if extra.get("choices"):
        return make_enum(extra["choices"])
    return _SCALARS[extra["scalar"]] if extra.get("scalar") else str
