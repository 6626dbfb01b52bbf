"""How soon a page shows its largest part, and how far its parts move: Chromium as a middling phone on a slow line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from playwright.async_api import Browser, Page, async_playwright

from tools.load.connection import Connection
from tools.load.moves import make_move
from tools.load.tables import open_table, write_scripts
from tools.servers import find_chromium
from tools.services import Service

WIDTH = 390
HEIGHT = 844
# A phone is so many times slower than the machine here.
SLOWER = 4
# A slow line.
LATENCY_MILLIS = 150
DOWN_BITS = 1_600_000
UP_BITS = 750_000
# The table that is shown.
SEATS = 3
MOVES = 12
# When this is there, nothing large is still to come.
READY = "[data-version], .games .fan .card"
# Whatever moves without having been touched counts (https://web.dev/articles/cls).
WATCH = """(millis) => new Promise((tell) => {
    let [paint, shift] = [0, 0];
    const watch = (type, note) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => (paint = startTime));
    watch("layout-shift", ({ value, hadRecentInput }) => (shift += hadRecentInput ? 0 : value));
    setTimeout(() => tell([paint, shift]), millis);
})"""
WATCHED_MILLIS = 1500


class Loaded(NamedTuple):
    """The largest contentful paint of a page in milliseconds, and its cumulative layout shift."""

    paint: float
    shift: float


@asynccontextmanager
async def started_browser() -> AsyncIterator[Browser]:
    """Start the Chromium that tests/get_chromium.sh finds, and stop it in the end."""
    program = find_chromium()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program)
        yield browser
        await browser.close()


async def open_screens(service: Service, game: str) -> dict[str, str]:
    """Open tables of a game, play at them, and return the addresses of their screens and of the lobby."""
    screens = {"lobby": f"{service.root}/play"}
    (script,) = write_scripts(game, count=1, seats=SEATS)
    async with Connection(service.port) as connection:
        for screen, moves in (("table in play", MOVES), ("table that is over", len(script.moves))):
            table = await open_table(connection, script)
            for _ in range(moves):
                await make_move(connection, table)
            screens[screen] = f"{service.root}/play#s={table.id.decode()}&t={table.tokens[0].decode()}"
    return screens


async def load(browser: Browser, address: str) -> Loaded:
    """Load a page for the first time."""
    # What a service worker fetches afterwards would share the line.
    context = await browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, service_workers="block")
    async with context:
        page = await context.new_page()
        await _slow_down(page)
        await page.goto(address)
        await page.locator(READY).first.wait_for()
        return Loaded(*await page.evaluate(WATCH, WATCHED_MILLIS))


async def _slow_down(page: Page) -> None:
    line = {"latency": LATENCY_MILLIS, "downloadThroughput": DOWN_BITS / 8, "uploadThroughput": UP_BITS / 8}
    protocol = await page.context.new_cdp_session(page)
    await protocol.send("Network.enable")
    await protocol.send("Network.emulateNetworkConditions", {"offline": False, **line})
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
