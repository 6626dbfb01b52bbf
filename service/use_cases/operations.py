"""The table of operations that both APIs offer: as fields in GraphQL, as endpoints in REST.

REST adds resources and streams to them; GraphQL adds nodes and nested fields.
"""

from collections.abc import Mapping
from typing import Any

from service.use_cases import (
    batches,
    emotes,
    finding,
    games,
    lobby,
    opening,
    playing,
    pushes,
    reading,
    stateless,
    webhooks,
)
from service.use_cases.operation import Operation, declared_in
from service.use_cases.tournaments import hosting
from service.use_cases.tournaments import reading as tournament_reading
from service.use_cases.tournaments import stateless as stateless_tournaments

# GraphQL's introspection lists operations in the order of these modules, and of the declarations in each.
_MODULES = (
    finding,
    batches,
    opening,
    lobby,
    playing,
    emotes,
    reading,
    stateless,
    hosting,
    tournament_reading,
    stateless_tournaments,
    games,
    webhooks,
    pushes,
)

OPERATIONS: Mapping[str, Operation[Any, Any]] = {row.name: row for module in _MODULES for row in declared_in(module)}
