"""A real Chromium for tests, with windows that record every error in them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError, expect
from playwright.async_api import async_playwright as playwright

from tools.servers import find_chromium

# An ordinary answer: the table has moved on since a page has read it. Browsers write every refusal on the console.
MOVED_ON = "status of 409"
USUAL = (MOVED_ON, "Service Worker registration blocked by Playwright")

# Nothing of the browser's own goes over the network.
ARGUMENTS = (
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The name of another device of the network, to which browsers grant less than to this machine's own.
    "--host-resolver-rules=MAP *.test 127.0.0.1",
)
# A page that waits longer is broken; a busy machine needs less.
PATIENCE_MILLIS = 60_000


@asynccontextmanager
async def running_chromium() -> AsyncIterator[Browser]:
    """Start the Chromium that tests/get_chromium.sh finds, and stop it in the end."""
    program = find_chromium()
    expect.set_options(timeout=PATIENCE_MILLIS)
    async with playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        await browser.close()


class Window:
    """One person's browser: its own storage, one or more tabs, and the complaints of their pages.

    A complaint is an uncaught error, an error on the console (such as a breach of the page's policy), an answer of the
    service that admits a bug, or a request to anywhere but the service.
    """

    def __init__(self, context: BrowserContext, root: str) -> None:
        self.context = context
        self.root = root
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        self.prepare: Callable[[Page], Awaitable[None]] = leave_as_it_is
        self._tolerated: list[str] = []
        context.set_default_timeout(PATIENCE_MILLIS)
        context.on("console", self._hear)
        context.on("weberror", self._catch)
        context.on("request", self._note)
        context.on("response", self._judge)

    async def open(self, path: str) -> Page:
        """Open a page of the service in a new tab."""
        page = await self.context.new_page()
        await self.prepare(page)
        await page.goto(self.root + path)
        return page

    def tolerate(self, part: str) -> None:
        """Leave out the complaints that contain a text, since the test provokes them."""
        self._tolerated.append(part)

    def unexpected(self) -> list[str]:
        """Return the complaints that the test has not provoked."""
        return [text for text in self.complaints if not any(part in text for part in self._tolerated)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(usual in message.text for usual in USUAL):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _catch(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def _note(self, request: Request) -> None:
        self.requests.append(request)
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != urlsplit(self.root).netloc:
            self.complaints.append(f"elsewhere: {request.url}")

    def _judge(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"status {response.status}: {response.url}")


OpenWindow: TypeAlias = Callable[..., Awaitable[Window]]


@asynccontextmanager
async def opened_windows(browser: Browser, root: str) -> AsyncIterator[OpenWindow]:
    """Yield a function that opens a window at a service, given how it differs from the usual one.

    In the end they are closed, and no window may have a complaint.
    """
    windows: list[Window] = []

    async def open_one(**settings: Any) -> Window:  # noqa: ANN401
        # What a service worker asks for, no test can cut.
        context = await browser.new_context(**{"locale": "en-GB", "service_workers": "block", **settings})
        windows.append(Window(context, root))
        return windows[-1]

    yield open_one
    for window in windows:
        await window.context.close()
    assert [text for window in windows for text in window.unexpected()] == []


async def leave_as_it_is(_page: Page) -> None:
    """Prepare a new tab in no way."""
