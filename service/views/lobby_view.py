"""Summaries of sessions: public lists, a player's own sessions, and batches; the presence of players."""

from typing import Annotated

import engine
from service.sessions.session import Session
from service.views.fields import SEATS, ContractStruct, Page, described, fill, open_choices, page_of, sized
from service.views.parts import project_result
from service.views.projection import ProjectedSession
from service.views.session_view import (
    EXPIRED,
    LARGEST_LIST,
    MOST_SEATS,
    SESSION_STATUS,
    UNREADABLE,
    Deadline,
    JoinLink,
    RematchId,
    Seat,
    SessionSettings,
    SetOption,
)
from service.views.table_view import Outcome, Result

MOST_SESSIONS = 500
# The maximum number of seats at all tables of a batch: the answer has the secrets of every seat.
MOST_BATCH_SEATS = 5000
LARGEST_RESULTS = 100


class SessionSummary(ContractStruct, frozen=True):
    """The summary of a session, without its table. It is the same for every viewer."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at this table.")]
    settings: Annotated[SessionSettings, described("The settings of the session.")]
    status: Annotated[str, described("The stage of the session.", choices=SESSION_STATUS)]
    version: Annotated[int, described("The number of committed changes. The first change created the session.")]
    seats: Annotated[tuple[Seat, ...], described("The seats, in order of play.")]
    created_at: Annotated[str, described("The time when the session was created.", scalar="DateTime")]
    expires_at: Annotated[
        str, described("The time when the session expires, unless it is changed before.", scalar="DateTime")
    ]
    deadline: Deadline
    rematch_id: RematchId


@page_of(SessionSummary, "session", LARGEST_LIST)
class SessionSummaryConnection(Page, frozen=True):
    """A page of summaries of sessions, the newest first."""


MY_SESSION_PROBLEM = open_choices(
    "MySessionProblem",
    "The reason why a session cannot be shown.",
    "problem",
    UNAUTHORIZED="The token belongs neither to a seat of the session nor to its host.",
    NOT_FOUND=EXPIRED,
    **UNREADABLE,
)


@sized(MOST_SEATS)
class MySession(ContractStruct, frozen=True):
    """A session in which the token has a seat, or which it hosts."""

    session_id: Annotated[str, described("The session's id, as it was sent.", scalar="ID")]
    problem: Annotated[
        str | None,
        described("The reason why the session cannot be shown; null if it is shown.", choices=MY_SESSION_PROBLEM),
    ]
    session: Annotated[SessionSummary | None, described("The summary of the session; null if there is a problem.")]
    seat: Annotated[int | None, described("The seat of the token; null for a host without a seat.")]
    is_host: Annotated[bool, described("Whether the token has the host's rights.")]
    is_my_turn: Annotated[
        bool, described("Whether the seat is openly asked now. A seat that is not asked may have moves out of turn.")
    ]


# Nobody sits at a hundred of the largest tables.
@sized(paths={"sessions>MySession.session>SessionSummary.seats": SEATS / 3})
class MySessions(ContractStruct, frozen=True):
    """The sessions of the given tokens."""

    sessions: Annotated[tuple[MySession, ...], described("The sessions in the order in which they were sent.")]


@sized(SEATS)
class SeatPresence(ContractStruct, frozen=True):
    """The presence of the holder of a seat."""

    seat: Annotated[int, described("The seat.")]
    connected: Annotated[
        bool | None,
        described(
            "Whether the holder follows the session by a stream, or closed the last stream only seconds ago. Without a "
            "stream: whether the holder has polled, read or changed the session in the last 25 seconds. Null if the "
            "seat has no holder, or if a bot or the default policy plays it."
        ),
    ]
    last_seen: Annotated[
        str | None,
        described(
            "The time when the holder was last seen, to about 10 seconds; null if never, or more than a day ago.",
            scalar="DateTime",
        ),
    ]


class Presence(ContractStruct, frozen=True):
    """The presence of the players of a session, as far as the store knows."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    seats: Annotated[tuple[SeatPresence, ...], described("The seats, in order of play.")]
    waiting: Annotated[
        bool,
        described(
            "Whether a table at which only bots play waits: its next move is overdue by 5 seconds. Tables with people "
            "come first, and few others are played at once."
        ),
    ]


# ---- batches


@sized(MOST_SESSIONS)
class BatchSession(ContractStruct, frozen=True):
    """A session of a batch, with its secrets."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    tag: Annotated[str | None, described("The tag that the request gave the session.")]
    host_token: Annotated[str, described("The token of the session's host, a secret that is returned only here.")]
    join_links: Annotated[tuple[JoinLink, ...], described("A join code for each seat, returned only here.")]


@sized(paths={"sessions>BatchSession.joinLinks": MOST_BATCH_SEATS / MOST_SESSIONS})
class SessionsCreated(ContractStruct, frozen=True):
    """Every session of the batch was created."""

    batch_id: Annotated[str, described("The batch's id. Anybody who has it can read the results.", scalar="ID")]
    sessions: Annotated[tuple[BatchSession, ...], described("The sessions, in the order in which they were sent.")]


BATCH_RESULT_PROBLEM = open_choices(
    "BatchResultProblem",
    "The reason why a session of a batch cannot be shown.",
    "problem",
    NOT_FOUND="The session has expired without a result, or was never created.",
    **UNREADABLE,
)


class BatchResult(ContractStruct, frozen=True):
    """The state of a session of a batch."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    tag: Annotated[str | None, described("The tag that the request gave the session.")]
    status: Annotated[
        str | None, described("The stage of the session; null if there is a problem.", choices=SESSION_STATUS)
    ]
    version: Annotated[int | None, described("The number of committed changes; null if there is a problem.")]
    result: Annotated[Result | None, described("The result of the table; null before its end, or if it has none.")]
    outcome: Annotated[
        Outcome | None,
        described("How the session ended for its players; null before the end, and if it was abandoned."),
    ]
    problem: Annotated[
        str | None,
        described("The reason why the session cannot be shown; null if it is shown.", choices=BATCH_RESULT_PROBLEM),
    ]


# Not every table of a batch is one of the largest.
_SEATS_OF_A_RESULT = {
    **{f"BatchResult.result>Result.{seats}": SEATS / 3 for seats in ("ranking", "scores", "winners")},
    **{f"BatchResult.outcome>Outcome.{seats}": SEATS / 3 for seats in ("ranking", "winners", "resigned")},
}


@page_of(BatchResult, "result", LARGEST_RESULTS, place="session", paths=_SEATS_OF_A_RESULT)
class BatchResultConnection(Page, frozen=True):
    """A page of the results of a batch, in the order of its sessions."""


def project_batch_result(session: Session, tag: str | None) -> BatchResult:
    """Return the status and the result of a session of a batch."""
    result = None if session.state is None else project_result(engine.result(session.state))
    outcome = ProjectedSession(session, None).outcome
    return fill(BatchResult, session, session_id=session.id, tag=tag, result=result, outcome=outcome, problem=None)


def refuse_batch_result(session_id: str, tag: str | None, problem: str) -> BatchResult:
    """Return a session of a batch that cannot be read, with the code of its problem."""
    unknown = dict.fromkeys(("status", "version", "result", "outcome"))
    return BatchResult(session_id=session_id, tag=tag, problem=problem, **unknown)


# ---- projections


def project_summary(session: Session) -> SessionSummary:
    """Return the summary of a session."""
    return fill(SessionSummary, ProjectedSession(session, None), session_id=session.id)
