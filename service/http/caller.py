"""The caller of a request, as the guard rails know it: its app, and what it may still spend."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from starlette.types import Scope

APP_KEY_HEADER = "Croupier-App-Key"
RATE_LIMITED = "RATE_LIMITED"

# Where the guard rails leave what they know of a request.
APP = "croupier.app"
KEYS = "croupier.app_keys"
METER = "croupier.meter"


class RateLimited(Exception):
    """The caller has spent what it may; `seconds` is how long it has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is more than you may spend now. Try again in {seconds} s.")
        self.seconds = seconds


class AppKeyLookup(Protocol):
    """The app keys that are good now."""

    def find(self, key: str) -> str | None:
        """Return the name of the app that holds a key, None when nobody does."""


class Meter(Protocol):
    """What one request costs its caller."""

    async def charge(self, cost: int) -> None:
        """Charge the caller. Raises `RateLimited`."""


def admit(scope: Scope, key: str | None) -> bool:
    """Tell whether the caller may go on: it holds a key, or has shown one before, or none is needed."""
    keys: AppKeyLookup | None = scope.get(KEYS)
    if keys is None or app_of(scope) is not None:
        return True
    scope[APP] = None if key is None else keys.find(key)
    return app_of(scope) is not None


def app_of(scope: Scope) -> str | None:
    """Return the name of the app that calls, None when the caller has shown no key."""
    name: str | None = scope.get(APP)
    return name


async def charge(scope: Scope, cost: int) -> None:
    """Charge the caller of a request for work that costs more than a request. Raises `RateLimited`.

    That may be left to escape before the answer has begun: it is then answered with 429.
    """
    meter: Meter | None = scope.get(METER)
    if meter is not None:
        await meter.charge(cost)


def address_of(scope: Scope) -> str:
    """Return the address that a request is counted under: of IPv6 the network, which one household has whole."""
    client: tuple[str, int] | None = scope.get("client")
    if client is None:
        return "unknown"
    return _network_of(client[0])


# One caller asks many times in a row, and reading an address costs more than counting it.
@lru_cache(maxsize=1024)
def _network_of(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
