"""Headers and bodies of requests: a body is JSON in UTF-8, not packed, and no larger than the service takes."""

from collections.abc import Mapping

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from service.http.accept import read_parameters

JSON = "application/json"
_JSON = JSON.encode()
# Of the headers that are read here, those that are lists: of any other the first line counts.
_LISTS = ("accept", "if-match")
_ACCEPT = b"accept"

Headers = Mapping[str, str]
Fields = Mapping[bytes, bytes]


class UnreadableBody(Exception):
    """A body that is not read: its code in the table of refusals, one sentence, and the headers of the answer."""

    def __init__(self, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.headers = headers


def read_headers(scope: Scope) -> Headers:
    """Return the headers of a request by their names in lower case: read once, however many are asked for."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        if key not in headers:
            headers[key] = text
        elif key in _LISTS:
            headers[key] += f", {text}"
    return headers


def read_fields(scope: Scope) -> Fields:
    """Return the headers of a request as the bytes that they are, for who asks for few.

    Of `Accept` all lines count, of any other the first.
    """
    headers = scope["headers"]
    fields: dict[bytes, bytes] = dict(reversed(headers))
    if len(fields) < len(headers) and _ACCEPT in fields:
        fields[_ACCEPT] = b", ".join(value for name, value in headers if name == _ACCEPT)
    return fields


async def read_json_body(fields: Fields, receive: Receive, limit: int) -> bytes:
    """Return the body of a request that is said to be JSON.

    Raises `UnreadableBody`, and `ClientDisconnect` when the client goes before it has said all.
    """
    _check_form(fields)
    body, is_more = bytearray(), True
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limit:
            raise UnreadableBody("CONTENT_TOO_LARGE", f"The body is larger than {limit} bytes.")
        is_more = message.get("more_body", False)
    return bytes(body)


def _check_form(fields: Fields) -> None:
    content_type = fields.get(b"content-type", b"")
    if content_type != _JSON and not _is_json(content_type.decode("latin-1")):
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8.", Accept=JSON)
    if b"content-encoding" in fields and fields[b"content-encoding"].strip().lower() != b"identity":
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body without a content encoding.", Accept=JSON)


def _is_json(content_type: str) -> bool:
    media_type, parameters = read_parameters(content_type)
    # JSON has no parameters (RFC 8259, section 11): only one that says that this is no UTF-8 matters.
    return media_type == JSON and parameters.get("charset", "utf-8") in ("utf-8", "utf8")
