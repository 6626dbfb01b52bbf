"""The tool that does what is no move: it claims deadlines, takes moves back, and brings players to a table."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from service.mcp.answers import ToolAnswer
from service.mcp.caller import Caller
from service.mcp.inputs import ActInput, Action
from service.mcp.seated import Seated
from service.sessions.problems import Problem
from service.use_cases.context import RequestContext
from service.use_cases.inputs import AddBotInput, AnswerTakeBackInput, SessionActInput, SessionInput
from service.use_cases.lobby import add_bot, start_session
from service.use_cases.playing import answer_take_back, ask_take_back, claim_deadline, undo_move
from service.views.session_view import SessionChanged

Change = Callable[[RequestContext, SessionActInput], Awaitable[SessionChanged]]


async def act(caller: Caller, wish: ActInput) -> ToolAnswer:
    """Take an action. A refusal is an error that shows the table, and what the seat may do now."""
    seated = Seated(caller, wish.seat)
    session = await seated.read()
    try:
        if wish.action in _OF_HOST and not session.is_host:
            raise Problem("UNAUTHORIZED", "Only the player who has opened the table may do this.", ("action",))
        changed = await _ACTIONS[wish.action](seated, wish)
    except Problem as problem:
        return await seated.show_refusal(problem)
    begun = "With this key, you had done this already" if changed.replayed else "You have done this"
    return await seated.show(f"{begun}: {wish.action}", since=changed.version - 1)


async def _change(change: Change, seated: Seated, wish: ActInput) -> SessionChanged:
    acting = SessionActInput(
        session_id=seated.session_id, expected_version=wish.version, idempotency_key=wish.idempotency_key
    )
    return await change(seated.context, acting)


async def _answer(agree: bool, seated: Seated, wish: ActInput) -> SessionChanged:
    answering = AnswerTakeBackInput(
        session_id=seated.session_id,
        expected_version=wish.version,
        idempotency_key=wish.idempotency_key,
        agree=agree,
    )
    return await answer_take_back(seated.context, answering)


async def _start(seated: Seated, wish: ActInput) -> SessionChanged:
    starting = SessionInput(session_id=seated.session_id, idempotency_key=wish.idempotency_key)
    return await start_session(seated.context, starting)


async def _add_bot(seated: Seated, wish: ActInput) -> SessionChanged:
    if wish.place is None:
        raise Problem("INVALID_INPUT", "Send `place`, the number of the seat that a bot is to play.", ("place",))
    adding = AddBotInput(
        session_id=seated.session_id, seat=wish.place, level=wish.level, idempotency_key=wish.idempotency_key
    )
    return await add_bot(seated.context, adding)


_ACTIONS: Mapping[Action, Callable[[Seated, ActInput], Awaitable[SessionChanged]]] = {
    "claim_deadline": partial(_change, claim_deadline),
    "undo": partial(_change, undo_move),
    "ask_take_back": partial(_change, ask_take_back),
    "agree_take_back": partial(_answer, True),
    "refuse_take_back": partial(_answer, False),
    "start": _start,
    "add_bot": _add_bot,
}
# Refused here to others than the host: the use cases ask for a bearer token, which an agent does not know of.
_OF_HOST = frozenset({"start", "add_bot"})
