"""The service for one agent, which speaks the Model Context Protocol over standard input and output."""

import asyncio
import os
import select
import signal
import socket
from contextlib import suppress
from threading import Thread

from service.app import create_app
from service.mcp.transport import serve_streams
from service.settings import Settings

CHUNK_BYTES = 1 << 16


def serve_agent(settings: Settings) -> None:
    """Serve an agent until its input ends, or until Ctrl-C, which raises `KeyboardInterrupt` once all is closed.

    Raises `SettingsError` or `StoreUnavailable` if the store cannot be used.
    """
    was_interrupted = asyncio.run(_serve(settings))
    if was_interrupted:
        raise KeyboardInterrupt


async def _serve(settings: Settings) -> bool:
    """Serve an agent, and return whether Ctrl-C has ended its input."""
    app = create_app(settings)
    await app.state.open_store()
    async with app.router.lifespan_context(app):
        interrupted = _let_input_be_interrupted()
        await serve_streams(app.state.backend)
    return interrupted.is_set()


def _let_input_be_interrupted() -> asyncio.Event:
    """Have Ctrl-C end standard input, and return the event that it sets; a second one ends the process at once.

    The SDK reads in a thread, which only the end of the input wakes, so all input is relayed to a socket.
    """
    interrupted = asyncio.Event()
    relay = _relay_input()

    def interrupt() -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with suppress(OSError):
            relay.shutdown(socket.SHUT_WR)

    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupt)
    return interrupted


def _relay_input() -> socket.socket:
    """Put a socket in the place of standard input, and return the other end, to which a thread relays all input."""
    relay, replacement = socket.socketpair()
    source = os.dup(0)
    os.dup2(replacement.fileno(), 0)
    replacement.close()
    Thread(target=_pump, args=(source, relay), daemon=True).start()
    return relay


def _pump(source: int, relay: socket.socket) -> None:
    # After Ctrl-C, or once the server has ended, the socket takes no input.
    with suppress(OSError):
        while chunk := _read(source):
            relay.sendall(chunk)
    # Input that cannot be read, such as that of a lost terminal, has ended, too.
    with suppress(OSError):
        relay.shutdown(socket.SHUT_WR)


def _read(source: int) -> bytes:
    """Return the next input, empty at its end; a pipe that does not block is waited for, too."""
    select.select([source], [], [])
    return os.read(source, CHUNK_BYTES)
