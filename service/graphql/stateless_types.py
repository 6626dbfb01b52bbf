"""Stateless tables as GraphQL types: pure functions of a serialized state."""

from typing import Annotated, Any

import strawberry

from service.graphql.fields import argument, many
from service.graphql.from_contract import mirror, mirrored
from service.graphql.view_types import Move, View
from service.use_cases.stateless import SeenTable
from service.views import stateless_view as told


@mirror(told.Table, seen=(SeenTable,))
class Table:
    @strawberry.field(
        description="What a seat may see, or a spectator if none is given; null when there is no such seat.",
        graphql_type=View | None,
    )
    def view(self: Any, seat: Annotated[int | None, argument("The seat; none for a spectator.")] = None) -> Any:  # noqa: ANN401
        return self.view(seat)

    @strawberry.field(
        description="What a seat may do, in canonical order; empty when there is no such seat.",
        graphql_type=many(Move),
    )
    def legal_moves(self: Any, seat: Annotated[int, argument("The seat.")]) -> Any:  # noqa: ANN401
        return self.legal_moves(seat)


TableChanged = mirrored(told.TableChanged)
