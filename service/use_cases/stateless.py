"""Stateless tables, open or sealed: every call sends the state and receives the next one.

An open state shows everything and lets its holder move for every seat: it is for trusted back ends. A sealed one can
be handed to players: it shows nothing, and only its grant, a bearer token, opens a seat.
"""

import secrets
from hashlib import sha256
from typing import cast

import msgspec

import engine
from engine import Played, State
from service.opponents.question import ask_about
from service.sessions import rules
from service.sessions.problems import Problem
from service.sessions.rules import MoveRefused, check_range, check_seat, engine_problems
from service.sessions.tokens import fingerprint
from service.use_cases.context import RequestContext, Tables
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    ApplyMoveToStateInput,
    NewTableInput,
    ReadTableInput,
    SuggestMoveForStateInput,
    name_options,
)
from service.use_cases.operation import MOVE_PROBLEMS, operation
from service.use_cases.playing import check_may_move, check_may_search, cost_of_search, think
from service.use_cases.sealing import Seals, Unsealable, is_sealed
from service.views.catalogue import read_options
from service.views.projection import project_events, project_move, project_moves, project_result, project_view
from service.views.stateless_view import SeatGrant, Table, TableChanged
from service.views.suggestion_view import Suggestion, project_suggestion
from service.views.table_view import Move, Result, View


class OpenedState(msgspec.Struct, frozen=True):
    """A state, and the id of its table if it is sealed (else null)."""

    state: State
    table: str | None


class ProjectedTable:
    """A table as the bearer of a token may see it: the values of `Table`, and the views of its seats."""

    def __init__(self, opened: OpenedState, token: str, seat: int | None, grants: tuple[SeatGrant, ...] = ()) -> None:
        self._opened = opened
        self._seat = seat
        self.state = token
        self.sealed = opened.table is not None
        self.grants = grants
        self.result: Result | None = project_result(engine.result(opened.state))

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have a move, as far as the caller may know them (zar 7.2)."""
        active = engine.active_seats(self._opened.state)
        if not self.sealed:
            return active
        asked = engine.view(self._opened.state, None).turn
        return tuple(seat for seat in active if seat in asked or seat == self._seat)

    def view(self, seat: int | None) -> View | None:
        """Return the view of a seat, or None when there is no such seat or it is closed to the caller."""
        return project_view(self._opened.state, seat) if seat is None or self._is_open(seat) else None

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the legal moves of a seat, none when there is no such seat or it is closed to the caller."""
        state = self._opened.state
        game = engine.game_of(state).name
        return project_moves(game, rules.legal_moves(state, seat)) if self._is_open(seat) else ()

    def _is_open(self, seat: int) -> bool:
        return seat == self._seat if self.sealed else 0 <= seat < self._opened.state.seats


def project_table(table: ProjectedTable) -> Table:
    """Return a table as a value of the contract."""
    # It has the fields of the contract's struct, each computed on access.
    return cast("Table", table)


@operation("mutation", "UNKNOWN_GAME", "INVALID_OPTION", result="TableResult")
async def new_table(context: RequestContext, input: NewTableInput) -> Table:
    """Deal a table whose state the caller keeps.

    Nothing is stored.
    """
    options = read_options(input.game, name_options(input.options))
    state = rules.new_table(input.game, input.seats, options, input.seed, input.deck)
    tables = context.tables
    if not input.sealed:
        return _project(tables, OpenedState(state, None), None)
    keys, table = _keys(tables), secrets.token_urlsafe(16)
    grants = tuple(SeatGrant(seat=seat, token=keys.grant(table, seat)) for seat in range(input.seats))
    return _project(tables, OpenedState(state, table), None, grants)


@operation("query", "INVALID_STATE", result="TableResult")
async def read_table(context: RequestContext, input: ReadTableInput) -> Table:
    """Read a stateless table from its serialized state."""
    tables = context.tables
    opened = _open(tables, input.state)
    return project_table(ProjectedTable(opened, input.state, _granted_seat(tables, opened, context.token)))


@operation("mutation", "INVALID_STATE", "STATE_REWOUND", "UNAUTHORIZED", *MOVE_PROBLEMS)
async def apply_move_to_state(context: RequestContext, input: ApplyMoveToStateInput) -> TableChanged:
    """Make a move on a table whose state the caller keeps.

    Nothing is stored, except how far a sealed table has come.
    """
    tables = context.tables
    opened = _open(tables, input.state)
    granted = _granted_seat(tables, opened, context.token)
    _check_granted(opened, granted, input.seat)
    played = _play(opened.state, input)
    state = played.state
    after = OpenedState(state, opened.table)
    if opened.table is not None:
        await _advance_watermark(tables, after, opened.table)
    game = engine.game_of(state).name
    viewer = input.viewer if opened.table is None else granted
    return TableChanged(
        table=_project(tables, after, granted),
        move=project_move(game, played.move),
        events=project_events(game, state.ply, played.events, viewer),
    )


@operation("query", "INVALID_STATE", "UNAUTHORIZED", "NOT_YOUR_TURN", "TABLE_OVER", "BUSY", cost=cost_of_search)
async def suggest_move_for_state(context: RequestContext, input: SuggestMoveForStateInput) -> Suggestion:
    """Suggest a move for a seat of a table whose state the caller keeps.

    A bot decides from what the seat sees, and tells why. A sealed state needs the grant of the seat. Nothing is stored.
    """
    check_range(input.level, 1, HIGHEST_LEVEL, "level")
    opened, seat = _open(context.tables, input.state), input.seat
    state = opened.state
    _check_granted(opened, _granted_seat(context.tables, opened, context.token), seat)
    check_seat(seat, state.seats, "seat")
    check_may_move(state, seat, "seat")
    check_may_search(state, seat, input.level)
    seed = sha256(msgspec.json.encode(engine.view(state, seat), order="deterministic")).hexdigest()
    thought = await think(context, ask_about(state, seat, input.level, seed, None))
    return project_suggestion(state, seat, thought.choice, thought.level, state.ply, None)


def _play(state: State, input: ApplyMoveToStateInput) -> Played:
    """Make a move, and return all that is known of it (hidden cards included)."""
    check_seat(input.viewer, state.seats, "viewer")
    with engine_problems():
        try:
            return engine.play(state, input.seat, input.move)
        except engine.Refusal as refusal:
            raise MoveRefused(refusal, state, input.seat) from None


def _project(tables: Tables, opened: OpenedState, seat: int | None, grants: tuple[SeatGrant, ...] = ()) -> Table:
    return project_table(ProjectedTable(opened, _write(tables, opened), seat, grants))


def _keys(tables: Tables) -> Seals:
    if tables.seals is None:
        raise Problem("INVALID_INPUT", "This service has no keys to seal states with.", ("sealed",))
    return tables.seals


def _write(tables: Tables, opened: OpenedState) -> str:
    if opened.table is None:
        return engine.dumps(opened.state).decode()
    return _keys(tables).seal(opened.state, opened.table)


def _open(tables: Tables, token: str) -> OpenedState:
    if not is_sealed(token):
        with engine_problems():
            return OpenedState(engine.loads(token), None)
    try:
        if tables.seals is None:
            raise Unsealable
        sealed = tables.seals.open(token)
    except Unsealable as error:
        raise Problem("INVALID_STATE", str(error), ("state",)) from None
    return OpenedState(sealed.state, sealed.table)


def _check_granted(opened: OpenedState, granted: int | None, seat: int) -> None:
    """Raise `Problem` for a seat of a sealed table that the bearer may not play."""
    if opened.table is not None and granted != seat:
        raise Problem("UNAUTHORIZED", "This needs the grant of the seat as the bearer token.", ("seat",))


def _granted_seat(tables: Tables, opened: OpenedState, bearer: str | None) -> int | None:
    """Return the seat of a sealed table that the bearer may play; None for a spectator, and for an open table."""
    if opened.table is None or bearer is None:
        return None
    keys = _keys(tables)
    seats = range(opened.state.seats)
    return next((seat for seat in seats if keys.is_grant(bearer, opened.table, seat)), None)


async def _advance_watermark(tables: Tables, after: OpenedState, table: str) -> None:
    """Raise `Problem` for a move that another one has overtaken; the same move again is a retry."""
    if not tables.mark_seconds:
        return
    state_hash = fingerprint(engine.dumps(after.state).decode())
    if not await tables.store.advance_watermark(table, after.state.ply, state_hash, tables.mark_seconds):
        raise Problem("STATE_REWOUND", "The table has moved on since this state.", ("state",))
