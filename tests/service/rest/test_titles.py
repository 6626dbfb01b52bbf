"""The titles of problems: each covers all details with its code."""

from tests.support.rest_client import Table, check_problem
from tools.services import Service


def test_a_title_agrees_with_every_detail(one_service: Service) -> None:
    open_table = Table(one_service)
    live = Table(one_service).fill()
    full = {"seat": 0}
    told = [
        check_problem(answer, status, code)
        for answer, status, code in [
            (live.seats[0].post(f"{live.path}/undo", If_Match="*"), 409, "UNDO_REFUSED"),
            (live.seats[0].post(f"{live.path}/take-back", If_Match="*"), 409, "UNDO_REFUSED"),
            (live.seats[0].post(f"{live.path}/take-back/answer", {"agree": True}, If_Match="*"), 409, "UNDO_REFUSED"),
            (open_table.host.post(f"{open_table.path}/start"), 409, "NOT_STARTED"),
            (live.host.post(f"{live.path}/start"), 409, "ALREADY_STARTED"),
            (live.spectator.post(f"{live.path}/seats", full), 409, "SEAT_TAKEN"),
            (live.spectator.post(f"{live.path}/seats", {"code": "x"}), 401, "UNAUTHORIZED"),
            (live.host.post(f"{live.path}/rematch"), 409, "NOT_OVER"),
            (live.seats[0].post(f"{live.path}/moves", {"move": "x"}, If_Match='"1"'), 412, "STALE_VERSION"),
        ]
    ]
    assert [(one["title"], one["detail"]) for one in told] == [
        ("The move cannot be taken back now", "There is no move to take back."),
        ("The move cannot be taken back now", "This session was opened without take-backs."),
        ("The move cannot be taken back now", "No request to take back a move awaits this seat's answer."),
        ("The session or tournament is not running", "Nobody has taken a seat yet."),
        ("The session, tournament or round has already started", "The cards have already been dealt."),
        ("The seat is taken, or the table or tournament is full", "Seat 0 is taken."),
        (
            "The required bearer token or code is missing, malformed or wrong",
            "The code is not a join code of this session.",
        ),
        ("The session, tournament, round or deal is not over yet", "The session is not over yet."),
        ("The session is not at the expected version", "The session is at version 3, not 1."),
    ]
