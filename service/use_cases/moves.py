"""The use cases at a table: moving, letting time run out, giving up, taking back, and asking what the rules say."""

from collections.abc import Callable

import msgspec

import engine
from engine import State
from service.observability import metrics
from service.sessions.changes import Change, Claimed, Done, Moved, Resigned, TakeBackAnswered, TakeBackAsked, Undone
from service.sessions.history_hash import Cursor, is_at
from service.sessions.idempotency import check_key, make_change_request
from service.sessions.problems import Problem
from service.sessions.rules import IllegalMove, engine_problems
from service.sessions.session import Session, deadline_of
from service.sessions.stale import StaleVersion
from service.sessions.undo import not_last, undo_refusal
from service.storage.repository import SessionRepository
from service.use_cases.lobby import check_host, check_seated


class Act(msgspec.Struct, frozen=True):
    """Who wants something done at which table, at which cursor (None: any), under which idempotency key."""

    session_id: str
    token: str | None
    expected: Cursor | None = None
    key: str | None = None


async def move(sessions: SessionRepository, act: Act, notation: str) -> Done:
    """Make a move for the seat that the token holds.

    Without an expected version the move counts if it is legal when it arrives. Raises `IllegalMove`,
    `StaleVersion` or `Problem`.
    """
    game = "none"

    def decide(session: Session, now: int) -> Moved:
        nonlocal game
        game = session.game
        _check_version(sessions, session, act)
        seat = check_seated(session, act.token)
        _check_dealt(session)
        _check_decides(session, seat)
        _check_reaction(session, now, notation)
        return Moved(now, seat, notation)

    check_key(act.key)
    try:
        done = await sessions.change(act.session_id, make_change_request("move", act.token, act.key, notation), decide)
    except Problem as problem:
        metrics.moves(game, problem.code.lower()).inc()
        raise
    metrics.moves(done.session.game, "replayed" if done.replayed else "applied").inc()
    return done


async def claim(sessions: SessionRepository, act: Act) -> Done:
    """Have the asked seats' decisions made by default, whoever one is, when their time is over. Raises `Problem`."""

    def decide(session: Session, now: int) -> Claimed:
        _check_version(sessions, session, act)
        _check_active(session)
        deadline = deadline_of(session)
        if deadline is None:
            raise Problem("NO_DEADLINE", "The seats that are asked have all the time they want.", ("sessionId",))
        if now < deadline:
            raise _too_early("The time of the asked seats is not over yet.", deadline - now)
        return Claimed(now)

    return await _act(sessions, act, "claim", decide)


async def resign(sessions: SessionRepository, act: Act) -> Done:
    """Give up: the default policy makes the seat's further decisions. Raises `Problem`."""

    def decide(session: Session, now: int) -> Resigned:
        _check_version(sessions, session, act)
        seat = check_seated(session, act.token)
        _check_active(session)
        _check_decides(session, seat)
        return Resigned(now, seat)

    return await _act(sessions, act, "resign", decide)


async def give_up(sessions: SessionRepository, act: Act, seat: int) -> Done:
    """Have the default policy play a seat that its holder has left, as the host. Raises `Problem`."""

    def decide(session: Session, now: int) -> Resigned:
        _check_version(sessions, session, act)
        check_host(session, act.token)
        _check_active(session)
        if not 0 <= seat < len(session.seats):
            message = f"There is no seat {seat}; the seats are 0–{len(session.seats) - 1}."
            raise Problem("INVALID_INPUT", message, ("seat",))
        if not session.seats[seat].is_open:
            raise Problem("SEAT_TAKEN", f"Seat {seat} is not vacant.", ("seat",))
        return Resigned(now, seat)

    return await _act(sessions, act, "giveUp", decide, seat)


async def undo(sessions: SessionRepository, act: Act) -> Done:
    """Take back the seat's last move, if nobody has learned anything from it and nobody else has acted since."""

    def decide(session: Session, now: int) -> Undone:
        _check_version(sessions, session, act)
        seat = check_seated(session, act.token)
        _check_active(session)
        _check_decides(session, seat)
        reason = undo_refusal(session, seat)
        if reason is not None:
            raise Problem("UNDO_REFUSED", reason, ("sessionId",))
        return Undone(now, seat)

    return await _act(sessions, act, "undo", decide)


async def ask_take_back(sessions: SessionRepository, act: Act) -> Done:
    """Ask the others to take back the seat's last move, in a session that has this option. Raises `Problem`."""

    def decide(session: Session, now: int) -> TakeBackAsked:
        _check_version(sessions, session, act)
        seat = check_seated(session, act.token)
        _check_active(session)
        _check_decides(session, seat)
        _check_may_ask(session, seat)
        return TakeBackAsked(now, seat)

    return await _act(sessions, act, "askTakeBack", decide)


async def answer_take_back(sessions: SessionRepository, act: Act, *, agree: bool) -> Done:
    """Agree that the last move is taken back, or refuse it. Raises `Problem`."""

    def decide(session: Session, now: int) -> TakeBackAnswered:
        _check_version(sessions, session, act)
        seat = check_seated(session, act.token)
        _check_active(session)
        last = session.last_move
        if last is None or not last.asked or seat in last.agreed or seat not in session.others(last.seat):
            raise Problem("UNDO_REFUSED", "This seat is not asked whether a move is taken back.", ("sessionId",))
        return TakeBackAnswered(now, seat, agree)

    return await _act(sessions, act, "answerTakeBack", decide, agree)


async def explain(
    sessions: SessionRepository, session_id: str, token: str | None, notation: str
) -> tuple[State, int, engine.Refusal | None]:
    """Return the state, the seat of the token, and why it may not make a move now (None: it may). Raises `Problem`."""
    session = await sessions.read(session_id)
    state, seat = _check_dealt(session), check_seated(session, token)
    with engine_problems():
        return state, seat, engine.explain(state, seat, notation)


async def preview(
    sessions: SessionRepository, session_id: str, token: str | None, notation: str
) -> tuple[State, engine.Preview]:
    """Return the state, and what a legal move would do, as far as the seat of the token can know.

    Raises `IllegalMove` or `Problem`.
    """
    session = await sessions.read(session_id)
    state, seat = _check_dealt(session), check_seated(session, token)
    with engine_problems():
        try:
            return state, engine.preview(state, seat, notation)
        except engine.Refusal as refusal:
            raise IllegalMove(refusal, state, seat) from None


async def _act(
    sessions: SessionRepository, act: Act, name: str, decide: Callable[[Session, int], Change], *details: object
) -> Done:
    check_key(act.key)
    return await sessions.change(act.session_id, make_change_request(name, act.token, act.key, *details), decide)


def _check_version(sessions: SessionRepository, session: Session, act: Act) -> None:
    if act.expected is not None and not is_at(session.cursor, act.expected):
        raise StaleVersion(act.expected, session, act.token)
    if act.expected is not None and act.expected.history_hash:
        sessions.losses.tell(session, act.token)
    else:
        # A number alone does not say that the caller knows what has become of the session.
        sessions.losses.check_told(session, act.token, "expectedVersion")


def _check_dealt(session: Session) -> State:
    """Return the table. Raises `Problem` when there is none yet, or when the session was abandoned."""
    if session.state is None:
        raise Problem("NOT_STARTED", "The session is not active yet: nothing is dealt.", ("sessionId",))
    if session.abandoned:
        raise Problem("SESSION_OVER", "The session is abandoned.", ("sessionId",))
    return session.state


def _check_active(session: Session) -> None:
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over.", ("sessionId",))
    _check_dealt(session)


def _check_decides(session: Session, seat: int) -> None:
    if session.seats[seat].kind == "DEFAULT_POLICY":
        raise Problem("RESIGNED", f"Seat {seat} has given up: the default policy decides for it.", ("sessionId",))


def _check_reaction(session: Session, now: int, notation: str) -> None:
    """Keep everything but a match waiting while there may be one, whether or not anybody can match (zar 5.9)."""
    if now < session.reacting_until and not engine.is_reaction(_check_dealt(session), notation):
        raise _too_early("Only a match is accepted now.", session.reacting_until - now)


def _check_may_ask(session: Session, seat: int) -> None:
    last = session.last_move
    reason = not_last(session, seat)
    if not session.setup.take_backs:
        reason = "This session was opened without take-backs."
    elif last is not None and last.asked:
        reason = reason or "The others have been asked already."
    if reason is not None:
        raise Problem("UNDO_REFUSED", reason, ("sessionId",))


def _too_early(message: str, milliseconds: int) -> Problem:
    problem = Problem("TOO_EARLY", message)
    problem.retry_after = milliseconds
    return problem
