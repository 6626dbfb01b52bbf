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
    default: Annotated[str, described("The default value, as text.")]
    choices: Annotated[tuple[str, ...], described("The allowed words.")]
    minimum: Annotated[int | None, described("The smallest allowed number; null if the option takes no numbers.")]
    maximum: Annotated[int | None, described("The greatest allowed number; null if the option takes no numbers.")]
    description: Annotated[str, described("The meaning of the option.")]


class Rule(ContractStruct, frozen=True):
    """A rule from the game's rule page."""

    number: Annotated[
        str, described("The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section.")
    ]
    section: Annotated[str, described("The title of the rule's section.")]
    text: Annotated[str, described("The rule, as Markdown.")]


class Verb(ContractStruct, frozen=True):
    """A verb of a game's moves."""

    name: Annotated[str, described("The verb.")]
    pattern: Annotated[str, described("The notation of its moves; parts in brackets are optional.")]
    description: Annotated[str, described("The effect of its moves.")]


class Game(ContractStruct, frozen=True):
    """A game that the service offers."""

    id: Annotated[str, described("The game's short name: `zeven`.", scalar="ID")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    min_seats: Annotated[int, described("The smallest number of seats.")]
    max_seats: Annotated[int, described("The greatest number of seats.")]
    rules_version: Annotated[int, described("The version of the rules; records name it.")]
    options: Annotated[tuple[GameOption, ...], described("The options, in the order of the game's page.")]
    verbs: Annotated[tuple[Verb, ...], described("The verbs of the game's moves, in canonical order.")]
