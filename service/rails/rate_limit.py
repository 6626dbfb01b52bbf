"""Rate limits by cost: the budget of an app, or of an address without an app key, in each window of time.

A request costs 1, and so does each message received over a WebSocket; `charge` adds more for more work. Windows are
aligned to the clock (each full minute, say), so all processes that share a Redis share them. The library `limits`
counts there; its own strategies would begin a window with the first request, and need two more calls of Redis for the
response headers. While that Redis does not answer, each process counts for itself, which multiplies the limits by the
number of processes. The same holds for Sentinels and a Cluster: there every process always counts for itself.
"""

import time
from collections.abc import Callable

import msgspec
import structlog
from limits.aio.storage import RedisStorage, Storage
from redis.asyncio import BlockingConnectionPool, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.caller import METER, RATE_LIMITED, RateLimited, address_of, app_of
from service.http.error_responses import refuse
from service.http.response import STARTS
from service.settings import Rate

TRY_AGAIN_LATER = 1013
REDIS_SECONDS = 0.5
AWAY_SECONDS = 5.0
CONNECTIONS = 16
SERVERS = ("redis://", "rediss://", "unix://")

log = structlog.get_logger("croupier.rates")


class Spent(msgspec.Struct, frozen=True):
    """The cost that a caller has spent under a policy (`key` or `address`) in the window that ends in `seconds`."""

    policy: str
    rate: Rate
    amount: int
    seconds: int

    @property
    def is_too_much(self) -> bool:
        """Tell whether the cost exceeds the rate."""
        return self.amount > self.rate.amount

    def headers(self) -> list[tuple[bytes, bytes]]:
        """Return the header fields of draft-ietf-httpapi-ratelimit-headers-10."""
        left = max(0, self.rate.amount - self.amount)
        policy = f'"{self.policy}";q={self.rate.amount};w={self.rate.seconds}'
        return [
            (b"ratelimit-policy", policy.encode()),
            (b"ratelimit", f'"{self.policy}";r={left};t={self.seconds}'.encode()),
        ]


class WindowCounter:
    """The costs that callers have spent in this process; for each length of a window only the latest one is kept."""

    def __init__(self) -> None:
        self._latest: dict[int, tuple[int, dict[str, int]]] = {}

    def add(self, caller: str, seconds: int, window: int, cost: int) -> int:
        """Add a cost in the window with this number, and return the caller's total in it."""
        number, spent = self._latest.get(seconds, (window, {}))
        if number != window:
            spent = {}
        self._latest[seconds] = window, spent
        spent[caller] = spent.get(caller, 0) + cost
        return spent[caller]


class CostCounter:
    """The costs that callers have spent, counted in Redis while it answers, else in this process."""

    def __init__(
        self, shared: Storage | None, clock: Callable[[], float] = time.time, pool: ConnectionPool | None = None
    ) -> None:
        self._shared = shared
        self._pool = pool
        self._own = WindowCounter()
        self._clock = clock
        self._unavailable_until = 0.0

    async def spend(self, policy: str, caller: str, rate: Rate, cost: int) -> Spent:
        """Add a cost, and return the caller's total; a refused cost counts, too, until the window ends."""
        now = self._clock()
        window = int(now // rate.seconds)
        amount = await self._add(f"{policy}:{caller}", rate.seconds, window, cost)
        return Spent(policy, rate, amount, max(1, round((window + 1) * rate.seconds - now)))

    async def _add(self, caller: str, seconds: int, window: int, cost: int) -> int:
        if self._shared is not None and self._clock() >= self._unavailable_until:
            try:
                amount = await self._shared.incr(f"{caller}:{seconds}:{window}", seconds, cost)
            except (RedisError, OSError) as error:
                self._mark_unavailable(error)
            else:
                self._mark_available()
                return amount
        return self._own.add(caller, seconds, window, cost)

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            await self._pool.disconnect()

    def _mark_unavailable(self, error: Exception) -> None:
        if not self._unavailable_until:
            log.warning("Redis does not answer: rates are counted in this process alone", reason=type(error).__name__)
        self._unavailable_until = self._clock() + AWAY_SECONDS

    def _mark_available(self) -> None:
        if self._unavailable_until:
            log.info("Redis answers again: rates are counted there")
        self._unavailable_until = 0.0


class RateLimiter:
    """The layer that charges callers and refuses those above their rate.

    A rate of None does not limit; paths that are `free` cost nothing.
    """

    def __init__(
        self,
        app: ASGIApp,
        counter: CostCounter,
        per_key: Rate | None,
        per_address: Rate | None,
        free: Callable[[str], bool],
    ) -> None:
        self.app = app
        self.counter = counter
        self.per_key = per_key
        self.per_address = per_address
        self.free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] == "lifespan" or self.free(scope["path"]):
            await self.app(scope, receive, send)
            return
        scope[METER] = meter = _RequestMeter(self, scope)
        try:
            await meter.charge(1)
            await self.app(scope, meter.receiver(receive, send), meter.sender(send))
        except RateLimited as refusal:
            headers = {"Retry-After": str(refusal.seconds)}
            await refuse(scope, RATE_LIMITED, 429, str(refusal), headers)(scope, receive, meter.sender(send))


class _RequestMeter:
    """The meter of one request, or one connection, which charges its caller."""

    def __init__(self, rates: RateLimiter, scope: Scope) -> None:
        self.rates = rates
        self.scope = scope
        self.spent: Spent | None = None
        self.has_closed = False

    async def charge(self, cost: int) -> None:
        # Looked up for each charge: over a WebSocket the key may arrive after the first one.
        app = app_of(self.scope)
        policy, rate = ("address", self.rates.per_address) if app is None else ("key", self.rates.per_key)
        if rate is None:
            return
        self.spent = await self.rates.counter.spend(policy, app or address_of(self.scope), rate, cost)
        if self.spent.is_too_much:
            raise RateLimited(self.spent.seconds)

    def sender(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if self.has_closed:
                return
            if self.spent is not None and message["type"] in STARTS:
                message = {**message, "headers": [*message.get("headers", ()), *self.spent.headers()]}
            await send(message)

        return send_with_headers

    def receiver(self, receive: Receive, send: Send) -> Receive:
        """Return a `receive` that charges for each WebSocket message, and closes the connection above the rate."""
        if self.scope["type"] != "websocket":
            return receive

        async def receive_and_charge() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                await self.charge(1)
            except RateLimited as refusal:
                await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": str(refusal)})
                # The next line informs the endpoint; anything that it still sends is dropped.
                self.has_closed = True
                return {"type": "websocket.disconnect", "code": TRY_AGAIN_LATER, "reason": str(refusal)}
            return message

        return receive_and_charge


def open_counter(store: str, clock: Callable[[], float] = time.time) -> CostCounter:
    """Return the counter of a service: in the Redis of `store` if that is a single server, else in this process."""
    if not store.startswith(SERVERS):
        return CostCounter(None, clock)
    pool = BlockingConnectionPool.from_url(
        store,
        max_connections=CONNECTIONS,
        timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        socket_connect_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        driver_info=None,
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    shared = RedisStorage(
        "async+redis://",
        implementation="redispy",
        key_prefix="croupier:rate",
        connection_pool=pool,  # type: ignore[arg-type]
    )
    return CostCounter(shared, clock, pool)
