"""The explorer in a browser: each step, tables in progress, and files that are no record."""

import json
from random import Random

import pytest
from playwright.async_api import FilePayload, Page, expect

import engine
from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.screens import play_plan
from tests.engine.vectors import finished
from tools.services import Service

pytestmark = pytest.mark.anyio

RECORD = engine.dump_record(finished("zlam", Random("a table to look through")))
MOVES = len(json.loads(RECORD)["moves"])
TABS = ("Events", "Facts", "JSON", "Request", "Checks", "Bots")


async def open_record(window: Window, record: bytes = RECORD) -> Page:
    """Open a file in the explorer."""
    page = await window.open("/play/inspect")
    await choose_file(page, "Choose a file", record)
    return page


async def choose_file(page: Page, label: str, record: bytes) -> None:
    """Choose a file in the explorer, which calls that by a label."""
    file: FilePayload = {"name": "record.json", "mimeType": "application/json", "buffer": record}
    await page.get_by_label(label).set_input_files(file)


async def is_at(page: Page, step: int, last: int = MOVES) -> None:
    """Wait until a step is shown."""
    await expect(page.locator(".at")).to_have_text(f"{step} of {last}")


async def all_played(page: Page) -> None:
    """Wait until the service has played all moves again, and nothing is awaited."""
    await expect(page.locator(".marks")).to_be_visible()
    await expect(page.locator(".marks .unknown")).to_have_count(0)
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def test_a_record_is_stepped_through_by_keys_and_looked_at_by_mouse(window: Window) -> None:
    page = await open_record(window)
    await is_at(page, 0)
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await is_at(page, 3)
    await page.keyboard.press("ArrowLeft")
    await is_at(page, 2)
    moves = page.locator(".move-list button")
    await moves.nth(4).hover()
    await is_at(page, 4)
    await page.mouse.move(0, 0)
    await is_at(page, 2)
    await moves.nth(5).click()
    await page.mouse.move(0, 0)
    await is_at(page, 5)
    await page.keyboard.press("End")
    await is_at(page, MOVES)
    await page.get_by_role("slider").press("Home")
    await is_at(page, 0)


async def test_the_next_step_is_there_before_it_is_asked_for(window: Window) -> None:
    page = await open_record(window)
    await all_played(page)
    await page.keyboard.press("ArrowRight")
    await is_at(page, 1)
    await all_played(page)
    await asked_around(page, window)
    await window.context.set_offline(True)
    shown = [await page.locator(".one-board").last.inner_html()]
    for step in (2, 3):
        await page.keyboard.press("ArrowRight")
        await is_at(page, step)
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        shown.append(await page.locator(".one-board").last.inner_html())
    assert len(set(shown)) == 3
    await window.context.set_offline(False)
    window.tolerate("ERR_INTERNET_DISCONNECTED")


async def asked_around(page: Page, window: Window) -> None:
    """Wait until all that was asked for has come."""
    for request in window.requests:
        response = await request.response()
        assert response is not None
        await response.finished()
    # What has come is taken up in a later task of the page.
    await page.evaluate("new Promise((taken) => setTimeout(taken))")


async def test_the_details_of_a_step_are_accessible(window: Window) -> None:
    page = await open_record(window)
    await is_at(page, 0)
    await page.keyboard.press("ArrowRight")
    await is_at(page, 1)
    for name in TABS:
        await page.get_by_role("tab", name=name).click()
        await expect(page.get_by_role("tabpanel", name=name)).not_to_be_empty()
        await all_played(page)
        assert await faults_in_both_schemes(page, within="[role=tabpanel]") == [], name
    await page.get_by_role("tab", name="Events").click()
    await page.get_by_role("button", name="Rule zlam").first.click()
    await expect(page.get_by_role("complementary", name="Rules").locator("[aria-current]")).to_be_in_viewport()
    assert await faults_in_both_schemes(page) == []
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("complementary", name="Rules")).to_have_count(0)


async def test_every_seat_is_seen_side_by_side_with_what_it_knew(window: Window, service: Service) -> None:
    page = await window.open(f"/play/inspect#s={play_plan(service, 'zar', 1000).id}")
    hands = page.get_by_role("listbox")
    await expect(hands).to_have_count(2)
    await page.get_by_role("group", name="Seen by").get_by_role("button", name="Spectator").click()
    await expect(hands).to_have_count(0)


async def test_the_shuffles_of_a_record_are_checked_in_the_browser(window: Window) -> None:
    page = await open_record(window)
    await page.get_by_role("tab", name="Checks").click()
    await expect(page.get_by_text("Every check passed")).to_be_visible()


async def test_a_secret_that_was_not_committed_to_is_found_out(window: Window) -> None:
    spoilt = json.loads(RECORD)
    spoilt["fairness"]["serverSeed"] = "ab" * 32
    page = await open_record(window, json.dumps(spoilt).encode())
    await page.get_by_role("tab", name="Checks").click()
    await expect(page.get_by_text("A check has failed")).to_be_visible()


async def test_a_record_against_the_rules_names_the_rule(window: Window) -> None:
    window.tolerate("409")
    spoilt = json.loads(RECORD)
    spoilt["moves"][2] = "0 place @9"
    window.tolerate("400")
    page = await open_record(window, json.dumps(spoilt).encode())
    await expect(page.get_by_role("alert").first).to_contain_text("The rules refuse move 3")
    await page.keyboard.press("End")
    await is_at(page, 2, 2)


@pytest.mark.parametrize(
    "given", [b"", b"\xff\xfe{", b"[1]", b"x" * 5_000_000], ids=["empty", "bytes", "list", "large"]
)
async def test_what_is_no_record_is_told_so(window: Window, given: bytes) -> None:
    page = await open_record(window, given)
    await expect(page.get_by_role("alert").first).to_contain_text("is")
    await expect(page.get_by_role("heading", name="Explorer")).to_be_visible()


async def test_a_table_that_goes_on_is_followed(window: Window, service: Service) -> None:
    live = play_plan(service, "zeven", 6)
    token = live.players[0].token
    assert token is not None
    page = await window.open(f"/play/inspect#s={live.id}&t={token}")
    await expect(page.get_by_role("group", name="Seen by").get_by_role("button")).to_have_count(3)
    # One for the deal, and one for each move.
    await expect(page.locator(".move-list li")).to_have_count(7)
    live.move(*live.choose(Random(1))[:2])
    await expect(page.locator(".move-list li")).to_have_count(8)
    await is_at(page, 7, 7)
    assert token not in await page.content()
    assert "t=" not in page.url


async def test_a_table_that_is_over_is_opened_by_its_address_in_german(open_window: object, service: Service) -> None:
    window: Window = await open_window(locale="de-DE")  # type: ignore[operator]
    live = play_plan(service, "bazaar", 1000)
    page = await window.open(f"/play/inspect#s={live.id}")
    await all_played(page)
    await expect(page.get_by_role("button", name="Nebeneinander")).to_be_visible()
    assert await faults_in_both_schemes(page) == []


async def test_a_table_that_is_gone_is_told_so(window: Window) -> None:
    window.tolerate("404")
    page = await window.open("/play/inspect#s=AAAAAAAAAAAAAAAAAAAAAA")
    await expect(page.get_by_role("alert").first).to_contain_text("This table is gone")
