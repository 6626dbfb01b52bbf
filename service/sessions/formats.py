"""The format number of a stored document, from which a release knows whether it can read it.

A session or tournament has the lowest number whose releases understand all of it and of its log. So an older release
continues what a newer one has written, as long as nothing new is used, and answers `NEWER_RELEASE` for the rest.

An addition that older releases must not ignore, or cannot read, gets the number of the next release at its class: a new
field in `added`, by its name, and a new kind of change as `since`. An option of a game has its number in
its `Options`. All else is ignored by releases that do not know it, and lost when they write the document again.

A document's number never falls, since the log keeps what was there. A move of a person does not raise it
(`apply_change`).
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import fields

# The highest number that this release knows; 1 is that of release 0.2.0. The first addition after a release raises it.
FORMAT = 2


class _Plan(NamedTuple):
    """What to look at in the values of a class: its own number, its added fields, and those that may have some inside.

    An added field has its name, its default and its number.
    """

    since: int
    added: tuple[tuple[str, object, int], ...]
    parts: tuple[str, ...]


def format_of(value: object) -> int:
    """Return the lowest format number whose releases understand a value."""
    if isinstance(value, tuple):
        return max(map(format_of, value), default=1)
    if value is None:
        return 1
    assert isinstance(value, msgspec.Struct)
    since, added, parts = _plan_of(type(value))
    for name, default, number in added:
        if number > since and getattr(value, name) != default:
            since = number
    for name in parts:
        since = max(since, format_of(getattr(value, name)))
    return since


@cache
def _plan_of(kind: type[msgspec.Struct]) -> _Plan:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    numbers = getattr(kind, "added", {})
    added = tuple((field.name, field.default, numbers[field.name]) for field in fields(kind) if field.name in numbers)
    parts = tuple(field.name for field in info.fields if any(map(_has_additions, _structs_in(field.type))))
    return _Plan(getattr(kind, "since", 1), added, parts)


def _has_additions(kind: type[msgspec.Struct]) -> bool:
    plan = _plan_of(kind)
    return plan.since > 1 or bool(plan.added) or bool(plan.parts)


def _structs_in(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs that a value of a type may consist of, apart from those inside of them."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _structs_in(one)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _structs_in(kind.item_type)
