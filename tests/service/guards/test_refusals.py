"""Bugs are logged once, and reported without their content, wherever they occur."""

from collections.abc import AsyncIterator

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.middleware.requests import RequestMiddleware, route_of
from tests.support.graphql_stream import closed_with
from tools.services import LocalService


class PlantedError(Exception):
    """A bug."""


async def break_at_once(_request: Request) -> Response:
    raise PlantedError


async def break_halfway(_request: Request) -> Response:
    async def body() -> AsyncIterator[bytes]:
        yield b"the first half"
        raise PlantedError

    return StreamingResponse(body(), headers={"Content-Length": "28"})


async def lose_the_client(_request: Request) -> Response:
    raise ClientDisconnect


async def break_before_it_is_open(_connection: WebSocket) -> None:
    raise PlantedError


async def break_when_it_is_open(connection: WebSocket) -> None:
    await connection.accept()
    raise PlantedError


async def refuse_to_open(connection: WebSocket) -> None:
    await connection.close()


async def name_the_route(request: Request) -> Response:
    return Response(route_of(request.scope))


APP = Starlette(
    routes=[
        Route("/at-once", break_at_once),
        Route("/halfway", break_halfway),
        Route("/gone", lose_the_client),
        WebSocketRoute("/closed", break_before_it_is_open),
        WebSocketRoute("/open", break_when_it_is_open),
        WebSocketRoute("/refused", refuse_to_open),
        Mount("/inner", routes=[Route("/{name}", name_the_route)]),
    ],
    middleware=[Middleware(RequestMiddleware)],
)


def bugs(capsys: pytest.CaptureFixture[str]) -> int:
    return capsys.readouterr().out.count("] bug")


def test_a_bug_is_answered_with_internal(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalService(APP) as server:
        answer = server.http.get(server.url.replace("graphql", "at-once"))
    assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL")
    assert bugs(capsys) == 1


def test_a_bug_after_the_answer_has_begun_cuts_it_off(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalService(APP) as server, pytest.raises(httpx2.RemoteProtocolError):
        server.http.get(server.url.replace("graphql", "halfway"))
    assert bugs(capsys) == 1


def test_that_a_client_has_gone_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalService(APP) as server:
        assert server.http.get(server.url.replace("graphql", "gone")).status_code == 500
    assert bugs(capsys) == 0


def test_a_bug_behind_a_websocket_closes_it(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalService(APP) as server:
        url = server.url.replace("http", "ws")
        with pytest.raises(InvalidStatus) as refused:
            connect(url.replace("graphql", "closed"), proxy=None)
        assert refused.value.response.status_code == 500
        with connect(url.replace("graphql", "open"), proxy=None) as connection:
            assert closed_with(connection) is None
    assert bugs(capsys) == 2


def test_a_websocket_that_is_not_accepted_is_logged_as_what_the_client_saw(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalService(APP) as server:
        with pytest.raises(InvalidStatus) as refused:
            connect(server.url.replace("http", "ws").replace("graphql", "refused"), proxy=None)
        assert refused.value.response.status_code == 403
    assert "route=/refused status=403" in capsys.readouterr().out


def test_a_route_inside_a_mount_is_named_by_its_whole_template() -> None:
    with LocalService(APP) as server:
        assert server.http.get(server.url.replace("graphql", "inner/secret")).text == "/inner/{name}"
