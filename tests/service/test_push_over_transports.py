"""Frames are pushed at the commit over every transport, without waking the task of a follower."""

from collections.abc import Callable, Generator
from contextlib import closing

import msgspec
import pytest

from service.app import create_app
from service.settings import load_settings
from store.listeners import Listener
from tests.support.graphql_stream import UPDATES, Stream
from tests.support.rest_client import Table
from tools.services import LocalService

EVENTS = "text/event-stream"
MOVES = 4

# Yields the versions of the frames of a session.
Follow = Callable[[LocalService, str], Generator[int]]


def by_websocket(service: LocalService, session_id: str) -> Generator[int]:
    with Stream(service) as stream:
        stream.subscribe(session_id)
        while True:
            yield stream.frame()["version"]


def by_graphql(service: LocalService, session_id: str) -> Generator[int]:
    content = msgspec.json.encode({"query": UPDATES, "variables": {"id": session_id}})
    headers = {"Accept": EVENTS, "Content-Type": "application/json"}
    with service.http.stream("POST", service.url, content=content, headers=headers) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield msgspec.json.decode(line[6:])["data"]["sessionUpdates"]["version"]


def by_rest(service: LocalService, session_id: str) -> Generator[int]:
    address = f"{service.root}/v1/sessions/{session_id}/frames?changes=true"
    with service.http.stream("GET", address, headers={"Accept": EVENTS}) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield msgspec.json.decode(line[6:])["version"]


@pytest.mark.parametrize("follow", [by_graphql, by_websocket, by_rest])
def test_a_frame_is_pushed_at_the_commit(follow: Follow, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    woken = list[int]()
    wake = Listener.wake

    def note(listener: Listener, version: int) -> None:
        woken.append(version)
        wake(listener, version)

    monkeypatch.setattr(Listener, "wake", note)
    settings = load_settings({"CROUPIER_STORE": sqlite_url})
    with LocalService(create_app(settings)) as service:
        table = Table(service, "zar", 2).fill()
        with closing(follow(service, table.id)) as versions:
            # The plan of a subscription is made by its first execution.
            next(versions)
        with closing(follow(service, table.id)) as versions:
            version = next(versions)
            for _ in range(MOVES):
                seat = table.turn()
                table.seats[seat].done(f"{table.path}/moves", {"move": table.legal(seat)[0]})
                version += 1
                assert next(versions) == version
    # A frame whose version is announced before the store has answered may be read; a push wakes nobody.
    assert len([one for one in woken if one]) < MOVES - 1
