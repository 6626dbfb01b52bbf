"""One of several worker processes: serves on a socket that its parent has bound. `workers.py` starts it."""

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
    """Serve until a signal, or until the parent is gone; say `READY` or what stands against it."""
    Thread(target=_end_with_parent, daemon=True).start()
    listener = socket(fileno=int(sys.argv[1]))
    try:
        settings = load_settings(os.environ)
        configure_logging(settings.log, settings.log_level)
        # Said in one line: when the application finds it out, the library shows a traceback.
        asyncio.run(check_store(settings))
        run_server(settings, listener, lambda _port: _report(READY))
    except (SettingsError, StoreUnavailable) as error:
        _report(str(error))
        return 2
    return 0


def _report(line: str) -> None:
    """Tell the parent; once it is gone, there is nobody to tell, and `_end_with_parent` ends this process."""
    # Not by `print`, which would try again, and fail with a traceback, when the process ends.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), f"{line}\n".encode())


def _end_with_parent() -> None:
    """Wait until the parent is gone, and end then as if it had said so."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
