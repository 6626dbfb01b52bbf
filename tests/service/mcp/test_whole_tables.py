"""Agents play every game to the end: over HTTP with two workers, over standard streams, with old clients and new."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from service.mcp.tools import TOOLS
from tests.service.api.test_catalogue import GAMES
from tests.service.mcp.agents import agent_at, agent_beside, call, play_to_end, text_of
from tests.service.mcp.requests_by_hand import answer_of, post_old
from tests.support.graphql_client import Json
from tests.support.rest_client import Rest
from tests.support.services import service_with
from tools.services import Service

pytestmark = pytest.mark.anyio

# The newest version of the protocol for two games, the handshake of older ones for another, and so on.
MODES = {game: ("auto", "legacy")[number % 2] for number, game in enumerate(GAMES)}

# A game of more moves than a review judges at once, in little time.
LONG = "zar"

two_workers = service_with(workers="2", log="json")


@pytest.fixture
def service(two_workers: Service) -> Iterator[Service]:
    """Two workers on one store, whose log shows neither a bug nor a handle."""
    yield two_workers
    assert "Traceback" not in two_workers.log


def assert_over(table: Json) -> None:
    """Check that a table was played to its result."""
    assert table["result"]["reason"]
    assert table["outcome"]["by"] == "PLAY"
    assert table["moves"] == []


@pytest.mark.parametrize("game", GAMES)
async def test_an_agent_plays_every_game_to_the_end_at_two_workers(service: Service, game: str) -> None:
    async with agent_at(service, MODES[game]) as client:
        table = await play_to_end(client, game, Random(game))
        assert_over(table)
        (record,) = (await client.read_resource(f"croupier://records/{table['table']}")).contents
        if game == LONG:
            reviewed = text_of(await call(client, "review", seat=table["seat"]))
            assert 'The next moves: review(seat, level=2, after="9").' in reviewed
    kept = Rest(service).ask("GET", f"/v1/sessions/{table['table']}/record").text
    assert getattr(record, "text", "") == kept
    assert table["seat"].partition(".")[2] not in service.log


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_agent_plays_every_game_over_standard_streams(tmp_path: Path, mode: str) -> None:
    games = [game for game in GAMES if MODES[game] == mode]
    async with agent_beside(tmp_path, mode) as client:
        for game in games:
            assert_over(await play_to_end(client, game, Random(game)))
    assert (tmp_path / "croupier" / "croupier.db").exists()
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_clients_of_older_versions_are_served(service: Service, version: str) -> None:
    greeting = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    greeted = answer_of(post_old(service, version, "initialize", greeting))
    assert greeted["protocolVersion"] == version
    assert greeted["instructions"]
    listed = answer_of(post_old(service, version, "tools/list", {}))
    assert [tool["name"] for tool in listed["tools"]] == [*TOOLS]
    opened = {"name": "create_table", "arguments": {"game": GAMES[0]}}
    seated = answer_of(post_old(service, version, "tools/call", opened))
    assert "Your seat handle is" in seated["content"][0]["text"]
