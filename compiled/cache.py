"""Three caches: parts of answers for values that recur, last lists of subscriptions, and least recently used values.

A class declares by `is_cacheable = True` that its values recur and never change. It must be a frozen msgspec struct
whose fields hold nothing but plain values, tuples, and such structs, and the schema may read nothing of it but its
fields and what follows from them. Each function that builds parts has a cache of its own, which holds their JSON by the
identity of the value. These caches share one bound.
"""

from collections import OrderedDict
from collections.abc import Sequence
from math import inf
from typing import Protocol, TypeVar
from weakref import WeakSet

import msgspec

K = TypeVar("K")
V = TypeVar("V")

# The bound of all parts together; the values from which they were built come on top.
MOST_BYTES = 16_000_000
# The overhead counted for each part.
BYTES_FOR_EACH = 250

encode = msgspec.json.Encoder().encode


def is_cacheable(kind: type) -> bool:
    """Tell whether values of a class recur and never change."""
    return getattr(kind, "is_cacheable", False) is True and is_frozen(kind)


def is_frozen(kind: type) -> bool:
    """Tell whether a class is a frozen msgspec struct."""
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen


class PartCache(dict[int, msgspec.Raw]):
    """The parts built by one function, by the ids of their values; it keeps the values, so that no id is reused."""

    def __init__(self, bound: "CacheBound") -> None:
        super().__init__()
        self._bound = bound
        self._values: list[object] = []
        bound.caches.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]  # by identity

    def keep(self, value: object, answer: dict[str, object]) -> msgspec.Raw:
        """Keep a value's part of the answer, and return it as JSON."""
        part = encode(answer)
        self._bound.size += len(part) + BYTES_FOR_EACH
        if self._bound.size > self._bound.max_size:
            self._bound.forget()
        self._values.append(value)
        self[id(value)] = raw = msgspec.Raw(part)
        return raw

    def forget(self) -> None:
        """Drop all parts and their values."""
        self.clear()
        self._values.clear()


class CacheBound:
    """The common bound of several caches, in bytes: all of them are emptied when they exceed it together."""

    def __init__(self, max_size: int) -> None:
        self.caches: WeakSet[PartCache] = WeakSet()
        self.max_size = max_size
        self.size = 0

    def forget(self) -> None:
        """Empty all caches."""
        self.size = 0
        for cache in self.caches:
            cache.forget()


# One for all plans of the process, so that many different operations take no more memory than one.
PROCESS_BOUND = CacheBound(MOST_BYTES)


class Kind(Protocol):
    """The objects at one place of the answers; `are_frozen` tells whether all so far were frozen structs."""

    are_frozen: bool


class LastList:
    """The list that one place of a subscription's answers had last, and its part of the answer as JSON.

    Subscribers get events one after the other, and the same tuple where they see the same: it is written once for all.
    `kinds` are those of the objects in the list, and below them.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.values: object = None
        self.part = msgspec.Raw()
        self._kinds = kinds

    def keep(self, values: object, answer: list[object]) -> object:
        """Return a list's part of the answer; keep it if the list and its objects cannot change."""
        if values.__class__ is not tuple or not all([kind.are_frozen for kind in self._kinds]):  # noqa: C419 - faster
            return answer
        self.values = values
        self.part = msgspec.Raw(encode(answer))
        return self.part


# ---- values by their keys


class LRUCache(OrderedDict[K, V]):
    """Values by their keys: at most `most` of them, with a total size of at most `most_size`.

    `find` marks a value as the most recently used one, `get` does not.
    """

    def __init__(self, most: int, most_size: float = inf) -> None:
        super().__init__()
        self._most = most
        self._most_size = most_size
        self._sizes: dict[K, int] = {}
        self.size = 0

    def clear(self) -> None:
        """Forget all values."""
        super().clear()
        self._sizes.clear()
        self.size = 0

    def find(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def add(self, key: K, value: V, size: int = 0) -> V:
        """Keep a value of this size, evict the least recently used ones beyond the bounds, and return the value."""
        self.size += size - self._sizes.get(key, 0)
        self[key] = value
        self._sizes[key] = size
        self.move_to_end(key)
        while len(self) > self._most or self.size > self._most_size:
            evicted, _ = self.popitem(last=False)
            self.size -= self._sizes.pop(evicted)
        return value
