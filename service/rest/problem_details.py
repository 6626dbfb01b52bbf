"""Expected failures as problem details (RFC 9457), with the same codes as in GraphQL."""

import math
from collections.abc import Mapping
from typing import Annotated, Any

import structlog
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from service.http.error_responses import RefusedRequest
from service.rest.encoding import PROBLEM_JSON, encode
from service.rest.preconditions import IF_MATCH, KEY, NOWHERE, tag_change
from service.sessions.problems import (
    DATA_CORRUPTED,
    MESSAGE,
    PROBLEMS,
    REFUSALS,
    Problem,
    ProblemKind,
    RefusalKind,
    page_of,
    title_of,
)
from service.sessions.rules import VersionConflict
from service.sessions.tokens import BadCredentials
from service.views import problem_view
from service.views.fields import Choices, ContractStruct, described
from service.views.table_view import Arguments, Template
from store.problems import DataCorrupted, StoreUnavailable

_KINDS: tuple[ProblemKind | RefusalKind, ...] = (*PROBLEMS.values(), *REFUSALS.values())
MEANINGS: Mapping[str, str] = {kind.code: kind.meaning for kind in _KINDS}
STATUSES: Mapping[str, int] = {kind.code: kind.status for kind in _KINDS}

NEWER = "OTHER"
CODES = Choices(
    "ProblemCode",
    "The stable codes of expected failures.",
    {**MEANINGS, NEWER: "A code that is newer than this document."},
)

# The headers of REST, by the names of the input fields that they carry.
_HEADERS = {"idempotencyKey": KEY, "expectedVersion": IF_MATCH}


log = structlog.get_logger("croupier.rest")


class ProblemDetails(ContractStruct, frozen=True, kw_only=True):
    """Problem details (RFC 9457). Nothing was changed."""

    type: Annotated[str, described("The address of a page about this code, relative to the address of the service.")]
    title: Annotated[str, described("A summary that all problems with this code share.")]
    status: Annotated[int, described("The HTTP status of the response.")]
    detail: Annotated[str, described("What is wrong and what was expected, in one sentence of plain English.")]
    code: Annotated[str, described("The stable code.", choices=CODES)]
    path: Annotated[
        tuple[str, ...] | UnsetType, described("The path to the faulty part of the request, outermost first.")
    ] = UNSET
    retry_after_millis: Annotated[int | UnsetType, described("The milliseconds after which a retry may succeed.")] = (
        UNSET
    )


class IllegalMoveDetails(ProblemDetails, frozen=True, kw_only=True):
    """The rules do not allow the move."""

    rule: problem_view.ForbiddingRule
    legal_moves: problem_view.OtherMoves
    template: Template
    arguments: Arguments


class StaleVersionDetails(ProblemDetails, frozen=True, kw_only=True):
    """The session is not at the expected version: it has advanced, or the store has lost that version."""

    current_version: problem_view.CurrentVersion
    session: problem_view.CurrentSession


# The expected failures of a request; any other exception is a bug.
Failure = BadCredentials | RefusedRequest | Problem | DataCorrupted | StoreUnavailable
FAILURES = (BadCredentials, RefusedRequest, Problem, DataCorrupted, StoreUnavailable)


def answer_failure(failure: Failure, token: str | None) -> Response:
    """Return the response to a failed request by the bearer of a token."""
    match failure:
        case BadCredentials():
            return answer_problem(make_refusal("UNAUTHORIZED", f"{failure}.", ("Authorization",)))
        case RefusedRequest():
            return answer_problem(make_refusal(failure.code, failure.message, failure.path), failure.headers)
        case DataCorrupted():
            return answer_problem(make_refusal(DATA_CORRUPTED, MESSAGE))
        case StoreUnavailable():
            log.warning("the store does not answer", reason=str(failure))
            return answer_problem(make_refusal("STORE_UNAVAILABLE", failure.told), {"Retry-After": "1"})
        case VersionConflict(expected=cursor) if cursor == NOWHERE:
            now = failure.session.version
            failure.message = f"The session is at version {now}; send {IF_MATCH} as the ETag came, without W/."
    return answer_problem(make_problem(failure, token))


def make_problem(problem: Problem, token: str | None) -> ProblemDetails:
    """Return problem details with only the facts that the bearer of a token may know."""
    shown = problem_view.project_problem(problem, token)
    common = _common(problem, shown.message)
    if isinstance(shown, problem_view.IllegalMove):
        return IllegalMoveDetails(
            **common, rule=shown.rule, legal_moves=shown.legal_moves, template=shown.template, arguments=shown.arguments
        )
    if isinstance(shown, problem_view.StaleVersion):
        return StaleVersionDetails(**common, current_version=shown.current_version, session=shown.session)
    return ProblemDetails(**common)


def _common(problem: Problem, message: str) -> dict[str, Any]:
    after = problem.retry_after
    return {
        "type": page_of(problem.code),
        "title": title_of(problem.kind.meaning),
        "status": problem.kind.status,
        "detail": message,
        "code": problem.code,
        "path": tuple(_HEADERS.get(part, part) for part in problem.path),
        "retry_after_millis": UNSET if after is None else after,
    }


def make_refusal(code: str, message: str, path: tuple[str, ...] = ()) -> ProblemDetails:
    """Return a refusal as problem details."""
    return ProblemDetails(
        type=page_of(code),
        title=title_of(MEANINGS[code]),
        status=STATUSES[code],
        detail=message,
        code=code,
        path=path or UNSET,
    )


def answer_problem(problem: ProblemDetails, headers: Mapping[str, str] | None = None) -> Response:
    """Return problem details as a response, with the headers that belong to their status."""
    own = dict(headers or {})
    if problem.retry_after_millis is not UNSET:
        own["Retry-After"] = str(math.ceil(problem.retry_after_millis / 1000))
    if problem.status == STATUSES["UNAUTHORIZED"]:
        own["WWW-Authenticate"] = "Bearer"
    if isinstance(problem, StaleVersionDetails):
        # A retry needs it in `If-Match`.
        session = problem.session
        own["ETag"] = tag_change(session, session.version, session.head, {})
        own["Cache-Control"] = "no-store"
    return Response(encode(problem), problem.status, own, PROBLEM_JSON)
