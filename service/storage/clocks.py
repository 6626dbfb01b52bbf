"""The clocks of servers, read with their answers and carried on by this process's own clock."""

import time
from collections.abc import Hashable
from typing import NamedTuple

# For so many seconds after the question a reading is good.
BELIEVED = 1.0


class Reading(NamedTuple):
    """How far a server's clock was ahead of ours, in milliseconds, and until when we go by that."""

    ahead: float
    until: float


class Clocks:
    """The last reading of each server's clock. A time that is read here is never ahead of the server's own.

    It is behind by the time that the answer took, which is less than `BELIEVED`.
    """

    def __init__(self) -> None:
        self._readings: dict[Hashable, Reading] = {}

    def note(self, server: Hashable, now: int, asked: float) -> None:
        """Note the clock of a server (milliseconds since 1970), asked at a time of `time.monotonic`."""
        self._readings[server] = Reading(now - 1000 * time.monotonic(), asked + BELIEVED)

    def read(self, server: Hashable) -> int | None:
        """Return a server's clock, in milliseconds since 1970, or None without a recent reading."""
        reading, now = self._readings.get(server), time.monotonic()
        return None if reading is None or now >= reading.until else int(reading.ahead + 1000 * now)
