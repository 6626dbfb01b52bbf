"""Limits on connections: the size of a head, the time for a request to arrive, open files.

The library has no such limits: it buffers everything that a client sends, without a timeout.
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
    # For a client that does not read the data sent to it.
    unread_seconds: float = 30.0
    # For a connection beyond the limit.
    crowded_seconds: float = 1.0
    # A refused connection stays half open for this long: if it closed while the client is still sending, its response
    # would be lost.
    linger_seconds: float = 2.0


def raise_descriptor_limit() -> None:
    """Raise the limit of open files as far as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError) as error:
        log.warning("the limit of open files cannot be raised", reason=str(error))
