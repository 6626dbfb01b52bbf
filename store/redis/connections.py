"""Connections to the Redis servers in a store URL."""

from collections.abc import Iterable, Mapping
from typing import Any

from redis.asyncio.connection import AbstractConnection, Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.maint_notifications import MaintNotificationsConfig

from store.redis.node import Address
from store.url import parse_redis_url

# No timeouts, since `RedisNode` has them: redis-py's may swallow a cancellation (`asyncio.wait_for` in Python 3.11).
DEFAULTS: Mapping[str, Any] = {
    # redis-py would retry a command that may have been executed; our callers retry, with the same key.
    "retry": Retry(NoBackoff(), 0),
    "protocol": 2,
    "driver_info": None,
    "maint_notifications_config": MaintNotificationsConfig(enabled=False),
}


class RedisServers:
    """The servers in a URL that `parse_store_url` has checked, and connections to them, not opened yet."""

    def __init__(self, url: str) -> None:
        self.url = parse_redis_url(url)
        self._tls: dict[str, Any] = {name: value for name, value in self.url.options.items() if name.startswith("ssl_")}

    def connect(self, address: Address) -> AbstractConnection:
        """Return a connection to a server that stores documents."""
        url = self.url
        options = {"username": url.user, "password": url.password, "db": url.db, **DEFAULTS}
        if url.socket:
            return _UnixSocket(path=url.socket, **options)
        return self._connect(address, options)

    def connect_sentinel(self, address: Address) -> AbstractConnection:
        """Return a connection to a Sentinel."""
        user, password = (self.url.options.get(f"sentinel_{name}") for name in ("username", "password"))
        return self._connect(address, {"username": user, "password": password, **DEFAULTS})

    def _connect(self, address: Address, options: Mapping[str, Any]) -> AbstractConnection:
        kind = _Tls if self.url.is_encrypted else _Tcp
        return kind(host=address[0], port=address[1], **options, **self._tls)


class _Resettable(AbstractConnection):
    """A connection of redis-py that reports a reset as a lost connection, with any event loop."""

    async def send_packed_command(self, command: bytes | str | Iterable[bytes], check_health: bool = True) -> None:
        """Send commands. Raises redis-py's `ConnectionError` when the connection is lost."""
        try:
            await super().send_packed_command(command, check_health)
        except (RuntimeError, AttributeError) as error:
            # For a write on a connection that the other side has reset, uvloop raises the first, and the event loop of
            # some Python 3.12 and 3.13 the second.
            raise RedisConnectionError(str(error)) from error


class _Tcp(_Resettable, Connection):
    pass


class _Tls(_Resettable, SSLConnection):
    pass


class _UnixSocket(_Resettable, UnixDomainSocketConnection):
    pass
