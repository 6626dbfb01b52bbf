"""Parts of the OpenAPI document that operations share. Each part is written once, under a name."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Json = dict[str, Any]


class Part(msgspec.Struct, frozen=True):
    """A part that becomes a component: its kind, such as `responses`, the name that it would have, and its value.

    The value may contain further parts.
    """

    kind: str
    name: str
    value: Json

    @property
    def key(self) -> bytes:
        """The key of a part. Parts with the same key become one component."""
        return msgspec.json.encode((self.kind, self.value))


class _Named(msgspec.Struct, frozen=True):
    part: Part
    name: str

    @property
    def place(self) -> tuple[str, str]:
        return self.part.kind, self.name


_Names = Mapping[bytes, _Named]


def share_parts(operations: Mapping[str, Json]) -> tuple[Mapping[str, Json], Json]:
    """Return operations, by id, that refer to their parts, and the components that these parts have become.

    Equal parts become one component. If different parts have the same name, the most used part gets it. The others get
    it with the name of their first operation in front.
    """
    names = _name_parts(operations)
    components: Json = {}
    for named in sorted(names.values(), key=lambda named: named.place):
        components.setdefault(named.part.kind, {})[named.name] = _refer(named.part.value, names)
    return {id: _refer(operation, names) for id, operation in operations.items()}, components


def capitalize(name: str) -> str:
    """Return a name in camel case with a capital at its beginning."""
    return name[:1].upper() + name[1:]


def _name_parts(operations: Mapping[str, Json]) -> _Names:
    used = [(part, id) for id, operation in operations.items() for part in _parts_in(operation)]
    first_uses: dict[bytes, tuple[Part, str]] = {}
    for part, id in used:
        first_uses.setdefault(part.key, (part, id))
    names: dict[bytes, _Named] = {}
    taken: set[tuple[str, str]] = set()
    for key, _ in Counter(part.key for part, _ in used).most_common():
        part, id = first_uses[key]
        is_free = (part.kind, part.name) not in taken
        named = _Named(part, part.name if is_free else capitalize(id) + part.name)
        assert named.place not in taken, f"two {part.kind} are named {named.name}"
        taken.add(named.place)
        names[key] = named
    return names


def _parts_in(value: object) -> Iterator[Part]:
    """Yield every part in a value, the outer ones first."""
    if isinstance(value, Part):
        yield value
        yield from _parts_in(value.value)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _parts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts_in(inner)


def _refer(value: Any, names: _Names) -> Any:  # noqa: ANN401  any JSON
    """Return a value with references in place of its parts."""
    if isinstance(value, Part):
        return {"$ref": f"#/components/{value.kind}/{names[value.key].name}"}
    if isinstance(value, dict):
        return {name: _refer(inner, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [_refer(inner, names) for inner in value]
    return value
