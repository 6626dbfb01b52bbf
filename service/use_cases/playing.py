"""The use cases at a table: moves, deadlines, resignations, take-backs, explanations, previews and hints."""

from collections.abc import Callable

from msgspec.structs import replace

import bots
import engine
from engine import State
from service.observability import metrics
from service.opponents.memories import Memories
from service.opponents.timing import draw
from service.opponents.worker_process import Question, Thought, ask_about
from service.sessions.changes import Change, Claimed, Moved, Resigned, TakeBackAnswered, TakeBackAsked, Undone
from service.sessions.history_hash import Cursor, expected_cursor
from service.sessions.problems import Problem
from service.sessions.rules import MoveRefused, VersionConflict, check_may_see, check_range, check_seat, engine_problems
from service.sessions.session import Session, deadline_of, take_back_refusal, undo_refusal
from service.sessions.tokens import check_key, make_change_request
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    AnswerTakeBackInput,
    ApplyMoveInput,
    GiveUpSeatInput,
    MoveInput,
    SessionActInput,
    SuggestMoveForStateInput,
    SuggestMoveInput,
)
from service.use_cases.lobby import check_host, check_seated, not_seated
from service.use_cases.operation import (
    MOVE_PROBLEMS,
    TABLE_CHANGE_PROBLEMS,
    TABLE_QUERY_PROBLEMS,
    in_rest,
    mutation,
    query,
    raises,
)
from service.views.refusals import project_refusal
from service.views.session_view import MoveApplied, MoveExplained, SessionChanged
from service.views.steps import ProjectedMove, project_change
from service.views.suggestion_view import Suggestion, project_preview, project_suggestion
from service.views.table_view import Preview
from service.views.wording import number_of_seat

# In REST, these queries are a POST with the move in the body.
NOT_IN_ADDRESS = "The method is POST, since intermediaries log addresses, and a move reveals cards."
EXAMPLE = {"move": "pass"}


@mutation("/v1/sessions/{sessionId}/moves", "Table", answer=MoveApplied)
@in_rest(
    note="With `If-Match: *`, the move is made if it is legal on arrival, as a match in a race requires.",
    body="MoveInput",
    example=EXAMPLE,
)
@raises(*TABLE_CHANGE_PROBLEMS, "RESIGNED", "TOO_EARLY", *MOVE_PROBLEMS)
async def apply_move(context: RequestContext, input: ApplyMoveInput) -> ProjectedMove:
    """Make a move for the seat of the bearer token."""
    sessions = context.sessions
    token = context.token
    notation = input.move
    key = input.idempotency_key
    expected = expected_cursor(input.expected_version, input.expected_head)

    def decide(session: Session, now: int) -> Moved:
        _check_version(context, session, expected)
        seat = session.seat_of(token)
        if seat is None:
            raise not_seated(session, token)
        sessions.presence.seen[session.id].add(session.seats[seat])
        if session.state is None or session.is_cut_short:
            raise _not_playing(session)
        if session.seats[seat].kind == "DEFAULT_POLICY":
            raise _has_resigned(seat)
        # During the time for a match, every other move waits, whether or not anybody can match (zar 5.9).
        if now < session.reacting_until and not engine.is_reaction(session.state, notation):
            raise Problem("TOO_EARLY", "Only a match is accepted now.", retry_after=session.reacting_until - now)
        return Moved(now, seat, notation)

    check_key(key)
    try:
        done = await sessions.change(input.session_id, make_change_request("move", token, key, notation), decide)
    except Problem as problem:
        known = sessions.newest_known(input.session_id)
        metrics.moves["none" if known is None else known.game, problem.code.lower()] += 1
        raise
    change = done.entry.change
    assert isinstance(change, Moved)
    metrics.moves[done.session.game, "replayed" if done.replayed else "applied"] += 1
    before = None if expected is None else done.before
    parts = sessions.follower_cache.parts_of(input.session_id, done.entry)
    return ProjectedMove(done, token, change.seat, before, parts)


@mutation("/v1/sessions/{sessionId}/resign", "Table", result="SessionResult")
@raises(*TABLE_CHANGE_PROBLEMS, "RESIGNED")
async def resign(context: RequestContext, input: SessionActInput) -> SessionChanged:
    """Resign the seat of the bearer token.

    If only one seat is left that has not resigned, it wins at once. Otherwise the default policy plays the bearer's
    seat, visibly: it makes the first legal move whenever the seat is openly asked. The seat ranks behind all that stay.
    """

    def decide(session: Session, now: int) -> Resigned:
        return Resigned(now, check_playing(session, context.token))

    return await _change(context, input, "resign", decide)


@mutation("/v1/sessions/{sessionId}/give-up", "Table", result="SessionResult")
@in_rest(body="SeatGivenUp", example={"seat": 1})
@raises(*TABLE_CHANGE_PROBLEMS, "SEAT_TAKEN")
async def give_up_seat(context: RequestContext, input: GiveUpSeatInput) -> SessionChanged:
    """Have the default policy play a seat whose holder has left, as the host.

    The others can then continue; if only one is left, it wins, as after `resign`.
    """
    seat = input.seat

    def decide(session: Session, now: int) -> Resigned:
        check_host(session, context.token)
        _check_active(session)
        check_seat(seat, len(session.seats), "seat")
        if not session.seats[seat].is_open:
            raise Problem("SEAT_TAKEN", f"Seat {number_of_seat(seat)} is not vacant.", ("seat",))
        return Resigned(now, seat)

    return await _change(context, input, "giveUp", decide, seat)


@mutation("/v1/sessions/{sessionId}/claim", "Table", result="SessionResult")
@raises(*TABLE_CHANGE_PROBLEMS, "NO_DEADLINE", "TOO_EARLY")
async def claim_deadline(context: RequestContext, input: SessionActInput) -> SessionChanged:
    """Make default moves for the asked seats after their deadline; anybody may do so.

    `Session.deadline` is that time. Before it, the answer is `TOO_EARLY` with the milliseconds left.
    """

    def decide(session: Session, now: int) -> Claimed:
        check_may_see(session, context.token)
        _check_active(session)
        deadline = deadline_of(session)
        if deadline is None:
            raise Problem("NO_DEADLINE", "The seats to move have no time limit.", ("sessionId",))
        if now < deadline:
            raise Problem(
                "TOO_EARLY", "The deadline of the seats to move has not passed yet.", retry_after=deadline - now
            )
        return Claimed(now)

    return await _change(context, input, "claim", decide)


@mutation("/v1/sessions/{sessionId}/undo", "Table", result="SessionResult")
@raises(*TABLE_CHANGE_PROBLEMS, "UNDO_REFUSED")
async def undo_move(context: RequestContext, input: SessionActInput) -> SessionChanged:
    """Take back the last move of the bearer's seat.

    This is refused if anybody has learned anything from the move, or if another seat has acted since.
    """

    def decide(session: Session, now: int) -> Undone:
        seat = check_playing(session, context.token)
        reason = undo_refusal(session, seat)
        if reason is not None:
            raise Problem("UNDO_REFUSED", reason, ("sessionId",))
        return Undone(now, seat)

    return await _change(context, input, "undo", decide)


@mutation("/v1/sessions/{sessionId}/take-back", "Table", result="SessionResult")
@raises(*TABLE_CHANGE_PROBLEMS, "UNDO_REFUSED")
async def ask_take_back(context: RequestContext, input: SessionActInput) -> SessionChanged:
    """Ask the others to take back the last move of the bearer's seat, in a session with `takeBacks`.

    Each of them answers with `answerTakeBack`. The move is taken back when all agree; a refusal or the next move ends
    the request.
    """

    def decide(session: Session, now: int) -> TakeBackAsked:
        seat = check_playing(session, context.token)
        _check_may_ask(session, seat)
        return TakeBackAsked(now, seat)

    return await _change(context, input, "askTakeBack", decide)


@mutation("/v1/sessions/{sessionId}/take-back/answer", "Table", result="SessionResult")
@in_rest(body="TakeBackAnswer", example={"agree": True})
@raises(*TABLE_CHANGE_PROBLEMS, "UNDO_REFUSED")
async def answer_take_back(context: RequestContext, input: AnswerTakeBackInput) -> SessionChanged:
    """Answer a seat's request to take back its last move.

    The move is taken back when all other players who are still at the table agree. The seat then gets the time that it
    had left when it made the move.
    """

    def decide(session: Session, now: int) -> TakeBackAnswered:
        seat = check_seated(session, context.token)
        _check_active(session)
        if not _is_answer_awaited(session, seat):
            raise Problem("UNDO_REFUSED", "No request to take back a move awaits this seat's answer.", ("sessionId",))
        return TakeBackAnswered(now, seat, input.agree)

    return await _change(context, input, "answerTakeBack", decide, input.agree)


@query("POST /v1/sessions/{sessionId}/moves/explain", "Table")
@in_rest(note=NOT_IN_ADDRESS, body="MoveInput", example=EXAMPLE)
@raises(*TABLE_QUERY_PROBLEMS)
async def explain_move(context: RequestContext, input: MoveInput) -> MoveExplained:
    """Explain why the seat of the bearer token may not make a move now.

    Nothing is changed.
    """
    session, state, seat = await _read_table(context, input.session_id)
    with engine_problems():
        refusal = engine.explain(state, seat, input.move)
    if refusal is None:
        return MoveExplained(legal=True, refusal=None)
    return MoveExplained(legal=False, refusal=project_refusal(state, seat, refusal, session))


@query("POST /v1/sessions/{sessionId}/moves/preview", "Table")
@in_rest(note=NOT_IN_ADDRESS, body="MoveInput", example=EXAMPLE)
@raises(*TABLE_QUERY_PROBLEMS, *MOVE_PROBLEMS)
async def preview_move(context: RequestContext, input: MoveInput) -> Preview:
    """Preview the effect of a move, as far as the seat of the bearer token can foresee it.

    Nothing is changed.
    """
    session, state, seat = await _read_table(context, input.session_id)
    with engine_problems():
        try:
            return project_preview(state, engine.preview(state, seat, input.move), session)
        except engine.Refusal as refusal:
            raise MoveRefused(refusal, state, seat, session) from None


async def _read_table(context: RequestContext, session_id: str) -> tuple[Session, State, int]:
    """Return a session, its table's state, and the caller's seat. Raises `Problem`."""
    session = await context.sessions.read(session_id)
    return session, _check_dealt(session), check_seated(session, context.token)


async def _change(
    context: RequestContext,
    input: SessionActInput,
    name: str,
    decide: Callable[[Session, int], Change],
    *details: object,
) -> SessionChanged:
    """Change a session. If the caller expects a version, the session must be at it. Raises `Problem`."""
    expected = expected_cursor(input.expected_version, input.expected_head)
    check_key(input.idempotency_key)

    def decide_at_expected(session: Session, now: int) -> Change:
        _check_version(context, session, expected)
        context.sessions.presence.saw(session, context.token)
        return decide(session, now)

    request = make_change_request(name, context.token, input.idempotency_key, *details)
    done = await context.sessions.change(input.session_id, request, decide_at_expected)
    return project_change(done, context.token)


def _check_version(context: RequestContext, session: Session, expected: Cursor | None) -> None:
    if expected is not None and not expected.names(session.version, session.history_hash):
        check_may_see(session, context.token)
        raise VersionConflict(expected, session, context.token)
    losses = context.sessions.losses
    if not losses.reported:
        return
    if expected is not None and expected.history_hash:
        losses.acknowledge(session, context.token)
    else:
        # A number alone does not prove that the caller knows the session's history.
        losses.check_aware(session, context.token, "expectedVersion")


def check_playing(session: Session, token: str | None) -> int:
    """Return the seat that a token holds and has not resigned. Raises `Problem`."""
    seat = check_seated(session, token)
    _check_active(session)
    if session.seats[seat].kind == "DEFAULT_POLICY":
        raise _has_resigned(seat)
    return seat


def _check_dealt(session: Session) -> State:
    """Return the table's state. Raises `Problem` before the deal, and if the session ended before its result."""
    if session.state is None or session.is_cut_short:
        raise _not_playing(session)
    return session.state


def _not_playing(session: Session) -> Problem:
    """Return the problem for a session without a table, or one that ended before its result."""
    if session.state is None:
        return Problem("NOT_STARTED", "The session has not started yet: no cards have been dealt.", ("sessionId",))
    if session.abandoned:
        return Problem("SESSION_OVER", "The session is abandoned.", ("sessionId",))
    return Problem("SESSION_OVER", "The session is over: all seats but one have resigned.", ("sessionId",))


def _has_resigned(seat: int) -> Problem:
    """Return the problem for a resigned seat."""
    message = f"Seat {number_of_seat(seat)} has resigned: the default policy decides for it."
    return Problem("RESIGNED", message, ("sessionId",))


def _check_active(session: Session) -> None:
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over.", ("sessionId",))
    _check_dealt(session)


def _check_may_ask(session: Session, seat: int) -> None:
    reason = take_back_refusal(session, seat)
    if reason is not None:
        raise Problem("UNDO_REFUSED", reason, ("sessionId",))


def _is_answer_awaited(session: Session, seat: int) -> bool:
    """Tell whether a request to take back a move awaits the answer of a seat."""
    last = session.last_move
    if last is None or not last.asked:
        return False
    return seat in session.voters(last.seat) and seat not in last.agreed


# The bound for the number of moves times the square of the number of seats. A search plays every move out at least
# once. At large tables of ZLAM!, that takes 37 µs for each unit: half a second at this bound, and 37 s with 100 seats.
# Tables of up to 20 seats stay within the bound.
MOST_SEARCHED = 12_000


def cost_of_search(level: int) -> int:
    """Return the price of a search at a level; 0 for an invalid level, which is refused later."""
    return bots.LEVELS[level].cost if level in bots.LEVELS else 0


def cost_of_suggestion(input: SuggestMoveInput | SuggestMoveForStateInput) -> int:
    """Return the price of a suggestion."""
    return cost_of_search(input.level)


@query("/v1/sessions/{sessionId}/suggestion", "Table", cost=cost_of_suggestion)
@raises(*TABLE_QUERY_PROBLEMS, "HINTS_OFF", "RESIGNED", "NOT_YOUR_TURN", "BUSY")
async def suggest_move(context: RequestContext, input: SuggestMoveInput) -> Suggestion:
    """Suggest a move for the seat of the bearer token, in a session with `hints`.

    A bot decides from what the seat knows and remembers, and explains its choice. Nothing is changed.
    """
    # Every process gives the same answer for the same version and level.
    check_range(input.level, 1, HIGHEST_LEVEL, "level")
    session = await context.sessions.read(input.session_id)
    seat = check_playing(session, context.token)
    if not session.setup.hints:
        raise Problem("HINTS_OFF", "The session was opened without hints: open it with `hints: true`.", ("sessionId",))
    state = session.state
    assert state is not None
    check_may_move(state, seat, "sessionId")
    check_may_search(state, seat, input.level)
    memory = None
    if bots.needs_memory(session.game, bots.LEVELS[input.level].effort):
        memory = await Memories(context.sessions.store).recall(session, seat)
    question = ask_about(state, seat, input.level, advice_seed(session, state, seat), memory)
    thought = await think(context, replace(question, is_assessment=True))
    return project_suggestion(state, seat, thought.choice, thought.level, session.version, str(session.cursor))


def advice_seed(session: Session, state: State, seat: int) -> str:
    """Return the seed of hints and reviews for a seat, so that both agree at the same position."""
    return draw(session, f"advice {state.ply} {seat}").hex()


async def think(context: RequestContext, question: Question) -> Thought:
    """Answer a question at the level that it asks for. Raises `Problem` with BUSY if too many others are waiting."""
    with engine_problems():
        return await context.pool.think_exactly(question)


def check_may_search(state: State, seat: int, level: int) -> None:
    """Raise `Problem` for a level at which looking ahead would take too long."""
    if level > 1 and len(engine.legal_moves(state, seat)) * state.seats**2 > MOST_SEARCHED:
        message = f"With {state.seats} seats, looking ahead takes too long: send level 1."
        raise Problem("INVALID_INPUT", message, ("level",))


def check_may_move(state: State, seat: int, name: str) -> None:
    """Raise `Problem` if a seat has no legal move; `name` is the input field to blame."""
    if engine.legal_moves(state, seat):
        return
    refusal: engine.Refusal
    if engine.result(state) is not None:
        refusal = engine.table_over(engine.game_of(state).name)
    else:
        refusal = engine.NotYourTurn("engine 2", f"Seat {number_of_seat(seat)} has no legal move now.")
    refusal.path = (name,)
    raise MoveRefused(refusal, state, seat)
