"""Assess all moves of a seat on the same luck: which is best, which are about equal, and which are worse, for sure.

Every move is played out in the same worlds on the same random words. Moves that are surely worse than the leader drop
out from time to time, so the effort goes to the moves that are hard to distinguish.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean

import msgspec

import engine
from bots.chance import derive_seed
from bots.choice import Choice
from bots.choose import Worlds, candidates, choose_greedily, count_hidden, find_biases
from bots.search import Arm, Trial, describe_arms
from engine import Memory, Move, State

# Moves are compared after this number of worlds, then after twice as many, and so on, since luck evens out by then.
FIRST_LOOK = 16
# Many comparisons are many chances to err, so the bounds hold jointly: in 95 of 100 positions all intervals are right.
LOOKS = 8
RISK = 0.05
# The factor of additional effort for comparing the played move with the best one.
DOUBT = 4


class Comparison(msgspec.Struct, frozen=True):
    """The mean number of points by which the best move was ahead over `worlds` worlds, and its interval.

    All intervals of a position hold jointly with a probability of 95 %.
    """

    worlds: int
    margin: float
    low: float
    high: float


class Assessment(msgspec.Struct, frozen=True):
    """The choice of a move, with all moves as candidates, the best first, and by how much each is worse than the best.

    A candidate is worse for sure if the interval is above 0; else it is about equal.
    """

    choice: Choice
    losses: tuple[Comparison, ...]


def assess(
    world: State, seat: int, effort: int, seed: str, memory: Memory | None = None, played: str | None = None
) -> Assessment:
    """Assess the moves of a seat of a table that looks to it like `world`.

    The search takes `effort` calls of `engine.next_state`, and ends before that if all is decided; without any, the
    move is the one that looks best by itself. If a move was `played`, `DOUBT` times as much may be spent on whether it
    is worse than the best, which is the same without it. It may be no legal move, such as an offence that the game
    punishes. The rest is as in `choose`.
    """
    world = engine.redeal(world, seat, seed, memory)
    # An offence out of turn may come from a seat without a legal move: it had better wait.
    has_moves = played is None or engine.legal_moves(world, seat)
    moves: list[Move | None] = candidates(world, seat) if has_moves else [None]
    hidden = count_hidden(world, seat)
    offence = None if played is None or played in map(str, moves) else engine.parse_move(played)
    if effort == 0 or len(moves) + (offence is not None) == 1:
        return Assessment(Choice(choose_greedily(world, seat, moves), 0, (), hidden), ())
    biases = find_biases(world, seat, moves)
    arms = [Arm(move, order, biases[order]) for order, move in enumerate(moves)]
    if offence is not None:
        arms.append(Arm(offence, len(arms), 0.0))
    key = bytes.fromhex(derive_seed(bytes.fromhex(seed), "assessment"))
    worlds = Worlds(world, seat, key, memory)
    width = _width(len(arms))
    spent, ranked = _race(worlds, arms, effort, key)
    best = next(arm for arm in ranked if offence is None or arm.move is not offence)
    ranked = [best, *(arm for arm in ranked if arm is not best)]
    doubted = [arm for arm in ranked[1:] if str(arm.move) == played and _compare(best, arm, width).low <= 0]
    for arm in doubted:
        spent += _tell_apart(worlds, best, arm, DOUBT * effort, key, width)
    losses = tuple([_compare(best, arm, width) for arm in ranked])
    return Assessment(
        Choice(None if best.move is None else str(best.move), spent, tuple(describe_arms(ranked)), hidden), losses
    )


def _race(worlds: Worlds, arms: list[Arm], effort: int, key: bytes) -> tuple[int, list[Arm]]:
    """Play worlds until the effort is spent or one move is left; return the effort, and the moves, the best first."""
    running = arms
    dropped = list[Arm]()
    width = _width(len(arms))
    look = FIRST_LOOK
    spent = world = 0
    while spent < effort and len(running) > 1:
        trial = Trial(worlds.deal, worlds.seat, tuple(arm.move for arm in running), key)
        spent += _play(trial, running, world)
        world += 1
        if world == look:
            look *= 2
            leader = _rank(running)[0]
            worse = [arm for arm in running if _compare(leader, arm, width).low > 0]
            running = [arm for arm in running if arm not in worse]
            dropped = _rank(worse) + dropped
    return spent, _rank(running) + dropped


def _tell_apart(worlds: Worlds, best: Arm, other: Arm, effort: int, key: bytes, width: float) -> int:
    """Play on with two moves until one is worse for sure, or the effort is spent; return the effort."""
    trial = Trial(worlds.deal, worlds.seat, (best.move, other.move), key)
    spent = 0
    look = 2 * len(best.ends)
    while spent < effort:
        spent += _play(trial, (best, other), len(best.ends))
        if len(best.ends) == look:
            look *= 2
            if _compare(best, other, width).low > 0:
                break
    return spent


def _play(trial: Trial, arms: Sequence[Arm], world: int) -> int:
    """Play a world with each move, and return the effort."""
    ends = trial.play(world)
    for arm, end in zip(arms, ends, strict=True):
        arm.ends.append(end)
    return sum([end.moves + 1 for end in ends])


def _rank(arms: Iterable[Arm]) -> list[Arm]:
    """Return moves that were played in the same worlds, the one with the most points first; of equals, by its looks."""
    return sorted(arms, key=lambda arm: (-sum([end.margin for end in arm.ends]), -arm.bias, arm.order))


def _compare(best: Arm, other: Arm, width: float) -> Comparison:
    """Compare two moves by the worlds that both were played in; few worlds are sure of nothing."""
    leads = [one.margin - end.margin for one, end in zip(best.ends, other.ends, strict=False)]
    count = len(leads)
    mean = fmean(leads)
    half = width * sqrt(sum([(lead - mean) ** 2 for lead in leads]) / max(count - 1, 1) / count)
    if count < FIRST_LOOK:
        half = max(half, abs(mean))
    return Comparison(count, mean, mean - half, mean + half)


def _width(moves: int) -> float:
    """Return how many standard errors an interval reaches to each side, so that all of a position hold at once."""
    return NormalDist().inv_cdf(1 - RISK / (2 * LOOKS * max(moves - 1, 1)))
