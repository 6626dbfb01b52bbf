"""Whether the process lives, whether it wants traffic, and what it has counted."""

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from service import metrics
from service.shutdown import Shutdown
from service.stores.base import Store, StoreUnavailable

PATHS = frozenset({"/livez", "/healthz", "/readyz", "/metrics"})

log = structlog.get_logger("croupier")


class Health:
    """The answers to who watches over the process."""

    def __init__(self, store: Store, shutdown: Shutdown) -> None:
        self.store = store
        self.shutdown = shutdown

    def routes(self) -> list[Route]:
        """Return the routes; `/healthz` is the older name of `/livez`."""
        return [
            Route("/livez", self._live),
            Route("/healthz", self._live),
            Route("/readyz", self._ready),
            Route("/metrics", self._metrics),
        ]

    async def _live(self, _request: Request) -> Response:
        """Tell that the process answers."""
        return JSONResponse({"status": "ok"})

    async def _ready(self, _request: Request) -> Response:
        """Tell whether the store answers, and the process is to stay."""
        if self.shutdown.is_near:
            return _unready("the process is about to end")
        try:
            await self.store.load("readyz")
        except StoreUnavailable as error:
            log.warning("the store does not answer", reason=str(error))
            return _unready("the store does not answer")
        return JSONResponse({"status": "ok"})

    async def _metrics(self, _request: Request) -> Response:
        return Response(metrics.exposition(), headers={"Content-Type": metrics.CONTENT_TYPE})


def _unready(status: str) -> Response:
    return JSONResponse({"status": status}, 503, {"Retry-After": "1"})
