"""The page in German: forms, refusals and rules; what stays English is marked as English."""

import json

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.languages import TITLES
from tests.browser.layout import PHONE
from tests.browser.test_looking_back import RECORD, choose_file
from tests.support.graphql_client import Client
from tools.services import Service

pytestmark = pytest.mark.anyio


@pytest.fixture
def service(quiet_service: Service) -> Service:
    """A service without the public tables of other tests, which the lobby would show."""
    return quiet_service


@pytest.fixture
async def german(open_window: OpenWindow) -> Window:
    """A window of somebody whose browser asks for German."""
    return await open_window(locale="de-DE")


async def set_up(window: Window, game: str) -> Page:
    """Open the options of a new table."""
    page = await window.open("/play")
    await show_options(page, game)
    return page


async def show_options(page: Page, game: str) -> None:
    await page.get_by_role("button", name=f"Tisch einrichten: {game}").click()
    await page.get_by_text("Varianten der Regeln").click()


async def test_a_seat_counts_from_one_in_a_form_and_from_zero_in_data(german: Window, service: Service) -> None:
    page = await set_up(german, "Zeven")
    first = page.get_by_label("Erster Platz")
    seats = ["Platz 1", "Platz 2", "Platz 3"]
    await expect(first.locator("option")).to_have_text(["üblich: zufällig", "zufällig", *seats])
    await first.select_option("Platz 3")
    await page.get_by_role("button", name="Ein Platz weniger").click()
    await expect(first.locator("option")).to_have_text(["üblich: zufällig", "zufällig", *seats[:2]])
    await expect(first).to_have_value("")
    await first.select_option("Platz 2")
    await page.get_by_role("button", name="Karten geben").click()
    await expect(page.locator("[data-version]")).to_be_visible()
    session = Client(service).read(page.url.partition("#s=")[2])
    assert {"name": "firstSeat", "value": "1"} in session["options"]


async def test_the_options_of_every_game_fit_on_a_phone(open_window: OpenWindow) -> None:
    window = await open_window(locale="de-DE", viewport=PHONE)
    page = await window.open("/play")
    for title in TITLES - {"High"}:
        await show_options(page, title)
        form = page.get_by_role("dialog").locator(".body")
        assert await form.evaluate("(form) => form.scrollWidth - form.clientWidth") == 0, title
        await page.keyboard.press("Escape")


async def test_a_value_that_is_refused_is_explained_beside_its_field(german: Window) -> None:
    german.tolerate("422")
    page = await set_up(german, "Zar")
    await page.get_by_label("Ziel", exact=True).fill("5")
    await page.get_by_role("button", name="Karten geben").click()
    about = page.locator("#about-option-target .trouble")
    await expect(about).to_contain_text("Das geht nicht. Der Dienst sagt dazu:")
    await expect(about.locator("[lang=en]")).to_contain_text("The option target needs points")


async def test_faults_of_a_shuffle_are_explained_in_german_and_in_detail(german: Window) -> None:
    spoilt = json.loads(RECORD)
    spoilt["fairness"]["serverSeed"] = "ab" * 32
    page = await german.open("/play/inspect")
    await choose_file(page, "Datei wählen", json.dumps(spoilt).encode())
    await page.get_by_role("tab", name="Prüfungen").click()
    found = page.locator(".checks .refused").first
    await expect(found).to_contain_text("Das Geheimnis des Servers ist ein anderes")
    await expect(found.locator("[lang=en]")).to_contain_text("The SHA-256 of the server seed must be")


async def test_the_rules_are_german_to_a_german_reader_and_english_is_a_click_away(german: Window) -> None:
    page = await german.open("/play/rules/zar")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("article")).to_contain_text("verbindlich ist die englische Seite")
    await expect(page.locator("[id='zar-5.1']")).to_contain_text("ihren Zwilling legen")
    await page.get_by_role("link", name="English").click()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await expect(page.locator("[id='zar-5.1']")).to_contain_text("may play its twin")
