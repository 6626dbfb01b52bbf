"""Moves as a client writes them, by GraphQL or by REST, and the parts of the responses that it reads."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from random import Random
from time import perf_counter
from typing import NamedTuple

import msgspec

from tools.load.connection import Connection
from tools.load.operations import changes_document, codes_document, view_document
from tools.load.tables import Script, Table, open_table


class _Move(msgspec.Struct):
    notation: str


class _View(msgspec.Struct, rename="camel"):
    legal_moves: list[_Move]


class _Session(msgspec.Struct):
    view: _View


class _Changes(msgspec.Struct, rename="camel"):
    legal_moves: list[_Move] | None = None
    session: _Session | None = None


class Moved(msgspec.Struct):
    """The parts of a response that a player reads: the table's version, and the view or what has changed of it."""

    version: int
    session: _Session | None = None
    changes: _Changes | None = None

    def offers(self, move: bytes) -> bool:
        """Tell whether the player's legal moves have one, or are left out since they are as before."""
        assert self.session or self.changes, "a response has the view, or what has changed of it"
        changes = self.changes or _Changes(session=self.session)
        offered = changes.session.view.legal_moves if changes.session else changes.legal_moves
        return offered is None or any(move[1:-1] == one.notation.encode() for one in offered)


class _Data(msgspec.Struct, rename="camel"):
    apply_move: Moved


class _Result(msgspec.Struct):
    data: _Data


_read_result = msgspec.json.Decoder(_Result).decode


class Way(NamedTuple):
    """An API for moves: its writer of requests, and its reader of responses."""

    write: Callable[[Table], bytes]
    read: Callable[[bytes], Moved]


def by_graphql(*documents: str) -> Way:
    """Return the way by GraphQL, with the documents in turn."""
    starts = cycle(
        [b'{"query":%b,"variables":{"input":{"sessionId":"' % msgspec.json.encode(document) for document in documents]
    )

    def write(table: Table) -> bytes:
        seat, move = table.script.moves[table.at]
        parts = (next(starts), table.id, move, table.version, table.key, table.at)
        body = b'%b%b","move":%b,"expectedVersion":%d,"idempotencyKey":"%b-%d"}}}' % parts
        return (
            b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b" % (table.tokens[seat], len(body), body)
        )

    return Way(write, lambda body: _read_result(body).data.apply_move)


def by_rest(*headers: str) -> Way:
    """Return the way by REST, with more header fields."""
    more = b"".join(b"%b\r\n" % header.encode() for header in headers)

    def write(table: Table) -> bytes:
        seat, move = table.script.moves[table.at]
        parts = (table.id, table.tokens[seat], table.version, table.key, table.at, more, len(move) + 9, move)
        return (
            b"POST /v1/sessions/%b/moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b'Authorization: Bearer %b\r\nIf-Match: "%d"\r\nIdempotency-Key: "%b-%d"\r\n%bContent-Length: %d\r\n\r\n'
            b'{"move":%b}' % parts
        )

    return Way(write, msgspec.json.Decoder(Moved).decode)


VIEW = by_graphql(view_document())
CHANGES = by_graphql(changes_document())
CODES = by_graphql(codes_document())
REST = by_rest()
REST_CHANGES = by_rest("Prefer: return=changes")
REST_CODES = by_rest("Prefer: return=changes;codes")


async def make_move(connection: Connection, table: Table, way: Way = REST) -> bytes:
    """Make the next move of a table, and return the response."""
    answer = await connection.send(way.write(table))
    table.version = way.read(answer).version
    table.at += 1
    return answer


async def time_move(connection: Connection, table: Table) -> float:
    """Make the next move of a table, and return the milliseconds until its response."""
    began = perf_counter()
    await make_move(connection, table)
    return 1000 * (perf_counter() - began)


class TableAfterTable:
    """A client that plays tables one after the other, with the scripts in turn from a given one on."""

    def __init__(self, connection: Connection, scripts: Sequence[Script], first: int = 0) -> None:
        self._connection = connection
        self._scripts = islice(cycle(scripts), first, None)
        self._table: Table | None = None

    async def move(self) -> float:
        """Make a move, and return the milliseconds until its response; open a table first if there is none."""
        if self._table is None or not self._table.left:
            self._table = await open_table(self._connection, next(self._scripts))
        return await time_move(self._connection, self._table)


async def play(players: Iterable[TableAfterTable], seconds: float, pause: float = 0.0) -> list[float]:
    """Let all clients play for so long, with about such a pause between two moves of each.

    Returns the milliseconds of each move, ascending.
    """
    end = perf_counter() + seconds
    found = await asyncio.gather(
        *(_play_until(player, end, pause, Random(number)) for number, player in enumerate(players))
    )
    return sorted(took for each in found for took in each)


async def _play_until(player: TableAfterTable, end: float, pause: float, chance: Random) -> list[float]:
    times: list[float] = []
    # Staggered starts, as people's are.
    await asyncio.sleep(chance.random() * pause)
    while perf_counter() < end:
        times.append(await player.move())
        if pause:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
    return times
