"""The catalogue as GraphQL types: games, their options, verbs and numbered rules."""

from typing import Annotated, Any

import strawberry

from service.graphql.fields import argument, described, many
from service.graphql.from_contract import mirror, mirrored
from service.views import game_view as told
from service.views.catalogue import rule_named, rules_of

Rule = mirrored(told.Rule)


@strawberry.interface(description="A thing with an id of its own, which `node` finds again.")
class Node:
    id: strawberry.ID = described("The id, unique among all nodes.")


@mirror(told.Game)
class Game(Node):
    @strawberry.field(
        description="The game's rule page: each section, followed by its numbered rules.", graphql_type=many(Rule)
    )
    def rules(self: Any) -> Any:  # noqa: ANN401
        return list(rules_of(self.id).values())

    @strawberry.field(description="One rule by its number; null when there is none.", graphql_type=Rule | None)
    def rule(self: Any, number: Annotated[str, argument("`3.4`, or `zeven 3.4`.")]) -> Any:  # noqa: ANN401
        return rule_named(number if " " in number else f"{self.id} {number}")
