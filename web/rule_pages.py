"""The rule pages as HTML: every numbered rule has an anchor, and every mention of a rule leads to it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from string import Template
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.views.catalogue import Section, game_names, is_game, project_game, rules_of, sections_of
from web.assets import BUILT, MEDIA_TYPES, make_asset
from web.pages import answer

TEMPLATE = BUILT / "rules" / "page.html"
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
    return answer(request, make_asset(render_page(page).encode(), MEDIA_TYPES[".html"]))


@cache
def render_page(page: str) -> str:
    """Return a rule page as HTML."""
    introduction, *sections = sections_of(page)
    template = Template(TEMPLATE.read_text(encoding="utf-8"))
    return template.substitute(
        page=page,
        title=escape(introduction.title),
        introduction=_render_text(page, introduction.text),
        contents="\n".join(_render_entry(page, section) for section in sections),
        sections="\n".join(_render_section(page, section) for section in sections),
        pages="\n".join(_render_neighbours(page)),
    )


def _render_entry(page: str, section: Section) -> str:
    return f'<li><a href="#{page}-{section.number}">{section.number} {escape(section.title)}</a></li>'


def _render_section(page: str, section: Section) -> str:
    name = f"{page}-{section.number}"
    heading = (
        f'<h2 id="{name}-title"><a class="rule-number" href="#{name}">{section.number}</a> {escape(section.title)}</h2>'
    )
    parts = "\n".join(_render_part(page, number, text) for number, text in section.parts())
    return f'<section id="{name}" aria-labelledby="{name}-title">\n{heading}\n{parts}\n</section>'


def _render_part(page: str, number: str, text: str) -> str:
    if not number:
        return _render_text(page, text)
    name = f"{page}-{number}"
    return (
        f'<div class="rule-item" id="{name}"><a class="rule-number" href="#{name}">{number}</a>'
        f"<div>{_render_text(page, text)}</div></div>"
    )


def _render_neighbours(page: str) -> Iterator[str]:
    titles = {name: project_game(name).title for name in game_names() if sections_of(name)} | {ENGINE: "All games"}
    for name, title in titles.items():
        here = ' aria-current="page"' if name == page else ""
        yield f'<li><a href="/play/rules/{name}"{here}>{escape(title)}</a></li>'


def _render_text(page: str, text: str) -> str:
    html: str = _markdown().render(text, {"page": page})
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
    before = tokens[index - 1] if index else None
    named = before.content if before is not None and before.type == "code_inline" else ""
    if named != ENGINE and not is_game(named):
        return _RULE.sub(lambda found: _link(env["page"], found[0]), text)
    return _RULE_OF_PAGE.sub(lambda found: f" {_link(named, found[1])}", text)


def _link(page: str, number: str) -> str:
    if f"{page} {number}" not in rules_of(page):
        return number
    return f'<a href="/play/rules/{page}#{page}-{number}">{number}</a>'
