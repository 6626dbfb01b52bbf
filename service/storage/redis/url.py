"""The Redis servers in a CROUPIER_STORE URL: their addresses, and connections to them."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from redis.asyncio.connection import AbstractConnection, Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.maint_notifications import MaintNotificationsConfig

from service.settings.store_url import split_store_url
from service.storage.redis.node import ANSWER_SECONDS, CONNECT_SECONDS, SENTINEL_SECONDS, Address

REDIS_PORT = 6379
SENTINEL_PORT = 26379
SENTINEL_USER, SENTINEL_PASSWORD = "sentinel_username", "sentinel_password"


class RedisUrl(msgspec.Struct, frozen=True):
    """A parsed URL; `service` is the name by which Sentinels know the primary."""

    kind: Literal["redis", "sentinel", "cluster"]
    addresses: tuple[Address, ...]
    options: Mapping[str, Any]
    sentinel_options: Mapping[str, Any]
    service: str
    is_encrypted: bool

    def connect(self, address: Address) -> AbstractConnection:
        """Return a connection to a server that keeps sessions, not opened yet."""
        return _connection(address, self.options, self.is_encrypted)

    def connect_sentinel(self, address: Address) -> AbstractConnection:
        """Return a connection to a Sentinel, not opened yet."""
        patience = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
        return _connection(address, {**self.sentinel_options, **patience}, self.is_encrypted)


def parse_redis_url(url: str) -> RedisUrl:
    """Parse a URL that `service.settings` has checked."""
    scheme, _, _ = url.partition("://")
    base, _, kind = scheme.partition("+")
    parts = split_store_url(url)
    options = dict(parse_qsl(parts.query))
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    tls = {name: value for name, value in options.items() if name.startswith("ssl_")}
    known = {"username": unquote(user) or None, "password": unquote(password) or None}
    sentinel = {"username": options.get(SENTINEL_USER), "password": options.get(SENTINEL_PASSWORD)}
    if base == "unix":
        where = {"path": unquote(parts.path), "db": int(options.get("db", 0))}
        return RedisUrl("redis", (("", 0),), {**known, **where}, {}, "", is_encrypted=False)
    path = parts.path.removeprefix("/").split("/")
    service, db = (unquote(path[0]), path[1:]) if kind == "sentinel" else ("", path)
    return RedisUrl(
        kind=kind or "redis",  # type: ignore[arg-type]
        addresses=tuple(
            parse_address(host, SENTINEL_PORT if kind == "sentinel" else REDIS_PORT) for host in hosts.split(",")
        ),
        options={**known, **tls, "db": int("".join(db) or 0)},
        sentinel_options={**sentinel, **tls},
        service=service,
        is_encrypted=base == "rediss",
    )


def parse_address(text: str, port: int) -> Address:
    """Parse HOST, HOST:PORT or [IPV6]:PORT; the default port is `port`."""
    parts = urlsplit(f"//{text}")
    return unquote(parts.hostname or ""), parts.port or port


class _Resettable(AbstractConnection):
    """A connection of redis-py that reports a reset as a lost connection, with any event loop."""

    async def send_packed_command(self, command: bytes | str | Iterable[bytes], check_health: bool = True) -> None:
        """Send commands. Raises redis-py's `ConnectionError` when the connection is lost."""
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as error:
            # uvloop raises this for a write on a connection that the other side has reset.
            raise RedisConnectionError(str(error)) from error


class _Tcp(_Resettable, Connection):
    pass


class _Tls(_Resettable, SSLConnection):
    pass


class _UnixSocket(_Resettable, UnixDomainSocketConnection):
    pass


def _connection(address: Address, options: Mapping[str, Any], is_encrypted: bool) -> AbstractConnection:
    common: dict[str, Any] = {
        "socket_timeout": ANSWER_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        # redis-py would retry a command that may have been carried out; our callers retry, with the same key.
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
        "driver_info": None,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
        **options,
    }
    if "path" in options:
        return _UnixSocket(**common)
    kind = _Tls if is_encrypted else _Tcp
    return kind(host=address[0], port=address[1], **common)
