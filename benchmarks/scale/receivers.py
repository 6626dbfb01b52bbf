"""Measure a person's move while notices go to dead receivers: nobody waits for them."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import cycle
from statistics import median

from benchmarks.figures import Figures, Knob, Row, benchmark, pick, say_goal
from benchmarks.scale.common import SEATS, STORE, connected, game_knob
from tools.inbox import Inbox
from tools.load.connection import Connection
from tools.load.moves import make_move, time_move
from tools.load.serving import read_metric, serving
from tools.load.tables import Table, open_tables, write_scripts
from tools.measuring.clock import percentile, tell
from tools.services import Service

# How much longer a move may take.
SLOWER = 1.1
# The moves that the tables beside the measured ones make in a second, over so many connections.
CROWD_MOVES = 40
CROWD_CONNECTIONS = 10
# The person who is measured pauses for so long between two moves.
PERSON_SECONDS = 0.05
# As a service has it by default.
NICENESS = "10"
# One table in so many is the person's.
SHARE_OF_PERSON = 10
# What strangers' notices may ask of an address in a second is limited: dead receivers have addresses of their own.
_ADDRESSES = 250
SILENT = [f"127.0.1.{number}" for number in range(1, _ADDRESSES + 1)]
# Nobody listens there (RFC 863).
_CLOSED = [f"http://127.0.2.{number}:9/" for number in range(1, _ADDRESSES + 1)]
PLAIN = "without webhooks"
HOOKED = "with a dead webhook each"


@benchmark(
    Knob("tables", 1_000, "tables, each with a dead webhook, and as many without"),
    Knob("rounds", 6, "rounds, in turn without webhooks and with them"),
    Knob("seconds", 10.0, "seconds of a round"),
    STORE,
    game_knob("zeven"),
)
async def receivers(wanted: Namespace) -> list[Figures]:
    """Measure a person's move at one worker while many tables send notices to receivers that are dead.

    Half of the receivers refuse connections, and half accept them and never answer. The person's table has such a
    webhook, too. All the tables are played meanwhile.
    """
    times: dict[str, list[float]] = {PLAIN: [], HOOKED: []}
    async with AsyncExitStack() as stack:
        silent = await stack.enter_async_context(Inbox(addresses=SILENT))
        silent.is_open.clear()
        plain = stack.enter_context(serving(wanted.store, bot_niceness=NICENESS))
        hooked = stack.enter_context(serving(wanted.store, bot_niceness=NICENESS, webhooks="private"))
        tell("receivers: opening tables")
        sides = {name: await open_side(service, wanted) for name, service in ((PLAIN, plain), (HOOKED, hooked))}
        await create_webhooks(hooked.port, sides[HOOKED].tables, silent)
        for number in range(wanted.rounds + 1):
            for name, side in sides.items():
                tell(f"receivers: round {number} of {wanted.rounds}, {name}")
                found = await side.play(wanted.seconds)
                # In the first round the receivers are not known to be dead.
                times[name] += found if number else []
        pending = read_metric(hooked, "croupier_notices_pending")
    rows = [_row(name, each, times[PLAIN]) for name, each in times.items()]
    slower = median(times[HOOKED]) / median(times[PLAIN])
    said = [f"{pending:,.0f} notices waited at the end", say_goal(f"at most {SLOWER} times", slower <= SLOWER)]
    return [Figures("a move beside dead receivers", pick(wanted, "store", "game", "tables"), rows, said)]


class Side:
    """The tables of a service: a person is measured at some of them, the others are played beside it."""

    def __init__(self, service: Service, tables: Sequence[Table]) -> None:
        self._service = service
        self.tables = tables
        count = max(1, len(tables) // SHARE_OF_PERSON)
        self._of_person = iter(tables[:count])
        self._crowd = tables[count:]
        self._own = next(self._of_person)

    async def play(self, seconds: float) -> list[float]:
        """Play for so long, and return the milliseconds of each of the person's moves."""
        end = time.perf_counter() + seconds
        async with connected(self._service, CROWD_CONNECTIONS) as connections, Connection(self._service.port) as mine:
            shares = [self._crowd[first::CROWD_CONNECTIONS] for first in range(CROWD_CONNECTIONS)]
            async with asyncio.TaskGroup() as group:
                measured = group.create_task(self._measure(mine, end))
                for connection, share in zip(connections, shares, strict=True):
                    group.create_task(_play(connection, share, end))
        return measured.result()

    async def _measure(self, connection: Connection, end: float) -> list[float]:
        times = list[float]()
        while time.perf_counter() < end:
            if not self._own.left:
                self._own = next(self._of_person)
            times.append(await time_move(connection, self._own))
            await asyncio.sleep(PERSON_SECONDS)
        return times


async def _play(connection: Connection, tables: Sequence[Table], end: float) -> None:
    """Make a move at each of some tables in turn."""
    for table in cycle(tables):
        if time.perf_counter() > end:
            return
        if table.left:
            await make_move(connection, table)
        await asyncio.sleep(CROWD_CONNECTIONS / CROWD_MOVES)


async def open_side(service: Service, wanted: Namespace) -> Side:
    """Open the tables of a service."""
    return Side(service, await open_tables(service.port, write_scripts(wanted.game, wanted.tables, seats=SEATS)))


def dead_urls(silent: Inbox) -> Iterator[str]:
    """Yield URLs without end, by turns of receivers that refuse connections and of some that never answer."""
    for closed, address in cycle(zip(_CLOSED, silent.addresses, strict=True)):
        yield closed
        yield silent.url_at(address)


async def create_webhooks(port: int, tables: Sequence[Table], silent: Inbox) -> None:
    """Let the first player of each table have a webhook, at receivers that refuse and at one that never answers."""
    async with Connection(port) as connection:
        for table, url in zip(tables, dead_urls(silent), strict=False):
            wish = {"sessionId": table.id.decode(), "url": url}
            await connection.post("/v1/webhooks", wish, table.tokens[0].decode())
            table.version += 1


def _row(name: str, times: Sequence[float], plain: Sequence[float]) -> Row:
    return {
        "tables": name,
        "moves": len(times),
        "median ms": median(times),
        "p95 ms": percentile(sorted(times), 95),
        "to those without": round(median(times) / median(plain), 3),
    }
