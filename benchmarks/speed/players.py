"""Players: each plays its tables over one connection, and checks what it is answered."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle

from benchmarks.client.moves import Answered, Way
from benchmarks.client.tables import SEATS, Pool, Table


class TablePlayer:
    """Plays the tables of one game in a pool, one after the other, and checks each answer against the script."""

    parts = 1

    def __init__(self, pool: Pool, game: str, way: Way) -> None:
        self.game = game
        self._pool = pool
        self._way = way
        self.table: Table | None = None

    @property
    def left(self) -> int:
        """Return how many moves are left at its table."""
        return 0 if self.table is None else self.table.left

    def next_request(self, _go_on: Callable[[], None]) -> bytes | None:
        """Write the next move; at another table when this one is over."""
        if self.table is None or not self.table.left:
            self.table = self._pool.take(self.game)
        return None if self.table is None else self._way.write(self.table)

    def take(self, body: bytes) -> None:
        """Check that the move was made, and that what comes next is legal where that can be seen."""
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
        """Read the answer as any client would."""
        self._way.read(body)
        self._table.at += 1
