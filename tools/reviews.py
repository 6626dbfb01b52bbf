"""Measure the reliability of reviews: `python -m tools.reviews --game zar --blunders 100`.

Tables are played at random. Two reviews look at the same moves with different seeds: *agreement* is the share of their
calls of mistakes that the other one makes, too. A *blunder* is a move that is at least three intervals worse by a
search ten times as large; *found* is the share of them that a review calls mistakes.

With `--tables 5` whole tables are played instead, and each move is reviewed beside the hint at its position, of the
same level and seed. A *contradiction* is another best move, or a mistake that the hint puts first or above what the
review prefers; *decided* counts the mistakes that the hint, which searches less, calls about equal.
"""

import argparse
import sys
from collections.abc import Iterator
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev

import msgspec

import bots
import engine
from bots import Assessment
from bots.choose import Worlds
from bots.search import INTERVAL, Trial
from engine import State
from tools.random_tables import deal

LARGER = 10
INTERVALS = 3


class Finding(msgspec.Struct, frozen=True):
    """A move that two reviews call a mistake or not, and a blunder of the same position that a review finds or not."""

    mistakes: tuple[bool, bool]
    is_blunder: bool
    is_found: bool


def look(job: tuple[str, int, int, int]) -> list[Finding]:
    """Review some moves of the table with a number, and look for a blunder in each position."""
    game, level, seed, number = job
    random = Random(f"reviews {game} {seed} {number}")
    state = deal(game, 2, random)
    findings = list[Finding]()
    while asked := engine.asked_seats(state):
        seat = random.choice(asked)
        legal = [str(move) for move in engine.legal_moves(state, seat)]
        move = random.choice(legal)
        if len(legal) > 1 and random.random() < 0.2:
            findings.append(_look_at(state, seat, move, bots.LEVELS[level].effort, random))
        state, _ = engine.apply(state, seat, move)
    return findings


def _look_at(state: State, seat: int, move: str, effort: int, random: Random) -> Finding:
    one, other = (bots.assess(state, seat, effort, random.randbytes(32).hex(), played=move) for _ in range(2))
    larger = bots.assess(state, seat, LARGER * effort, random.randbytes(32).hex())
    worse = random.choice(larger.choice.candidates[1:]).move
    leads = _compare(state, seat, larger.choice.move, worse, LARGER * effort, random.randbytes(32))
    is_blunder = fmean(leads) > INTERVALS * INTERVAL * stdev(leads) / sqrt(len(leads))
    again = bots.assess(state, seat, effort, random.randbytes(32).hex(), played=worse) if is_blunder else one
    mistakes = (_is_mistake(one, move), _is_mistake(other, move))
    return Finding(mistakes, is_blunder, is_blunder and _is_mistake(again, worse or ""))


class Beside(msgspec.Struct, frozen=True):
    """A review of a move beside the hint at its position."""

    is_mistake: bool
    is_contradiction: bool
    is_decided: bool


def compare_table(job: tuple[str, int, int, int]) -> list[Beside]:
    """Review all moves of the table of a number, half of them greedy and half at random, beside the hints."""
    game, level, seed, number = job
    random = Random(f"hints {game} {seed} {number}")
    state = deal(game, 2, random)
    effort = bots.LEVELS[level].effort
    compared = list[Beside]()
    memories = [engine.begin_memory(state, seat) for seat in range(state.seats)]
    while asked := engine.asked_seats(state):
        seat = random.choice(asked)
        key = random.randbytes(32).hex()
        legal = [str(move) for move in engine.legal_moves(state, seat)]
        greedy = bots.choose(state, seat, 0, key, memories[seat]).move or legal[0]
        move = random.choice([greedy, random.choice(legal)])
        if len(legal) > 1:
            hint = bots.assess(state, seat, effort, key, memories[seat])
            review = bots.assess(state, seat, effort, key, memories[seat], played=move)
            compared.append(_set_beside(hint, review, move))
        state, events = engine.apply(state, seat, move)
        seen = [engine.events_for(events, viewer) for viewer in range(state.seats)]
        memories = [engine.remember(memory, told) for memory, told in zip(memories, seen, strict=True)]
    return compared


def _set_beside(hint: Assessment, review: Assessment, move: str) -> Beside:
    order = [tried.move for tried in hint.choice.candidates]
    is_mistake = _is_mistake(review, move)
    is_ranked_above = is_mistake and order.index(move) <= order.index(review.choice.move)
    is_decided = is_mistake and not _is_mistake(hint, move)
    return Beside(is_mistake, is_ranked_above or hint.choice.move != review.choice.move, is_decided)


def _compare(state: State, seat: int, best: str | None, other: str | None, effort: int, key: bytes) -> list[float]:
    """Return by how much a move is ahead of another in each of many worlds."""
    moves = tuple(None if one is None else engine.parse_move(one) for one in (best, other))
    trial = Trial(Worlds(state, seat, key, None).deal, seat, moves, key)
    leads = list[float]()
    spent = 0
    while spent < effort:
        ends = trial.play(len(leads))
        leads.append(ends[0].margin - ends[1].margin)
        spent += sum(end.moves + 1 for end in ends)
    return leads


def _is_mistake(assessment: Assessment, move: str) -> bool:
    tried = zip(assessment.choice.candidates, assessment.losses, strict=True)
    return any(one.move == move and loss.low > 0 for one, loss in tried)


def look_until(game: str, level: int, seed: int, blunders: int, processes: int) -> list[Finding]:
    """Look at tables until so many blunders were planted."""
    findings = list[Finding]()
    with get_context("spawn").Pool(processes) as pool:
        jobs: Iterator[tuple[str, int, int, int]] = ((game, level, seed, number) for number in range(blunders))
        for part in pool.imap(look, jobs):
            findings += part
            if sum(finding.is_blunder for finding in findings) >= blunders:
                break
            print(f"\r{game}: {len(findings)} moves", end="", file=sys.stderr)
        pool.terminate()
    return findings


def compare_hints(game: str, level: int, seed: int, tables: int, processes: int) -> str:
    """Return the contradictions between hints and reviews of so many whole tables, in a line."""
    with get_context("spawn").Pool(processes) as pool:
        parts = pool.map(compare_table, [(game, level, seed, number) for number in range(tables)], 1)
    found = [one for part in parts for one in part]
    mistakes, against, decided = (sum(getattr(one, name) for one in found) for name in Beside.__struct_fields__)
    return f"{game}: {len(found)} moves, {mistakes} mistakes, {against} contradictions, {decided} decided"


def main() -> int:
    """Measure and print, a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tools.reviews", description=__doc__)
    parser.add_argument("--game", nargs="+", default=list(engine.GAMES))
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--tables", type=int, help="compare hints and reviews over so many whole tables instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    for game in given.game:
        if given.tables:
            print(compare_hints(game, given.level, given.seed, given.tables, given.processes), flush=True)
            continue
        found = look_until(game, given.level, given.seed, given.blunders, given.processes)
        both = sum(all(one.mistakes) for one in found)
        called = sum(sum(one.mistakes) for one in found)
        blunders = [one for one in found if one.is_blunder]
        share = sum(one.is_found for one in blunders) / max(len(blunders), 1)
        print(
            f"\r{game}: {len(found)} moves, {called} calls of mistakes, agreement {2 * both / max(called, 1):.0%}; "
            f"{len(blunders)} blunders, found {share:.0%}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
