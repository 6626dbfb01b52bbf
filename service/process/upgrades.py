"""Protocol upgrades: accept WebSocket handshakes, and ignore every other offer.

A server may ignore `Upgrade`, and the request then keeps its own framing (RFC 9110, section 7.8). llhttp disagrees: it
stops after a head that offers an upgrade, skips the body, and parses the bytes that follow as the next request. Behind
a proxy that shares its connections between clients, this is request smuggling: responses shift, and one client receives
the response of another, tokens included. Uvicorn accepts this parse of the request. This module prevents it: the head
is parsed a second time without the offer, and the body follows.
"""

from websockets.exceptions import SecurityError
from websockets.http11 import Request
from websockets.server import ServerProtocol

from service.http.call import RawHeader
from service.http.error_responses import RefusedRequest
from service.process.heads import split_list

WEBSOCKET = [b"websocket"]
# A refused handshake names the supported version (RFC 6455, section 4.4).
VERSION = {"Sec-WebSocket-Version": "13"}


def offers_websocket(method: bytes, http_version: str, headers: list[RawHeader]) -> bool:
    """Tell whether a head offers a WebSocket and nothing else; an offer of HTTP/1.0 does not count (RFC 9110, 7.8).

    Raises `RefusedRequest` if the request cannot be a handshake: its method is not GET, or it has a body.
    """
    offers = [value for name, value in headers if name == b"upgrade"]
    if split_list(offers) != WEBSOCKET or http_version == "1.0":
        return False
    has_body = any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0")) for name, value in headers
    )
    if method != b"GET" or has_body:
        raise _not_a_handshake("it is a GET without a body")
    return True


def check_handshake(head: bytes) -> None:
    """Check the head of a WebSocket handshake (RFC 6455, section 4.2.1). Raises `RefusedRequest`."""
    # Check with the library first: on a connection, it does not answer a head that it cannot parse.
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
