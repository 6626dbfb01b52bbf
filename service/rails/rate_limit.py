"""Rate limits by cost: what an app, or an address without an app key, may spend in a window of time.

A request costs 1, and so does each message that comes over a WebSocket; `charge` asks for more where the work is more.
Windows lie on the clock (each full minute, say), so all processes that share a Redis share them. The library `limits`
counts there; its strategies would begin a window with the first request, and ask Redis twice more for what the headers
of an answer say. While that Redis does not answer, each process counts for itself: the limits are then as many times as
high as there are processes. So they are with Sentinels and with a Cluster: there every process always counts for
itself.
"""

import time
from collections.abc import Callable, Container

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
from service.settings import Rate

TRY_AGAIN_LATER = 1013
REDIS_SECONDS = 0.5
AWAY_SECONDS = 5.0
CONNECTIONS = 16
SERVERS = ("redis://", "rediss://", "unix://")

_STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})

log = structlog.get_logger("croupier.rates")


class Spent(msgspec.Struct, frozen=True):
    """What a caller has spent under a policy (`key` or `address`) in the window that ends in `seconds`."""

    policy: str
    rate: Rate
    amount: int
    seconds: int

    @property
    def is_too_much(self) -> bool:
        """Tell whether it is more than the rate allows."""
        return self.amount > self.rate.amount

    def headers(self) -> list[tuple[bytes, bytes]]:
        """Return the fields of draft-ietf-httpapi-ratelimit-headers-10."""
        left = max(0, self.rate.amount - self.amount)
        policy = f'"{self.policy}";q={self.rate.amount};w={self.rate.seconds}'
        return [
            (b"ratelimit-policy", policy.encode()),
            (b"ratelimit", f'"{self.policy}";r={left};t={self.seconds}'.encode()),
        ]


class WindowCounter:
    """What callers have spent in this process: of the windows of each length only the latest is kept."""

    def __init__(self) -> None:
        self._latest: dict[int, tuple[int, dict[str, int]]] = {}

    def add(self, caller: str, seconds: int, window: int, cost: int) -> int:
        """Add a cost in the window of that number, and return what the caller has spent in it."""
        number, spent = self._latest.get(seconds, (window, {}))
        if number != window:
            spent = {}
        self._latest[seconds] = window, spent
        spent[caller] = spent.get(caller, 0) + cost
        return spent[caller]


class CostCounter:
    """What callers have spent: in Redis if there is one that answers, else in this process."""

    def __init__(
        self, shared: Storage | None, clock: Callable[[], float] = time.time, pool: ConnectionPool | None = None
    ) -> None:
        self._shared = shared
        self._pool = pool
        self._own = WindowCounter()
        self._clock = clock
        self._away_until = 0.0

    async def spend(self, policy: str, caller: str, rate: Rate, cost: int) -> Spent:
        """Add a cost, and return what has been spent; a refused cost counts, too, until the window ends."""
        now = self._clock()
        window = int(now // rate.seconds)
        amount = await self._add(f"{policy}:{caller}", rate.seconds, window, cost)
        return Spent(policy, rate, amount, max(1, round((window + 1) * rate.seconds - now)))

    async def _add(self, caller: str, seconds: int, window: int, cost: int) -> int:
        if self._shared is not None and self._clock() >= self._away_until:
            try:
                amount = await self._shared.incr(f"{caller}:{seconds}:{window}", seconds, cost)
            except (RedisError, OSError) as error:
                self._note_away(error)
            else:
                self._note_back()
                return amount
        return self._own.add(caller, seconds, window, cost)

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            await self._pool.disconnect()

    def _note_away(self, error: Exception) -> None:
        if not self._away_until:
            log.warning("Redis does not answer: rates are counted in this process alone", reason=type(error).__name__)
        self._away_until = self._clock() + AWAY_SECONDS

    def _note_back(self) -> None:
        if self._away_until:
            log.info("Redis answers again: rates are counted there")
        self._away_until = 0.0


class RateLimiter:
    """Limit what callers spend. A rate of None does not limit; `free` paths cost nothing."""

    def __init__(
        self, app: ASGIApp, counter: CostCounter, per_key: Rate | None, per_address: Rate | None, free: Container[str]
    ) -> None:
        self.app = app
        self.counter = counter
        self.per_key = per_key
        self.per_address = per_address
        self.free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] == "lifespan" or scope["path"] in self.free:
            await self.app(scope, receive, send)
            return
        scope[METER] = meter = _Meter(self, scope)
        try:
            await meter.charge(1)
            await self.app(scope, meter.receiver(receive, send), meter.sender(send))
        except RateLimited as refusal:
            headers = {"Retry-After": str(refusal.seconds)}
            await refuse(scope, RATE_LIMITED, 429, str(refusal), headers)(scope, receive, meter.sender(send))


class _Meter:
    """What one request, or one connection, costs its caller."""

    def __init__(self, rates: RateLimiter, scope: Scope) -> None:
        self.rates = rates
        self.scope = scope
        self.spent: Spent | None = None
        self.has_closed = False

    async def charge(self, cost: int) -> None:
        # Asked anew each time: over a WebSocket the key may come after the first charge.
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
            if self.spent is not None and message["type"] in _STARTS:
                message = {**message, "headers": [*message.get("headers", ()), *self.spent.headers()]}
            await send(message)

        return send_with_headers

    def receiver(self, receive: Receive, send: Send) -> Receive:
        """Return what charges for each message that comes over a WebSocket, and closes it when that is too much."""
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
                # Whoever has still something to say finds out from the next line; until then it goes nowhere.
                self.has_closed = True
                return {"type": "websocket.disconnect", "code": TRY_AGAIN_LATER, "reason": str(refusal)}
            return message

        return receive_and_charge


def open_counter(store: str, clock: Callable[[], float] = time.time) -> CostCounter:
    """Return the counter of a service whose sessions are in `store`: in the one Redis server where they are, if any."""
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
