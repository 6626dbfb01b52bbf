"""Expected failures as a viewer may see them: members of GraphQL's result unions, and REST's problem details."""

from collections.abc import Mapping
from typing import Annotated, Any

from service.sessions.problems import PROBLEMS
from service.sessions.problems import Problem as AnyProblem
from service.sessions.rules import MoveRefused, VersionConflict
from service.views.catalogue import Rule, rule_named
from service.views.fields import Choices, ContractStruct, described, sized
from service.views.parts import project_moves
from service.views.projection import project_session
from service.views.refusals import arguments_of_sentence, project_message
from service.views.session_view import SessionValue
from service.views.table_view import Arguments, Move, Template

CODES = Choices(
    "ProblemCode",
    "The stable codes of expected failures.",
    {**{code: kind.meaning for code, kind in PROBLEMS.items()}, "OTHER": "A code that is newer than this schema."},
)

# Fields that REST's problem details share.
ForbiddingRule = Annotated[Rule | None, described("The rule that forbids the move.")]
OtherMoves = Annotated[tuple[Move, ...], described("The seat's legal moves; empty if the seat is not asked.")]
CurrentVersion = Annotated[int, described("The session's current version.")]
CurrentSession = Annotated[SessionValue, described("The current session as the same viewer sees it.")]


@sized(path=4)
class Problem(ContractStruct, frozen=True, kw_only=True):
    """An expected failure. Nothing was changed."""

    code: Annotated[str, described("The stable code.", choices=CODES)]
    message: Annotated[str, described("What is wrong and what was expected, in one sentence of plain English.")]
    path: Annotated[
        tuple[str, ...],
        described("The path to the faulty part of the input, outermost first; empty for the whole input."),
    ]


class InvalidInput(Problem, frozen=True, kw_only=True):
    """A part of the input is invalid."""


class IllegalMove(Problem, frozen=True, kw_only=True):
    """The rules do not allow the move."""

    rule: ForbiddingRule
    legal_moves: OtherMoves
    template: Template
    arguments: Arguments


class StaleVersion(Problem, frozen=True, kw_only=True):
    """The session is not at the expected version: it has advanced, or the store has lost that version."""

    current_version: CurrentVersion
    session: CurrentSession


class NotAllowed(Problem, frozen=True, kw_only=True):
    """The request is not allowed now or for this caller, or its object was not found."""

    retry_after_millis: Annotated[
        int | None,
        described("The milliseconds after which a retry may succeed; null if a retry fails until something changes."),
    ]


# The structs by the names that the table of codes gives them.
KINDS: Mapping[str, type[Problem]] = {
    kind.__name__: kind for kind in (InvalidInput, IllegalMove, StaleVersion, NotAllowed)
}


def project_problem(problem: AnyProblem, token: str | None) -> Problem:
    """Return a problem as the bearer of a token may see it."""
    common: dict[str, Any] = {"code": problem.code, "message": problem.message, "path": problem.path}
    if isinstance(problem, MoveRefused):
        common["message"] = project_message(problem.game, problem.message, problem.sentence, problem.people)
        moves = project_moves(problem.game, problem.legal_moves, problem.people)
        return IllegalMove(
            **common,
            rule=rule_named(problem.rule),
            legal_moves=moves,
            template=None if problem.sentence is None else problem.sentence.template,
            arguments=arguments_of_sentence(problem.sentence),
        )
    if isinstance(problem, VersionConflict):
        session = project_session(problem.session, token)
        return StaleVersion(**common, current_version=problem.session.version, session=session)
    if problem.kind.member == "InvalidInput":
        return InvalidInput(**common)
    return NotAllowed(**common, retry_after_millis=problem.retry_after)
