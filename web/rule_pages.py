"""The rule pages as HTML: every numbered rule has an anchor, and every mention of a rule leads to it.

A reader gets the language of `?lang=`, else of the browser. The English pages are binding.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from string import Template
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.views.catalogue import Section, game_names, is_game, project_game, rules_of, sections_of
from web.assets import MEDIA_TYPES, find_page, make_asset
from web.languages import LANGUAGES
from web.pages import answer
from web.previews import language_of

TEMPLATE = "rules/page.html"
# What every game's page relies on.
ENGINE = "engine"

# `4.2` is a rule of the page at hand; `` `engine` 5 `` and `` `zar` 7.2 `` name the page, as code.
_RULE = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.])")
_RULE_OF_PAGE = re.compile(r"^ (\d{1,2}(?:\.\d{1,2})?)")


def make_rule_routes() -> list[BaseRoute]:
    """Return the routes of the rule pages."""
    return [Route("/play/rules/{page}", read_rules)]


async def read_rules(request: Request) -> Response:
    """Answer with the rules of a game, or of all games (`engine`)."""
    page = request.path_params["page"]
    if not (page == ENGINE or is_game(page)) or not sections_of(page):
        raise HTTPException(404, "There are no rules of this name.")
    html = render_page(page, language_of(request))
    asset = make_asset(html.encode(), MEDIA_TYPES[".html"], inline=find_page(TEMPLATE).inline)
    response = answer(request, asset)
    response.headers["Vary"] += ", Accept-Language"
    return response


@cache
def render_page(page: str, language: str = "en") -> str:
    """Return a rule page as HTML."""
    introduction, *sections = sections_of(page, language)
    place = _Place(page, language)
    template = Template(find_page(TEMPLATE).text)
    return template.substitute(
        **LANGUAGES[language].rules,
        lang=language,
        title=escape(introduction.title),
        introduction=_render_text(place, introduction.text),
        contents="\n".join(_render_entry(page, section) for section in sections),
        sections="\n".join(_render_section(place, section) for section in sections),
        pages="\n".join(_render_neighbours(place)),
    )


class _Place(NamedTuple):
    """Where a piece of text stands."""

    page: str
    language: str

    def address_of(self, page: str) -> str:
        """Return the address of a rule page in the same language."""
        return f"/play/rules/{page}" + ("" if self.language == "en" else f"?lang={self.language}")


def _render_entry(page: str, section: Section) -> str:
    return f'<li><a href="#{page}-{section.number}">{section.number} {escape(section.title)}</a></li>'


def _render_section(place: _Place, section: Section) -> str:
    name = f"{place.page}-{section.number}"
    heading = (
        f'<h2 id="{name}-title"><a class="rule-number" href="#{name}">{section.number}</a> {escape(section.title)}</h2>'
    )
    parts = "\n".join(_render_part(place, number, text) for number, text in section.parts())
    return f'<section id="{name}" aria-labelledby="{name}-title">\n{heading}\n{parts}\n</section>'


def _render_part(place: _Place, number: str, text: str) -> str:
    if not number:
        return _render_text(place, text)
    name = f"{place.page}-{number}"
    return (
        f'<div class="rule-item" id="{name}"><a class="rule-number" href="#{name}">{number}</a>'
        f"<div>{_render_text(place, text)}</div></div>"
    )


def _render_neighbours(place: _Place) -> Iterator[str]:
    titles = {name: project_game(name).title for name in game_names() if sections_of(name)}
    for name, title in {**titles, ENGINE: LANGUAGES[place.language].rules["common"]}.items():
        here = ' aria-current="page"' if name == place.page else ""
        yield f'<li><a href="{place.address_of(name)}"{here}>{escape(title)}</a></li>'
    for language, texts in LANGUAGES.items():
        if language != place.language:
            name = escape(texts.name)
            yield f'<li><a href="?lang={language}" hreflang="{language}" lang="{language}">{name}</a></li>'


def _render_text(place: _Place, text: str) -> str:
    html: str = _markdown().render(text, {"place": place})
    return html


@cache
def _markdown() -> MarkdownIt:
    """Return the renderer of the pages' Markdown: with tables, without HTML of their own."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("text", _link_rules)
    return markdown


def _link_rules(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: object, env: Mapping[str, Any]
) -> str:
    """Return a piece of text in which each mention of a rule leads to it."""
    text = escape(tokens[index].content)
    place = env["place"]
    before = tokens[index - 1] if index else None
    named = before.content if before is not None and before.type == "code_inline" else ""
    if named != ENGINE and not is_game(named):
        return _RULE.sub(lambda found: _link(place, place.page, found[0]), text)
    return _RULE_OF_PAGE.sub(lambda found: f" {_link(place, named, found[1])}", text)


def _link(place: _Place, page: str, number: str) -> str:
    if f"{page} {number}" not in rules_of(page):
        return number
    return f'<a href="{place.address_of(page)}#{page}-{number}">{number}</a>'
