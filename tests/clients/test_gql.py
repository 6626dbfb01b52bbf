"""The Python client `gql`, unmodified, over each of its transports that speak to this service."""

import pytest
from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.aiohttp_websockets import AIOHTTPWebsocketsTransport
from gql.transport.async_transport import AsyncTransport
from gql.transport.websockets import WebsocketsTransport
from websockets.typing import Subprotocol

from tests.clients.test_clients import FIRST, LAST
from tests.support.graphql_client import LOOK, STEP, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, open_table
from tools.services import Service

pytestmark = pytest.mark.anyio

WATCH = """
subscription ($id: ID!, $after: String) {
  sessionUpdates(sessionId: $id, after: $after) { version cursor session { status viewerSeat } }
}
"""
LEGACY = "graphql-ws"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def table(one_service: Service) -> Live:
    return open_table(one_service, "zlam", 2, ONLY_THREES)


async def ask(service: Service, token: str | None, document: str, **variables: object) -> Json:
    """Run an operation over HTTP and return the value of its only field."""
    transport = AIOHTTPTransport(service.url, headers={"Authorization": f"Bearer {token}"})
    async with Client(transport=transport) as session:
        request = gql(document)
        request.variable_values = variables
        (value,) = (await session.execute(request)).values()
        return value


async def step(service: Service, table: Live) -> None:
    """Let the seat at turn make its first legal move."""
    seen = await ask(service, table.players[0].token, LOOK, id=table.id)
    token = table.players[seen["view"]["turn"][0]].token
    mine = await ask(service, token, LOOK, id=table.id)
    move = mine["view"]["legalMoves"][0]["notation"]
    wish = {"sessionId": table.id, "move": move, "expectedVersion": mine["version"], "expectedHead": mine["head"]}
    assert (await ask(service, token, STEP, input=wish))["__typename"] == "MoveApplied"


def transport_to(service: Service, way: str, token: str | None) -> AsyncTransport:
    headers = {"Authorization": f"Bearer {token}"}
    if way == "aiohttp":
        return AIOHTTPWebsocketsTransport(service.websocket_url, init_payload=headers)
    protocols = [LEGACY] if way == "websockets, the older protocol" else [LEGACY, "graphql-transport-ws"]
    return WebsocketsTransport(
        service.websocket_url, init_payload=headers, subprotocols=[Subprotocol(protocol) for protocol in protocols]
    )


@pytest.mark.parametrize("way", ["aiohttp", "websockets", "websockets, the older protocol"])
async def test_gql_plays_a_table_and_watches_it(one_service: Service, table: Live, way: str) -> None:
    frames = []
    transport = transport_to(one_service, way, table.players[0].token)
    async with Client(transport=transport) as session:
        request = gql(WATCH)
        request.variable_values = {"id": table.id}
        async for result in session.subscribe(request):
            frames.append(result["sessionUpdates"])
            if frames[-1]["version"] < LAST:
                await step(one_service, table)
    assert [frame["version"] for frame in frames] == list(range(FIRST, LAST + 1))
    assert {frame["session"]["viewerSeat"] for frame in frames} == {0}
    assert frames[-1]["session"]["status"] == "FINISHED"


async def test_gql_reads_the_schema_by_introspection(one_service: Service) -> None:
    async with Client(transport=AIOHTTPTransport(one_service.url), fetch_schema_from_transport=True) as session:
        assert session.client.schema is not None
        assert "Session" in session.client.schema.type_map
