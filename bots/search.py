"""Sequential halving at the root: which of a seat's moves does best over many worlds.

Each move that is still in the running is played out in every world, so all are compared on the same luck; after each
round the worse half is dropped (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013).
"""

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt

import engine
from bots.chance import Chance
from bots.choice import Candidate
from bots.playout import End, play_out
from engine import Move, State

# Deals the world of a number.
Deal = Callable[[int], State]
# Told the effort spent after each world, it decides whether the search ends.
Stop = Callable[[int], bool]
INTERVAL = 1.96


class Arm:
    """A move in the running, None for waiting, with the ends of the worlds that it was played in."""

    def __init__(self, move: Move | None, order: int) -> None:
        self.move = move
        self.order = order
        self.ends: list[End] = []


def search(
    deal: Deal, seat: int, moves: Sequence[Move | None], effort: int, key: bytes, stop: Stop | None = None
) -> tuple[int, list[Candidate]]:
    """Return the effort spent, in calls of `next_state`, and the moves as they were found, the best first.

    Worlds are played to their end, so it may take a little more effort than was allowed. `key` decides all chance.
    `stop` may end the search after any world; what is left of the rounds is then given up.
    """
    running, dropped = [Arm(move, order) for order, move in enumerate(moves)], list[Arm]()
    rounds = ceil(log2(len(moves)))
    spent = world = 0
    for number in range(1, rounds + 1):
        while spent < effort * number // rounds or world < number:
            spent += _try(deal(world), seat, running, key, world)
            world += 1
            if stop is not None and stop(spent):
                return spent, _describe(_rank(running) + dropped)
        ranked = _rank(running)
        keep = ceil(len(ranked) / 2)
        running, dropped = ranked[:keep], ranked[keep:] + dropped
    return spent, _describe(running + dropped)


def _try(world: State, seat: int, arms: Sequence[Arm], key: bytes, number: int) -> int:
    """Play every arm out in a world, each on the same random words; return the effort."""
    spent = 0
    for arm in arms:
        after = world if arm.move is None else engine.next_state(world, seat, arm.move)
        end = play_out(after, seat, Chance(key, f"playout {number}"), waits=arm.move is None)
        arm.ends.append(end)
        spent += end.moves + 1
    return spent


def _rank(arms: Sequence[Arm]) -> list[Arm]:
    scale = _scale(arms)
    return sorted(arms, key=lambda arm: (-_mean(_rewards(arm, scale)), arm.order))


def _rewards(arm: Arm, scale: float) -> list[float]:
    """Return the rewards, -1 to 1, of an arm's ends: half for the margin, squashed, and half for winning."""
    return [(end.margin / (abs(end.margin) + scale) + end.win) / 2 for end in arm.ends]


def _scale(arms: Sequence[Arm]) -> float:
    """Return the margin that is worth half of what a margin can be worth: the usual one."""
    return _mean([abs(end.margin) for arm in arms for end in arm.ends]) or 1.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _describe(arms: Sequence[Arm]) -> list[Candidate]:
    scale = _scale(arms)
    return [_candidate(arm, _rewards(arm, scale)) for arm in arms]


def _candidate(arm: Arm, rewards: Sequence[float]) -> Candidate:
    count, mean = len(rewards), _mean(rewards)
    variance = sum([(reward - mean) ** 2 for reward in rewards]) / max(count - 1, 1)
    # One playout alone tells nothing of how far others are from it.
    half = INTERVAL * sqrt(variance / count) if count > 1 else 2.0
    low, high = max(mean - half, -1.0), min(mean + half, 1.0)
    margin = _mean([end.margin for end in arm.ends])
    return Candidate(None if arm.move is None else str(arm.move), count, mean, low, high, margin)
