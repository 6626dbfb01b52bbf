"""Compare with another checkout, or with another build of Python, in turn in one run."""

import os
import subprocess
import sys
import sysconfig
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.figures import CannotMeasure, Figures, Knob, Row, benchmark
from benchmarks.instructions import name_with_view
from benchmarks.kept import WRITE, keep
from benchmarks.sizes import compare_sizes
from benchmarks.speed.contenders import Playing, Settings
from benchmarks.speed.goals import Found
from benchmarks.speed.servers import PROGRAM, Servers, run_beside
from engine import GAMES
from tools.load.following import (
    FOLLOW,
    FOLLOW_CHANGES,
    FOLLOW_CODES,
    REST_FOLLOW,
    REST_FOLLOW_CHANGES,
    REST_FOLLOW_CODES,
    WEBSOCKET_FOLLOW,
    WEBSOCKET_FOLLOW_CHANGES,
    Following,
)
from tools.load.moves import CHANGES, CODES, REST, REST_CHANGES, REST_CODES, VIEW, Way
from tools.load.operations import knows_changes, knows_codes, knows_views
from tools.measuring.clock import take_turns, tell
from tools.servers import REPOSITORY

HERE = "here"
THERE = "there"


class Asked(NamedTuple):
    """How moves are made, and how every seat follows them, if any does; the server that has these tables.

    `is_known` tells whether the service of a checkout supports them.
    """

    way: Way
    following: Following | None = None
    server: str = "moves"
    is_known: Callable[[Path], bool] = knows_views


# What is measured at each server.
ASKED: Mapping[str, Asked] = {
    "applyMove": Asked(VIEW),
    "applyMove, changes": Asked(CHANGES, is_known=knows_changes),
    "applyMove, codes": Asked(CODES, is_known=knows_codes),
    "REST move": Asked(REST),
    "REST move, changes": Asked(REST_CHANGES, is_known=knows_changes),
    "REST move, codes": Asked(REST_CODES, is_known=knows_codes),
    "followed by 4": Asked(VIEW, FOLLOW, "followed"),
    "followed by 4, changes": Asked(CHANGES, FOLLOW_CHANGES, "followed", knows_changes),
    "followed by 4, codes": Asked(CODES, FOLLOW_CODES, "followed", knows_codes),
    "followed by 4 over REST": Asked(REST, REST_FOLLOW, "followed over REST"),
    "followed by 4 over REST, changes": Asked(REST_CHANGES, REST_FOLLOW_CHANGES, "followed over REST", knows_changes),
    "followed by 4 over REST, codes": Asked(REST_CODES, REST_FOLLOW_CODES, "followed over REST", knows_codes),
    "followed by 4 over WebSocket": Asked(VIEW, WEBSOCKET_FOLLOW, "followed over WebSocket"),
    "followed by 4 over WebSocket, changes": Asked(
        CHANGES, WEBSOCKET_FOLLOW_CHANGES, "followed over WebSocket", knows_changes
    ),
}


class Bar(NamedTuple):
    """What a ratio is to be at most, and better."""

    bar: float
    stretch: float

    def judge(self, ratio: float) -> str:
        """Say whether a ratio reaches the bar."""
        return Found("", ratio, self.bar, self.stretch).verdict


WHOLE = Bar(0.92, 0.85)
MOVED = Bar(0.80, 0.70)
FOLLOWED = Bar(0.65, 0.55)


class Compared(NamedTuple):
    """The CPU time of one operation here and there in each process, in µs."""

    here: Sequence[float]
    there: Sequence[float]

    @property
    def ratio(self) -> float:
        """Return the median of the ratios."""
        return median(self.ratios)

    @property
    def ratios(self) -> list[float]:
        """Return the ratio of the time here to the time there, of each pair of processes."""
        return [here / there for here, there in zip(self.here, self.there, strict=True)]


@benchmark(
    Knob("checkout", REPOSITORY, "the folder of the other checkout"),
    Knob("python", sys.executable, "another Python"),
    Knob("only", tuple(ASKED), "measure these", ASKED),
    Knob("seconds", 0.7, "how long each slice is, and the CPU time of each playout"),
    Knob("rounds", 3, "how many slices each process has, in turn"),
    Knob("processes", 3, "how many processes of each are measured, one after the other"),
    Knob("in-flight", 16, "requests on their way at once"),
    Knob("game", tuple(GAMES), "play these games", GAMES),
    Knob("sqlite", False, "store in SQLite instead of Redis"),
    Knob("without-playouts", False, "measure no playouts of the engine"),
    WRITE,
)
def against(wanted: Namespace) -> list[Figures]:
    """Compare with another checkout, or with another build of Python, in turn in one run.

    It compares the server's CPU time of moves by GraphQL and by REST, alone and followed by four streams over each
    transport, with the view, its changes, and these in codes: what the other checkout does not support is compared
    with the view there. Both servers have slices in turn, of fresh tables, the same ones at both. The ratio is the
    median of pairs of processes, since two processes of the same code differ by a tenth and more; a ratio below 1 says
    that this checkout takes less. Beside them it compares the sizes of answers and frames, and the engine's playouts;
    with another Python, which must have this one's version but for the last number, the playouts alone.
    """
    wanted.checkout = wanted.checkout.resolve()
    if wanted.checkout == REPOSITORY and wanted.python == sys.executable:
        raise CannotMeasure("Name another checkout or another Python.")
    found: list[Figures] = []
    if wanted.python == sys.executable:
        found.append(_compare_servers(wanted))
    if not wanted.without_playouts:
        found.append(_compare_playouts(wanted))
    if wanted.write:
        keep("against-sqlite" if wanted.sqlite else "against", found)
    # The sizes here are kept by a benchmark of their own.
    sizes = [compare_sizes(_programs(wanted), wanted.game)] if wanted.python == sys.executable else []
    return [*found, *sizes]


# ---- servers


def _programs(wanted: Namespace) -> dict[str, Path]:
    return {HERE: REPOSITORY, THERE: wanted.checkout}


def _compare_servers(wanted: Namespace) -> Figures:
    """Compare what is asked, process by process."""
    names = pair_names(wanted.only, wanted.checkout)
    runs = [run_beside(lambda servers: _measure(servers, wanted, names)) for _ in range(wanted.processes)]
    rows: list[Row] = []
    for name, other in names.items():
        here, there = ([run[side, asked] for run in runs] for side, asked in ((HERE, name), (THERE, other)))
        # The bars are for a checkout without changes.
        bar = None if knows_changes(wanted.checkout) else _find_bar(name)
        rows.append(_row(name, Compared(here, there), bar))
    settings = {
        "store": "SQLite" if wanted.sqlite else "Redis",
        "processes": wanted.processes,
        "rounds": wanted.rounds,
        "in flight": wanted.in_flight,
    }
    return Figures("CPU time here against there", settings, rows)


def pair_names(asked: Sequence[str], checkout: Path) -> dict[str, str]:
    """Return what is measured here, each with what it is compared with at another checkout."""
    names = {}
    for name in asked:
        is_known = ASKED[name].is_known
        if not is_known(REPOSITORY):
            tell(f"{name}: not supported by this checkout")
            continue
        names[name] = name if is_known(checkout) else name_with_view(name)
    return names


async def _measure(servers: Servers, wanted: Namespace, names: Mapping[str, str]) -> dict[tuple[str, str], float]:
    """Return the µs of CPU time of each operation on each side, in one process of each."""
    settings = Settings(
        wanted.seconds, wanted.seconds / 3, wanted.rounds, wanted.in_flight, tuple(wanted.game), wanted.processes
    )
    wishes = [*((HERE, name) for name in names), *((THERE, name) for name in dict.fromkeys(names.values()))]
    # What is compared is measured one after the other.
    order = sorted(wishes, key=lambda wish: list(ASKED).index(name_with_view(wish[1])))
    playing = {(side, name): _start(servers, wanted, settings, side, name) for side, name in order}
    found: dict[tuple[str, str], list[float]] = {wish: [] for wish in order}
    for wish in take_turns(wanted.rounds, order):
        measured = await playing[wish].run(settings.seconds)
        found[wish].append(measured.cpu_micros)
        tell(f"{measured.cpu_micros:8,.0f} µs of CPU")
    return {wish: median(times) for wish, times in found.items()}


def _start(servers: Servers, wanted: Namespace, settings: Settings, side: str, name: str) -> Playing:
    asked = ASKED[name]
    place = f"{side}, {asked.server}"
    program = PROGRAM.format(checkout=str(_programs(wanted)[side]))
    server = servers.find_other(place, program, on_disk=wanted.sqlite)
    return Playing(server, servers.scripts(place, settings.games), settings, asked.way, asked.following)


def _find_bar(name: str) -> Bar | None:
    """Return the bar of an operation, if it has one."""
    is_followed = name.startswith("followed")
    if name.endswith(", changes"):
        return FOLLOWED if is_followed else MOVED
    return None if is_followed or name.endswith(", codes") else WHOLE


def _row(name: str, compared: Compared, bar: Bar | None) -> Row:
    return {
        "µs of CPU": name,
        "here": median(compared.here),
        "there": median(compared.there),
        "ratio": compared.ratio,
        "processes": f"{min(compared.ratios):.2f}–{max(compared.ratios):.2f}",
        "bar": f"≤ {bar.bar:g}" if bar else None,
        "stretch": f"{bar.stretch:g}" if bar else None,
        "goal": bar.judge(compared.ratio) if bar else None,
    }


# ---- playouts


def measure_playouts(python: str, checkout: Path, game: str, seconds: float, seed: int) -> float:
    """Return the µs of CPU time of one move in random playouts, with a given Python and a checkout's engine."""
    command = [python, "-P", str(REPOSITORY / "benchmarks" / "engine" / "playouts.py"), game, str(seconds), str(seed)]
    # What an older checkout does not have yet is taken from here.
    folders = (checkout, sysconfig.get_path("platlib"), REPOSITORY)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    return 1e6 / float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def _compare_playouts(wanted: Namespace) -> Figures:
    rows = [_compare_playout(wanted, game) for game in wanted.game]
    return Figures("playouts here against there", {"rounds": wanted.rounds}, rows)


def _compare_playout(wanted: Namespace, game: str) -> Row:
    """Play a game with both builds in turn; of each the least counts, since other work only adds to it."""
    here: list[float] = []
    there: list[float] = []
    for number in range(wanted.rounds):
        here.append(measure_playouts(sys.executable, REPOSITORY, game, wanted.seconds, number))
        there.append(measure_playouts(wanted.python, wanted.checkout, game, wanted.seconds, number))
    return {"µs of CPU of a move": game, "here": min(here), "there": min(there), "ratio": min(here) / min(there)}
