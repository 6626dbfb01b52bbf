"""What came of the attempts of a process to deliver notices."""

from typing import Literal

import msgspec

Outcome = Literal["delivered", "retried", "failed", "gone"]


class Tally(msgspec.Struct):
    """The counts of a process since its start, and the backlog as it saw it last.

    `attempts` are counted by the kind of the endpoint and the outcome, as in "webhook delivered". `takeovers` are the
    versions of other workers that it has told. `pending` are the parked deliveries in the store, and `oldest_seconds`
    is the time for which the oldest of them has been tried.
    """

    attempts: dict[str, int] = {}
    takeovers: int = 0
    pending: int = 0
    oldest_seconds: float = 0.0

    def count(self, kind: str, outcome: Outcome) -> None:
        """Count an attempt."""
        name = f"{kind} {outcome}"
        self.attempts[name] = self.attempts.get(name, 0) + 1
