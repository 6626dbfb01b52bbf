"""The URLs of stores: their forms, their parts, and their display without secrets."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

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
REDIS_PORT = 6379
SENTINEL_PORT = 26379


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
    # An @ after the ? may belong to the user's password or to that of the Sentinels.
    if "@" in rest.partition("?")[2] or not re.fullmatch(rf"{host}(,{host})*(/[^?#@:]*)?", address.partition("?")[0]):
        return f"{scheme}://***"
    shown = re.sub(r"([?&](?!db=)[^=&]*)=[^&]*", r"\1=***", address)
    return f"{scheme}://{'***@' if at else ''}{shown}"


class RedisUrl(NamedTuple):
    """The parts of a URL of Redis servers: one server, the Sentinels of a `service`, or some nodes of a cluster.

    A `socket` replaces the address.
    """

    kind: Literal["redis", "sentinel", "cluster"]
    is_encrypted: bool
    addresses: tuple[tuple[str, int], ...]
    user: str | None
    password: str | None
    db: int
    service: str
    socket: str
    options: Mapping[str, str]


def parse_store_url(value: str) -> StoreUrl:
    """Parse a store URL. Raises `ValueError` with the reason, which shows no password."""
    if value.startswith("sqlite:"):
        _check_sqlite(value.removeprefix("sqlite:"))
    else:
        parse_redis_url(value)
    return StoreUrl(value)


def _check_sqlite(file: str) -> None:
    if file.startswith("//"):
        raise ValueError("a file has no host; write sqlite:/ABSOLUTE/FILE with one slash")
    if file == ":memory:":
        raise ValueError("sessions must be in a file")
    if not PurePosixPath(file).name or "\0" in file:
        raise ValueError("there is no file name")


def parse_redis_url(value: str) -> RedisUrl:
    """Parse the URL of Redis servers. Raises `ValueError` with the reason, which shows no password."""
    url = _split(value)
    if url.scheme not in STORE_OPTIONS:
        raise ValueError("there is no such kind of store")
    base, _, kind = url.scheme.partition("+")
    login, _, hosts = url.netloc.rpartition("@")
    user, _, password = login.partition(":")
    addresses: list[tuple[str, int]] = []
    if base == "unix":
        service = ""
        db = _parse_socket(url)
    else:
        port = SENTINEL_PORT if kind == "sentinel" else REDIS_PORT
        addresses = [_parse_address(host, port) for host in (hosts.split(",") if kind else [hosts])]
        service, db = _parse_path(kind, url.path)
    if dict(parse_qsl(url.query, keep_blank_values=True)).keys() - STORE_OPTIONS[url.scheme]:
        raise ValueError("there is an option that is not known")
    return RedisUrl(
        kind=kind or "redis",  # type: ignore[arg-type]
        is_encrypted=base == "rediss",
        addresses=tuple(addresses) or (("", 0),),
        user=unquote(user) or None,
        password=unquote(password) or None,
        db=int(db or 0),
        service=service,
        socket=unquote(url.path) if base == "unix" else "",
        options=dict(parse_qsl(url.query)),
    )


def _split(value: str) -> SplitResult:
    """Split a URL; for a group of servers, `netloc` has all their addresses."""
    if re.search(r"[\s\x00-\x1f#]", value):
        raise ValueError("spaces, control characters and # must be written with %")
    scheme, _, rest = value.partition("://")
    # Some versions of Python reject brackets in any address but the first.
    addresses = re.split("[/?#]", rest, maxsplit=1)[0] if "+" in scheme else ""
    try:
        url = urlsplit(f"{scheme}://{rest.removeprefix(addresses)}" if addresses else value)
    except ValueError:
        raise ValueError("the address cannot be read") from None
    return url._replace(netloc=addresses or url.netloc)


def _parse_address(text: str, port: int) -> tuple[str, int]:
    """Parse HOST, HOST:PORT or [IPV6]:PORT; the default port is `port`."""
    try:
        place = urlsplit(f"//{text}")
        given = place.port
    except ValueError:
        raise ValueError("the address cannot be read") from None
    if not place.hostname:
        raise ValueError("there is no host")
    if given == 0:
        raise ValueError("the port must be from 1 to 65535")
    return unquote(place.hostname), given or port


def _parse_path(kind: str, path: str) -> tuple[str, str]:
    """Return the name of the service for Sentinels, and the database."""
    form = r"/([A-Za-z0-9._-]+)/?([0-9]{0,4})" if kind == "sentinel" else r"()/?([0-9]{0,4})"
    if kind == "cluster" and path not in ("", "/"):
        raise ValueError("a cluster has no databases, so nothing may come after its addresses")
    match = re.fullmatch(form, path)
    if match is None:
        if kind == "sentinel":
            raise ValueError("the name by which the Sentinels know the service is missing")
        raise ValueError("the database must be a number")
    return match[1], match[2]


def _parse_socket(url: SplitResult) -> str:
    """Return the database behind a socket."""
    if url.hostname or not PurePosixPath(url.path).name:
        raise ValueError("a socket has an absolute path and no host")
    match = re.fullmatch(r"(?:db=([0-9]{1,4}))?", url.query)
    if match is None:
        raise ValueError("the only option is db=DB")
    return match[1] or ""
