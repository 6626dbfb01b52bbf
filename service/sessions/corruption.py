"""Corrupted values in the store: damaged by a disk or memory, truncated, mixed up, or written by another program.

The code that finds one raises the error that `report_corruption` returns: it is logged once, counted, and never served.
"""

from collections import OrderedDict
from typing import Literal, get_args

import structlog

from service.observability import metrics

Kind = Literal["document", "entry", "archive", "receipt", "key", "file"]

DATA_CORRUPTED = "DATA_CORRUPTED"
MESSAGE = "What the store holds here is corrupted, so it is not served. It has been logged; sending it again is no use."

# How many names are remembered, so that each is logged only once by a process.
REMEMBERED = 10_000

log = structlog.get_logger("croupier.store")

_logged: OrderedDict[tuple[Kind, str], None] = OrderedDict()

for _kind in get_args(Kind):
    # Prometheus sees an increase only in a series that already exists.
    metrics.corrupted_values_total.labels(_kind)


class DataCorrupted(Exception):
    """A stored value is corrupted. A retry does not help, only the operator's backup."""


def report_corruption(kind: Kind, name: str, reason: str) -> DataCorrupted:
    """Log and count a corrupted value, and return the error to raise; `name` is the session's id, or the list's."""
    metrics.corrupted_values_total.labels(kind).inc()
    if (kind, name) not in _logged:
        _logged[kind, name] = None
        if len(_logged) > REMEMBERED:
            _logged.popitem(last=False)
        log.error("the store holds a corrupted value", kind=kind, session=name, reason=reason)
    return DataCorrupted(f"{kind} of {name}: {reason}")
