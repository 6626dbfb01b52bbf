"""Players: each plays its tables over one connection, and checks the responses."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle

from benchmarks.client.moves import Answered, Way
from benchmarks.client.tables import SEATS, Pool, Table


class TablePlayer:
    """A player of one game's tables in a pool, one after the other, that checks each response against the script."""

    parts = 1

    def __init__(self, pool: Pool, game: str, way: Way) -> None:
        self.game = game
        self._pool = pool
        self._way = way
        self.table: Table | None = None

    @property
    def left(self) -> int:
        """Return the number of moves left at its table."""
        return 0 if self.table is None else self.table.left

    def next_request(self, _go_on: Callable[[], None]) -> bytes | None:
        """Write the next move; at another table when this one is over."""
        if self.table is None or not self.table.left:
            self.table = self._pool.take(self.game)
        return None if self.table is None else self._way.write(self.table)

    def take(self, body: bytes) -> None:
        """Check that the move was made, and that the script's next move is legal where the response shows it."""
        table, moved = self.table, self._way.read(body)
        assert table is not None
        if moved.version != table.version + 1:
            raise RuntimeError(f"version {table.version + 1} was to follow")
        table.version += 1
        table.at += 1
        if table.left:
            self._check(table, moved.session)

    def _check(self, table: Table, session: Answered) -> None:
        seat, move = table.script.moves[table.at]
        if seat == session.viewer_seat and not any(move[1:-1] == m.notation.encode() for m in session.view.legal_moves):
            raise RuntimeError(f"seat {seat} may not {move.decode()}, as the script has it")


class FollowedPlayer(TablePlayer):
    """A player of tables that every seat follows: a move is over when the response and every seat's frame have come."""

    parts = 1 + SEATS

    def next_request(self, go_on: Callable[[], None]) -> bytes | None:
        """Write the next move, and set the callback of the seats' streams."""
        request = super().next_request(go_on)
        if self.table is not None:
            self.table.on_frame = go_on
        return request


class SamePlayer:
    """A player that sends the moves of made-up tables over and over to a server with a fixed response."""

    parts = 1

    def __init__(self, tables: Iterable[Table], way: Way) -> None:
        self._tables: Iterator[Table] = cycle(tables)
        self._table = next(self._tables)
        self._way = way

    def next_request(self, _go_on: Callable[[], None]) -> bytes:
        """Write the next move."""
        if not self._table.left:
            self._table.at = 0
            self._table = next(self._tables)
        return self._way.write(self._table)

    def take(self, body: bytes) -> None:
        """Read the response as any client would."""
        self._way.read(body)
        self._table.at += 1
