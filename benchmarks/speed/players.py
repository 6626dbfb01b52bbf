"""Players: each plays its tables over one connection, as GraphQL or as REST, and checks what it is answered."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle

import msgspec

from benchmarks.speed.tables import SEATS, Pool, Table


class _Move(msgspec.Struct):
    notation: str


class _View(msgspec.Struct, rename="camel"):
    turn: list[int]
    legal_moves: list[_Move]


class _Session(msgspec.Struct, rename="camel"):
    view: _View
    viewer_seat: int


class Moved(msgspec.Struct):
    """What a player reads of an answer: where the table is now, and what it may do next."""

    version: int
    session: _Session


class _Data(msgspec.Struct, rename="camel"):
    apply_move: Moved


class _Result(msgspec.Struct):
    data: _Data


_read_result = msgspec.json.Decoder(_Result).decode
_read_moved = msgspec.json.Decoder(Moved).decode

Write = Callable[[Table], bytes]
Read = Callable[[bytes], Moved]


def write_graphql(documents: Iterable[str]) -> Write:
    """Return what writes a move as a GraphQL request, with the documents in turn."""
    starts = cycle([_start_of_body(document) for document in documents])

    def write(table: Table) -> bytes:
        seat, move = table.script.moves[table.at]
        parts = (next(starts), table.id, move, table.version, table.key, table.at)
        body = b'%b%b","move":%b,"expectedVersion":%d,"idempotencyKey":"%b-%d"}}}' % parts
        return (
            b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b" % (table.tokens[seat], len(body), body)
        )

    return write


def _start_of_body(document: str) -> bytes:
    return b'{"query":%b,"variables":{"input":{"sessionId":"' % msgspec.json.encode(document)


def write_rest(table: Table) -> bytes:
    """Write a move as a REST request."""
    seat, move = table.script.moves[table.at]
    parts = (table.id, table.tokens[seat], table.version, table.key, table.at, len(move) + 9, move)
    return (
        b"POST /v1/sessions/%b/moves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b'Authorization: Bearer %b\r\nIf-Match: "%d"\r\nIdempotency-Key: "%b-%d"\r\nContent-Length: %d\r\n\r\n'
        b'{"move":%b}' % parts
    )


def read_graphql(body: bytes) -> Moved:
    """Read a GraphQL answer to a move."""
    return _read_result(body).data.apply_move


def read_rest(body: bytes) -> Moved:
    """Read a REST answer to a move."""
    return _read_moved(body)


class TablePlayer:
    """Plays the tables of one game in a pool, one after the other, and checks each answer against the script."""

    parts = 1

    def __init__(self, pool: Pool, game: str, write: Write, read: Read) -> None:
        self.game = game
        self._pool = pool
        self._write = write
        self._read = read
        self.table: Table | None = None

    @property
    def left(self) -> int:
        """Return how many moves are left at its table."""
        return 0 if self.table is None else self.table.left

    def next_request(self, _go_on: Callable[[], None]) -> bytes | None:
        """Write the next move; at another table when this one is over."""
        if self.table is None or not self.table.left:
            self.table = self._pool.take(self.game)
        return None if self.table is None else self._write(self.table)

    def take(self, body: bytes) -> None:
        """Check that the move was made, and that what comes next is legal where that can be seen."""
        table, moved = self.table, self._read(body)
        assert table is not None
        if moved.version != table.version + 1:
            raise RuntimeError(f"version {table.version + 1} was to follow")
        table.version += 1
        table.at += 1
        if table.left:
            self._check(table, moved.session)

    def _check(self, table: Table, session: _Session) -> None:
        seat, move = table.script.moves[table.at]
        if seat == session.viewer_seat and not any(move[1:-1] == m.notation.encode() for m in session.view.legal_moves):
            raise RuntimeError(f"seat {seat} may not {move.decode()}, as the script has it")


class FollowedPlayer(TablePlayer):
    """Plays tables at which every seat follows: a move is over when the answer and every seat's frame have come."""

    parts = 1 + SEATS

    def next_request(self, go_on: Callable[[], None]) -> bytes | None:
        """Write the next move, and have the seats' streams tell of their frames."""
        request = super().next_request(go_on)
        if self.table is not None:
            self.table.on_frame = go_on
        return request


class SamePlayer:
    """Sends the moves of made-up tables over and over to a server that answers anything."""

    parts = 1

    def __init__(self, tables: Iterable[Table], write: Write, read: Read) -> None:
        self._tables: Iterator[Table] = cycle(tables)
        self._table = next(self._tables)
        self._write = write
        self._read = read

    def next_request(self, _go_on: Callable[[], None]) -> bytes:
        """Write the next move."""
        if not self._table.left:
            self._table.at = 0
            self._table = next(self._tables)
        return self._write(self._table)

    def take(self, body: bytes) -> None:
        """Read the answer as any client would."""
        self._read(body)
        self._table.at += 1
