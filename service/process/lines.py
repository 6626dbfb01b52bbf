"""The state of a TCP connection in the kernel: whether its other end still answers.

The kernel of a slow reader still answers: it acknowledges data and window probes. A full buffer is therefore no sign of
a dead connection. `TCP_USER_TIMEOUT` counts a closed window like a lost packet, and so reset slow readers. Here a line
is dead if nothing at all came back after the kernel has sent data repeatedly, or has probed for longer than the next
probe would have taken.
"""

import fcntl
import socket
import struct
import termios
from typing import NamedTuple

# The kernel probes an idle line by itself: after two seconds of silence, three times.
KEEPALIVE = {"TCP_KEEPIDLE": 2, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 3}
# A line is dead after this silence if data was resent at least so many times.
SILENT_MILLIS = 3000
RESENT = 2

# From `struct tcp_info` (linux/tcp.h): retransmissions, probes, their backoff, the timeout of a retransmission in
# microseconds, segments without acknowledgement, milliseconds since something was sent, and since the last
# acknowledgement, and acknowledged bytes.
_NUMBER = struct.Struct("=i")
_FIELDS = struct.Struct("=2xBBB3xI12xI16xI8xI60xQ")


class Line(NamedTuple):
    """The state of a line. `unanswered` counts segments that were sent, `acknowledged` bytes since its beginning."""

    resent: int
    probes: int
    backoff: int
    timeout_micros: int
    unanswered: int
    sent_millis: int
    silent_millis: int
    acknowledged: int

    def is_dead(self) -> bool:
        """Tell whether the other end is gone, as far as can be known."""
        if self.resent >= RESENT:
            return self.silent_millis >= SILENT_MILLIS
        # The retransmission timeout includes its backoff; the timeout of a window probe does not.
        next_millis = self.timeout_micros / 1000
        waited_millis = self.silent_millis
        if self.unanswered:
            # Data sent a moment ago is still on its way, however long the line was idle before.
            waited_millis = min(self.sent_millis, waited_millis)
        else:
            next_millis *= 2**self.backoff
        return waited_millis >= SILENT_MILLIS + 2 * next_millis


def look_at(line: socket.socket) -> Line | None:
    """Return the state of a line; None if it is closed, or if the system does not report it (all but Linux)."""
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _FIELDS.size)
    except (OSError, ValueError):  # the latter from uvloop
        return None
    return Line(*_FIELDS.unpack(info)) if len(info) == _FIELDS.size else None


def unacknowledged_bytes(line: socket.socket) -> int:
    """Return how many bytes wait in the kernel to be sent, or to be acknowledged; 0 if the line is closed."""
    try:
        (waiting,) = _NUMBER.unpack(fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(_NUMBER.size)))
    except (OSError, ValueError):
        return 0
    return int(waiting)
