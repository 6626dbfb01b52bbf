"""Stateless tables, open or sealed: every call brings the state along and gets the next one back.

An open state shows everything and lets its holder move for every seat: it is for trusted back ends. A sealed one can
be handed to players: it shows nothing, and each seat has a grant, a bearer token, without which it is closed.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

import engine
from engine import State
from service.sessions import rules as stateless
from service.sessions.problems import Problem
from service.sessions.tokens import fingerprint
from service.storage.port import Store
from service.use_cases.sealing import Seals, Unsealable, is_sealed
from service.views.projection import ProjectedView, project_events, project_move, project_moves, project_result
from service.views.stateless_view import SeatGrant, Table, TableChanged
from service.views.table_view import Move, Result


class Position(msgspec.Struct, frozen=True):
    """A state, and the id of its table if it is sealed (else null)."""

    state: State
    table: str | None


class SeenTable:
    """What the bearer of a token may know of a table: the values of `Table`, and the views of its seats."""

    def __init__(self, position: Position, token: str, seat: int | None, grants: tuple[SeatGrant, ...] = ()) -> None:
        self._position = position
        self._seat = seat
        self.state = token
        self.sealed = position.table is not None
        self.grants = grants
        self.result: Result | None = project_result(engine.result(position.state))

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have a move, as far as the caller may know it (zar 7.2)."""
        active = engine.active_seats(self._position.state)
        if not self.sealed:
            return active
        asked = engine.view(self._position.state, None).turn
        return tuple(seat for seat in active if seat in asked or seat == self._seat)

    def view(self, seat: int | None) -> ProjectedView | None:
        """Return what a seat may see, None when there is no such seat or it is closed to the caller."""
        return ProjectedView(self._position.state, seat) if seat is None or self._is_open(seat) else None

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do, nothing when there is no such seat or it is closed to the caller."""
        state = self._position.state
        game = engine.game_of(state).name
        return project_moves(game, stateless.legal_moves(state, seat)) if self._is_open(seat) else ()

    def _is_open(self, seat: int) -> bool:
        return seat == self._seat if self.sealed else 0 <= seat < self._position.state.seats


def project_table(seen: SeenTable) -> Table:
    """Return a table as a value of the contract."""
    # It has the fields of the contract's struct, each worked out when it is asked for.
    return cast("Table", seen)


class Tables:
    """The use cases of stateless tables.

    Without `seals` nothing can be sealed. `mark_seconds` is for how long the store remembers how far a sealed table has
    come, so that nobody takes a move back; 0 turns that off.
    """

    def __init__(self, seals: Seals | None, store: Store, mark_seconds: int) -> None:
        self._seals = seals
        self._store = store
        self._mark_seconds = mark_seconds

    def deal(
        self,
        game: str,
        seats: int,
        options: Mapping[str, object],
        *,
        seed: str | None,
        deck: Sequence[str] | None,
        sealed: bool,
    ) -> SeenTable:
        """Deal a table. Raises `Problem`."""
        state = stateless.new_table(game, seats, options, seed, deck)
        if not sealed:
            return self._seen(Position(state, None), None)
        table = secrets.token_urlsafe(16)
        grants = tuple(SeatGrant(seat=seat, token=self._keys.grant(table, seat)) for seat in range(seats))
        position = Position(state, table)
        return SeenTable(position, self._write(position), None, grants)

    def read(self, token: str, bearer: str | None) -> SeenTable:
        """Return the table of a state. Raises `Problem` with INVALID_STATE."""
        position = self._open(token)
        return SeenTable(position, token, self._granted(position, bearer))

    async def apply(self, token: str, seat: int, notation: str, viewer: int | None, bearer: str | None) -> TableChanged:
        """Make a move. Raises `IllegalMove` or `Problem`.

        A sealed table's bearer moves for its own seat alone, and is told the events as that seat.
        """
        position = self._open(token)
        granted = self._granted(position, bearer)
        if position.table is not None and granted != seat:
            raise Problem("UNAUTHORIZED", "This needs the grant of the seat as the bearer token.", ("seat",))
        applied = stateless.apply_move(position.state, seat, notation, viewer)
        after = Position(applied.state, position.table)
        if position.table is not None:
            await self._raise_mark(after, position.table)
        game = engine.game_of(applied.state).name
        told_to = viewer if position.table is None else granted
        return TableChanged(
            table=project_table(self._seen(after, granted)),
            move=project_move(game, applied.move),
            events=project_events(game, applied.state.ply, applied.events, told_to),
        )

    @property
    def _keys(self) -> Seals:
        if self._seals is None:
            raise Problem("INVALID_INPUT", "This service has no keys to seal states with.", ("sealed",))
        return self._seals

    def _seen(self, position: Position, seat: int | None) -> SeenTable:
        return SeenTable(position, self._write(position), seat)

    def _write(self, position: Position) -> str:
        if position.table is None:
            return stateless.write_state(position.state)
        return self._keys.seal(position.state, position.table)

    def _open(self, token: str) -> Position:
        if not is_sealed(token):
            return Position(stateless.open_state(token), None)
        try:
            if self._seals is None:
                raise Unsealable
            sealed = self._seals.open(token)
        except Unsealable as error:
            raise Problem("INVALID_STATE", str(error), ("state",)) from None
        return Position(sealed.state, sealed.table)

    def _granted(self, position: Position, bearer: str | None) -> int | None:
        """Return the seat of a sealed table that the bearer may play; None for a spectator, and for an open table."""
        if position.table is None or bearer is None:
            return None
        seats = range(position.state.seats)
        return next((seat for seat in seats if self._keys.is_grant(bearer, position.table, seat)), None)

    async def _raise_mark(self, after: Position, table: str) -> None:
        """Refuse a move that another one has overtaken; the same move again is a retry."""
        if not self._mark_seconds:
            return
        same = fingerprint(stateless.write_state(after.state))
        if not await self._store.advance_watermark(table, after.state.ply, same, self._mark_seconds):
            raise Problem("STATE_REWOUND", "The table has moved on since this state.", ("state",))
