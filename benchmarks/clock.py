"""The clock of every measurement: CPU time, which counts this process's work and not its waits."""

from collections.abc import Callable, Iterable
from statistics import median
from time import process_time, process_time_ns
from typing import TypeVar

T = TypeVar("T")


def measure_rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much `work` does per second; each call of it does a part and returns its amount.

    The warm-up calls it for a tenth of `seconds`, which does not count; then it is called for `seconds`.
    """
    _repeat(work, seconds / 10)
    return _repeat(work, seconds)


def measure_time(work: Callable[[T], object], items: Iterable[T], seconds: float) -> float:
    """Return the median of the microseconds that `work` takes for one item, going through all items for `seconds`.

    A warm-up of a tenth of `seconds` does not count.
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
    start, done = process_time(), 0
    while (passed := process_time() - start) < seconds:
        done += work()
    return done / passed
