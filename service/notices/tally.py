"""The outcomes of the attempts of a process to deliver notices."""

from typing import Literal

import msgspec

Outcome = Literal["delivered", "retried", "held", "failed", "gone"]


class Backlog(msgspec.Struct, frozen=True):
    """The number of deliveries that were parked in the store when they were counted, and the time of the oldest."""

    counted_at: int
    deliveries: int = 0
    oldest: int | None = None

    @property
    def oldest_seconds(self) -> float:
        """Return for how many seconds the oldest delivery had been tried."""
        return 0.0 if self.oldest is None else (self.counted_at - self.oldest) / 1000


class Tally(msgspec.Struct):
    """The counts of a process since its start, and the backlog of the store as it was counted last, by any process.

    `attempts` are counted by the kind of the endpoint and the outcome, as in "webhook delivered". `takeovers` are the
    versions of other workers that it has told.
    """

    attempts: dict[str, int] = {}
    takeovers: int = 0
    backlog: Backlog | None = None

    def count(self, kind: str, outcome: Outcome) -> None:
        """Count an attempt."""
        name = f"{kind} {outcome}"
        self.attempts[name] = self.attempts.get(name, 0) + 1
