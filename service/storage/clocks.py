"""The clocks of servers, as they have told them lately, carried on by this process's own."""

import time
from collections.abc import Hashable
from typing import NamedTuple

# In seconds, from the question on: so long a clock that was told is believed.
BELIEVED = 1.0


class Reading(NamedTuple):
    """How far a server's clock was ahead of ours when it told it, in milliseconds, and until when we go by that."""

    ahead: float
    until: float


class Clocks:
    """What each server has told last. A clock that is read here is never ahead of the server's own.

    It is behind by the way of the answer, which is less than `BELIEVED`.
    """

    def __init__(self) -> None:
        self._readings: dict[Hashable, Reading] = {}

    def note(self, server: Hashable, now: int, asked: float) -> None:
        """Note that a server has told its clock (milliseconds since 1970), asked at a time of `time.monotonic`."""
        self._readings[server] = Reading(now - 1000 * time.monotonic(), asked + BELIEVED)

    def read(self, server: Hashable) -> int | None:
        """Return a server's clock, in milliseconds since 1970, or None when it has not told it lately."""
        reading, now = self._readings.get(server), time.monotonic()
        return None if reading is None or now >= reading.until else int(reading.ahead + 1000 * now)
