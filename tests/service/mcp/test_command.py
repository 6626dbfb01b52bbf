"""The command `croupier mcp`: where its tables lie, when it ends, and what it says when it cannot start."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import msgspec
import pytest

from tests.service.mcp.requests_by_hand import request_of
from tests.service.test_cli import SECONDS, croupier
from tools.fork_server import Request, fork
from tools.services import CROUPIER, environment, seconds_at_most

# Less than the longest wait.
SOON = 15
INTERRUPTED = 130


def test_the_command_ends_with_its_input_and_keeps_its_tables_in_the_folder_for_data(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path / "data")}
    with TemporaryFile() as nothing, TemporaryFile() as log:
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), nothing.fileno())
        with child.stdout as output:
            assert output.read() == b""
        assert child.wait(SECONDS) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    assert (tmp_path / "data" / "croupier" / "croupier.db").exists()


def test_no_folder_is_made_where_another_store_is_named(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path / "data")}
    command = ["mcp", "--store", f"sqlite:{tmp_path / 'tables.db'}"]
    with TemporaryFile() as nothing, TemporaryFile() as log:
        child = fork(Request(CROUPIER, command, str(tmp_path), variables), log.fileno(), nothing.fileno())
        with child.stdout as output:
            assert output.read() == b""
        assert child.wait(SECONDS) == 0
    assert (tmp_path / "tables.db").exists()
    assert not (tmp_path / "data").exists()


def test_a_change_is_made_whole_although_the_input_has_ended(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path / "data")}
    asked = request_of("tools/call", {"name": "create_table", "arguments": {"game": "zar"}})
    with TemporaryFile() as given, TemporaryFile() as log:
        for number in range(20):
            given.write(asked.replace(b'"id":1', b'"id":%d' % number) + b"\n")
        given.seek(0)
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), given.fileno())
        with child.stdout as output:
            output.read()
        assert child.wait(SECONDS) == 0
        log.seek(0)
        assert b"error" not in log.read()


@pytest.mark.parametrize("kind", ["pipe", "terminal"])
def test_ctrl_c_ends_the_command_although_its_input_is_open(tmp_path: Path, kind: str) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path)}
    given, kept_open = os.pipe() if kind == "pipe" else reversed(pty.openpty())
    with TemporaryFile() as log:
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), given)
        with child.stdout as output:
            os.write(kept_open, call_of("create_table", game="zeven", seats=2, bots=0))
            opened = msgspec.json.decode(output.readline())["result"]["structuredContent"]
            os.write(kept_open, call_of("wait_for_turn", seat=opened["seat"]))
            # The wait reports its progress.
            assert b"notifications/progress" in output.readline()
            with seconds_at_most(SOON):
                child.send_signal(signal.SIGINT)
                assert child.wait(SECONDS) == INTERRUPTED
        os.close(kept_open)
        os.close(given)
        log.seek(0)
        said = log.read()
    assert b"Traceback" not in said
    assert b"error" not in said
    # The log of the file is gone once the store is closed.
    assert [path.name for path in (tmp_path / "croupier").iterdir()] == ["croupier.db"]


def test_input_that_cannot_be_read_ends_the_command(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path / "data")}
    with (tmp_path / "unreadable").open("wb") as unreadable, TemporaryFile() as log:
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), unreadable.fileno())
        assert child.wait(SECONDS) == 0
        child.stdout.close()


def test_input_that_does_not_block_is_waited_for(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path)}
    given, kept_open = os.pipe()
    os.set_blocking(given, False)
    with TemporaryFile() as log:
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), given)
        os.close(given)
        with child.stdout as output:
            # After each answer there is nothing to read for a while.
            for _ in range(2):
                os.write(kept_open, call_of("list_games"))
                assert b"zeven" in output.readline()
            os.close(kept_open)
            assert child.wait(SECONDS) == 0


def test_the_command_ends_in_order_when_nobody_reads_its_answers(tmp_path: Path) -> None:
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path)}
    given, kept_open = os.pipe()
    with TemporaryFile() as log:
        child = fork(Request(CROUPIER, ["mcp"], str(tmp_path), variables), log.fileno(), given)
        os.close(given)
        child.stdout.close()
        os.write(kept_open, call_of("create_table", game="zeven"))
        os.close(kept_open)
        assert child.wait(SECONDS) == 0
        log.seek(0)
        assert b"Traceback" not in log.read()
    # The log of the file is gone once the store is closed.
    assert [path.name for path in (tmp_path / "croupier").iterdir()] == ["croupier.db"]


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_without_standard_input_or_output_the_command_says_what_it_needs(tmp_path: Path, closed: str) -> None:
    command = ["sh", "-c", f'exec "$0" -c "{CROUPIER}" mcp {closed}', sys.executable]
    variables = environment() | {"XDG_DATA_HOME": str(tmp_path / "data")}
    refused = subprocess.run(
        command, check=False, cwd=tmp_path, env=variables, input="", capture_output=True, text=True, timeout=SECONDS
    )
    assert refused.returncode == 2
    assert refused.stderr == "This speaks over standard input and output: both must be open.\n"
    assert not (tmp_path / "data").exists()


def call_of(tool: str, **given: object) -> bytes:
    """Return a line that calls a tool, and asks for reports of its progress."""
    request = request_of("tools/call", {"name": tool, "arguments": given})
    return request.replace(b'"_meta":{', b'"_meta":{"progressToken":1,', 1) + b"\n"


def test_a_store_that_is_none_is_refused_by_the_name_of_the_option() -> None:
    refused = croupier("mcp", "--store", "nowhere")
    assert refused.returncode == 2
    assert '--store is "nowhere"' in refused.stderr


def test_without_the_sdk_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    refused = croupier("mcp")
    assert refused.returncode == 2
    assert "make serve MCP=yes" in refused.stderr
    assert ".whl[mcp]" in refused.stderr
