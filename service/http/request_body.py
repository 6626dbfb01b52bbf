"""The bodies of requests: JSON in UTF-8, not compressed, and within the size limit."""

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from service.http.accept import read_parameters
from service.http.call import Fields
from service.http.error_responses import RefusedRequest

JSON = "application/json"
PLAIN = JSON.encode()


async def read_json_body(fields: Fields, receive: Receive, limit: int, arrived: bytes | None = None) -> bytes:
    """Return the body of a request that declares JSON: what has arrived, or what is received.

    Raises `RefusedRequest`, and `ClientDisconnect` if the client disconnects before the end of the body. There is
    nothing to do for a body that has arrived, with the media type `PLAIN` and no encoding.
    """
    media_type, parameters = read_parameters(fields.get(b"content-type", b"").decode("latin-1"))
    # JSON has no parameters (RFC 8259, section 11), so only a charset other than UTF-8 matters.
    if media_type != JSON or parameters.get("charset", "utf-8") not in ("utf-8", "utf8"):
        raise RefusedRequest("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8.", Accept=JSON)
    if b"content-encoding" in fields and fields[b"content-encoding"].strip().lower() != b"identity":
        raise RefusedRequest("UNSUPPORTED_MEDIA_TYPE", "Send the body without a content encoding.", Accept=JSON)
    if arrived is not None:
        return arrived
    body, is_more = bytearray(), True
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limit:
            raise RefusedRequest("CONTENT_TOO_LARGE", f"The body is larger than {limit} bytes.")
        is_more = message.get("more_body", False)
    return bytes(body)
