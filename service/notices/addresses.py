"""Which URLs get notices, and which addresses the service connects to for them.

Anybody may name a URL, so a notice must not become a request to a machine that only the service can reach (server-side
request forgery). A URL is read strictly, in one form, and each address that its host's name has is checked before the
connection to exactly that address is made (`connections.py`).
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Literal

import msgspec

LONGEST_URL = 2048
_LONGEST_NAME = 253

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<path>[^#]*)(?P<fragment>#.*)?")
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:]*)(:(?P<port>[0-9]*))?")
# Some names of internal networks have underscores.
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
# Programs read these as numbers of an address: 127.1, 0x7f.1, 017700000001, 2130706433.
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_UNSAFE = re.compile(r"[^!-~]|[\"<>\\^`{|}]")

_PORTS = {"https": 443, "http": 80}

# Not global, whatever the release of Python says of them.
_CLOSED_4 = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv4Network("168.63.129.16/32"),  # the host of a virtual machine at Azure, which answers that machine alone
)
# IPv6 has its public hosts here. Outside are mapped and translated IPv4 (::ffff:0:0/96, 64:ff9b::/96), and local nets.
_UNICAST_6 = IPv6Network("2000::/3")
_CLOSED_6 = (
    IPv6Network("2001::/23"),  # Teredo, and other protocol assignments
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4, which contains an IPv4 address
    IPv6Network("3fff::/20"),  # documentation
)


class Target(msgspec.Struct, frozen=True):
    """The parts of a URL that gets notices.

    `host` is a name in lower case without a final dot, or an address without brackets; `path` has the query, too.
    """

    scheme: Literal["https", "http"]
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return host and port as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Return the origin of the URL (RFC 6454)."""
        return f"{self.scheme}://{self.authority}"

    @property
    def address(self) -> str | None:
        """Return the address, if the URL has one instead of a name."""
        return self.host if _is_address(self.host) else None


def check_url(url: str, allows_private: bool) -> None:
    """Raise `ValueError`, with a sentence, unless notices may be sent to a URL.

    Only https with port 443 and a public host may get them; `allows_private` lifts this. Whether a name has public
    addresses is decided at each attempt.
    """
    parse_url(url, allows_private)


def parse_url(url: str, allows_private: bool) -> Target:
    """Return the parts of a URL. Raises `ValueError` as `check_url` does."""
    if len(url) > LONGEST_URL:
        raise ValueError(f"The URL must have at most {LONGEST_URL} characters.")
    if _UNSAFE.search(url):
        raise ValueError("The URL contains a character that must be encoded: international names begin with xn--.")
    parts = _URL.fullmatch(url)
    if parts is None:
        raise ValueError("The URL must be absolute, such as https://example.com/notices.")
    if parts["fragment"] is not None:
        raise ValueError("The URL must not have a fragment.")
    scheme = _parse_scheme(parts["scheme"].lower(), allows_private)
    host, port = _parse_authority(parts["authority"], _PORTS[scheme], allows_private)
    path = parts["path"]
    return Target(scheme, host, port, path if path.startswith("/") else f"/{path}")


def _parse_scheme(scheme: str, allows_private: bool) -> Literal["https", "http"]:
    if scheme == "https":
        return "https"
    if scheme == "http" and allows_private:
        return "http"
    raise ValueError("The URL must begin with https://, or with http:// if CROUPIER_WEBHOOKS is `private`.")


def _parse_authority(authority: str, usual_port: int, allows_private: bool) -> tuple[str, int]:
    """Return host and port."""
    if "@" in authority:
        raise ValueError("The URL must not contain a user name or a password.")
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None:
        raise ValueError("The host of the URL is not valid.")
    port = int(parts["port"] or usual_port)
    if not 0 < port < 65_536:
        raise ValueError("The port of the URL must be from 1 to 65535.")
    if port != _PORTS["https"] and not allows_private:
        raise ValueError("The port of the URL must be 443, unless CROUPIER_WEBHOOKS is `private`.")
    return _parse_host(parts["host"].lower(), allows_private), port


def _parse_host(host: str, allows_private: bool) -> str:
    if host.startswith("["):
        return _parse_address_6(host[1:-1], allows_private)
    name = host.removesuffix(".")
    labels = name.split(".")
    if not name:
        raise ValueError("The URL must name a host.")
    if _NUMBER.fullmatch(labels[-1]):
        return _parse_address_4(name, allows_private)
    if len(name) > _LONGEST_NAME or not all(map(_LABEL.fullmatch, labels)):
        raise ValueError("The host of the URL is not a valid name.")
    if not allows_private and (len(labels) == 1 or labels[-1] == "localhost"):
        raise ValueError("The host of the URL must be a public name, such as example.com.")
    return name


def _parse_address_4(text: str, allows_private: bool) -> str:
    try:
        address = IPv4Address(text)
    except ValueError:
        raise ValueError("The host of the URL must be a name, or an address such as 203.0.113.7.") from None
    return _check_literal(address, allows_private)


def _parse_address_6(text: str, allows_private: bool) -> str:
    if "%" in text:
        raise ValueError("The address in the URL must not have a zone.")
    try:
        address = IPv6Address(text)
    except ValueError:
        raise ValueError("The host of the URL is not a valid IPv6 address.") from None
    return _check_literal(address, allows_private)


def _check_literal(address: IPv4Address | IPv6Address, allows_private: bool) -> str:
    if not allows_private and not _is_public(address):
        raise ValueError("The address in the URL is not public.")
    return str(address)


def are_public(addresses: Sequence[str]) -> bool:
    """Tell whether every one of some addresses is that of a public host."""
    return all(_is_public(ip_address(address)) for address in addresses)


def network_of(address: str) -> str:
    """Return the network that counts as one receiver: an IPv4 address alone, or the /64 of an IPv6 address.

    The owner of one IPv6 address usually controls the whole /64.
    """
    parsed = ip_address(address)
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), 64), strict=False))


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address is global unicast, and contains no address of another network."""
    if isinstance(address, IPv4Address):
        is_open = address.is_global and not address.is_multicast
        return is_open and not any(address in network for network in _CLOSED_4)
    is_open = address in _UNICAST_6 and address.is_global
    return is_open and not any(address in network for network in _CLOSED_6)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
