"""Templates of sentences and labels: plain text with typed blanks such as `{seat}`."""

from functools import lru_cache
from string import Formatter
from typing import Literal, NamedTuple

# What fills a blank, as data: a seat (`2`), the number of a seat (`2`, never its holder's name), seats (`0,2`), the
# points of all seats (`3,?`), a card's code, cards (`AR3,AW0`, or `*2` for two hidden ones), the key of a zone or of
# several (`area:1,area:3`), a part of such a key, the value of a fact that the glossary puts into words, the choice of
# a move, a verb, words of the notation to choose from (`add,skip`), or a text or a number as it is.
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

    `form` is the form of a word that the template asks for there, such as a case: `{to_zone:dative}`.
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


class Argument(NamedTuple):
    """A blank with what fills it, as data; null is nothing."""

    name: str
    kind: BlankKind
    value: str | None


class Sentence(NamedTuple):
    """A sentence as data: an English template, and what fills its blanks."""

    template: str
    arguments: tuple[Argument, ...]
