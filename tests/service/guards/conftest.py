"""Services with middleware for tests, each with settings of its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.process.connection_limits import ConnectionLimits
from tests.support.services import service_with
from tools.services import Service

Start = Callable[..., Service]
# Before the default deadline of a head, the first that ends a connection without a deadline of its own.
SOON = 0.9 * ConnectionLimits().head_seconds


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a service with an embedded store and these settings; it is stopped after the test."""
    with ExitStack() as stack:

        def started(**settings: str) -> Service:
            store = settings.pop("store", f"sqlite:{tmp_path / 'croupier.db'}")
            return stack.enter_context(Service(store, tmp_path, **settings))

        yield started


# A service with every setting at its default, except for a log in JSON.
plain = service_with(log="json")
