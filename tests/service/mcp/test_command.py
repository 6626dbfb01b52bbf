"""The command `croupier mcp`: where its tables lie, when it ends, and what it says when it cannot start."""

import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tests.service.mcp.requests_by_hand import request_of
from tests.service.test_cli import SECONDS, croupier
from tools.fork_server import Request, fork
from tools.services import CROUPIER, environment


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
