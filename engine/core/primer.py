"""What those are told of a game who know none of its rules, from the file `primer.toml` of its package."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from engine.core.values import Weight


class FactKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of fact: its subject, how much it matters, and the zone where it belongs unless its value is one."""

    label: str
    weight: Weight = "COUNT"
    zone: str | None = None


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a game in a sentence, how to play in five, what a card of each kind does, and what to know of facts.

    `variants` are the texts for tables with other options (`engine.introduction`): by what they take the place of,
    "goal", "howToPlay 2" or "power C", and by conditions on options, "mayDecline=true", or "deal" for any but the
    default. Of those that hold the last one counts. Their blanks are values of options.

    `prompts` say to a seat what it is to do, by the keys that `Game.question` gives; they may use {name} of a fact, of
    a zone, for its top card, and of what the question fills in. `event_weights` are those of kinds of events that would
    have others (`engine.event_weights`).
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
