"""Checks on the head of a request: size, version, target, host, framing. Each check raises `RefusedRequest`."""

import re

from service.http.call import RawHeader
from service.http.error_responses import RefusedRequest
from service.process.connection_limits import ConnectionLimits

HOST = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?")
# Visible ASCII without "#": a fragment stays with the client (RFC 9112, section 3.2).
_ORIGIN_FORM = re.compile(rb"/[!\"$-~]*")
_ABSOLUTE_FORM = re.compile(rb"(?i:https?)://(?P<authority>[^/?#]+)(?P<rest>([/?][!\"$-~]*)?)")
_VERSIONS = ("1.1", "1.0")
# The part of a request that a refusal is about.
_HOST = ("Host",)


def check_size(target: bytes, headers: list[RawHeader], limits: ConnectionLimits) -> None:
    """Check the number of fields, and the bytes of a head."""
    length = len(target) + sum(len(name) + len(value) + 4 for name, value in headers)
    if len(headers) > limits.fields or length > limits.head_bytes:
        raise too_large("head", target, limits)


def check_version(http_version: str) -> None:
    """Check the version of HTTP that a request line names (RFC 9110, section 15.6.6)."""
    if http_version not in _VERSIONS:
        raise RefusedRequest("HTTP_VERSION_NOT_SUPPORTED", "Send the request as HTTP/1.1.")


def check_codings(headers: list[RawHeader]) -> None:
    """Check the transfer codings of a body (RFC 9112, section 6.1)."""
    lines = [value for name, value in headers if name == b"transfer-encoding"]
    if lines and split_list(lines) != [b"chunked"]:
        raise RefusedRequest(
            "NOT_IMPLEMENTED", "The only transfer coding that is read is chunked.", ("Transfer-Encoding",)
        )


def split_list(lines: list[bytes]) -> list[bytes]:
    """Return the elements of a list field from all its lines, in lower case."""
    return [element.strip().lower() for element in b",".join(lines).split(b",")]


def read_target(method: bytes, target: bytes) -> tuple[bytes, bytes | None]:
    """Return the path and query of a target, and the authority of an absolute one (RFC 9112, section 3.2).

    No message quotes the target, since it may contain a secret.
    """
    if method == b"CONNECT":
        raise RefusedRequest("METHOD_NOT_ALLOWED", "This server is no proxy: it opens no tunnels.")
    if _ORIGIN_FORM.fullmatch(target):
        return target, None
    absolute = _ABSOLUTE_FORM.fullmatch(target)
    if absolute is not None:
        rest = absolute["rest"]
        return rest if rest.startswith(b"/") else b"/" + rest, absolute["authority"]
    if method == b"OPTIONS" and target == b"*":
        raise RefusedRequest("METHOD_NOT_ALLOWED", "Ask for the options of a path, such as /v1/sessions.")
    raise RefusedRequest("BAD_REQUEST", "The target is neither a path nor an address that begins with http://.")


def name_host(headers: list[RawHeader], http_version: str, authority: bytes | None) -> list[RawHeader]:
    """Return the fields of a head with the effective host: an `authority` in the target overrides the field.

    An HTTP/1.1 request needs exactly one `Host` (RFC 9112, section 3.2); an HTTP/1.0 request may have one.
    """
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) > 1:
        raise RefusedRequest("BAD_REQUEST", "The request has more than one Host header.", _HOST)
    if not hosts and http_version == "1.1":
        raise RefusedRequest("BAD_REQUEST", "The request has no Host header.", _HOST)
    if not all(map(HOST.fullmatch, hosts)):
        raise RefusedRequest("BAD_REQUEST", "The Host header is neither a name nor an address.", _HOST)
    if authority is None:
        return headers
    if not HOST.fullmatch(authority):
        raise RefusedRequest("BAD_REQUEST", "The host in the target is neither a name nor an address.")
    return [(b"host", authority), *(field for field in headers if field[0] != b"host")]


def too_large(part: str, target: bytes, limits: ConnectionLimits) -> RefusedRequest:
    """Return the refusal of a head, or of the framing of a body, that is too large."""
    if part == "head" and len(target) > limits.head_bytes // 2:
        message = f"The head has more than {limits.head_bytes} bytes, most of them its address."
        return RefusedRequest("URI_TOO_LONG", message)
    what = "head" if part == "head" else "trailer, or an extension of a chunk,"
    message = f"The {what} has more than {limits.head_bytes} bytes or {limits.fields} fields."
    return RefusedRequest("HEAD_TOO_LARGE", message)
