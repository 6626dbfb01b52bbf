"""Stateless tables. A state is large and may be secret, so it travels in bodies, also where it is only read."""

from typing import cast

from service.rest.inputs import MoveOnTable, NewTable, ReadTable
from service.rest.registry import Answer, Call, Link, Operation
from service.rest.sessions import pairs
from service.rest.values import TableMoved, TableSeen
from service.use_cases import answers
from service.use_cases.stateless import SeenTable
from service.views.stateless_view import Table
from service.views.table_view import View


async def new_table(call: Call) -> Answer:
    """Deal a table whose state the caller keeps."""
    body: NewTable = call.body
    table = await answers.new_table(
        call.caller,
        game=body.game,
        seats=body.seats,
        options=pairs(body.options),
        seed=body.seed,
        deck=body.deck,
        sealed=body.sealed,
    )
    return _tell(table, body.viewer)


async def read_table(call: Call) -> Answer:
    """Return the table of a state."""
    body: ReadTable = call.body
    return _tell(await answers.read_table(call.caller, body.state), body.viewer)


async def apply_move_to_state(call: Call) -> Answer:
    """Make a move on a table whose state the caller keeps."""
    body: MoveOnTable = call.body
    moved = await answers.apply_move_to_state(
        call.caller, state=body.state, seat=body.seat, move=body.move, viewer=body.viewer
    )
    view = _view(moved.table, body.viewer)
    return Answer(TableMoved(table=moved.table, view=view, move=moved.move, events=moved.events))


def _tell(table: Table, viewer: int | None) -> Answer:
    return Answer(TableSeen(table=table, view=_view(table, viewer)))


def _view(table: Table, viewer: int | None) -> View | None:
    # What is seen has the fields of the contract's values, each worked out when it is asked for.
    return cast("View | None", cast("SeenTable", table).view(viewer))


OPERATIONS = (
    Operation(
        id="newTable",
        method="POST",
        path="/v1/tables",
        group="Tables without a session",
        summary="Deal a table whose state the caller keeps",
        description="Nothing is stored.",
        handle=new_table,
        body=NewTable,
        answer=TableSeen,
        answered="The table.",
        problems=("UNKNOWN_GAME", "INVALID_OPTION"),
        links={"readTable": Link("readTable", {}, "The same table again.")},
        example={"game": "zeven", "seats": 2, "viewer": 0},
    ),
    Operation(
        id="readTable",
        method="POST",
        path="/v1/tables/read",
        group="Tables without a session",
        summary="A stateless table as of a serialized state",
        description="Nothing is changed.",
        handle=read_table,
        body=ReadTable,
        answer=TableSeen,
        answered="The table.",
        problems=("INVALID_STATE",),
        example={"state": "…", "viewer": 0},
    ),
    Operation(
        id="applyMoveToState",
        method="POST",
        path="/v1/tables/moves",
        group="Tables without a session",
        summary="Make a move on a table whose state the caller keeps",
        description="Nothing is stored, but of a sealed table how far it has come.",
        handle=apply_move_to_state,
        body=MoveOnTable,
        answer=TableMoved,
        answered="The move was made.",
        problems=(
            "INVALID_STATE",
            "STATE_REWOUND",
            "UNAUTHORIZED",
            "BAD_NOTATION",
            "ILLEGAL_MOVE",
            "NOT_YOUR_TURN",
            "TABLE_OVER",
        ),
        links={"readTable": Link("readTable", {}, "The table after the move.")},
        example={"state": "…", "seat": 0, "move": "pass"},
    ),
)
