"""Real tables: the engine plays them out beforehand, and the benchmark replays them over the network.

A seat sees only its own legal moves, and the next move is mostly another seat's: so each table is dealt from a known
key, and every seat's random choice among its legal moves is written down before any clock starts.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random

import msgspec

from engine import new_game, next_state
from tools.load.connection import Connection
from tools.random_tables import choose

SEATS = 4
SCRIPTS = 40
AT_ONCE = 8
# Long names, as some players like them: a table is to take 2.5 KB in the store in every game.
NAMES = (
    "Ada of the Harbour, twice champion",
    "Bartholomew who sits by the window",
    "Clementine from across the street",
    "Dorothea Maria, who deals tonight",
)


class Script(msgspec.Struct, frozen=True):
    """A table from the deal to its end: its seats, its key, and each move with its seat."""

    game: str
    seats: int
    seed: str
    moves: tuple[tuple[int, bytes], ...]


class Table:
    """A session, and the number of moves of its script already played."""

    __slots__ = ("at", "id", "key", "on_frame", "script", "tokens", "version")

    def __init__(self, session_id: bytes, tokens: tuple[bytes, ...], script: Script, version: int, key: bytes) -> None:
        self.id = session_id
        self.tokens = tokens
        self.script = script
        self.version = version
        self.key = key
        self.at = 0
        # Callback of its followers' streams for each move.
        self.on_frame: Callable[[], None] = _ignore

    @property
    def left(self) -> int:
        """Return the number of moves left."""
        return len(self.script.moves) - self.at


def _ignore() -> None:
    pass


def write_scripts(game: str, count: int = SCRIPTS, seats: int = SEATS) -> tuple[Script, ...]:
    """Return random tables of a game, the same ones each time."""
    return tuple(islice(fresh_scripts(game, seats), count))


def fresh_scripts(game: str, seats: int = SEATS) -> Iterator[Script]:
    """Yield random tables of a game without end, the same ones each time."""
    return (_write_script(game, seats, number) for number in itertools.count())


# Servers that are measured in turn play the same tables.
@cache
def _write_script(game: str, seats: int, number: int) -> Script:
    random = Random(number)
    seed = random.randbytes(32).hex()
    state = new_game(game, seats=seats, seed=seed)
    moves = []
    while chosen := choose(state, random):
        seat, move = chosen
        moves.append((seat, msgspec.json.encode(str(move))))
        state = next_state(state, seat, move)
    return Script(game, seats, seed, tuple(moves))


async def open_tables(port: int, scripts: Iterable[Script]) -> list[Table]:
    """Open a session for each script and take every seat, several at once."""
    waiting = iter(scripts)
    opened = await asyncio.gather(*(_open_all(port, waiting) for _ in range(AT_ONCE)))
    return [table for tables in opened for table in tables]


def make_up_tables(scripts: Iterable[Script]) -> list[Table]:
    """Return made-up tables that no service knows, for servers with a fixed response."""
    return [
        Table(b"%022d" % number, (b"%022d.%022d" % (number, number),) * script.seats, script, 0, b"key%d" % number)
        for number, script in enumerate(scripts)
    ]


async def _open_all(port: int, scripts: Iterator[Script]) -> list[Table]:
    async with Connection(port) as connection:
        return [await open_table(connection, script) for script in scripts]


async def open_table(connection: Connection, script: Script, options: Mapping[str, object] | None = None) -> Table:
    """Open a session for a script and take every seat."""
    chosen = [{"name": name, "value": str(value)} for name, value in (options or {}).items()]
    wish = {"game": script.game, "seats": script.seats, "seed": script.seed, "options": chosen}
    session_id = (await connection.post("/v1/sessions", wish))["session"]["id"]
    names = [{"name": name} for name in NAMES] + [{}] * script.seats
    joined = [
        await connection.post(f"/v1/sessions/{session_id}/seats", {"seat": seat, **names[seat]})
        for seat in range(script.seats)
    ]
    tokens = tuple(seat["seatToken"].encode() for seat in joined)
    return Table(session_id.encode(), tokens, script, joined[-1]["session"]["version"], session_id[:12].encode())
