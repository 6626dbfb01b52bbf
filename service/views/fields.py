"""The descriptions of the contract's fields."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

import engine

Scalar = Literal["ID", "DateTime", "StateToken"]

_FORMATS: Mapping[Scalar, Mapping[str, object]] = {"ID": {}, "DateTime": {"format": "date-time"}, "StateToken": {}}

# The least and the greatest number, of a value, of characters, and of items.
_PAIRS = {"within": ("minimum", "maximum"), "length": ("minLength", "maxLength"), "items": ("minItems", "maxItems")}


# The sizes of lists by seat: documents are weighed as for tables of thirty seats.
SEATS = min(30, max(game.max_seats for game in engine.GAMES.values()))


class Choices(msgspec.Struct, frozen=True):
    """An open-ended list of words and their meanings."""

    name: str
    description: str
    meanings: Mapping[str, str]


def open_choices(name: str, description: str, kind: str, **meanings: str) -> Choices:
    """Return a list of words and their meanings; the last one stands for each word of this kind that is yet unknown."""
    return Choices(name, description, {**meanings, "OTHER": f"A {kind} that is newer than this schema."})


def described(
    description: str,
    *,
    scalar: Scalar | None = None,
    choices: Choices | None = None,
    words: Sequence[str] = (),
    **bounds: object,
) -> Meta:
    """Describe a field; `scalar` and `choices` narrow the type of a text.

    `words` are choices in the OpenAPI document only: in GraphQL the field has been a text from the start. `bounds`
    are in that document only, too, named as in JSON Schema, or in pairs as in `_PAIRS`; a use case checks them.
    """
    schema: dict[str, object] = {}
    for name, bound in bounds.items():
        schema |= zip(_PAIRS[name], bound, strict=True) if isinstance(bound, tuple) else {name: bound}
    schema |= _FORMATS[scalar] if scalar else {}
    if choices is not None or words:
        schema["enum"] = list(words if choices is None else choices.meanings)
    return Meta(description=description, extra_json_schema=schema or None, extra={"scalar": scalar, "choices": choices})


def format_time(milliseconds: int) -> str:
    """Return a time in milliseconds since 1970 as RFC 3339 text in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()


def wire_name(name: str) -> str:
    """Return a name of the code as the contracts write it: `take_backs` is `takeBacks`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


class ContractStruct(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A value of the contract; its docstring is its description.

    `is_cacheable` marks a struct whose few values recur: results computed from one may be cached. `list_size` and
    `list_sizes` are those of `sized`.
    """

    is_cacheable: ClassVar[bool] = False
    list_size: ClassVar[float | None] = None
    list_sizes: ClassVar[Mapping[str, float]] = {}


S = TypeVar("S", bound=ContractStruct)
K = TypeVar("K", bound=type[ContractStruct])


def sized(of_these: float | None = None, /, *, paths: Mapping[str, float] = {}, **lists: float) -> Callable[[K], K]:
    """Declare the lengths that the cost of a GraphQL document assumes: of a list of such values, and of `lists` in one.

    `lists` are named like the fields. `paths` lead to lists further down: `zones>Zone.cards`.
    """

    def declare(kind: K) -> K:
        kind.list_size = of_these
        kind.list_sizes = {wire_name(name): size for name, size in lists.items()} | dict(paths)
        return kind

    return declare


def fill(kind: type[S], source: object, /, **own: object) -> S:
    """Return a struct of the contract: its fields are the attributes of these names of `source`, except its `own`."""
    return kind(**{name: own[name] if name in own else getattr(source, name) for name in kind.__struct_fields__})


class Field(NamedTuple):
    """A described field of a struct: `wire_name` is its name in JSON, `kind` its type if it is not null."""

    name: str
    wire_name: str
    kind: Any
    is_nullable: bool
    meta: Meta
    default: Any


def fields_of(struct: type[msgspec.Struct]) -> Iterator[Field]:
    """Yield the described fields of a struct in their order."""
    for field in msgspec.structs.fields(struct):
        assert get_origin(field.type) is Annotated, f"{struct.__name__}.{field.name} is not described"
        hint, meta = get_args(field.type)
        kind, is_nullable = split_null(hint)
        yield Field(field.name, field.encode_name, kind, is_nullable, meta, field.default)


def split_null(hint: Any) -> tuple[Any, bool]:  # noqa: ANN401  a type
    """Return a type without null, and whether it was nullable."""
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    (kind,) = (part for part in get_args(hint) if part is not NoneType)
    return kind, True
