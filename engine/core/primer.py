"""The primer of a game: its texts for newcomers, from the file `primer.toml` of its package."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from engine.core.values import Weight


class FactKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of fact: its label, its weight, and the zone where it belongs unless its value is a zone.

    `of` says what its values are: a number; `numbers`, one for each seat; `seats` or `cards`, one or several; zones,
    by their kind; or these words. Besides, any value can be `none`.
    """

    label: str
    weight: Weight = "COUNT"
    zone: str | None = None
    of: str | tuple[str, ...] = "number"


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a game in one sentence, how to play it in five, the power of each kind of card, and the facts.

    `variants` holds the texts for tables with other options (`engine.introduction`). A key names the text that the
    variant replaces, "goal", "howToPlay 2" or "power C", and then conditions on options: "mayDecline=true", or "deal"
    for any value but the default. The last variant whose conditions all hold is used. Its blanks are values of options.

    `prompts` holds the tasks of seats, by the keys that `Game.question` returns. Their blanks are names of facts, of
    zones (for the top card), and of values that the question fills in. `event_weights` holds the weights of kinds of
    events that differ from the usual ones (`engine.event_weights`).
    """

    goal: str = ""
    how_to_play: tuple[str, ...] = ()
    powers: Mapping[str, str] = {}
    variants: Mapping[str, str] = {}
    prompts: Mapping[str, str] = {}
    facts: Mapping[str, FactKind] = {}
    event_weights: Mapping[str, Weight] = {}


def read_primer(package: str) -> Primer:
    """Return the primer of a game's package."""
    text = files(package).joinpath("primer.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Primer)
