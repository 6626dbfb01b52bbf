"""The service worker: a page that was loaded once opens without a connection, and no answer of the API is kept."""

import re

import pytest
from playwright.async_api import Route, expect

from service.http.page_policy import allow_scripts
from tests.browser.conftest import OpenWindow
from tests.support.graphql_sessions import opened
from tools.services import Service
from web.assets import find_address

pytestmark = pytest.mark.anyio

KEPT = """async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
}"""

# Releases as a worker has kept them, each with a page and a file of its own.
PUT = """async (names) => {
    for (const name of names) {
        const cache = await caches.open(`croupier-${name}`);
        const headers = { "content-type": "text/html", vary: "Accept-Language" };
        const page = new Response(`<h1>${name}</h1>`, { headers });
        await Promise.all([cache.put("/play", page), cache.put(`/play/static/${name}/a.js`, new Response(name))]);
    }
}"""
SERVES = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") await new Promise((done) => (active.onstatechange = done));
    return caches.keys();
}"""


async def test_a_page_that_was_loaded_once_opens_without_a_connection(
    open_window: OpenWindow, service: Service
) -> None:
    window = await open_window(service_workers="allow")
    window.tolerate("ERR_INTERNET_DISCONNECTED")
    page = await window.open("/play")
    await page.evaluate("navigator.serviceWorker.ready")
    table = opened(service, "zar", 2)
    await page.goto(f"{service.root}/play#s={table.id}&code={table.codes[1]}")
    await expect(page.get_by_role("heading", name="Zar")).to_be_visible()
    kept = await page.evaluate(KEPT)
    assert {"/play", find_address("play/screen.js")} <= set(kept)
    assert all(path.startswith("/play") for path in kept), kept
    await window.context.set_offline(True)
    await page.reload()
    await expect(page.get_by_role("button", name="Try again")).to_be_visible()
    await window.context.set_offline(False)
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", name="Zar")).to_be_visible()


async def test_the_newest_release_is_kept_while_an_older_worker_serves(
    open_window: OpenWindow, service: Service
) -> None:
    window = await open_window(service_workers="allow")
    window.tolerate("ERR_INTERNET_DISCONNECTED")
    page = await window.open("/play/rules/zar")
    await page.evaluate("caches.open('others')")
    await page.evaluate(PUT, ["1", "2", "3", "4", "5"])
    await page.goto(f"{service.root}/play")
    others, own = await page.evaluate(SERVES)
    assert (others, own[:22]) == ("others", "croupier-/play/static/")
    await page.reload()
    # The next release has come, but its worker waits until all pages are closed.
    await page.evaluate(PUT, ["next"])
    await window.context.set_offline(True)
    assert await page.evaluate("fetch('/play/static/next/a.js').then((found) => found.text())") == "next"
    await page.goto(f"{service.root}/play?game=zar")
    await expect(page.get_by_role("heading", name="next")).to_be_visible()


async def test_a_page_of_an_older_release_is_loaded_again_when_a_part_of_it_is_gone(
    open_window: OpenWindow,
) -> None:
    window = await open_window()
    await window.context.route("**/play", send_older_release, times=1)
    page = await window.open("/play")
    await page.get_by_role("button", name="Set up a table of Zar").click()
    # The part has come once the page is of this release.
    await page.wait_for_function(KNOWS, arg=PART)
    await page.get_by_role("button", name="Set up a table of Zar").click()
    await expect(page.get_by_role("dialog")).to_be_visible()


PART = find_address("play/setup_dialog.js")
KNOWS = "(address) => document.querySelector('script[type=importmap]')?.text.includes(address)"


async def send_older_release(route: Route) -> None:
    """Answer with the page as an older release had it: with another address of one of its parts."""
    answer = await route.fetch()
    text = (await answer.text()).replace(PART, re.sub("[0-9a-f]{8}", 8 * "0", PART))
    scripts = re.findall('<script(?: type="importmap")?>(.*?)</script>', text)
    policy = allow_scripts([script.encode() for script in scripts])
    headers = {**answer.headers, "content-security-policy": policy}
    await route.fulfill(response=answer, body=text, headers=headers)
