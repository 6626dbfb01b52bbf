"""One run of a scenario: rounds of play on a store of their own, faults meanwhile, and a verdict after each."""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import msgspec

from tools.faults.checker import Verdict, Violation, judge
from tools.faults.fleet import Fleet
from tools.faults.history import History
from tools.faults.players import GivenUp, Players, Refused, Table
from tools.faults.rollbacks import judge_rollbacks
from tools.services import CROUPIER
from tools.stores import started_store

# A round begins with an empty store, so that a long run keeps neither a large log nor a long history.
ROUND = 10_000
SAY_SECONDS = 5.0
# Tables that go on for longer are left: new ones cost the store less for each move.
LONGEST_TABLE = 150

POLL_SECONDS = 0.005

GoesOn = Callable[[], bool]
PlayOne = Callable[[Table, GoesOn], Awaitable[None]]
Act = Callable[[], Awaitable[None]]
# How often something is done to a run, what, and its name in the report.
Harm = tuple[int, Act, str]


class Knobs(msgspec.Struct, frozen=True):
    """The size of a scenario; a scenario ignores the knobs that it does not use."""

    moves: int = 0
    kills: int = 0
    worker_kills: int = 0
    count: int = 0
    minutes: float = 0.0
    store: str = "redis"
    workers: int = 2
    tables: int = 16
    # How long a table rests between two moves, in seconds.
    rest: float = 0.0
    seed: int = 0

    def share(self, round_number: int, rounds: int) -> "Knobs":
        """Return one round's share of the knobs."""

        def part(whole: int) -> int:
            return whole * (round_number + 1) // rounds - whole * round_number // rounds

        counted = {name: part(getattr(self, name)) for name in ("moves", "kills", "worker_kills", "count")}
        return msgspec.structs.replace(self, seed=self.seed + round_number, **counted)


class Report(msgspec.Struct):
    """The figures of a run, and the checker's findings."""

    scenario: str
    knobs: Knobs
    figures: dict[str, float] = {}
    violations: list[Violation] = []
    seconds: float = 0.0

    def add(self, name: str, amount: float = 1) -> None:
        """Add to a figure."""
        self.figures[name] = self.figures.get(name, 0) + amount

    def add_verdict(self, verdict: Verdict) -> None:
        """Add a verdict."""
        for name in ("sessions", "acknowledged", "refused", "retried", "reads", "frames", "decisions"):
            self.add(name, getattr(verdict, name))
        self.violations += verdict.violations


class Run:
    """The resources of a scenario: workers, players, their history, and the report."""

    def __init__(self, knobs: Knobs, report: Report, folder: Path) -> None:
        self.knobs = knobs
        self.report = report
        self.folder = folder
        self.chance = Random(f"faults {knobs.seed}")
        self.history = History()
        self.started = time.monotonic()
        self.players: Players
        self.fleet: Fleet
        self._said = self.started

    @asynccontextmanager
    async def service(
        self,
        store: str,
        replacements: int = 0,
        programs: Sequence[str] = (CROUPIER,),
        players: Callable[[Fleet, History, Random], Players] = Players,
        **settings: str,
    ) -> AsyncIterator[Players]:
        """Start the workers on a store, so many of which will be replaced, and players who call them."""
        knobs = self.knobs
        async with AsyncExitStack() as stack:
            fleet = Fleet(store, self.folder, knobs.workers, replacements, self.chance, programs, **settings)
            self.fleet = await stack.enter_async_context(fleet)
            self.players = players(self.fleet, self.history, self.chance)
            stack.push_async_callback(self.players.close)
            yield self.players

    async def trial(
        self,
        store: str,
        *harms: Harm,
        play_one: PlayOne | None = None,
        replacements: int = 0,
        programs: Sequence[str] = (CROUPIER,),
        players: type[Players] = Players,
        **settings: str,
    ) -> None:
        """Play at workers on a store while each kind of harm is done, at even distances in moves, and judge it."""
        async with self.service(store, replacements, programs, players, **settings):
            await self.play(lambda: together(*(self.spread(*harm) for harm in harms)), play_one)
        await self.judge(store)

    def require_workers(self, count: int) -> None:
        """Require at least so many workers, whatever the knobs say."""
        self.knobs = msgspec.structs.replace(self.knobs, workers=count)

    async def judge(self, store: str) -> None:
        """Check the history against the store."""
        async with started_store(store) as started:
            self._add(await judge(self.history, started, self.say))

    async def judge_rollbacks(self, store: str) -> None:
        """Check the responses to returning clients against the store, which may have lost something."""
        async with started_store(store) as started:
            rollbacks = await judge_rollbacks(self.history, started)
        self.report.add("clients who came back", len(self.history.comebacks))
        self.report.add("of these with a lost version", rollbacks.held)
        self._add(rollbacks.verdict)

    def _add(self, verdict: Verdict) -> None:
        self.report.add("unknown answers", self.players.unknown)
        self.report.add_verdict(verdict)
        for wish in self.history.wishes:
            if wish.answers and not wish.version:
                self.report.add(f"refused: {wish.answers[0].code}")

    def say(self, line: str) -> None:
        """Report how far the run is."""
        print(f"{self.report.scenario}: {line}", file=sys.stderr, flush=True)

    def progress(self) -> None:
        """Report how far the run is, now and then."""
        if time.monotonic() - self._said > SAY_SECONDS:
            self._said = time.monotonic()
            done = ", ".join(f"{number:g} {name}" for name, number in self.report.figures.items())
            self.say(f"{self.players.acknowledged} moves, {self.players.unknown} unknown answers; so far {done}")

    # ---- play

    async def play(self, faults: Callable[[], Awaitable[None]], play_one: PlayOne | None = None) -> None:
        """Play tables until `faults` is over and the moves are made; `play_one` plays one table, by default alone."""
        over = asyncio.Event()

        async def cause() -> None:
            try:
                await faults()
            finally:
                over.set()

        def goes_on() -> bool:
            return not over.is_set() or self.players.acknowledged < self.knobs.moves

        async with asyncio.TaskGroup() as group:
            group.create_task(cause())
            for _ in range(self.knobs.tables):
                group.create_task(self._play_tables(play_one or self.play_table, goes_on))

    async def _play_tables(self, play_one: PlayOne, goes_on: GoesOn) -> None:
        """Play one table after the other while it goes on."""
        while goes_on():
            # The checker names a wish that was given up, and a session that is gone.
            try:
                await play_one(await self.players.open_table(), goes_on)
            except* (GivenUp, Refused) as ends:
                self.say(f"a table is given up: {ends.exceptions}")

    async def play_table(self, table: Table, goes_on: GoesOn) -> None:
        """Play a table while it lasts, up to a bound."""
        for _ in range(LONGEST_TABLE):
            if not table.active or not goes_on():
                return
            await self.players.step(table)
            self.progress()
            await asyncio.sleep(self.knobs.rest)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so, of which nothing tells."""
        while not condition():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(POLL_SECONDS)

    async def until_moves(self, moves: float) -> None:
        """Wait until so many moves of this round are acknowledged."""
        await self.until(lambda: self.players.acknowledged >= moves)

    async def until_answers(self, count: int) -> None:
        """Wait until so many more moves are acknowledged, or attempts are left without an answer."""
        goal = self.players.answered + count
        await self.until(lambda: self.players.answered >= goal)

    async def until_figure(self, name: str, amount: float) -> None:
        """Wait until a figure of the report has grown by so much."""
        goal = self.report.figures.get(name, 0) + amount
        await self.until(lambda: self.report.figures.get(name, 0) >= goal)

    async def spread(self, count: int, act: Act, name: str) -> None:
        """Do something so many times, at even distances in moves."""
        for number in range(count):
            await self.until_moves(self.knobs.moves * (number + 0.5) / count)
            await act()
            self.report.add(name)


async def together(*harms: Awaitable[None]) -> None:
    """Inject several kinds of faults at the same time."""
    await asyncio.gather(*harms)


Scenario = Callable[[Run], Awaitable[None]]


async def execute(name: str, scenario: Scenario, knobs: Knobs, size: int = ROUND) -> Report:
    """Run a scenario in rounds of a size, and return the report."""
    report = Report(name, knobs)
    started = time.monotonic()
    rounds = max(1, -(-max(knobs.moves, knobs.count) // size))
    for number in range(rounds):
        with tempfile.TemporaryDirectory(prefix="croupier-faults-") as folder:
            run = Run(knobs.share(number, rounds), report, Path(folder))
            await scenario(run)
            run.say(f"round {number + 1} of {rounds}: {len(report.violations)} violations")
    report.seconds = time.monotonic() - started
    return report
