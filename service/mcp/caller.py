"""The caller of a tool: the backend, and the limits that the transport sets."""

from collections.abc import Awaitable, Callable

import msgspec

from service.use_cases.context import Backend, Hold, Report, RequestContext, hold_freely, report_nothing
from service.use_cases.inputs import Input
from service.use_cases.operations import OPERATIONS


async def charge_nothing(_cost: int) -> None:
    """Charge nothing, for a caller over standard input."""


class Caller(msgspec.Struct, frozen=True):
    """What a tool may use: the backend, the calling app, and what the transport does for a request.

    `charge` charges the caller for work, `report` reports the progress of a request.
    """

    backend: Backend
    app: str | None = None
    hold: Hold = hold_freely
    charge: Callable[[int], Awaitable[None]] = charge_nothing
    report: Report = report_nothing

    def context(self, token: str | None = None) -> RequestContext:
        """Return the context of a use case for the bearer of a token."""
        return RequestContext.of(self.backend, token, self.app, self.hold, report=self.report)

    async def pay(self, operation: str, wish: Input) -> None:
        """Charge for an operation what the other APIs charge for it. Raises `RateLimited`."""
        price = OPERATIONS[operation].cost
        cost = 0 if price is None else price(wish)
        if cost:
            await self.charge(cost)
