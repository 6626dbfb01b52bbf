"""Bodies of requests: JSON in UTF-8, not packed, and no larger than the service takes."""

from collections.abc import Mapping

from starlette.requests import Request

JSON = "application/json"


class UnreadableBody(Exception):
    """A body that is not read: its code in the table of refusals, one sentence, and the headers of the answer."""

    def __init__(self, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.headers = headers


async def read_json_body(request: Request, limit: int) -> bytes:
    """Return the body of a request that is said to be JSON. Raises `UnreadableBody`."""
    _check_form(request.headers)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise UnreadableBody("CONTENT_TOO_LARGE", f"The body is larger than {limit} bytes.")
    return bytes(body)


def _check_form(headers: Mapping[str, str]) -> None:
    media_type, _, parameters = headers.get("content-type", "").partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    if media_type.strip().lower() != JSON or charset not in ("", "charset=utf-8", "charset=utf8"):
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8.", Accept=JSON)
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnreadableBody("UNSUPPORTED_MEDIA_TYPE", "Send the body without a content encoding.", Accept=JSON)
