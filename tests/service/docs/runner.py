"""Run the examples of a page, in their order, against a service.

A page is run once for the readers of each API, with placeholders of their own: so what GraphQL shows works without the
requests to REST beside it, and these work without GraphQL.

An operation of GraphQL is sent by POST; a first line `# Authorization: Bearer $NAME` is sent as that header. Without an
answer on the page, it must not fail. A script has the placeholders as its variables. Messages over a WebSocket that are
received one after the other may come in any order.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.service.docs.examples import Api, Example, read_examples
from tests.service.docs.exchanges import run_request
from tests.service.docs.pages import Block, Known, fill_in, fill_in_json, is_like, learn
from tests.support.graphql_client import Client, Json
from tests.support.graphql_stream import SECONDS, open_socket
from tools.fresh.roots import link_programs
from tools.servers import REPOSITORY, find_node, find_program
from tools.services import Service

ADDRESS = "http://localhost:8000"
PROGRAMS = {"sh": ["bash", "-eu"], "python": [sys.executable, "-"]}

_BEARER = re.compile(r"# Authorization: Bearer (\S+)\n")


def run_page(page: Path, api: Api, service: Service, known: Known, folder: Path) -> int:
    """Run the examples for the readers of an API; return how many there were. `known` are placeholders with values.

    Scripts run in `folder`, where they find the repository's `docs` and `examples`.
    """
    for name in ("docs", "examples"):
        (folder / name).symlink_to(REPOSITORY / name)
    _link_programs(folder / "programs")
    examples = [example for example in read_examples(page) if api in example.apis]
    for example in examples:
        _run(example, service, known, folder, f"{page.name}:{example.block.line}")
    return len(examples)


def _run(example: Example, service: Service, known: Known, folder: Path, where: str) -> None:
    if example.kind == "graphql":
        _run_operation(example, service, known, where)
    elif example.kind == "http":
        run_request(example.block.text, service, known, where)
    elif example.kind in PROGRAMS:
        _run_script(example, service, known, folder, where)
    elif example.kind == "websocket":
        _run_messages(example.block, service, known, where)
    else:
        raise AssertionError(f"{where}: a block of {example.kind!r} is not run")


def _run_operation(example: Example, service: Service, known: Known, where: str) -> None:
    document = fill_in(example.block.text, known)
    bearer = _BEARER.match(document)
    client = Client(service, bearer[1] if bearer else None)
    given = {} if example.variables is None else msgspec.json.decode(fill_in_json(example.variables.text, known))
    came = _send(client, document, given)
    if example.answer is None:
        assert "errors" not in came, f"{where}: {came}"
        assert all("code" not in (value or {}) for value in came["data"].values()), f"{where}: {came}"
        return
    shown = example.answer.json()
    while (wait := _comes_too_early(came)) and not _comes_too_early(shown):
        time.sleep(wait / 1000)  # As long as the answer says, as the page advises.
        came = _send(client, document, given)
    learn(shown, came, known, where)


def _send(client: Client, document: str, variables: Json) -> Json:
    answer = client.post(msgspec.json.encode({"query": document, "variables": variables}))
    return msgspec.json.decode(answer.content)


def _comes_too_early(answer: Json) -> int:
    """Return after how many milliseconds an act is no longer too early, 0 if it is not now."""
    for value in (answer.get("data") or {}).values():
        if isinstance(value, dict) and value.get("code") == "TOO_EARLY":
            wait = value.get("retryAfterMillis")
            return wait if isinstance(wait, int) else 1
    return 0


def _run_script(example: Example, service: Service, known: Known, folder: Path, where: str) -> None:
    run = subprocess.run(
        PROGRAMS[example.kind],
        input=example.block.text.replace(ADDRESS, service.root),
        env={**os.environ, **known, "PATH": str(folder / "programs")},
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, f"{where}: {run.stderr}"
    lines = [] if example.answer is None else fill_in(example.answer.text, known).splitlines()
    printed = [line.rstrip("\r") for line in run.stdout.splitlines()]
    rest = iter(printed)
    for line in lines:
        assert any(is_like(one, line) for one in rest), f"{where}: {line!r} is not among {printed}"


def _link_programs(folder: Path) -> None:
    """Fill a folder with the programs that an example may use: a minimal Debian's, and the programs of the tests."""
    link_programs(folder)
    curl = find_program("curl", "CROUPIER_TEST_CURL", "curl/curl", "get_curl.sh")
    schemathesis = Path(sys.executable).with_name("schemathesis")
    programs = {"python3": sys.executable, "node": find_node(), "curl": curl, "schemathesis": schemathesis}
    for name, program in programs.items():
        here = folder / name
        here.unlink(missing_ok=True)
        here.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n', encoding="utf-8")
        here.chmod(0o755)


def _run_messages(block: Block, service: Service, known: Known, where: str) -> None:
    with open_socket(service) as socket:
        awaited: list[Json] = []
        for arrow, message in _messages(block):
            if arrow == "←":
                awaited.append(msgspec.json.decode(message))
                continue
            _receive(socket, awaited, known, where)
            awaited = []
            socket.send(fill_in_json(message, known))
        _receive(socket, awaited, known, where)


def _receive(socket: Json, awaited: list[Json], known: Known, where: str) -> None:
    """Receive the awaited messages, in any order among those that follow each other."""
    for _ in range(len(awaited)):
        came = msgspec.json.decode(socket.recv(SECONDS))
        shown = next((one for one in awaited if one.get("id") == came.get("id")), awaited[0])
        awaited.remove(shown)
        learn(shown, came, known, where)


def _messages(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each message with its arrow; one may go on in indented lines."""
    for part in re.split(r"\n(?=[→←])", block.text.strip()):
        yield part[0], part[1:].strip()
