"""The clock of every measure: CPU time, which counts what this process does and not how long others made it wait."""

from collections.abc import Callable, Iterable
from statistics import median
from time import process_time, process_time_ns
from typing import TypeVar

T = TypeVar("T")


def measure_rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much `work` does per second; called once, it does a part and returns how much that was.

    It is called for a tenth of `seconds` to warm up, which does not count, then for `seconds`.
    """
    _repeat(work, seconds / 10)
    return _repeat(work, seconds)


def measure_time(work: Callable[[T], object], items: Iterable[T], seconds: float) -> float:
    """Return how many microseconds `work` takes for one item in the median, going through all items for `seconds`.

    It goes through them for a tenth of `seconds` to warm up, which does not count.
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
