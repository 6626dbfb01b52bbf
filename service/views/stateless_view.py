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
            "The whole table. An open state shows hidden cards: keep it in a trusted back end. A sealed one is safe "
            "with anybody.",
            scalar="StateToken",
        ),
    ]
    result: Annotated[Result | None, described("The table's result; null while play goes on.")]
    active_seats: Annotated[
        tuple[int, ...],
        described(
            "The seats that have a move: all of them if the state is open, those that the bearer may know of if it is "
            "sealed."
        ),
    ]
    sealed: Annotated[bool, described("Whether the state is sealed.")]
    grants: Annotated[
        tuple[SeatGrant, ...], described("A grant for each seat of a newly sealed table, shown only here.")
    ]


class TableChanged(ContractStruct, frozen=True):
    """A move made on a stateless table."""

    table: Annotated[Table, described("The table after the move.")]
    move: Annotated[Move, described("The move.")]
    events: Annotated[tuple[Event, ...], described("The events, as the given viewer may see them.")]
