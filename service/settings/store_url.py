"""The URLs of stores: their forms, and how to show them without secrets."""

import re
from pathlib import PurePosixPath
from urllib.parse import SplitResult, parse_qsl, urlsplit

STORE_EXPECTED = (
    "sqlite:FILE, sqlite:/ABSOLUTE/FILE, redis://[USER:PASSWORD@]HOST[:PORT][/DB], "
    "redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...]/SERVICE[/DB], "
    "redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...], "
    "the same with rediss for TLS, or unix://[USER:PASSWORD@]/SOCKET[?db=DB]"
)
TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile"})
SENTINEL_OPTIONS = frozenset({"sentinel_username", "sentinel_password"})
STORE_OPTIONS = {
    "redis": frozenset[str](),
    "rediss": TLS_OPTIONS,
    "unix": frozenset({"db"}),
    "redis+sentinel": SENTINEL_OPTIONS,
    "rediss+sentinel": SENTINEL_OPTIONS | TLS_OPTIONS,
    "redis+cluster": frozenset[str](),
    "rediss+cluster": TLS_OPTIONS,
}


class StoreUrl(str):
    """A store URL whose `repr` shows no password, so that a printed `Settings` shows none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(redact(self))


def redact(url: str) -> str:
    """Return a store URL for display, with *** in place of the user, the password and anything that may be one."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return re.sub(r".*@", "***@", url, flags=re.DOTALL)
    _, at, address = rest.rpartition("@")
    host = r"(\[[0-9a-fA-F:.]*\]|[\w.-]*)(:\d*)?"
    # With an @ after the ?, a password may be the user's or the Sentinels'.
    if "@" in rest.partition("?")[2] or not re.fullmatch(rf"{host}(,{host})*(/[^?#@:]*)?", address.partition("?")[0]):
        return f"{scheme}://***"
    shown = re.sub(r"([?&](?!db=)[^=&]*)=[^&]*", r"\1=***", address)
    return f"{scheme}://{'***@' if at else ''}{shown}"


def split_store_url(url: str) -> SplitResult:
    """Split a URL, that of a group of servers with all their addresses as `netloc`. Raises `ValueError`."""
    scheme, _, rest = url.partition("://")
    if "+" not in scheme:
        return urlsplit(url)
    # Some versions of Python reject brackets in any address but the first.
    addresses = re.split("[/?#]", rest, maxsplit=1)[0]
    return urlsplit(f"{scheme}://{rest.removeprefix(addresses)}")._replace(netloc=addresses)


def parse_store_url(value: str) -> StoreUrl:
    """Parse a store URL. Raises `ValueError` with the reason, which shows no password."""
    if value.startswith("sqlite:"):
        _check_sqlite(value.removeprefix("sqlite:"))
    else:
        _check_redis(_split(value))
    return StoreUrl(value)


def _check_sqlite(file: str) -> None:
    if file.startswith("//"):
        raise ValueError("a file has no host; write sqlite:/ABSOLUTE/FILE with one slash")
    if file == ":memory:":
        raise ValueError("sessions must be in a file")
    if not PurePosixPath(file).name or "\0" in file:
        raise ValueError("there is no file name")


def _split(value: str) -> SplitResult:
    if re.search(r"[\s\x00-\x1f#]", value):
        raise ValueError("spaces, control characters and # must be written with %")
    try:
        url = split_store_url(value)
        if "+" not in url.scheme:
            _ = url.port
    except ValueError:
        raise ValueError("the address cannot be read") from None
    return url


def _check_redis(url: SplitResult) -> None:
    if url.scheme not in STORE_OPTIONS:
        raise ValueError("there is no such kind of store")
    if url.scheme == "unix":
        _check_socket(url)
    elif "+" in url.scheme:
        _check_group(url)
    else:
        _check_server(url)
    for option, _ in parse_qsl(url.query, keep_blank_values=True):
        if option not in STORE_OPTIONS[url.scheme]:
            raise ValueError("there is an option that is not known")


def _check_server(url: SplitResult) -> None:
    _check_place(url)
    if not re.fullmatch(r"(/[0-9]{0,4})?", url.path):
        raise ValueError("the database must be a number")


def _check_group(url: SplitResult) -> None:
    """Check the URL of a group of servers: its addresses, and the name of the service for Sentinels."""
    for address in url.netloc.rpartition("@")[2].split(","):
        _check_address(address)
    if url.scheme.endswith("+cluster") and url.path not in ("", "/"):
        raise ValueError("a cluster has no databases, so nothing may come after its addresses")
    if url.scheme.endswith("+sentinel") and not re.fullmatch(r"/[A-Za-z0-9._-]+(/[0-9]{0,4})?", url.path):
        raise ValueError("the name by which the Sentinels know the service is missing")


def _check_address(address: str) -> None:
    try:
        place = urlsplit(f"//{address}")
        _ = place.port
    except ValueError:
        raise ValueError("the address cannot be read") from None
    _check_place(place)


def _check_place(place: SplitResult) -> None:
    if not place.hostname:
        raise ValueError("there is no host")
    if place.port == 0:
        raise ValueError("the port must be from 1 to 65535")


def _check_socket(url: SplitResult) -> None:
    if url.hostname or not PurePosixPath(url.path).name:
        raise ValueError("a socket has an absolute path and no host")
    if not re.fullmatch(r"(db=[0-9]{1,4})?", url.query):
        raise ValueError("the only option is db=DB")
