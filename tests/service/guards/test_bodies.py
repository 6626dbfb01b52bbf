"""Headers are read once; bodies as they arrive, and only up to the allowed length."""

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive

from service.http.call import read_fields
from service.http.error_responses import RefusedRequest
from service.http.media_types import read_json_body

pytestmark = pytest.mark.anyio

FIELDS = {b"content-type": b"application/json"}
GONE: Message = {"type": "http.disconnect"}


def part(body: bytes, *, is_last: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": not is_last}


def receive_of(*messages: Message) -> Receive:
    """Return an ASGI receive callable with these messages, which fails if asked for more."""
    waiting = list(messages)

    async def receive() -> Message:
        return waiting.pop(0)

    return receive


async def test_of_a_header_on_several_lines_the_first_counts_unless_it_is_a_list() -> None:
    lists = [(b"accept", b"one"), (b"if-match", b'"1"'), (b"accept", b"two"), (b"if-match", b'"2"')]
    lines = [(b"x", b"\xe9"), *lists, (b"x", b"2")]
    assert read_fields(lines) == {b"accept": b"one, two", b"if-match": b'"1", "2"', b"x": b"\xe9"}


async def test_a_body_that_grows_too_large_is_read_no_further() -> None:
    receive = receive_of(part(b"12345", is_last=False), part(b"67890", is_last=False))
    with pytest.raises(RefusedRequest) as refused:
        await read_json_body(FIELDS, receive, 9, "`{}`")
    assert refused.value.code == "CONTENT_TOO_LARGE"


async def test_half_a_body_is_none() -> None:
    with pytest.raises(ClientDisconnect):
        await read_json_body(FIELDS, receive_of(part(b"{}", is_last=False), GONE), 100, "`{}`")
