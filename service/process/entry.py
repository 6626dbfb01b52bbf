"""The entry of the `croupier` command, which hears SIGTERM from its first moment on."""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command. SIGTERM ends it at once until the service, when it starts, takes signals over.

    The first process of a container has no default action for a signal: without a handler, a SIGTERM during the start
    is lost, and the container killed when its time is up. Importing the rest takes most of a start.
    """
    signal.signal(signal.SIGTERM, _end)
    from cli import app

    app()


def _end(number: int, _frame: FrameType | None) -> None:
    """End the process without more ado: a start leaves nothing to clean up, and other commands would be killed."""
    # A service that was asked to end has done as it was told; a command that was cut short has not.
    os._exit(0 if sys.argv[1:2] == ["serve"] else 128 + number)
