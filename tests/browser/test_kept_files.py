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


async def test_what_was_loaded_once_opens_without_a_connection(open_window: OpenWindow, service: Service) -> None:
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
