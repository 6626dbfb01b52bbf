"""The one function that makes the next version of a session from the last and a change: `apply_change`.

It serves a commit, a stream that follows along, and whoever checks a log.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

import engine
from engine import Event, LegalMove, State
from service.sessions.changes import (
    Abandoned,
    Change,
    Claimed,
    Created,
    HandedOver,
    Joined,
    Left,
    LogEntry,
    Moved,
    RematchMade,
    Resigned,
    Started,
    TakeBackAnswered,
    TakeBackAsked,
    Undone,
)
from service.sessions.history_hash import next_hash
from service.sessions.rules import MoveRefused
from service.sessions.session import FOLLOWED, LastMove, Seat, Session, asked_seats, key_of

# So many moves the default policy makes in one change; whoever waits claims the next ones.
MOST_DEFAULTS = 100


class _Step(msgspec.Struct):
    """What a change has made so far: the session, and what goes into the log."""

    session: Session
    events: list[Event]
    made: list[str] = []
    move: LegalMove | None = None
    undoes: bool = False


def create(session_id: str, change: Created) -> tuple[Session, LogEntry]:
    """Return version 1 of a session."""
    session = Session(
        id=session_id,
        version=1,
        lifetime=change.lifetime,
        finished_lifetime=change.finished_lifetime,
        game=change.game,
        options=change.options,
        seats=change.seats,
        setup=change.setup,
        dealing=change.dealing,
        host=change.host,
        created_at=change.at,
        expires_at=change.at + 1000 * change.lifetime,
        history_key=change.history_key,
        history_hash=next_hash(change.history_key, 1, "", change),
        host_seat=change.host_seat,
    )
    return session, LogEntry(change, session.history_hash, (Event("created"),))


def apply_change(session: Session, change: Change) -> tuple[Session, LogEntry]:
    """Return the next version of a session, and what the log keeps of it. Raises `MoveRefused` by the rules."""
    step = _Step(session, [])
    _MAKE[type(change)](step, change)
    changed, version = step.session, session.version + 1
    is_over = changed.is_over
    history_hash = next_hash(session.history_key, version, session.history_hash, change)
    after = replace(
        changed,
        version=version,
        history_hash=history_hash,
        expires_at=change.at + 1000 * (changed.finished_lifetime if is_over else changed.lifetime),
        before=None if is_over else changed.before,
    )
    # The status follows from none of these, and is asked for several times.
    after.__dict__["status"] = changed.status
    return after, LogEntry(change, history_hash, tuple(step.events), step.move, tuple(step.made), step.undoes)


def make_next(session: Session, entry: LogEntry) -> Session:
    """Return the version that a logged change makes of the one before it."""
    assert not isinstance(entry.change, Created)
    return apply_change(session, entry.change)[0]


def follows_on(session: Session, version: int, entry: LogEntry) -> bool:
    """Tell whether a logged version is the next one of this session's own history, not of another one."""
    expected = next_hash(session.history_key, version, session.history_hash, entry.change)
    return version == session.version + 1 and entry.history_hash == expected


# ---- people


def _join(step: _Step, change: Joined) -> None:
    seat = step.session.seats[change.seat]
    # Who sits down when the cards have been dealt has no share in the shuffles: that of the seat stays.
    entropy = change.entropy if step.session.status == "OPEN" else seat.entropy
    taken = replace(seat, name=change.name, token=change.token, former="", entropy=entropy)
    step.session = _without_host(step.session, change.seat).with_seat(change.seat, taken)
    if change.by_host:
        step.session = replace(step.session, host_seat=change.seat)
    step.events.append(Event("joined", change.seat, value=change.name))
    if step.session.status == "OPEN" and not step.session.open_seats() and not step.session.setup.start_by_host:
        _deal(step, change.at)


def _leave(step: _Step, change: Left) -> None:
    seat = step.session.seats[change.seat]
    former = "" if seat.token is None else seat.token.kept
    if step.session.status == "OPEN":
        vacant = Seat(code=seat.code)
    else:
        vacant = replace(seat, token=None, name=None, former=former)
    step.session = step.session.with_seat(change.seat, vacant)
    step.events.append(Event("left", change.seat))
    if step.session.status == "ACTIVE" and not step.session.holders():
        _abandon(step, change)


def _hand_over(step: _Step, change: HandedOver) -> None:
    seat = replace(step.session.seats[change.seat], token=change.token, former="")
    step.session = _without_host(step.session, change.seat).with_seat(change.seat, seat)
    step.events.append(Event("handedOver", change.seat))


def _without_host(session: Session, seat: int) -> Session:
    """Return the session with a seat that is not the host's any more: its next token has none of the host's rights."""
    return replace(session, host_seat=None) if seat == session.host_seat else session


def _start(step: _Step, change: Started) -> None:
    for index in step.session.open_seats():
        seat = replace(step.session.seats[index], kind="DEFAULT_POLICY")
        step.session = step.session.with_seat(index, seat)
    _deal(step, change.at)


def _abandon(step: _Step, _change: Change) -> None:
    step.session = replace(step.session, abandoned=True, last_move=None, before=None)
    step.events.append(Event("abandoned"))


def _go_on(step: _Step, change: RematchMade) -> None:
    step.session = replace(step.session, rematch=change.session)
    step.events.append(Event("rematch", value=change.session))


# ---- the table


def _deal(step: _Step, at: int) -> None:
    session = step.session
    state = engine.new_game(
        session.game,
        seats=len(session.seats),
        options=session.options,
        seed=key_of(session),
        deck=session.dealing.deck,
    )
    step.events.append(Event("started"))
    _lay(step, at, state, ())
    _follow_policy(step, at)


def _move(step: _Step, change: Moved) -> None:
    before = step.session
    assert before.state is not None
    state, events = _play(step, change.at, change.seat, change.move)
    step.move = engine.describe(before.state, change.seat, engine.parse_move(change.move))
    kept = engine.learned(before.state, state, events, change.seat) or ""
    if _follow_policy(step, change.at):
        kept = FOLLOWED
    step.session = replace(
        step.session,
        last_move=LastMove(change.seat, kept, before.moved_at, before.reacting_until),
        before=before.state if not kept or before.setup.take_backs else None,
    )


def _claim(step: _Step, change: Claimed) -> None:
    """Let the seats that were asked when their time was over move once by default, and then those without a holder."""
    asked = asked_seats(step.session)
    if _first_default(step.session, asked) is None:
        for seat in asked:
            if seat in asked_seats(step.session):
                _play_default(step, change.at, seat)
    _follow_policy(step, change.at)


def _resign(step: _Step, change: Resigned) -> None:
    seat = replace(step.session.seats[change.seat], kind="DEFAULT_POLICY")
    step.session = step.session.with_seat(change.seat, seat)
    step.events.append(Event("resigned", change.seat))
    _follow_policy(step, change.at)
    if step.session.last_move is not None and step.session.last_move.asked:
        _take_back_if_agreed(step)


def _undo(step: _Step, change: Undone) -> None:
    _take_back(step, change.seat)


def _take_back(step: _Step, seat: int) -> None:
    """Put what was before the last move on the table again, the clock as it was then: an undo wins no time."""
    before, last = step.session.before, step.session.last_move
    assert before is not None
    assert last is not None
    step.events.append(Event("undone", seat))
    step.undoes = True
    step.session = replace(
        step.session,
        state=before,
        moved_at=last.moved_at,
        reacting_until=last.reacting_until,
        last_move=None,
        before=None,
    )


def _ask_take_back(step: _Step, change: TakeBackAsked) -> None:
    assert step.session.last_move is not None
    step.session = replace(step.session, last_move=replace(step.session.last_move, asked=True))
    step.events.append(Event("takeBackAsked", change.seat))
    _take_back_if_agreed(step)


def _answer_take_back(step: _Step, change: TakeBackAnswered) -> None:
    last = step.session.last_move
    assert last is not None
    step.events.append(Event("takeBackAgreed" if change.agree else "takeBackRefused", change.seat))
    if not change.agree:
        step.session = replace(step.session, last_move=replace(last, asked=False, agreed=()))
        return
    step.session = replace(step.session, last_move=replace(last, agreed=(*last.agreed, change.seat)))
    _take_back_if_agreed(step)


def _take_back_if_agreed(step: _Step) -> None:
    last = step.session.last_move
    assert last is not None
    if set(step.session.others(last.seat)) <= set(last.agreed):
        _take_back(step, last.seat)


def _play(step: _Step, at: int, seat: int, move: str) -> tuple[State, tuple[Event, ...]]:
    before = step.session.state
    assert before is not None
    try:
        state, events = engine.apply(before, seat, move)
    except engine.Refusal as refusal:
        raise MoveRefused(refusal, before, seat) from None
    step.events += events
    step.made.append(f"{seat} {move}")
    _lay(step, at, state, events)
    return state, events


def _lay(step: _Step, at: int, state: State, events: tuple[Event, ...]) -> None:
    """Put a state on the table; what was before it cannot be taken back any more.

    If a card was put down, be it the turned one, only a match counts for a while (zar 5.9).
    """
    session = step.session
    until = session.reacting_until
    if session.setup.reaction_millis and engine.opens_reaction(state, events):
        until = at + session.setup.reaction_millis
    step.session = replace(session, state=state, moved_at=at, reacting_until=until, last_move=None, before=None)


def _play_default(step: _Step, at: int, seat: int) -> None:
    """Make the first legal move for a seat, visibly."""
    assert step.session.state is not None
    move = str(engine.legal_moves(step.session.state, seat)[0])
    # The move itself is left to its events, which tell each viewer only the cards that it may see.
    step.events.append(Event("defaulted", seat))
    _play(step, at, seat, move)


def _follow_policy(step: _Step, at: int) -> bool:
    """Let the default policy decide while it is asked and no reaction is waited for; tell if it did.

    It never moves out of turn, so it takes no match from people.
    """
    if "DEFAULT_POLICY" not in [seat.kind for seat in step.session.seats]:
        return False
    for made in range(MOST_DEFAULTS):
        asked = asked_seats(step.session) if at >= step.session.reacting_until else ()
        seat = _first_default(step.session, asked)
        if seat is None:
            return made > 0
        _play_default(step, at, seat)
    return True


def _first_default(session: Session, asked: tuple[int, ...]) -> int | None:
    return next((seat for seat in asked if session.seats[seat].kind == "DEFAULT_POLICY"), None)


_MAKE: Mapping[type[Change], Callable[[_Step, Any], None]] = {
    Joined: _join,
    Left: _leave,
    HandedOver: _hand_over,
    Started: _start,
    Moved: _move,
    Claimed: _claim,
    Resigned: _resign,
    Undone: _undo,
    TakeBackAsked: _ask_take_back,
    TakeBackAnswered: _answer_take_back,
    Abandoned: _abandon,
    RematchMade: _go_on,
}
