"""Measure `applyMove` beside other servers, and the engine beside RLCard."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.engine.command import measure_beside_rlcard
from benchmarks.environments import Environment
from benchmarks.figures import Knob, tell
from benchmarks.speed.contenders import CONTENDERS, Settings
from benchmarks.speed.results import RESULTS, Report, describe_machine, format_json, format_markdown, package_versions
from benchmarks.speed.running import Run, run
from benchmarks.speed.servers import Servers, run_beside
from engine import GAMES

PLOT = Environment("bench-plot", "matplotlib", ("plot.lock",))
KNOBS = (
    Knob("seconds", 1.0, "how long each slice is"),
    Knob("warm-up", 0.3, "how long before it, in seconds"),
    Knob("rounds", 15, "how many slices each has, in turn"),
    Knob("in-flight", 16, "requests on their way at once"),
    Knob("game", tuple(GAMES), "play these games", GAMES),
    Knob("only", tuple(CONTENDERS), "measure these", CONTENDERS),
    Knob("without-playouts", False, "measure no playouts of the engine"),
    Knob("without-plot", False, "draw no plot"),
    Knob("results", RESULTS, "where the report goes"),
)


def measure(wanted: Namespace) -> Sequence[str]:
    """Measure the requested contenders, write the report and draw it. Raises `CannotMeasure`."""
    machine, games = describe_machine(), tuple(wanted.game)
    settings = Settings(wanted.seconds, wanted.warm_up, wanted.rounds, wanted.in_flight, games)
    seconds = min(1.0, wanted.seconds)
    playouts = {} if wanted.without_playouts else measure_beside_rlcard(games, seconds, wanted.rounds)

    async def measure_servers(servers: Servers) -> tuple[Run, dict[str, str]]:
        return await run(servers, settings, wanted.only), servers.versions()

    found, others = run_beside(measure_servers)
    report = Report(machine, package_versions() | others, settings, found.asked, found.figures, playouts)
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
