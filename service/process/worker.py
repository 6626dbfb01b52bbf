"""One of several worker processes, started by `workers.py`: it serves on a socket that its parent has bound."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from socket import socket
from threading import Thread

from service.observability.logs import configure_logging
from service.process.serve import check_store, run_server
from service.process.workers import READY
from service.sessions.problems import StoreUnavailable
from service.settings import SettingsError, load_settings


def main() -> int:
    """Serve until a signal, or until the parent ends; report `READY`, or the reason for not serving."""
    Thread(target=_end_with_parent, daemon=True).start()
    listener = socket(fileno=int(sys.argv[1]))
    try:
        settings = load_settings(os.environ)
        configure_logging(settings.log, settings.log_level)
        # Checked here to report a failure in one line: if the application finds it, the library shows a traceback.
        asyncio.run(check_store(settings))
        run_server(settings, listener, lambda _port: _report(READY))
    except (SettingsError, StoreUnavailable) as error:
        _report(str(error))
        return 2
    return 0


def _report(line: str) -> None:
    """Write a line to the parent; if the parent has ended, `_end_with_parent` ends this process."""
    # Not with `print`, which would try again at exit, and fail with a traceback.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), f"{line}\n".encode())


def _end_with_parent() -> None:
    """Wait until the parent ends, then end this process with SIGTERM, as the parent would have."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
