"""What the kits say where no service answers, and which addresses they understand."""

import socket
import traceback

import pytest
from croupier_client import Client, Settings, Unreachable

from tests.clients.node import ROOT, run_node
from tests.support.services import Service

KIT = (ROOT / "clients" / "javascript" / "src" / "index.js").as_uri()


def nobody() -> str:
    """Return an address at which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def run_javascript(url: str) -> str:
    program = f"""import {{ Croupier }} from {KIT!r};
    const croupier = new Croupier({url!r}, {{ attempts: 1 }});
    console.log(await croupier.games().then((games) => games.length, (error) => error.message));"""
    return str(run_node("--input-type=module", "--eval", program)).strip()


def test_a_kit_says_in_one_line_that_nobody_answers() -> None:
    url = nobody()
    with Client(url, settings=Settings(attempts=1)) as client, pytest.raises(Unreachable) as raised:
        client.games()
    assert "".join(traceback.format_exception(raised.value)).count("Traceback") == 1
    for told in (str(raised.value), run_javascript(url)):
        assert told.startswith(f"Nobody answers at {url} (")
        assert told.endswith("; start a service with: make serve")


@pytest.mark.parametrize("end", ["", "/", "/graphql", "/graphql/"])
def test_the_address_of_graphql_is_understood(one_service: Service, end: str) -> None:
    with Client(one_service.root + end) as client:
        games = len(client.games())
    assert run_javascript(one_service.root + end) == str(games)
