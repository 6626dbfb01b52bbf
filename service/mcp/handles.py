"""Seat handles: one opaque string in which an agent keeps its seat.

A handle authorizes like the token in it, so it is secret, and never logged or quoted.
"""

import re

import msgspec

from service.sessions.problems import Problem
from service.sessions.tokens import read_token

UNAUTHORIZED = "UNAUTHORIZED"

_FORM = re.compile(r"(?P<session_id>[A-Za-z0-9_-]{1,64})\.(?P<token>[A-Za-z0-9_~+/=-]{1,200})")


class Handle(msgspec.Struct, frozen=True):
    """A seat: the id of its session, and its token."""

    session_id: str
    token: str

    def __repr__(self) -> str:
        return "Handle(***)"


def make_handle(session_id: str, token: str) -> str:
    """Return the handle of a seat."""
    return f"{session_id}.{token}"


def read_handle(text: str) -> Handle:
    """Return the seat of a handle. Raises `Problem` for a text that cannot be a handle."""
    match = _FORM.fullmatch(text.strip())
    if match is None or read_token(match["token"]) is None:
        raise no_seat("This is not a seat handle.")
    return Handle(match["session_id"], match["token"])


def no_seat(message: str = "This handle holds no seat of the table.") -> Problem:
    """Return the problem of a handle that holds no seat."""
    return Problem(UNAUTHORIZED, message, ("seat",))
