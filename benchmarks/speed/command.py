"""Measure `applyMove` beside other servers: one look at the responses, then rounds of short slices."""

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.engine.command import measure_beside_rlcard
from benchmarks.figures import RESULTS, Knob, benchmark
from benchmarks.speed.contenders import CONTENDERS, OF_CHANGES, Settings
from benchmarks.speed.goals import Asked, Medians
from benchmarks.speed.report import Report, format_json, format_markdown, package_versions
from benchmarks.speed.servers import Server, Servers, run_beside
from engine import GAMES
from tools.load.connection import Connection
from tools.load.moves import VIEW, make_move
from tools.load.operations import count_leaves, knows_changes
from tools.load.slices import Slice
from tools.load.tables import Table, open_tables
from tools.measuring.clock import take_turns, tell
from tools.measuring.environments import Environment
from tools.measuring.machine import describe_machine
from tools.measuring.processes import resident_bytes
from tools.servers import REPOSITORY
from tools.stores import started_store

PLOT = Environment("bench-plot", "matplotlib", ("plot.lock",))
# The number of tables of each game in the look at the responses.
LOOKED_AT = 2


@benchmark(
    Knob("seconds", 1.0, "how long each slice is"),
    Knob("warm-up", 0.3, "how long before it, in seconds"),
    Knob("rounds", 5, "how many slices each process has, in turn"),
    Knob("processes", 3, "how many processes of each are measured, one after the other"),
    Knob("in-flight", 16, "requests on their way at once"),
    Knob("game", tuple(GAMES), "play these games", GAMES),
    Knob("only", tuple(CONTENDERS), "measure these", CONTENDERS),
    Knob("without-playouts", False, "measure no playouts of the engine"),
    Knob("without-plot", False, "draw no plot"),
    Knob("results", RESULTS, "where the report goes"),
)
def speed(wanted: Namespace) -> Sequence[str]:
    """Measure `applyMove` beside other servers, and the engine beside RLCard; write the report and draw it.

    Two processes of the same code differ by a tenth and more: so each contender is started several times, and the
    median of its processes counts.
    """
    machine = describe_machine()
    games = tuple(wanted.game)
    settings = Settings(wanted.seconds, wanted.warm_up, wanted.rounds, wanted.in_flight, games, wanted.processes)
    seconds = min(1.0, wanted.seconds)
    playouts = {} if wanted.without_playouts else measure_beside_rlcard(games, seconds, wanted.rounds)
    names = [name for name in wanted.only if name not in OF_CHANGES or knows_changes(REPOSITORY)]
    for name in set(wanted.only).difference(names):
        tell(f"{name}: not supported by this checkout")
    runs = [run_beside(lambda servers: _run(servers, settings, names)) for _ in range(wanted.processes)]
    asked, _, versions = runs[0]
    figures = {name: combine([each[name] for _, each, _ in runs]) for name in names}
    report = Report(machine, package_versions() | versions, settings, asked, figures, playouts)
    write(report, wanted.results)
    if not wanted.without_plot:
        draw(wanted.results)
    return [format_markdown(report)]


def write(report: Report, results: Path) -> None:
    """Write a report as JSON and as a page."""
    results.mkdir(parents=True, exist_ok=True)
    (results / "speed.json").write_bytes(format_json(report))
    (results / "speed.md").write_text(format_markdown(report))
    tell(f"Written: {results / 'speed.json'}, {results / 'speed.md'}")


def draw(results: Path) -> None:
    """Draw the report that was written. Raises `CannotMeasure`."""
    PLOT.make()
    PLOT.run("benchmarks/speed/plot.py", str(results / "speed.json"), str(results / "speed.svg"))
    tell(f"Written: {results / 'speed.svg'}")


async def _run(
    servers: Servers, settings: Settings, names: Sequence[str]
) -> tuple[Asked, dict[str, Medians], dict[str, str]]:
    """Return the sizes of the operation, the medians of one process of each contender, and the servers' versions."""
    asked, answer = await _look_at(servers, settings.games)
    servers.answer = servers.folder() / "answer.json"
    servers.stored_bytes = asked.stored_bytes
    servers.answer.write_bytes(answer)
    contenders = {}
    for name in names:
        tell(f"starting the server of {name}")
        contenders[name] = CONTENDERS[name](servers, settings)
    slices: dict[str, list[Slice]] = {name: [] for name in contenders}
    for name in take_turns(settings.rounds, contenders):
        slices[name].append(found := await contenders[name].run(settings.seconds))
        tell(f"{found.rate:10,.0f}/s {found.cpu_micros:8,.0f} µs of CPU")
    figures = {name: _sum_up(found, contenders[name].server) for name, found in slices.items()}
    return asked, figures, servers.versions()


def _sum_up(slices: Sequence[Slice], server: Server) -> Medians:
    cpu = median(found.cpu_micros for found in slices)
    return Medians(
        rate=median(found.rate for found in slices),
        cpu=cpu,
        load=median(found.load_micros for found in slices),
        p50=1e6 * median(found.p50 for found in slices),
        p99=1e6 * median(found.p99 for found in slices),
        busy=median(found.busy for found in slices),
        memory=resident_bytes(server.process_id) / 1_000_000,
        each=(cpu,),
    )


def combine(processes: Sequence[Medians]) -> Medians:
    """Return the medians of the processes of one contender."""
    each = [msgspec.structs.asdict(found) for found in processes]
    middles = {name: median(found[name] for found in each) for name in each[0] if name != "each"}
    return Medians(**middles, each=tuple(found.cpu for found in processes))


async def _look_at(servers: Servers, games: Sequence[str]) -> tuple[Asked, bytes]:
    """Play tables once and keep every response; return their sizes, and a response of median length."""
    server = servers.find("croupier")
    scripts = [script for fresh in servers.scripts("croupier", games).values() for script in islice(fresh, LOOKED_AT)]
    tables = await open_tables(server.opens_at, scripts)
    answers = [answer for table in tables for answer in await _play(server, table)]
    leaves = sorted(count_leaves(msgspec.json.decode(answer)) for answer in answers)
    stored = sorted(await _stored_bytes(server.store, tables))
    answers.sort(key=len)
    answer = answers[len(answers) // 2]
    middles = leaves[len(leaves) // 2], len(answer), stored[0], stored[len(stored) // 2]
    return Asked(leaves[0], *middles), answer


async def _play(server: Server, table: Table) -> list[bytes]:
    """Play the first half of a table, which leaves it live, and return the responses."""
    async with Connection(server.port) as connection:
        return [await make_move(connection, table, VIEW) for _ in range(table.left // 2)]


async def _stored_bytes(url: str, tables: Sequence[Table]) -> list[int]:
    async with started_store(url) as store:
        documents = await asyncio.gather(*(store.load(table.id.decode()) for table in tables))
    return [len(document.document) for document in documents if document is not None]
