"""Play many random tables and check every state: `python -m tests.engine.soak --tables 10000 [--game zeven]`."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from random import Random

import msgspec

from engine import GAMES
from tests.engine.invariants import check_table
from tests.engine.play import Table, random_table, reproduce
from tests.engine.toy import register_toy

# The costly checks are made at one state in this many.
SAMPLED = 200


class Summary(msgspec.Struct):
    """What was played of one game, and the tables that failed, with how to see them again."""

    game: str
    tables: int = 0
    moves: int = 0
    seconds: float = 0.0
    failures: list[str] = []


def play_one(game: str, seed: int, number: int) -> tuple[Table, int]:
    """Play table `number` of a run and return it with the number of its moves."""
    random = Random(f"soak {game} {seed} {number}")
    table = random_table(game, random)
    return table, check_table(table, random, thorough=1 / SAMPLED)


def soak(game: str, tables: int, seed: int, *, first: int = 0) -> Summary:
    """Play tables of one game; stop at the tenth that fails."""
    summary, started = Summary(game), time.monotonic()
    for number in range(first, first + tables):
        try:
            summary.moves += play_one(game, seed, number)[1]
        except Exception as problem:  # noqa: BLE001 - whatever it is, say which table it was
            summary.failures.append(describe_failure(game, seed, number, problem))
        summary.tables += 1
        if number % 500 == 499:
            print(f"{game}: {summary.tables} of {tables} tables, {summary.moves} moves", file=sys.stderr)
        if len(summary.failures) == 10:
            break
    summary.seconds = time.monotonic() - started
    return summary


def describe_failure(game: str, seed: int, number: int, problem: Exception) -> str:
    """Say what went wrong, and how to see it again."""
    table = random_table(game, Random(f"soak {game} {seed} {number}"))
    again = f"python -m tests.engine.soak --game {game} --seed {seed} --first {number} --tables 1"
    return f"{type(problem).__name__}: {problem}\n  again: {again}\n  table: {reproduce(table)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when a table failed."""
    register_toy()
    parser = argparse.ArgumentParser(prog="python -m tests.engine.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="how many tables of each game")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="other tables with another seed")
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    given = parser.parse_args(arguments)
    games = [given.game] if given.game else list(GAMES)
    summaries = [soak(game, given.tables, given.seed, first=given.first) for game in games]
    for summary in summaries:
        print(json.dumps(msgspec.to_builtins(summary)) if given.json else in_words(summary))
    return 1 if any(summary.failures for summary in summaries) else 0


def in_words(summary: Summary) -> str:
    """Write a summary for a person."""
    head = f"{summary.game}: {summary.tables} tables, {summary.moves} moves, {summary.seconds:.1f} s"
    return "\n".join([f"{head}, {len(summary.failures)} failed", *summary.failures])


if __name__ == "__main__":
    sys.exit(main())
