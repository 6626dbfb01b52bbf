"""The caller of a request: its app, its address, and the meter that charges it."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from starlette.types import Scope

APP_KEY_HEADER = "Croupier-App-Key"
# The languages of labels and sentences for people.
LANGUAGE_HEADER = "Croupier-Language"
ANY_LANGUAGE = "*"
LANGUAGE_FIELD = LANGUAGE_HEADER.lower().encode()
RATE_LIMITED = "RATE_LIMITED"

# The keys of a scope under which the guard rails store the caller's app, the app keys and the meter.
APP = "croupier.app"
KEYS = "croupier.app_keys"
METER = "croupier.meter"


class RateLimited(Exception):
    """The caller has exceeded its rate limit; `seconds` is the time that it has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is more than you may spend now. Try again in {seconds} s.")
        self.seconds = seconds


class AppKeyLookup(Protocol):
    """The app keys that are valid now."""

    def find(self, key: str) -> str | None:
        """Return the name of the app that holds a key, None if no app does."""


class Meter(Protocol):
    """The meter of one request, which charges its caller."""

    async def charge(self, cost: int) -> None:
        """Charge the caller. Raises `RateLimited`."""


def admit(scope: Scope, key: str | None) -> bool:
    """Tell whether the caller may go on: it sends a valid key, has sent one before, or needs none."""
    keys: AppKeyLookup | None = scope.get(KEYS)
    if keys is None or app_of(scope) is not None:
        return True
    scope[APP] = None if key is None else keys.find(key)
    return app_of(scope) is not None


def read_languages(fields: Mapping[bytes, bytes]) -> str:
    """Return the languages that a caller wants to be told in; `*` are those that it accepts anywhere."""
    wanted = fields[LANGUAGE_FIELD].decode("latin-1")
    return fields.get(b"accept-language", b"").decode("latin-1") if wanted == ANY_LANGUAGE else wanted


def app_of(scope: Scope) -> str | None:
    """Return the name of the calling app, None if the caller has sent no valid key."""
    name: str | None = scope.get(APP)
    return name


async def charge(scope: Scope, cost: int) -> None:
    """Charge the caller of a request for work that costs more than a request. Raises `RateLimited`.

    An endpoint may let it propagate until its response has begun: the rate limiter then answers with 429.
    """
    meter: Meter | None = scope.get(METER)
    if meter is not None:
        await meter.charge(cost)


def address_of(scope: Scope) -> str:
    """Return the address that a request is counted under; for IPv6 the /64 network, all of one household."""
    client: tuple[str, int] | None = scope.get("client")
    if client is None:
        return "unknown"
    return _network_of(client[0])


# A caller sends many requests in a row, and parsing an address costs more than counting it.
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
