"""Clients that play over HTTP as cheaply as they can: the table's key is given, so each knows the cards by itself."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from random import Random
from types import TracebackType
from typing import Any, Self

import msgspec

from benchmarks.playouts import choose
from engine import new_game, next_state


class Connection(AbstractAsyncContextManager["Connection"]):
    """One connection that is kept alive, for one request at a time."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def post(self, path: str, body: object, token: str | None = None, key: str | None = None) -> bytes:
        """Send a request and return the body of its answer, which must be a good one."""
        return await self.send(_request(path, msgspec.json.encode(body), token, key))

    async def send(self, request: bytes) -> bytes:
        """Send a request, head and body, and return the body of its answer, which must be a good one."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"The service refuses {request.decode()}: {answer.decode()}")
        return answer


class Table:
    """A session that is played at random, all its seats by one client."""

    def __init__(self, session_id: str, tokens: list[str], game: str, seed: str) -> None:
        self.id = session_id
        self._tokens = tokens
        self._state = new_game(game, seats=len(tokens), seed=seed)

    async def play(self, connection: Connection, random: Random) -> float | None:
        """Make a random move, and return the milliseconds until its answer; None when the table is over."""
        chosen = choose(self._state, random)
        if chosen is None:
            return None
        seat, move = chosen
        began = time.perf_counter()
        await connection.post(
            f"/v1/sessions/{self.id}/moves", {"move": str(move)}, self._tokens[seat], f"move-{self._state.ply}"
        )
        took = 1000 * (time.perf_counter() - began)
        self._state = next_state(self._state, seat, move)
        return took

    @property
    def ply(self) -> int:
        """Return how many moves were made."""
        return self._state.ply


async def open_table(connection: Connection, game: str, seats: int, random: Random) -> Table:
    """Open a session with a given key, and take every seat."""
    seed = random.randbytes(32).hex()
    made = await _ask(connection, "/v1/sessions", {"game": game, "seats": seats, "seed": seed})
    session_id = made["session"]["id"]
    path = f"/v1/sessions/{session_id}/seats"
    joined = [await _ask(connection, path, {"seat": seat}) for seat in range(seats)]
    return Table(session_id, [seat["seatToken"] for seat in joined], game, seed)


async def _ask(connection: Connection, path: str, body: object) -> Any:  # noqa: ANN401 - JSON
    return msgspec.json.decode(await connection.post(path, body))


def _request(path: str, body: bytes, token: str | None, key: str | None) -> bytes:
    head = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", "If-Match: *"]
    head += [] if token is None else [f"Authorization: Bearer {token}"]
    head += [] if key is None else [f'Idempotency-Key: "{key}"']
    return "\r\n".join((*head, f"Content-Length: {len(body)}", "", "")).encode() + body
