"""Parts of answers that are made once and used again: those of values that come again and never change.

A class says by `is_cacheable = True` that its values do. It must be a frozen msgspec struct, its fields hold nothing
but plain values, tuples, and such structs, and whatever the schema asks of it is a field. The parts are kept by the
identities of their values, as JSON, for each function that makes them; all together they are bounded.
"""

from weakref import WeakSet

import msgspec

# What all parts together may take, with what it takes to keep each; the values that they were made of come on top.
MOST_BYTES = 16_000_000
BYTES_FOR_EACH = 250

encode = msgspec.json.Encoder().encode


def is_cacheable(kind: type) -> bool:
    """Tell whether values of a class come again and never change."""
    return getattr(kind, "is_cacheable", False) is True and issubclass(kind, msgspec.Struct) and _is_frozen(kind)


def _is_frozen(kind: type[msgspec.Struct]) -> bool:
    return kind.__struct_config__.frozen


class PartCache(dict[int, msgspec.Raw]):
    """The parts that one function has made, by the ids of the values, which it keeps so that nothing else has them."""

    def __init__(self, bound: "CacheBound") -> None:
        super().__init__()
        self._bound = bound
        self._values: list[object] = []
        bound.memories.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]  # each is only itself

    def keep(self, value: object, answer: dict[str, object]) -> msgspec.Raw:
        """Keep the part of the answer that was made of a value, and return it as JSON."""
        part = encode(answer)
        self._bound.taken += len(part) + BYTES_FOR_EACH
        if self._bound.taken > self._bound.most:
            self._bound.forget()
        self._values.append(value)
        self[id(value)] = raw = msgspec.Raw(part)
        return raw

    def forget(self) -> None:
        """Forget everything."""
        self.clear()
        self._values.clear()


class CacheBound:
    """How much the memories that share it may keep: when that is reached, all of them begin anew."""

    def __init__(self, most: int) -> None:
        self.memories: WeakSet[PartCache] = WeakSet()
        self.most = most
        self.taken = 0

    def forget(self) -> None:
        """Forget everything."""
        self.taken = 0
        for memory in self.memories:
            memory.forget()


# One for all plans of the process: what is asked of it in many ways does not take more.
PROCESS_BOUND = CacheBound(MOST_BYTES)
