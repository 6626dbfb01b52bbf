"""The base of the contract's structs: described fields, lengths of lists, and pages of lists."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

import engine

Scalar = Literal["ID", "DateTime", "StateToken"]

_FORMATS: Mapping[Scalar, Mapping[str, object]] = {"ID": {}, "DateTime": {"format": "date-time"}, "StateToken": {}}

# The names of a minimum and a maximum: of a value, of a number of characters, and of a number of items.
_PAIRS = {"within": ("minimum", "maximum"), "length": ("minLength", "maxLength"), "items": ("minItems", "maxItems")}


# The smallest and the largest number of seats at a table of any game.
SEAT_COUNTS = (
    min(game.min_seats for game in engine.GAMES.values()),
    max(game.max_seats for game in engine.GAMES.values()),
)
# The length of a list by seat. The cost of documents is estimated for tables of at most thirty seats.
SEATS = min(30, max(game.max_seats for game in engine.GAMES.values()))


class Deprecation(msgspec.Struct, frozen=True):
    """The deprecation of a part of the contract: its day, and a sentence that says what to use instead.

    `removal` is the day of the removal, once it is fixed (docs/deprecations.md).
    """

    since: date
    instead: str
    removal: date | None = None


class Choices(msgspec.Struct, frozen=True):
    """An open-ended list of words and their meanings."""

    name: str
    description: str
    meanings: Mapping[str, str]


def open_choices(name: str, description: str, kind: str, **meanings: str) -> Choices:
    """Return a list of words and their meanings. Its last word stands for any word that a later release adds."""
    article = "An" if kind[0] in "aeiou" else "A"
    return Choices(name, description, {**meanings, "OTHER": f"{article} {kind} that is newer than this schema."})


def described(
    description: str,
    *,
    scalar: Scalar | None = None,
    choices: Choices | None = None,
    words: Sequence[str] = (),
    each: Mapping[str, object] | None = None,
    deprecated: Deprecation | None = None,
    **bounds: object,
) -> Meta:
    """Describe a field; `scalar` and `choices` narrow the type of a text.

    `words` are choices in the OpenAPI document only; in GraphQL the field has always been a text. `bounds`, too, are in
    the OpenAPI document only, named as in JSON Schema or in pairs as in `_PAIRS`; a use case checks them. `each` is the
    schema of an item of a list, with its bounds. A `deprecated` field is marked in both contracts.
    """
    schema: dict[str, object] = {}
    for name, bound in bounds.items():
        schema |= zip(_PAIRS[name], bound, strict=True) if isinstance(bound, tuple) else {name: bound}
    schema |= _FORMATS[scalar] if scalar else {}
    schema |= {"items": dict(each)} if each else {}
    if choices is not None or words:
        schema["enum"] = list(words if choices is None else choices.meanings)
    if deprecated is not None:
        schema["deprecated"] = True
        description = f"{description} Deprecated: {deprecated.instead}"
    extra = {"scalar": scalar, "choices": choices, "deprecated": deprecated}
    return Meta(description=description, extra_json_schema=schema or None, extra=extra)


def pattern_of(*expressions: re.Pattern[str]) -> str:
    """Return the JSON Schema pattern of a text that one of several expressions matches as a whole."""
    plain = [re.sub(r"\?P<\w+>", "", expression.pattern) for expression in expressions]
    return f"^({'|'.join(plain)})$"


def format_time(milliseconds: int) -> str:
    """Return a time in milliseconds since 1970 as RFC 3339 text in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()


def wire_name(name: str) -> str:
    """Return a name of the code as the contracts write it: `take_backs` is `takeBacks`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


class ContractStruct(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A value of the contract; its docstring is its description.

    `is_cacheable` marks a struct whose few values recur, so results computed from a value may be cached. `sized` sets
    `list_size` and `list_sizes`.
    """

    is_cacheable: ClassVar[bool] = False
    list_size: ClassVar[float | None] = None
    list_sizes: ClassVar[Mapping[str, float]] = {}


S = TypeVar("S", bound=ContractStruct)
K = TypeVar("K", bound=type[ContractStruct])


def sized(of_these: float | None = None, /, *, paths: Mapping[str, float] = {}, **lists: float) -> Callable[[K], K]:
    """Declare the lengths by which the cost of a GraphQL document is estimated.

    `of_these` is the length of a list of such values. `lists` are the lengths of lists in one value, by field. `paths`
    lead to lists further down, such as `zones>Zone.cards`.
    """

    def declare(kind: K) -> K:
        kind.list_size = of_these
        kind.list_sizes = {wire_name(name): size for name, size in lists.items()} | dict(paths)
        return kind

    return declare


def with_fields_of(other: type[ContractStruct], *, without: Sequence[str] = ()) -> Callable[[type[S]], type[S]]:
    """Return a decorator that gives a struct the fields of another one, in their order.

    Fields of the struct replace those with the same name; `without` names the fields that it does not have. JSON leaves
    out what has its default.
    """

    def declare(kind: type[S]) -> type[S]:
        own = {field.name: field for field in msgspec.structs.fields(kind)}
        fields = [own.get(field.name, field) for field in msgspec.structs.fields(other) if field.name not in without]
        made: Any = msgspec.defstruct(
            kind.__name__,
            [(field.name, field.type, field.default) for field in fields],
            bases=(ContractStruct,),
            namespace={"__doc__": kind.__doc__},
            frozen=True,
            omit_defaults=True,
        )
        return made  # type: ignore[no-any-return]

    return declare


def fill(kind: type[S], source: object, /, **own: object) -> S:
    """Return a struct of the contract, with its fields from `own`, or else from the attributes of `source`."""
    return kind(**{name: own[name] if name in own else getattr(source, name) for name in kind.__struct_fields__})


class Field(NamedTuple):
    """A described field of a struct; `wire_name` is its name in JSON, `kind` its type without null."""

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
    kinds = tuple(part for part in get_args(hint) if part is not NoneType)
    return Union[kinds], NoneType in get_args(hint)  # noqa: UP007  there may be any number of them


# ---- pages of lists

LARGEST_PAGE = 100
# As in Relay's specification of connections. A client that pages by 0 would never reach the end.
EMPTY_PAGE = "A page of 0 is empty: it shows whether there is any item, but has no cursor to continue from."
# The cursors of items: of a public list, and of a list in which each item has a place.
LIST_CURSOR = re.compile(r"(?P<at>[0-9]{1,15})\.(?P<id>[A-Za-z0-9_-]{1,64})")
PLACE = re.compile("[0-9]{1,9}")


class PageInfo(ContractStruct, frozen=True):
    """The bounds of a page of a list."""

    has_next_page: Annotated[bool, described("Whether there are items after this page.")]
    has_previous_page: Annotated[bool, described("Whether there are items before this page.")]
    start_cursor: Annotated[str | None, described("The cursor of the first item.")]
    end_cursor: Annotated[str | None, described("The cursor of the last item.")]


class Page(ContractStruct, frozen=True, kw_only=True):
    """A page of a list; `page_of` describes its fields, and makes the struct of its edges."""

    edge: ClassVar[type[ContractStruct]]

    edges: tuple[Any, ...]
    nodes: tuple[Any, ...]
    page_info: PageInfo


P = TypeVar("P", bound=Page)


def page_of(
    item: type[ContractStruct],
    noun: str,
    size: int = LARGEST_PAGE,
    *,
    place: str = "",
    where: str = "a page",
    paths: Mapping[str, float] = {},
) -> Callable[[type[P]], type[P]]:
    """Return a decorator that makes a class the page of a list of items, with at most `size` of them.

    The page has the fields of the class, followed by the fields of every page. Descriptions call an item a `noun`, its
    cursor that of a `place` (by default the noun), and the list `where`. `paths` are as in `sized`, starting from an
    item: `Session.view`.
    """
    article = "An" if noun[0] in "aeiou" else "A"

    def declare(kind: type[P]) -> type[P]:
        edge = _make_struct(
            f"{kind.__name__.removesuffix('Connection')}Edge",
            f"{article} {noun} in {where}, with its cursor.",
            cursor=Annotated[str, described(f"The cursor. Pass it as `after` to continue after this {place or noun}.")],
            node=Annotated[item, described(f"The {noun}.")],
        )
        fields = msgspec.structs.fields(kind)
        own = {field.name: field.type for field in fields if field.name not in Page.__struct_fields__}
        with_cursors = described(f"The {noun}s with their cursors.")
        page: Any = _make_struct(
            kind.__name__,
            kind.__doc__,
            **own,
            edges=Annotated[tuple[edge, ...], with_cursors],  # type: ignore[valid-type]
            nodes=Annotated[tuple[item, ...], described(f"The {noun}s.")],  # type: ignore[valid-type]
            page_info=Annotated[PageInfo, described("The bounds of the page.")],
        )
        page.edge = sized(size)(edge)
        lengths = {f"edges>{edge.__name__}.node>{path}": length for path, length in paths.items()}
        lengths |= {f"nodes>{path}": length for path, length in paths.items()}
        return sized(paths=lengths)(page)  # type: ignore[no-any-return]

    return declare


def _make_struct(name: str, description: str | None, **fields: Any) -> type[ContractStruct]:  # noqa: ANN401  types
    namespace = {"__doc__": description}
    made: Any = msgspec.defstruct(name, fields.items(), bases=(ContractStruct,), namespace=namespace, frozen=True)
    return made  # type: ignore[no-any-return]


def make_page(
    page: type[P], items: Sequence[tuple[str, object]], *, after: str | None, has_next: bool, **own: object
) -> P:
    """Return the page after a cursor, of items with their cursors, and with `own` fields."""
    start_cursor = items[0][0] if items else None
    end_cursor = items[-1][0] if items else None
    edge: Callable[..., object] = page.edge
    return page(
        edges=tuple([edge(cursor=cursor, node=node) for cursor, node in items]),
        nodes=tuple([node for _, node in items]),
        page_info=PageInfo(
            has_next_page=has_next,
            has_previous_page=after is not None,
            start_cursor=start_cursor,
            end_cursor=end_cursor,
        ),
        **own,
    )
