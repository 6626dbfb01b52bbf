"""Sessions in short, for those who look for a table: to watch, or one of their own."""

from typing import Annotated

from service.sessions.session import Session
from service.views.fields import ContractStruct, described, open_choices
from service.views.projection import project_session
from service.views.session_view import SESSION_STATUS, Deadline, PageInfo, RematchId, Seat, SessionSettings, SetOption


class SessionSummary(ContractStruct, frozen=True):
    """A session in short: the same for every viewer, and without its table."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at this table.")]
    settings: Annotated[SessionSettings, described("The settings of the session.")]
    status: Annotated[str, described("The stage of the session.", choices=SESSION_STATUS)]
    version: Annotated[int, described("The number of committed changes; the first one created the session.")]
    seats: Annotated[tuple[Seat, ...], described("The seats, in order of play.")]
    created_at: Annotated[str, described("When the session was created.", scalar="DateTime")]
    expires_at: Annotated[str, described("When the session expires unless it is changed before.", scalar="DateTime")]
    deadline: Deadline
    rematch_id: RematchId


class SessionSummaryEdge(ContractStruct, frozen=True):
    """A session in a page, with its cursor."""

    cursor: Annotated[str, described("Pass it as `after` to continue after this session.")]
    node: Annotated[SessionSummary, described("The session.")]


class SessionSummaryConnection(ContractStruct, frozen=True):
    """A page of sessions in short, the newest first."""

    edges: Annotated[tuple[SessionSummaryEdge, ...], described("The sessions with their cursors.")]
    nodes: Annotated[tuple[SessionSummary, ...], described("The sessions.")]
    page_info: Annotated[PageInfo, described("The bounds of the page.")]


MY_SESSION_PROBLEM = open_choices(
    "MySessionProblem",
    "Why nothing is told of a session.",
    "problem",
    UNAUTHORIZED="The token is of no seat of the session, nor its host's.",
    NOT_FOUND="There is no such session, or it has expired.",
    RULES_CHANGED="The table was dealt under another version of the rules.",
    DATA_CORRUPTED="What the store holds of the session is corrupted, so it is not served.",
)


class MySession(ContractStruct, frozen=True):
    """A session in which somebody has a seat, or which somebody hosts."""

    session_id: Annotated[str, described("The session's id, as it was sent.", scalar="ID")]
    problem: Annotated[
        str | None, described("Why nothing is told of the session; null: all is told.", choices=MY_SESSION_PROBLEM)
    ]
    session: Annotated[SessionSummary | None, described("The session; null if there is a problem.")]
    seat: Annotated[int | None, described("The seat of the token; null for a host without a seat.")]
    is_host: Annotated[bool, described("Whether the token has the host's rights.")]
    is_my_turn: Annotated[
        bool, described("Whether the seat is openly asked now; out of turn it may have moves all the same.")
    ]


class MySessions(ContractStruct, frozen=True):
    """One's sessions."""

    sessions: Annotated[tuple[MySession, ...], described("The sessions in the order in which they were sent.")]


class SeatPresence(ContractStruct, frozen=True):
    """Whether the holder of a seat is there."""

    seat: Annotated[int, described("The seat.")]
    connected: Annotated[
        bool | None,
        described(
            "Whether its holder has followed, polled or read the session in the last 25 seconds; null for a seat that "
            "nobody holds, or that a bot or the default policy plays."
        ),
    ]
    last_seen: Annotated[
        str | None,
        described(
            "When its holder was last seen, to about 10 seconds; null: never, or longer ago than a day.",
            scalar="DateTime",
        ),
    ]


class Presence(ContractStruct, frozen=True):
    """Who is there, as far as the store knows."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    seats: Annotated[tuple[SeatPresence, ...], described("The seats, in order of play.")]
    waiting: Annotated[
        bool,
        described(
            "Whether a table of bots alone waits: their move is overdue by 5 seconds, since tables with people come "
            "first, and few others are played at once."
        ),
    ]


def project_summary(session: Session) -> SessionSummary:
    """Return a session in short."""
    shown = project_session(session, None)
    return SessionSummary(
        session_id=shown.id,
        game=shown.game,
        options=shown.options,
        settings=shown.settings,
        status=shown.status,
        version=shown.version,
        seats=shown.seats,
        created_at=shown.created_at,
        expires_at=shown.expires_at,
        deadline=shown.deadline,
        rematch_id=shown.rematch_id,
    )
