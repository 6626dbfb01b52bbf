"""An LRU cache that bounds both the number and the total size of its values."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRUCache(Generic[K, V]):
    """Values by their keys: at most `most` of them, with a total size of at most `most_size`."""

    def __init__(self, most: int, most_size: int) -> None:
        self._most, self._most_size = most, most_size
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self.size = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def find(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def add(self, key: K, value: V, size: int) -> None:
        """Keep a value of this size, and evict the least recently used ones beyond the bounds."""
        self.size += size - self._kept.pop(key, (value, 0))[1]
        self._kept[key] = value, size
        while len(self._kept) > self._most or self.size > self._most_size:
            self.size -= self._kept.popitem(last=False)[1][1]
