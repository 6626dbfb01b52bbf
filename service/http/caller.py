"""The caller of a request: its app, its address, its languages, and what it is told above its rate."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

APP_KEY_HEADER = "Croupier-App-Key"
# The languages of labels and sentences for people.
LANGUAGE_HEADER = "Croupier-Language"
ANY_LANGUAGE = "*"
LANGUAGE_FIELD = LANGUAGE_HEADER.lower().encode()
RATE_LIMITED = "RATE_LIMITED"


class RateLimited(Exception):
    """The caller has exceeded its rate limit; `seconds` is the time that it has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is more than you may spend now. Try again in {seconds} s.")
        self.seconds = seconds


def read_languages(fields: Mapping[bytes, bytes]) -> str:
    """Return the languages that a caller wants to be told in; `*` are those that it accepts anywhere."""
    wanted = fields[LANGUAGE_FIELD].decode("latin-1")
    return fields.get(b"accept-language", b"").decode("latin-1") if wanted == ANY_LANGUAGE else wanted


def address_of(client: tuple[str, int] | None) -> str:
    """Return the address that a client is counted under; for IPv6 the /64 network, all of one household."""
    return "unknown" if client is None else _network_of(client[0])


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
