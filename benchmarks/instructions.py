"""Count the instructions of moves and of frames with callgrind: other work on the machine does not change them."""

import os
import platform
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.figures import (
    BarExceeded,
    CannotMeasure,
    Figures,
    Knob,
    Row,
    benchmark,
    format_json,
    format_table,
)
from engine import GAMES
from service.process.interpreter import describe_python
from tools.load.operations import (
    changes_document,
    codes_document,
    follow_changes_document,
    follow_codes_document,
    follow_document,
    knows_changes,
    knows_codes,
    knows_views,
    view_document,
)
from tools.load.tables import NAMES, SEATS, Script, write_scripts
from tools.measuring.clock import tell
from tools.measuring.counted import PROCESSORS
from tools.servers import REPOSITORY
from tools.services import environment

COUNTED = REPOSITORY / "tools" / "measuring" / "counted.py"
BARS = Path(__file__).with_name("instructions.json")
INSTALL = "This needs valgrind: install it, on Debian and Ubuntu with `apt install valgrind`."
# Of each game so many tables are played before anything is counted, and so many others then; so many moves of each.
WARM_TABLES = 2
TABLES = 2
MOVES = 40
# By how much a count may exceed the one that was kept: the turns of threads differ a little.
TOLERANCE = 1.01
MOVE = "applyMove"
MOVE_CHANGES = "applyMove, changes"
MOVE_CODES = "applyMove, codes"
REST_MOVE = "REST move"
REST_CHANGES = "REST move, changes"
REST_CODES = "REST move, codes"
REST_HOOKED = "REST move, webhook"
FRAME = "frame of a stream"
FRAME_CHANGES = "frame of a stream, changes"
FRAME_CODES = "frame of a stream, codes"


class Plan(msgspec.Struct, frozen=True):
    """How a move is made: its GraphQL document, none for REST; more header fields; the subscription of every seat.

    With `hook`, each table's host has a webhook at that URL, to which another process sends.
    """

    document: str | None = None
    headers: tuple[str, ...] = ()
    follow: str | None = None
    hook: str = ""


PLANS: Mapping[str, Plan] = {
    MOVE: Plan(view_document()),
    MOVE_CHANGES: Plan(changes_document()),
    MOVE_CODES: Plan(codes_document()),
    REST_MOVE: Plan(),
    REST_CHANGES: Plan(headers=("Prefer: return=changes",)),
    REST_CODES: Plan(headers=("Prefer: return=changes;codes",)),
    REST_HOOKED: Plan(hook="https://hooks.invalid/"),
    FRAME: Plan(view_document(), follow=follow_document()),
    FRAME_CHANGES: Plan(changes_document(), follow=follow_changes_document()),
    FRAME_CODES: Plan(codes_document(), follow=follow_codes_document()),
}
# A frame is the difference between a move that every seat follows and one that nobody does, for each seat.
ALONE = {FRAME: MOVE, FRAME_CHANGES: MOVE_CHANGES, FRAME_CODES: MOVE_CODES}
# Whether the service of a checkout knows a path that not all have.
IS_KNOWN: Mapping[str, Callable[[Path], bool]] = {
    **dict.fromkeys((MOVE_CHANGES, REST_CHANGES, FRAME_CHANGES), knows_changes),
    **dict.fromkeys((MOVE_CODES, REST_CODES, FRAME_CODES), knows_codes),
}
# A webhook may cost a move so much: the bar is the ratio to the same move without one.
MOST_OF_WEBHOOK = 1.1


class Counted(msgspec.Struct, frozen=True):
    """The thousands of instructions of a move or of a frame: of the event loop's thread, and of the store's threads."""

    loop: float
    store: float


class Bars(msgspec.Struct, frozen=True):
    """The counts of an earlier commit, the ratios to them that are the bars, and the most that no change may exceed."""

    python: str
    commit: str
    base: dict[str, float]
    bars: dict[str, float]
    most: dict[str, float]


@benchmark(
    Knob("checkout", REPOSITORY, "count with the code of another checkout"),
    Knob("only", tuple(PLANS), "count these", PLANS),
    Knob("processes", os.cpu_count() or 1, "processes at once"),
    Knob("check", False, "fail where a count exceeds its bar in benchmarks/instructions.json, or the one kept there"),
    Knob("write", False, "keep the counts there; they are those of the base with --checkout"),
)
def instructions(wanted: Namespace) -> Iterator[Figures]:
    """Count the instructions of moves and of frames with callgrind: other work on the machine does not change them.

    The service of a checkout runs in one process over SQLite, without sockets: bytes are handed to its connections, and
    answers taken from them. The tables are fresh, every move is made once, and a move of each table is made in turn, so
    caches are as cold as in a server. What counts is the thread of the event loop; the store's threads are told, too. A
    frame is a quarter of what a move takes more when its four seats follow the table.
    """
    if shutil.which("valgrind") is None:
        raise CannotMeasure(INSTALL)
    if platform.machine() not in PROCESSORS:
        raise CannotMeasure(f"This speaks with callgrind in the code of one processor: {PROCESSORS[0]}.")
    checkout = wanted.checkout.resolve()
    found = count_instructions(checkout, wanted)
    kept = read_bars()
    yield Figures("instructions", _describe(checkout), list(_rows(found, kept)), list(_say_bars(found, kept)))
    if wanted.write:
        _write_bars(found, kept, is_base=checkout != REPOSITORY)
    elif wanted.check:
        _check_bars(found, kept)


def count_instructions(checkout: Path, wanted: Namespace) -> dict[str, Counted]:
    """Return the instructions of each path that the checkout has."""
    names = [name for name in PLANS if name in wanted.only and IS_KNOWN.get(name, knows_views)(checkout)]
    for name in set(wanted.only).difference(names):
        tell(f"{name}: not supported by this checkout")
    needed = [name for name in PLANS if name in names or name in {ALONE.get(one) for one in names}]
    scripts = {game: write_scripts(game, WARM_TABLES + TABLES) for game in GAMES}
    with ThreadPoolExecutor(wanted.processes) as processes:
        counts = processes.map(partial(_count, checkout, scripts), needed)
        counted = dict(zip(needed, counts, strict=True))
    return {name: _subtract(counted, name) for name in names}


def _subtract(counted: Mapping[str, Counted], name: str) -> Counted:
    """Return the count of a path; of a frame, without the move itself."""
    if name not in ALONE:
        return counted[name]
    followed = counted[name]
    alone = counted[ALONE[name]]
    return Counted((followed.loop - alone.loop) / SEATS, (followed.store - alone.store) / SEATS)


def _count(checkout: Path, scripts: Mapping[str, Sequence[Script]], name: str) -> Counted:
    """Count the instructions of one path in a process of its own."""
    tell(f"counting: {name}")
    with TemporaryDirectory() as name_of_folder:
        folder = Path(name_of_folder)
        (folder / "plan.json").write_bytes(write_plan(PLANS[name], scripts))
        made = _run(checkout, folder)
        others = [file for file in folder.glob("out-*") if not file.name.endswith("-01")]
        return Counted(_read_total(folder / "out.1-01") / made / 1000, sum(map(_read_total, others)) / made / 1000)


def write_plan(plan: Plan, scripts: Mapping[str, Sequence[Script]], moves: int = MOVES) -> bytes:
    """Return a plan as the measured process reads it: the first tables of each game warm it up."""
    given = {
        **msgspec.structs.asdict(plan),
        "followers": SEATS if plan.follow else 0,
        "warm": [_write_script(one, moves) for of_game in scripts.values() for one in of_game[:WARM_TABLES]],
        "scripts": [_write_script(one, moves) for of_game in scripts.values() for one in of_game[WARM_TABLES:]],
    }
    return msgspec.json.encode(given)


def _write_script(script: Script, moves: int) -> dict[str, object]:
    written = [(seat, msgspec.json.decode(move)) for seat, move in script.moves[:moves]]
    return {**msgspec.structs.asdict(script), "names": NAMES, "moves": written}


def _run(checkout: Path, folder: Path) -> int:
    """Run the service below callgrind, and return the number of moves that it counted."""
    valgrind = ("valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes")
    command = [*valgrind, f"--callgrind-out-file={folder / 'out'}", "--", sys.executable, str(COUNTED)]
    variables = environment(store=f"sqlite:{folder / 'croupier.db'}", port="0", log="json")
    # What is written in the order of hashes is always in the same order; the code is that of the checkout alone.
    variables |= {"PYTHONHASHSEED": "0", "PYTHONPATH": str(checkout)}
    asked = [*command, str(checkout), str(folder / "plan.json")]
    done = subprocess.run(asked, cwd=folder, env=variables, capture_output=True, check=False)
    if done.returncode:
        raise CannotMeasure(f"The service failed below valgrind:\n{done.stderr.decode(errors='replace')[-4000:]}")
    made: int = msgspec.json.decode(done.stdout.splitlines()[-1])["moves"]
    return made


def _read_total(file: Path) -> int:
    """Return the instructions that a file of callgrind sums up."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("totals:"))


# ---- the bars


def read_bars() -> Bars:
    """Return the bars, and the counts that were kept."""
    return msgspec.json.decode(BARS.read_bytes(), type=Bars)


def write_bars() -> str:
    """Return the counts that were kept, beside those of the base, as they stand in a page."""
    kept = read_bars()
    found = {name: Counted(count, 0.0) for name, count in kept.most.items()}
    rows = [_without(row, "store", "kept") for row in _rows(found, kept)]
    return f"Python {kept.python}; the base is commit {kept.commit}.\n\n{format_table(rows)}"


def _without(row: Row, *columns: str) -> Row:
    return {name: value for name, value in row.items() if name not in columns}


def _describe(checkout: Path) -> Row:
    code = "this checkout" if checkout == REPOSITORY else checkout.name
    return {"built": describe_python(), "of": code, "tables": TABLES * len(GAMES), "moves of each": MOVES}


def _rows(found: Mapping[str, Counted], kept: Bars) -> Iterator[Row]:
    for name, counted in found.items():
        base = kept.base.get(name_with_view(name))
        yield {
            "thousands of instructions": name,
            "event loop": round(counted.loop, 1),
            "store": round(counted.store, 1),
            "kept": kept.most.get(name),
            "of the base": base,
            "to the base": counted.loop / base if base else None,
            "bar": kept.bars.get(name),
        }


def name_with_view(name: str) -> str:
    """Return the name of the same operation with the whole view, in place of its changes or codes."""
    return name.removesuffix(", changes").removesuffix(", codes")


def _say_bars(found: Mapping[str, Counted], kept: Bars) -> Iterator[str]:
    if kept.python != describe_python():
        yield f"The counts that were kept are those of Python {kept.python}: they are not compared."
        return
    yield f"The base is commit {kept.commit}; a count may exceed the one that was kept by {TOLERANCE - 1:.0%}."
    yield from (f"exceeded: {problem}" for problem in find_exceeded(found, kept))


def find_exceeded(found: Mapping[str, Counted], kept: Bars) -> Iterator[str]:
    """Yield a sentence for each count that exceeds its bar, or the one that was kept."""
    for name, counted in found.items():
        bar = kept.bars.get(name)
        base = kept.base.get(name_with_view(name))
        if bar and base and counted.loop > bar * base:
            yield f"{name} takes {counted.loop:,.0f} k, more than {bar:g} of the {base:,.0f} k of the base"
        plain = found.get(REST_MOVE)
        if name == REST_HOOKED and plain is not None and counted.loop > MOST_OF_WEBHOOK * plain.loop:
            yield f"{name} takes {counted.loop:,.0f} k, more than {MOST_OF_WEBHOOK:g} of {plain.loop:,.0f} k without it"
        most = kept.most.get(name)
        if most is not None and counted.loop > most * TOLERANCE:
            yield f"{name} takes {counted.loop:,.0f} k, more than the {most:,.0f} k that were kept"


def _check_bars(found: Mapping[str, Counted], kept: Bars) -> None:
    if kept.python != describe_python():
        raise BarExceeded(f"Compare with the Python of {BARS.name}: {kept.python}.")
    if exceeded := list(find_exceeded(found, kept)):
        raise BarExceeded("\n".join(exceeded))


def _write_bars(found: Mapping[str, Counted], kept: Bars, *, is_base: bool) -> None:
    counts = {name: round(counted.loop, 1) for name, counted in found.items()}
    changed = {"base": kept.base | counts} if is_base else {"most": kept.most | counts}
    BARS.write_bytes(format_json(msgspec.structs.replace(kept, python=describe_python(), **changed)))
    tell(f"Written: {BARS}")
