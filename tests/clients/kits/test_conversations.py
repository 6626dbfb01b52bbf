"""The recorded conversations with both kits: both send the same requests, and return the same results."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from croupier_client import Settings

from tests.clients.kits.conversations import FILES, FILES_IN_JAVASCRIPT, Script, read_conversation
from tests.clients.kits.converse import Call, converse, converse_async, snake_case
from tests.clients.kits.servers.http_server import serving
from tests.clients.kits.test_javascript import KIT
from tests.clients.node import run_script

Converse = Callable[[str, Sequence[Call], Mapping[str, Any]], list[Any]]


def in_javascript(url: str, calls: Sequence[Call], settings: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = run_script("kits/converse.mjs", {"kit": KIT, "url": url, "calls": calls, "settings": settings})
    return found


def in_python(url: str, calls: Sequence[Call], settings: Mapping[str, Any]) -> list[Any]:
    return converse(url, calls, seconds(settings))


def with_asyncio(url: str, calls: Sequence[Call], settings: Mapping[str, Any]) -> list[Any]:
    return converse_async(url, calls, seconds(settings))


def seconds(settings: Mapping[str, Any]) -> Settings:
    same = {snake_case(name): value for name, value in settings.items() if name != "silence"}
    return Settings(**same, silence=settings.get("silence", 30_000) / 1000, first_wait=0.001, longest_wait=0.002)


@pytest.mark.parametrize("make_calls", [in_javascript, in_python, with_asyncio])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kit_keeps_to_a_conversation(file: Path, make_calls: Converse) -> None:
    check(file, make_calls)


@pytest.mark.parametrize("file", FILES_IN_JAVASCRIPT, ids=lambda file: file.stem)
def test_the_kit_for_javascript_sends_and_tells_what_is_written(file: Path) -> None:
    check(file, in_javascript)


def check(file: Path, make_calls: Converse) -> None:
    """Check the requests of a kit, and its results."""
    conversation = read_conversation(file)
    script = Script(conversation)
    with serving(script.respond) as url:
        found = make_calls(url, conversation.calls, conversation.settings)
    assert script.faults == [], conversation.title
    assert script.left == [], conversation.title
    assert found == [call["gives"] for call in conversation.calls], conversation.title
