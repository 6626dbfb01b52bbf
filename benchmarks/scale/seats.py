"""Measure a table by its number of seats: the time of a move, and the sizes of what is sent and stored."""

import time
from argparse import Namespace
from random import Random
from statistics import median, quantiles

import msgspec

from benchmarks.figures import Figures, Knob, Row, benchmark
from engine import legal_moves, new_game, next_state
from service.storage.sessions import Lifetimes, SessionRepository
from store.port import Store
from tools.load.connection import Connection
from tools.load.moves import REST, make_move
from tools.load.serving import serving
from tools.load.tables import Script, open_table
from tools.measuring.clock import tell
from tools.random_tables import choose
from tools.stored import encode_session
from tools.stores import started_store

# Enough cards for a hundred seats with three stacks each.
OPTIONS = {"decks": 20, "firstSeat": 0}
SEED = "5e" * 32


@benchmark(Knob("seats", (2, 4, 30, 100), "numbers of seats"), Knob("moves", 300, "moves that are timed at each table"))
async def seats(wanted: Namespace) -> list[Figures]:
    """Measure a table by its number of seats: the time of a move, and the sizes of what is sent and stored."""
    rows: list[Row] = []
    with serving("sqlite") as service:
        async with started_store(service.store) as store, Connection(service.port) as connection:
            for count in wanted.seats:
                tell(f"seats: {count}")
                rows.append(await _measure_table(connection, store, count, wanted.moves))
    return [Figures("a table of ZLAM! by its seats", {"decks": OPTIONS["decks"], "moves": wanted.moves}, rows)]


async def _measure_table(connection: Connection, store: Store, count: int, moves: int) -> Row:
    script, micros = _write_script(count, moves)
    table = await open_table(connection, script, OPTIONS)
    times = list[float]()
    sizes = list[int]()
    while table.left:
        begun = time.perf_counter()
        answer = await make_move(connection, table, REST)
        times.append(1000 * (time.perf_counter() - begun))
        sizes.append(len(answer))
    session = table.id.decode()
    view = await connection.get(f"/v1/sessions/{session}", table.tokens[0].decode())
    kept = await SessionRepository(store, Lifetimes(600, 600, 600)).read(session)
    return {
        "seats": count,
        "move p50, ms": median(times),
        "move p99, ms": quantiles(times, n=100)[-1],
        "engine, µs": micros,
        "answer to a move, KiB": median(sizes) / 1024,
        "session of a seat, KiB": len(msgspec.json.encode(view)) / 1024,
        "stored document, KiB": len(encode_session(kept)) / 1024,
    }


def _write_script(count: int, most: int) -> tuple[Script, float]:
    """Return random moves of a table, and the microseconds that the engine takes to make one and list the next."""
    state = new_game("zlam", seats=count, options=OPTIONS, seed=SEED)
    random = Random(1)
    took = 0.0
    moves = list[tuple[int, bytes]]()
    while len(moves) < most and (chosen := choose(state, random)):
        seat, move = chosen
        begun = time.perf_counter()
        state = next_state(state, seat, move)
        legal_moves(state, seat)
        took += time.perf_counter() - begun
        moves.append((seat, msgspec.json.encode(str(move))))
    return Script("zlam", count, SEED, tuple(moves)), 1e6 * took / len(moves)
