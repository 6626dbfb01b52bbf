"""The board in a browser: dragging, explanations of refusals, races, and the element in a page of another site."""

import re
from time import time

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.chromium import Window
from tests.browser.player import Player, sit_down
from tests.engine.example_game import register_example
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

# Of the first seat's three cards it is the 9 that beats; the other seat holds the 1, which is tossed at any moment.
HIGH_DECK = ["N2", "N1", "N5", "N4", "N9", "N6", "N3", "N7", "N8"]
ELEMENT = """<!doctype html><html lang="en"><title>Elsewhere</title>
<script type="module">
  import "/play/static/kit/element.js";
  window.heard = [];
  for (const name of ["outcome", "over", "rule", "fault"]) {
    const hear = ({ detail }) => heard.push([name, detail.kind ?? detail.reason ?? detail.name]);
    addEventListener(`croupier-${name}`, hear);
  }
</script>
<h1>My page</h1><croupier-table></croupier-table>"""
# Draws the board of one seat after the other into the same place.
SHOW_BOARD = """async ([session, token]) => {
  const [{ Board }, { h, render }, { Croupier }] = await Promise.all(
    ["board/board.js", "board/preact.js", "client.js"].map((name) => import(`/play/static/kit/${name}`)),
  );
  const croupier = new Croupier(location.origin, { language: "en" });
  const [table, game] = await Promise.all([croupier.table(session, { token }), croupier.gameData("high")]);
  window.place ??= document.body.appendChild(document.createElement("main"));
  render(h(Board, { table, game, language: "en" }), place);
}"""


@pytest.fixture
def example(service: Service) -> Live:
    """A table of the example."""
    return high_table(service)


def high_table(service: Service) -> Live:
    """Open a table of the example, whose deck is known, with the first seat to move."""
    register_example()
    table = opened(service, "high", 2, {"firstSeat": "0"}, deck=HIGH_DECK)
    return Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))])


async def test_a_card_is_dragged_to_where_it_goes(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 0, Player)).page
    version = await shown(page)
    await drag(page, '[data-code="N9"]', '[data-zone="table"]')
    await expect(page.locator(f'[data-version="{version + 1}"]')).to_be_visible()
    await expect(page.locator('[data-zone="table"] [data-code="N9"]')).to_be_visible()


async def test_a_card_that_is_let_go_anywhere_else_stays(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 0, Player)).page
    version = await shown(page)
    await drag(page, '[data-code="N9"]', ".croupier-facts")
    await expect(page.locator('[role="listbox"] [data-code="N9"]')).to_be_visible()
    assert await shown(page) == version


async def test_a_card_that_cannot_be_played_tells_the_rule(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 1, Player)).page
    await page.get_by_role("option", name=re.compile("the 4")).click()
    notice = page.get_by_role("alert")
    await expect(notice).to_contain_text("Ada must move now, not Grace.")
    await expect(notice.get_by_role("button", name="Rule high 2.1")).to_be_visible()


async def test_a_move_out_of_turn_has_a_key(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 1, Player)).page
    version = await shown(page)
    await expect(page.get_by_role("button", name=re.compile("Toss the 1.*Space or M"))).to_be_visible()
    await page.keyboard.press("m")
    await expect(page.locator(f'[data-version="{version + 1}"]')).to_be_visible()
    await expect(page.locator('[role="listbox"] [data-code="N1"]')).to_have_count(0)


async def test_the_second_click_of_a_double_one_makes_no_move(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 0, Player)).page
    version = await shown(page)
    await page.get_by_role("option", name=re.compile("the 9")).click()
    button = page.get_by_role("button", name="Lay the 9")
    await button.dispatch_event("click", {"detail": 2})
    assert example.read()["version"] == version
    await button.click()
    await expect(page.locator(f'[data-version="{version + 1}"]')).to_be_visible()


async def test_the_seat_to_play_is_in_sight_on_a_narrow_screen(service: Service, window: Window) -> None:
    table = opened(service, "zlam", 15, {"firstSeat": "9"})
    tokens = [table.sit(seat=seat, name=f"P{seat + 1}").token for seat in range(15)]
    page = await window.open(f"/play#s={table.id}&t={tokens[0]}")
    await page.set_viewport_size({"width": 360, "height": 740})
    await expect(page.locator(".croupier-seat.croupier-asked")).to_be_in_viewport(ratio=0.9)


async def test_players_of_one_name_are_told_apart(service: Service, window: Window) -> None:
    table = opened(service, "zlam", 3, {"firstSeat": "1"})
    for seat, name in enumerate(("Ada", "Bob", "Bob")):
        table.sit(seat=seat, name=name)
    page = await window.open(f"/play#s={table.id}")
    await expect(page.get_by_text("Bob (3) to play")).to_be_visible()


async def test_ones_own_time_is_that_of_the_service(service: Service, window: Window) -> None:
    table = opened(service, "zlam", 2, {"firstSeat": "0"}, moveSeconds=3000)
    seats = [table.sit(seat=seat) for seat in range(2)]
    page = await window.context.new_page()
    # The clock of this device is an hour behind.
    await page.clock.install(time=time() - 3600)
    await page.goto(f"{service.root}/play#s={table.id}&t={seats[0].token}")
    left = page.get_by_role("timer", name=re.compile(r"^\d+ s left$"))
    await expect(left).to_be_visible()
    # An hour would be 3,600 more; what a request takes is less than ten.
    assert 2900 < int((await left.get_attribute("aria-label") or "").split()[0]) <= 3010


async def test_of_two_boards_the_one_that_was_touched_last_hears_the_key(service: Service, window: Window) -> None:
    tables = [high_table(service), high_table(service)]
    page = await open_elsewhere(window)
    await page.evaluate(
        """(tables) => document.querySelector("croupier-table").replaceWith(...tables.map(([session, token]) => {
            const element = document.createElement("croupier-table");
            element.setAttribute("session", session);
            element.setAttribute("token", token);
            return element;
        }))""",
        [[live.id, live.players[1].token] for live in tables],
    )
    first, second = (page.locator("croupier-table").nth(place) for place in range(2))
    for board in (first, second):
        await expect(board.get_by_role("button", name=re.compile("Toss the 1.*Space or M"))).to_be_visible()
    await page.keyboard.press("m")
    await second.locator(".croupier-status").click()
    await page.keyboard.press("m")
    await expect(second.locator('[role="listbox"] [data-code="N1"]')).to_have_count(0)
    assert [live.read()["version"] for live in tables] == [3, 4]
    await first.get_by_role("listbox").focus()
    await page.keyboard.press("m")
    await expect(first.locator('[role="listbox"] [data-code="N1"]')).to_have_count(0)
    assert [live.read()["version"] for live in tables] == [4, 4]


async def test_cards_fly_unless_less_motion_is_wanted(example: Live, window: Window) -> None:
    page = (await sit_down(window, example, 1, Player)).page
    await page.locator('[data-connection="live"]').wait_for()
    await come_near(page)
    await watch_flights(page)
    example.move(0, "lay N9")
    await expect(page.locator('[data-zone="table"] [data-code="N9"]')).to_be_visible()
    assert await page.evaluate("window.flights") == 1
    await page.emulate_media(reduced_motion="reduce")
    example.move(1, "lay N4")
    await expect(page.locator('[data-zone="table"] [data-code="N4"]')).to_be_visible()
    assert await page.evaluate("window.flights") == 1


async def test_an_element_shows_a_table_in_any_page(example: Live, window: Window) -> None:
    page = await open_elsewhere(window)
    await set_attributes(page, session=example.id, token=example.players[0].token)
    await page.get_by_role("option", name=re.compile("the 9")).click()
    await page.get_by_role("button", name="Lay the 9").click()
    await expect(page.locator('[data-zone="table"] [data-code="N9"]')).to_be_visible()
    # The frame of the move may be drawn before its answer has arrived.
    await page.wait_for_function("heard.length > 0")
    assert await page.evaluate("heard") == [["outcome", "applied"]]
    await set_attributes(page, token=example.players[1].token, language="de-AT")
    await expect(page.get_by_text("Du bist am Zug").first).to_be_visible()
    await set_attributes(page, session="nowhere")
    await expect(page.get_by_role("alert")).to_contain_text("Der Tisch lässt sich nicht zeigen")
    assert (await page.evaluate("heard"))[-1] == ["fault", "Problem"]
    window.tolerate("status of 404")


async def test_an_element_brings_its_style_along(example: Live, window: Window) -> None:
    await window.context.route("**/*.css", lambda route: route.abort())
    page = await open_elsewhere(window)
    await set_attributes(page, session=example.id)
    await expect(page.get_by_role("log")).to_be_visible()
    await expect(page.locator(".croupier-view")).to_have_css("display", "grid")


async def test_an_element_tells_of_a_token_without_a_seat(example: Live, window: Window) -> None:
    page = await open_elsewhere(window)
    await set_attributes(page, session=example.id, token="x" * 43)
    await expect(page.get_by_text("You are watching")).to_be_visible()
    assert await page.evaluate("heard") == [["fault", "Error"]]


async def test_another_seat_at_the_same_place_sees_nothing_of_the_one_before(example: Live, window: Window) -> None:
    page = await open_elsewhere(window)
    await page.evaluate(SHOW_BOARD, [example.id, example.players[0].token])
    await expect(page.get_by_role("option", name=re.compile("the 9"))).to_be_visible()
    await page.locator('[data-connection="live"]').wait_for()
    example.move(0, "lay N9")
    await expect(page.get_by_role("log")).to_contain_text("Ada lays the 9.")
    await page.evaluate(SHOW_BOARD, [example.id, example.players[1].token])
    await expect(page.get_by_role("option", name=re.compile("the 4"))).to_be_visible()
    await expect(page.locator(".croupier-caption")).to_have_text("Since your move (1) Ada lays the 9.")
    await expect(page.locator('[data-code="N5"]')).to_have_count(0)


async def test_an_element_tells_when_the_table_is_over(example: Live, window: Window) -> None:
    page = await open_elsewhere(window)
    await set_attributes(page, session=example.id)
    await expect(page.get_by_text("You are watching")).to_be_visible()
    for seat, move in ((0, "N2"), (1, "N1"), (0, "N5"), (1, "N4"), (0, "N9"), (1, "N6")):
        example.move(seat, f"lay {move}")
    await expect(page.get_by_text("The table is over").first).to_be_visible()
    assert await page.evaluate("heard") == [["over", "hands"]]


async def shown(page: Page) -> int:
    """Return the version that a page shows."""
    return int(await page.locator("[data-version]").get_attribute("data-version") or "")


async def come_near(page: Page) -> None:
    """Move the mouse over the board, and wait until cards can move there."""
    await page.locator(".croupier-status").hover()
    await page.locator('[data-drag="ready"]').wait_for()


async def drag(page: Page, card: str, target: str) -> None:
    """Drag a card of the hand onto something else, by mouse."""
    await come_near(page)
    source = await page.locator(f'[role="listbox"] {card}').bounding_box()
    place = await page.locator(target).first.bounding_box()
    assert source is not None
    assert place is not None
    await page.mouse.move(source["x"] + 10, source["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(source["x"] + 30, source["y"] - 10)
    await expect(page.locator(".croupier-lifted")).to_be_visible()
    await page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    await page.mouse.up()


async def watch_flights(page: Page) -> None:
    """Count the cards that fly from now on."""
    await page.evaluate(
        """() => {
            window.flights = 0;
            const isFlying = ({ className }) => className === "croupier-flying";
            const count = ({ addedNodes }) => (flights += [...addedNodes].filter(isFlying).length);
            const watching = new MutationObserver((changes) => changes.forEach(count));
            watching.observe(document.body, { childList: true, subtree: true });
        }"""
    )


async def open_elsewhere(window: Window) -> Page:
    """Open a page that is not the service's, but served at its address, with the element in it."""

    async def serve(route: Route) -> None:
        # The style comes with the element: not as a file, nor as one that a policy could refuse.
        await route.fulfill(
            content_type="text/html", body=ELEMENT, headers={"Content-Security-Policy": "style-src 'none'"}
        )

    await window.context.route("**/elsewhere", serve)
    return await window.open("/elsewhere")


async def set_attributes(page: Page, **attributes: str | None) -> None:
    """Set attributes of the element."""
    script = """(given) => {
        const element = document.querySelector("croupier-table");
        for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    }"""
    await page.evaluate(script, attributes)
