"""The clocks of servers, read with their answers and carried on by this process's own clock."""

import time
from collections.abc import Hashable
from typing import NamedTuple

# A reading is valid for so many seconds after the request.
BELIEVED = 1.0


class Reading(NamedTuple):
    """A server's clock: its lead over ours in milliseconds, and the time until which that is valid."""

    ahead: float
    until: float


class Clocks:
    """The last reading of each server's clock. Its times are never ahead of the server's own.

    They are behind by the latency of the answer, which is less than `BELIEVED`.
    """

    def __init__(self) -> None:
        self._readings: dict[Hashable, Reading] = {}

    def note(self, server: Hashable, now: int, asked: float) -> None:
        """Note the clock of a server (milliseconds since 1970); asked at the `time.monotonic` of `asked`."""
        self._readings[server] = Reading(now - 1000 * time.monotonic(), asked + BELIEVED)

    def read(self, server: Hashable) -> int | None:
        """Return a server's clock, in milliseconds since 1970, or None without a recent reading."""
        reading, now = self._readings.get(server), time.monotonic()
        return None if reading is None or now >= reading.until else int(reading.ahead + 1000 * now)
