"""Stateless tables: pure functions of a serialized state that the caller keeps."""

from typing import Annotated

from service.views.fields import ContractStruct, described
from service.views.table_view import Event, Move, Result


class SeatGrant(ContractStruct, frozen=True):
    """The secret that opens a seat of a sealed table."""

    seat: Annotated[int, described("The seat.")]
    token: Annotated[str, described("The grant: its holder sends it as `Authorization: Bearer …`.")]


class Table(ContractStruct, frozen=True):
    """A table as of one state, kept by the caller."""

    state: Annotated[
        str,
        described(
            "The whole table. Open, with its hidden cards: for a trusted back end's eyes only. Sealed: for anybody's.",
            scalar="StateToken",
        ),
    ]
    result: Annotated[Result | None, described("How the table ended; null while play goes on.")]
    active_seats: Annotated[
        tuple[int, ...],
        described(
            "The seats that have a move: the whole truth for who holds an open state, of a sealed one what the bearer "
            "may know."
        ),
    ]
    sealed: Annotated[bool, described("Whether the state is sealed.")]
    grants: Annotated[
        tuple[SeatGrant, ...], described("A grant for each seat of a table newly sealed, told only here.")
    ]


class TableChanged(ContractStruct, frozen=True):
    """A move that was made on a stateless table."""

    table: Annotated[Table, described("The table after the move.")]
    move: Annotated[Move, described("The move.")]
    events: Annotated[tuple[Event, ...], described("What happened, as the given viewer may know it.")]
