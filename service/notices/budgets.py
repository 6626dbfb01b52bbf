"""How many requests an address gets: anybody may name a URL, so the service must not flood a machine for a stranger.

A stranger may have many names, ports and paths that lead to one machine. So requests are counted by the address that
they go to (with IPv6, by its /64 network), whatever the URLs say. An address that has accepted a notice lately wants
them, and gets many; any other gets a few, until it accepts one. What is over the budget is late, not lost.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from service.notices.addresses import network_of
from service.storage.caches import Recent

# For so long, an address that has accepted a notice gets many.
WILLING_SECONDS = 3600.0
# So long, a request may wait for its turn: what is sent quickly to a receiver that is quick comes at an even pace.
LONGEST_WAIT = 0.1
# More addresses are not remembered. One that is forgotten begins with what every address may get.
MOST_KNOWN = 10_000


class Rate(NamedTuple):
    """What an address gets: `burst` requests at once, and `per_second` in the long run."""

    per_second: float
    burst: float


# For an address that has accepted no notice lately, and for one that has.
UNPROVEN = Rate(1, 20)
WILLING = Rate(100, 200)


class _Budget(msgspec.Struct):
    """The requests that a network may get at the time `at`, less those that wait; they grow faster if it is willing."""

    left: float
    at: float
    willing_until: float = float("-inf")

    @property
    def is_willing(self) -> bool:
        """Tell whether the network has accepted a notice lately."""
        return self.at < self.willing_until


class Budgets:
    """The requests that strangers' notices may make to each address. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._budgets = Recent[str, _Budget](MOST_KNOWN)

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._budgets)

    def spend(self, address: str) -> float | None:
        """Take a request from the budget of an address; return the seconds until it may be made, None if it may not."""
        budget = self._filled(network_of(address))
        wait = max(0.0, (1 - budget.left) / _rate_of(budget).per_second)
        if wait > LONGEST_WAIT:
            return None
        budget.left -= 1
        return wait

    def note_accepted(self, address: str) -> None:
        """Note that an address has accepted a notice."""
        budget = self._filled(network_of(address))
        if not budget.is_willing:
            budget.left = WILLING.burst
        budget.willing_until = budget.at + WILLING_SECONDS

    def _filled(self, network: str) -> _Budget:
        """Return the budget of a network, with what has been added to it until now."""
        now = self._clock()
        budget = self._budgets.get(network) or _Budget(left=UNPROVEN.burst, at=now)
        passed = now - budget.at
        budget.at = now
        rate = _rate_of(budget)
        budget.left = min(rate.burst, budget.left + rate.per_second * passed)
        return self._budgets.keep(network, budget)


def _rate_of(budget: _Budget) -> Rate:
    return WILLING if budget.is_willing else UNPROVEN
