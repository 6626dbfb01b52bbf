"""What one viewer may see, as GraphQL types."""

from typing import Annotated, Any

import strawberry

from service.graphql.catalogue_types import Game, Rule
from service.graphql.fields import argument, many
from service.graphql.from_contract import mirror, mirrored
from service.views import table_view as told
from service.views.catalogue import project_game, rule_named
from service.views.projection import ProjectedView

Move = mirrored(told.Move)
Zone = mirrored(told.Zone)
Result = mirrored(told.Result)


def _rule_of(value: Any) -> Any:  # noqa: ANN401
    return None if value.rule is None else rule_named(value.rule)


@mirror(told.Event)
class Event:
    @strawberry.field(description="The rule that caused it.", graphql_type=Rule | None)
    def rule(self: Any) -> Any:  # noqa: ANN401
        return _rule_of(self)


@mirror(told.Refusal)
class Refusal:
    @strawberry.field(description="The rule that forbids it.", graphql_type=Rule | None)
    def rule(self: Any) -> Any:  # noqa: ANN401
        return _rule_of(self)


HandCard = mirrored(told.HandCard)


@mirror(told.View, seen=(ProjectedView,))
class View:
    @strawberry.field(description="The game.", graphql_type=Game)
    def game(self: Any) -> Any:  # noqa: ANN401
        return project_game(self.game)

    @strawberry.field(description="One zone by its key; null when there is none.", graphql_type=Zone | None)
    def zone(self: Any, key: Annotated[str, argument("The zone's key, such as `hand:0`.")]) -> Any:  # noqa: ANN401
        return next((zone for zone in self.zones if zone.key == key), None)

    @strawberry.field(
        description="What the viewer may do now, in canonical order; empty for a spectator.", graphql_type=many(Move)
    )
    def legal_moves(
        self: Any, first: Annotated[int | None, argument("At most so many; a number below 0 counts as 0.")] = None
    ) -> Any:  # noqa: ANN401
        return self.legal_moves if first is None else self.legal_moves[: max(first, 0)]

    @strawberry.field(
        description="Each card in the viewer's hand: its moves, or why it has none; empty for a spectator.",
        graphql_type=many(HandCard),
    )
    def hand(self: Any) -> Any:  # noqa: ANN401
        return self.hand


Preview = mirrored(told.Preview)
