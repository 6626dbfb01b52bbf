"""The messages of kits and examples where no service answers, and the addresses that they accept."""

import asyncio
import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack

import pytest
from croupier_client import AsyncClient, Client, Problem, Settings, Unreachable

from service.http.error_responses import NOTHING_HERE
from tests.clients.kits.servers.http_server import head, serving
from tests.clients.node import ROOT, run_node
from tools.servers import find_node, free_port
from tools.services import Service

KIT = (ROOT / "clients" / "javascript" / "src" / "index.js").as_uri()
EXAMPLES = ("play_over_http.py", "bot.py", "bot.mjs")
ENDS = ("", "/", "/graphql", "/graphql/")
# Asks each address, and returns what is said of each.
Kit = Callable[[Sequence[str]], list[str]]


def nobody() -> str:
    """Return an address at which nothing listens."""
    return f"http://127.0.0.1:{free_port()}"


def foreign(status: int, kind: str, body: bytes) -> AbstractContextManager[str]:
    """Serve the same answer to every request, and yield the address."""
    fields = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
    return serving(lambda _heard: iter([head(status, fields) + body]))


# Answers of other servers: pages, other services, and services that are not ready.
FOREIGN = [
    (200, "text/html", b"<html>Hello</html>"),
    (200, "application/json", b"[]"),
    (200, "application/json", b'"Hello"'),
    (200, "application/json", b"null"),
    (404, "text/html", b"<html>No such page</html>"),
    (404, "application/json", b'{"detail": "Not Found"}'),
    (405, "text/plain", b"no"),
    (200, "application/json", b""),
]


def javascript_kit(urls: Sequence[str]) -> list[str]:
    program = f"""import {{ Croupier }} from {KIT!r};
    const ask = (url) => new Croupier(url, {{ attempts: 1 }}).games();
    const tell = (url) => ask(url).then((games) => `${{games.length}}`, (error) => error.message);
    console.log(JSON.stringify(await Promise.all({json.dumps(urls)}.map(tell))));"""
    told: list[str] = json.loads(run_node("--input-type=module", "--eval", program))
    return told


def told_once(error: Exception) -> str:
    """Return the message of an error, which must not be the last of a chain."""
    assert "".join(traceback.format_exception(error)).count("Traceback") == 1
    return str(error)


def python_kit(urls: Sequence[str]) -> list[str]:
    def ask(url: str) -> str:
        with Client(url, settings=Settings(attempts=1)) as client:
            try:
                return str(len(client.games()))
            except (Unreachable, Problem) as error:
                return told_once(error)

    return [ask(url) for url in urls]


def async_python_kit(urls: Sequence[str]) -> list[str]:
    async def ask(url: str) -> str:
        async with AsyncClient(url, settings=Settings(attempts=1)) as client:
            try:
                return str(len(await client.games()))
            except (Unreachable, Problem) as error:
                return told_once(error)

    async def ask_all() -> list[str]:
        return [await ask(url) for url in urls]

    return asyncio.run(ask_all())


def run_example(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = find_node() if name.endswith(".mjs") else sys.executable
    command = [program, str(ROOT / "examples" / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


every_kit = pytest.mark.parametrize("kit", [javascript_kit, python_kit, async_python_kit])


@every_kit
def test_a_kit_says_in_one_line_that_nobody_answers(kit: Kit) -> None:
    url = nobody()
    (told,) = kit([url])
    assert told.startswith(f"Nobody answers at {url} (")
    assert told.endswith("); start a service with: make serve")
    assert "\n" not in told


@every_kit
def test_a_kit_says_in_one_line_that_another_server_answers(kit: Kit) -> None:
    with ExitStack() as servers:
        urls = [servers.enter_context(foreign(*answer)) for answer in FOREIGN]
        told = kit(urls)
    for url, line in zip(urls, told, strict=True):
        assert "Croupier" in line
        assert url in line
        assert "\n" not in line


@every_kit
def test_the_address_of_graphql_is_understood(one_service: Service, kit: Kit) -> None:
    games = one_service.http.get(f"{one_service.root}/v1/games").json()["games"]
    assert kit([one_service.root + end for end in ENDS]) == [str(len(games))] * len(ENDS)


@every_kit
def test_an_address_with_another_path_is_told_in_one_line(one_service: Service, kit: Kit) -> None:
    told = kit([one_service.root + end for end in ("/play", "/v1", "/nowhere")])
    assert set(told) == {NOTHING_HERE}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("url", [None, "nonsense", "http://127.0.0.1:65537"])
def test_an_example_says_in_one_line_that_nobody_answers(name: str, url: str | None) -> None:
    ended = run_example(name, "--url", url or nobody())
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("Nobody answers at ")
    assert line.endswith("); start a service with: make serve")


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("answer", [FOREIGN[place] for place in (0, 3, 4)])
def test_an_example_says_in_one_line_that_another_server_answers(name: str, answer: tuple[int, str, bytes]) -> None:
    with foreign(*answer) as url:
        ended = run_example(name, "--url", url)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.splitlines() == [f"What answers at {url}/graphql is no Croupier"]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("end", ["", "/graphql/"])
def test_an_example_understands_the_address_with_and_without_graphql(one_service: Service, name: str, end: str) -> None:
    ended = run_example(name, "--url", one_service.root + end, "--game", "zlam")
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_says_in_one_line_what_is_refused(one_service: Service, name: str) -> None:
    ended = run_example(name, "--url", one_service.root, "--game", "chess")
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert "chess" in line
