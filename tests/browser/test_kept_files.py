"""The service worker: a page that was loaded once opens without a connection, and no answer of the API is kept."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OpenWindow
from tests.support.graphql_sessions import opened
from tools.services import Service

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
    assert {"/play", "/play/inspect"} <= set(kept)
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
