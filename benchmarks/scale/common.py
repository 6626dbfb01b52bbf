"""What the benchmarks of the service as it grows share: the store, the game, and the clients at tables of two."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from benchmarks.figures import Knob
from engine import GAMES
from tools.load.connection import Connection
from tools.load.moves import TableAfterTable
from tools.load.tables import write_scripts
from tools.services import Service

STORES = ("redis", "sqlite")
STORE = Knob("store", "redis", "the store", STORES)
EACH_STORE = Knob("store", STORES, "measure these stores", STORES)
# Seats of a table where more would only make moves rarer.
SEATS = 2


def game_knob(game: str) -> Knob:
    """Return the option that chooses a game."""
    return Knob("game", game, "the game", GAMES)


@asynccontextmanager
async def connected(service: Service, count: int) -> AsyncIterator[list[Connection]]:
    """Yield so many connections to a service."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Connection(service.port)) for _ in range(count)]


def seat_players(connections: Sequence[Connection], game: str) -> list[TableAfterTable]:
    """Return a client of each connection that plays at tables of its own."""
    scripts = write_scripts(game, seats=SEATS)
    return [TableAfterTable(connection, scripts, first) for first, connection in enumerate(connections)]
