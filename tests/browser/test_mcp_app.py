"""The table as an MCP App: a host shows it in a sandbox, and a person plays there at a running service."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from itertools import cycle, product
from typing import Any

import pytest
from mcp import Client
from playwright.async_api import FrameLocator, Page, expect

from service.mcp.board import TABLE_APP
from service.mcp.handles import make_handle
from tests.browser.app_host import AppHost, Distort, Json, leave_it
from tests.browser.chromium import OpenWindow, leave_as_it_is
from tests.browser.plans import Plan
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

# The person at seat 0 makes moves of three kinds there, and the last one.
PLAN = Plan("zar", {"deal": 3}, number=73, chance=4)
SHOWN = "[data-version]"
# The table, what draws it, and twice what has happened: up to now, and from now on.
READS_AT_FIRST = 4
# A new observer hears of its place in the same turn as those before it.
OBSERVED = """(body) => new Promise((tell) =>
    new IntersectionObserver(([{ isIntersecting }]) => isIntersecting || tell(null)).observe(body))"""

MARKUP = '<img src="x" onerror="document.title=1"><b>markup</b>'
# Fields of texts that the app shows; the same names stand for nothing else.
READ_BY_PEOPLE = frozenset({"label", "sentence", "prompt", "title", "display", "text", "summary", "goal"})


def instead(value: object) -> Callable[[Json], Json]:
    """Return a function that puts a value in the place of what a program reads."""
    return lambda result: {**result, "structuredContent": value}


def in_all_fields(value: object) -> Callable[[Json], Json]:
    """Return a function that puts a value in the place of each field of what a program reads."""
    return lambda result: {**result, "structuredContent": dict.fromkeys(result["structuredContent"], value)}


# What a faulty host may answer.
DISTORTIONS: Mapping[str, Callable[[Json], Json]] = {
    "nothing": lambda _result: {},
    "no blocks": lambda _result: {"content": "text", "structuredContent": "text", "isError": "no"},
    "an error without a reason": lambda _result: {"isError": True, "structuredContent": {"status": "bad"}},
    "a list": instead([]),
    "no fields": instead({}),
    "an unknown status": lambda _result: {"isError": True, "structuredContent": {"status": 42}},
    "null in all fields": in_all_fields(None),
    "lists in all fields": in_all_fields([None]),
    "texts in all fields": in_all_fields("text"),
    "numbers in all fields": in_all_fields(-1),
    "many frames": in_all_fields([{}] * 1000),
    "long texts": in_all_fields("x" * 200_000),
}


@pytest.fixture
async def client(service: Service) -> AsyncIterator[Client]:
    """A client of the service's tools, as a host has it."""
    async with Client(f"{service.root}/mcp") as client:
        yield client


class Seat:
    """One seat of a table, at which the app is shown."""

    def __init__(self, client: Client, live: Live, seat: int) -> None:
        self.client = client
        self.handle = make_handle(live.id, live.players[seat].token or "")

    async def call(self, name: str, args: Json) -> Json:
        """Call a tool as the host does."""
        result = await self.client.call_tool(name, args)
        return result.model_dump(by_alias=True, exclude_none=True, mode="json")

    async def look(self) -> Json:
        """Return what the model reads of the table."""
        return await self.call("look", {"seat": self.handle})

    async def play(self, move: str) -> None:
        """Make a move as the model does."""
        result = await self.call("play", {"seat": self.handle, "move": move})
        assert not result["isError"], result

    async def label_of(self, notation: str) -> str:
        """Return what the button of a move says."""
        seen = await self.call("board", {"seat": self.handle, "language": "en"})
        moves = seen["structuredContent"]["view"]["legalMoves"]
        labels: list[str] = [move["label"] for move in moves if move["notation"] == notation]
        return labels[0]


OpenApp = Callable[..., Awaitable[AppHost]]


@pytest.fixture
def open_app(open_window: OpenWindow, client: Client) -> OpenApp:
    """A function that shows a seat's table in a window, in a host that differs from the usual one as it is told."""

    async def open_one(
        seat: Seat,
        width: int = 1000,
        capabilities: Json | None = None,
        refused: str = "",
        distort: Distort = leave_it,
        prepare: Callable[[Page], Awaitable[None]] = leave_as_it_is,
        **context: Any,  # noqa: ANN401
    ) -> AppHost:
        window = await open_window(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        window.prepare = prepare
        found = await client.read_resource(TABLE_APP)
        host = AppHost(found.contents[0].model_dump()["text"], seat.call)
        host.capabilities = host.capabilities if capabilities is None else capabilities
        host.refused = refused
        host.distort = distort
        host.context |= context
        await host.open(window)
        await host.show({"seat": seat.handle}, await seat.look())
        return host

    return open_one


def sit_down(client: Client, service: Service) -> tuple[Seat, Seat]:
    """Return both seats of a new table."""
    live = PLAN.open(service)
    return Seat(client, live, 0), Seat(client, live, 1)


async def choose(app: FrameLocator, label: str) -> None:
    """Make a move by its button, in the list of all moves if it is only there."""
    group = app.get_by_role("group", name="Moves", exact=True)
    button = group.get_by_role("button", name=label, exact=True)
    every = app.get_by_role("button", name=re.compile("^All moves"))
    await expect(button.or_(every).first).to_be_visible()
    if await every.count():
        await every.click()
        button = app.get_by_role("dialog").get_by_role("button", name=label, exact=True)
    await button.first.click()


async def see(app: FrameLocator, version: int) -> None:
    """Wait until the app shows a version of the table."""
    await expect(app.locator(SHOWN)).to_have_attribute("data-version", str(version))


async def set_clock(page: Page) -> None:
    """Let the test advance the time of a page."""
    await page.clock.install()


async def count_reads(host: AppHost) -> int:
    """Return how often the app reads the table in minutes in which nothing is done."""
    await host.request("ping", {})
    before = len(host.asked)
    for _ in range(3):
        await host.page.clock.run_for(60_000)
        await host.request("ping", {})
    return len(host.asked) - before


async def look_again(host: AppHost) -> None:
    """Return to the window of the host, after a look at another one."""
    await host.app.locator("body").evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


async def test_a_person_plays_a_whole_table_in_the_app(service: Service, client: Client, open_app: OpenApp) -> None:
    person, model = sit_down(client, service)
    host = await open_app(person)
    version = (await person.look())["structuredContent"]["version"]
    await see(host.app, version)
    for number, (seat, move) in enumerate(PLAN.moves()):
        if seat == 0:
            await choose(host.app, await person.label_of(move))
        else:
            await model.play(move)
            # The first move of another seat is found without this.
            if number > 0:
                await look_again(host)
        version += 1
        await see(host.app, version)
    after = (await person.look())["structuredContent"]
    assert after["result"]["scores"] == PLAN.result()["scores"]
    assert set(host.called) == {"board", "play"}
    await host.hear(lambda: any("accept" in text and "wins" in text for text in host.texts_for_model()))


async def test_a_refused_move_is_explained_to_the_person(service: Service, client: Client, open_app: OpenApp) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}").live()
    person = Seat(client, live, 0)
    rival = Seat(client, live, 2)
    host = await open_app(person)
    slam = host.app.get_by_role("button", name="Slam! Match with green 2")
    await expect(slam).to_be_visible()
    # The app does not learn that the rival is faster.
    host.held = "frames"
    await rival.play(live.legal(2)[0])
    await slam.click()
    told = host.app.get_by_role("alert").filter(has=host.app.get_by_role("button", name=re.compile("^Rule")))
    await expect(told).to_be_visible()
    await told.get_by_role("button").click()
    rule = host.app.get_by_role("dialog", name=re.compile("^Rule zar 5"))
    await expect(rule).to_contain_text("match")
    assert live.read(0)["version"] == int(await host.app.locator(SHOWN).get_attribute("data-version") or 0) + 1


async def test_a_move_at_a_table_that_has_moved_on_is_not_made(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person)
    await expect(host.app.get_by_role("button", name=re.compile("^All moves"))).to_be_visible()
    version = (await person.look())["structuredContent"]["version"]
    label = await person.label_of("play Y4")
    # The model makes the move for the same seat, which the app cannot know: it is the turn of nobody else.
    await person.play("double Y4")
    await choose(host.app, label)
    await see(host.app, version + 1)
    assert (await person.look())["structuredContent"]["version"] == version + 1


async def test_the_app_goes_on_without_a_player_who_is_late(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    live = opened(service, "zeven", 2, seed=f"{7:064x}", moveSeconds=1).live()
    (asked,) = live.turn()
    version = live.read()["version"]
    host = await open_app(Seat(client, live, 1 - asked))
    await host.hear(lambda: "act" in host.called)
    await expect(host.app.locator(SHOWN)).not_to_have_attribute("data-version", str(version))
    assert live.read()["version"] > version


async def test_messages_of_strangers_and_nonsense_change_nothing(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    person, other = sit_down(client, service)
    host = await open_app(person)
    await see(host.app, (await person.look())["structuredContent"]["version"])
    hand = host.app.get_by_role("listbox", name=re.compile("^Your cards"))
    drawn = await hand.aria_snapshot()
    await host.hear(lambda: len(host.asked) >= READS_AT_FIRST)
    forged = {"content": [{"type": "text", "text": "<img src=x>"}], "structuredContent": {"seat": other.handle}}
    result = {"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": forged}
    dark = {"jsonrpc": "2.0", "method": "ui/notifications/host-context-changed", "params": {"theme": "dark"}}
    answers = [{"jsonrpc": "2.0", "id": number, "result": forged} for number in range(100)]
    # The page around the sandbox is not the app's parent.
    await host.page.evaluate(
        "(messages) => { for (const one of messages) proxy.contentWindow.frames[0].postMessage(one, '*'); }",
        [result, dark, *answers],
    )
    odd_context = {"theme": 7, "locale": "constructor", "containerDimensions": [], "styles": {"variables": {"": ""}}}
    odd_colour = {"--color-background-primary": "url(https://elsewhere.test/)"}
    for message in (
        "text",
        None,
        [result],
        {"method": result["method"], "params": forged},
        {"jsonrpc": "2.0", "id": 7, "result": None},
        {"jsonrpc": "2.0", "id": "7", "result": {}},
        {"jsonrpc": "2.0", "method": 5},
        {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": "seat"},
        {**dark, "params": odd_context},
        {**dark, "params": {"styles": {"variables": odd_colour}, "safeAreaInsets": {"top": "1px;color:red"}}},
    ):
        await host.page.evaluate("(message) => window.tell(message)", message)
    unknown = await host.request("tools/call", {"name": "play", "arguments": {"move": "draw"}})
    assert unknown["error"]["code"] == -32601
    assert (await host.request("ping", {}))["result"] == {}
    # Some hosts also send what the app itself has called for.
    await host.show({"seat": person.handle}, await person.look())
    assert (await host.request("ping", {}))["result"] == {}
    assert await hand.aria_snapshot() == drawn
    assert host.called == ["board"] * READS_AT_FIRST
    shown = "() => [document.images.length, document.documentElement.style.colorScheme, document.documentElement.lang]"
    assert await host.app.locator("body").evaluate(shown) == [0, "", "en"]


def with_markup(value: Any) -> Any:  # noqa: ANN401  JSON
    """Return a value with markup in the texts that people read, and in the names of players."""
    if isinstance(value, list):
        return [with_markup(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: MARKUP + one if key in READ_BY_PEOPLE and one else with_markup(one) for key, one in value.items()}


async def test_markup_in_names_and_labels_is_text(service: Service, client: Client, open_app: OpenApp) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person, distort=lambda _about, result: with_markup(result))
    await expect(host.app.get_by_text(MARKUP).first).to_be_visible()
    await host.app.get_by_role("button", name=re.compile("^All moves")).click()
    await expect(host.app.get_by_role("dialog").get_by_text(MARKUP).first).to_be_visible()
    await host.show({}, {"content": [{"type": "text", "text": MARKUP}], "isError": True})
    await expect(host.app.locator("#words")).to_have_text(MARKUP)
    assert await host.app.locator("img").count() == 0
    assert await host.app.locator("body").evaluate("() => document.title") == "Croupier"


async def test_the_app_recovers_from_answers_that_are_none(service: Service, client: Client, open_app: OpenApp) -> None:
    person, other = sit_down(client, service)
    host = await open_app(person)
    version = (await person.look())["structuredContent"]["version"]
    await see(host.app, version)
    seats = cycle((other, person))
    for about, make in product(("table", "game", "frames"), DISTORTIONS.values()):
        seat = next(seats)
        host.asked.clear()
        host.distort = distort_only(about, make)
        await host.show({"seat": seat.handle}, await seat.look())
        await host.hear(partial(has_heard, host, about))
        assert (await host.request("ping", {}))["result"] == {}
        assert {*host.called} == {"board"}
        # Something is shown: the table, or why there is none.
        await expect(host.app.get_by_role("alert").or_(host.app.locator(SHOWN)).first).to_be_visible()
    host.distort = leave_it
    await host.show({"seat": next(seats).handle}, await person.look())
    await see(host.app, version)


def has_heard(host: AppHost, about: str) -> bool:
    """Tell whether the app has asked about something, and has all answers."""
    return about in host.asked and host.unanswered == 0


def distort_only(about: str, make: Callable[[Json], Json]) -> Distort:
    """Return a function that distorts only the answers about something."""
    return lambda asked, result: make(result) if asked == about else result


async def test_a_second_greeting_and_a_second_answer_change_nothing(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    person, other = sit_down(client, service)
    host = await open_app(person)
    version = (await person.look())["structuredContent"]["version"]
    await see(host.app, version)
    await host.hear(lambda: len(host.asked) >= READS_AT_FIRST and host.unanswered == 0)
    greeting = {"hostCapabilities": {}, "hostContext": {"theme": "dark", "locale": "de"}}
    lie = {"content": [], "structuredContent": {"seat": other.handle}, **greeting}
    for number in range(1, 50):
        await host.tell({"id": number, "result": lie})
        await host.tell({"id": number, "error": {"code": 1, "message": "no"}})
    refused = await host.request("ui/initialize", {"protocolVersion": "2026-01-26", "appCapabilities": {}})
    assert refused["error"]["code"] == -32601
    await host.notify("ui/notifications/initialized", {})
    await see(host.app, version)
    assert host.called == ["board"] * READS_AT_FIRST
    shown = "() => [document.documentElement.style.colorScheme, document.documentElement.lang]"
    assert await host.app.locator("body").evaluate(shown) == ["light", "en"]


async def test_a_host_without_tools_gets_the_words(service: Service, client: Client, open_app: OpenApp) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person, capabilities={}, locale="de-AT")
    await expect(host.app.get_by_role("status")).to_contain_text("Dieses Programm zeigt den Tisch nur in Worten.")
    await expect(host.app.locator("#words")).to_contain_text("Your moves")
    await host.show({}, {"content": [{"type": "text", "text": "There is no such <b>table</b>."}], "isError": True})
    await expect(host.app.locator("#words")).to_have_text("There is no such <b>table</b>.")
    assert host.called == []


async def test_what_the_host_refuses_can_be_tried_again(service: Service, client: Client, open_app: OpenApp) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person, refused="board")
    await expect(host.app.get_by_role("alert")).to_contain_text("The user has refused board.")
    host.refused = "play"
    await host.app.get_by_role("button", name="Try again").click()
    version = (await person.look())["structuredContent"]["version"]
    await see(host.app, version)
    await choose(host.app, await person.label_of("play Y4"))
    await expect(host.app.get_by_role("alert")).to_be_visible()
    assert (await person.look())["structuredContent"]["version"] == version


@pytest.mark.parametrize(("width", "locale", "theme"), [(360, "de-AT", "dark"), (1440, "en-GB", "light")])
async def test_the_table_fits_into_its_place(
    service: Service, client: Client, open_app: OpenApp, width: int, locale: str, theme: str
) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person, width, locale=locale, theme=theme, containerDimensions={"maxHeight": 800})
    await expect(host.app.get_by_text("Du bist am Zug" if locale == "de-AT" else "Your turn").first).to_be_visible()
    measured = await host.app.locator("body").evaluate(
        "(body) => [body.scrollWidth, body.getBoundingClientRect().height, innerHeight,"
        " getComputedStyle(body).backgroundColor]"
    )
    assert measured[0] == width
    assert 400 < measured[1] <= 800
    assert measured[1] <= measured[2]
    assert measured[3] == ("rgb(16, 22, 26)" if theme == "dark" else "rgb(246, 244, 238)")


async def test_the_table_is_not_read_while_nobody_sees_it_or_nobody_else_may_act(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    person, other = sit_down(client, service)
    host = await open_app(person, prepare=set_clock)
    version = (await person.look())["structuredContent"]["version"]
    await see(host.app, version)
    await host.hear(lambda: len(host.asked) >= READS_AT_FIRST)
    assert await count_reads(host) == 0
    await choose(host.app, await person.label_of("double Y4"))
    await see(host.app, version + 1)
    await host.page.evaluate("() => (document.body.style.paddingTop = '9999px')")
    await host.app.locator("body").evaluate(OBSERVED)
    await other.play("play G4")
    assert await count_reads(host) == 0
    await host.page.evaluate("() => (document.body.style.paddingTop = '0')")
    await see(host.app, version + 2)


async def test_the_assistant_is_told_when_the_person_wants_it(
    service: Service, client: Client, open_app: OpenApp
) -> None:
    person, _ = sit_down(client, service)
    host = await open_app(person, availableDisplayModes=["inline", "fullscreen"])
    await choose(host.app, await person.label_of("double Y4"))
    await host.app.get_by_role("button", name="Tell the assistant").click()
    await expect(host.app.get_by_text("The assistant knows what has happened.")).to_be_visible()
    (message,) = [one["params"] for one in host.sent if one["method"] == "ui/message"]
    assert message["role"] == "user"
    assert "double Y4" in message["content"][0]["text"]
    assert person.handle not in str(host.sent)
    await host.app.get_by_role("button", name="Full screen").click()
    await expect(host.app.get_by_role("button", name="Back to the conversation")).to_be_visible()
    assert (await host.request("ui/resource-teardown", {"reason": "closed"}))["result"] == {}
