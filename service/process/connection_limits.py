"""Limits on connections: the size of a head, the time that a request may take to arrive, open files.

The library has none of its own: it buffers everything that a client sends, without a timeout.
"""

import resource

import msgspec
import structlog

log = structlog.get_logger("croupier")


class ConnectionLimits(msgspec.Struct, frozen=True):
    """The limits on the size of a request, and the timeouts of a connection."""

    head_bytes: int = 64 * 1024
    fields: int = 100
    pipelined: int = 100
    # Each costs as much as a thousand bytes.
    chunks: int = 10_000
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    # For a client that reads nothing, though there is something to read.
    unread_seconds: float = 30.0
    # For a connection beyond the limit.
    crowded_seconds: float = 1.0
    # A refused connection stays half open for this long: closed while the client is still sending, it would lose its
    # response.
    linger_seconds: float = 2.0


def raise_descriptor_limit() -> None:
    """Raise the limit of open files as far as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError) as error:
        log.warning("the limit of open files cannot be raised", reason=str(error))
