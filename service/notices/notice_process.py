"""The process beside a worker that sends its notices, so that receivers cost moves no time.

`forwarder.py` starts it. It reads lines of JSON: its configuration, then the versions that the worker has committed. It
reports once a second what came of them, and ends with its worker, once the attempts under way have had some seconds.
"""

import asyncio
import gc
import os
import sys

import msgspec
import structlog
import uvloop

from service.children import give_way
from service.notices.driver import NoticeDriver
from service.notices.recovery import Pace
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.notices.tally import Tally
from service.notices.versions import Version
from service.notices.web_push import Vapid, load_vapid
from service.observability.logs import LogLevel, Style, configure_logging
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from store.adapters import open_store
from store.options import Durability, SettingsError
from store.port import Store
from store.problems import DataCorrupted, StoreUnavailable

REPORT_SECONDS = 1.0
# How often the process checks its parent: standard input stays open if another process inherited the other end.
PARENT_SECONDS = 1.0
LONGEST_LINE = 1024 * 1024

log = structlog.get_logger("croupier.notices")


class Configuration(msgspec.Struct, frozen=True):
    """What the process needs of the settings. They come over a pipe, since they hold passwords and keys.

    Without a `push_key` it is that of the store.
    """

    store: str
    durability: Durability
    lifetimes: Lifetimes
    allows_private: bool
    push_key: str | None
    push_contact: str
    pace: Pace
    log: Style
    log_level: LogLevel


class _Input:
    """The lines that the worker writes."""

    def __init__(self, reader: asyncio.StreamReader, parent: int) -> None:
        self._reader = reader
        self._parent = parent

    async def line(self) -> bytes:
        """Return the next line; nothing once the worker has ended, even in the middle of a line."""
        reading = asyncio.ensure_future(self._reader.readline())
        while not (await asyncio.wait({reading}, timeout=PARENT_SECONDS))[0]:
            if os.getppid() != self._parent:
                reading.cancel()
                return b""
        line = reading.result()
        return line if line.endswith(b"\n") else b""


async def serve(parent: int) -> int:
    """Send notices until the worker ends; return the exit status."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    lines = _Input(reader, parent)
    configuration = msgspec.json.decode(await lines.line(), type=Configuration)
    configure_logging(configuration.log, configuration.log_level)
    store = open_store(configuration.store, configuration.durability)
    try:
        await store.start()
        vapid = await _load_vapid(store, configuration)
    except (StoreUnavailable, DataCorrupted, SettingsError) as error:
        log.warning("notices wait for the store", reason=str(error))
        return 1
    sessions = SessionRepository(store, configuration.lifetimes)
    tournaments = TournamentRepository(store, configuration.lifetimes)
    sender = Sender(configuration.allows_private, vapid)
    driver = NoticeDriver(sessions, tournaments, EndpointRepository(store), sender, configuration.pace)
    driver.start()
    reporting = asyncio.create_task(_report(driver.tally))
    decode = msgspec.json.Decoder(Version).decode
    while line := await lines.line():
        driver.tell(decode(line))
    reporting.cancel()
    await driver.close()
    await store.close()
    return 0


async def _load_vapid(store: Store, configuration: Configuration) -> Vapid:
    if configuration.push_key is None:
        return await load_vapid(store, configuration.push_contact)
    return Vapid(configuration.push_key, configuration.push_contact)


async def _report(tally: Tally) -> None:
    """Write the tally each second if it has changed."""
    last = b""
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        line = msgspec.json.encode(tally) + b"\n"
        if line != last:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            last = line


def main() -> int:
    """Run the process; the arguments are its niceness and the parent's id."""
    give_way(int(sys.argv[1]))
    status = uvloop.run(serve(int(sys.argv[2])))
    # The worker waits for the end of the process: a last collection of garbage would take most of a second.
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(main())
