"""The goals: ratios of measured CPU times, some with a bar and a stretch."""

from collections.abc import Mapping

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """The size of a response and of its stored session: the minimum, and the median of all sampled ones."""

    least_leaves: int
    leaves: int
    answer_bytes: int
    least_stored: int
    stored_bytes: int


class Medians(msgspec.Struct, frozen=True):
    """The figures of one contender: the median of its processes, each of which gives the median of its rounds.

    Rates are a second, CPU and latencies µs, memory MB. `each` has the CPU of every process.
    """

    rate: float
    cpu: float
    load: float
    p50: float
    p99: float
    busy: float
    memory: float
    each: tuple[float, ...]


class Goal(msgspec.Struct, frozen=True):
    """A ratio of the CPU times of two contenders, with a bar and a stretch, at most, or to be reported alone."""

    above: str
    below: str
    bar: float | None = None
    stretch: float | None = None


class Found(msgspec.Struct, frozen=True):
    """A measured ratio, beside what it is to be at most, or else at least."""

    name: str
    ratio: float
    bar: float | None = None
    stretch: float | None = None
    at_most: bool = True

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
    Goal("applyMove, changes", "Colyseus, same duties", 2.5, 2.0),
    Goal("followed by 4, changes", "Colyseus, same duties, 4 clients", 3.4, 2.5),
    Goal("applyMove", "Colyseus, same duties"),
    Goal("followed by 4", "Colyseus, same duties, 4 clients"),
    Goal("applyMove, changes", "Colyseus"),
    Goal("followed by 4, changes", "Colyseus, 4 clients"),
    Goal("applyMove, changes", "boardgame.io"),
    Goal("followed by 4, changes", "boardgame.io, 4 sockets"),
    Goal("applyMove", "boardgame.io"),
    Goal("followed by 4", "boardgame.io, 4 sockets"),
    Goal("applyMove, changes", "applyMove"),
    Goal("followed by 4, changes", "followed by 4"),
    Goal("REST move, changes", "REST move"),
    Goal("SQLite, changes", "SQLite"),
    Goal("REST move", "applyMove"),
    Goal("SQLite", "AOF always"),
    Goal("AOF everysec", "applyMove"),
    Goal("AOF always", "applyMove"),
    Goal("10,000 documents", "applyMove"),
    Goal("not compiled", "applyMove"),
    Goal("Strawberry with caches", "applyMove"),
    Goal("applyMove", "bare Starlette with Redis"),
    Goal("applyMove", "bare ASGI"),
)

LEAST_LEAVES = 90
LEAST_STORED = 2_500


def check_asked(asked: Asked) -> list[Found]:
    """Return whether the selection and the stored size are those of a real game."""
    return [
        Found("leaf values of the smallest answer", asked.least_leaves, LEAST_LEAVES, at_most=False),
        Found("bytes of the smallest document stored", asked.least_stored, LEAST_STORED, at_most=False),
    ]


def compare(figures: Mapping[str, Medians]) -> list[Found]:
    """Return every ratio with both sides measured."""
    return [
        Found(f"{goal.above} / {goal.below}", figures[goal.above].cpu / figures[goal.below].cpu, goal.bar, goal.stretch)
        for goal in GOALS
        if goal.above in figures and goal.below in figures
    ]
