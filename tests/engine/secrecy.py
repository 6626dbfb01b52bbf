"""Deal again what cannot be seen, at every state: `python -m tests.engine.secrecy --tables 2000 [--game zar]`.

Before and after every move of random tables, for every seat and the spectator: the view, the legal moves, their labels,
the answers to moves that are tried, what is told of the hand, the events and the view after are the same for another
deal of the cards that the viewer cannot see.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from engine import GAMES, Move, State, find_game, view
from tests.engine.play import Step, Table, play_on, random_table, reproduce
from tests.engine.redeal import (
    Viewer,
    check_looks_alike,
    check_moves_alike,
    check_same,
    look_alike,
    unlike_viewers,
)
from tests.engine.toy import register_toy
from tests.engine.universe import sampled_moves
from tests.engine.workers import spread

# How many moves each seat tries at every state, and how often one of them is a text that cannot be read, which takes
# ten times as long to answer.
PROBES = 2
UNREADABLE = 1 / 12

OTHER_SEED = "5eed" * 16
TABLES_OF_A_CHUNK = 50
MOST_FAILURES = 10


class Summary(msgspec.Struct):
    """What was compared in tables of one game, and the tables that failed, with how to see them again.

    `states` counts pairs of a state and a viewer, `moves` pairs of a move and a viewer, of which so many could be dealt
    again in another way.
    """

    game: str
    tables: int = 0
    plies: int = 0
    states: int = 0
    moves: int = 0
    seconds: float = 0.0
    failures: list[str] = []

    def add(self, other: "Summary") -> None:
        """Count what another part of the run has compared."""
        self.tables += other.tables
        self.plies += other.plies
        self.states += other.states
        self.moves += other.moves
        self.failures += other.failures


class Chunk(msgspec.Struct, frozen=True):
    """Some tables of a run."""

    game: str
    seed: int
    first: int
    tables: int


# ---- one table


def check_table(table: Table, random: Random, summary: Summary) -> None:
    """Play a random table to its end and compare, at every state and for every viewer, with another deal."""
    for step in play_on(table.deal(), random):
        summary.plies += 1
        pool = sampled_moves(step.before, table.game, random, 1)
        for viewer in unlike_viewers(step.before, step.seat, random):
            summary.states += check_state(step.before, viewer, pool, random)
            summary.moves += check_moves_alike(step, viewer, random)
        check_key(step, random)


def check_state(state: State, viewer: Viewer, pool: Sequence[Move], random: Random) -> int:
    """Compare with one other deal whatever a viewer may ask; return how many deals were compared."""
    other = look_alike(state, viewer, random)
    if other is None:
        return 0
    check_looks_alike(state, other, viewer, probes(pool, random))
    return 1


def probes(pool: Sequence[Move], random: Random) -> Iterator[Move | str]:
    """Return what a seat tries: moves of the pool, and now and then a text that is nearly one."""
    yield from random.sample(pool, min(PROBES, len(pool)))
    if random.random() < UNREADABLE:
        yield str(random.choice(pool)) + random.choice((" ", "!", " @", " #x", " R9 R9", "=", " é"))


def check_key(step: Step, random: Random) -> None:
    """No view depends on the key, or on how many random words were used."""
    viewer = random.choice((None, *range(step.after.seats)))
    other = msgspec.structs.replace(step.after, seed=OTHER_SEED, words=step.after.words + 1)
    check_same(view(step.after, viewer), view(other, viewer), f"the view of {viewer}")


def play_one(game: str, seed: int, number: int, summary: Summary) -> None:
    """Check table `number` of a run."""
    random = Random(f"secrecy {game} {seed} {number}")
    check_table(random_table(game, random), random, summary)


# ---- many tables


def run_chunk(chunk: Chunk) -> Summary:
    """Check some tables, up to the tenth that fails."""
    summary = Summary(chunk.game)
    for number in range(chunk.first, chunk.first + chunk.tables):
        try:
            play_one(chunk.game, chunk.seed, number, summary)
        except Exception as problem:  # noqa: BLE001 - whatever it is, say which table it was
            summary.failures.append(describe_failure(chunk.game, chunk.seed, number, problem))
        summary.tables += 1
        if len(summary.failures) == MOST_FAILURES:
            break
    return summary


def soak(game: str, tables: int, seed: int, *, first: int = 0, workers: int = 1) -> Summary:
    """Check tables of one game; stop soon after the tenth that fails."""
    summary, started = Summary(game), time.monotonic()
    last = first + tables
    chunks = [
        Chunk(game, seed, begin, min(TABLES_OF_A_CHUNK, last - begin))
        for begin in range(first, last, TABLES_OF_A_CHUNK)
    ]
    for part in spread(run_chunk, chunks, workers):
        summary.add(part)
        print(f"{game}: {summary.tables} of {tables} tables, {len(summary.failures)} failed", file=sys.stderr)
        if len(summary.failures) >= MOST_FAILURES:
            break
    summary.seconds = round(time.monotonic() - started, 1)
    return summary


def describe_failure(game: str, seed: int, number: int, problem: Exception) -> str:
    """Say what went wrong, and how to see it again."""
    table = random_table(game, Random(f"secrecy {game} {seed} {number}"))
    again = f"python -m tests.engine.secrecy --game {game} --seed {seed} --first {number} --tables 1"
    return f"{type(problem).__name__}: {problem}\n  again: {again}\n  table: {reproduce(table)}"


# ---- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when a table failed."""
    register_toy()
    parser = argparse.ArgumentParser(prog="python -m tests.engine.secrecy", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="how many tables of each game")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="other tables with another seed")
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    given = parser.parse_args(arguments)
    games = [given.game] if given.game else list(GAMES)
    failed = False
    for game in games:
        summary = soak(game, given.tables, given.seed, first=given.first, workers=given.workers)
        print(json.dumps(msgspec.to_builtins(summary)) if given.json else in_words(summary), flush=True)
        failed = failed or bool(summary.failures)
    return int(failed)


def in_words(summary: Summary) -> str:
    """Write a summary for a person."""
    head = (
        f"{find_game(summary.game).title}: {summary.tables} tables, {summary.plies} moves; other deals compared at "
        f"{summary.states} states and {summary.moves} moves of a viewer, {summary.seconds:.1f} s"
    )
    return "\n".join([f"{head}, {len(summary.failures)} failed", *summary.failures])


if __name__ == "__main__":
    sys.exit(main())
