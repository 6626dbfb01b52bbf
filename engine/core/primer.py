"""What those are told of a game who know none of its rules, from the file `primer.toml` of its package."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from engine.core.values import Weight


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a game in a sentence, how to play in five, what a card of each kind does, and what is asked for.

    `prompts` say to the seat that is asked what it is to do, by question; they may use {name} of a fact, and of a zone,
    for its top card. `fact_weights` are those of facts (COUNT if left out), `event_weights` of kinds of events that
    would have others (`engine.event_weights`), and `fact_zones` the zones of facts whose value is no zone itself.
    """

    goal: str = ""
    how_to_play: tuple[str, ...] = ()
    powers: Mapping[str, str] = {}
    prompts: Mapping[str, str] = {}
    fact_weights: Mapping[str, Weight] = {}
    fact_zones: Mapping[str, str] = {}
    event_weights: Mapping[str, Weight] = {}


def read_primer(package: str) -> Primer:
    """Return the primer of a game's package."""
    text = files(package).joinpath("primer.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Primer)
