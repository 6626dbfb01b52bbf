"""The service at which the agents of a module play."""

from collections.abc import Iterator

import pytest

from tests.service.noninterference.comparison import app_on
from tools.services import LocalService


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """A service on an embedded store."""
    with LocalService(app_on(f"sqlite:{tmp_path_factory.mktemp('service') / 'croupier.db'}")) as server:
        yield server
