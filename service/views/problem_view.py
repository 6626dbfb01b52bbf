"""Expected failures as a viewer may know them: members of GraphQL's result unions, and REST's problem details."""

from collections.abc import Mapping
from typing import Annotated, Any

from service.sessions.problems import PROBLEMS
from service.sessions.problems import Problem as AnyProblem
from service.sessions.rules import MoveRefused
from service.sessions.version_conflict import VersionConflict
from service.views.catalogue import rule_named
from service.views.fields import Choices, ContractStruct, described
from service.views.game_view import Rule
from service.views.projection import project_moves, project_session
from service.views.session_view import Session
from service.views.table_view import Move

CODES = Choices(
    "ProblemCode",
    "The stable codes of expected failures.",
    {**{code: kind.meaning for code, kind in PROBLEMS.items()}, "OTHER": "A code that is newer than this schema."},
)

# Fields that REST's problem details have, too.
ForbiddingRule = Annotated[Rule | None, described("The rule that forbids it.")]
OtherMoves = Annotated[tuple[Move, ...], described("What the seat may do instead; empty when it is not asked.")]
CurrentVersion = Annotated[int, described("The version that the session is at.")]
CurrentSession = Annotated[Session, described("The session as it stands, for the same viewer.")]


class Problem(ContractStruct, frozen=True, kw_only=True):
    """An expected failure. Nothing was changed."""

    code: Annotated[str, described("The stable code.", choices=CODES)]
    message: Annotated[str, described("What is wrong and what was expected, in one sentence of plain English.")]
    path: Annotated[
        tuple[str, ...], described("The part of the input that is meant, outermost first; empty for the whole.")
    ]


class InvalidInput(Problem, frozen=True, kw_only=True):
    """A part of the input cannot be."""


class IllegalMove(Problem, frozen=True, kw_only=True):
    """The rules do not allow the move."""

    rule: ForbiddingRule
    legal_moves: OtherMoves


class StaleVersion(Problem, frozen=True, kw_only=True):
    """The session is not at the version that was expected: it has moved on, or the store has lost that."""

    current_version: CurrentVersion
    session: CurrentSession


class NotAllowed(Problem, frozen=True, kw_only=True):
    """Not now, not for this caller, or not there."""

    retry_after_millis: Annotated[
        int | None, described("After how many milliseconds it may be tried again; null: not before something changes.")
    ]


# The kinds by which the table of codes names what carries each.
KINDS: Mapping[str, type[Problem]] = {
    kind.__name__: kind for kind in (InvalidInput, IllegalMove, StaleVersion, NotAllowed)
}


def project_problem(problem: AnyProblem, token: str | None) -> Problem:
    """Return a problem as the bearer of a token may know it."""
    common: dict[str, Any] = {"code": problem.code, "message": problem.message, "path": problem.path}
    if isinstance(problem, MoveRefused):
        moves = project_moves(problem.game, problem.legal_moves)
        return IllegalMove(**common, rule=rule_named(problem.rule), legal_moves=moves)
    if isinstance(problem, VersionConflict):
        session = project_session(problem.session, token)
        return StaleVersion(**common, current_version=problem.session.version, session=session)
    if problem.kind.member == "InvalidInput":
        return InvalidInput(**common)
    return NotAllowed(**common, retry_after_millis=problem.retry_after)
