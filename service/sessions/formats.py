"""The format number of a stored document, which tells a release whether it can read the document.

A session or tournament has the lowest number whose releases understand the whole document and its log. So an older
release can continue a document that a newer one has written, as long as the document uses nothing new; otherwise the
older release answers `NEWER_RELEASE`.

An addition that older releases cannot read or must not ignore gets the number of the next release, at its class: a new
field by its name in `added`, a new kind of change as `since`. An option of a game has its number in its `Options`. All
other additions are ignored by releases that do not know them, and lost when those releases write the document.

A document's number never falls, since its log keeps every change. A person's move does not raise it (`apply_change`).
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import fields

# The highest number that this release knows. Release 0.2.0 has 1. The first addition after a release raises it.
FORMAT = 3


class _Plan(NamedTuple):
    """The parts of a class that determine a value's number: its own number, added fields, and fields with such parts.

    An added field is listed with its name, default and number.
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
    """Yield the structs that a value of a type may consist of, without the structs inside them."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _structs_in(one)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _structs_in(kind.item_type)
