"""The rule pages for people: an anchor for every rule, links that lead somewhere, and nothing that a policy forbids."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from service.http.page_policy import allow_scripts
from service.views.catalogue import rules_of, sections_of
from tests.service.api.test_catalogue import GAMES
from tests.support.example_service import WITH_EXAMPLE
from tools.services import Service
from web.rule_pages import render_page

PAGES = ("engine", *GAMES)


class Outline(HTMLParser):
    """The anchors, links and tags of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.files: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.files += [value for name, value in attrs if (name == "src" or tag == "link") and value and value[0] == "/"]
        self.anchors += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        assert not {name for name in found if name == "style" or name.startswith("on")}


LANGUAGES = ("en", "de")


@cache
def outline_of(page: str, language: str = "en") -> Outline:
    return Outline(render_page(page, language))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_served_under_a_strict_policy(one_service: Service, page: str) -> None:
    answer = one_service.http.get(f"{one_service.root}/play/rules/{page}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    [script] = re.findall("<script>(.*?)</script>", answer.text)
    assert answer.headers["content-security-policy"] == allow_scripts([script.encode()])
    assert answer.text == render_page(page)
    outline = outline_of(page)
    assert not outline.tags & {"style", "iframe", "form", "object"}
    for file in outline.files:
        assert one_service.http.get(one_service.root + file).status_code == 200, file


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_has_one_anchor(page: str) -> None:
    anchors = outline_of(page).anchors
    assert len(anchors) == len(set(anchors))
    assert {number.replace(" ", "-") for number in rules_of(page)} <= set(anchors)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_rule_leads_to_one(page: str, language: str) -> None:
    for link in outline_of(page, language).links:
        if link.startswith(("/play/rules/", "#")):
            address, _, anchor = link.removeprefix("/play/rules/").partition("#")
            target, _, wanted = address.partition("?lang=")
            assert not target or (wanted or "en") == language
            assert not anchor or anchor in outline_of(target or page, language).anchors, link


@pytest.mark.parametrize("page", PAGES)
def test_a_german_page_has_the_rules_rows_and_notations_of_the_english_one(page: str) -> None:
    assert outline_of(page, "de").anchors == outline_of(page).anchors
    sections = sections_of(page, "de")
    assert "verbindlich ist die englische Seite" in sections[0].text
    for english, german in zip(sections_of(page), sections, strict=True):
        assert marks(german.text) == marks(english.text), english.number
        assert [(number, marks(text)) for number, text in german.parts()] == [
            (number, marks(text)) for number, text in english.parts()
        ]


def test_a_rule_page_is_in_the_language_of_its_address_or_of_the_browser(one_service: Service) -> None:
    def language_of(query: str, **fields: str) -> str:
        page = one_service.http.get(f"{one_service.root}/play/rules/zar{query}", headers=fields).text
        return page.partition('<html lang="')[2][:2]

    german = {"Accept-Language": "de-AT, en;q=0.5"}
    assert [language_of(query, **german) for query in ("", "?lang=en", "?lang=xx")] == ["de", "en", "de"]
    assert [language_of("?lang=de"), language_of("?lang=xx"), language_of("")] == ["de", "en", "en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_a_page_is_lost(page: str, language: str) -> None:
    shown = words(re.sub(r"<[^>]+>", " ", render_page(page, language)))
    for section in sections_of(page, language):
        assert words(re.sub(r"[|*`\\]", " ", section.text)) <= shown


@pytest.mark.parametrize(
    ("page", "text", "link"),
    [
        ("zar", "6.1", "/play/rules/zar#zar-6.1"),
        ("zar", "2", "/play/rules/engine#engine-2"),
        ("engine", "7.2", "/play/rules/zar#zar-7.2"),
    ],
)
def test_a_mention_of_a_rule_leads_to_it(page: str, text: str, link: str) -> None:
    assert f'<a href="{link}">{text}</a>' in render_page(page)


@pytest.mark.parametrize("page", ["poker", "README", "..%2Fproblems%2FBUSY", "zar.md", "Zar"])
def test_a_page_that_is_none_is_a_clear_problem(one_service: Service, page: str) -> None:
    answer = one_service.http.get(f"{one_service.root}/play/rules/{page}")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


def test_a_game_without_a_page_has_none_and_no_link(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'tables.db'}", tmp_path, WITH_EXAMPLE) as service:
        assert service.http.get(f"{service.root}/play/rules/high").json()["code"] == "NOT_FOUND"
        assert "/play/rules/high" not in service.http.get(f"{service.root}/play/rules/zar").text


def marks(text: str) -> list[str]:
    """Return the notations, numbers, emphases and rows of a text, which no translation changes."""
    return sorted(re.findall(r"`[^`]+`|\*\*|\d+|^\|", text, re.MULTILINE))


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.replace("&quot;", " ").replace("&#x27;", " ")))
