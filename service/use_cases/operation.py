"""The declaration of operations at their use cases."""

from collections.abc import Callable, Coroutine, Iterator, Mapping
from inspect import cleandoc
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

import msgspec

from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input, NextDecisionInput, SeatTokensInput
from service.views.fields import ContractStruct, Deprecation, wire_name

I = TypeVar("I", bound=Input)  # noqa: E741  an input
A = TypeVar("A", bound=ContractStruct)
OperationKind = Literal["query", "mutation"]
UseCase = Callable[[RequestContext, I], Coroutine[Any, Any, A]]
Declared = TypeVar("Declared", bound=UseCase[Any, Any])
Method = Literal["GET", "POST"]
Group = Literal[
    "Games",
    "Sessions",
    "Seats",
    "Table",
    "Batches",
    "Webhooks",
    "Tables without a session",
    "Tournaments",
    "Tournaments that the caller keeps",
]
# The headings of the OpenAPI document, in its order, with their descriptions.
GROUPS: Mapping[Group, str] = {
    "Games": "The games: their seats, options and cards, their rules, and the words of their labels.",
    "Sessions": "Live tables that the service keeps: open, find, read, watch and end them.",
    "Seats": "Who plays at a session's table: take, leave and hand over a seat, and let bots play.",
    "Table": "Play at a session's table: legal moves, moves, take-backs, deadlines and hints.",
    "Batches": "Many sessions opened at once, and their results.",
    "Webhooks": "Notices of what happens at tables and in tournaments, sent to programs and browsers.",
    "Tables without a session": "Tables whose state the caller keeps: each request sends the state, and each "
    "answer returns it.",
    "Tournaments": "Tournaments that the service runs: it pairs the entrants, opens their tables and ranks them.",
    "Tournaments that the caller keeps": "Pairings, standings and ratings, computed from the request alone. "
    "Nothing is stored.",
}


# Opening a session is charged as this many additional requests, since it costs the store more than one request.
CREATION_COST = 9

# Problems that several operations may have.
SESSION_PROBLEMS = ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED", "NEWER_RELEASE")
CHANGE_PROBLEMS = (*SESSION_PROBLEMS, "KEY_REUSED", "BUSY")
LIVE_CHANGE_PROBLEMS = (*CHANGE_PROBLEMS, "ROLLED_BACK", "SESSION_OVER")
TABLE_CHANGE_PROBLEMS = (*LIVE_CHANGE_PROBLEMS, "STALE_VERSION", "NOT_STARTED")
TABLE_QUERY_PROBLEMS = (*SESSION_PROBLEMS, "NOT_STARTED", "SESSION_OVER")
MOVE_PROBLEMS = ("BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER")
CREATION_PROBLEMS = ("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "NEWER_RELEASE", "BUSY")
TOURNAMENT_PROBLEMS = ("NOT_FOUND", "UNAUTHORIZED", "NEWER_RELEASE", "KEY_REUSED", "BUSY", "SESSION_OVER")


class Operation(msgspec.Struct, Generic[I, A], frozen=True, kw_only=True):
    """An operation of the service, which both APIs offer.

    `problems` are the codes that it may raise in addition to INVALID_INPUT; `result` names the union of these and the
    answer. `cost` returns the charge for an input in addition to the request (None: nothing). A request with an
    `idempotency_key` may be retried; `expected_version` is the version on which the caller decided.

    In GraphQL, `field` names its field of queries or mutations. A query that used to be a mutation is still offered as
    a mutation, and `mutation_deprecated` names the replacement. `deprecated` marks an operation of both APIs.

    In REST it has a `method` and a `path`; the document lists it under the heading `group`. `body` names the schema of
    the body; `answered` describes the answer, which has the `status`; `note` is added to the description.
    """

    name: str
    kind: OperationKind
    summary: str
    description: str
    input: type[I]
    use_case: UseCase[I, A]
    answer: type[A]
    result: str
    problems: tuple[str, ...] = ()
    method: Method
    path: str
    group: Group
    cost: Callable[[I], int] | None = None
    field: str
    deprecated: Deprecation | None = None
    mutation_deprecated: str = ""
    status: int = 200
    note: str = ""
    body: str
    answered: str
    example: Mapping[str, object] | None = None


_declared: dict[UseCase[Any, Any], Operation[Any, Any]] = {}
# The declarations of `raises` and `in_rest`, which Python evaluates before `query` and `mutation`.
_details: dict[UseCase[Any, Any], dict[str, Any]] = {}


def query(path: str, group: Group, **own: Any) -> Callable[[Declared], Declared]:  # noqa: ANN401
    """Declare a use case as an operation that reads, at a path for GET requests.

    The function gives its name, input and answer, and the two parts of the docstring its summary and description; `own`
    are further fields of `Operation`. A use case that returns a projection names the struct that describes it as
    `answer`. The path may begin with another method. By default, the union of answer and problems is named after the
    operation.
    """
    return _declare("query", "GET", path, group=group, **own)


def mutation(path: str, group: Group, **own: Any) -> Callable[[Declared], Declared]:  # noqa: ANN401
    """Declare a use case as an operation that makes a change, at a path for POST requests; see `query`."""
    return _declare("mutation", "POST", path, group=group, **own)


def raises(*problems: str) -> Callable[[Declared], Declared]:
    """Declare the problems of an operation, below `query` or `mutation`."""
    return _note(problems=problems)


def in_rest(**own: Any) -> Callable[[Declared], Declared]:  # noqa: ANN401
    """Declare the `status`, `body`, `answered`, `note` or `example` of an operation in REST, as with `raises`."""
    return _note(**own)


def _note(**own: Any) -> Callable[[Declared], Declared]:  # noqa: ANN401
    def note(use_case: Declared) -> Declared:
        _details.setdefault(use_case, {}).update(own)
        return use_case

    return note


def _declare(
    kind: OperationKind,
    usual: Method,
    path: str,
    **own: Any,  # noqa: ANN401
) -> Callable[[Declared], Declared]:
    method, _, address = path.rpartition(" ")

    def declare(use_case: Declared) -> Declared:
        name = wire_name(use_case.__name__)
        details = _details.pop(use_case, {})
        summary, _, description = cleandoc(use_case.__doc__ or "").partition("\n\n")
        input = use_case.__annotations__["input"]
        answer = own.get("answer", use_case.__annotations__["return"])
        defaults: dict[str, Any] = {
            "answer": answer,
            "result": f"{name[0].upper()}{name[1:]}Result" if "problems" in details else "",
            "field": name,
            "body": input.__name__.removesuffix("Input"),
            "answered": answer.__doc__ or "",
        }
        _declared[use_case] = Operation(
            name=name,
            kind=kind,
            summary=summary.removesuffix("."),
            description=" ".join(description.split()),
            input=input,
            use_case=use_case,
            method=method or usual,  # type: ignore[arg-type]
            path=address,
            **{**defaults, **own, **details},
        )
        return use_case

    return declare


def declared_in(module: ModuleType) -> Iterator[Operation[Any, Any]]:
    """Yield the operations that a module declares, in order."""
    return (row for use_case, row in _declared.items() if use_case.__module__ == module.__name__)


def cost_of_creation(_input: Input) -> int:
    """Return the price of opening a session."""
    return CREATION_COST


def cost_of_sending(_input: Input) -> int:
    """Return the price of making the service send to others: that of opening a session."""
    return CREATION_COST


def cost_of_items(count: int) -> int:
    """Return the price of reading a number of sessions or seats: five of them cost one request."""
    return max(0, count - 1) // 5


def cost_of_seats(input: SeatTokensInput | NextDecisionInput) -> int:
    """Return the price of reading several seats. A poll of 100 was measured to take the CPU time of 20 to 25 reads."""
    return cost_of_items(len(input.seats))
