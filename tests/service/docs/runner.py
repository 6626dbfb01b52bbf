"""The examples of a page, run in their order against a service.

- `graphql`: an operation, sent by POST. A first line `# Authorization: Bearer $NAME` is sent as that header. A block
  `json variables` may follow, and then the answer as `json`. Without one, the operation must not fail.
- `sh`, `python`: a script with the placeholders as its variables; its output may follow as `text`.
- `json problem` and `json example` show responses that this module does not request: they are checked elsewhere.
- `websocket`: messages, `→` sent and `←` received; those received one after the other may come in any order.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.service.docs.pages import Block, Known, fill_in, is_like, learn, read_blocks
from tests.support.graphql_client import Client, Json
from tests.support.graphql_stream import SECONDS, open_socket
from tools.servers import REPOSITORY, find_node, find_program
from tools.services import Service

SHOWN = ("json problem", "json example", "js example")
ADDRESS = "http://localhost:8000"
PROGRAMS = {"sh": ["bash", "-eu"], "python": [sys.executable, "-"]}

_BEARER = re.compile(r"# Authorization: Bearer (\S+)\n")


def run_page(page: Path, service: Service, known: Known, folder: Path) -> int:
    """Run the examples of a page, and return how many there were; `known` are placeholders with their values.

    Scripts run in `folder`, where they find the repository's `docs` and `examples`.
    """
    for name in ("docs", "examples"):
        (folder / name).symlink_to(REPOSITORY / name)
    blocks = [block for block in read_blocks(page) if block.kind not in SHOWN]
    ran = 0
    while blocks:
        block = blocks.pop(0)
        where = f"{page.name}:{block.line}"
        if block.kind == "graphql":
            _run_operation(block, _take(blocks, "json variables"), _take(blocks, "json"), service, known, where)
        elif block.kind in PROGRAMS:
            _run_script(block, _take(blocks, "text"), service, known, folder, where)
        elif block.kind == "websocket":
            _run_messages(block, service, known, where)
        else:
            raise AssertionError(f"{where}: a block of {block.kind!r} is not run")
        ran += 1
    return ran


def _take(blocks: list[Block], kind: str) -> Block | None:
    return blocks.pop(0) if blocks and blocks[0].kind == kind else None


def _run_operation(
    block: Block, variables: Block | None, answer: Block | None, service: Service, known: Known, where: str
) -> None:
    document = fill_in(block.text, known)
    bearer = _BEARER.match(document)
    given = {} if variables is None else msgspec.json.decode(_fill_in_json(variables.text, known))
    came = _send(Client(service, bearer[1] if bearer else None), document, given)
    if answer is None:
        assert "errors" not in came, f"{where}: {came}"
        assert all("code" not in (value or {}) for value in came["data"].values()), f"{where}: {came}"
    else:
        shown = answer.json()
        while _comes_too_early(came) and not _comes_too_early(shown):
            # As the page advises: the answer says how long to wait.
            time.sleep(_comes_too_early(came) / 1000)  # As long as the answer says, as the page advises.
            came = _send(Client(service, bearer[1] if bearer else None), document, given)
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


def _fill_in_json(text: str, known: Known) -> str:
    """Fill placeholders into JSON, where each stands in quotation marks."""
    quoted = {name: msgspec.json.encode(value).decode()[1:-1] for name, value in known.items()}
    return fill_in(text, quoted)


def _run_script(block: Block, shown: Block | None, service: Service, known: Known, folder: Path, where: str) -> None:
    run = subprocess.run(
        PROGRAMS[block.kind],
        input=block.text.replace(ADDRESS, service.root),
        env={**os.environ, **known, "PATH": _search_path()},
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, f"{where}: {run.stderr}"
    lines = [] if shown is None else fill_in(shown.text, known).splitlines()
    printed = [line.rstrip("\r") for line in run.stdout.splitlines()]
    rest = iter(printed)
    for line in lines:
        assert any(is_like(one, line) for one in rest), f"{where}: {line!r} is not among {printed}"


def _search_path() -> str:
    """Return the PATH of scripts, with the Node and the curl of the tests."""
    curl = find_program("curl", "CROUPIER_TEST_CURL", "curl/curl", "get_curl.sh")
    folders = [str(Path(program).parent) for program in (find_node(), curl)]
    return os.pathsep.join([*folders, os.environ["PATH"]])


def _run_messages(block: Block, service: Service, known: Known, where: str) -> None:
    with open_socket(service) as socket:
        awaited: list[Json] = []
        for arrow, message in _messages(block):
            if arrow == "←":
                awaited.append(msgspec.json.decode(message))
                continue
            _receive(socket, awaited, known, where)
            awaited = []
            socket.send(_fill_in_json(message, known))
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
