"""The use case of a player with several tables: how they stand, and where it is the player's turn."""

import asyncio

from service.sessions.problems import Problem
from service.sessions.session import Session, asked_seats
from service.sessions.tokens import read_token
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import read_or_tell
from service.use_cases.inputs import MOST_SEATS, SeatTokenInput, SeatTokensInput
from service.use_cases.operation import cost_of_seats, operation
from service.views.lobby_view import MySession, MySessions, project_summary


@operation("query", result="MySessionsResult", cost=cost_of_seats)
async def my_sessions(context: RequestContext, input: SeatTokensInput) -> MySessions:
    """Tell of several sessions, by one's tokens there, where it is one's turn.

    Nothing is changed. Send it by POST: tokens do not belong into an address. The bearer token does not matter; five
    seats are charged like a request.
    """
    if not 1 <= len(input.seats) <= MOST_SEATS:
        raise Problem("INVALID_INPUT", f"This takes 1 to {MOST_SEATS} seats.", ("seats",))
    ids = tuple(dict.fromkeys(seat.session_id for seat in input.seats))
    found = await asyncio.gather(*(read_or_tell(context.sessions, session_id) for session_id in ids))
    known = dict(zip(ids, found, strict=True))
    return MySessions(sessions=tuple(_project(seat, known[seat.session_id]) for seat in input.seats))


def _project(sent: SeatTokenInput, known: Session | str) -> MySession:
    if isinstance(known, str):
        return _refuse(sent, known)
    token = read_token(sent.seat_token)
    if not known.is_member(token) or known.is_closed_to(token):
        return _refuse(sent, "UNAUTHORIZED")
    seat = known.seat_of(token)
    return MySession(
        session_id=sent.session_id,
        problem=None,
        session=project_summary(known),
        seat=seat,
        is_host=known.is_host(token),
        is_my_turn=seat is not None and seat in asked_seats(known) and known.seats[seat].kind == "HUMAN",
    )


def _refuse(sent: SeatTokenInput, code: str) -> MySession:
    return MySession(session_id=sent.session_id, problem=code, session=None, seat=None, is_host=False, is_my_turn=False)
