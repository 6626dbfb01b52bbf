"""The clock of every measure: CPU time, which counts what this process does and not how long others made it wait."""

from collections.abc import Callable
from time import process_time


def measure_rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much `work` does per second; called once, it does a part and returns how much that was.

    It is called for a tenth of `seconds` to warm up, which does not count, then for `seconds`.
    """
    _repeat(work, seconds / 10)
    return _repeat(work, seconds)


def _repeat(work: Callable[[], int], seconds: float) -> float:
    start, done = process_time(), 0
    while (passed := process_time() - start) < seconds:
        done += work()
    return done / passed
