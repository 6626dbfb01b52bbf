"""The acts at the table of a live session, and what the rules say to a move."""

from service.rest.inputs import MoveInput, SeatGivenUp, TakeBackAnswer
from service.rest.registry import Answer, Call, Link, Operation
from service.rest.sessions import READ
from service.use_cases import answers
from service.use_cases.moves import Act
from service.views import session_view as told
from service.views.table_view import Preview


async def apply_move(call: Call) -> Answer:
    """Make a move for the bearer's seat."""
    body: MoveInput = call.body
    return Answer(await answers.apply_move(call.caller, _act(call), body.move))


async def resign(call: Call) -> Answer:
    """Give the bearer's seat up to the default policy."""
    return Answer(await answers.resign(call.caller, _act(call)))


async def give_up_seat(call: Call) -> Answer:
    """Have the default policy play a seat that was left."""
    body: SeatGivenUp = call.body
    return Answer(await answers.give_up_seat(call.caller, _act(call), body.seat))


async def claim_deadline(call: Call) -> Answer:
    """Have the asked seats' decisions made by default, when their time is over."""
    return Answer(await answers.claim_deadline(call.caller, _act(call)))


async def undo_move(call: Call) -> Answer:
    """Take back the last move of the bearer's seat."""
    return Answer(await answers.undo_move(call.caller, _act(call)))


async def ask_take_back(call: Call) -> Answer:
    """Ask the others to take back the last move of the bearer's seat."""
    return Answer(await answers.ask_take_back(call.caller, _act(call)))


async def answer_take_back(call: Call) -> Answer:
    """Agree that the last move is taken back, or refuse it."""
    body: TakeBackAnswer = call.body
    return Answer(await answers.answer_take_back(call.caller, _act(call), agree=body.agree))


async def explain_move(call: Call) -> Answer:
    """Return why the bearer's seat may not make a move now."""
    body: MoveInput = call.body
    return Answer(await answers.explain_move(call.caller, call.session_id, body.move))


async def preview_move(call: Call) -> Answer:
    """Return what a move of the bearer's seat would do."""
    body: MoveInput = call.body
    return Answer(await answers.preview_move(call.caller, call.session_id, body.move))


def _act(call: Call) -> Act:
    return Act(call.session_id, call.caller.token, call.expected, call.key)


# ---- the registry

_CHANGED = "The session was changed, and the change is kept."
_ANY = ("NOT_FOUND", "UNAUTHORIZED", "STALE_VERSION", "ROLLED_BACK", "KEY_REUSED", "RULES_CHANGED", "BUSY")
_ACT = (*_ANY, "NOT_STARTED", "SESSION_OVER")
_RULES = ("BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER")
_ASKING = ("NOT_FOUND", "UNAUTHORIZED", "NOT_STARTED", "SESSION_OVER", "RULES_CHANGED")
_LINKS = {"readSession": READ}
_MOVE = {"move": "pass"}


def _operation_of_act(**columns: object) -> Operation:
    """Return a row about an act: it says from which version it was decided, and changes the session once."""
    common: dict[str, object] = {
        "method": "POST",
        "group": "Table",
        "answer": told.SessionChanged,
        "answered": _CHANGED,
        "needs_match": True,
        "takes_key": True,
        "links": _LINKS,
    }
    return Operation(**{**common, **columns})  # type: ignore[arg-type]


_SAFE = "Nothing is changed. It is a POST since addresses are logged on the way, and a move tells of cards."

OPERATIONS = (
    _operation_of_act(
        id="applyMove",
        path="/v1/sessions/{sessionId}/moves",
        summary="Make a move for the seat of the bearer token",
        description="With `If-Match: *` the move counts if it is legal when it arrives, as a match in a race must.",
        handle=apply_move,
        body=MoveInput,
        answer=told.MoveApplied,
        answered="The move was made, and is kept.",
        problems=(*_ANY, "NOT_STARTED", "SESSION_OVER", "RESIGNED", "TOO_EARLY", *_RULES),
        links={
            **_LINKS,
            "listEvents": Link("listEvents", READ.parameters, "What has happened."),
        },
        example=_MOVE,
    ),
    Operation(
        id="explainMove",
        method="POST",
        path="/v1/sessions/{sessionId}/moves/explain",
        group="Table",
        summary="Why the seat of the bearer token may not make a move now",
        description=_SAFE,
        handle=explain_move,
        body=MoveInput,
        answer=told.MoveExplained,
        answered="Why a move is not legal, or that it is.",
        problems=_ASKING,
        example=_MOVE,
    ),
    Operation(
        id="previewMove",
        method="POST",
        path="/v1/sessions/{sessionId}/moves/preview",
        group="Table",
        summary="What a move would do, as far as the seat of the bearer token can know",
        description=_SAFE,
        handle=preview_move,
        body=MoveInput,
        answer=Preview,
        answered="What the move would do.",
        problems=(*_ASKING, *_RULES),
        example=_MOVE,
    ),
    _operation_of_act(
        id="resign",
        path="/v1/sessions/{sessionId}/resign",
        summary="Give up the seat of the bearer token",
        description="Its further decisions are made by default, visibly: the first legal move whenever it is openly "
        "asked.",
        handle=resign,
        problems=(*_ACT, "RESIGNED"),
    ),
    _operation_of_act(
        id="giveUpSeat",
        path="/v1/sessions/{sessionId}/give-up",
        summary="Have the default policy play a seat that its holder has left, as the host",
        handle=give_up_seat,
        body=SeatGivenUp,
        problems=(*_ACT, "SEAT_TAKEN"),
        example={"seat": 1},
    ),
    _operation_of_act(
        id="claimDeadline",
        path="/v1/sessions/{sessionId}/claim",
        summary="Have the decisions of the asked seats made by default when their deadline has passed; for everybody",
        handle=claim_deadline,
        problems=(*_ACT, "NO_DEADLINE", "TOO_EARLY"),
    ),
    _operation_of_act(
        id="undoMove",
        path="/v1/sessions/{sessionId}/undo",
        summary="Take back the last move of the bearer's seat",
        description="If nobody has learned anything from it and nobody else has acted since.",
        handle=undo_move,
        problems=(*_ACT, "UNDO_REFUSED"),
    ),
    _operation_of_act(
        id="askTakeBack",
        path="/v1/sessions/{sessionId}/take-back",
        summary="Ask the others to take back the last move of the bearer's seat, in a session with `takeBacks`",
        handle=ask_take_back,
        problems=(*_ACT, "UNDO_REFUSED"),
    ),
    _operation_of_act(
        id="answerTakeBack",
        path="/v1/sessions/{sessionId}/take-back/answer",
        summary="Answer a seat that wants to take back its last move; when all others agree, it is taken back",
        handle=answer_take_back,
        body=TakeBackAnswer,
        problems=(*_ACT, "UNDO_REFUSED"),
        example={"agree": True},
    ),
)
