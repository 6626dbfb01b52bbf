"""Templates of sentences and labels: plain text with typed blanks such as `{seat}`."""

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Literal, NamedTuple

# The kind of data that fills a blank: a seat (`2`), the number of a seat (`2`, never its holder's name), seats (`0,2`),
# the points of all seats (`3,?`), a card's code, cards (`AR3,AW0`, or `*2` for two hidden ones), the key of one zone or
# of several (`area:1,area:3`), a part of such a key, the value of a fact with words in the glossary, the choice of a
# move, a verb, words of the notation to choose from (`add,skip`), or a text or a number as it is.
BlankKind = Literal[
    "SEAT",
    "SEAT_NUMBER",
    "SEATS",
    "POINTS",
    "CARD",
    "CARDS",
    "ZONE",
    "ZONES",
    "PLACE",
    "WORD",
    "CHOICE",
    "VERB",
    "OPTIONS",
    "TEXT",
]


class Blank(NamedTuple):
    """A blank of a template: its name and its kind."""

    name: str
    kind: BlankKind


class Part(NamedTuple):
    """A literal text of a template, and the blank that follows it, if any.

    `form` is the grammatical form that the template requires there, such as a case: `{to_zone:dative}`.
    """

    text: str
    blank: str | None
    form: str


@lru_cache(maxsize=4096)
def parse_template(template: str) -> tuple[Part, ...]:
    """Return the parts of a template. Raises `ValueError` for unbalanced braces."""
    return tuple([Part(text, name, form or "") for text, name, form, _ in Formatter().parse(template)])


@lru_cache(maxsize=4096)
def blanks_of(template: str) -> tuple[str, ...]:
    """Return the names of a template's blanks, each once, in the order of their first occurrence."""
    return tuple(dict.fromkeys(part.blank for part in parse_template(template) if part.blank is not None))


# Begins a list of cards that are only counted: `*2`.
UNNAMED = "*"

# The kinds of values with these names in the effects of moves. Any other value is a number.
KINDS_OF_VALUES: Mapping[str, BlankKind] = {
    "seat": "SEAT",
    "seats": "SEATS",
    "card": "CARD",
    "cards": "CARDS",
    "zone": "ZONE",
    "from_zone": "ZONE",
    "to_zone": "ZONE",
    "word": "WORD",
}


def kind_of_value(name: str) -> BlankKind:
    """Return the kind of the value with a name in an effect."""
    return KINDS_OF_VALUES.get(name, "TEXT")


class Argument(NamedTuple):
    """A blank with its value as data; null for no value."""

    name: str
    kind: BlankKind
    value: str | None


class Sentence(NamedTuple):
    """A sentence as data: an English template, and the values of its blanks."""

    template: str
    arguments: tuple[Argument, ...]
