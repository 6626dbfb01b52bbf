"""The catalogue as GraphQL types: games, their options, verbs and numbered rules."""

from enum import Enum
from functools import lru_cache
from typing import Annotated

import strawberry

import engine
from service.graphql.fields import argument, described
from service.play import catalogue
from service.play.catalogue import format_option, rule_named, rules_of


@strawberry.interface(description="A thing with an id of its own, which `node` finds again.")
class Node:
    id: strawberry.ID = described("The id, unique among all nodes.")


@strawberry.enum(description="How an option is set.")
class OptionKind(Enum):
    BOOLEAN = strawberry.enum_value("boolean", description="`true` or `false`.")
    INTEGER = strawberry.enum_value("integer", description="A whole number in a range, or one of `choices`.")
    CHOICE = strawberry.enum_value("choice", description="One of `choices`.")
    LIST = strawberry.enum_value("list", description="`null`, or a list with a number for each seat: `[0,1,0,1]`.")
    OTHER = strawberry.enum_value("other", description="A kind that is newer than this schema.")


@strawberry.type(description="An option that a host may set when a table is made.")
class GameOption:
    name: str = described("The option's name.")
    kind: OptionKind = described("How the option is set.")
    default: str = described("The value it has when it is not set, as text.")
    choices: list[str] = described("The words it may be set to.")
    minimum: int | None = described("The least number; null where numbers are not taken.")
    maximum: int | None = described("The greatest number; null where numbers are not taken.")
    description: str = described("What the option means.")


@strawberry.type(description="A rule as the game's page gives it.")
class Rule:
    number: str = described("The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section.")
    section: str = described("The title of the section that the rule stands in.")
    text: str = described("The rule, as Markdown.")


@strawberry.type(description="A verb of a game's moves.")
class Verb:
    name: str = described("The verb.")
    pattern: str = described("How a move with it is written; what stands in brackets may be left out.")
    description: str = described("What it does.")


@strawberry.type(description="A game: one of the rule sets.")
class Game(Node):
    id: strawberry.ID = described("The game's short name: `zeven`.")
    title: str = described("The game's title.")
    summary: str = described("The game in one sentence.")
    min_seats: int = described("The least number of seats.")
    max_seats: int = described("The greatest number of seats.")
    rules_version: int = described("The version of the rules; records name it.")

    @strawberry.field(description="The options, in the order of the game's page.")
    def options(self) -> list[GameOption]:
        return [_make_option(option) for option in engine.describe_options(engine.find_game(self.id).options)]

    @strawberry.field(description="The verbs of the game's moves, in canonical order.")
    def verbs(self) -> list[Verb]:
        verbs = engine.find_game(self.id).verbs
        return [Verb(name=verb.name, pattern=verb.pattern, description=verb.description) for verb in verbs]

    @strawberry.field(description="The game's rule page: each section, followed by its numbered rules.")
    def rules(self) -> list[Rule]:
        return [_from_page(rule) for rule in rules_of(self.id).values()]

    @strawberry.field(description="One rule by its number; null when there is none.")
    def rule(self, number: Annotated[str, argument("`3.4`, or `zeven 3.4`.")]) -> Rule | None:
        return make_rule(number if " " in number else f"{self.id} {number}")


@lru_cache(maxsize=64)
def make_game(name: str) -> Game:
    """Return a game of the register as its GraphQL type."""
    game = engine.find_game(name)
    return Game(
        id=strawberry.ID(game.name),
        title=game.title,
        summary=game.summary,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        rules_version=game.rules,
    )


def make_rule(number: str) -> Rule | None:
    """Return the rule of a full number, or None when no page has it."""
    rule = rule_named(number)
    return None if rule is None else _from_page(rule)


def _from_page(rule: catalogue.Rule) -> Rule:
    return Rule(number=rule.number, section=rule.section, text=rule.text)


def _make_option(option: engine.Option) -> GameOption:
    return GameOption(
        name=option.name,
        kind=OptionKind(option.kind),
        default=format_option(option.default),
        choices=list(option.choices),
        minimum=option.minimum,
        maximum=option.maximum,
        description=option.description,
    )
