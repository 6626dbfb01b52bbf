"""The clock, the turns and the percentiles of every measurement; it needs nothing but the standard library."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median
from time import process_time, process_time_ns
from typing import TypeVar

T = TypeVar("T")


def tell(progress: str) -> None:
    """Write a line of progress to standard error."""
    print(progress, file=sys.stderr, flush=True)


def take_turns(rounds: int, names: Iterable[T], told: str = "") -> Iterator[T]:
    """Yield all names in each of the rounds, and tell which; each round begins with another one.

    A slow spell of the machine then slows all of them, and none is always the first.
    """
    listed = list(names)
    for number in range(rounds):
        for place in range(len(listed)):
            name = listed[(place + number) % len(listed)]
            tell(f"{told}round {number + 1} of {rounds}: {name}")
            yield name


def percentile(times: Sequence[float], percent: int) -> float:
    """Return a percentile of times that ascend."""
    return times[len(times) * percent // 100]


def measure_rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much `work` does per second of CPU time; each call of it does a part and returns its amount.

    The warm-up calls it for a tenth of `seconds`, which does not count; then it is called for `seconds`.
    """
    _repeat(work, seconds / 10)
    return _repeat(work, seconds)


def measure_time(work: Callable[[T], object], items: Iterable[T], seconds: float) -> float:
    """Return the median of the microseconds of CPU time that `work` takes for one item.

    It goes through all items for `seconds`; a warm-up of a tenth of these does not count.
    """
    times: list[int] = []

    def time_all() -> int:
        for item in items:
            start = process_time_ns()
            work(item)
            times.append(process_time_ns() - start)
        return 1

    _repeat(time_all, seconds / 10)
    times.clear()
    _repeat(time_all, seconds)
    return median(times) / 1000


def _repeat(work: Callable[[], int], seconds: float) -> float:
    start = process_time()
    done = 0
    while (passed := process_time() - start) < seconds:
        done += work()
    return done / passed
