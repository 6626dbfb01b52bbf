"""Fixtures of services with settings of their own."""

from collections.abc import Iterator

import pytest

from tools.services import Service


def service_with(**settings: str) -> object:
    """Return a fixture of the name that it is given: one service for a module, with an embedded store."""

    @pytest.fixture(scope="module")
    def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
        folder = tmp_path_factory.mktemp("service")
        with Service(f"sqlite:{folder / 'croupier.db'}", folder, **settings) as service:
            yield service

    return started
