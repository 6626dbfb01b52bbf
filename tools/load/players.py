"""Players: each plays its tables over one connection, and checks the responses."""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle

from tools.load.moves import Way
from tools.load.tables import SEATS, Table


class TablePlayer:
    """A player of one game that takes tables from those that are ready, and checks each response against the script."""

    parts = 1

    def __init__(self, game: str, ready: list[Table], way: Way) -> None:
        self.game = game
        self.table: Table | None = None
        self._ready = ready
        self._way = way

    @property
    def left(self) -> int:
        """Return the number of moves left at its table."""
        return 0 if self.table is None else self.table.left

    def next_request(self, _go_on: Callable[[], None]) -> bytes | None:
        """Write the next move; at another table when this one is over."""
        if not self.left:
            self.table = self._ready.pop() if self._ready else None
        return None if self.table is None else self._way.write(self.table)

    def take(self, body: bytes) -> None:
        """Check that the move was made, and that the script's next move is legal where the response shows it."""
        table = self.table
        moved = self._way.read(body)
        assert table is not None
        if moved.version != table.version + 1:
            raise RuntimeError(f"version {table.version + 1} was to follow")
        table.version += 1
        table.at += 1
        if not table.left:
            return
        (viewer, _), (seat, move) = table.script.moves[table.at - 1 : table.at + 1]
        if seat == viewer and not moved.offers(move):
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
