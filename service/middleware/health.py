"""The probes of the process, for liveness and readiness, and its metrics."""

import asyncio
import math
import time

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from service.http.streams import Shutdown
from service.observability import metrics
from store.options import DURABILITY_LEVELS
from store.port import Promise, Store
from store.problems import DataCorrupted, StoreUnavailable

PATHS = frozenset({"/livez", "/healthz", "/readyz", "/metrics"})

# The interval of the checks of the store's promise, and the least time between two checks for probes, which also try a
# change. Without probes, a change is tried every TRIAL_SECONDS.
CHECK_SECONDS = 1.0
TRIAL_SECONDS = 10.0
# The timeout of each check.
PROMISE_SECONDS = 1.0
TRY_SECONDS = 4.0

NO_ANSWER = "the store does not answer"
NO_CHANGES = "the store takes no changes"

log = structlog.get_logger("croupier")


class Health:
    """The responses to probes and to Prometheus."""

    def __init__(self, store: Store, shutdown: Shutdown) -> None:
        self.store = store
        self.shutdown = shutdown
        self._promise: Promise | None = None
        self._is_unknown = False
        self._takes_changes = True
        self._checked_at = self._tried_at = -math.inf

    def routes(self) -> list[Route]:
        """Return the routes; `/healthz` is the older name of `/livez`."""
        return [
            Route("/livez", self._live),
            Route("/healthz", self._live),
            Route("/readyz", self._ready),
            Route("/metrics", self._metrics),
        ]

    async def open_store(self) -> None:
        """Connect to the store and record its promise, once. Raises `StoreUnavailable` or `SettingsError`."""
        if self._promise is None:
            self.note(await self.store.start())

    def note(self, promise: Promise) -> None:
        """Record the store's promise: log it if it has changed, and set its metrics."""
        if promise != self._promise:
            _log_promise(promise, is_first=self._promise is None)
            # The result of the last trial may be outdated.
            self._checked_at = -math.inf
        self._promise = promise
        self._is_unknown = False
        metrics.durability_level.set(DURABILITY_LEVELS.index(promise.level))
        metrics.durability_kept.set(promise.is_kept)

    async def _live(self, _request: Request) -> Response:
        """Answer that the process is alive."""
        return JSONResponse({"status": "ok"})

    async def _ready(self, _request: Request) -> Response:
        """Answer whether the process wants traffic: the store answers and takes changes, and no shutdown is near."""
        if self.shutdown.is_near:
            return _unready("the process is about to end")
        try:
            await self.store.load("readyz")
        except StoreUnavailable as error:
            log.warning(NO_ANSWER, reason=str(error))
            metrics.store_writable.set(0)
            return _unready(NO_ANSWER)
        except DataCorrupted:
            metrics.store_writable.set(0)
            return _unready("the store is corrupted")
        await self._check_store()
        if not self._takes_changes:
            return _unready(NO_CHANGES, store=_promise_fields(self._promise))
        return JSONResponse({"status": "ok", "store": _promise_fields(self._promise)})

    async def watch(self) -> None:
        """Check the store as long as the process runs, with or without probes."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._check_promise()
                if time.monotonic() >= self._tried_at + TRIAL_SECONDS:
                    await self._try_change()
            except Exception:
                log.exception("the store could not be checked")

    async def _check_store(self) -> None:
        """Check the store's promise, and whether it takes a change, unless the last check is recent."""
        if time.monotonic() < self._checked_at + CHECK_SECONDS:
            return
        self._checked_at = time.monotonic()
        await self._check_promise()
        await self._try_change()

    async def _check_promise(self) -> None:
        try:
            async with asyncio.timeout(PROMISE_SECONDS):
                self.note(await self.store.promise())
        except (StoreUnavailable, DataCorrupted, TimeoutError) as error:
            # Logged once per outage: a line each second would flood the log.
            if not self._is_unknown:
                log.warning("the store's promise is unknown", reason=str(error) or "timeout")
            self._is_unknown = True

    async def _try_change(self) -> None:
        """Make a change that belongs to no session: settings alone do not reveal a full disk, or replicas that lag."""
        self._tried_at = time.monotonic()
        try:
            async with asyncio.timeout(TRY_SECONDS):
                share = await self.store.try_change()
        except (StoreUnavailable, DataCorrupted, TimeoutError) as error:
            log.warning(NO_CHANGES, reason=str(error) or "timeout")
            share = 0.0
        self._takes_changes = share > 0
        metrics.store_writable.set(share)

    async def _metrics(self, _request: Request) -> Response:
        await self._check_store()
        return Response(metrics.exposition(), headers={"Content-Type": metrics.CONTENT_TYPE})


def _unready(status: str, **facts: object) -> Response:
    return JSONResponse({"status": status, **facts}, 503, {"Retry-After": "1"})


def _log_promise(promise: Promise, is_first: bool) -> None:
    words = "store is ready" if is_first else "the store promises something else now"
    facts = {"promise": promise.sentence, "store": promise.where, "level": promise.level}
    if promise.is_kept:
        log.info(words, **facts)
    else:
        log.warning("the store does not keep the configured durability", **facts)


def _promise_fields(promise: Promise | None) -> dict[str, object] | None:
    """Return the fields of a promise for JSON, without addresses, since the response is public."""
    if promise is None:
        return None
    return {"kind": promise.store, "level": promise.level, "kept": promise.is_kept, "promise": promise.sentence}
