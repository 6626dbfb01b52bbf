"""Expected failures: the tables of their codes, and the exceptions that carry them from the use cases to the APIs.

A problem is data for the client, never a bug. GraphQL returns it as the result union's member in the `member` column,
REST as problem details with the HTTP status in the `status` column.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

UnionMember = Literal["InvalidInput", "IllegalMove", "StaleVersion", "NotAllowed"]


class ProblemKind(msgspec.Struct, frozen=True):
    """A row of the table of problems: a code, its GraphQL type, its HTTP status, and its meaning."""

    code: str
    member: UnionMember
    status: int
    meaning: str


_KINDS: Sequence[tuple[str, UnionMember, int, str]] = (
    ("INVALID_INPUT", "InvalidInput", 422, "Part of the input is missing, unknown or invalid."),
    ("UNKNOWN_GAME", "InvalidInput", 422, "No game has this id."),
    ("INVALID_OPTION", "InvalidInput", 422, "An option is unknown, repeated, or has an invalid value."),
    (
        "INVALID_STATE",
        "InvalidInput",
        422,
        "The text is not a serialized state that a table can reach under these rules.",
    ),
    ("STATE_REWOUND", "InvalidInput", 409, "The sealed table has moved past this state."),
    ("BAD_NOTATION", "IllegalMove", 422, "The text is not a move of this game."),
    ("ILLEGAL_MOVE", "IllegalMove", 409, "The rules do not allow the move now."),
    ("NOT_YOUR_TURN", "IllegalMove", 409, "It is another seat's turn."),
    ("TABLE_OVER", "IllegalMove", 409, "The table is over: no further moves are accepted."),
    ("STALE_VERSION", "StaleVersion", 412, "The session is not at the expected version."),
    ("ROLLED_BACK", "StaleVersion", 412, "The store has lost the version that the caller knows."),
    ("KEY_REUSED", "NotAllowed", 422, "The idempotency key was already used for a different request."),
    ("NOT_FOUND", "NotAllowed", 404, "The requested object does not exist, or it has expired."),
    ("UNAUTHORIZED", "NotAllowed", 401, "The required bearer token or code is missing, malformed or wrong."),
    ("SEAT_TAKEN", "NotAllowed", 409, "The seat is taken, or the table or tournament is full."),
    ("NOT_STARTED", "NotAllowed", 409, "The session or tournament is not running."),
    ("ALREADY_STARTED", "NotAllowed", 409, "The session, tournament or round has already started."),
    ("SESSION_OVER", "NotAllowed", 409, "The session or tournament is over."),
    ("NOT_OVER", "NotAllowed", 409, "The session, tournament, round or deal is not over yet."),
    ("RESIGNED", "NotAllowed", 409, "The seat has resigned, or the entrant has withdrawn."),
    ("UNDO_REFUSED", "NotAllowed", 409, "The move cannot be taken back now."),
    ("NO_DEADLINE", "NotAllowed", 409, "The seats to move have no time limit."),
    ("TOO_EARLY", "NotAllowed", 409, "The request came too early: retry after `retryAfterMillis`."),
    ("RULES_CHANGED", "NotAllowed", 409, "The table was dealt under another version of the rules."),
    ("NEWER_RELEASE", "NotAllowed", 409, "A newer release of the service wrote this document."),
    ("HINTS_OFF", "NotAllowed", 409, "The session was opened without hints."),
    ("EMOTES_OFF", "NotAllowed", 409, "The session was opened without emotes."),
    ("WEBHOOKS_OFF", "NotAllowed", 409, "The service sends no webhooks."),
    ("TOO_MANY_WEBHOOKS", "NotAllowed", 409, "There are as many webhooks as there may be."),
    ("PUSH_OFF", "NotAllowed", 409, "The service sends no push messages."),
    ("BUSY", "NotAllowed", 503, "Too many requests are waiting: send this one again."),
)

PROBLEMS: Mapping[str, ProblemKind] = {row[0]: ProblemKind(*row) for row in _KINDS}


class RefusalKind(msgspec.Struct, frozen=True):
    """A row of the table of refusals of requests that reach no use case: a code, its HTTP status, and its meaning."""

    code: str
    status: int
    meaning: str


_REFUSALS = (
    ("BAD_REQUEST", 400, "The request cannot be read or executed."),
    ("APP_KEY_REQUIRED", 401, "The service requires an app key, and the request has none or an unknown one."),
    ("METHOD_NOT_ALLOWED", 405, "The address does not support this method."),
    ("NOT_ACCEPTABLE", 406, "The client accepts none of the formats in which the answer is available."),
    ("REQUEST_TIMEOUT", 408, "The request did not arrive in time."),
    ("CONTENT_TOO_LARGE", 413, "The body exceeds the size limit of the service."),
    ("URI_TOO_LONG", 414, "The address exceeds the length limit of the service."),
    ("UNSUPPORTED_MEDIA_TYPE", 415, "The body is missing, or in a format that the service does not read."),
    ("PRECONDITION_REQUIRED", 428, "A change at the table requires `If-Match`."),
    ("RATE_LIMITED", 429, "The caller has exceeded its rate limit: retry after the time in `Retry-After`."),
    ("TOO_MANY_STREAMS", 429, "The caller has reached its limit of open streams and WebSockets."),
    ("HEAD_TOO_LARGE", 431, "The headers exceed the limit of the service on their size or number."),
    ("INTERNAL", 500, "An internal error occurred and was logged."),
    ("NOT_IMPLEMENTED", 501, "The body uses a transfer coding that the service does not support."),
    ("HTTP_VERSION_NOT_SUPPORTED", 505, "The request uses a version of HTTP that the service does not support."),
    ("DATA_CORRUPTED", 500, "The stored data is corrupted, so the service does not return it."),
    ("TOO_MANY_CONNECTIONS", 503, "The service has reached its limit of open connections."),
    ("SHUTTING_DOWN", 503, "The service is shutting down: the outcome of a change is unknown."),
    ("STORE_UNAVAILABLE", 503, "The store does not answer: the outcome of a change is unknown."),
)

REFUSALS: Mapping[str, RefusalKind] = {row[0]: RefusalKind(*row) for row in _REFUSALS}

_DOCUMENT_REFUSALS = (
    ("PERSISTED_QUERY_NOT_FOUND", 200, "The service knows no document with this hash: send the document with it."),
    ("DOCUMENT_NOT_TRUSTED", 200, "The service executes only the documents on its list."),
)

# The refusals of GraphQL only; the status applies to responses of the type `application/json`.
DOCUMENT_REFUSALS: Mapping[str, RefusalKind] = {row[0]: RefusalKind(*row) for row in _DOCUMENT_REFUSALS}


def page_of(code: str) -> str:
    """Return the address of a code's page, relative to the address of the service."""
    return f"/problems/{code}"


def title_of(meaning: str) -> str:
    """Return the meaning of a code as a title, without the full stop."""
    return meaning.removesuffix(".")


class Problem(Exception):
    """An expected failure: a code of the table, one sentence, and the path of the input that caused it.

    `retry_after` is the number of milliseconds to wait before a retry, if known.
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
    """Return the problem for a caller without a seat at a table whose deal is still in play at other tables."""
    message = "Other tables are playing the deal of this session: only its seats may see it until the deal is opened."
    return Problem("UNAUTHORIZED", message, ("sessionId",))


def deal_is_played() -> Problem:
    """Return the problem for a request of a finished table's record while other tables play its deal."""
    return Problem("NOT_OVER", "The deal is still being played at other tables.", ("sessionId",))


_UNKNOWN = "There is no such session, or it has expired."


def session_not_found(message: str = _UNKNOWN) -> Problem:
    """Return the problem for a session that does not exist."""
    return Problem("NOT_FOUND", message, ("sessionId",))


DATA_CORRUPTED = "DATA_CORRUPTED"
MESSAGE = (
    "The stored data is corrupted, so the service does not return it. "
    "The error has been logged; retrying does not help."
)
