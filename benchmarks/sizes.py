"""Measure the bytes of answers to moves, and of frames: with the whole view, its changes, and these in codes."""

import asyncio
import re
import tempfile
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.figures import Figures, Knob, Row, benchmark
from benchmarks.kept import WRITE, keep
from benchmarks.speed.servers import PROGRAM
from engine import GAMES
from tools.load.connection import Connection
from tools.load.following import (
    FOLLOW,
    FOLLOW_CHANGES,
    FOLLOW_CODES,
    REST_FOLLOW,
    REST_FOLLOW_CHANGES,
    REST_FOLLOW_CODES,
    Follower,
    Following,
    open_streams,
)
from tools.load.moves import CHANGES, CODES, REST, REST_CHANGES, REST_CODES, VIEW, Way, make_move
from tools.load.operations import knows_changes, knows_codes, knows_views
from tools.load.tables import Table, open_tables, write_scripts
from tools.measuring.clock import tell
from tools.servers import REPOSITORY
from tools.services import Service

# Of an event: what a client decodes.
FRAME = re.compile(rb"\ndata: (\{.*\})")
DEADLINE_SECONDS = 60.0


class Kind(NamedTuple):
    """A way to make moves and one to follow them, and the most bytes that an answer and a frame are to have.

    `is_known` tells whether the service of a checkout supports them.
    """

    way: Way
    following: Following
    is_known: Callable[[Path], bool] = knows_views
    answer_bar: int | None = None
    frame_bar: int | None = None


KINDS: Mapping[str, Kind] = {
    "GraphQL": Kind(VIEW, FOLLOW),
    "GraphQL, changes": Kind(CHANGES, FOLLOW_CHANGES, knows_changes),
    "GraphQL, codes": Kind(CODES, FOLLOW_CODES, knows_codes, None, 700),
    "REST": Kind(REST, REST_FOLLOW),
    "REST, changes": Kind(REST_CHANGES, REST_FOLLOW_CHANGES, knows_changes),
    "REST, codes": Kind(REST_CODES, REST_FOLLOW_CODES, knows_codes, 1500, 700),
}


@benchmark(Knob("game", tuple(GAMES), "play these games", GAMES), WRITE)
def sizes(wanted: Namespace) -> list[Figures]:
    """Measure the bytes of answers to moves, and of frames: with the whole view, its changes, and these in codes.

    A whole table of each game is played at four seats, each of which follows it. The report has the median of each
    game, and the median of these. What counts is the JSON of an answer or of a frame, without headers.
    """
    found = [compare_sizes({"here": REPOSITORY}, wanted.game)]
    if wanted.write:
        keep("sizes", found)
    return found


def compare_sizes(checkouts: Mapping[str, Path], games: Sequence[str] = tuple(GAMES)) -> Figures:
    """Return the sizes at the service of each checkout."""
    rows: list[Row] = []
    for side, checkout in checkouts.items():
        with tempfile.TemporaryDirectory() as folder:
            program = PROGRAM.format(checkout=str(checkout))
            with Service(f"sqlite:{folder}/croupier.db", Path(folder), program, log_level="warning") as service:
                for name, kind in KINDS.items():
                    if not kind.is_known(checkout):
                        tell(f"{name}: not supported by the checkout {side}")
                        continue
                    rows += asyncio.run(_measure(service.port, f"{name} {side}", kind, games))
    return Figures("bytes of an answer and of a frame", {"seats": 4}, rows)


async def _measure(port: int, name: str, kind: Kind, games: Sequence[str]) -> list[Row]:
    """Return the sizes of answers and of frames, with a median of each game."""
    answers = {}
    frames = {}
    for game in games:
        (table,) = await open_tables(port, write_scripts(game, 1))
        moved, framed = await _play(port, table, kind)
        answers[game] = round(median(moved))
        frames[game] = round(median(framed))
    return [_row(f"{name}: answer", answers, kind.answer_bar), _row(f"{name}: frame", frames, kind.frame_bar)]


def _row(name: str, found: Mapping[str, int], bar: int | None) -> Row:
    middle = round(median(found.values()))
    verdict = None if bar is None else "MET" if middle <= bar else "FALLS SHORT"
    return {"bytes": name, **found, "median": middle, "bar": bar, "goal": verdict}


async def _play(port: int, table: Table, kind: Kind) -> tuple[list[int], list[int]]:
    """Play a table that every seat follows; return the sizes of the answers, and of the frames after the first."""
    makers = [_record(kind.following, table, token) for token in table.tokens]
    followers = await open_streams(port, makers)
    moves = table.left
    async with Connection(port) as connection:
        answers = [len(await make_move(connection, table, kind.way)) for _ in range(moves)]
    recorders = [follower for follower in followers if isinstance(follower, _Recorder)]
    async with asyncio.timeout(DEADLINE_SECONDS):
        await asyncio.gather(*(recorder.have(moves) for recorder in recorders))
    for recorder in recorders:
        recorder.transport.abort()
    return answers, [size for recorder in recorders for size in recorder.sizes()]


class _Recorder(Follower):
    """A stream whose frames are kept."""

    def __init__(self, request: bytes, mark: bytes) -> None:
        super().__init__(request, mark, self._arrive)
        self._received: list[bytes] = []
        self._arrived = asyncio.Semaphore(0)

    def _arrive(self) -> None:
        self._arrived.release()

    def data_received(self, data: bytes) -> None:
        """Keep these bytes, and count the frames that begin in them."""
        self._received.append(data)
        super().data_received(data)

    async def have(self, count: int) -> None:
        """Wait until so many frames have begun after the first."""
        for _ in range(count):
            await self._arrived.acquire()

    def sizes(self) -> list[int]:
        """Return the bytes of each frame but the first."""
        return [len(frame) for frame in FRAME.findall(b"".join(self._received))][1:]


def _record(following: Following, table: Table, token: bytes) -> Callable[[], Follower]:
    stream = following(table.id.decode(), token.decode())
    return lambda: _Recorder(stream.request, stream.mark)
