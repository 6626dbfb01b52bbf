"""Write the pictures of the page for the README and the docs, as `make pictures` does.

A table, light and dark, and a match of Zar as an animated PNG; and what messengers show of an invitation to each game.
"""

import asyncio
import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Literal

from playwright.async_api import Browser, FloatRect, Page, ViewportSize

import bots
import engine
from tests.browser.animation import Picture, animate
from tests.browser.chromium import Window, running_chromium
from tests.support.graphql_sessions import Live, opened
from tools.servers import REPOSITORY
from tools.services import Service
from web.assets import STATIC

FOLDER = REPOSITORY / "docs" / "pictures"
NAMES = ("Ada", "Grace", "Edsger")
# Of WebP, and of the JPEG that messengers show.
QUALITY = 88
SMALL_QUALITY = 72

TABLE_SEED = f"{8:064x}"
TABLE_MOVES = 36
MATCH_SEED = f"{117:064x}"
MATCH_MOVES = 10
# How long a frame of the animation stays, and the last one.
MILLIS = 1000
LAST_MILLIS = 2500

PIXELS = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return [picture.width, picture.height, btoa(text)];
}"""


# Of the lobby, only the cards and the name of a game stay.
PREVIEW = """(game) => {
    const [fan, name] = document.querySelectorAll(`[data-game=${game}] :is(.fan, h2)`);
    document.documentElement.style.scrollbarGutter = "auto";
    document.body.replaceChildren(fan, name);
    Object.assign(fan.style, { position: "fixed", inset: 0, zoom: 1.5, height: "67vh", paddingBottom: "5rem" });
    Object.assign(name.style, { position: "fixed", inset: "auto 0 1rem", font: "700 3.2rem Georgia, serif" });
    Object.assign(name.style, { textAlign: "center", color: "white" });
}"""


async def main() -> None:
    """Write all pictures."""
    with tempfile.TemporaryDirectory() as folder, Service(f"sqlite:{folder}/croupier.db", Path(folder)) as service:
        async with running_chromium() as browser:
            await write_table(browser, service)
            await write_match(browser, service)
            await write_previews(browser, service)


async def write_table(browser: Browser, service: Service) -> None:
    """Write a table in both schemes."""
    live = seat_all(service, "door", TABLE_SEED)
    for seat, move in likely_moves("door", TABLE_SEED, TABLE_MOVES):
        live.move(seat, move)
    page = await open_table(browser, service, live, 1280, 790)
    await page.get_by_role("button", name="What happened before").click()
    await page.get_by_role("log", name="What has happened").get_by_role("listitem").first.wait_for()
    # What happened since the last move is marked a moment after the table was drawn.
    await page.locator("[part=caption]").wait_for()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        await page.emulate_media(color_scheme=scheme)
        (FOLDER / f"page-{scheme}.webp").write_bytes(await take_picture(page))


async def write_match(browser: Browser, service: Service) -> None:
    """Write a match of Zar, move by move."""
    live = seat_all(service, "zar", MATCH_SEED)
    page = await open_table(browser, service, live, 720, 915)
    frames = [await read_pixels(page)]
    for seat, move in likely_moves("zar", MATCH_SEED, MATCH_MOVES):
        version = live.move(seat, move)["version"]
        await page.locator(f"[data-version='{version}']").wait_for()
        frames.append(await read_pixels(page))
    millis = [MILLIS] * (len(frames) - 1) + [LAST_MILLIS]
    (FOLDER / "zar.png").write_bytes(animate(frames, millis))


async def write_previews(browser: Browser, service: Service) -> None:
    """Write a game's cards and name for each game."""
    size: ViewportSize = {"width": 600, "height": 315}
    page = await browser.new_page(viewport=size, color_scheme="light", reduced_motion="reduce")
    for game in engine.GAMES:
        await page.goto(f"{service.root}/play")
        await page.reload()
        await page.locator(f"[data-game={game}] .card svg").last.wait_for()
        await page.evaluate(PREVIEW, game)
        await page.screenshot(path=STATIC / f"preview-{game}.jpg", type="jpeg", quality=SMALL_QUALITY)


def seat_all(service: Service, game: str, seed: str) -> Live:
    """Open a table for three."""
    table = opened(service, game, len(NAMES), seed=seed)
    return Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in enumerate(NAMES)])


def likely_moves(game: str, seed: str, most: int) -> Iterator[tuple[int, str]]:
    """Yield plausible moves, and a match wherever a seat has one."""
    state = engine.new_game(game, seats=len(NAMES), options={}, seed=seed)
    for number in range(most):
        seat, move = choose(state, Random(number))
        yield seat, move
        state, _ = engine.apply(state, seat, move)


def choose(state: engine.State, random: Random) -> tuple[int, str]:
    """Return a match if there is one, else what a bot of the lowest level does."""
    for seat in engine.active_seats(state):
        for move in engine.legal_moves(state, seat):
            if str(move).startswith("match"):
                return seat, str(move)
    seat = engine.asked_seats(state)[0]
    seed = f"{random.getrandbits(256):064x}"
    world = engine.redeal(state, seat, seed)
    return seat, str(bots.choose(world, seat, bots.LEVELS[1].effort, seed).move)


async def open_table(browser: Browser, service: Service, live: Live, width: int, height: int) -> Page:
    """Open the pages of all seats, so that all are present, and return the first seat's page, without motion."""
    pages: list[Page] = []
    for player in reversed(live.players):
        size: ViewportSize = {"width": width, "height": height}
        context = await browser.new_context(viewport=size, reduced_motion="reduce", locale="en-GB")
        pages.append(await Window(context, service.root).open(f"/play#s={live.id}&t={player.token}"))
        await pages[-1].locator(f"[data-version='{live.read()['version']}']").wait_for()
    return pages[-1]


async def take_picture(page: Page) -> bytes:
    """Return a small picture of a page."""
    session = await page.context.new_cdp_session(page)
    taken = await session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


async def read_pixels(page: Page) -> Picture:
    """Return the pixels of a page, from where its board begins."""
    board = await page.locator("[data-version]").bounding_box()
    size = page.viewport_size
    assert board is not None
    assert size is not None
    clip: FloatRect = {"x": 0, "y": board["y"], "width": size["width"], "height": size["height"] - board["y"]}
    png = base64.b64encode(await page.screenshot(clip=clip)).decode()
    width, height, pixels = await page.evaluate(PIXELS, png)
    return Picture(width, height, base64.b64decode(pixels))


if __name__ == "__main__":
    asyncio.run(main())
