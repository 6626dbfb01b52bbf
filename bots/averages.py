"""The mean rewards that a large search learns for moves, regardless of the moves before them.

Playouts then prefer moves that did well
(Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", 2008).
"""

from collections.abc import Iterable

from bots.playout import End, ScoreMove
from engine import Move, State

# A smaller search sees each move too rarely to learn from it.
LEARNS_FROM = 80_000
# The number of average results that are added to those of each move.
USUAL = 8


class Averages:
    """The mean rewards of moves for a seat, and of the others' moves against it.

    A move that was never made has the average reward, plus `worth` for each point of its `looks`.
    """

    def __init__(self, seat: int, looks: ScoreMove, worth: float) -> None:
        self.seat = seat
        self.looks = looks
        self.worth = worth
        self.count = self.total = self.size = 0.0
        self.sums: dict[tuple[bool, Move], list[float]] = {}
        self.rewards: dict[tuple[bool, Move], float] = {}

    def score(self, state: State, seat: int, move: Move) -> float:
        """Return the mean reward of a seat's move."""
        is_own = seat == self.seat
        known = self.rewards.get((is_own, move))
        if known is not None:
            return known
        return self._usual(is_own) + self.worth * self.looks(state, seat, move)

    def learn(self, ends: Iterable[End]) -> None:
        """Learn from playouts."""
        for end in ends:
            self._note(end)
        self.rewards = {
            key: (total + USUAL * self._usual(key[0])) / (count + USUAL) for key, (count, total) in self.sums.items()
        }

    def _note(self, end: End) -> None:
        self.count += 1
        self.size += abs(end.margin)
        squashed = end.margin / (abs(end.margin) + (self.size / self.count or 1.0))
        reward = (squashed + (squashed if end.win is None else end.win)) / 2
        self.total += reward
        for seat, move in end.path:
            known = self.sums.setdefault((seat == self.seat, move), [0.0, 0.0])
            known[0] += 1
            known[1] += reward if seat == self.seat else -reward

    def _usual(self, is_own: bool) -> float:
        mean = self.total / max(self.count, 1)
        return mean if is_own else -mean
