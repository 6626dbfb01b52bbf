"""Spread work over processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from tests.engine.toy import register_toy

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


def spread(work: Callable[[Job], Outcome], jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    """Return the outcomes of all jobs, in their order; with one worker in this process."""
    if workers == 1:
        yield from map(work, jobs)
        return
    # Forked processes are not safe beside the threads of a test worker, so new ones are started.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), register_toy)
    try:
        yield from pool.map(work, jobs)
    finally:
        pool.shutdown(cancel_futures=True)
