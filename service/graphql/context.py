"""What a resolver is given beside its arguments: the use cases, and the bearer token of the request."""

from typing import TypeAlias

from starlette.datastructures import Headers
from starlette.types import Scope
from strawberry.types.info import Info as StrawberryInfo

from service.http.caller import app_of, charge
from service.use_cases.context import Play, RequestContext


class Context:
    """The context of one request, or of one WebSocket connection.

    Browsers set no headers on a connection: so `connection_init` may bring them, in `connection_params`.
    """

    def __init__(self, play: Play, token: str | None, scope: Scope) -> None:
        self.caller = RequestContext(play, token, app_of(scope))
        self.scope = scope
        self.connection_params: dict[str, object] = {}

    def sent(self, header: str) -> str | None:
        """Return what a connection sent as a header: with `connection_init`, else with the upgrade request."""
        for name, value in self.connection_params.items():
            if name.lower() == header.lower() and value is not None:
                return str(value)
        return Headers(scope=self.scope).get(header)

    async def charge(self, cost: int) -> None:
        """Charge the caller for work that costs more than a request. Raises `RateLimited`."""
        await charge(self.scope, cost)


Info: TypeAlias = StrawberryInfo[Context, None]
