"""The pages for developers load in a real browser: all of them, by their own policy, and nothing from elsewhere."""

import pytest
from playwright.async_api import Error, expect

from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tools.servers import free_port

pytestmark = pytest.mark.anyio


async def test_graphiql_loads_and_runs_an_operation(window: Window) -> None:
    page = await window.open("/graphql")
    # It offers a choice of operations only once it has read the document; before that it runs the whole document.
    await page.locator('button[aria-label^="Execute query"][aria-haspopup="menu"]').click()
    await page.get_by_role("menuitem", name="Games").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"bazaar"')


async def test_the_reference_shows_every_group_of_operations(window: Window) -> None:
    page = await window.open("/docs")
    await expect(page.get_by_role("heading", name="Croupier")).to_be_visible()
    await expect(page.get_by_text("/v1/sessions", exact=True).first).to_be_visible()


async def test_a_window_complains_of_what_goes_wrong_in_it(window: Window) -> None:
    page = await window.open("/docs")
    async with page.expect_response("**/nowhere"):
        await page.evaluate("""() => {
            document.head.append(Object.assign(document.createElement("script"), { textContent: "1" }));
            setTimeout(() => { throw new Error("planted"); });
            fetch("/nowhere");
        }""")
    elsewhere = f"http://127.0.0.1:{free_port()}/"
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        await page.goto(elsewhere)
    for part in ("script-src", "planted", f"elsewhere: {elsewhere}", "404"):
        assert part in "\n".join(window.unexpected())
        window.tolerate(part)


@pytest.mark.parametrize(("locale", "button"), [("en-GB", "Deal a table"), ("de-AT", "Einen Tisch Zar")])
async def test_a_page_shows_a_table_in_three_lines(open_window: OpenWindow, locale: str, button: str) -> None:
    page = await (await open_window(locale=locale)).open("/play/embed")
    lines = await page.locator("#lines").inner_text()
    assert len(lines.splitlines()) == 3
    assert "<croupier-table" in lines
    await page.get_by_role("button", name=button).click()
    await expect(page.locator("croupier-table [role=listbox] [role=option]").first).to_be_visible()
    assert await page.locator("html").get_attribute("lang") == locale[:2]
    assert await faults_in_both_schemes(page) == []
