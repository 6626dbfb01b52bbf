"""Agents as the SDK makes them: over HTTP, each request on a connection of its own, or over standard streams."""

import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random

import httpx2
from mcp import Client, StdioServerParameters, stdio_client, types
from mcp.client import ClientExtension
from mcp.client.streamable_http import streamable_http_client

from tests.support.graphql_client import Json
from tools.services import Addressed, environment

# More calls than any table takes here.
MOST_CALLS = 2000


@asynccontextmanager
async def agent_at(
    server: Addressed, mode: str = "auto", extensions: Sequence[ClientExtension] = (), **headers: str
) -> AsyncIterator[Client]:
    """An agent whose every request comes on a connection of its own, which any worker may take."""
    closing = {"Connection": "close", **headers}
    async with (
        httpx2.AsyncClient(headers=closing, timeout=60) as http,
        Client(
            streamable_http_client(f"{server.root}/mcp", http_client=http), mode=mode, extensions=extensions
        ) as client,
    ):
        yield client


@asynccontextmanager
async def agent_beside(
    folder: Path, mode: str = "auto", extensions: Sequence[ClientExtension] = ()
) -> AsyncIterator[Client]:
    """An agent that starts `croupier mcp`, and speaks to it over standard streams."""
    settings = {**environment(), "XDG_DATA_HOME": str(folder), "HOME": os.environ["HOME"]}
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from cli import app; app()", "mcp"], env=settings, cwd=folder
    )
    with (folder / "log").open("w") as log:
        async with Client(stdio_client(command, errlog=log), mode=mode, extensions=extensions) as client:
            yield client


async def call(client: Client, tool: str, **given: object) -> types.CallToolResult:
    """Call a tool, which must not fail."""
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, text_of(answer)
    return answer


async def refuse(client: Client, tool: str, **given: object) -> types.CallToolResult:
    """Call a tool, which must fail."""
    answer = await client.call_tool(tool, given)
    assert answer.is_error, text_of(answer)
    return answer


def text_of(answer: types.CallToolResult) -> str:
    """Return what an agent reads."""
    (content,) = answer.content
    assert isinstance(content, types.TextContent)
    return content.text


async def play_to_end(client: Client, game: str, chance: Random, **opening: object) -> Json:
    """Play a table against bots at random, by numbers and by notations, and return its last answer and the seat."""
    seated = await call(client, "create_table", game=game, level=1, name="Ada", **opening)
    table: Json = seated.structured_content
    seat = table["seat"]
    for number in count():
        assert number < MOST_CALLS
        if table.get("over"):
            return {**table, "seat": seat}
        if table["yourTurn"]:
            given = choose(table, chance)
            answer = await call(client, "play", seat=seat, idempotencyKey=f"move {number}", **given)
        else:
            answer = await call(client, "wait_for_turn", seat=seat, version=table["version"])
        assert_text_says_all(answer)
        table = answer.structured_content
    raise AssertionError


def choose(table: Json, chance: Random) -> Mapping[str, object]:
    """Return a random move of a table: by its number and version, or by its notation."""
    move = chance.choice(table["moves"])
    by_number = {"move": move["number"], "version": table["version"]}
    by_notation = {"move": move["notation"]}
    return chance.choice((by_number, by_notation))


def assert_text_says_all(answer: types.CallToolResult) -> None:
    """Check that the text has every move of the structured answer, and says whose turn it is."""
    table = answer.structured_content
    text = text_of(answer)
    lines = text.splitlines()
    for move in table["moves"]:
        assert f"{move['number']}. {move['notation']} — {move['label']}" in lines
    assert ("It is your turn." in text) == table["yourTurn"]
    assert ("The table is over." in text) == bool(table.get("over"))
