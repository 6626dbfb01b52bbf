"""Expected failures as GraphQL types: members of every result union, with one interface."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

import strawberry

from service.graphql.types import Move, Rule, Session
from service.sessions.problems import PROBLEMS
from service.sessions.problems import Problem as AnyProblem
from service.sessions.rules import IllegalMove as IllegalMoveProblem
from service.sessions.stale import StaleVersion as StaleVersionProblem
from service.views.catalogue import rule_named
from service.views.projection import ProjectedSession, project_moves

_VALUES = {code: strawberry.enum_value(code, description=kind.meaning) for code, kind in PROBLEMS.items()}
_VALUES["OTHER"] = strawberry.enum_value("OTHER", description="A code that is newer than this schema.")
_ENUM: Any = Enum("ProblemCode", _VALUES)  # type: ignore[misc]  # the members are those of the table
CODES: Any = strawberry.enum(_ENUM, description="The stable codes of expected failures.")
ProblemCode: TypeAlias = CODES


def _described(description: str) -> Any:
    return strawberry.field(description=description)


@strawberry.interface(description="An expected failure. Nothing was changed.")
class Problem:
    code: ProblemCode = _described("The stable code.")
    message: str = _described("What is wrong and what was expected, in one sentence of plain English.")
    path: list[str] = _described("The part of the input that is meant, outermost first; empty for the whole.")


@strawberry.type(description="A part of the input cannot be.")
class InvalidInput(Problem):
    pass


@strawberry.type(description="The rules do not allow the move.")
class IllegalMove(Problem):
    rule: Rule | None = _described("The rule that forbids it.")
    legal_moves: list[Move] = _described("What the seat may do instead; empty when it is not asked.")


@strawberry.type(
    description="The session is not at the version that was expected: it has moved on, or the store has lost that."
)
class StaleVersion(Problem):
    current_version: int = _described("The version that the session is at.")
    session: Session = _described("The session as it stands, for the same viewer.")


@strawberry.type(description="Not now, not for this caller, or not there.")
class NotAllowed(Problem):
    retry_after_millis: int | None = _described(
        "After how many milliseconds it may be tried again; null: not before something changes."
    )


# The types by which the table of problems names what carries a code.
MEMBERS: Mapping[str, Any] = {
    "InvalidInput": InvalidInput,
    "IllegalMove": IllegalMove,
    "StaleVersion": StaleVersion,
    "NotAllowed": NotAllowed,
}


def make_problem(problem: AnyProblem, token: str | None = None) -> Any:
    """Return a problem as the member of the union that carries its code, as the bearer of a token may know it."""
    common: dict[str, Any] = {
        "code": CODES[problem.code],
        "message": problem.message,
        "path": list(problem.path),
    }
    if isinstance(problem, IllegalMoveProblem):
        moves = list(project_moves(problem.game, problem.legal_moves))
        return IllegalMove(**common, rule=rule_named(problem.rule), legal_moves=moves)
    if isinstance(problem, StaleVersionProblem):
        session: Any = ProjectedSession(problem.session, token)
        return StaleVersion(**common, current_version=problem.session.version, session=session)
    if problem.kind.member == "InvalidInput":
        return InvalidInput(**common)
    return NotAllowed(**common, retry_after_millis=problem.retry_after)
