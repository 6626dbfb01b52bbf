"""The sessions that the pages of problems refer to by name, made when a page names them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from service.views.webhook_view import MOST_OF_HOLDER
from tests.service.docs.pages import Known
from tests.support.graphql_client import APPLY, CREATE, JOIN, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, pairs
from tests.support.rest_client import Rest
from tools.services import Service

SEED = "0" * 64
NEW_SEALED = """
mutation New($input: NewTableInput!) {
  newTable(input: $input) {
    ... on Table { state grants { seat token } }
    ... on Problem { code }
  }
}
"""
MOVES = """
query Moves($state: StateToken!) { table(state: $state) { ... on Table { legalMoves(seat: 0) { notation } } } }
"""


def situation_of(page: Path, service: Service) -> Known:
    """Return the placeholders of a page's situation."""
    text = page.read_text(encoding="utf-8")
    known: Known = {}
    for name, make in _SITUATIONS.items():
        if name in text:
            known |= make(service)
    return known


def _active(service: Service) -> Known:
    """Return a session of Bazaar in which seat 0, Ada, is active.

    With its head, the one before, and one that no version has.
    """
    opened = _open(service, game="bazaar", seats=2, options=pairs({"firstSeat": "0"}), seed=SEED)
    session_id = opened["session"]["id"]
    ada = _sit_down(service, session_id)
    old_head = Client(service).read(session_id)["head"]
    bob = _sit_down(service, session_id)
    heads = {"HEAD": Client(service).read(session_id)["head"], "OLD_HEAD": old_head, "LOST_HEAD": "h" * 16}
    return {"SESSION": session_id, "HOST": opened["hostToken"], "ADA": ada, "BOB": bob, **heads}


def _of_three(service: Service) -> Known:
    """Return a session of Bazaar for three in which seat 0 is active."""
    opened = _open(service, game="bazaar", seats=3, options=pairs({"firstSeat": "0"}), seed=SEED)
    _, fay, _ = (_sit_down(service, opened["session"]["id"]) for _ in range(3))
    return {"TRIO": opened["session"]["id"], "FAY": fay}


def _waiting(service: Service) -> Known:
    """Return a session with an open seat."""
    opened = _open(service, game="zeven", seats=2)
    return {"OPEN": opened["session"]["id"], "CID": _sit_down(service, opened["session"]["id"])}


def _public(service: Service) -> Known:
    """Return a public session, with a seat taken."""
    opened = _open(service, game="zeven", seats=2, public=True)
    return {"PUBLIC": opened["session"]["id"], "DAN": _sit_down(service, opened["session"]["id"])}


def _over(service: Service) -> Known:
    """Return a session of ZLAM! that has its result."""
    opened = _open(service, game="zlam", seats=2, options=pairs({"firstSeat": "1", **ONLY_THREES}))
    session_id = opened["session"]["id"]
    ida, jon = (_sit_down(service, session_id) for _ in range(2))
    for token in (ida, jon, ida):
        document = "mutation M($input: ApplyMoveInput!) { applyMove(input: $input) { ... on MoveApplied { version } } }"
        Client(service, token).ask(document, input={"sessionId": session_id, "move": "place @1"})
    return {"OVER": session_id, "IDA": ida}


def _timed(service: Service) -> Known:
    """Return a session whose deadline is not over yet."""
    opened = _open(service, game="zeven", seats=2, moveSeconds=1000)
    for _ in range(2):
        _sit_down(service, opened["session"]["id"])
    return {"TIMED": opened["session"]["id"]}


def _sealed(service: Service) -> Known:
    """Return a sealed state from which a move was made, and another move."""
    wish = {"game": "zeven", "seats": 2, "options": pairs({"firstSeat": "0"}), "sealed": True}
    table = Client(service).ask(NEW_SEALED, input=wish)
    holder = Client(service, table["grants"][0]["token"])
    first, *_, last = holder.ask(MOVES, state=table["state"])["legalMoves"]
    moved = holder.ask(APPLY, input={"state": table["state"], "seat": 0, "move": first["notation"]})
    assert moved["__typename"] == "TableChanged", moved
    return {"STATE": table["state"], "GRANT": table["grants"][0]["token"], "OTHER_MOVE": last["notation"]}


def _hooked(service: Service) -> Known:
    """Return a session in which a seat has as many webhooks as it may have."""
    opened = _open(service, game="zeven", seats=2)
    session_id = opened["session"]["id"]
    gil = _sit_down(service, session_id)
    # Of a type that no session sends to a webhook of its own.
    wish = {"sessionId": session_id, "url": "https://hooks.example", "types": ["table.opened"]}
    for _ in range(MOST_OF_HOLDER):
        Rest(service, gil).done("/v1/webhooks", wish)
    return {"HOOKED": session_id, "GIL": gil}


_SITUATIONS: Mapping[str, Callable[[Service], Known]] = {
    "$SESSION": _active,
    "$OPEN": _waiting,
    "$PUBLIC": _public,
    "$OVER": _over,
    "$TIMED": _timed,
    "$STATE": _sealed,
    "$TRIO": _of_three,
    "$HOOKED": _hooked,
}


def _open(service: Service, **wish: object) -> Json:
    return Client(service).ask(CREATE, input=wish)


def _sit_down(service: Service, session_id: str) -> str:
    token: str = Client(service).ask(JOIN, input={"sessionId": session_id})["seatToken"]
    return token
