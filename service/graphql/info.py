"""The context of resolvers: the context of use cases, and the request."""

from typing import Any, TypeAlias

import msgspec
from strawberry.types.info import Info as StrawberryInfo

from compiled import Push
from service.http.call import Call
from service.use_cases.context import RequestContext


class GraphQLContext(RequestContext, kw_only=True):
    """The context of one request, or of one WebSocket connection.

    Browsers cannot set headers on a WebSocket, so `connection_init` may carry them, as `connection_params`. A stream
    may have a `push` for its frames.
    """

    call: Call
    push: Push | None = None
    connection_params: dict[str, Any] = msgspec.field(default_factory=dict)

    def sent(self, header: str) -> str | None:
        """Return the value of a header field, from `connection_init` or else from the upgrade request."""
        for name, value in self.connection_params.items():
            if name.lower() == header.lower() and value is not None:
                return str(value)
        value = self.call.fields.get(header.lower().encode())
        return None if value is None else value.decode("latin-1")

    async def charge(self, cost: int) -> None:
        """Charge the caller for work that costs more than a request. Raises `RateLimited`."""
        await self.call.charge(cost)


Info: TypeAlias = StrawberryInfo[GraphQLContext, None]
