"""The structs of the contract: descriptions of their fields, the lengths of their lists, and pages of lists."""

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

# The least and the greatest number, of a value, of characters, and of items.
_PAIRS = {"within": ("minimum", "maximum"), "length": ("minLength", "maxLength"), "items": ("minItems", "maxItems")}


# The numbers of seats that a table of some game may have.
SEAT_COUNTS = (
    min(game.min_seats for game in engine.GAMES.values()),
    max(game.max_seats for game in engine.GAMES.values()),
)
# The sizes of lists by seat: documents are weighed as for tables of thirty seats.
SEATS = min(30, max(game.max_seats for game in engine.GAMES.values()))


class Deprecation(msgspec.Struct, frozen=True):
    """A part of the contract that clients should leave: since which day, and what to use instead, as a sentence.

    `removal` is the day of its removal, once that is fixed (docs/deprecations.md).
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
    """Return a list of words and their meanings; the last one stands for each word of this kind that is yet unknown."""
    return Choices(name, description, {**meanings, "OTHER": f"A {kind} that is newer than this schema."})


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

    `words` are choices in the OpenAPI document only: in GraphQL the field has been a text from the start. `bounds`
    are in that document only, too, named as in JSON Schema, or in pairs as in `_PAIRS`; a use case checks them. `each`
    is the schema of an item of a list, with its bounds. A field that is `deprecated` is marked in both contracts.
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
    """Return a pattern as JSON Schema has it, of a text that one of several expressions matches as a whole."""
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


# ---- pages of lists

LARGEST_PAGE = 100
# As in Relay's specification of connections; a client that pages by 0 would never come to an end.
EMPTY_PAGE = "A page of 0 is empty: it tells whether there is anything, and has no cursor to go on from."
# The cursors of items: of a public list, and of a list in which an item has a place.
LIST_CURSOR = re.compile(r"(?P<at>[0-9]{1,15})\.(?P<id>[A-Za-z0-9_-]{1,64})")
PLACE = re.compile("[0-9]{1,9}")


class PageInfo(ContractStruct, frozen=True):
    """The bounds of a page of a list."""

    has_next_page: Annotated[bool, described("Whether more items follow.")]
    has_previous_page: Annotated[bool, described("Whether other items come before.")]
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

    The page has the fields of the class before those of any page. Cursors name the `place` of an item, by default its
    `noun`; `where` is where the items are. `paths` are as in `sized`, from an item on: `Session.view`.
    """
    article = "An" if noun[0] in "aeiou" else "A"

    def declare(kind: type[P]) -> type[P]:
        edge = _make_struct(
            f"{kind.__name__.removesuffix('Connection')}Edge",
            f"{article} {noun} in {where}, with its cursor.",
            cursor=Annotated[str, described(f"Pass it as `after` to continue after this {place or noun}.")],
            node=Annotated[item, described(f"The {noun}.")],
        )
        own = {one.name: one.type for one in msgspec.structs.fields(kind) if one.name not in Page.__struct_fields__}
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
        ways = (f"edges>{edge.__name__}.node", "nodes")
        lengths = {f"{way}>{path}": length for way in ways for path, length in paths.items()}
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
    first, last = (items[0][0], items[-1][0]) if items else (None, None)
    edge: Callable[..., object] = page.edge
    return page(
        edges=tuple([edge(cursor=cursor, node=node) for cursor, node in items]),
        nodes=tuple([node for _, node in items]),
        page_info=PageInfo(
            has_next_page=has_next, has_previous_page=after is not None, start_cursor=first, end_cursor=last
        ),
        **own,
    )
