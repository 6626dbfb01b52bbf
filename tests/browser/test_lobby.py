"""From the lobby to a table: against bots, with somebody who follows a link, and with several people at one device."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import PATIENCE_MILLIS, Window
from tests.browser.conftest import OpenWindow
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio


async def test_play_now_leads_to_a_table_against_bots(window: Window) -> None:
    page = await window.open("/play")
    await page.get_by_role("button", name="Play now: Zeven").click()
    await expect(page.locator("[part~=status] strong")).to_have_text(re.compile("^Your turn$|to play$"))
    assert "#s=" in page.url


async def test_the_pace_of_bots_is_chosen_and_remembered(window: Window, service: Service) -> None:
    page = await window.open("/play")
    await page.get_by_role("button", name="Set up a table of Zeven").click()
    pace = page.get_by_label("Pace of bots")
    await page.get_by_text("Settings of the table").click()
    await expect(pace).to_have_value("normal")
    paused = [await pause_of(page, service, "Deal the cards")]
    for chosen in ("relaxed", "fast"):
        await page.goto(f"{service.root}/play")
        await page.get_by_role("button", name="Set up a table of Zeven").click()
        await page.get_by_text("Settings of the table").click()
        await pace.select_option(chosen)
        await page.get_by_role("button", name="Close").click()
        await page.reload()
        paused.append(await pause_of(page, service, "Play now: Zeven"))
    assert paused == [2000, 3500, 600]


async def pause_of(page: Page, service: Service, button: str) -> int:
    """Open a table with a button of the lobby, and return the pause of its bots."""
    await page.get_by_role("button", name=button).click()
    await page.wait_for_url("**/play#s=*")
    session = page.url.partition("#s=")[2]
    return int(service.http.get(f"{service.root}/v1/sessions/{session}").json()["settings"]["botMillis"])


async def test_a_friend_follows_a_link_and_the_cards_are_dealt(open_window: OpenWindow, service: Service) -> None:
    mine = await open_window()
    theirs = await open_window()
    host = await set_up(mine, "High", "With friends, by link")
    await host.get_by_label("Name at seat 1").fill("Ada")
    await host.get_by_role("button", name="One seat fewer").click()
    await host.get_by_text("Options of the rules").click()
    await host.get_by_label("Cards for each player", exact=True).fill("1")
    await host.get_by_role("button", name="Open the table").click()
    link = await host.get_by_label("Invite", exact=True).first.input_value()
    friend = await theirs.open(link.removeprefix(service.root))
    # Messengers read the game from the address; the page removes it.
    assert "/play?game=high#s=" in link
    await friend.wait_for_url("**/play#s=*")
    await friend.get_by_role("button", name="Sit here").first.click()
    for page in (host, friend):
        await expect(page.get_by_role("listbox", name="Your cards: 1 card")).to_be_visible()
    session = Client(service).read(link.partition("#s=")[2])
    assert {"name": "cards", "value": "1"} in session["options"]


async def test_a_code_without_its_link_is_told_for_what_it_is(window: Window) -> None:
    page = await window.open("/play")
    await page.get_by_label("Link of a table").fill("x" * 43)
    await page.get_by_role("button", name="Join", exact=True).click()
    await expect(page.get_by_role("alert")).to_have_text(re.compile("code of a seat alone. Paste the whole link"))


async def test_a_void_invitation_keeps_nobody_from_a_free_seat(open_window: OpenWindow, service: Service) -> None:
    table = opened(service, "zlam", 3)
    table.sit(seat=1, name="Bob")
    guest = await open_window()
    guest.tolerate("status of 422")
    page = await guest.open(f"/play#s={table.id}&code={table.codes[1]}")
    sit = page.get_by_role("button", name="Sit here").last
    await sit.click()
    await expect(page.get_by_role("alert")).to_contain_text("Sit down at any seat that is free.")
    await sit.click()
    await expect(page.get_by_text("(you)")).to_be_visible()


async def test_a_void_secret_is_told_before_the_deal(open_window: OpenWindow, service: Service) -> None:
    table = opened(service, "zlam", 2)
    page = await (await open_window()).open(f"/play#s={table.id}&t={'x' * 43}")
    await expect(page.get_by_text("You have no seat at this table any more")).to_be_visible()


async def test_a_secret_stands_in_no_address(window: Window) -> None:
    page = await set_up(window, "High", "With friends, by link")
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_label("Invite", exact=True).first).to_be_visible()
    secrets = [secret for secret in await stored_secrets(page) if secret]
    assert secrets
    again = await window.open(f"/play#s={page.url.partition('#s=')[2]}&t={secrets[0]}")
    await expect(again).to_have_url(page.url)
    for request in window.requests:
        address = request.url.partition("#")[0]
        assert not [secret for secret in secrets if secret in address]


async def test_people_at_one_device_take_turns_behind_a_curtain(window: Window) -> None:
    page = await set_up(window, "Zeven", "Several people at this device")
    await page.get_by_role("button", name="One seat fewer").click()
    await page.get_by_label("Name at seat 1").fill("Ada")
    await page.get_by_label("Name at seat 2").fill("Grace")
    await page.get_by_role("button", name="Deal the cards").click()
    hand = page.get_by_role("listbox", name=re.compile("^Your cards"))
    curtain = page.get_by_role("button", name=re.compile("^I am "))
    called: list[str] = []
    while len(called) < 2:
        await expect(hand.or_(curtain)).to_be_visible()
        if await curtain.is_visible():
            await expect(hand).to_be_hidden()
            called.append(await curtain.inner_text())
            await curtain.click()
        else:
            await make_any_move(page)
    assert {"I am Ada", "I am Grace"} == set(called)


async def make_any_move(page: Page, patience: float = PATIENCE_MILLIS) -> None:
    """Make a move, and wait until it is made."""
    board = page.locator("[data-version]")
    version = await board.get_attribute("data-version", timeout=patience)
    moves = page.get_by_role("group", name="Moves", exact=True).get_by_role("button")
    others = page.get_by_role("button", name=re.compile("^All moves"))
    await expect(moves.or_(others).first).to_be_visible(timeout=patience)
    if not await moves.count():
        await others.click(timeout=patience)
    await moves.first.click(timeout=patience)
    await expect(page.locator(f"[data-version='{version}']")).to_have_count(0, timeout=patience)


async def test_the_page_speaks_german(window: Window) -> None:
    page = await window.open("/play")
    await page.get_by_label("Language").select_option("Deutsch")
    await expect(page.get_by_role("button", name="Sofort spielen: Zar")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")


async def set_up(window: Window, game: str, players: str) -> Page:
    """Open the form for a table of a game, and say who plays."""
    page = await window.open("/play")
    await page.get_by_role("button", name=f"Set up a table of {game}").click()
    await page.get_by_role("button", name=players).click()
    return page


async def stored_secrets(page: Page) -> list[str]:
    """Return the long random texts that the page keeps, except the ids of tables."""
    kept: str = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
    ids = re.findall(r"#s=([\w-]+)", page.url)
    return [text for text in re.findall(r"[\w-]{40,}", kept) if text not in ids]
