"""The bots of examples/ poll for decisions, play to the end, and continue after a cut connection."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from tests.clients.kits.servers.faulty_proxy import pass_on
from tests.clients.kits.servers.http_server import Heard, serving
from tests.support.graphql_client import CREATE, Client
from tests.support.graphql_sessions import pairs
from tools.servers import REPOSITORY, find_node
from tools.services import Service

LONGEST_LINES = 100
SECONDS = 120

BOTS = ("bot.py", "bot.mjs")


def command(bot: str, url: str, *arguments: str) -> list[str]:
    program = sys.executable if bot.endswith(".py") else find_node()
    return [program, str(REPOSITORY / "examples" / bot), "--url", url, *arguments]


def run(bot: str, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(bot, url, *arguments), capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
    )


@pytest.mark.parametrize("game", ["zeven", "zar", "zlam"])
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_alone_to_the_end(one_service: Service, bot: str, game: str) -> None:
    played = run(bot, one_service.url, "--game", game)
    assert played.returncode == 0, played.stderr
    result = msgspec.json.decode(played.stdout)
    assert len(result["ranking"]) == 2
    assert result["winners"]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_at_several_tables_at_once(one_service: Service, bot: str) -> None:
    played = run(bot, one_service.url, "--game", "zlam", "--tables", "3")
    assert played.returncode == 0, played.stderr
    assert len([msgspec.json.decode(line)["winners"] for line in played.stdout.splitlines()]) == 3


def test_two_bots_play_at_one_table_that_takes_its_time_to_react(one_service: Service) -> None:
    wish = {"game": "zar", "seats": 2, "options": pairs({"hands": "1"}), "reactionMillis": 1, "invitationOnly": True}
    opened = Client(one_service).ask(CREATE, input=wish)
    seats = zip(BOTS, opened["joinLinks"], strict=True)
    bots = [
        subprocess.Popen(
            command(bot, one_service.url, f"--session={opened['session']['id']}", f"--code={link['code']}"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for bot, link in seats
    ]
    outputs = [bot.communicate(timeout=SECONDS) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], outputs
    results = [msgspec.json.decode(printed) for printed, _ in outputs]
    assert results[0] == results[1]


@contextmanager
def cutting(service: Service, cuts: list[bytes]) -> Iterator[str]:
    """Yield an address before a service, where the first two polls are cut off in the middle of their answers."""

    def respond(heard: Heard) -> Iterator[bytes]:
        answer = b"".join(pass_on(service.root, heard))
        if b'"cursor":' in answer and len(cuts) < 2:
            cuts.append(answer)
            answer = answer[:-20]
        yield answer

    with serving(respond) as url:
        yield f"{url}/graphql"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_polls_again_after_a_cut(one_service: Service, bot: str) -> None:
    cuts: list[bytes] = []
    with cutting(one_service, cuts) as url:
        played = run(bot, url, "--game", "zlam")
    assert played.returncode == 0, played.stderr
    assert msgspec.json.decode(played.stdout)["winners"]
    assert len(cuts) == 2
    assert played.stderr.count("Connecting again") == 2


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_short(bot: str) -> None:
    text = (REPOSITORY / "examples" / bot).read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_LINES
