"""Announcements at a table: polite ones of others' moves and of questions, assertive ones of refusals."""

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.conftest import OpenWindow
from tests.browser.hearing import LISTEN, hear
from tests.browser.layout import PHONE
from tests.browser.plans import PLANS, Plan
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

WIDE: ViewportSize = {"width": 1440, "height": 900}
every_size = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desk"])


async def open_listening(open_window: OpenWindow, live: Live, seat: int | None, size: ViewportSize) -> Page:
    """Open a table, and note what is read out there."""
    window = await open_window(viewport=size, reduced_motion="reduce")
    await window.context.add_init_script(LISTEN)
    token = "" if seat is None else f"&t={live.players[seat].token}"
    page = await window.open(f"/play#s={live.id}{token}")
    await page.locator('[data-connection="live"]').wait_for()
    return page


@every_size
async def test_moves_of_others_and_the_next_question_are_announced_politely(
    size: ViewportSize, open_window: OpenWindow, service: Service
) -> None:
    plan = PLANS["zeven"]
    made = list(plan.moves())
    moves = next(index for index, (seat, _) in enumerate(made) if seat == 1 and made[index + 1][0] == 0)
    live = play_plan(service, "zeven", moves)
    page = await open_listening(open_window, live, 0, size)
    live.move(*made[moves])
    heard = await hear(page, "Grace")
    assert heard.startswith("polite: ")
    assert await hear(page, "Your turn.")
    assert not [words for words in await page.evaluate("heard") if words.startswith("assertive")]


@every_size
async def test_opening_a_table_announces_what_is_asked(
    size: ViewportSize, open_window: OpenWindow, service: Service
) -> None:
    page = await open_listening(open_window, play_plan(service, "door", 20), 0, size)
    prompt = await page.locator("[part=prompt]").inner_text()
    assert await hear(page, "Your turn.") == f"polite: Your turn. {prompt}"


async def test_many_moves_of_others_are_few_messages(open_window: OpenWindow, service: Service) -> None:
    plan = Plan("door", {}, number=3, chance=3, seats=3)
    live = plan.open(service)
    page = await open_listening(open_window, live, None, WIDE)
    for seat, move in list(plan.moves())[:12]:
        live.move(seat, move)
    version = live.read()["version"]
    await page.locator(f"[data-version='{version}']").wait_for()
    last = (await page.locator(".table-side [role=log] li").all_inner_texts())[-1]
    await hear(page, last)
    heard = await page.evaluate("heard.filter((words) => words.startsWith('polite'))")
    assert len(heard) <= 6
    assert max(words.count(".") for words in heard) > 1


@every_size
async def test_a_refusal_is_heard_at_once(size: ViewportSize, open_window: OpenWindow, service: Service) -> None:
    live = play_plan(service, "door", 20)
    page = await open_listening(open_window, live, 1 - live.turn()[0], size)
    await page.get_by_role("listbox", name=re.compile("^Your cards")).get_by_role("option").first.click()
    assert (await hear(page, "Rule door")).startswith("assertive: ")


@every_size
async def test_the_end_of_a_table_is_heard(size: ViewportSize, open_window: OpenWindow, service: Service) -> None:
    made = list(PLANS["door"].moves())
    live = play_plan(service, "door", len(made) - 1)
    page = await open_listening(open_window, live, None, size)
    live.move(*made[-1])
    assert await hear(page, "The table is over: Ada wins")


async def test_a_card_to_put_down_out_of_turn_is_heard_with_its_key(open_window: OpenWindow, service: Service) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}", reactionMillis=60_000).live()
    page = await open_listening(open_window, live, 0, WIDE)
    heard = await hear(page, "Slam!")
    assert "Match with green 2" in heard
    assert "Space or M" in heard


async def test_an_element_in_another_page_is_heard_too(open_window: OpenWindow, service: Service) -> None:
    live = play_plan(service, "door", 20)
    window = await open_window()
    await window.context.add_init_script(LISTEN)
    page = await window.open("/play/embed")
    await page.evaluate(
        """([session, token]) => {
            const element = document.createElement("croupier-table");
            element.setAttribute("session", session);
            element.setAttribute("token", token);
            document.body.append(element);
        }""",
        [live.id, live.players[0].token],
    )
    region = page.locator("croupier-table").get_by_role("status").filter(has_text=re.compile("Your turn"))
    await expect(region).to_have_count(1)
