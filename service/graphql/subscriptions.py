"""Subscriptions over HTTP: each result is sent at once, as a server-sent event or as a part of a multipart body.

Server-sent events follow the protocol graphql-sse ("distinct connections mode"). Parts follow Apollo's subscriptions
over multipart HTTP. If the service stops or its store does not answer, a stream ends without its completion, so clients
connect again.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from strawberry.types import ExecutionResult

from service.graphql.errors import STORE_UNAVAILABLE, with_code
from service.graphql.schema import schema
from service.http.media_types import Accept, read_accept
from service.http.streams import Pieces, Rhythm

JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"

FormattedResult = dict[str, Any]
ResultStream = AsyncGenerator[Any, None]


class SubscriptionFraming(msgspec.Struct, frozen=True):
    """The framing of a stream: the bytes at its beginning, around each result, of a heartbeat, and at its end."""

    content_type: str
    beginning: bytes
    before: bytes
    after: bytes
    heartbeat: bytes
    completion: bytes

    def frame(self, answer: FormattedResult) -> bytes:
        """Return the frame of a result."""
        return self.before + msgspec.json.encode(answer) + self.after

    def whole(self, answer: FormattedResult) -> bytes:
        """Return a stream of one result."""
        return self.beginning + self.frame(answer) + self.completion

    def writer(self, write: Callable[[bytes], bool]) -> Callable[[ExecutionResult], bool]:
        """Return a function that writes the frame of a result without errors."""
        return lambda result: write(self.before + msgspec.json.encode({"data": result.data}) + self.after)

    def rhythm(self, seconds: float) -> Rhythm:
        """Return the heartbeat of a stream, without a farewell: any bytes would complete the stream."""
        return Rhythm(self.heartbeat, farewell=b"", seconds=seconds)


async def frame_results(results: ResultStream, framing: SubscriptionFraming) -> Pieces:
    """Yield the pieces of a stream, up to its completion or to a result with the error STORE_UNAVAILABLE."""
    async with aclosing(results):
        yield framing.beginning
        async for result in results:
            answer = format_result(result)
            yield framing.frame(answer)
            if any(error["extensions"]["code"] == STORE_UNAVAILABLE for error in answer.get("errors", ())):
                return
    yield framing.completion


def format_result(result: ExecutionResult) -> FormattedResult:
    """Return a result as GraphQL over HTTP requires it: without `data` if nothing was executed."""
    # The library has no extension code an error that an extension raises.
    errors = [with_code(error, schema._schema).formatted for error in result.errors or ()]
    answer: FormattedResult = {"errors": errors} if errors else {}
    is_executed = not errors or any("path" in error for error in errors)
    if result.data is not None or is_executed:
        answer["data"] = result.data
    return answer


# Older clients do not parse CRLF here, and browsers drop an event without data.
EVENTS = SubscriptionFraming(
    "text/event-stream", b":\n\n", b"event: next\ndata: ", b"\n\n", b":\n\n", b"event: complete\ndata:\n\n"
)
_PART = b"\r\nContent-Type: application/json\r\n\r\n"
# A part is sent with the delimiter that ends it, so a client that waits for the delimiter gets the result at once.
PARTS = SubscriptionFraming(
    'multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"',
    b"\r\n--graphql",
    _PART + b'{"payload":',
    b"}\r\n--graphql",
    _PART + b"{}\r\n--graphql",
    b"--\r\n",
)


# ---- the choice of a form by the Accept header


class Accepted(NamedTuple):
    """The media type of a JSON answer and the framing of a stream; None for a form that the client rejects."""

    json: str | None = JSON
    stream: SubscriptionFraming | None = None


def choose_forms(header: str) -> Accepted:
    """Return the forms of an answer that an Accept header allows; JSON if the header is empty.

    A stream needs a header that names its media type: a client that accepts anything expects no endless answer.
    """
    accept = read_accept(header)
    # The newer type is for clients that name it or accept nothing else.
    offers = (GRAPHQL_JSON, JSON) if accept.named(GRAPHQL_JSON) else (JSON, GRAPHQL_JSON)
    return Accepted(accept.choose(offers), _choose_stream(accept))


# For headers that are `SHORT`: clients send the same few again and again.
choose_short_forms = lru_cache(maxsize=64)(choose_forms)


def _choose_stream(accept: Accept) -> SubscriptionFraming | None:
    events = max((one.quality for one in accept.named("text/event-stream")), default=0.0)
    # Without this parameter, clients mean the parts of one answer (@defer), which have another framing.
    mixed = [one for one in accept.named("multipart/mixed") if one.parameters.get("subscriptionspec") == "1.0"]
    parts = max((one.quality for one in mixed), default=0.0)
    if not events and not parts:
        return None
    return EVENTS if events >= parts else PARTS
