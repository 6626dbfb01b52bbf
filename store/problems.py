"""The errors of a store: it does not answer, is full, keeps less than configured, or holds a corrupted value.

A value may be corrupted by a disk or memory, truncated, mixed up with another, or written by another program. The code
that finds one raises the error that `report_corruption` returns: the value is logged once, counted, and never served.
"""

from collections import defaultdict
from typing import Final, Literal

import structlog

NOT_KEPT = "The store keeps changes less well than it is configured to, so none is acknowledged."


class StoreUnavailable(Exception):
    """The store did not answer, so it is unknown whether a change was made. A retry with the same key settles that.

    `told` is the message for the caller.
    """

    told = "The store does not answer: the outcome of a change is unknown. Send it again with its key."


class StoreFull(StoreUnavailable):
    """The store has no room for a change, and made no part of it."""


class NotKept(StoreUnavailable):
    """For a `reason`, the store keeps less than the configured level at present, so no change is acknowledged."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.told = f"{NOT_KEPT} {reason} Send it again with its key."


class NotTried(StoreUnavailable):
    """The store did not answer the change before this one, so this one was not sent to it."""

    told = "The store did not answer the change before this one, so this one was not tried. Send it again with its key."


class DataCorrupted(Exception):
    """A stored value is corrupted. Only the operator's backup helps, not a retry."""


StoredKind = Literal["document", "entry", "archive", "receipt", "key", "file"]

# A process logs each corrupted value only once, unless it finds more than this number.
REMEMBERED = 10_000

# The number of corrupted values that this process has found since the metrics last took it, by kind.
corruptions: Final = defaultdict[tuple[str], int](int)

log = structlog.get_logger("croupier.store")

_logged: set[tuple[StoredKind, str]] = set()


def report_corruption(kind: StoredKind, name: str, reason: str) -> DataCorrupted:
    """Log and count a corrupted value, and return the error to raise; `name` is that of the document or list."""
    corruptions[kind,] += 1
    if (kind, name) not in _logged:
        if len(_logged) >= REMEMBERED:
            _logged.clear()
        _logged.add((kind, name))
        log.error("the store holds a corrupted value", kind=kind, session=name, reason=reason)
    return DataCorrupted(f"{kind} of {name}: {reason}")
