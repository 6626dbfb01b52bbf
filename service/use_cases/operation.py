"""A row of the table of operations."""

from collections.abc import Awaitable, Callable
from typing import Generic, Literal, TypeVar

import msgspec

from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input
from service.views.fields import ContractStruct

I = TypeVar("I", bound=Input)  # noqa: E741  an input
A = TypeVar("A", bound=ContractStruct)

# Opening a session is charged as this many additional requests, since it costs the store more than one request.
CREATION_COST = 9
# Of queries with tokens in their input: a query may also stand in an address, which is logged on the way.
BY_POST = "Nothing is changed. Send it by POST: tokens do not belong into an address."


class Operation(msgspec.Struct, Generic[I, A], frozen=True, kw_only=True):
    """One row of the table.

    `problems` are the codes that it may raise in addition to INVALID_INPUT; `result` names the union of these and the
    answer. `cost` returns what an input is charged in addition to the request (None: nothing). An input with
    `idempotency_key` may be retried; in one with `expected_version`, this is the version that the caller decided on.
    """

    name: str
    kind: Literal["query", "mutation"]
    summary: str
    description: str = ""
    input: type[I]
    use_case: Callable[[RequestContext, I], Awaitable[A]]
    answer: type[A]
    result: str = ""
    problems: tuple[str, ...] = ()
    cost: Callable[[I], int] | None = None
