"""Parts of answers that are made once and told again: those of values that come again and never change.

A class says by `comes_again = True` that its values do. It must be a frozen msgspec struct, its fields hold nothing but
plain values, tuples, and such structs, and whatever the schema asks of it is a field. The parts are kept by the
identities of their values, as JSON, for each function that makes them; all together they are bounded.
"""

from weakref import WeakSet

import msgspec

# What all parts together may take, with what it takes to keep each.
MOST_BYTES = 32_000_000
BYTES_FOR_EACH = 250

encode = msgspec.json.Encoder().encode


def comes_again(kind: type) -> bool:
    """Tell whether values of a class come again and never change."""
    return getattr(kind, "comes_again", False) is True and issubclass(kind, msgspec.Struct) and _is_frozen(kind)


def _is_frozen(kind: type[msgspec.Struct]) -> bool:
    return kind.__struct_config__.frozen


class Memory(dict[int, msgspec.Raw]):
    """The parts that one function has made, by the ids of the values, which it keeps so that nothing else has them."""

    def __init__(self, bound: "Bound") -> None:
        super().__init__()
        self._bound = bound
        self._values: list[object] = []
        bound.memories.add(self)

    __hash__ = object.__hash__  # type: ignore[assignment]  # each is only itself

    def keep(self, value: object, answer: dict[str, object]) -> msgspec.Raw:
        """Keep the part of the answer that was made of a value, and return it as JSON."""
        part = msgspec.Raw(encode(answer))
        self._bound.take(len(bytes(part)) + BYTES_FOR_EACH)
        self._values.append(value)
        self[id(value)] = part
        return part

    def forget(self) -> None:
        """Forget everything."""
        self.clear()
        self._values.clear()


class Bound:
    """How much the memories that share it may keep: when that is reached, they begin anew."""

    def __init__(self, most: int) -> None:
        self.memories: WeakSet[Memory] = WeakSet()
        self._most = most
        self._taken = 0

    def take(self, size: int) -> None:
        """Note that so many bytes more are kept."""
        self._taken += size
        if self._taken > self._most:
            self._taken = size
            for memory in self.memories:
                memory.forget()


# One for all plans of the process: what is asked of it in many ways does not take more.
PROCESS = Bound(MOST_BYTES)
