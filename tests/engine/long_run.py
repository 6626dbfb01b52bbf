"""Long runs of random checks on every game: spread over processes, counted, and each failure reported with its seed.

`python -m tests.engine.NAME` runs one; `soak`, `secrecy` and `fuzz` define the checks, and so do the runs of other
packages of tests.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from random import Random

import msgspec

from engine import GAMES, find_game
from tests.engine.example_game import register_example

MOST_FAILURES = 10
MOST_QUOTED = 1000
# No call that is timed may take longer, in seconds of processor time.
LONGEST_CALL = 0.050
SLOWEST = 5


class Summary(msgspec.Struct):
    """The results for one game: the number of items, the counts in them, the slowest calls, and the failures."""

    game: str
    items: int = 0
    counts: dict[str, int] = {}
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = []
    failures: list[str] = []

    def count(self, name: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts[name] = self.counts.get(name, 0) + number

    def add(self, other: "Summary") -> None:
        """Add the results of another part of the run."""
        self.items += other.items
        for name, number in other.counts.items():
            self.count(name, number)
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:SLOWEST]
        self.failures += other.failures

    def too_slow(self) -> list[tuple[float, str]]:
        """Return the calls over the time limit."""
        return [call for call in self.slowest if call[0] > LONGEST_CALL]


def prepare_nothing(_game: str) -> None:
    """Prepare nothing."""


class Run(msgspec.Struct, frozen=True):
    """A kind of run: its module, the name of an item, the check of one, and the number that a process checks at once.

    `check` takes the game, the random generator and the summary; `prepare` makes what a process needs only once. The
    module is in `package`.
    """

    name: str
    unit: str
    items: int
    check: Callable[[str, Random, Summary], None]
    at_once: int
    prepare: Callable[[str], object] = prepare_nothing
    package: str = "tests.engine"

    @property
    def command(self) -> str:
        """The command of a run."""
        return f"python -m {self.package}.{self.name}"


class Chunk(msgspec.Struct, frozen=True):
    """Some items of a run."""

    game: str
    seed: int
    first: int
    items: int


@contextmanager
def noting(tell: Callable[[], str]) -> Iterator[None]:
    """Add context to the message of a failure."""
    try:
        yield
    except Exception as problem:
        problem.add_note(tell())
        raise


def check_items(run: Run, game: str, items: int, seed: int, *, first: int = 0, workers: int = 1) -> Summary:
    """Check items of one game; stop soon after the tenth failure."""
    summary = Summary(game)
    started = time.monotonic()
    last = first + items
    chunks = [Chunk(game, seed, begin, min(run.at_once, last - begin)) for begin in range(first, last, run.at_once)]
    for part in spread(partial(_check_chunk, run), chunks, workers):
        summary.add(part)
        print(f"{game}: {summary.items} of {items} {run.unit}, {len(summary.failures)} failed", file=sys.stderr)
        if len(summary.failures) >= MOST_FAILURES:
            break
    summary.seconds = round(time.monotonic() - started, 1)
    return summary


def _check_chunk(run: Run, chunk: Chunk) -> Summary:
    """Check some items, up to the tenth failure."""
    summary = Summary(chunk.game)
    run.prepare(chunk.game)
    # The garbage collector skips the prepared material while calls are timed.
    gc.collect()
    gc.freeze()
    for number in range(chunk.first, chunk.first + chunk.items):
        try:
            run.check(chunk.game, Random(f"{run.name} {chunk.game} {chunk.seed} {number}"), summary)
        except Exception as problem:  # noqa: BLE001 - whatever it is, say which item it was
            summary.failures.append(_describe_failure(run, chunk, number, problem))
        summary.items += 1
        if len(summary.failures) == MOST_FAILURES:
            break
    gc.unfreeze()
    return summary


def _describe_failure(run: Run, chunk: Chunk, number: int, problem: Exception) -> str:
    """Describe the failure, and how to reproduce it."""
    again = f"{run.command} --game {chunk.game} --seed {chunk.seed} --first {number}"
    message = f"{type(problem).__name__}: {str(problem)[:MOST_QUOTED]}"
    return "\n  ".join((message, f"again: {again} --{run.unit} 1", *getattr(problem, "__notes__", ())))


def spread(work: Callable[[Chunk], Summary], chunks: Sequence[Chunk], workers: int) -> Iterator[Summary]:
    """Return the results of all chunks, in their order; with one worker, in this process."""
    if workers == 1:
        yield from map(work, chunks)
        return
    # Forked processes are not safe beside the threads of a test worker, so new ones are started.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), register_example)
    try:
        yield from pool.map(work, chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def main(run: Run, description: str | None, arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when an item failed or a call took too long."""
    register_example()
    parser = argparse.ArgumentParser(prog=run.command, description=description)
    parser.add_argument(f"--{run.unit}", dest="items", type=int, default=run.items, help="how many of each game")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="others with another seed")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    given = parser.parse_args(arguments)
    summaries = []
    for game in [given.game] if given.game else GAMES:
        summary = check_items(run, game, given.items, given.seed, first=given.first, workers=given.workers)
        print(json.dumps(msgspec.to_builtins(summary)) if given.json else in_words(run, summary), flush=True)
        summaries.append(summary)
    return int(any(summary.failures or summary.too_slow() for summary in summaries))


def in_words(run: Run, summary: Summary) -> str:
    """Write a summary for a person."""
    counts = [f"{number} {name}" for name, number in summary.counts.items()]
    slowest = [f"the slowest {1000 * summary.slowest[0][0]:.1f} ms"] if summary.slowest else []
    said = (
        f"{summary.items} {run.unit}",
        *counts,
        *slowest,
        f"{summary.seconds:.1f} s",
        f"{len(summary.failures)} failed",
    )
    slow = [f"too slow, {seconds * 1000:.1f} ms: {call}" for seconds, call in summary.too_slow()]
    return "\n".join([f"{find_game(summary.game).title}: {', '.join(said)}", *summary.failures, *slow])
