"""Sending to receivers that are well, ill or hostile: each attempt ends in time, and says what came of it."""

import asyncio
import re
import ssl
import threading
import time
from asyncio import StreamReader, StreamWriter
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from service.notices.connections import MOST_BYTES, MOST_PARTS
from service.notices.sending import Attempt, Sender
from tests.service.notices.receivers import Answering, Authority, Receiver, answer, read_request
from tests.support.stores import until

pytestmark = pytest.mark.anyio

OK = answer("204 No Content")
SECRETS = (b"n" * 32, b"f" * 32)
BODY = b'{"type":"turn.started","timestamp":"2026-11-29T12:00:00.000Z","data":{"sessionId":"s1","seat":0}}'
NO_HTTP = "The receiver's answer is not valid HTTP."
CLOSED = "The receiver closed the connection before it answered."
# Of an attempt that must fail by it.
SHORT = 1.0
LATE = "The receiver did not answer within 1 seconds."


@pytest.fixture(
    scope="module", params=[("asyncio", {"use_uvloop": use}) for use in (False, True)], ids=["asyncio", "uvloop"]
)
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """The event loop of the service, and that of Python: their transports differ in what they raise."""
    backend: tuple[str, dict[str, Any]] = request.param
    return backend


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


Resolve = Callable[[str], Sequence[str]]


def at_loopback(_: str) -> Sequence[str]:
    """Resolve every name to the receivers of the tests."""
    return ("127.0.0.1",)


def each_at_its_own(name: str) -> Sequence[str]:
    """Resolve names such as host-7.example to addresses of their own: receivers at 0.0.0.0 get what goes there."""
    return (f"127.0.1.{re.sub('[^0-9]', '', name)}",)


@asynccontextmanager
async def sending(
    *,
    allows_private: bool = True,
    resolve: Resolve = at_loopback,
    tls: ssl.SSLContext | None = None,
    seconds: float = 20,
) -> AsyncIterator[Sender]:
    sender = Sender(allows_private, None, resolve=resolve, tls=tls, seconds=seconds)
    yield sender
    await sender.close()


async def send(sender: Sender, url: str, message_id: str = "msg_1") -> Attempt:
    return await sender.send_webhook(url, SECRETS, message_id, int(time.time()), BODY)


async def attempt(receiver: Receiver, seconds: float = 20) -> Attempt:
    """Send a notice to a receiver, once."""
    async with receiver, sending(seconds=seconds) as sender:
        return await send(sender, receiver.url())


# ---- what is sent


async def test_a_receiver_gets_the_body_and_who_sends_it() -> None:
    receiver = Receiver(OK)
    assert await attempt(receiver) == Attempt(204)
    (request,) = receiver.requests
    assert request.line == "POST /notices?for=me HTTP/1.1"
    assert request.body == BODY
    assert request.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"].startswith("Croupier/")
    assert request.headers["accept-encoding"] == "identity"


async def test_the_reference_library_verifies_a_webhook_with_each_of_its_secrets() -> None:
    receiver = Receiver(OK)
    await attempt(receiver)
    (request,) = receiver.requests
    for secret in SECRETS:
        verified = Webhook(f"whsec_{b64encode(secret).decode()}").verify(request.body, request.headers)
        assert verified["data"] == {"sessionId": "s1", "seat": 0}
    with pytest.raises(WebhookVerificationError):
        Webhook(b64encode(b"another secret").decode()).verify(request.body, request.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(b64encode(SECRETS[0]).decode()).verify(request.body + b" ", request.headers)


# ---- what came of it


@pytest.mark.parametrize(
    ("status", "is_ok", "is_gone", "reason"),
    [
        ("200 OK", True, False, ""),
        ("299 Strange", True, False, ""),
        ("302 Found", False, False, "The receiver answered 302 Found: redirects are not followed."),
        ("404 Not Found", False, False, "The receiver answered 404 Not Found."),
        ("410 Gone", False, True, "The receiver answered 410 Gone."),
        ("429 <b>no</b>", False, False, "The receiver answered 429 Too Many Requests."),
        ("500 Internal Server Error", False, False, "The receiver answered 500 Internal Server Error."),
        ("502 Bad Gateway", False, False, "The receiver answered 502 Bad Gateway."),
        ("503 Service Unavailable", False, False, "The receiver answered 503 Service Unavailable."),
        ("504 Gateway Timeout", False, False, "The receiver answered 504 Gateway Timeout."),
        ("799 Strange", False, False, "The receiver answered 799."),
    ],
)
async def test_the_status_tells_what_came_of_an_attempt(status: str, is_ok: bool, is_gone: bool, reason: str) -> None:
    made = await attempt(Receiver(answer(status)))
    assert made.status == int(status[:3])
    assert (made.ok, made.gone, made.reason) == (is_ok, is_gone, reason)


@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("99999999999999999999", 21_600),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 21_600),
    ],
)
async def test_a_receiver_may_ask_for_a_break(retry_after: str, seconds: float) -> None:
    made = await attempt(Receiver(answer("503 Busy", f"Retry-After: {retry_after}")))
    assert made.retry_after == seconds


@pytest.mark.parametrize(
    "form",
    ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y", "%d %b %Y %H:%M:%S +0000"],
)
async def test_a_break_may_end_at_a_time_of_each_form(form: str) -> None:
    end = datetime.now(UTC) + timedelta(hours=1)
    made = await attempt(Receiver(answer("503 Busy", f"Retry-After: {end.strftime(form)}")))
    assert made.retry_after is not None
    assert 3300 < made.retry_after <= 3600


@pytest.mark.parametrize(
    "retry_after",
    [
        "",
        "soon",
        "-5",
        "1.5",
        "²",
        "Wed, 99 Foo 2015",
        "Fri, 31 Dec 99999 00:00:00 GMT",
        f"Fri, 31 Dec 2026 00:00:00 +{'9' * 99}",
    ],
)
async def test_a_break_that_cannot_be_read_is_none(retry_after: str) -> None:
    made = await attempt(Receiver(answer("503 Busy", f"Retry-After: {retry_after}".strip())))
    assert made.status == 503
    assert made.retry_after is None


@pytest.mark.parametrize(
    ("status", "seconds"),
    [("429 Busy", 60), ("502 Busy", 30), ("504 Busy", 30), ("500 Busy", None), ("204 Idle", None)],
)
async def test_a_receiver_that_has_too_much_to_do_gets_a_break_unasked(status: str, seconds: float | None) -> None:
    assert (await attempt(Receiver(answer(status)))).retry_after == seconds
    assert (await attempt(Receiver(answer(status, "Retry-After: 7")))).retry_after == 7


# ---- where it goes


@pytest.mark.parametrize(
    "addresses",
    [
        (),
        ("127.0.0.1",),
        ("8.8.8.8", "127.0.0.1"),
        ("::ffff:8.8.8.8",),
        ("64:ff9b::808:808", "8.8.8.8"),
        ("fe80::1%lo",),
    ],
)
async def test_a_name_with_an_address_that_is_not_public_is_refused_like_one_without_any(
    addresses: Sequence[str],
) -> None:
    async with sending(allows_private=False, resolve=lambda _: addresses) as sender:
        made = await send(sender, "https://receiver.example/")
    # If the connection had been tried, another reason would be given.
    assert made == Attempt(None, "The name of the host cannot be resolved to public addresses.")


async def test_a_url_that_is_not_allowed_any_more_gets_nothing() -> None:
    async with Receiver(OK) as receiver, sending(allows_private=False) as sender:
        made = await send(sender, receiver.url())
    assert made == Attempt(None, "The URL must begin with https://, or with http:// if CROUPIER_WEBHOOKS is `private`.")
    assert receiver.connections == 0


async def test_a_redirect_leads_nowhere() -> None:
    async with Receiver(OK) as inner:
        made = await attempt(Receiver(answer("307 Temporary Redirect", f"Location: {inner.url()}")))
    assert (made.status, made.ok, inner.connections) == (307, False, 0)


async def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Receiver(OK) as proxy:
        for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url())
        assert (await attempt(Receiver(OK))).ok
    assert proxy.connections == 0


async def test_an_open_connection_is_left_when_its_name_moves_to_another_address() -> None:
    addresses = [["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"]]
    everywhere = Receiver(OK, host="0.0.0.0")
    async with everywhere as receiver, sending(resolve=lambda _: addresses.pop(0)) as sender:
        for _ in range(3):
            assert (await send(sender, receiver.url("receiver.example"))).ok
    assert [request.to for request in receiver.requests] == ["127.0.0.1", "127.0.0.1", "127.0.0.2"]
    assert receiver.connections == 2


async def test_the_next_address_of_a_name_is_tried_if_one_does_not_answer() -> None:
    async with Receiver(OK) as receiver, sending(resolve=lambda _: ("::1", "127.0.0.1")) as sender:
        assert (await send(sender, receiver.url("receiver.example"))).ok


async def test_a_name_without_an_address_gets_nothing() -> None:
    def fail(_: str) -> Sequence[str]:
        raise OSError

    for resolve in (fail, lambda _: ()):
        async with sending(resolve=resolve) as sender:
            made = await send(sender, "https://receiver.example/")
        assert made == Attempt(None, "The name of the host cannot be resolved.")


async def test_a_name_that_python_cannot_encode_gets_nothing_and_holds_up_no_other() -> None:
    def resolve(name: str) -> Sequence[str]:
        if name != "receiver.example":
            raise UnicodeError("label empty or too long")
        return at_loopback(name)

    async with Receiver(OK) as receiver, sending(resolve=resolve) as sender:
        for _ in range(2):
            names = [f"xn--{n}.example" for n in range(20)]
            attempts = await asyncio.gather(*(send(sender, f"https://{name}/") for name in names))
            assert {made.reason for made in attempts} == {"The name of the host cannot be resolved."}
        assert (await send(sender, receiver.url("receiver.example"))).ok


async def test_the_resolver_of_the_system_finds_this_machine() -> None:
    sender = Sender(True, None)
    async with Receiver(OK) as receiver:
        assert (await send(sender, receiver.url("localhost"))).ok
    await sender.close()


async def test_a_host_that_listens_to_nobody_is_named_as_such() -> None:
    async with Receiver(OK) as receiver, sending() as sender:
        await receiver.__aexit__()
        assert await send(sender, receiver.url()) == Attempt(None, "The receiver refused the connection.")


# ---- TLS


async def test_a_certificate_for_the_name_is_accepted(authority: Authority) -> None:
    for host in ("receiver.example", "127.0.0.1"):
        async with (
            Receiver(OK, tls=authority.certify(host)) as receiver,
            sending(tls=authority.trusting()) as sender,
        ):
            assert (await send(sender, receiver.url(host, "https"))).ok
            assert receiver.requests[0].headers["host"] == f"{host}:{receiver.port}"


@pytest.mark.parametrize(
    ("host", "days", "is_trusted", "reason"),
    [
        ("other.example", 1, True, "Hostname mismatch, certificate is not valid for 'receiver.example'."),
        ("127.0.0.1", 1, True, "Hostname mismatch, certificate is not valid for 'receiver.example'."),
        ("receiver.example", -1, True, "certificate has expired."),
        ("receiver.example", 1, False, "unable to get local issuer certificate."),
    ],
)
async def test_a_bad_certificate_ends_the_attempt(
    authority: Authority, host: str, days: int, is_trusted: bool, reason: str
) -> None:
    trusting = authority.trusting() if is_trusted else ssl.create_default_context()
    async with Receiver(OK, tls=authority.certify(host, days)) as receiver, sending(tls=trusting) as sender:
        made = await send(sender, receiver.url("receiver.example", "https"))
    assert made == Attempt(None, f"The receiver's certificate is not valid: {reason}")
    assert not receiver.requests


async def test_the_name_is_sent_with_the_hello_and_a_receiver_chooses_by_it(authority: Authority) -> None:
    asked: list[str] = []
    context = authority.certify("other.example")

    def choose(connection: ssl.SSLObject, name: str, _: ssl.SSLContext) -> None:
        asked.append(name)
        connection.context = authority.certify(name)

    context.sni_callback = choose
    async with Receiver(OK, tls=context) as receiver, sending(tls=authority.trusting()) as sender:
        assert (await send(sender, receiver.url("receiver.example", "https"))).ok
    assert asked == ["receiver.example"]


async def test_a_receiver_that_offers_http_2_is_spoken_to_in_http_1(authority: Authority) -> None:
    context = authority.certify("receiver.example")
    context.set_alpn_protocols(["h2", "http/1.1"])
    async with Receiver(OK, tls=context) as receiver, sending(tls=authority.trusting()) as sender:
        assert (await send(sender, receiver.url("receiver.example", "https"))).ok
    assert receiver.requests[0].line.endswith(" HTTP/1.1")


async def test_a_receiver_without_tls_is_named_as_such() -> None:
    async def talk(_: StreamReader, writer: StreamWriter) -> None:
        writer.write(answer("400 Bad Request") * 9)
        await writer.drain()

    async with Receiver(answering=talk) as receiver, sending() as sender:
        made = await send(sender, receiver.url("receiver.example", "https"))
    assert made == Attempt(None, "The receiver does not speak TLS as it should.")


# ---- receivers that are ill or hostile


async def never(reader: StreamReader, _: StreamWriter) -> None:
    await reader.read(-1)


async def drip(_: StreamReader, writer: StreamWriter) -> None:
    for byte in answer("200 OK", *(f"X-{n}: {n}" for n in range(99))):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("answering", [never, drip])
async def test_a_receiver_that_does_not_answer_in_time_is_left(answering: Answering) -> None:
    async with Receiver(answering=answering) as receiver, sending(seconds=SHORT) as sender:
        started = time.monotonic()
        assert await send(sender, receiver.url()) == Attempt(None, LATE)
        assert time.monotonic() - started < 10
        await asyncio.wait_for(receiver.closed.wait(), 60)


async def test_a_receiver_that_does_not_end_the_handshake_is_left(authority: Authority) -> None:
    # To read the certificates that the system trusts may take all of the time.
    trusted = authority.trusting()
    async with Receiver(answering=never) as receiver, sending(tls=trusted, seconds=SHORT) as sender:
        made = await send(sender, receiver.url(scheme="https"))
        await asyncio.wait_for(receiver.closed.wait(), 60)
    assert made == Attempt(None, LATE)


async def test_a_receiver_that_closes_in_the_handshake_gets_nothing() -> None:
    async def close(_: StreamReader, writer: StreamWriter) -> None:
        writer.close()

    async with Receiver(answering=close) as receiver, sending() as sender:
        made = await send(sender, receiver.url("receiver.example", "https"))
    assert made == Attempt(None, "No connection could be made.")


@pytest.mark.parametrize("beginning", [b"", b"HTTP/1.1 200 OK\r\nContent-", b"HTTP/1.1 100 Continue\r\n\r\n"])
async def test_a_receiver_that_closes_before_its_answer_has_not_got_the_notice(beginning: bytes) -> None:
    async def close(reader: StreamReader, writer: StreamWriter) -> None:
        await read_request(reader, writer)
        writer.write(beginning)
        writer.close()

    assert await attempt(Receiver(answering=close)) == Attempt(None, CLOSED)


async def test_a_receiver_that_closes_before_the_request_has_not_got_the_notice() -> None:
    async def close(_: StreamReader, writer: StreamWriter) -> None:
        writer.close()

    assert await attempt(Receiver(answering=close)) == Attempt(None, CLOSED)


@pytest.mark.parametrize(
    "text",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"\0" * 99,
        b"HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"\0\0\x12\x04\0\0\0\0\0",  # the settings with which a server of HTTP/2 begins
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    ],
)
async def test_an_answer_that_is_not_http_is_none(text: bytes) -> None:
    assert await attempt(Receiver(text)) == Attempt(None, NO_HTTP)


def flood(head: bytes, piece: bytes) -> tuple[Receiver, list[int]]:
    """Return a receiver that answers without an end, and how many bytes it could send."""
    sent = [0]

    async def answering(reader: StreamReader, writer: StreamWriter) -> None:
        await read_request(reader, writer)
        writer.write(head)
        while sent[0] < 100_000_000:
            writer.write(piece)
            await writer.drain()
            sent[0] += len(piece)

    return Receiver(answering=answering), sent


HEADERS = b"".join(f"X-Flood-{n}: {'x' * 286}\r\n".encode() for n in range(30))
BODY_OF_100_MB = b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\nContent-Encoding: gzip\r\n\r\n"
CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("head", "piece", "made"),
    [
        (b"HTTP/1.1 200 OK\r\n", HEADERS, Attempt(None, NO_HTTP)),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x" * 9999, Attempt(None, NO_HTTP)),
        (b"", b"HTTP/1.1 103 Early Hints\r\nX: x\r\n\r\n" * 99, Attempt(None, "The receiver's answer is too long.")),
        (BODY_OF_100_MB, b"\x1f\x8b" * 5000, Attempt(200)),
        (CHUNKS, b"1;x=y\r\n.\r\n" * 999, Attempt(200)),
        (CHUNKS, b"f" * 9999, Attempt(200)),
        (b"HTTP/1.0 200 OK\r\n\r\n", b"x" * 9999, Attempt(200)),
    ],
    ids=["headers", "one header", "interim answers", "body", "chunks", "no chunk", "body without length"],
)
async def test_no_more_than_a_bounded_part_of_an_answer_is_read(head: bytes, piece: bytes, made: Attempt) -> None:
    receiver, sent = flood(head, piece)
    async with receiver, sending() as sender:
        assert await send(sender, receiver.url()) == made
        await asyncio.wait_for(receiver.closed.wait(), 60)
    # What is above has stayed in the buffers of the sockets.
    assert sent[0] < 20_000_000


# ---- connections


async def test_a_connection_serves_one_request_after_the_other() -> None:
    longest = answer("200 OK", body=b"x" * (MOST_BYTES - 99))
    async with Receiver(longest, OK) as receiver, sending() as sender:
        assert (await send(sender, receiver.url())).ok
        assert (await send(sender, receiver.url())).ok
    assert len(receiver.requests) == 2
    assert receiver.connections == 1


async def test_a_connection_is_closed_once_an_answer_is_too_long() -> None:
    async with Receiver(answer("200 OK", body=b"x" * MOST_BYTES)) as receiver, sending() as sender:
        assert (await send(sender, receiver.url())).ok
        await asyncio.wait_for(receiver.closed.wait(), 60)


@pytest.mark.parametrize(("chunks", "connections"), [(MOST_PARTS // 2, 1), (MOST_PARTS, 2)])
async def test_an_answer_in_very_many_parts_is_not_read_to_its_end(chunks: int, connections: int) -> None:
    async with Receiver(CHUNKS + b"1\r\n.\r\n" * chunks + b"0\r\n\r\n") as receiver, sending() as sender:
        for _ in range(2):
            assert (await send(sender, receiver.url())).ok
    assert receiver.connections == connections


async def test_a_request_goes_out_again_if_the_open_connection_was_closed_meanwhile() -> None:
    async def answer_once(reader: StreamReader, writer: StreamWriter) -> None:
        receiver.requests.append(await read_request(reader, writer))
        writer.write(OK)
        receiver.requests.append(await read_request(reader, writer))

    receiver = Receiver(answering=answer_once)
    async with receiver, sending() as sender:
        assert (await send(sender, receiver.url())).ok
        assert (await send(sender, receiver.url())).ok
    assert receiver.connections == 2
    first, second, third = (request.headers["webhook-id"] for request in receiver.requests)
    assert first == second == third


async def test_a_connection_that_the_receiver_wants_to_close_serves_no_later_request() -> None:
    async with Receiver(answer("204 No Content", "Connection: close")) as receiver, sending() as sender:
        for _ in range(2):
            assert (await send(sender, receiver.url())).ok
    assert receiver.connections == 2


async def test_an_answer_that_nobody_asked_for_answers_no_later_request() -> None:
    for surplus in (answer("200 OK"), b"HTTP/1.1 200 OK\r\n"):
        async with Receiver(OK + surplus, answer("500 Broken")) as receiver, sending() as sender:
            assert (await send(sender, receiver.url())).status == 204
            assert (await send(sender, receiver.url())).status == 500


async def test_an_answer_that_comes_late_answers_no_later_request() -> None:
    was_answered = asyncio.Event()

    async def answer_twice(reader: StreamReader, writer: StreamWriter) -> None:
        await read_request(reader, writer)
        writer.write(OK)
        await was_answered.wait()
        writer.write(b"HTTP/1.1 200 OK\r\n")
        await reader.read(1)

    async with Receiver(answering=answer_twice) as receiver, sending() as sender:
        assert (await send(sender, receiver.url())).status == 204
        was_answered.set()
        await asyncio.wait_for(receiver.closed.wait(), 60)
        assert (await send(sender, receiver.url())).status == 204
    assert receiver.connections == 2


async def test_closing_ends_the_connections_that_nobody_uses() -> None:
    async with Receiver(OK) as receiver:
        async with sending() as sender:
            assert (await send(sender, receiver.url())).ok
            assert not receiver.closed.is_set()
        await asyncio.wait_for(receiver.closed.wait(), 60)


class Crowd:
    """Receivers that answer nobody before `expected` requests are under way, and then one wave after the other.

    A wave is answered when a request that was sent later has come: what was not to come with it would have come before.
    """

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self._is_complete = asyncio.Event()
        self._may_be_answered = asyncio.Event()
        self.under_way = 0
        self.most = 0

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        while True:
            request = await read_request(reader, writer)
            if not request.headers["host"].startswith("later"):
                await self._hold()
            writer.write(OK)

    async def _hold(self) -> None:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        if self.under_way >= self._expected:
            self._is_complete.set()
        await self._may_be_answered.wait()
        self.under_way -= 1

    async def release(self, url: str) -> None:
        """Answer the waves, until cancelled."""
        while True:
            await self._is_complete.wait()
            async with sending(resolve=each_at_its_own) as later:
                assert (await send(later, url)).ok
            self._is_complete.clear()
            # The last waves are smaller.
            self._expected = 1
            answered, self._may_be_answered = self._may_be_answered, asyncio.Event()
            answered.set()


@pytest.mark.parametrize(("hosts", "least", "most"), [(1, 4, 4), (25, 32, 64)])
async def test_a_host_and_a_worker_have_a_share_of_connections(hosts: int, least: int, most: int) -> None:
    crowd = Crowd(least)
    everywhere = Receiver(answering=crowd.answer, host="0.0.0.0")
    async with everywhere as receiver, sending(resolve=each_at_its_own) as sender:
        urls = [receiver.url(f"receiver-{1 + n % hosts}.example") for n in range(6 * hosts)]
        releasing = asyncio.create_task(crowd.release(receiver.url("later-99.example")))
        attempts = await asyncio.gather(*(send(sender, url) for url in urls))
        releasing.cancel()
    assert all(made.ok for made in attempts)
    assert least <= crowd.most <= most


async def test_receivers_that_do_not_answer_delay_none_that_answered_before() -> None:
    everywhere = Receiver(answering=never, host="0.0.0.0")
    async with everywhere as dead, Receiver(OK) as receiver, sending(resolve=each_at_its_own) as sender:
        assert (await send(sender, receiver.url())).ok
        waiting = [asyncio.create_task(send(sender, dead.url(f"dead-{n}.example"))) for n in range(1, 101)]
        await until(lambda: dead.open == 32)
        assert (await send(sender, receiver.url())).ok
        assert not any(one.done() for one in waiting)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    # The others belong to hosts that were quick.
    assert dead.connections == 32


async def test_connections_that_nobody_uses_give_way_to_others() -> None:
    async with Receiver(OK, host="0.0.0.0") as receiver, sending(resolve=each_at_its_own) as sender:
        for n in range(1, 71):
            assert (await send(sender, receiver.url(f"receiver-{n}.example"))).ok
        await until(lambda: receiver.open == 64)
        assert (await send(sender, receiver.url("receiver-70.example"))).ok
    assert receiver.connections == 70


class DeadNames:
    """A resolver that finds everything but names of dead.example, for which it waits until `end`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.are_many = threading.Event()
        self.end = threading.Event()

    def __call__(self, name: str) -> Sequence[str]:
        self.asked.append(name)
        if len(self.asked) == 17:
            self.are_many.set()
        if name.endswith("dead.example"):
            self.end.wait(20)
            raise OSError
        return at_loopback(name)


async def test_names_whose_servers_are_dead_delay_no_name_that_was_found_before() -> None:
    resolve = DeadNames()
    async with Receiver(OK) as receiver, sending(resolve=resolve) as sender:
        assert (await send(sender, receiver.url("receiver.example"))).ok
        dead = [asyncio.create_task(send(sender, f"https://{n}.dead.example/")) for n in range(100)]
        await asyncio.to_thread(resolve.are_many.wait, 20)
        assert (await send(sender, receiver.url("receiver.example"))).ok
        assert not any(one.done() for one in dead)
        resolve.end.set()
        assert {made.reason for made in await asyncio.gather(*dead)} == {"The name of the host cannot be resolved."}
    assert len(resolve.asked) == 1 + 100 + 1


async def test_names_that_were_quick_and_are_dead_now_give_their_threads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.notices.resolving.QUICK", 0.5)
    end = threading.Event()
    asked: list[str] = []

    def resolve(name: str) -> Sequence[str]:
        asked.append(name)
        if asked.count(name) > 1 and name != "receiver.example":
            end.wait(20)
        return at_loopback(name)

    async with Receiver(OK) as receiver, sending(resolve=resolve) as sender:
        urls = [receiver.url(f"trap-{n}.example") for n in range(20)]
        assert (await send(sender, receiver.url("receiver.example"))).ok
        assert all(made.ok for made in await asyncio.gather(*(send(sender, url) for url in urls)))
        trapped = [asyncio.create_task(send(sender, url)) for url in urls]
        await until(lambda: len(asked) >= 1 + 20 + 16)
        assert (await send(sender, receiver.url("receiver.example"))).ok
        assert not any(one.done() for one in trapped)
        end.set()
        assert all(made.ok for made in await asyncio.gather(*trapped))


async def test_a_name_is_looked_up_once_for_all_who_wait_and_given_up_in_time() -> None:
    resolve = DeadNames()
    async with sending(resolve=resolve, seconds=SHORT) as sender:
        attempts = await asyncio.gather(*(send(sender, "https://dead.example/") for _ in range(9)))
        resolve.end.set()
    assert set(attempts) == {Attempt(None, "The name of the host was not resolved in time.")}
    assert resolve.asked == ["dead.example"]
