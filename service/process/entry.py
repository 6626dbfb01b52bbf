"""The entry point of the `croupier` command, which handles SIGTERM from the start."""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command. SIGTERM ends it at once until the service starts and handles signals itself.

    The first process of a container has no default action for signals. Without a handler, a SIGTERM during the start is
    lost, and the container is killed after its grace period. Imports take most of a start.
    """
    signal.signal(signal.SIGTERM, _end)
    from cli import app

    app()


def _end(number: int, _frame: FrameType | None) -> None:
    """End the process at once: a start leaves nothing to clean up, and other commands would be killed anyway."""
    # A service that ends on request has succeeded; an interrupted command has not.
    os._exit(0 if sys.argv[1:2] == ["serve"] else 128 + number)
