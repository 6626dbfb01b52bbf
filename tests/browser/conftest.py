"""One service and one Chromium for most tests of a process; every test has windows of its own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.async_api import Browser

from tests.browser import chromium
from tests.browser.chromium import Window, opened_windows, running_chromium
from tests.service.conftest import without_bugs
from tests.support.example_service import WITH_EXAMPLE
from tools.services import Service

OpenWindow: TypeAlias = chromium.OpenWindow


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
async def browser(anyio_backend: str) -> AsyncIterator[Browser]:
    assert anyio_backend == "asyncio"
    async with running_chromium() as browser:
        yield browser


def serve_in(folder: Path) -> Iterator[Service]:
    """Yield a running service that keeps its data in a folder."""
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, WITH_EXAMPLE) as service:
        yield service


@pytest.fixture(scope="session")
def _service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    yield from serve_in(tmp_path_factory.mktemp("browser"))


@pytest.fixture
def service(_service: Service) -> Iterator[Service]:
    """A running service with the games and the example, whose log must show no bug."""
    yield from without_bugs(_service)


@pytest.fixture(scope="session")
def _quiet_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    yield from serve_in(tmp_path_factory.mktemp("quiet"))


@pytest.fixture
def quiet_service(_quiet_service: Service) -> Iterator[Service]:
    """A service like that of most tests, on which nobody opens a public table: its lobby is always the same."""
    yield from without_bugs(_quiet_service)


@pytest.fixture
async def open_window(browser: Browser, service: Service) -> AsyncIterator[OpenWindow]:
    """A function that opens a window, given how it differs from the usual one; no window may have a complaint."""
    async with opened_windows(browser, service.root) as open_one:
        yield open_one


@pytest.fixture
async def window(open_window: OpenWindow) -> Window:
    return await open_window()
