"""Many followers on one worker: what they cost, by transport, and the time in which a move reaches all of them."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle, islice
from statistics import median

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, pick, say_goal
from benchmarks.scale.common import STORE, game_knob
from tools.load.connection import Connection, write_get
from tools.load.following import UPGRADE, Follower, Stream, following, subscribe, subscribe_by_websocket
from tools.load.moves import time_move
from tools.load.serving import serving
from tools.load.tables import SCRIPTS, Table, open_tables, write_scripts
from tools.measuring.clock import tell
from tools.measuring.processes import allow_files, cpu_seconds, resident_bytes
from tools.services import Service

GOAL_MILLISECONDS = 250
GOAL_KIB = 25
DEADLINE_SECONDS = 120.0
# Files that a process needs beside one for each follower.
SPARE_FILES = 200
FOLLOWERS = Knob("followers", 5_000, "followers of many sessions")
SESSIONS = Knob("sessions", 500, "sessions that they follow")


async def _open_sessions(service: Service, game: str, count: int) -> list[Table]:
    scripts = write_scripts(game, min(count, SCRIPTS))
    return await open_tables(service.port, islice(cycle(scripts), count))


def _ask_for_frames(session: bytes, media: str) -> bytes:
    """Return a request for the frames of a session over REST, as a spectator."""
    return write_get(f"/v1/sessions/{session.decode()}/frames", f"Accept: {media}")


@benchmark(
    FOLLOWERS,
    SESSIONS,
    Knob("audience", 1_000, "followers of one session"),
    Knob("moves", 20, "moves that are told to them"),
    Knob("idle", 20.0, "seconds of silence, for CPU"),
    STORE,
    game_knob("zeven"),
)
async def followers(wanted: Namespace) -> list[Figures]:
    """Measure many followers on one worker, and the time in which one move reaches all followers of its session."""
    allow_files(max(wanted.followers, wanted.audience) + SPARE_FILES)
    rows = []
    for count, sessions in ((wanted.followers, wanted.sessions), (wanted.audience, 1)):
        tell(f"followers: {count:,} of {sessions:,} sessions")
        with serving(wanted.store) as service:
            rows.append(await _measure_followers(service, wanted, count, sessions))
    settings = pick(wanted, "game", "store", "moves")
    goal = f"{wanted.audience:,} followers have a move within {GOAL_MILLISECONDS} ms"
    is_met = numbers_of(rows, "last frame ms")[-1] <= GOAL_MILLISECONDS
    return [Figures("followers on one worker", settings, rows, [say_goal(goal, is_met)])]


async def _measure_followers(service: Service, wanted: Namespace, count: int, sessions: int) -> Row:
    tables = await _open_sessions(service, wanted.game, sessions)
    crowds = [Crowd(table, len(range(number, count, sessions))) for number, table in enumerate(tables)]
    process = service.process_id
    makers = [crowd.follow for crowd in crowds for _ in range(crowd.size)]
    before = resident_bytes(process)
    began = time.perf_counter()
    async with following(service.port, makers):
        opened = time.perf_counter() - began
        after = resident_bytes(process)
        silent = cpu_seconds(process)
        await asyncio.sleep(wanted.idle)
        moving = cpu_seconds(process)
        async with Connection(service.port) as player:
            times = [await _move(player, crowds[number % sessions]) for number in range(wanted.moves)]
        moved = cpu_seconds(process)
    return {
        "followers": count,
        "sessions": sessions,
        "opened in s": opened,
        "idle CPU": f"{(moving - silent) / wanted.idle:.1%}",
        "KB each": round((after - before) / count / 1000, 1),
        "answer ms": median(answer for answer, _ in times),
        "last frame ms": median(last for _, last in times),
        "worst ms": max(last for _, last in times),
        "CPU ms/move": 1000 * (moved - moving) / wanted.moves,
    }


class Crowd:
    """The followers of one session: counts the frames that have reached all of them."""

    def __init__(self, table: Table, size: int) -> None:
        self.table = table
        self.size = size
        self._awaited = size
        self._all = asyncio.Event()

    def follow(self) -> Follower:
        """Return one more follower."""
        return Follower(_ask_for_frames(self.table.id, "text/event-stream"), b"event: frame", self._arrive)

    def _arrive(self) -> None:
        self._awaited -= 1
        if self._awaited <= 0:
            self._all.set()

    async def have_all(self) -> None:
        """Wait until every follower has one frame more than the last time."""
        if self.size:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await self._all.wait()
        self._awaited += self.size
        if self._awaited > 0:
            self._all.clear()


async def _move(player: Connection, crowd: Crowd) -> tuple[float, float]:
    """Make a move, and return the milliseconds until its response, and until the last follower has it."""
    assert crowd.table.left, "the table is over: --moves is too much"
    began = time.perf_counter()
    reaching = asyncio.create_task(crowd.have_all())
    took = await time_move(player, crowd.table)
    await reaching
    return took, 1000 * (time.perf_counter() - began)


# ---- idle followers

QUERY = """
subscription Updates($id: ID!) {
  sessionUpdates(sessionId: $id) {
    version cursor resync events { sentence } session { status viewerSeat view { turn legalMoves { notation } } }
  }
}
"""
# By transport: the request, and what is sent after an upgrade.
WAYS: Mapping[str, Callable[[bytes], tuple[bytes, bytes]]] = {
    "REST, server-sent events": lambda session: (_ask_for_frames(session, "text/event-stream"), b""),
    "REST, lines of JSON": lambda session: (_ask_for_frames(session, "application/x-ndjson"), b""),
    "GraphQL, server-sent events": lambda session: (subscribe(QUERY, session.decode()), b""),
    "GraphQL, WebSocket": lambda session: (UPGRADE, subscribe_by_websocket(QUERY, session.decode())),
}


@benchmark(FOLLOWERS, SESSIONS, Knob("kind", tuple(WAYS), "follow in these ways", WAYS), STORE, game_knob("zeven"))
async def idle(wanted: Namespace) -> list[Figures]:
    """Measure the memory of a worker that an idle follower holds, by transport."""
    allow_files(wanted.followers + SPARE_FILES)
    rows = []
    for kind in wanted.kind:
        tell(f"idle: {wanted.followers:,} followers by {kind}")
        with serving(wanted.store) as service:
            rows.append(await _measure_idle(service, kind, wanted))
    sizes = zip(wanted.kind, numbers_of(rows, "KiB each"), strict=True)
    goals = [say_goal(f"{kind}: {GOAL_KIB} KiB each", size <= GOAL_KIB) for kind, size in sizes]
    return [Figures("idle followers on one worker", pick(wanted, "game", "store"), rows, goals)]


async def _measure_idle(service: Service, kind: str, wanted: Namespace) -> Row:
    sessions = [table.id for table in await _open_sessions(service, wanted.game, wanted.sessions)]
    followed = islice(cycle(sessions), wanted.followers)
    before = resident_bytes(service.process_id)
    async with following(service.port, [partial(_follow_idly, kind, session) for session in followed]):
        after = resident_bytes(service.process_id)
    return {
        "by": kind,
        "followers": wanted.followers,
        "sessions": wanted.sessions,
        "MB before": before / 1_000_000,
        "MB after": after / 1_000_000,
        "KiB each": (after - before) / wanted.followers / 1024,
    }


def _follow_idly(kind: str, session: bytes) -> Follower:
    request, upgraded = WAYS[kind](session)
    # The mark of the first frame, whatever is around it.
    return Stream(request, b'"cursor"', upgraded).open(lambda: None)
