"""What the kernel knows of the line behind a connection: whether its other end still answers.

The kernel of a client that reads slowly answers all the same: it acknowledges what arrives, and each question for room.
So a full buffer is no sign of a dead line. `TCP_USER_TIMEOUT` takes it for one, since it counts a closed window like a
lost packet; that reset slow readers. Here a line is dead if the kernel has sent something repeatedly, or has asked for
room for longer than its next question would have taken, and nothing at all came back.
"""

import fcntl
import socket
import struct
import termios
from typing import NamedTuple

# Of an idle line the kernel asks by itself: after two seconds of silence, then three times.
KEEPALIVE = {"TCP_KEEPIDLE": 2, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 3}
# The silence after which a line is dead that was sent something twice or more in vain.
SILENT_MILLIS = 3000
RESENT = 2

# Of `struct tcp_info` (linux/tcp.h): retransmissions, probes, their backoff, the timeout of a retransmission in
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
        # The timeout of a retransmission grows by itself, that of a question for room by the backoff.
        next_millis = self.timeout_micros / 1000
        waited_millis = self.silent_millis
        if self.unanswered:
            # What was sent a moment ago is on its way, however long the line was idle before.
            waited_millis = min(self.sent_millis, waited_millis)
        else:
            next_millis *= 2**self.backoff
        return waited_millis >= SILENT_MILLIS + 2 * next_millis


def look_at(line: socket.socket) -> Line | None:
    """Return the state of a line; None if it is closed, or where the system does not tell (all but Linux)."""
    if not hasattr(socket, "TCP_INFO"):
        return None
    try:
        told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _FIELDS.size)
    except (OSError, ValueError):  # the latter from uvloop
        return None
    return Line(*_FIELDS.unpack(told)) if len(told) == _FIELDS.size else None


def unacknowledged_bytes(line: socket.socket) -> int:
    """Return how many bytes wait in the kernel to be sent, or to be acknowledged; 0 if the line is closed."""
    try:
        (waiting,) = _NUMBER.unpack(fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(_NUMBER.size)))
    except (OSError, ValueError):
        return 0
    return int(waiting)
