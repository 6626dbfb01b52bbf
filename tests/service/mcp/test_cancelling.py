"""Calls whose client is gone: a wait and a review end and free what they hold, and a change is made whole."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.shared.memory import create_client_server_memory_streams

from service.app import create_app
from service.mcp.caller import Caller
from service.mcp.handles import make_handle
from service.mcp.server import make_server
from service.observability.metrics import REGISTRY
from service.sessions.session import Session
from service.settings import load_settings
from service.storage.sessions import SessionRepository
from store.port import Commit, Committed, Conflict, Repeated, Store
from tests.service.guards.logs_and_metrics import metric
from tests.service.mcp.agents import agent_at, agent_beside, call, play_to_end
from tests.service.mcp.requests_by_hand import MODERN, answer_of, headers_of, post_call, request_of
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import ONLY_THREES, new_key, open_table
from tests.support.raw_http import Raw
from tests.support.services import service_with
from tools.redis.server import wait_until
from tools.services import LocalService, Service
from tools.stores import StoreWrapper

pytestmark = pytest.mark.anyio

VERSIONS = (MODERN, "2025-11-25")
QUESTIONS = "croupier_bot_questions"
THOUGHTS = "croupier_bot_thought_seconds_count"
FOLLOWERS = "croupier_stream_followers"
# The most moves on a page of a review.
PAGE = 10

service = service_with()


@pytest.fixture
async def beside(tmp_path: Path) -> AsyncIterator[Client]:
    """An agent at a server of this process, over the streams that carry what standard streams carry."""
    store = f"sqlite:{tmp_path / 'croupier.db'}"
    app = create_app(load_settings({"CROUPIER_STORE": store, "CROUPIER_BOT_NICENESS": "0"}))
    await app.state.open_store()
    async with (
        app.router.lifespan_context(app),
        create_client_server_memory_streams() as (ours, theirs),
        asyncio.TaskGroup() as changes,
        anyio.create_task_group() as serving,
    ):
        server = make_server(lambda _context: Caller(app.state.backend), changes)
        serving.start_soon(server.run, *theirs, server.create_initialization_options())
        async with Client(_connect(ours)) as client:
            yield client
        serving.cancel_scope.cancel()


@asynccontextmanager
async def _connect(streams: Any) -> AsyncIterator[Any]:  # noqa: ANN401  the types are private
    yield streams


def send_call(service: Service | LocalService, tool: str, version: str, /, **given: object) -> Raw:
    """Send a call of a tool on a connection of its own, which the test closes before the answer comes."""
    body = request_of("tools/call", {"name": tool, "arguments": given})
    fields = {**headers_of("tools/call", tool), "MCP-Protocol-Version": version}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    raw = Raw(service)
    raw.send(f"POST /mcp HTTP/1.1\r\nHost: here\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return raw


async def until(name: str, value: float) -> None:
    """Wait until a metric of this process has a value."""
    with anyio.fail_after(60):
        while REGISTRY.get_sample_value(name) != value:
            await anyio.lowlevel.checkpoint()


# ---- progress


@pytest.mark.parametrize("over", ["http", "streams"])
async def test_a_review_reports_each_move_before_it_is_judged(service: Service, tmp_path: Path, over: str) -> None:
    reported: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        reported.append((progress, total, message))

    async with agent_at(service) if over == "http" else agent_beside(tmp_path) as agent:
        options = {name: int(number) for name, number in ONLY_THREES.items()}
        table = await play_to_end(agent, "zlam", Random(1), options=options)
        reviewed = await agent.call_tool("review", {"seat": table["seat"]}, progress_callback=note)
    judged = str(reviewed.content).count("- Move ")
    assert judged
    assert reported == [(number, judged, "reviewing the moves") for number in range(judged)]


# ---- calls that only wait


@pytest.mark.parametrize("version", VERSIONS)
def test_a_review_ends_with_its_client(service: Service, version: str) -> None:
    live = open_table(service, "zar", 2)
    live.play_to_the_end(Random(1))
    seat = make_handle(live.id, live.players[0].token or "")
    before = metric(service, THOUGHTS, level="3")
    with send_call(service, "review", version, seat=seat, level=3):
        wait_until(lambda: metric(service, QUESTIONS) == 1)
    # The questions of both reviews take turns at one process.
    assert not answer_of(post_call(service, "review", {"seat": seat, "level": 2}))["isError"]
    wait_until(lambda: metric(service, QUESTIONS) == 0)
    assert metric(service, THOUGHTS, level="3") - before < PAGE / 2


async def test_a_cancelled_call_over_streams_frees_what_it_holds(beside: Client) -> None:
    opened = await call(beside, "create_table", game="zeven", seats=2, bots=0)
    seat = opened.structured_content["seat"]
    assert REGISTRY.get_sample_value(FOLLOWERS) == 0
    async with anyio.create_task_group() as waiting:
        waiting.start_soon(partial(call, beside, "wait_for_turn", seat=seat, seconds=25))
        await until(FOLLOWERS, 1)
        waiting.cancel_scope.cancel()
    await until(FOLLOWERS, 0)
    over = await play_to_end(beside, "zar", Random(1))
    async with anyio.create_task_group() as reviewing:
        reviewing.start_soon(partial(call, beside, "review", seat=over["seat"], level=3))
        await until(QUESTIONS, 1)
        reviewing.cancel_scope.cancel()
    await until(QUESTIONS, 0)
    assert not (await beside.call_tool("look", {"seat": seat})).is_error


# ---- changes


class HeldStore(StoreWrapper):
    """A store that holds back its answer to one commit, once it is told to."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.holds = False
        self.is_held = Event()
        self.released = Event()

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        answer = await super().commit(change)
        if self.holds:
            self.holds = False
            self.is_held.set()
            await asyncio.to_thread(self.released.wait)
        return answer


@pytest.mark.parametrize("version", VERSIONS)
def test_a_move_whose_client_is_gone_is_made_once_and_the_bots_go_on(tmp_path: Path, version: str) -> None:
    settings = {"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}", "CROUPIER_BOT_NICENESS": "0"}
    app = create_app(load_settings(settings))
    with LocalService(app) as server:
        sessions = app.state.backend.sessions
        store = sessions.store = HeldStore(sessions.store)
        told = note_versions(sessions)
        # A move of this game ends the turn.
        opened = answer_of(post_call(server, "create_table", {"game": "zlam", "level": 1}))["structuredContent"]
        seat = {"seat": opened["seat"]}
        table: Json = answer_of(post_call(server, "wait_for_turn", seat))["structuredContent"]
        assert table["yourTurn"]
        made = {"move": table["moves"][0]["number"], "version": table["version"], "idempotencyKey": new_key()}
        store.holds = True
        with send_call(server, "play", version, **seat, **made):
            assert store.is_held.wait(60)
        let_it_come(server)
        store.released.set()
        waited = answer_of(post_call(server, "wait_for_turn", seat))["structuredContent"]
        assert waited["yourTurn"]
        assert waited["version"] > table["version"] + 1
        # Else the bots would go on only when somebody looks for tables whose worker is gone.
        assert table["version"] + 1 in told
        again = answer_of(post_call(server, "play", {**seat, **made}))
        assert again["content"][0]["text"].startswith("With this key, you had made a move already")


def note_versions(sessions: SessionRepository) -> list[int]:
    """Return a list to which the version of each session is added of which the driver of the bots is told."""
    tell_driver = sessions.on_bots
    versions: list[int] = []

    def tell(session: Session) -> None:
        versions.append(session.version)
        tell_driver(session)

    sessions.on_bots = tell
    return versions


def let_it_come(server: LocalService) -> None:
    """Let a service handle what has reached its sockets: a request after that is answered after it was read."""
    for _ in range(20):
        assert server.http.get(f"{server.root}/metrics").status_code == 200
