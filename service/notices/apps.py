"""Which apps have webhooks: their sessions and tournaments send notices from the start."""

import time
from collections.abc import Callable

from service.notices.endpoints import owner_of_app
from service.notices.repository import EndpointRepository

KNOWN_SECONDS = 5.0


class HookedApps:
    """The apps that have webhooks, as far as this process knows."""

    def __init__(self, endpoints: EndpointRepository, clock: Callable[[], float] = time.monotonic) -> None:
        self._endpoints = endpoints
        self._clock = clock
        self._known_until: dict[str, float] = {}

    async def includes(self, app: str) -> bool:
        """Tell whether an app has webhooks. Raises `DataCorrupted` and `StoreUnavailable`.

        An app without webhooks is read each time: its first webhook counts from the answer on, at every worker. After
        its last one was deleted, an app may count as having some for a few seconds, and nobody gets the notices.
        """
        if self._clock() < self._known_until.get(app, 0):
            return True
        endpoints = await self._endpoints.read(owner_of_app(app))
        if endpoints is None or not endpoints.webhooks:
            self._known_until.pop(app, None)
            return False
        self._known_until[app] = self._clock() + KNOWN_SECONDS
        return True
