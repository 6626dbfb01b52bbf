"""Turns in two lanes: those who were quick the last time never wait for those who were not."""

import asyncio
from collections import OrderedDict

# Quick is who takes less than this, in seconds.
QUICK = 2.0
# How many names are remembered as quick.
_MOST_NAMES = 4096


class Lanes:
    """Turns for names, at most `width` at once in each lane."""

    def __init__(self, width: int) -> None:
        self._quick = asyncio.Semaphore(width)
        self._others = asyncio.Semaphore(width)
        # The quick names, the last one last.
        self._names: OrderedDict[str, None] = OrderedDict()

    def lane_of(self, name: str) -> asyncio.Semaphore:
        """Return the lane in which a name takes its turns now."""
        return self._quick if self.is_quick(name) else self._others

    def is_quick(self, name: str) -> bool:
        """Tell whether the last turn of a name was quick."""
        return name in self._names

    def note(self, name: str, is_quick: bool) -> None:
        """Note how a turn of a name went."""
        self._names.pop(name, None)
        if is_quick:
            self._names[name] = None
        if len(self._names) > _MOST_NAMES:
            self._names.popitem(last=False)
