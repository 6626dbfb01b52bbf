"""Expected failures: one table of their codes, and the exceptions that carry them from the use cases to a translation.

A problem is data for the client, never a bug: GraphQL turns it into a member of a result union, by its `member` column.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

Member = Literal["InvalidInput", "IllegalMove", "StaleVersion", "NotAllowed"]


class ProblemKind(msgspec.Struct, frozen=True):
    """One row of the table: the GraphQL type that carries the code, and what it means."""

    code: str
    member: Member
    meaning: str


_KINDS = (
    ProblemKind("INVALID_INPUT", "InvalidInput", "A part of the input is of the wrong kind or out of range."),
    ProblemKind("UNKNOWN_GAME", "InvalidInput", "No game has this id."),
    ProblemKind("INVALID_OPTION", "InvalidInput", "An option is unknown or has a value that it does not take."),
    ProblemKind("INVALID_STATE", "InvalidInput", "This is not a serialized state, or one that no table can reach."),
    ProblemKind("BAD_NOTATION", "IllegalMove", "The text is not a move of this game."),
    ProblemKind("ILLEGAL_MOVE", "IllegalMove", "The rules do not allow the move now."),
    ProblemKind("NOT_YOUR_TURN", "IllegalMove", "Another seat is asked now."),
    ProblemKind("TABLE_OVER", "IllegalMove", "The table has its result; nobody moves any more."),
    ProblemKind("STALE_VERSION", "StaleVersion", "The session has moved on since the expected version."),
    ProblemKind("KEY_REUSED", "NotAllowed", "The idempotency key was used for something else."),
    ProblemKind("NOT_FOUND", "NotAllowed", "There is no such session, or it has expired."),
    ProblemKind("UNAUTHORIZED", "NotAllowed", "The bearer token holds no seat of this session."),
    ProblemKind("SEAT_TAKEN", "NotAllowed", "The seat, or every seat, is taken."),
    ProblemKind("NOT_STARTED", "NotAllowed", "The session is not active yet: seats are open."),
    ProblemKind("BUSY", "NotAllowed", "Too many others changed the session at the same time; send it again."),
)

PROBLEMS: Mapping[str, ProblemKind] = {kind.code: kind for kind in _KINDS}


class Problem(Exception):
    """An expected failure: a code of the table, one sentence, and the part of the input that is meant."""

    def __init__(self, code: str, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = PROBLEMS[code]
        self.message = message
        self.path = path

    @property
    def code(self) -> str:
        """Return the stable code."""
        return self.kind.code
