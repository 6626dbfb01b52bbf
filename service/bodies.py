"""Headers and bodies of requests: a body is JSON in UTF-8, not packed, and no larger than the service takes."""

from collections.abc import Mapping

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

JSON = "application/json"
# Of the headers that are read here, the only one that is a list: of any other the first line counts.
_LIST = "if-match"

Headers = Mapping[str, str]


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
        elif key == _LIST:
            headers[key] += f", {text}"
    return headers


async def read_json_body(headers: Headers, receive: Receive, limit: int) -> bytes:
    """Return the body of a request that is said to be JSON; headers are named in lower case.

    Raises `UnreadableBody`, and `ClientDisconnect` when the client goes before it has said all.
    """
    _check_form(headers)
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


def _check_form(headers: Headers) -> None:
    content_type = headers.get("content-type", "")
    if content_type != JSON and not _is_json(content_type):
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8.", Accept=JSON)
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body without a content encoding.", Accept=JSON)


def _is_json(content_type: str) -> bool:
    media_type, _, parameters = content_type.partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    return media_type.strip().lower() == JSON and charset in ("", "charset=utf-8", "charset=utf8")
