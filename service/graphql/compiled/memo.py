"""Parts of answers that are made once and told again: those of values that come again and never change.

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


class Memory(dict[int, msgspec.Raw]):
    """The parts that one function has made, by the ids of the values, which it keeps so that nothing else has them.

    Those that were wanted lately are in the dictionary itself. The others are `revived` when they are wanted again, or
    forgotten when the bound is reached the next time.
    """

    def __init__(self, bound: "Bound") -> None:
        super().__init__()
        self._bound = bound
        self._values: list[object] = []
        self._former: dict[int, msgspec.Raw] = {}
        self._former_values: list[object] = []
        bound.memories.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]  # each is only itself

    def revive(self, value: object) -> msgspec.Raw | None:
        """Return the part that was made of a value, if it has not been wanted for a while but is still there."""
        part = self._former.get(id(value))
        return None if part is None else self._keep(value, part)

    def keep(self, value: object, answer: dict[str, object]) -> msgspec.Raw:
        """Keep the part of the answer that was made of a value, and return it as JSON."""
        return self._keep(value, msgspec.Raw(encode(answer)))

    def _keep(self, value: object, part: msgspec.Raw) -> msgspec.Raw:
        self._bound.take(len(bytes(part)) + BYTES_FOR_EACH)
        self._values.append(value)
        self[id(value)] = part
        return part

    def age(self) -> None:
        """Forget what has not been wanted since the last time."""
        self._former, self._former_values = dict(self), self._values
        self.clear()
        self._values = []


class Bound:
    """How much the memories that share it may keep: when they have taken half of it, what was there before goes."""

    def __init__(self, most: int) -> None:
        self.memories: WeakSet[Memory] = WeakSet()
        self._most = most
        self._taken = 0

    def take(self, size: int) -> None:
        """Note that so many bytes more are kept."""
        self._taken += size
        if self._taken > self._most // 2:
            self._taken = size
            for memory in self.memories:
                memory.age()


# One for all plans of the process: what is asked of it in many ways does not take more.
PROCESS = Bound(MOST_BYTES)
