"""Connections to receivers: each leads to an address that was checked, and no receiver takes more than its share.

A name is resolved for each request, and the connection is made to one of the addresses that were found, never to the
name: so a name whose address changes after the check leads nowhere else. An open connection serves a later request only
if its address is still one of the name's. There are no proxies, redirects and compression. Receivers may be hostile:
what is read of an answer is bounded, in bytes and in time.
"""

import asyncio
import ssl
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

import h11

from service.notices.addresses import Target, are_public
from service.notices.lanes import QUICK, Lanes
from service.notices.resolving import Resolver

MOST_CONNECTIONS = 64
MOST_TO_A_HOST = 4
# How much is read of an answer, and of its header.
MOST_BYTES = 65_536
_MOST_OF_HEADER = 16_384
# How many parts of an answer are read, such as chunks: 64 kB of the smallest ones would take 30 ms of the event loop.
MOST_PARTS = 100

# How many addresses of a name are tried, and for how long while others are left.
_TRIED = 3
_CONNECT_SECONDS = 5.0
_IDLE_SECONDS = 30.0

_CLOSED = "The receiver closed the connection before it answered."


class Answer(NamedTuple):
    """The answer of a receiver: its status and its header Retry-After."""

    status: int
    retry_after: str | None


class Unanswered(Exception):
    """There is no answer. The message is a sentence for the owner of the endpoint; it names no address."""


class _Stale(Exception):
    """The connection was closed before a byte of the answer came."""


class Connections:
    """The connections of a worker: at most 64, and at most 4 to a host. Hosts that are slow do not take them all.

    `find` returns the addresses of a name; `tls` is None for the certificates that the system trusts; `seconds` is the
    time for a request.
    """

    def __init__(
        self, allows_private: bool, find: Callable[[str], Sequence[str]], tls: ssl.SSLContext | None, seconds: float
    ) -> None:
        self._allows_private = allows_private
        self._resolver = Resolver(find)
        self._tls = tls
        self._seconds = seconds
        # One half is kept for hosts that answered quickly the last time.
        self._lanes = Lanes(MOST_CONNECTIONS // 2)
        self._turns_of_hosts: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._busy = 0
        # The connections that nobody uses, and their origins; the oldest first.
        self._idle: dict[_Connection, str] = {}

    async def post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send a request, and return the answer as soon as its header has come. Raises `Unanswered`."""
        fields = [*headers.items(), ("Content-Length", str(len(body)))]
        request = h11.Request(method="POST", target=target.path, headers=fields)
        late = "The name of the host was not resolved in time."
        try:
            async with asyncio.timeout(self._seconds):
                addresses = await self._resolve(target)
                late = "Too many requests were under way."
                async with self._turns_of(target.origin), self._lanes.lane_of(target.origin):
                    late = f"The receiver did not answer within {self._seconds:g} seconds."
                    return await self._ask(target, addresses, request, body)
        except TimeoutError:
            raise Unanswered(late) from None

    def close(self) -> None:
        """Close the connections that nobody uses."""
        for connection in list(self._idle):
            connection.close()

    async def _resolve(self, target: Target) -> Sequence[str]:
        if target.address is not None:
            return (target.address,)
        try:
            addresses = await asyncio.shield(await self._resolver.begin(target.host))
        except OSError:
            addresses = ()
        if not addresses:
            raise Unanswered("The name of the host cannot be resolved.")
        if not self._allows_private and not are_public(addresses):
            raise Unanswered("The name of the host has an address that is not public.")
        return tuple(dict.fromkeys(addresses))

    def _turns_of(self, origin: str) -> asyncio.Semaphore:
        return self._turns_of_hosts.setdefault(origin, asyncio.Semaphore(MOST_TO_A_HOST))

    async def _ask(self, target: Target, addresses: Sequence[str], request: h11.Request, body: bytes) -> Answer:
        started = asyncio.get_running_loop().time()
        is_quick = False
        self._busy += 1
        try:
            answer = await self._ask_one(target, addresses, request, body)
            is_quick = asyncio.get_running_loop().time() - started < QUICK
            return answer
        finally:
            self._busy -= 1
            self._lanes.note(target.origin, is_quick)

    async def _ask_one(self, target: Target, addresses: Sequence[str], request: h11.Request, body: bytes) -> Answer:
        """Send a request over an open connection, or else over a new one."""
        try:
            while (connection := self._take(target.origin, addresses)) is not None:
                try:
                    return await self._use(connection, target.origin, request, body)
                except _Stale:
                    # Its receiver had got tired of it: the request goes to the next one.
                    continue
            connection = await self._connect(target, addresses)
            return await self._use(connection, target.origin, request, body)
        except _Stale:
            raise Unanswered(_CLOSED) from None

    async def _use(self, connection: "_Connection", origin: str, request: h11.Request, body: bytes) -> Answer:
        try:
            answer = await connection.ask(request, body)
        except BaseException:
            connection.close()
            raise
        if connection.is_open:
            self._idle[connection] = origin
            connection.close_later(_IDLE_SECONDS)
        return answer

    def _take(self, origin: str, addresses: Sequence[str]) -> "_Connection | None":
        """Return an open connection to one of the addresses, if there is one; close all others that were tried."""
        for connection in [one for one, its_origin in self._idle.items() if its_origin == origin]:
            del self._idle[connection]
            if connection.is_ready and connection.address in addresses:
                return connection
            connection.close()
        return None

    async def _connect(self, target: Target, addresses: Sequence[str]) -> "_Connection":
        """Connect to one of the addresses, in their order."""
        self._make_room()
        *others, last = addresses[:_TRIED]
        for address in others:
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return await self._open(target, address)
            except (OSError, Unanswered):
                continue
        return await self._open(target, last)

    async def _open(self, target: Target, address: str) -> "_Connection":
        tls = await self._trusted() if target.scheme == "https" else None
        try:
            _, connection = await asyncio.get_running_loop().create_connection(
                lambda: _Connection(address, self._forget),
                address,
                target.port,
                ssl=tls,
                server_hostname=None if tls is None else target.host,
            )
        except ssl.SSLCertVerificationError as error:
            message = error.verify_message.removesuffix(".")
            raise Unanswered(f"The receiver's certificate is not valid: {message}.") from None
        except ssl.SSLError:
            raise Unanswered("The receiver does not speak TLS as it should.") from None
        except ConnectionRefusedError:
            raise Unanswered("The receiver refused the connection.") from None
        except OSError:
            raise Unanswered("No connection could be made.") from None
        return connection

    async def _trusted(self) -> ssl.SSLContext:
        if self._tls is None:
            # It takes 20 ms, which no service needs to start and no request may wait for.
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        return self._tls

    def _make_room(self) -> None:
        """Close the oldest connections that nobody uses, if with the new one there were too many."""
        surplus = self._busy + len(self._idle) - MOST_CONNECTIONS
        for connection in list(self._idle)[: max(surplus, 0)]:
            connection.close()

    def _forget(self, connection: "_Connection") -> None:
        self._idle.pop(connection, None)


class _Connection(asyncio.Protocol):
    """A connection to `address`, for one request after the other; `forget` is called when it closes."""

    _transport: asyncio.Transport

    def __init__(self, address: str, forget: "Callable[[_Connection], None]") -> None:
        self.address = address
        self._forget = forget
        self._http = h11.Connection(h11.CLIENT, _MOST_OF_HEADER)
        self._received = 0
        self._parts = 0
        self._answer: asyncio.Future[Answer] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether the connection is open."""
        return not self._transport.is_closing()

    @property
    def is_ready(self) -> bool:
        """Tell whether the connection can take a request: the last answer has come to its end."""
        return self.is_open and self._http.our_state is h11.IDLE

    async def ask(self, request: h11.Request, body: bytes) -> Answer:
        """Send a request and return the answer, as soon as its header has come. Raises `Unanswered` and `_Stale`."""
        if self._transport.is_closing():
            raise _Stale
        self._stop_timer()
        self._received = 0
        self._parts = 0
        self._answer = asyncio.get_running_loop().create_future()
        parts = (request, h11.Data(body), h11.EndOfMessage())
        self._transport.write(b"".join(self._http.send(part) or b"" for part in parts))
        return await self._answer

    def close(self) -> None:
        """Close the connection at once."""
        self._forget(self)
        self._transport.abort()

    def close_later(self, seconds: float) -> None:
        """Close the connection unless it gets a request in time."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self.close)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; with TLS, once the certificate is checked."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Read an answer as far as its limit. An answer that nobody asked for ends the connection."""
        if self.is_ready:
            self.close()
            return
        rest = MOST_BYTES - self._received
        self._received += len(data)
        self._http.receive_data(data[:rest])
        try:
            is_fine = self._read()
        except h11.RemoteProtocolError:
            self._fail(Unanswered("The receiver's answer is not valid HTTP."))
            is_fine = False
        if not is_fine or self._received > MOST_BYTES:
            self._fail(Unanswered("The receiver's answer is too long."))
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  the name is asyncio's
        """End the wait for an answer: none will come."""
        self._forget(self)
        self._stop_timer()
        self._fail(Unanswered(_CLOSED) if self._received else _Stale())

    def _read(self) -> bool:
        """Carry out what has come; tell whether the connection stays open."""
        while self._parts < MOST_PARTS:
            self._parts += 1
            event = self._http.next_event()
            if isinstance(event, h11.Response):
                self._succeed(event)
            elif isinstance(event, h11.EndOfMessage):
                return self._end()
            elif event is h11.NEED_DATA:
                return True
        return False

    def _succeed(self, response: h11.Response) -> None:
        if self._answer is not None and not self._answer.done():
            found = (value for name, value in response.headers if name == b"retry-after")
            self._answer.set_result(Answer(response.status_code, next(found, b"").decode("latin-1") or None))

    def _end(self) -> bool:
        """Prepare for the next request; tell whether there can be one."""
        is_done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        has_more, _ = self._http.trailing_data
        if not is_done or has_more:
            return False
        self._http.start_next_cycle()
        return True

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
