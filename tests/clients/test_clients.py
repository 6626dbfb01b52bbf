"""The clients that front ends use, unmodified: each plays a small table on the one URL, and watches it."""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from tests.clients.node import run_script, running_script
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import ONLY_THREES, Live, create, open_table
from tools.services import Service

FIRST = 3
LAST = 6


@pytest.fixture
def table(one_service: Service) -> Live:
    """An active table that is over after three moves."""
    return open_table(one_service, "zlam", 2, ONLY_THREES)


def play(script: str, service: Service, table: Live, way: str = "watch") -> list[Json]:
    """Let a client play a table to its end, and return the frames that it received."""
    tokens = [player.token for player in table.players]
    urls = {"url": service.url, "socketUrl": service.websocket_url}
    frames: list[Json] = run_script(script, {**urls, "id": table.id, "tokens": tokens, "way": way})
    return frames


def check_frames(frames: list[Json], table: Live) -> None:
    """Check that every version came once, and that the last frame is the table as it is now."""
    assert [frame["version"] for frame in frames] == list(range(FIRST, LAST + 1))
    assert [frame["cursor"].partition("-")[0] for frame in frames] == [str(frame["version"]) for frame in frames]
    assert {frame["session"]["viewerSeat"] for frame in frames} == {0}
    assert all(frame["events"] for frame in frames[1:])
    end = table.read(0)
    assert (frames[-1]["session"]["status"], end["status"]) == ("FINISHED", "FINISHED")
    assert [one["points"] for one in frames[-1]["session"]["view"]["scores"]] == [
        one["points"] for one in end["view"]["scores"]
    ]


@pytest.mark.parametrize("script", ["play_graphql_ws.mjs", "play_graphql_sse.mjs", "play_urql.mjs", "play_apollo.mjs"])
def test_a_client_plays_a_table_and_watches_it(one_service: Service, table: Live, script: str) -> None:
    check_frames(play(script, one_service, table), table)


@pytest.mark.parametrize("get", [False, True])
def test_apollo_sends_a_document_once_and_then_its_hash(one_service: Service, get: bool) -> None:
    # Apollo adds `__typename` wherever it is missing, and hashes the result.
    document = f"query Apollo{get}($id: ID!) {{ game(id: $id) {{ title }} }}"
    variables = [{"id": "zar"}, {"id": "door"}]
    output = run_script(
        "play_apollo_persisted.mjs", {"url": one_service.url, "document": document, "variables": variables, "get": get}
    )
    way = "GET" if get else "POST"
    # The server does not know the hash, so the document follows, always by POST; from then on the hash is enough.
    assert [request[:2] for request in output["requests"]] == [[way, False], ["POST", True], [way, False]]
    assert [request[2] for request in output["requests"][1:]] == [200, 200]
    assert [answer["game"]["title"] for answer in output["answers"]] == ["Zar", "Door to Zont"]


def test_graphql_ws_connects_again_by_itself(one_service: Service, table: Live) -> None:
    frames = play("play_graphql_ws.mjs", one_service, table, "cut")
    assert [frame["version"] for frame in frames[:2]] == [FIRST, FIRST]
    check_frames(frames[1:], table)


def test_graphql_ws_resumes_after_a_cursor(one_service: Service, table: Live) -> None:
    frames = play("play_graphql_ws.mjs", one_service, table, "resume")
    assert [frame["version"] for frame in frames] == [FIRST, FIRST + 1]
    assert frames[1]["events"]


def test_clients_connect_again_when_the_service_stops(tmp_path: Path) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path))
        wanted = {"url": service.url, "socketUrl": service.websocket_url, "id": create(service, "zlam", 2)}
        running = {
            way: stack.enter_context(running_script("watch_until_cut.mjs", {**wanted, "way": way}))
            for way in ("ws", "sse", "apollo")
        }
        assert {read_line(process) for process in running.values()} == {"watching"}
        service.terminate()
        outputs = {way: msgspec.json.decode(read_line(process)) for way, process in running.items()}
    # Apollo Client leaves it to the application, or to a link that retries, and reports it as an error.
    assert outputs == {"ws": {"again": True}, "sse": {"again": True}, "apollo": {"failed": "Error"}}


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()
