"""What a seat may do beside its moves, such as to claim a deadline or to answer a request to take back a move."""

from collections.abc import Iterator
from typing import Annotated

from service.http.error_responses import join_words
from service.mcp.inputs import Action
from service.views.fields import ContractStruct, described
from service.views.projection import ProjectedSession


class OfferedAction(ContractStruct, frozen=True):
    """An action that is allowed now."""

    action: Annotated[Action, described("The action, for the tool `act`.")]
    label: Annotated[str, described("What it does, in plain English.")]


def list_actions(session: ProjectedSession) -> tuple[OfferedAction, ...]:
    """Return the actions that a viewer with a seat may take now."""
    if session.viewer_seat is None:
        return ()
    return tuple(OfferedAction(action, label) for action, label in _find_actions(session, session.viewer_seat))


def _find_actions(session: ProjectedSession, seat: int) -> Iterator[tuple[Action, str]]:
    if session.status == "ACTIVE":
        yield from _find_claim(session, seat)
        if session.seats[seat].kind == "HUMAN":
            yield from _find_take_backs(session, seat)
    if session.is_host and session.status in ("OPEN", "ACTIVE"):
        yield from _find_seatings(session)
    if session.is_host and session.status == "OPEN":
        yield "start", "Deal the cards now; for a seat that is still open, its first legal move is always made."


def _find_claim(session: ProjectedSession, seat: int) -> Iterator[tuple[Action, str]]:
    asked = () if session.view is None else session.view.turn
    if session.deadline is None or seat in asked:
        return
    seats = join_words([f"seat {other}" for other in asked], "and")
    yield "claim_deadline", f"After {session.deadline}, have the first legal move made for {seats}."


def _find_take_backs(session: ProjectedSession, seat: int) -> Iterator[tuple[Action, str]]:
    asked = session.take_back
    if asked is not None and seat in asked.awaited:
        yield "agree_take_back", f"Let seat {asked.seat} take back its last move."
        yield "refuse_take_back", f"Do not let seat {asked.seat} take back its last move."
    if session.view is not None and session.view.undo.available:
        yield "undo", "Take back your last move, from which nobody has learned anything."
    elif session.may_ask_take_back:
        yield "ask_take_back", "Ask the others to let you take back your last move."


def _find_seatings(session: ProjectedSession) -> Iterator[tuple[Action, str]]:
    vacant = vacant_seats(session)
    if vacant:
        numbers = join_words(map(str, vacant), "or")
        yield "add_bot", f"Let a bot play a seat that nobody holds: send its number ({numbers}) as `place`."


def vacant_seats(session: ProjectedSession) -> tuple[int, ...]:
    """Return the seats that nobody holds and that are not played by anybody else."""
    return tuple(seat.index for seat in session.seats if not seat.taken and seat.kind == "HUMAN")
