"""Places for tries that are under way: a number in all, and a number for each endpoint."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.notices.late import Target


class Places:
    """So many places, of which one endpoint may take so many."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most_of_one = most_of_one
        self._free = most
        self._taken = Counter[Target]()

    def has_room_for(self, target: Target) -> bool:
        """Tell whether an endpoint can take a place."""
        return self._free > 0 and self._taken[target] < self._most_of_one

    @contextmanager
    def taken_for(self, target: Target) -> Iterator[bool]:
        """Take a place for an endpoint while the context lasts, and tell whether there was one."""
        if not self.has_room_for(target):
            yield False
            return
        self._free -= 1
        self._taken[target] += 1
        try:
            yield True
        finally:
            self._free += 1
            self._taken[target] -= 1
            if not self._taken[target]:
                del self._taken[target]
