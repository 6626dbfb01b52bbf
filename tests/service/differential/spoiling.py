"""Values with something wrong in them, at any depth, which no resolver should ever return."""

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from functools import partial
from random import Random
from typing import Any

import msgspec
from graphql import GraphQLError

from service.http.call import RateLimited
from service.sessions.problems import Problem
from service.use_cases.stateless import ProjectedTable
from service.views.fields import ContractStruct
from service.views.projection import ProjectedSession, ProjectedView
from service.views.session_view import Session
from service.views.table_view import Card, Score, Table, View
from store.problems import StoreUnavailable


class Text(str):
    """A subclass of text."""

    __slots__ = ()


class Number(int):
    """A subclass of a number."""


class Word(Enum):
    """Words that no schema knows, with values that one does."""

    ACTIVE = "ACTIVE"
    NOPE = "NOPE"


@dataclass
class Stranger:
    """An object of no type, with attributes that many types have."""

    id: str = "stranger"
    code: str = "code"
    message: str = "message"


class Promise:
    """An awaitable that can be awaited any number of times."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __await__(self) -> Generator[None, None, object]:
        yield from ()
        return self._value


class Raising:
    """An attribute that cannot be read."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _generate(*values: object) -> Iterator[object]:
    yield from values


def _generate_and_fail() -> Iterator[object]:
    yield 1
    raise ValueError("in the middle")


async def _generate_later() -> AsyncIterator[object]:
    yield 1


def _same(value: object) -> object:
    return value


TEXTS = ("", "text", "5", "5.0", "true", "ACTIVE", "NOPE", "\ud800", '"\\\u2028\0', b"bytes", Text("text"))
NUMBERS = (0, 1, -1, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**53 + 1, 10**400, 1.0, 1.5, Number(5), Decimal(1))
LISTS = ((), (Score(seat=0, points=1), None), frozenset({1}), range(2))
OTHERS = (True, False, float("nan"), float("inf"), datetime(2020, 1, 1, tzinfo=UTC), Word.ACTIVE, Word.NOPE, Card, len)
# Each makes a new value at every call: an iterator is not used up, and a mutable value unchanged, for each executor.
MADE: tuple[Callable[[], Any], ...] = (
    list,
    dict,
    Stranger,
    _generate_and_fail,
    _generate_later,
    lambda: [None],
    lambda: [1, "a", None],
    lambda: [[1], [2]],
    lambda: {"id": "dict", "code": "X", "notation": "n"},
    lambda: {1: 2},
    lambda: Score(seat=0, points=2),
    lambda: iter([1, 2]),
    lambda: _generate(1, None),
    lambda: _generate(Score(seat=0, points=1)),
    *(partial(Promise, value) for value in (None, "awaited", 3)),
    lambda: ValueError("a value that is an error"),
    lambda: GraphQLError("an error as a value", extensions={"code": "CODED"}),
)
WRONG: tuple[Callable[[], Any], ...] = (
    *MADE,
    *(partial(_same, value) for value in (None, None, None, *TEXTS, *NUMBERS, *LISTS, *OTHERS)),
)

ERRORS: tuple[Callable[[], Exception], ...] = (
    *(partial(kind, "secret") for kind in (ValueError, KeyError, AttributeError, TypeError, RecursionError)),
    *(AssertionError, StopAsyncIteration),
    lambda: GraphQLError("told", extensions={"code": "CODED", "more": [1]}),
    lambda: GraphQLError("told, without a code"),
    lambda: StoreUnavailable("away"),
    lambda: RateLimited(3),
    lambda: Problem("NOT_FOUND", "There is no such thing.", ("id",)),
    lambda: Problem("BUSY", "Too many.", ()),
)


def make_wrong(chance: Random) -> Any:  # noqa: ANN401
    """Return something wrong."""
    return chance.choice(WRONG)()


def make_error(chance: Random) -> Exception:
    """Return an error that a resolver may raise; a problem may have wrong parts."""
    error = chance.choice(ERRORS)()
    if isinstance(error, Problem) and chance.random() < 0.5:
        setattr(error, chance.choice(("message", "path", "retry_after")), chance.choice(WRONG)())
    return error


def spoil(value: Any, chance: Random) -> Any:  # noqa: ANN401
    """Return a value with one thing wrong in it, at a random depth; the value itself stays as it is."""
    if chance.random() < 0.12:
        return make_wrong(chance)
    if isinstance(value, tuple | list) and value:
        return _spoil_item(value, chance)
    names = _attributes(value)
    if not names:
        return make_wrong(chance)
    name = chance.choice(names)
    if chance.random() < 0.12:
        return _with(value, name, Raising(make_error(chance)))
    return _with(value, name, spoil(getattr(value, name), chance))


def _spoil_item(value: Any, chance: Random) -> Any:  # noqa: ANN401
    items = list(value)
    way = chance.random()
    index = chance.randrange(len(items))
    if way < 0.1:
        return iter(items)
    if way < 0.2:
        return _generate(*items)
    items[index] = spoil(items[index], chance)
    return tuple(items) if isinstance(value, tuple) else items


# ---- objects with one attribute replaced


# The structs that lazy values stand for, with the same attributes.
_STRUCT_OF: dict[type, type[ContractStruct]] = {ProjectedSession: Session, ProjectedView: View, ProjectedTable: Table}
_SPOILT_CLASSES: dict[type, Any] = {}


def _attributes(value: object) -> tuple[str, ...]:
    kind = _STRUCT_OF.get(type(value), type(value))
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else ()


def _with(value: Any, name: str, wrong: Any) -> Any:  # noqa: ANN401
    """Return an object of a subclass that takes all attributes but one from another object."""
    kind = _spoilt_class(type(value))
    if isinstance(value, msgspec.Struct):
        made = kind(**{field: getattr(value, field) for field in value.__struct_fields__})
    else:
        made = kind.__new__(kind)
    made.__dict__.update(_original=value, _name=name, _wrong=wrong)
    return made


def _get(self: Any, name: str) -> Any:  # noqa: ANN401
    if name.startswith("__"):
        return object.__getattribute__(self, name)
    own = object.__getattribute__(self, "__dict__")
    if name != own["_name"]:
        return getattr(own["_original"], name)
    wrong = own["_wrong"]
    if isinstance(wrong, Raising):
        raise wrong.error
    return wrong


def _spoilt_class(kind: Any) -> Any:  # noqa: ANN401  whatever values are told
    """Return a subclass whose objects get their attributes from another."""
    if kind not in _SPOILT_CLASSES:
        more = {"dict": True} if issubclass(kind, msgspec.Struct) else {}
        body = {"__getattribute__": _get, "__module__": __name__}
        _SPOILT_CLASSES[kind] = type(kind)(f"Spoilt{kind.__name__}", (kind,), body, **more)
    return _SPOILT_CLASSES[kind]
