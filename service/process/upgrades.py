"""Offers to change the protocol of a connection: a WebSocket handshake is taken, every other offer is ignored.

A server may ignore `Upgrade`, and the request then keeps its own framing (RFC 9110, section 7.8). llhttp does not read
it so: it stops after a head that offers an upgrade, without the body, and takes the bytes that follow for the next
request. Behind a proxy that shares its connections between clients that is request smuggling: responses shift, and a
client receives that of another one, tokens included. Uvicorn keeps what llhttp makes of such a request; here its head
is read a second time without the offer, and the body follows it.
"""

from websockets.exceptions import SecurityError
from websockets.http11 import Request
from websockets.server import ServerProtocol

from service.http.call import RawHeader
from service.http.error_responses import RefusedRequest

WEBSOCKET = [b"websocket"]
# The version that a refused handshake is told of (RFC 6455, section 4.4).
VERSION = {"Sec-WebSocket-Version": "13"}


def offers_websocket(method: bytes, http_version: str, headers: list[RawHeader]) -> bool:
    """Tell whether a head offers a WebSocket and nothing else; an offer of HTTP/1.0 does not count (RFC 9110, 7.8).

    Raises `RefusedRequest` if the request can be no handshake: another method than GET, or a body.
    """
    offered = [
        protocol.strip().lower() for name, value in headers if name == b"upgrade" for protocol in value.split(b",")
    ]
    if offered != WEBSOCKET or http_version == "1.0":
        return False
    has_body = any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0")) for name, value in headers
    )
    if method != b"GET" or has_body:
        raise _not_a_handshake("it is a GET without a body")
    return True


def check_handshake(head: bytes) -> None:
    """Check the head of a WebSocket handshake (RFC 6455, section 4.2.1). Raises `RefusedRequest`."""
    # The library reads it here first: on a connection, it has no answer to a head that it cannot read.
    protocol = ServerProtocol()
    protocol.receive_data(head)
    for request in protocol.events_received():
        assert isinstance(request, Request)
        protocol.accept(request)
    problem = protocol.handshake_exc
    if isinstance(problem, SecurityError):
        raise RefusedRequest("HEAD_TOO_LARGE", f"The handshake has a line that is too long: {problem}.")
    if problem is not None:
        raise _not_a_handshake(str(problem))


def write_head(method: bytes, target: bytes, http_version: str, headers: list[RawHeader]) -> bytes:
    """Return the head of a request as bytes."""
    lines = [b"%b %b HTTP/%b" % (method, target, http_version.encode())]
    lines += [b"%b: %b" % field for field in headers]
    return b"\r\n".join([*lines, b"", b""])


def _not_a_handshake(expected: str) -> RefusedRequest:
    return RefusedRequest("BAD_REQUEST", f"This is not a WebSocket handshake: {expected}.", **VERSION)
