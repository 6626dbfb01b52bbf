"""The resources: the rules of the games, the records of finished tables, and the app that draws a table."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from service.mcp.board import APP_META, MEDIA_TYPE, TABLE_APP, read_app
from service.mcp.caller import Caller
from service.sessions.problems import Problem
from service.use_cases.reading import find_record, read_session
from service.views.catalogue import game_names, project_game, sections_of

MARKDOWN = "text/markdown"
JSON = "application/json"
# The page of the terms that the rules of all games share.
ENGINE = "engine"

_RULES = re.compile(r"croupier://rules/(?P<page>[a-z0-9_]+)")
_RECORD = re.compile(r"croupier://records/(?P<id>[A-Za-z0-9_-]{1,64})")


class Listed(msgspec.Struct, frozen=True):
    """A resource, or a template of resources."""

    uri: str
    name: str
    description: str
    media: str
    meta: dict[str, Any] | None = None


class Content(msgspec.Struct, frozen=True):
    """The text of a resource; `is_lasting` tells whether it stays the same while the service runs."""

    uri: str
    text: str
    media: str
    is_lasting: bool
    meta: dict[str, Any] | None = None


TEMPLATES = (
    Listed("croupier://rules/{game}", "rules", "The rules of a game, with their numbers.", MARKDOWN),
    Listed(
        "croupier://records/{table}",
        "records",
        "The record of a finished table: its setup, key, moves and result. Anybody can replay it.",
        JSON,
    ),
)


def list_resources() -> Iterator[Listed]:
    """Yield the rule page of each game, the app, and the page of the rules that all games share."""
    for name in game_names():
        game = project_game(name)
        if sections_of(name):
            yield Listed(f"croupier://rules/{name}", f"rules of {name}", f"The rules of {game.title}.", MARKDOWN)
    description = "The table, drawn for a person who plays at it in the conversation."
    yield Listed(TABLE_APP, "table", description, MEDIA_TYPE, APP_META)
    yield Listed(f"croupier://rules/{ENGINE}", "rules of all games", "The terms that all games share.", MARKDOWN)


async def read_resource(caller: Caller, uri: str) -> Content:
    """Return a resource. Raises `Problem` if there is none of that address, or it may not be read now."""
    if (rules := _RULES.fullmatch(uri)) is not None:
        return Content(uri, _read_rules(rules["page"]), MARKDOWN, is_lasting=True)
    if uri == TABLE_APP:
        return Content(uri, read_app(), MEDIA_TYPE, is_lasting=True, meta=APP_META)
    if (record := _RECORD.fullmatch(uri)) is not None:
        return Content(uri, await _read_record(caller, record["id"]), JSON, is_lasting=False)
    raise Problem("NOT_FOUND", "There is no such resource: read croupier://rules/GAME or croupier://records/TABLE.")


def _read_rules(page: str) -> str:
    """Return a rule page as Markdown."""
    sections = sections_of(page) if page in (ENGINE, *game_names()) else ()
    if not sections:
        raise Problem("NOT_FOUND", f"There are no rules of that name; the games are {', '.join(game_names())}.")
    head, *numbered = sections
    parts = [f"# {head.title}", head.text, *[f"## {one.number} {one.title}\n\n{one.text}" for one in numbered]]
    return "\n\n".join(parts) + "\n"


async def _read_record(caller: Caller, session_id: str) -> str:
    context = caller.context()
    session = await read_session(context, session_id)
    record = await find_record(context, session)
    if record is not None:
        return record
    if session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The table is not over yet: its record exists only after the end.")
    raise Problem("NOT_FOUND", "This table has no record.")
