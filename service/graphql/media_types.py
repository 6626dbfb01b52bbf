"""What a client accepts (RFC 9110, section 12.5.1): JSON, or a stream of results, or both."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from service.graphql.streaming import EVENTS, PARTS, Framing

JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"
# So many characters at most have the headers whose meaning is remembered.
SHORT = 200


class Accepted(NamedTuple):
    """The media type of an answer in JSON, and the framing of a stream; null is what the client does not accept."""

    json: str | None = JSON
    stream: Framing | None = None


def read_accept(header: str | None) -> Accepted:
    """Return what an Accept header takes; without one, JSON.

    A stream must be asked for by its name: who accepts anything does not expect an answer without end.
    """
    if not header or not header.strip():
        return Accepted()
    return _read_short(header) if len(header) <= SHORT else _read(header)


def _read(header: str) -> Accepted:
    ranges = dict(_read_ranges(header))
    return Accepted(_choose_json(ranges), _choose_stream(ranges))


# Clients send the same few headers again and again.
_read_short = lru_cache(maxsize=64)(_read)


def _read_ranges(header: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield each media range, in lower case, with its parameters; one of quality 0 is none."""
    for part in header.split(","):
        name, *parameters = (piece.strip() for piece in part.lower().split(";"))
        pairs = (parameter.partition("=") for parameter in parameters)
        values = {key.strip(): value.strip(" \"'") for key, _, value in pairs}
        if values.get("q") not in ("0", "0.0", "0.00", "0.000"):
            yield name, values


def _choose_json(ranges: Mapping[str, object]) -> str | None:
    if GRAPHQL_JSON in ranges:
        return GRAPHQL_JSON
    return JSON if ranges.keys() & {JSON, "application/*", "*/*"} else None


def _choose_stream(ranges: Mapping[str, Mapping[str, str]]) -> Framing | None:
    if "text/event-stream" in ranges:
        return EVENTS
    # Without this parameter, clients mean the parts of one answer (@defer), which are framed otherwise.
    return PARTS if ranges.get("multipart/mixed", {}).get("subscriptionspec") == "1.0" else None
