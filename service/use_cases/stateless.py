"""Stateless tables, open or sealed: every call sends the state and receives the next one.

An open state shows everything and lets its holder move for every seat, so it is for trusted back ends. A sealed state
shows nothing and can be handed to players; a seat's grant, a bearer token, is needed to play the seat.
"""

import secrets
from hashlib import sha256
from typing import cast

import msgspec
from msgspec.structs import replace

import engine
from engine import Played, State
from service.opponents.worker_process import ask_about
from service.sessions import rules
from service.sessions.problems import Problem
from service.sessions.rules import MoveRefused, check_range, check_seat, engine_problems
from service.sessions.sealing import Seals, Unsealable, is_sealed
from service.sessions.tokens import hash_token
from service.use_cases.context import RequestContext, StatelessTables
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    ApplyMoveToStateInput,
    NewTableInput,
    ReadTableInput,
    SuggestMoveForStateInput,
    name_options,
)
from service.use_cases.operation import MOVE_PROBLEMS, in_rest, mutation, query, raises
from service.use_cases.playing import check_may_move, check_may_search, cost_of_suggestion, think
from service.views.catalogue import read_options
from service.views.events import project_events_of_table
from service.views.parts import project_move, project_moves, project_result
from service.views.projection import ProjectedView, project_view
from service.views.suggestion_view import Suggestion, project_suggestion
from service.views.table_view import Move, Result, SeatGrant, Table, TableChanged


class OpenedState(msgspec.Struct, frozen=True):
    """A state; for a sealed state also the id of its table, and the seat that the bearer may play (None: spectator)."""

    state: State
    table: str | None = None
    seat: int | None = None


class ProjectedTable:
    """A table as the bearer of a token may see it: the fields of `Table`, and the views of its seats."""

    def __init__(self, opened: OpenedState, token: str, grants: tuple[SeatGrant, ...] = ()) -> None:
        self._opened = opened
        self.state = token
        self.sealed = opened.table is not None
        self.grants = grants
        self.result: Result | None = project_result(engine.result(opened.state))

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats that have a move and that the caller may know (zar 7.2)."""
        active = engine.active_seats(self._opened.state)
        if not self.sealed:
            return active
        asked = engine.view(self._opened.state, None).turn
        return tuple(seat for seat in active if seat in asked or seat == self._opened.seat)

    def view(self, seat: int | None) -> ProjectedView | None:
        """Return the view of a seat; None if the seat does not exist or is closed to the caller."""
        return project_view(self._opened.state, seat) if seat is None or self._is_open(seat) else None

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the legal moves of a seat; none if the seat does not exist or is closed to the caller."""
        state = self._opened.state
        game = engine.game_of(state).name
        return project_moves(game, rules.legal_moves(state, seat)) if self._is_open(seat) else ()

    def _is_open(self, seat: int) -> bool:
        return seat == self._opened.seat if self.sealed else 0 <= seat < self._opened.state.seats


def project_table(table: ProjectedTable) -> Table:
    """Return a table as a value of the contract."""
    # It has the fields of the contract's struct; some are computed on access.
    return cast("Table", table)


@mutation("/v1/tables", "Tables without a session", result="TableResult")
@in_rest(example={"game": "zeven", "seats": 2, "viewer": 0})
@raises("UNKNOWN_GAME", "INVALID_OPTION")
async def new_table(context: RequestContext, input: NewTableInput) -> Table:
    """Deal a table whose state the caller keeps.

    Nothing is stored.
    """
    options = read_options(input.game, name_options(input.options))
    state = rules.new_table(input.game, input.seats, options, input.seed, input.deck)
    tables = context.tables
    if not input.sealed:
        return _project(tables, OpenedState(state))
    keys = _keys(tables)
    table = secrets.token_urlsafe(16)
    grants = tuple(SeatGrant(seat=seat, token=keys.grant(table, seat)) for seat in range(input.seats))
    return _project(tables, OpenedState(state, table), grants)


@query("POST /v1/tables/read", "Tables without a session", result="TableResult", field="table")
@in_rest(note="Nothing is changed.", example={"state": "…", "viewer": 0})
@raises("INVALID_STATE")
async def read_table(context: RequestContext, input: ReadTableInput) -> Table:
    """Read a stateless table from its serialized state."""
    return project_table(ProjectedTable(_open(context, input.state), input.state))


@mutation("/v1/tables/moves", "Tables without a session")
@in_rest(example={"state": "…", "seat": 0, "move": "pass"})
@raises("INVALID_STATE", "STATE_REWOUND", "UNAUTHORIZED", *MOVE_PROBLEMS)
async def apply_move_to_state(context: RequestContext, input: ApplyMoveToStateInput) -> TableChanged:
    """Make a move on a table whose state the caller keeps.

    Nothing is stored, except the ply that a sealed table has reached.
    """
    opened = _open(context, input.state)
    _check_granted(opened, input.seat)
    played = _play(opened.state, input)
    after = msgspec.structs.replace(opened, state=played.state)
    if after.table is not None:
        await _advance_watermark(context.tables, after.state, after.table)
    game = engine.game_of(after.state).name
    viewer = input.viewer if after.table is None else after.seat
    return TableChanged(
        table=_project(context.tables, after),
        move=project_move(game, played.move),
        events=project_events_of_table(game, after.state.ply, played.events, viewer),
    )


@query("POST /v1/tables/suggestion", "Tables without a session", cost=cost_of_suggestion)
@in_rest(example={"state": "…", "seat": 0, "level": 3})
@raises("INVALID_STATE", "UNAUTHORIZED", "NOT_YOUR_TURN", "TABLE_OVER", "BUSY")
async def suggest_move_for_state(context: RequestContext, input: SuggestMoveForStateInput) -> Suggestion:
    """Suggest a move for a seat of a table whose state the caller keeps.

    A bot decides from what the seat sees, and explains its choice. A sealed state requires the seat's grant. Nothing is
    stored.
    """
    check_range(input.level, 1, HIGHEST_LEVEL, "level")
    opened = _open(context, input.state)
    seat = input.seat
    state = opened.state
    _check_granted(opened, seat)
    check_seat(seat, state.seats, "seat")
    check_may_move(state, seat, "seat")
    check_may_search(state, seat, input.level)
    seed = sha256(msgspec.json.encode(engine.view(state, seat), order="deterministic")).hexdigest()
    question = ask_about(state, seat, input.level, seed, None)
    thought = await think(context, replace(question, is_assessment=True))
    return project_suggestion(state, seat, thought.choice, thought.level, state.ply, None)


def _play(state: State, input: ApplyMoveToStateInput) -> Played:
    """Make a move and return everything known about it, including hidden cards."""
    check_seat(input.viewer, state.seats, "viewer")
    with engine_problems():
        try:
            return engine.play(state, input.seat, input.move)
        except engine.Refusal as refusal:
            raise MoveRefused(refusal, state, input.seat) from None


def _project(tables: StatelessTables, opened: OpenedState, grants: tuple[SeatGrant, ...] = ()) -> Table:
    """Return a table with a new state."""
    state = opened.state
    table = opened.table
    token = engine.dumps(state).decode() if table is None else _keys(tables).seal(state, table)
    return project_table(ProjectedTable(opened, token, grants))


def _keys(tables: StatelessTables) -> Seals:
    if tables.seals is None:
        raise Problem("INVALID_INPUT", "This service has no keys to seal states: omit `sealed`.", ("sealed",))
    return tables.seals


def _open(context: RequestContext, token: str) -> OpenedState:
    """Return a state as its caller may use it. Raises `Problem`."""
    if not is_sealed(token):
        return OpenedState(_load(token))
    seals = context.tables.seals
    bearer = context.token
    try:
        if seals is None:
            raise Unsealable
        sealed = seals.open(token)
    except Unsealable as error:
        raise _not_as_received(str(error)) from None
    state = sealed.state
    table = sealed.table
    granted = (seat for seat in range(state.seats) if bearer is not None and seals.is_grant(bearer, table, seat))
    return OpenedState(state, table, next(granted, None))


def _load(token: str) -> State:
    """Return an open state from its serialized form. Raises `Problem`."""
    try:
        return engine.loads(token)
    except engine.ForeignState as error:
        raise Problem(error.code, error.message, error.path) from None
    except engine.InvalidState as error:
        raise _not_as_received(error.message) from None


def _not_as_received(reason: str) -> Problem:
    """Return the problem for a state that the service did not issue in this form."""
    message = f"{reason.removesuffix('.')}; send `state` exactly as it was received."
    return Problem("INVALID_STATE", message, ("state",))


def _check_granted(opened: OpenedState, seat: int) -> None:
    """Raise `Problem` for a seat of a sealed table that the bearer may not play."""
    if opened.table is not None and opened.seat != seat:
        raise Problem("UNAUTHORIZED", "This requires the grant of the seat as the bearer token.", ("seat",))


async def _advance_watermark(tables: StatelessTables, after: State, table: str) -> None:
    """Raise `Problem` if the table has already moved on in another way; the same move again is a retry."""
    if not tables.mark_seconds:
        return
    state_hash = hash_token(engine.dumps(after).decode())
    if not await tables.store.advance_watermark(table, after.ply, state_hash, tables.mark_seconds):
        raise Problem("STATE_REWOUND", "The table has moved past this state: send its newest state.", ("state",))
