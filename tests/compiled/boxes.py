"""A schema with every feature that plans handle, executed by plans and by graphql-core."""

import enum
from collections.abc import AsyncGenerator
from typing import Annotated, Any, NewType

import msgspec
import strawberry
from graphql import GraphQLError
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionResult, Info

from compiled import Direct, Executor, Planner, Plans

Stamp = NewType("Stamp", str)
Mark = NewType("Mark", str)
SCALARS: dict[object, Any] = {
    Mark: strawberry.scalar(name="Mark", serialize=str),
    Stamp: strawberry.scalar(name="Stamp", serialize=lambda value: value and f"<{value}>"),
}


class Value:
    """A value that resolvers return: anything with attributes; some are computed, and may fail."""

    def __init__(self, **attributes: object) -> None:
        self.__dict__.update(attributes)

    @property
    def failing(self) -> str:
        raise ValueError("not today")


class Circle(Value):
    pass


class Square(Value):
    pass


class Dot(msgspec.Struct, frozen=True):
    """A value with a cached part of the response."""

    is_cacheable = True
    name: str
    radius: float = 0.0


@strawberry.enum
class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@strawberry.interface
class Shape:
    name: str


@strawberry.type
class Round(Shape):
    radius: float

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        return isinstance(value, Circle | Dot)


@strawberry.type
class Angular(Shape):
    side: int
    again: "Box | None" = None

    @classmethod
    def is_type_of(cls, value: object, _info: object) -> bool:
        return isinstance(value, Square)


Either = Annotated[Round | Angular, strawberry.union("Either")]


@strawberry.type
class Box:
    text: str
    maybe: str | None
    number: int
    ratio: float
    flag: bool
    id: strawberry.ID
    stamp: Stamp | None
    mark: Mark
    colour: Colour
    words: list[str]
    grid: list[list[int | None]] | None
    inner: "Box | None"
    boxes: "list[Box]"
    failing: str | None
    shape: Shape | None
    either: "Either | None"
    from_: str | None = strawberry.field(name="from")

    @strawberry.field
    def upper(self: Any) -> str:
        return self.text.upper()  # type: ignore[no-any-return]

    @strawberry.field
    def first(self: Any, count: int = 1, offset: int | None = None) -> list[str]:
        return self.words[offset or 0 :][:count]  # type: ignore[no-any-return]

    @strawberry.field
    async def later(self: Any) -> str:
        return "later"

    @strawberry.field
    async def slow(self: Any) -> "Box | None":
        return self  # type: ignore[no-any-return]

    @strawberry.field
    async def slowly(self: Any, info: Info, count: int) -> list[str]:
        return [str(info.context)] * count

    @strawberry.field
    async def none(self: Any) -> str | None:
        return None

    @strawberry.field
    async def maybe_later(self: Any) -> str:
        if self.maybe is not None:
            raise GraphQLError("never")
        return "now"

    @strawberry.field
    def context(self: Any, info: Info) -> str:
        return str(info.context)


@strawberry.input
class Point:
    x: int
    y: int = 0
    colour: Colour | None = None


@strawberry.input
class Wish:
    name: str
    points: list[Point] | None = None
    tags: list[str] | None = None
    weight: float | None = None


def plain(**other: object) -> Value:
    attributes: dict[str, Any] = {
        "text": "box",
        "maybe": None,
        "number": 7,
        "ratio": 0.5,
        "flag": True,
        "id": "b1",
        "stamp": "now",
        "mark": "x",
        "colour": "red",
        "words": ("one", "two", "three"),
        "grid": [[1, None], []],
        "inner": None,
        "boxes": [],
        "shape": None,
        "either": None,
        "from_": "here",
    }
    return Value(**{**attributes, **other})


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The input of a short way."""

    name: str | None = None
    count: int | None = 3
    tags: tuple[str, ...] | None = None


async def tell_given(context: object, given: Given) -> str:
    if given.name == "bad":
        raise ValueError(given.name)
    return f"{context} {given}"


def recover(_context: object, error: Exception) -> str:
    if given := str(error):
        return f"recovered from {given}"
    raise error


async def told_by_arguments(
    self: Any,  # noqa: ARG001, ANN401  as resolvers have it
    info: Info,
    name: str | None = None,
    count: int | None = 3,
    tags: list[str] | None = None,
) -> str:
    try:
        return await tell_given(info.context, Given(name, count, None if tags is None else tuple(tags)))
    except ValueError as error:
        return recover(info.context, error)


told_by_arguments.direct = Direct(tell_given, Given, None, recover)  # type: ignore[attr-defined]


made: list[str] = []
box: Any = None


@strawberry.type
class Query:
    @strawberry.field
    def box(self) -> Box | None:
        return box  # type: ignore[no-any-return]

    @strawberry.field
    async def waiting(self, info: Info) -> Box:
        assert info.context == "context"
        assert info.path.key in ("waiting", "w", "v")
        return box  # type: ignore[no-any-return]

    @strawberry.field
    def told(self, wish: Wish | None = None, colour: Colour = Colour.RED, at: Stamp | None = None) -> str:
        return f"{wish} {colour} {at}"

    told_by_arguments: str = strawberry.field(resolver=told_by_arguments)

    @strawberry.field
    def fails(self) -> str | None:
        raise GraphQLError("no", extensions={"code": "NO"})

    @strawberry.field
    async def fails_later(self) -> str:
        raise ValueError("later")

    @strawberry.field
    def attribute(self, root: strawberry.Parent[None]) -> str:
        return f"{root}"


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def make(self, name: str) -> Box:
        made.append(name)
        return box  # type: ignore[no-any-return]


closed: list[str] = []


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def boxes(self, upto: int = 3) -> AsyncGenerator[Box, None]:
        try:
            for number in range(upto):
                if upto > 5 and number == 2:
                    raise GraphQLError("no more")
                yield events[number]
        finally:
            closed.append("closed")


events: list[Any] = []


class Quiet(strawberry.Schema):
    def process_errors(self, errors: list[GraphQLError], execution_context: object = None) -> None:
        pass


def make_schema(*extensions: Any) -> strawberry.Schema:  # noqa: ANN401
    return Quiet(
        Query,
        Mutation,
        Subscription,
        types=[Round, Angular],
        extensions=extensions,
        config=StrawberryConfig(scalar_map=SCALARS),
    )


plans = Plans()
schema = make_schema(lambda: Planner(plans))
compiled = Executor(schema, plans)
interpreted = Executor(schema, None)

SCALAR_FIELDS = "text maybe number ratio flag id stamp mark colour words grid from"


def answer_of(result: ExecutionResult) -> bytes:
    errors = [error.formatted for error in result.errors or ()]
    return msgspec.json.encode({**({"errors": errors} if errors else {}), "data": result.data})


async def answers(query: str, variables: dict[str, Any] | None = None, name: str | None = None) -> tuple[bool, bytes]:
    """Return whether a plan made the response, and the response, which must equal graphql-core's."""
    wanted = answer_of(await interpreted.execute(query, variables, "context", name))
    await compiled.execute(query, variables, "context", name)
    result = await compiled.execute(query, variables, "context", name)
    assert answer_of(result) == wanted
    return isinstance(result.data, msgspec.Raw), wanted
