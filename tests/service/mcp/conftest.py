"""The service at which the agents of a module play."""

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.settings import load_settings
from tools.services import LocalService


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """A service on an embedded store."""
    store = f"sqlite:{tmp_path_factory.mktemp('service') / 'croupier.db'}"
    # Bots of lower priority would starve beside other tests.
    settings = load_settings({"CROUPIER_STORE": store, "CROUPIER_BOT_NICENESS": "0"})
    with LocalService(create_app(settings)) as server:
        yield server
