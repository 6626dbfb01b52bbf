"""The answers of tools: text to read, and structured content for programs."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from service.mcp.actions import OfferedAction, list_actions
from service.mcp.table_text import describe_table
from service.views.fields import ContractStruct, described
from service.views.projection import ProjectedSession
from service.views.table_view import Outcome, Result


class NumberedMove(ContractStruct, frozen=True):
    """A legal move, and its number in this list."""

    number: Annotated[int, described("The move's number; it counts only with the `version` of this answer.")]
    notation: Annotated[str, described("The text that makes the move, at any version at which it is legal.")]
    label: Annotated[str, described("The move in plain English.")]


class ProblemFound(ContractStruct, frozen=True):
    """The reason why a tool did not do what it was asked."""

    code: Annotated[str, described("The stable code.")]
    message: Annotated[str, described("What is wrong and what was expected, in one sentence.")]
    rule: Annotated[str | UnsetType, described("The number of the rule that forbids the move.")] = UNSET


class TableAnswer(ContractStruct, frozen=True, kw_only=True):
    """A table as the seat of the handle sees it now, as far as a program needs it."""

    seat: Annotated[
        str | UnsetType, described("Your seat handle, a secret; pass it as `seat`. Only when you sit down.")
    ] = UNSET
    table: Annotated[str, described("The table's id.")]
    version: Annotated[int, described("The version of the table that this answer shows.")]
    your_turn: Annotated[bool, described("Whether you are asked to move.")]
    decision: Annotated[str | UnsetType, described("What to decide, in one sentence; absent if you have no move.")] = (
        UNSET
    )
    moves: Annotated[
        tuple[NumberedMove, ...],
        described("All your legal moves. If it is not your turn, they are moves out of turn, which you may leave out."),
    ]
    actions: Annotated[
        tuple[OfferedAction, ...], described("What you may do beside your moves, with `act`: `action` and `label`.")
    ]
    over: Annotated[bool | UnsetType, described("True if the table is over; else absent.")] = UNSET
    result: Annotated[Result | UnsetType, described("The table's result, once it was played to the end.")] = UNSET
    outcome: Annotated[Outcome | UnsetType, described("How it ended for its players, resignations counted.")] = UNSET
    problem: Annotated[ProblemFound | UnsetType, described("Why nothing was done, in an answer that is an error.")] = (
        UNSET
    )


class ToolAnswer(msgspec.Struct, frozen=True):
    """The answer of a tool: text, a structured value for tools that have an output schema, and whether it failed."""

    text: str
    value: msgspec.Struct | None = None
    is_error: bool = False


def show_table(
    session: ProjectedSession,
    *,
    before: str = "",
    happened: Sequence[str] = (),
    handle: str | UnsetType = UNSET,
    problem: ProblemFound | UnsetType = UNSET,
) -> ToolAnswer:
    """Return a table as its viewer sees it, with a text before it and the sentences of what has happened."""
    view = session.view
    moves = () if view is None else view.legal_moves
    seat = session.viewer_seat
    is_over = session.status in ("FINISHED", "ABANDONED")
    value = TableAnswer(
        seat=handle,
        table=session.id,
        version=session.version,
        your_turn=view is not None and not is_over and bool(moves) and seat in view.turn,
        decision=UNSET if view is None or not moves else view.prompt or UNSET,
        moves=tuple(
            NumberedMove(number=number, notation=move.notation, label=move.label)
            for number, move in enumerate(moves, 1)
        ),
        actions=list_actions(session),
        over=is_over or UNSET,
        result=UNSET if view is None else view.result or UNSET,
        outcome=session.outcome or UNSET,
        problem=problem,
    )
    text = describe_table(session, happened)
    return ToolAnswer(f"{before}\n\n{text}" if before else text, value, problem is not UNSET)


def schema_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a struct, with an object at its root."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    root = parts.pop(str(schema["$ref"]).rpartition("/")[2])
    return {**root, "$defs": parts} if parts else root
