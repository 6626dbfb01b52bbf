"""Live sessions: opening and finding them, what a viewer may read of them, and the acts around the table."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from service.rest.inputs import CreateSession, EventsQuery, JoinSession, OptionInput, SessionQuery, SessionsQuery
from service.rest.preconditions import is_known, make_tag
from service.rest.registry import Answer, Call, Header, Link, Operation
from service.rest.values import Hand, LegalMoves
from service.sessions.idempotency import SHORTEST_KEY
from service.sessions.problems import Problem
from service.sessions.session import Setup
from service.use_cases import answers
from service.use_cases.lobby import Place
from service.views import session_view as told
from service.views.projection import ProjectedView
from service.views.table_view import HandCard

Record = dict[str, Any]
T = TypeVar("T")

IF_NONE_MATCH = Header("If-None-Match", "An `ETag`: when it still holds, the answer is 304 without a body.")


# ---- reading


async def list_sessions(call: Call) -> Answer:
    """Return a page of the public sessions with open seats."""
    query: SessionsQuery = call.query
    return Answer(await answers.list_sessions(call.caller, given(query.game), given(query.first), given(query.after)))


async def read_session(call: Call) -> Answer | Response:
    """Return a session as the bearer sees it."""
    query: SessionQuery = call.query
    if (seen := given(query.seen)) is not None:
        await answers.check_seen(call.caller, await find(call), seen)
    return await _tell(call, "session", lambda session: session)


async def read_hand(call: Call) -> Answer | Response:
    """Return the viewer's hand, card by card."""
    return await _tell(call, "hand", lambda session: Hand(version=session.version, cards=_hand(session)))


async def list_legal_moves(call: Call) -> Answer | Response:
    """Return what the viewer may do now."""
    return await _tell(
        call,
        "moves",
        lambda session: LegalMoves(
            version=session.version, moves=() if session.view is None else session.view.legal_moves
        ),
    )


async def list_events(call: Call) -> Answer:
    """Return a page of a session's events."""
    query: EventsQuery = call.query
    session = await find(call)
    return Answer(await answers.list_events(call.caller, session, given(query.first), given(query.after)))


async def read_record(call: Call) -> Answer:
    """Return the record of a finished table."""
    session = await find(call)
    record = await answers.find_record(call.caller, session)
    if record is None and session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if record is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    return Answer(msgspec.Raw(record.encode()))


async def find(call: Call) -> told.Session:
    """Return the session of the path. Raises `Problem` with NOT_FOUND."""
    return await answers.read_session(call.caller, call.session_id)


async def _tell(call: Call, representation: str, tell: Callable[[told.Session], object]) -> Answer | Response:
    """Return a representation of a session with its tag, or 304 when the client has it already."""
    session = await find(call)
    headers = {"ETag": make_tag(session, representation)}
    if is_known(call.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(None, 304, headers)
    return Answer(tell(session), headers)


def _hand(session: told.Session) -> tuple[HandCard, ...]:
    # A view that is seen has the hand beside the fields of the contract's `View`.
    view = cast("ProjectedView | None", session.view)
    return () if view is None else view.hand


# ---- around the table


async def create_session(call: Call) -> Answer:
    """Open a session."""
    body: CreateSession = call.body
    made = await answers.create_session(
        call.caller,
        game=body.game,
        seats=body.seats,
        options=pairs(body.options),
        setup=Setup(
            public=body.public,
            invitation_only=body.invitation_only,
            start_by_host=body.start_by_host,
            move_seconds=body.move_seconds or 0,
            reaction_millis=body.reaction_millis or 0,
            take_backs=body.take_backs,
        ),
        seed=body.seed,
        deck=body.deck,
        key=call.key,
    )
    return Answer(made, {"Location": f"/v1/sessions/{made.session.id}"})


async def join_session(call: Call) -> Answer:
    """Take a seat."""
    body: JoinSession = call.body
    place = Place(body.seat, body.name, body.code, body.entropy)
    joined = await answers.join_session(call.caller, call.session_id, place, call.key)
    return Answer(joined, {"Location": f"/v1/sessions/{call.session_id}"})


async def leave_session(call: Call) -> Answer:
    """Leave the bearer's seat."""
    return Answer(await answers.leave_session(call.caller, call.session_id, call.key))


async def hand_over_seat(call: Call) -> Answer:
    """Give the bearer's seat another token."""
    handed = await answers.hand_over_seat(call.caller, call.session_id, call.key)
    return Answer(handed, {"Location": f"/v1/sessions/{call.session_id}"})


async def start_session(call: Call) -> Answer:
    """Have the cards dealt, as the host."""
    return Answer(await answers.start_session(call.caller, call.session_id, call.key))


async def abandon_session(call: Call) -> Answer:
    """End the session before its result, as the host."""
    return Answer(await answers.abandon_session(call.caller, call.session_id, call.key))


async def offer_rematch(call: Call) -> Answer:
    """Open a session for the same seats."""
    offered = await answers.offer_rematch(call.caller, call.session_id, call.key)
    return Answer(offered, {"Location": f"/v1/sessions/{offered.session.id}"})


def given(value: T | UnsetType) -> T | None:
    """Return a value of a query, None when it was left out."""
    return None if value is UNSET else value


def pairs(options: Iterable[OptionInput] | None) -> list[tuple[str, str]]:
    """Return options as the use cases take them."""
    return [(option.name, option.value) for option in options or ()]


# ---- the registry

_SESSION = {"sessionId": "$response.body#/session/id"}
_SAME = {"sessionId": "$request.path.sessionId"}
_NEXT = "$response.body#/pageInfo/endCursor"
READ = Link("readSession", _SAME, "The session as it is then.")
_CHANGED = "The session was changed, and the change is kept."

OPERATIONS = (
    Operation(
        id="listSessions",
        method="GET",
        path="/v1/sessions",
        group="Sessions",
        summary="The public sessions with open seats, the newest first",
        handle=list_sessions,
        query=SessionsQuery,
        answer=told.SessionConnection,
        answered="A page of sessions.",
        links={"nextPage": Link("listSessions", {"after": _NEXT}, "The next page.")},
    ),
    Operation(
        id="createSession",
        method="POST",
        path="/v1/sessions",
        group="Sessions",
        summary="Open a session",
        description="Its table is dealt when every seat is taken, or when the host starts.",
        handle=create_session,
        body=CreateSession,
        cost=answers.CREATION_COST,
        shortest_key=SHORTEST_KEY,
        status=201,
        answer=told.SessionCreated,
        answered="The session was made.",
        takes_key=True,
        problems=("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "BUSY"),
        links={
            "readSession": Link("readSession", _SESSION, "The session."),
            "joinSession": Link("joinSession", _SESSION, "Take a seat."),
            "listEvents": Link("listEvents", _SESSION, "What has happened."),
            "readRecord": Link("readRecord", _SESSION, "The record, when the table is finished."),
            "startSession": Link(
                "startSession", _SESSION, "Have the cards dealt, with the host's token as the bearer."
            ),
            "abandonSession": Link("abandonSession", _SESSION, "End it, with the host's token as the bearer."),
        },
        example={"game": "zeven", "seats": 2, "public": True},
    ),
    Operation(
        id="readSession",
        method="GET",
        path="/v1/sessions/{sessionId}",
        group="Sessions",
        summary="A session as the bearer of the token sees it",
        handle=read_session,
        query=SessionQuery,
        answer=told.Session,
        answered="The session.",
        tags=True,
        headers=(IF_NONE_MATCH,),
        other_answers={304: "The viewer has this version already."},
        problems=("NOT_FOUND", "ROLLED_BACK", "RULES_CHANGED"),
        links={
            "readHand": Link("readHand", _SAME, "The viewer's hand."),
            "listLegalMoves": Link("listLegalMoves", _SAME, "What the viewer may do."),
            "listEvents": Link("listEvents", _SAME, "What has happened."),
        },
    ),
    Operation(
        id="listEvents",
        method="GET",
        path="/v1/sessions/{sessionId}/events",
        group="Sessions",
        summary="What has happened in a session, as the viewer may know it, the oldest first",
        handle=list_events,
        query=EventsQuery,
        answer=told.EventConnection,
        answered="A page of events.",
        problems=("NOT_FOUND", "ROLLED_BACK", "RULES_CHANGED"),
        links={"nextPage": Link("listEvents", {**_SAME, "after": _NEXT}, "The next page.")},
    ),
    Operation(
        id="readRecord",
        method="GET",
        path="/v1/sessions/{sessionId}/record",
        group="Sessions",
        summary="The record of a finished table: how it was made, its key, moves and result",
        handle=read_record,
        answer=Record,
        answered="The record, as the engine writes it.",
        problems=("NOT_FOUND", "NOT_OVER", "RULES_CHANGED"),
    ),
    Operation(
        id="joinSession",
        method="POST",
        path="/v1/sessions/{sessionId}/seats",
        group="Seats",
        summary="Take a seat of a session and get its token",
        description="Whoever left a seat, or played in the session before a rematch, sends the former token as the "
        "bearer. The host who plays sends the host's token: from then on it is the seat's, too, and the seat's token "
        "has the host's rights.",
        handle=join_session,
        body=JoinSession,
        shortest_key=SHORTEST_KEY,
        status=201,
        answer=told.SeatJoined,
        answered="The seat is taken.",
        takes_key=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "SEAT_TAKEN", "SESSION_OVER", "KEY_REUSED", "RULES_CHANGED", "BUSY"),
        links={
            "readSession": Link("readSession", _SESSION, "The session."),
            "listLegalMoves": Link("listLegalMoves", _SESSION, "What the seat may do, with its token as the bearer."),
            "applyMove": Link("applyMove", {**_SESSION, "If-Match": "*"}, "Make a move, with the token as the bearer."),
            "explainMove": Link("explainMove", _SESSION, "Ask why a move is not legal, with the token as the bearer."),
            "leaveSession": Link("leaveSession", _SESSION, "Leave the seat again, with its token as the bearer."),
        },
        example={"seat": 0, "name": "Ada"},
    ),
    Operation(
        id="leaveSession",
        method="POST",
        path="/v1/sessions/{sessionId}/leave",
        group="Seats",
        summary="Leave the seat of the bearer token",
        description="Once the cards are dealt, its bearer may take it again, or whoever has its join code. A table "
        "that everybody has left is abandoned.",
        handle=leave_session,
        answer=told.SessionChanged,
        answered=_CHANGED,
        takes_key=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "SESSION_OVER", "KEY_REUSED", "RULES_CHANGED", "BUSY"),
        links={"readSession": READ},
    ),
    Operation(
        id="handOverSeat",
        method="POST",
        path="/v1/sessions/{sessionId}/hand-over",
        group="Seats",
        summary="Get another token for the seat of the bearer; the old one is void",
        description="The new one has none of the host's rights.",
        handle=hand_over_seat,
        shortest_key=SHORTEST_KEY,
        status=201,
        answer=told.SeatJoined,
        answered="The seat has another token.",
        takes_key=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "KEY_REUSED", "RULES_CHANGED", "BUSY"),
        links={"readSession": READ},
    ),
    Operation(
        id="startSession",
        method="POST",
        path="/v1/sessions/{sessionId}/start",
        group="Sessions",
        summary="Have the cards dealt, as the host",
        description="The default policy plays the seats that nobody has taken.",
        handle=start_session,
        answer=told.SessionChanged,
        answered=_CHANGED,
        takes_key=True,
        problems=(
            "NOT_FOUND",
            "UNAUTHORIZED",
            "ROLLED_BACK",
            "ALREADY_STARTED",
            "NOT_STARTED",
            "SESSION_OVER",
            "KEY_REUSED",
            "RULES_CHANGED",
            "BUSY",
        ),
        links={"readSession": READ},
    ),
    Operation(
        id="abandonSession",
        method="POST",
        path="/v1/sessions/{sessionId}/abandon",
        group="Sessions",
        summary="End the session before its result, as the host",
        handle=abandon_session,
        answer=told.SessionChanged,
        answered=_CHANGED,
        takes_key=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "SESSION_OVER", "KEY_REUSED", "RULES_CHANGED", "BUSY"),
        links={"readSession": READ},
    ),
    Operation(
        id="offerRematch",
        method="POST",
        path="/v1/sessions/{sessionId}/rematch",
        group="Sessions",
        summary="Open a session for the same seats, or get the one that is open already",
        description="For the host and the seats of a session that is over.",
        handle=offer_rematch,
        status=201,
        answer=told.RematchOffered,
        answered="A session for the same seats is open.",
        takes_key=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "NOT_OVER", "KEY_REUSED", "RULES_CHANGED", "BUSY"),
        links={"readSession": Link("readSession", _SESSION, "The new session.")},
    ),
    Operation(
        id="readHand",
        method="GET",
        path="/v1/sessions/{sessionId}/hand",
        group="Table",
        summary="Each card in the viewer's hand: its moves, or why it has none",
        handle=read_hand,
        answer=Hand,
        answered="The hand.",
        tags=True,
        headers=(IF_NONE_MATCH,),
        other_answers={304: "The viewer has this version already."},
        problems=("NOT_FOUND", "RULES_CHANGED"),
    ),
    Operation(
        id="listLegalMoves",
        method="GET",
        path="/v1/sessions/{sessionId}/legal-moves",
        group="Table",
        summary="What the viewer may do now",
        handle=list_legal_moves,
        answer=LegalMoves,
        answered="The moves.",
        tags=True,
        headers=(IF_NONE_MATCH,),
        other_answers={304: "The viewer has this version already."},
        problems=("NOT_FOUND", "RULES_CHANGED"),
    ),
)
