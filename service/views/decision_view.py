"""The answer to a poll for decisions."""

from typing import Annotated

from service.views.fields import ContractStruct, described, open_choices
from service.views.session_view import Session

POLLED_SEAT_STATE = open_choices(
    "PolledSeatState",
    "What a poll has found out about a seat.",
    "state",
    DECIDING="The seat has something to decide since `after`: it is asked, or may move out of turn.",
    WAITING="The seat has nothing new to decide: poll on with its `cursor`.",
    OVER="The session is finished or abandoned.",
    UNAUTHORIZED="The token holds no seat of the session.",
    NOT_FOUND="There is no such session, or it has expired.",
    RULES_CHANGED="The table was dealt under another version of the rules.",
    DATA_CORRUPTED="What the store holds of the session is corrupted, so it is not served.",
)


class PolledSeat(ContractStruct, frozen=True):
    """A seat of a poll, and its session if there is news."""

    session_id: Annotated[str, described("The session's id, as it was sent.", scalar="ID")]
    state: Annotated[str, described("What the poll has found out.", choices=POLLED_SEAT_STATE)]
    cursor: Annotated[str | None, described("What the seat has been told of by now: the `after` of the next poll.")]
    session: Annotated[
        Session | None,
        described(
            "The session as the seat sees it, if the seat has something to decide, or the session is over, and `after` "
            "is not its cursor; else null."
        ),
    ]


class DecisionPoll(ContractStruct, frozen=True):
    """The seats of a poll."""

    seats: Annotated[tuple[PolledSeat, ...], described("The seats in the order in which they were sent.")]
