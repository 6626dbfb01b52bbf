"""Agents as the SDK makes them: over HTTP, each request on a connection of its own, or over standard streams."""

import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
from mcp import Client, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import streamable_http_client

from tests.support.graphql_client import Json
from tools.services import Addressed, environment

MODERN = "2026-07-28"
# More calls than any table takes here.
MOST_CALLS = 2000


@asynccontextmanager
async def agent_at(server: Addressed, mode: str = "auto", **headers: str) -> AsyncIterator[Client]:
    """An agent whose every request comes on a connection of its own, which any worker may take."""
    closing = {"Connection": "close", **headers}
    async with (
        httpx2.AsyncClient(headers=closing, timeout=60) as http,
        Client(streamable_http_client(f"{server.root}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@asynccontextmanager
async def agent_beside(folder: Path, mode: str = "auto") -> AsyncIterator[Client]:
    """An agent that starts `croupier mcp`, and speaks to it over standard streams."""
    settings = {**environment(), "XDG_DATA_HOME": str(folder), "HOME": os.environ["HOME"]}
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from cli import app; app()", "mcp"], env=settings, cwd=folder
    )
    with (folder / "log").open("w") as log:
        async with Client(stdio_client(command, errlog=log), mode=mode) as client:
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


# ---- requests by hand


def request_of(method: str, params: Mapping[str, object], number: int = 1) -> bytes:
    """Return a request of the newest version of the protocol."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": meta}}
    return msgspec.json.encode(message)


def headers_of(method: str, name: str = "") -> dict[str, str]:
    """Return the headers that the newest version requires of a request."""
    named = {"Mcp-Name": name} if name else {}
    accepted = "application/json, text/event-stream"
    return {
        "Content-Type": "application/json",
        "Accept": accepted,
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": method,
        **named,
    }


def post_call(server: Addressed, tool: str, given: Mapping[str, object], **headers: str) -> httpx2.Response:
    """Call a tool by one request of the newest version, on a connection of its own."""
    body = request_of("tools/call", {"name": tool, "arguments": given})
    sent = {**headers_of("tools/call", tool), "Connection": "close", **headers}
    return httpx2.post(f"{server.root}/mcp", content=body, headers=sent, timeout=60)


def answer_of(response: httpx2.Response) -> Any:  # noqa: ANN401  JSON
    """Return the result in a response, which is JSON or the last event of a stream."""
    if response.headers["content-type"].startswith("application/json"):
        return response.json()["result"]
    *_, last = (line for line in response.text.splitlines() if line.startswith("data: "))
    return msgspec.json.decode(last.removeprefix("data: "))["result"]


def numbers() -> Iterator[int]:
    """Yield the numbers of requests."""
    return count(1)
