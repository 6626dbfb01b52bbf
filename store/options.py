"""The options of a store: the names of their settings, and the required durability."""

from typing import Literal, get_args

import msgspec

STORE = "CROUPIER_STORE"
DURABILITY = "CROUPIER_DURABILITY"
REPLICAS = "CROUPIER_REPLICAS"

# `any`: what the server can keep; `local`: on disk; `replicated`: on disk, and in the memory of replicas.
DurabilityLevel = Literal["any", "local", "replicated"]
# From the weakest to the strongest.
DURABILITY_LEVELS: tuple[DurabilityLevel, ...] = get_args(DurabilityLevel)


class SettingsError(Exception):
    """An invalid setting; the message names the variable and the expected form."""


class Durability(msgspec.Struct, frozen=True):
    """The level required of acknowledged changes: any, on disk, or on disk and in the memory of `replicas` replicas."""

    level: DurabilityLevel = "any"
    replicas: int = 1
