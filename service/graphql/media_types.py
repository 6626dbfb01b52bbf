"""How an operation is answered: in JSON, as a stream of results, or either."""

from functools import lru_cache
from typing import NamedTuple

from service.graphql.streaming import EVENTS, PARTS, Framing
from service.http.accept import SHORT, Accept, read_accept

JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"


class Accepted(NamedTuple):
    """The media type of an answer in JSON, and the framing of a stream; null is what the client does not accept."""

    json: str | None = JSON
    stream: Framing | None = None


def choose_forms(header: str) -> Accepted:
    """Return in which forms an Accept header takes an answer; without one, JSON.

    A stream must be asked for by its name: who accepts anything does not expect an answer without end.
    """
    return _choose_short(header) if len(header) <= SHORT else _choose(header)


def _choose(header: str) -> Accepted:
    accept = read_accept(header)
    return Accepted(_choose_json(accept), _choose_stream(accept))


# Clients send the same few headers again and again.
_choose_short = lru_cache(maxsize=64)(_choose)


def _choose_json(accept: Accept) -> str | None:
    # The newer type is only for who knows it, or takes nothing else.
    offers = (GRAPHQL_JSON, JSON) if accept.named(GRAPHQL_JSON) else (JSON, GRAPHQL_JSON)
    return accept.choose(offers)


def _choose_stream(accept: Accept) -> Framing | None:
    events = max((one.quality for one in accept.named("text/event-stream")), default=0.0)
    # Without this parameter, clients mean the parts of one answer (@defer), which are framed otherwise.
    mixed = [one for one in accept.named("multipart/mixed") if one.parameters.get("subscriptionspec") == "1.0"]
    parts = max((one.quality for one in mixed), default=0.0)
    if not events and not parts:
        return None
    return EVENTS if events >= parts else PARTS
