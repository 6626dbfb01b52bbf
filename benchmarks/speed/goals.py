"""The goals: ratios of measured figures, each with its bar and its stretch."""

from collections.abc import Mapping

import msgspec

MOVE = "applyMove"


class Asked(msgspec.Struct, frozen=True):
    """The size of a response and of its stored session: the minimum, and the median of all sampled ones."""

    least_leaves: int
    leaves: int
    answer_bytes: int
    least_stored: int
    stored_bytes: int


class Medians(msgspec.Struct, frozen=True):
    """The medians of one contender over all rounds; rates are a second, CPU and latencies µs, memory MB."""

    rate: float
    cpu: float
    load: float
    p50: float
    p99: float
    busy: float
    memory: float
    rates: tuple[float, ...]


class Goal(msgspec.Struct, frozen=True):
    """A ratio of the medians of two contenders: at least the bar, or at most if a small one is wanted."""

    row: int
    name: str
    above: str
    below: str
    bar: float | None = None
    stretch: float | None = None
    figure: str = "rate"
    at_most: bool = False


class Found(msgspec.Struct, frozen=True):
    """A goal and the measured ratio; for rates also the ratio of their costs on the server's core."""

    row: int
    name: str
    ratio: float
    by_cpu: float | None
    bar: float | None
    stretch: float | None
    at_most: bool = False

    @property
    def verdict(self) -> str:
        """Say whether the bar is reached; a ratio without a bar is only reported."""
        if self.bar is None:
            return "reported"
        if not self._reaches(self.bar):
            return "FALLS SHORT"
        return "MET" if self.stretch is None or not self._reaches(self.stretch) else "MET, stretch too"

    def _reaches(self, goal: float) -> bool:
        return self.ratio <= goal if self.at_most else self.ratio >= goal


GOALS = (
    Goal(1, "applyMove / boardgame.io", MOVE, "boardgame.io", 3.0, 4.5),
    Goal(2, "its p50 / that of boardgame.io", MOVE, "boardgame.io", 0.45, 0.25, "p50", at_most=True),
    Goal(2, "its p99 / that of boardgame.io", MOVE, "boardgame.io", 0.75, 0.2, "p99", at_most=True),
    Goal(3, "applyMove / REST move", MOVE, "REST move", 0.9, 1.0),
    Goal(3, "applyMove / REST move, same fields", "applyMove, all fields", "REST move", 0.9, 1.0),
    Goal(4, "applyMove / bare Starlette, GET + EVALSHA", MOVE, "bare Starlette with Redis", 1.5, 2.2),
    Goal(5, "applyMove / bare Starlette without Redis", MOVE, "bare Starlette", 0.4, 0.65),
    Goal(6, "applyMove / Strawberry with both caches", MOVE, "Strawberry with caches", 9, 15),
    Goal(6, "applyMove / stock Strawberry", MOVE, "stock Strawberry", 35, 57),
    Goal(6, "applyMove / itself, not compiled", MOVE, "not compiled"),
    Goal(7, "AOF everysec / no persistence", "AOF everysec", MOVE, 0.9),
    Goal(7, "AOF always / no persistence", "AOF always", MOVE, 0.8),
    Goal(8, "CPU of applyMove / of a bare ASGI request", MOVE, "bare ASGI", 4.0, 2.6, "cpu", at_most=True),
    Goal(9, "followed by 4 / boardgame.io, 4 sockets", "followed by 4", "boardgame.io, 4 sockets", 2.0, 3.5),
    # Documents that plans do not support are executed as all are when plans are off.
    Goal(10, "outside the subset / Strawberry", "not compiled", "Strawberry with caches", 1.0, 1.3),
    Goal(11, "SQLite (FULL) / AOF always", "SQLite", "AOF always"),
    Goal(12, "10 documents / one", "10 documents", MOVE),
    Goal(12, "10,000 documents / one", "10,000 documents", MOVE),
    Goal(12, "memory of 10,000 documents / of 10", "10,000 documents", "10 documents", figure="memory", at_most=True),
)


LEAST_LEAVES = 90
LEAST_STORED = 2_500


def check_asked(asked: Asked) -> list[Found]:
    """Return whether the selection and the stored size match those that the goals assume."""
    return [
        Found(0, "leaf values of the smallest answer", asked.least_leaves, None, LEAST_LEAVES, None),
        Found(0, "bytes of the smallest document stored", asked.least_stored, None, LEAST_STORED, None),
    ]


def compare(figures: Mapping[str, Medians]) -> list[Found]:
    """Return every ratio with both sides measured."""
    return [_compare(goal, figures) for goal in GOALS if goal.above in figures and goal.below in figures]


def _compare(goal: Goal, figures: Mapping[str, Medians]) -> Found:
    above, below = figures[goal.above], figures[goal.below]
    by_cpu = below.cpu / above.cpu if goal.figure == "rate" else None
    ratio = getattr(above, goal.figure) / getattr(below, goal.figure)
    return Found(goal.row, goal.name, ratio, by_cpu, goal.bar, goal.stretch, goal.at_most)
