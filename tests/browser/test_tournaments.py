"""Tournaments at the page: made, entered by a link, played to the end in four browsers, and watched."""

import asyncio
import re
from contextlib import suppress

import pytest
from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as TooLate

from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE, lost_controls_of, overflow_of
from tests.browser.test_lobby import make_any_move
from tests.support.apis import over_rest
from tools.services import Service

pytestmark = pytest.mark.anyio

WON = re.compile("wins? the tournament")
MEANWHILE_MILLIS = 3000
NAMES = ("Ada", "Grace", "Edsger", "Barbara")


async def make_cup(page: Page, *ticks: str) -> str:
    """Set up a tournament whose tables take a move of each seat, and return the link of its invitation."""
    await page.get_by_role("button", name="New tournament").click()
    await page.get_by_label("Name", exact=True).fill("Friday night")
    await page.get_by_label("Game", exact=True).select_option("High")
    await page.get_by_label("Rounds", exact=True).fill("2")
    for tick in ticks:
        await page.get_by_label(tick).check()
    await page.get_by_text("Options of the rules").click()
    await page.get_by_label("Cards for each player", exact=True).fill("1")
    await page.get_by_role("button", name="Create the tournament").click()
    link: str = await page.get_by_label("Invite", exact=True).input_value()
    return link


async def enter(page: Page, name: str) -> Page:
    """Enter by a name."""
    await page.get_by_label("You play as").fill(name)
    await page.get_by_role("button", name="Enter").click()
    await expect(page.get_by_text(f"You play as {name}.")).to_be_visible()
    return page


async def play_to_the_end(page: Page) -> None:
    """Play at each table of the entrant, which opens by itself, and go back, until somebody has won."""
    moves = page.get_by_role("group", name="Moves", exact=True).get_by_role("button")
    others = page.get_by_role("button", name=re.compile("^All moves"))
    over = page.get_by_role("button", name="Stay here")
    # A table that was left opens no more by itself: its successor may open just as one goes back to the standings.
    left = page.get_by_role("button", name="To your table")
    won = page.get_by_role("heading", name=WON)
    await expect(moves.or_(others).or_(over).first).to_be_visible()
    while True:
        await expect(moves.or_(others).or_(over).or_(left).or_(won).first).to_be_visible()
        if await won.is_visible():
            return
        # Somebody else may end the table meanwhile, and on a busy machine the page may have gone back by itself.
        with suppress(TooLate, AssertionError):
            if await left.is_visible():
                await left.click(timeout=MEANWHILE_MILLIS)
            elif await over.is_visible():
                await page.get_by_role("link", name="To the standings").click(timeout=MEANWHILE_MILLIS)
            else:
                await make_any_move(page, MEANWHILE_MILLIS)


async def test_four_browsers_play_a_tournament_to_its_end(open_window: OpenWindow, service: Service) -> None:
    windows = [await open_window(reduced_motion="reduce") for _ in NAMES]
    for window in windows:
        # The holder of the 1 may toss it out of turn, just before a move of the other seat.
        window.tolerate("status of 412")
    host = await windows[0].open("/play#tournaments")
    link = (await make_cup(host, "Only with my link")).removeprefix(service.root)
    pages = [await enter(host, NAMES[0])]
    for window, name in zip(windows[1:], NAMES[1:], strict=True):
        pages.append(await enter(await window.open(link), name))
    assert [page.url for page in pages if "code" in page.url] == []
    spectator = await (await open_window(reduced_motion="reduce")).open(link.partition("&code=")[0])
    await expect(spectator.get_by_text("needs the host’s link")).to_be_visible()
    await expect(spectator.get_by_role("listitem").filter(has_text="Barbara")).to_be_visible()
    await host.get_by_role("button", name="Begin").click()
    await asyncio.gather(*map(play_to_the_end, pages))
    cup = re.search(r"#t=([\w-]+)", link)
    assert cup is not None
    for page in (*pages, spectator):
        await expect(page.get_by_role("heading", name=WON)).to_be_visible()
    standings = over_rest(service, "tournamentStandings", tournamentId=cup[1])["nodes"]
    for page in (*pages, spectator):
        names = page.get_by_role("region", name="Standings").get_by_role("rowheader")
        assert [(await one.inner_text()).split(" (")[0] for one in await names.all()] == [
            one["name"] for one in standings
        ]
    await expect(spectator.get_by_role("link", name=re.compile("^Look"))).to_have_count(2)
    await spectator.get_by_role("button", name="Link to watch").click()
    sheet = spectator.get_by_role("dialog", name="Link to watch")
    watching = f"{service.root}/play#t={cup[1]}"
    await expect(sheet.get_by_role("textbox", name="Link to watch")).to_have_value(watching)
    await sheet.get_by_role("button", name="Close").click()
    await expect(spectator.get_by_role("columnheader")).to_have_text(["Place", "Player", "Points", "Tables", "Wins"])
    assert await faults_in_both_schemes(spectator) == []
    await spectator.set_viewport_size(PHONE)
    assert (await overflow_of(spectator), await lost_controls_of(spectator)) == ([], [])


async def test_with_the_same_deals_no_take_backs_are_offered(open_window: OpenWindow) -> None:
    page = await (await open_window()).open("/play#tournaments")
    await page.get_by_role("button", name="New tournament").click()
    await page.get_by_label("Name", exact=True).fill("Duplicate night")
    await page.get_by_text("Settings of the table").click()
    take_backs = page.get_by_label("Moves can be taken back")
    await take_backs.check()
    await page.get_by_label("Same deals").check()
    await expect(take_backs).to_have_count(0)
    await page.get_by_role("button", name="Create the tournament").click()
    await expect(page.get_by_role("heading", name="Duplicate night")).to_be_visible()


async def test_a_public_tournament_is_found_and_watched_and_a_private_one_is_not(
    open_window: OpenWindow, service: Service
) -> None:
    host = await (await open_window()).open("/play#tournaments")
    await make_cup(host, "List it among the public tournaments")
    guest = await (await open_window()).open("/play")
    over_rest(service, "createTournament", title="Hidden", game="zlam", format="SWISS", open=True)
    await guest.get_by_role("link", name="To the tournaments").click()
    await expect(guest.get_by_text("Hidden")).to_have_count(0)
    await guest.get_by_role("link", name="Enter: Friday night").first.click()
    await enter(guest, "Grace")
    await expect(host.get_by_role("listitem").filter(has_text="Grace")).to_be_visible()
    host.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    await host.get_by_role("button", name="End it").click()
    await expect(guest.get_by_text("Ended early")).to_be_visible()
