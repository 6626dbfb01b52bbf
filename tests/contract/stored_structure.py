"""The structure of the stored form: the structs that documents and log entries consist of, and the games' options.

This module runs on the packages of any release, so it asks them for nothing but the values below.
"""

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

# By kind of document, where the classes of documents and log entries are.
ROOTS = {
    "session": (("service.sessions.session", "Session"), ("service.sessions.changes", "LogEntry")),
    "tournament": (("service.tournaments.tournament", "Tournament"), ("service.tournaments.changes", "LogEntry")),
    "batch": (("service.storage.batches", "Batch"),),
}
# The engine writes and reads these itself: a state says which rules it follows, and its options have numbers.
STATES = "State"
# Stands among the options of a game for the most seats that it takes.
SEATS = "seats"

Structure = dict[str, dict[str, dict[str, str]]]


def read_structure() -> Structure:
    """Return the fields of each struct with their types, by kind of document, and the values of each game.s options."""
    found: Structure = {}
    for kind, roots in ROOTS.items():
        structs: dict[str, dict[str, str]] = {}
        for module, name in roots:
            try:
                root = getattr(importlib.import_module(module), name)
            except ImportError:
                continue
            _add(inspect.type_info(root), structs)
        if structs:
            found[kind] = structs
    return found | {"options": _read_options()}


def _read_options() -> dict[str, dict[str, str]]:
    engine = importlib.import_module("engine")
    return {name: _describe_options(engine, game) for name, game in engine.GAMES.items()}


def _describe_options(engine: Any, game: Any) -> dict[str, str]:  # noqa: ANN401 - of any release
    options = engine.describe_options(game.options)
    values = {one.name: f"{one.kind} {one.minimum}-{one.maximum} {' '.join(one.choices)}" for one in options}
    return values | {SEATS: str(game.max_seats)}


def _add(kind: inspect.Type, structs: dict[str, dict[str, str]]) -> None:
    """Add the structs that a value of a type may consist of."""
    if isinstance(kind, inspect.StructType):
        name = kind.cls.__name__
        if name in structs or name == STATES:
            return
        structs[name] = {field.encode_name: _describe(field.type) for field in kind.fields}
    for part in _parts(kind):
        _add(part, structs)


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields)
    elif isinstance(kind, inspect.UnionType):
        yield from kind.types
    elif isinstance(kind, inspect.VarTupleType):
        yield kind.item_type
    elif isinstance(kind, inspect.DictType):
        yield kind.value_type


def _describe(kind: inspect.Type) -> str:
    """Return a type in words that change exactly if the type does; a struct's fields stand elsewhere."""
    if isinstance(kind, inspect.StructType):
        tag = "" if kind.tag is None else f" {kind.tag}"
        return kind.cls.__name__ + tag
    if isinstance(kind, inspect.LiteralType):
        return "one of " + " ".join(sorted(map(str, kind.values)))
    inner = sorted(_describe(part) for part in _parts(kind))
    name = type(kind).__name__.removesuffix("Type").lower()
    return f"{name} of ({', '.join(inner)})" if inner else name


if __name__ == "__main__":
    json.dump(read_structure(), sys.stdout, indent=1, sort_keys=True)
