"""Secrets in a link: the page keeps them across failures and reloads."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.async_api import Page, Request, Route, expect

from tests.browser.chromium import Window
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import Opened, opened
from tools.services import Service
from web.assets import find_address

pytestmark = pytest.mark.anyio

KEY = "an-app-key-of-the-tests"


@pytest.fixture
def table(service: Service) -> Opened:
    """A table for three that waits for the third."""
    return opened(service, "zlam", 3)


@pytest.fixture
def seats(table: Opened) -> dict[str, Client]:
    """Those who sit at the table, by their names."""
    return {name: table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))}


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Service]:
    """A service that asks for an app key."""
    keys = f"test={sha256(KEY.encode()).hexdigest()}"
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, app_keys=keys) as service:
        service.http.headers["Croupier-App-Key"] = KEY
        yield service


def link_to(table: Opened, holder: Client) -> str:
    return f"/play#s={table.id}&t={holder.token}"


async def expect_you(page: Page, name: str) -> None:
    """Wait until a waiting room shows a player as the one who looks."""
    await expect(page.get_by_role("listitem").filter(has_text=name).get_by_text("(you)")).to_be_visible()


async def follow(page: Page, link: str) -> None:
    """Follow a link in the tab that shows the page already: no file is loaded for that."""
    await page.evaluate("(hash) => void (location.hash = hash)", link.partition("#")[2])


async def fail_at_first(page: Page) -> None:
    """Let the table fail until its page is reloaded: many browsers never fetch again a module that failed."""
    loads = list[Request]()

    def note(request: Request) -> None:
        if request.is_navigation_request():
            loads.append(request)

    async def answer(route: Route) -> None:
        await (route.abort() if len(loads) == 1 else route.continue_())

    page.on("request", note)
    await page.route(f"**{find_address('play/room.js')}", answer)


async def open_after_a_failure(window: Window, link: str) -> Page:
    """Open a link in a new tab where the table fails to load at first."""
    window.prepare = fail_at_first
    page = await window.open(link)
    await page.get_by_role("button", name="Try again").click()
    return page


async def test_seats_are_kept_though_the_page_fails_before_it_shows_the_table(
    window: Window, table: Opened, seats: dict[str, Client]
) -> None:
    window.tolerate("ERR_FAILED")
    first = await open_after_a_failure(window, link_to(table, seats["Ada"]))
    await expect_you(first, "Ada")
    second = await open_after_a_failure(window, link_to(table, seats["Grace"]))
    await expect_you(second, "Grace")
    assert str(seats["Grace"].token) not in second.url
    await second.get_by_role("button", name="I am Ada").click()
    await expect_you(second, "Ada")


async def test_the_link_of_a_second_seat_is_followed_where_the_table_is_shown(
    window: Window, table: Opened, seats: dict[str, Client]
) -> None:
    page = await window.open(link_to(table, seats["Ada"]))
    await expect_you(page, "Ada")
    await follow(page, link_to(table, seats["Grace"]))
    await expect_you(page, "Grace")
    await follow(page, link_to(table, seats["Ada"]))
    await expect_you(page, "Ada")
    await page.reload()
    await expect(page.get_by_role("button", name="I am Grace")).to_be_visible()


async def test_an_invitation_is_kept_until_somebody_sits(window: Window, service: Service) -> None:
    table = opened(service, "zlam", 3, invitationOnly=True)
    page = await window.open(f"/play#s={table.id}&code={table.codes[1]}")
    await expect(page.get_by_role("button", name="Sit here")).to_have_count(3)
    await page.reload()
    await page.get_by_role("button", name="Sit here").first.click()
    await expect_you(page, "2")
    assert table.codes[1] not in await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")


async def test_nobody_without_an_invitation_is_offered_a_seat_that_needs_one(window: Window, service: Service) -> None:
    window.tolerate("status of 401")
    table = opened(service, "zlam", 3, invitationOnly=True)
    page = await window.open(f"/play#s={table.id}")
    await expect(page.get_by_text("Seats at this table are for those who are invited.")).to_be_visible()
    await expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
    await follow(page, f"/play#s={table.id}&code={'x' * 43}")
    await page.get_by_role("button", name="Sit here").first.click()
    await expect(page.get_by_role("alert")).to_contain_text("no longer good for a seat")
    await expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_text("Seats at this table are for those who are invited.")).to_be_visible()


async def test_a_seat_is_kept_while_the_page_asks_for_an_app_key(locked: Service, window: Window) -> None:
    # The window closes before the service that it watches.
    window.root = locked.root
    window.tolerate("status of 401")
    table = opened(locked, "zlam", 2)
    page = await window.open(link_to(table, table.sit(seat=0, name="Ada")))
    field = page.get_by_label("App key")
    await expect(field).to_be_visible()
    await expect(page.get_by_role("alert")).to_have_count(0)
    await page.reload()
    await field.fill("another-key-of-nobody")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("This key is not known here")
    await field.fill(KEY)
    await page.keyboard.press("Enter")
    await expect_you(page, "Ada")
