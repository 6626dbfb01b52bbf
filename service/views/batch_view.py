"""Batches: what is told of their sessions when they are opened, and their results."""

from typing import Annotated

import engine
from service.sessions.session import Session
from service.views.fields import ContractStruct, described, open_choices
from service.views.projection import project_result
from service.views.session_view import SESSION_STATUS, JoinLink, PageInfo
from service.views.table_view import Result


class BatchSession(ContractStruct, frozen=True):
    """A session of a batch, with its secrets."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    tag: Annotated[str | None, described("The tag that it was given.")]
    host_token: Annotated[str, described("The secret of the session's host, shown only here.")]
    join_links: Annotated[tuple[JoinLink, ...], described("A join code for each seat, shown only here.")]


class SessionsCreated(ContractStruct, frozen=True):
    """Every session of the batch was created."""

    batch_id: Annotated[str, described("The batch's id: whoever has it can read the results.", scalar="ID")]
    sessions: Annotated[tuple[BatchSession, ...], described("The sessions, in the order in which they were sent.")]


BATCH_RESULT_PROBLEM = open_choices(
    "BatchResultProblem",
    "Why nothing is told of a session of a batch.",
    "problem",
    NOT_FOUND="The session has expired without a result, or was never created.",
    RULES_CHANGED="The table was dealt under another version of the rules.",
    DATA_CORRUPTED="What the store holds of the session is corrupted, so it is not served.",
)


class BatchResult(ContractStruct, frozen=True):
    """How a session of a batch stands."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    tag: Annotated[str | None, described("The tag that it was given.")]
    status: Annotated[
        str | None, described("The stage of the session; null if there is a problem.", choices=SESSION_STATUS)
    ]
    version: Annotated[int | None, described("The number of committed changes; null if there is a problem.")]
    result: Annotated[Result | None, described("The result of the table; null before its end, or without one.")]
    problem: Annotated[
        str | None, described("Why nothing is told of the session; null: all is told.", choices=BATCH_RESULT_PROBLEM)
    ]


class BatchResultEdge(ContractStruct, frozen=True):
    """A result in a page, with its cursor."""

    cursor: Annotated[str, described("Pass it as `after` to continue after this session.")]
    node: Annotated[BatchResult, described("The result.")]


class BatchResultConnection(ContractStruct, frozen=True):
    """A page of the results of a batch, in the order of its sessions."""

    edges: Annotated[tuple[BatchResultEdge, ...], described("The results with their cursors.")]
    nodes: Annotated[tuple[BatchResult, ...], described("The results.")]
    page_info: Annotated[PageInfo, described("The bounds of the page.")]


def project_batch_result(session: Session, tag: str | None) -> BatchResult:
    """Return how a session stands."""
    result = None if session.state is None else engine.result(session.state)
    return BatchResult(
        session_id=session.id,
        tag=tag,
        status=session.status,
        version=session.version,
        result=project_result(result),
        problem=None,
    )


def refuse_batch_result(session_id: str, tag: str | None, problem: str) -> BatchResult:
    """Return why a session's result is withheld."""
    return BatchResult(session_id=session_id, tag=tag, status=None, version=None, result=None, problem=problem)
