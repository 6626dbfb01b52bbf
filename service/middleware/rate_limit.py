"""Rate limits by cost: the budget per time window of an app, or of an address without an app key.

A request costs 1, and so does each message received over a WebSocket; `charge` adds more for more work. Windows are
aligned to the clock (each full minute, say), so all processes that share a Redis share them. The library `limits`
counts there. Its own strategies would begin a window with the first request, and need two more Redis calls for the
response headers. While Redis does not answer, each process counts separately, which multiplies the limits by the number
of processes. With Sentinels or a Cluster, every process always counts separately.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import structlog
from limits.aio.storage import RedisStorage, Storage
from redis.asyncio import BlockingConnectionPool, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig
from starlette.types import Message, Receive, Send

from service.http.call import Call, RateLimited, RawHeader, address_of
from service.settings import Rate

TRY_AGAIN_LATER = 1013
REDIS_SECONDS = 0.5
AWAY_SECONDS = 5.0
CONNECTIONS = 16
# The emotes that a seat may send: enough to be friendly, too few to be a nuisance.
EMOTES = Rate(5, 20)
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

    def headers(self) -> tuple[RawHeader, RawHeader]:
        """Return the header fields of draft-ietf-httpapi-ratelimit-headers-10."""
        left = max(0, self.rate.amount - self.amount)
        policy = f'"{self.policy}";q={self.rate.amount};w={self.rate.seconds}'
        state = f'"{self.policy}";r={left};t={self.seconds}'
        return (b"ratelimit-policy", policy.encode()), (b"ratelimit", state.encode())


class WindowCounter:
    """The costs that callers have spent in this process; only the latest window of each length is kept.

    The library's in-memory storage would scan all callers for each request.
    """

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
                if not self._unavailable_until:
                    reason = type(error).__name__
                    log.warning("Redis does not answer: rates are counted in this process alone", reason=reason)
                self._unavailable_until = self._clock() + AWAY_SECONDS
            else:
                if self._unavailable_until:
                    log.info("Redis answers again: rates are counted there")
                self._unavailable_until = 0.0
                return amount
        return self._own.add(caller, seconds, window, cost)

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            await self._pool.disconnect()


@dataclass(eq=False)
class RateLimits:
    """The rates of callers: by key, and by address without one. None does not limit, and `free` paths cost nothing."""

    counter: CostCounter
    per_key: Rate | None
    per_address: Rate | None
    free: Callable[[str], bool]

    async def begin(self, call: Call) -> None:
        """Charge the caller for a request, and from now on for its work. Raises `RateLimited`."""
        if not self.free(call.path):
            call.charge_caller = self.charge
            await self.charge(call, 1)

    async def charge(self, call: Call, cost: int) -> None:
        """Charge the caller of a request. Raises `RateLimited`."""
        # The app is looked up for each charge: over a WebSocket the key may arrive after the first one.
        policy, rate = ("address", self.per_address) if call.app is None else ("key", self.per_key)
        if rate is None:
            return
        spent = await self.counter.spend(policy, call.app or address_of(call.client), rate, cost)
        call.rate_fields = spent.headers()
        if spent.is_too_much:
            raise RateLimited(spent.seconds)


class SeatLimit(NamedTuple):
    """The limit on something that each seat may do so often."""

    counter: CostCounter
    rate: Rate

    async def spend(self, seat: str) -> None:
        """Count once more for a seat. Raises `RateLimited`."""
        spent = await self.counter.spend("seat", seat, self.rate, 1)
        if spent.is_too_much:
            raise RateLimited(spent.seconds)


@dataclass(eq=False)
class ChargedSocket:
    """The `receive` and `send` of a WebSocket that charges its caller for each message, and closes above the rate."""

    call: Call
    receive_next: Receive
    send_next: Send
    has_closed: bool = False

    async def receive(self) -> Message:
        """Receive a message, or the end of the connection."""
        message = await self.receive_next()
        if message["type"] != "websocket.receive":
            return message
        try:
            await self.call.charge(1)
        except RateLimited as refusal:
            await self.send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": str(refusal)})
            self.has_closed = True
            return {"type": "websocket.disconnect", "code": TRY_AGAIN_LATER, "reason": str(refusal)}
        return message

    async def send(self, message: Message) -> None:
        """Send a message, unless the connection was closed: the endpoint may still be sending then."""
        if not self.has_closed:
            await self.send_next(message)


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
