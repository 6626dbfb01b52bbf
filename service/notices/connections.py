"""Connections to receivers: each leads to an address that was checked, and none takes or gets more than its share.

A name is resolved for each request, and the connection is made to one of the addresses that were found, never to the
name: so a name whose address changes after the check leads nowhere else. An open connection serves a later request only
if its address is still one of the name's. There are no proxies, redirects and compression. Receivers may be hostile:
what is read of an answer is bounded, in bytes and in time.
"""

import asyncio
import ssl
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

import h11

from service.notices.addresses import Target, are_public, network_of
from service.notices.budgets import Budgets
from service.notices.lanes import QUICK, Lanes
from service.notices.resolving import Resolver

MOST_CONNECTIONS = 64
MOST_TO_A_HOST = 4
# How many requests of strangers are under way to an address, whatever names lead there; and how many of apps. Each
# number counts for hosts that answered quickly the last time, and again for all others.
MOST_OF_STRANGERS = 8
MOST_OF_APPS = 16
# How many connections to an address stay open without a request.
_MOST_IDLE = 8
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


class Held(Exception):
    """The receiver was not asked, since its address has as many requests as it may get. The message is a sentence."""


class _Stale(Exception):
    """The connection was closed before a byte of the answer came."""


class _Unreachable(Unanswered):
    """An address could not be connected to; another one may be tried."""


def _too_many() -> Held:
    return Held("Too many requests were under way.")


class _Call:
    """A request on its way. `too_late` is what to raise if its time is over."""

    def __init__(self, target: Target, request: h11.Request, body: bytes, is_of_app: bool) -> None:
        self.target = target
        self.request = request
        self.body = body
        self.is_of_app = is_of_app
        self.too_late: Exception = _too_many()


class Connections:
    """The connections of a worker: at most 64, at most 4 to a host, and a share of them to an address.

    Hosts that are slow do not take them all. `find` returns the addresses of a name; `tls` is None for the certificates
    that the system trusts; `seconds` is the time for a request; `clock` is that of the budgets of addresses.
    """

    def __init__(
        self,
        allows_private: bool,
        find: Callable[[str], Sequence[str]],
        tls: ssl.SSLContext | None,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._allows_private = allows_private
        self._resolver = Resolver(find)
        self._tls = tls
        self._seconds = seconds
        self._budgets = Budgets(clock)
        # One half is kept for hosts that answered quickly the last time.
        self._lanes = Lanes(MOST_CONNECTIONS // 2)
        self._turns_of_hosts: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._turns_of_networks: WeakValueDictionary[tuple[str, bool, bool], asyncio.Semaphore] = WeakValueDictionary()
        self._busy = 0
        # The connections that nobody uses, and their origins; the oldest first.
        self._idle: dict[_Connection, str] = {}

    async def post(self, target: Target, headers: Mapping[str, str], body: bytes, *, is_of_app: bool) -> Answer:
        """Send a request, and return the answer as soon as its header has come. Raises `Unanswered` and `Held`.

        The requests of apps count against no budget: the operator knows them, and one may have very many tables.
        """
        fields = [*headers.items(), ("Content-Length", str(len(body)))]
        request = h11.Request(method="POST", target=target.path, headers=fields)
        call = _Call(target, request, body, is_of_app)
        try:
            async with asyncio.timeout(self._seconds):
                addresses = await self._resolve(call)
                call.too_late = _too_many()
                async with self._turns_of_hosts.setdefault(target.origin, asyncio.Semaphore(MOST_TO_A_HOST)):
                    return await self._ask(call, addresses)
        except TimeoutError:
            raise call.too_late from None

    def close(self) -> None:
        """Close the connections that nobody uses."""
        for connection in list(self._idle):
            connection.close()

    async def _resolve(self, call: _Call) -> Sequence[str]:
        target = call.target
        if target.address is not None:
            return (target.address,)
        found = await self._resolver.begin(target.host)
        call.too_late = Unanswered("The name of the host was not resolved in time.")
        try:
            addresses = await asyncio.shield(found)
        except OSError:
            addresses = ()
        if self._allows_private and not addresses:
            raise Unanswered("The name of the host cannot be resolved.")
        if not addresses or not (self._allows_private or are_public(addresses)):
            # One sentence for both: nobody learns which names the network of the service has.
            raise Unanswered("The name of the host cannot be resolved to public addresses.")
        return tuple(dict.fromkeys(addresses))

    async def _ask(self, call: _Call, addresses: Sequence[str]) -> Answer:
        """Ask at one of the addresses: first where a connection is open, then in their order."""
        is_open = self._find_open(call.target.origin, addresses)
        tried = sorted(addresses, key=lambda address: address not in is_open)[:_TRIED]
        failures = list[Exception]()
        for address in tried:
            try:
                await self._spend(call, address)
                return await self._ask_at(call, address, is_last=address == tried[-1])
            except (Held, _Unreachable) as error:
                failures.append(error)
        # The first address is the best one, so its failure says most about the receiver.
        raise failures[0]

    async def _spend(self, call: _Call, address: str) -> None:
        """Take the request from the budget of an address, and wait for its turn. Raises `Held`."""
        if call.is_of_app:
            return
        seconds = self._budgets.spend(address)
        if seconds is None:
            raise Held("The service sends no more requests to the address of the receiver at this time.")
        if seconds:
            await asyncio.sleep(seconds)

    def _find_open(self, origin: str, addresses: Sequence[str]) -> Collection[str]:
        """Return the addresses to which a connection is ready; close those to other addresses."""
        found = set[str]()
        for connection in [one for one, its_origin in self._idle.items() if its_origin == origin]:
            if connection.is_ready and connection.address in addresses:
                found.add(connection.address)
            else:
                connection.close()
        return found

    async def _ask_at(self, call: _Call, address: str, *, is_last: bool) -> Answer:
        """Ask at an address, when it is the request's turn there."""
        origin = call.target.origin
        async with self._turns_at(address, call), self._lanes.lane_of(origin):
            call.too_late = Unanswered(f"The receiver did not answer within {self._seconds:g} seconds.")
            started = asyncio.get_running_loop().time()
            is_quick = False
            self._busy += 1
            try:
                answer = await self._ask_one(call, address, is_last)
                is_quick = asyncio.get_running_loop().time() - started < QUICK
            finally:
                self._busy -= 1
                self._lanes.note(origin, is_quick)
        if not call.is_of_app and 200 <= answer.status < 300:
            self._budgets.note_accepted(address)
        return answer

    def _turns_at(self, address: str, call: _Call) -> asyncio.Semaphore:
        # Very many receivers share the address of a large host: strangers and slow ones do not take the turns of all.
        key = network_of(address), call.is_of_app, self._lanes.is_quick(call.target.origin)
        most = MOST_OF_APPS if call.is_of_app else MOST_OF_STRANGERS
        return self._turns_of_networks.setdefault(key, asyncio.Semaphore(most))

    async def _ask_one(self, call: _Call, address: str, is_last: bool) -> Answer:
        """Send a request over an open connection, or else over a new one."""
        try:
            while (connection := self._take(call.target.origin, address)) is not None:
                try:
                    return await self._use(connection, call)
                except _Stale:
                    # Its receiver had got tired of it: the request goes to the next one.
                    continue
            connection = await self._connect(call.target, address, None if is_last else _CONNECT_SECONDS)
            return await self._use(connection, call)
        except _Stale:
            raise Unanswered(_CLOSED) from None

    async def _use(self, connection: "_Connection", call: _Call) -> Answer:
        try:
            answer = await connection.ask(call.request, call.body)
        except BaseException:
            connection.close()
            raise
        if connection.is_open:
            self._keep(connection, call.target.origin)
        return answer

    def _keep(self, connection: "_Connection", origin: str) -> None:
        """Keep a connection for a later request, instead of the oldest one if its address has many."""
        self._idle[connection] = origin
        connection.close_later(_IDLE_SECONDS)
        same = [one for one in self._idle if one.network == connection.network]
        if len(same) > _MOST_IDLE:
            same[0].close()

    def _take(self, origin: str, address: str) -> "_Connection | None":
        """Return an open connection to an address, if there is one."""
        for connection, its_origin in self._idle.items():
            if its_origin == origin and connection.address == address and connection.is_ready:
                del self._idle[connection]
                return connection
        return None

    async def _connect(self, target: Target, address: str, seconds: float | None) -> "_Connection":
        """Connect to an address, within some seconds if others are left. Raises `Unanswered`."""
        self._make_room()
        try:
            async with asyncio.timeout(seconds):
                return await self._open(target, address)
        except TimeoutError:
            raise _Unreachable("No connection could be made.") from None

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
            raise _Unreachable(f"The receiver's certificate is not valid: {message}.") from None
        except ssl.SSLError:
            raise _Unreachable("The receiver does not speak TLS as it should.") from None
        except ConnectionRefusedError:
            raise _Unreachable("The receiver refused the connection.") from None
        except OSError:
            raise _Unreachable("No connection could be made.") from None
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
        self.network = network_of(address)
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
