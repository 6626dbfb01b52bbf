"""Media types: what a client accepts (RFC 9110, section 12.5.1), and bodies that are JSON, for every front end."""

import re
from collections.abc import Sequence

import msgspec
from starlette.requests import ClientDisconnect
from starlette.types import Receive

from service.http.call import Fields
from service.http.error_responses import RefusedRequest

JSON = "application/json"
PLAIN = JSON.encode()
# The longest header, in characters, whose meaning is cached.
SHORT = 200

# The items between commas and the parameters between semicolons; separators within quotes do not count.
_LIST_ITEM = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*"?)+')
_PARAMETER = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*"?)+')
_QUALITY = re.compile(r"[01](\.\d*)?", re.ASCII)


class MediaRange(msgspec.Struct, frozen=True):
    """A media range in lower case, with its parameters and its quality; quality 0 means not acceptable."""

    name: str
    parameters: dict[str, str]
    quality: float


class Accept(msgspec.Struct, frozen=True):
    """The media ranges of an Accept header; without any, every media type is acceptable."""

    ranges: tuple[MediaRange, ...]

    def quality(self, media_type: str) -> float:
        """Return the quality of a media type: that of its most specific range, or 0 if no range matches."""
        kind = media_type.partition("/")[0]
        for name in (media_type, f"{kind}/*", "*/*"):
            found = self.named(name)
            if found:
                return max(one.quality for one in found)
        return 0.0 if self.ranges else 1.0

    def named(self, name: str) -> list[MediaRange]:
        """Return the ranges with exactly this name, at any quality."""
        return [one for one in self.ranges if one.name == name]

    def choose(self, offers: Sequence[str]) -> str | None:
        """Return the offer of the highest quality, the first among equals; None if none is acceptable."""
        best = max(offers, key=self.quality)
        return best if self.quality(best) > 0 else None

    def likes(self, media_type: str) -> bool:
        """Tell whether a media type is acceptable by its full name, not only by a wildcard."""
        return any(one.quality > 0 for one in self.named(media_type))


def split_list(header: str) -> list[str]:
    """Return the items of a header that is a list; several header lines are one list, joined by commas."""
    return _LIST_ITEM.findall(header)


def split_parameters(text: str) -> list[str]:
    """Return the parameters of an item of a list."""
    return _PARAMETER.findall(text)


def read_accept(header: str) -> Accept:
    """Parse an Accept header."""
    return Accept(tuple(_read_range(part) for part in split_list(header) if part.strip(" \t;")))


def read_parameters(text: str) -> tuple[str, dict[str, str]]:
    """Return a header value in lower case, and its parameters; text without an equals sign is ignored."""
    name, _, rest = text.lower().partition(";")
    pairs = [piece.partition("=") for piece in split_parameters(rest)]
    return name.strip(), {key.strip(): value.strip(" \t\"'") for key, sign, value in pairs if sign}


def has_no_body(fields: Fields, arrived: bytes | None = None) -> bool:
    """Tell whether a request has no body, or an empty one, as far as its header and what has arrived show."""
    return not arrived and fields.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in fields


async def read_json_body(
    fields: Fields, receive: Receive, limit: int, form: str, arrived: bytes | None = None
) -> bytes:
    """Return the body of a request that declares JSON, as in its `form`; receive it unless it has arrived.

    Raises `RefusedRequest`, and `ClientDisconnect` if the client disconnects before the end of the body. There is
    nothing to do for a body that has arrived, with the media type `PLAIN` and no encoding.
    """
    media_type, parameters = read_parameters(fields.get(b"content-type", b"").decode("latin-1"))
    # JSON has no parameters (RFC 8259, section 11), so only a charset other than UTF-8 matters.
    if media_type != JSON or parameters.get("charset", "utf-8") not in ("utf-8", "utf8"):
        is_missing = has_no_body(fields, arrived)
        wanted = f"There is no body: send {form}" if is_missing else f"Send the body as JSON in UTF-8, such as {form},"
        raise RefusedRequest(
            "UNSUPPORTED_MEDIA_TYPE",
            f"{wanted} with the header `Content-Type: {JSON}`.",
            ("Content-Type",),
            Accept=JSON,
        )
    if b"content-encoding" in fields and fields[b"content-encoding"].strip().lower() != b"identity":
        raise RefusedRequest(
            "UNSUPPORTED_MEDIA_TYPE",
            "Send the body without a content encoding.",
            ("Content-Encoding",),
            Accept=JSON,
        )
    if arrived is not None:
        return arrived
    too_large = RefusedRequest("CONTENT_TOO_LARGE", f"The body is larger than {limit} bytes.")
    if int(fields.get(b"content-length", b"0")) > limit:
        # Before anything of it is received: a client that expects 100 need not send it.
        raise too_large
    body = bytearray()
    is_more = True
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limit:
            raise too_large
        is_more = message.get("more_body", False)
    return bytes(body)


def _read_range(part: str) -> MediaRange:
    name, parameters = read_parameters(part)
    quality = parameters.pop("q", "1")
    return MediaRange(name, parameters, min(1.0, float(quality)) if _QUALITY.fullmatch(quality) else 1.0)
