"""One of several worker processes: serves on a socket that its parent has bound. `workers.py` starts it."""

import asyncio
import os
import signal
import sys
from socket import socket
from threading import Thread

from service.serve import check_store, run_server
from service.settings import SettingsError, load_settings
from service.stores.base import StoreUnavailable
from service.telemetry import configure_logging
from service.workers import READY


def main() -> int:
    """Serve until a signal, or until the parent is gone; say `READY` or what stands against it."""
    settings = load_settings(os.environ)
    configure_logging(settings.log, settings.log_level)
    Thread(target=_end_with_parent, daemon=True).start()
    listener = socket(fileno=int(sys.argv[1]))
    try:
        # Said in one line: when the application finds it out, the library shows a traceback.
        asyncio.run(check_store(settings))
        run_server(settings, listener, lambda _port: print(READY, flush=True))
    except (SettingsError, StoreUnavailable) as error:
        print(error, flush=True)
        return 2
    return 0


def _end_with_parent() -> None:
    """Wait until the parent is gone, and end then as if it had said so."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
