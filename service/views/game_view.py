"""The catalogue: games, their options, verbs and numbered rules."""

from typing import Annotated

from service.views.fields import Choices, ContractStruct, described

OPTION_KIND = Choices(
    "OptionKind",
    "How an option is set.",
    {
        "BOOLEAN": "`true` or `false`.",
        "INTEGER": "A whole number in a range, or one of `choices`.",
        "CHOICE": "One of `choices`.",
        "LIST": "`null`, or a list with a number for each seat: `[0,1,0,1]`.",
        "OTHER": "A kind that is newer than this schema.",
    },
)


class GameOption(ContractStruct, frozen=True):
    """An option that a host may set when a table is made."""

    name: Annotated[str, described("The option's name.")]
    kind: Annotated[str, described("How the option is set.", choices=OPTION_KIND)]
    default: Annotated[str, described("The value it has when it is not set, as text.")]
    choices: Annotated[tuple[str, ...], described("The words it may be set to.")]
    minimum: Annotated[int | None, described("The least number; null where numbers are not taken.")]
    maximum: Annotated[int | None, described("The greatest number; null where numbers are not taken.")]
    description: Annotated[str, described("What the option means.")]


class Rule(ContractStruct, frozen=True):
    """A rule as the game's page gives it."""

    number: Annotated[
        str, described("The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section.")
    ]
    section: Annotated[str, described("The title of the section that the rule stands in.")]
    text: Annotated[str, described("The rule, as Markdown.")]


class Verb(ContractStruct, frozen=True):
    """A verb of a game's moves."""

    name: Annotated[str, described("The verb.")]
    pattern: Annotated[str, described("How a move with it is written; what stands in brackets may be left out.")]
    description: Annotated[str, described("What it does.")]


class Game(ContractStruct, frozen=True):
    """A game: one of the rule sets."""

    id: Annotated[str, described("The game's short name: `zeven`.", scalar="ID")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    min_seats: Annotated[int, described("The least number of seats.")]
    max_seats: Annotated[int, described("The greatest number of seats.")]
    rules_version: Annotated[int, described("The version of the rules; records name it.")]
    options: Annotated[tuple[GameOption, ...], described("The options, in the order of the game's page.")]
    verbs: Annotated[tuple[Verb, ...], described("The verbs of the game's moves, in canonical order.")]
