"""Stateless tables as GraphQL types: pure functions of a serialized state."""

from typing import Annotated

import strawberry

import engine
from service.graphql.fields import StateToken, argument, described
from service.graphql.view_types import Event, Move, Result, View, make_events, make_move, make_result, make_view
from service.play.stateless import Applied, legal_moves, seal_state


@strawberry.type(description="A table as of one state, kept by the caller.")
class Table:
    state: StateToken = described("The whole table, hidden cards included: for a trusted back end's eyes only.")
    result: Result | None = described("How the table ended; null while play goes on.")
    active_seats: list[int] = described("The seats that have a move: the whole truth, for who holds the state.")
    position: strawberry.Private[engine.State]

    @strawberry.field(
        description="What a seat may see, or a spectator if none is given; null when there is no such seat."
    )
    def view(self, seat: Annotated[int | None, argument("The seat; none for a spectator.")] = None) -> View | None:
        return make_view(self.position, seat) if seat is None or self._has(seat) else None

    @strawberry.field(description="What a seat may do, in canonical order; empty when there is no such seat.")
    def legal_moves(self, seat: Annotated[int, argument("The seat.")]) -> list[Move]:
        game = engine.game_of(self.position).name
        return [make_move(game, move) for move in legal_moves(self.position, seat)] if self._has(seat) else []

    def _has(self, seat: int) -> bool:
        return 0 <= seat < self.position.seats


@strawberry.type(description="A move that was made on a stateless table.")
class TableChanged:
    table: Table = described("The table after the move.")
    move: Move = described("The move.")
    events: list[Event] = described("What happened, as the given viewer may know it.")


def make_table(state: engine.State) -> Table:
    """Return a state as its GraphQL type."""
    return Table(
        state=StateToken(seal_state(state)),
        result=make_result(engine.result(state)),
        active_seats=list(engine.active_seats(state)),
        position=state,
    )


def make_changed(applied: Applied, viewer: int | None) -> TableChanged:
    """Return a move that was made, with its events as `viewer` may know them."""
    game = engine.game_of(applied.state).name
    return TableChanged(
        table=make_table(applied.state),
        move=make_move(game, applied.move),
        events=make_events(game, applied.state.ply, applied.events, viewer),
    )
