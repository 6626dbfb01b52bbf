"""Failures: the tables of their codes, and the exceptions that carry them from the use cases to the APIs.

A problem is data for the client, never a bug: GraphQL turns it into a member of a result union, by its `member` column,
REST into problem details with the HTTP status of its `status` column.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

UnionMember = Literal["InvalidInput", "IllegalMove", "StaleVersion", "NotAllowed"]


class ProblemKind(msgspec.Struct, frozen=True):
    """A row of the table of problems: a code, the GraphQL type and the HTTP status that carry it, and its meaning."""

    code: str
    member: UnionMember
    status: int
    meaning: str


_KINDS: Sequence[tuple[str, UnionMember, int, str]] = (
    ("INVALID_INPUT", "InvalidInput", 422, "A part of the input is missing, unknown, or not as it must be."),
    ("UNKNOWN_GAME", "InvalidInput", 422, "No game has this id."),
    ("INVALID_OPTION", "InvalidInput", 422, "An option is unknown, given twice, or has a value that it does not take."),
    ("INVALID_STATE", "InvalidInput", 422, "This is not a serialized state that a table of these rules can reach."),
    ("STATE_REWOUND", "InvalidInput", 409, "A sealed table has moved on since this state."),
    ("BAD_NOTATION", "IllegalMove", 422, "The text is not a move of this game."),
    ("ILLEGAL_MOVE", "IllegalMove", 409, "The rules do not allow the move now."),
    ("NOT_YOUR_TURN", "IllegalMove", 409, "Another seat is asked now."),
    ("TABLE_OVER", "IllegalMove", 409, "The table has its result; nobody moves any more."),
    ("STALE_VERSION", "StaleVersion", 412, "The session is not at the expected version."),
    ("ROLLED_BACK", "StaleVersion", 412, "The store has lost the version that the caller knows."),
    ("KEY_REUSED", "NotAllowed", 422, "The idempotency key was used for something else."),
    ("NOT_FOUND", "NotAllowed", 404, "There is no such thing, or it has expired."),
    ("UNAUTHORIZED", "NotAllowed", 401, "The bearer token or code that this needs is missing, malformed or wrong."),
    ("SEAT_TAKEN", "NotAllowed", 409, "The seat, or every place, is taken."),
    ("NOT_STARTED", "NotAllowed", 409, "The session or tournament is not running."),
    ("ALREADY_STARTED", "NotAllowed", 409, "The session, tournament or round has begun already."),
    ("SESSION_OVER", "NotAllowed", 409, "The session or tournament is over."),
    ("NOT_OVER", "NotAllowed", 409, "The session, tournament, round or deal is not over yet."),
    ("RESIGNED", "NotAllowed", 409, "The seat has given up, or the entrant has withdrawn."),
    ("UNDO_REFUSED", "NotAllowed", 409, "No move is taken back now."),
    ("NO_DEADLINE", "NotAllowed", 409, "The seats that are asked have all the time they want."),
    ("TOO_EARLY", "NotAllowed", 409, "Not yet; `retryAfterMillis` says when."),
    ("RULES_CHANGED", "NotAllowed", 409, "The table was dealt under another version of the rules."),
    ("NEWER_RELEASE", "NotAllowed", 409, "A newer release of the service has written this."),
    ("HINTS_OFF", "NotAllowed", 409, "The session was opened without hints."),
    ("BUSY", "NotAllowed", 503, "Too many want something at the same time; send it again."),
)

PROBLEMS: Mapping[str, ProblemKind] = {row[0]: ProblemKind(*row) for row in _KINDS}


class RefusalKind(msgspec.Struct, frozen=True):
    """A row of the table of refusals: the code of a request that reaches no use case, its HTTP status and meaning."""

    code: str
    status: int
    meaning: str


_REFUSALS = (
    ("BAD_REQUEST", 400, "This is not a request that can be executed."),
    ("APP_KEY_REQUIRED", 401, "The service wants the key of an app, and this request has none that it knows."),
    ("METHOD_NOT_ALLOWED", 405, "The address does not take this method."),
    ("NOT_ACCEPTABLE", 406, "The client accepts no form in which the answer is given."),
    ("REQUEST_TIMEOUT", 408, "The request did not arrive in time."),
    ("CONTENT_TOO_LARGE", 413, "The body is larger than the service takes."),
    ("URI_TOO_LONG", 414, "The address is longer than the service takes."),
    ("UNSUPPORTED_MEDIA_TYPE", 415, "The body is missing, or not in a form that the service reads."),
    ("PRECONDITION_REQUIRED", 428, "A change at the table needs `If-Match`."),
    ("RATE_LIMITED", 429, "The caller has spent what it may spend now; `Retry-After` says for how long."),
    ("TOO_MANY_STREAMS", 429, "The caller has as many streams and WebSockets open as it may."),
    ("HEAD_TOO_LARGE", 431, "The headers are larger, or more, than the service takes."),
    ("INTERNAL", 500, "A bug. It has been logged."),
    ("NOT_IMPLEMENTED", 501, "The body is in a transfer coding that the service does not read."),
    ("HTTP_VERSION_NOT_SUPPORTED", 505, "The request is in a version of HTTP that the service does not speak."),
    ("DATA_CORRUPTED", 500, "What the store holds here is corrupted, so it is not served."),
    ("TOO_MANY_CONNECTIONS", 503, "The service has as many connections open as it may."),
    ("SHUTTING_DOWN", 503, "The service ends: what became of a change is unknown."),
    ("STORE_UNAVAILABLE", 503, "The store does not answer: what became of a change is unknown."),
)

REFUSALS: Mapping[str, RefusalKind] = {row[0]: RefusalKind(*row) for row in _REFUSALS}

_DOCUMENT_REFUSALS = (
    ("PERSISTED_QUERY_NOT_FOUND", 200, "No document of this hash is known here: send it along."),
    ("DOCUMENT_NOT_TRUSTED", 200, "The service executes only the documents of its list."),
)

# The refusals of GraphQL alone; the status is that of a response as `application/json`.
DOCUMENT_REFUSALS: Mapping[str, RefusalKind] = {row[0]: RefusalKind(*row) for row in _DOCUMENT_REFUSALS}


def page_of(code: str) -> str:
    """Return the address of the page about a code, relative to the service's own."""
    return f"/problems/{code}"


def title_of(meaning: str) -> str:
    """Return the meaning of a code as a title: without the full stop."""
    return meaning.removesuffix(".")


class Problem(Exception):
    """An expected failure: a code of the table, one sentence, and the path of the input that it is about.

    `retry_after` is the number of milliseconds before a retry, if that is known.
    """

    def __init__(self, code: str, message: str, path: tuple[str, ...] = (), *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.kind = PROBLEMS[code]
        self.message = message
        self.path = path
        self.retry_after = retry_after

    @property
    def code(self) -> str:
        """Return the stable code."""
        return self.kind.code


def deal_is_closed() -> Problem:
    """Return the problem of a caller without a seat at a table whose deal is still played at others."""
    message = "The deal of this session is being played at other tables: only its seats may see it until it is opened."
    return Problem("UNAUTHORIZED", message, ("sessionId",))


def deal_is_played() -> Problem:
    """Return the problem of whoever wants to see all of a finished table whose deal is still played at others."""
    return Problem("NOT_OVER", "The deal is still being played at other tables.", ("sessionId",))


_UNKNOWN = "There is no such session, or it has expired."


def session_not_found(message: str = _UNKNOWN) -> Problem:
    """Return the problem of a session that does not exist."""
    return Problem("NOT_FOUND", message, ("sessionId",))


DATA_CORRUPTED = "DATA_CORRUPTED"
MESSAGE = "What the store holds here is corrupted, so it is not served. It has been logged; sending it again is no use."
