"""The next version of a session, made from the last version and a change.

Commits, streams and checks of a log all use `apply_change`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

import engine
from engine import Event, LegalMove, Played, State
from service.sessions.changes import (
    Abandoned,
    BotAdded,
    BotRemoved,
    Change,
    Claimed,
    Created,
    DealOpened,
    HandedOver,
    Joined,
    Left,
    LogEntry,
    Moved,
    NoticesWanted,
    Prolonged,
    RematchMade,
    Resigned,
    Started,
    TakeBackAnswered,
    TakeBackAsked,
    Undone,
)
from service.sessions.formats import FORMAT, format_of
from service.sessions.history_hash import next_hash
from service.sessions.rules import MoveRefused
from service.sessions.session import (
    ANSWERED_BY_BOT,
    FOLLOWED,
    Bot,
    LastMove,
    Seat,
    Session,
    deal_of,
    name_bot,
    stopped_millis,
)

# The most moves that the default policy makes in one change; a waiting player can claim the next ones.
MOST_DEFAULTS = 100


class _Draft(msgspec.Struct):
    """The next version in the making: the session, its table, and the parts of its log entry.

    The fields of the table are copied into the session at the end.
    """

    session: Session
    state: State | None
    moved_at: int
    reacting_until: int
    last_move: LastMove | None
    before: State | None
    events: list[Event] = []
    made: list[str] = []
    move: LegalMove | None = None
    undoes: int = 0
    is_finished: bool = False


def create(session_id: str, change: Created) -> tuple[Session, LogEntry]:
    """Return version 1 of a session."""
    # All fields but the time are also fields of the session.
    given = asdict(change)
    at = given.pop("at")
    expires_at = at + 1000 * change.lifetime
    history_hash = next_hash(change.history_key, 1, "", change)
    number_of_table = engine.format_of_table(engine.find_game(change.game), len(change.seats), change.options)
    number = max(format_of(change), number_of_table)
    opened = Session(
        id=session_id,
        version=1,
        created_at=at,
        expires_at=expires_at,
        history_hash=history_hash,
        format_number=number,
        **given,
    )
    draft = _Draft(opened, None, 0, 0, None, None, [Event("created")])
    if change.tournament is not None:
        _deal(draft, change.at)
    session = replace(draft.session, state=draft.state, moved_at=draft.moved_at, reacting_until=draft.reacting_until)
    return session, LogEntry(change, history_hash, tuple(draft.events), made=tuple(draft.made))


def apply_change(session: Session, change: Change) -> tuple[Session, LogEntry]:
    """Return the next version of a session and its log entry. Raises `MoveRefused` if the rules forbid the move."""
    if type(change) is Moved and session.is_played_by_people and change.decision is None and not session.abandoned:
        played = _try_move(session, session.state, change.seat, change.move)
        if played.outcome is None:
            return _move_alone(session, change, played)
    return make_by_draft(session, change)


def make_by_draft(session: Session, change: Change) -> tuple[Session, LogEntry]:
    """Make any change, as `apply_change` does, by way of a draft."""
    draft = _Draft(session, session.state, session.moved_at, session.reacting_until, session.last_move, session.before)
    draft.is_finished = session.status == "FINISHED"
    _MAKE[type(change)](draft, change)
    changed = draft.session
    is_over = changed.abandoned or draft.is_finished
    lifetime = _finished_lifetime(changed) if is_over else changed.lifetime
    number = session.format_number
    is_ordinary = type(change) is Moved and change.decision is None and changed is session
    if number < FORMAT and not is_ordinary:
        number = max(number, format_of(change), format_of(changed))
    version, history_hash, expires_at = _identify(session, change, lifetime)
    after = replace(
        changed,
        version=version,
        format_number=number,
        history_hash=history_hash,
        expires_at=expires_at,
        state=draft.state,
        moved_at=draft.moved_at,
        reacting_until=draft.reacting_until,
        last_move=draft.last_move,
        before=None if is_over else draft.before,
    )
    # Releases without bots wrote true for 1, and read only that.
    undoes = True if draft.undoes == 1 else draft.undoes
    return after, LogEntry(change, history_hash, tuple(draft.events), draft.move, tuple(draft.made), undoes)


def _finished_lifetime(session: Session) -> int:
    """Return the lifetime of a session that is over; with a closed deal, it waits for the deal's other tables."""
    if session.is_deal_closed:
        return max(session.lifetime, session.finished_lifetime)
    return session.finished_lifetime


def _move_alone(session: Session, change: Moved, played: Played) -> tuple[Session, LogEntry]:
    """Return the next version after a move without consequences, as `_move` would make it, but without a draft."""
    version, history_hash, expires_at = _identify(session, change, session.lifetime)
    last_move, before = _remember(session, change, played.learned or "")
    after = replace(
        session,
        version=version,
        history_hash=history_hash,
        expires_at=expires_at,
        state=played.state,
        moved_at=change.at,
        reacting_until=_end_of_reaction(session, session.reacting_until, played, change.at),
        last_move=last_move,
        before=before,
    )
    # These cached values stay the same: their fields have not changed, and there is no outcome.
    after.__dict__.update(lasting=session.lasting, is_played_by_people=True, status=session.status)
    made = f"{change.seat} {change.move}"
    return after, LogEntry(change, history_hash, played.events, played.move, (made,))


def _identify(session: Session, change: Change, lifetime: int) -> tuple[int, str, int]:
    """Return the number, the history hash and the expiry of the version that a change makes after `session`."""
    version = session.version + 1
    history_hash = next_hash(session.history_key, version, session.history_hash, change)
    return version, history_hash, change.at + 1000 * lifetime


def make_next(session: Session, entry: LogEntry) -> Session:
    """Return the version that a logged change makes from the version before it."""
    assert not isinstance(entry.change, Created)
    return apply_change(session, entry.change)[0]


def follows_on(session: Session, version: int, entry: LogEntry) -> bool:
    """Tell whether a logged version is the next version in this session's own history."""
    expected = next_hash(session.history_key, version, session.history_hash, entry.change)
    return version == session.version + 1 and entry.history_hash == expected


# ---- people


def _join(draft: _Draft, change: Joined) -> None:
    seat = draft.session.seats[change.seat]
    # A player who joins after the deal has no share in the shuffles: the seat keeps its entropy.
    entropy = change.entropy if draft.session.status == "OPEN" else seat.entropy
    taken = Seat(name=change.name, token=change.token, code=seat.code, entropy=entropy)
    draft.session = _without_host(draft.session, change.seat).with_seat(change.seat, taken)
    if change.by_host:
        draft.session = replace(draft.session, host_seat=change.seat)
    draft.events.append(Event("joined", change.seat, value=change.name))
    _deal_if_complete(draft, change.at)


def _deal_if_complete(draft: _Draft, at: int) -> None:
    """Deal once every seat is taken or has a stand-in, unless the session waits for the host."""
    session = draft.session
    if session.status != "OPEN" or session.setup.start_by_host:
        return
    if any(session.seats[seat].stand_in is None for seat in session.open_seats()):
        return
    _seat_stand_ins(draft)
    _deal(draft, at)


def _seat_stand_ins(draft: _Draft) -> None:
    """Let bots play the seats of a rematch whose last holders had left and have not returned."""
    for index in draft.session.open_seats():
        stand_in = draft.session.seats[index].stand_in
        if stand_in is not None:
            _seat_bot(draft, index, stand_in)


def _leave(draft: _Draft, change: Left) -> None:
    seat = draft.session.seats[change.seat]
    former = "" if seat.token is None else seat.token.kept
    is_active = draft.session.status == "ACTIVE"
    if draft.session.status == "OPEN":
        vacant = Seat(code=seat.code)
    else:
        vacant = replace(seat, token=None, name=None, former=former)
    draft.session = draft.session.with_seat(change.seat, vacant)
    draft.events.append(Event("left", change.seat))
    _drop_request(draft, change.seat)
    is_last = is_active and not draft.session.holders()
    if is_last and draft.session.tournament is None:
        _abandon(draft, change)
    elif change.bot is not None:
        _seat_bot(draft, change.seat, change.bot)
        _take_back_if_agreed(draft, change.at)
    elif is_last:
        _play_out(draft, change.seat, change.at)
    else:
        _take_back_if_agreed(draft, change.at)


def _play_out(draft: _Draft, last: int, at: int) -> None:
    """End a table that everybody has left, with the result that a tournament needs.

    The seats give up in their order, `last` after all others; then the default policy plays on.
    """
    playing = [index for index, seat in enumerate(draft.session.seats) if seat.kind == "HUMAN" and index != last]
    if draft.session.seats[last].kind == "HUMAN":
        playing.append(last)
    for index in playing:
        if not draft.session.is_cut_short:
            _give_up(draft, index)
    _follow_policy(draft, at)
    _take_back_if_agreed(draft, at)


def _hand_over(draft: _Draft, change: HandedOver) -> None:
    seat = replace(draft.session.seats[change.seat], token=change.token, former="")
    draft.session = _without_host(draft.session, change.seat).with_seat(change.seat, seat)
    draft.events.append(Event("handedOver", change.seat))


def _without_host(session: Session, seat: int) -> Session:
    """Return the session without a host's seat if it was this one: the seat's next token has no rights of the host."""
    return replace(session, host_seat=None) if seat == session.host_seat else session


# ---- bots


def _add_bot(draft: _Draft, change: BotAdded) -> None:
    _seat_bot(draft, change.seat, change.bot)
    # A bot agrees to every take-back.
    _take_back_if_agreed(draft, change.at)
    _deal_if_complete(draft, change.at)


def _seat_bot(draft: _Draft, index: int, bot: Bot) -> None:
    seats = draft.session.seats
    seat = replace(seats[index], kind="BOT", bot=bot, name=seats[index].name or name_bot(seats, index))
    draft.session = draft.session.with_seat(index, seat)
    draft.events.append(Event("botAdded", index, value=str(bot.level)))


def _remove_bot(draft: _Draft, change: BotRemoved) -> None:
    seat = replace(draft.session.seats[change.seat], kind="HUMAN", bot=None, name=None)
    draft.session = draft.session.with_seat(change.seat, seat)
    draft.events.append(Event("botRemoved", change.seat))


# ---- beginning and ending


def _start(draft: _Draft, change: Started) -> None:
    _seat_stand_ins(draft)
    for index in draft.session.open_seats():
        seat = replace(draft.session.seats[index], kind="DEFAULT_POLICY")
        draft.session = draft.session.with_seat(index, seat)
    _deal(draft, change.at)


def _abandon(draft: _Draft, _change: Change) -> None:
    draft.session = replace(draft.session, abandoned=True)
    draft.last_move = draft.before = None
    draft.events.append(Event("abandoned"))


def _link_rematch(draft: _Draft, change: RematchMade) -> None:
    draft.session = replace(draft.session, rematch=change.session)
    draft.events.append(Event("rematch", value=change.session))


def _open_deal(draft: _Draft, _change: DealOpened) -> None:
    draft.session = replace(draft.session, deal_opened=True)
    draft.events.append(Event("dealOpened"))


def _prolong(_draft: _Draft, _change: Prolonged) -> None:
    """Change nothing: every change restarts the session's lifetime."""


def _send_notices(draft: _Draft, _change: NoticesWanted) -> None:
    """Note that notices are wanted. It is no event of the table."""
    draft.session = replace(draft.session, sends_notices=True)


# ---- the table


def _deal(draft: _Draft, at: int) -> None:
    session = draft.session
    state = deal_of(session)
    draft.events.append(Event("started"))
    draft.state = state
    draft.moved_at = at
    if session.tournament is not None:
        _count_withdrawn(draft)
    # After a card is put down, even the turned one, only a match counts for a while (zar 5.9).
    if session.setup.reaction_millis and engine.opens_reaction(state, ()):
        draft.reacting_until = at + session.setup.reaction_millis
    _follow_policy(draft, at)


def _move(draft: _Draft, change: Moved) -> None:
    before = draft.session
    seat = draft.session.seats[change.seat]
    if seat.bot is not None:
        _add_hurried(draft, change, seat.bot)
    played = _play(draft, change.at, change.seat, change.move)
    draft.move = played.move
    kinds = [other.kind for other in before.seats]
    followed = "DEFAULT_POLICY" in kinds and _follow_policy(draft, change.at)
    if seat.bot is not None:
        _keep_last_move(draft, before)
        return
    kept = FOLLOWED if followed else played.learned or ""
    draft.last_move, draft.before = _remember(before, change, kept)


def _remember(before: Session, change: Moved, kept: str) -> tuple[LastMove, State | None]:
    """Return the last move after a person's move, and the state before it if it may be taken back."""
    made_at = 0 if before.agreements == 1 else change.at
    last_move = LastMove(change.seat, kept, before.moved_at, before.reacting_until, made_at=made_at)
    may_be_taken_back = not kept or before.setup.take_backs
    return last_move, before.state if may_be_taken_back else None


def _add_hurried(draft: _Draft, change: Moved, bot: Bot) -> None:
    """Add an event if a bot moves at a lower level than its own."""
    if change.decision is not None and change.decision.level < bot.level:
        draft.events.append(Event("hurried", change.seat, value=str(change.decision.level)))


def _keep_last_move(draft: _Draft, before: Session) -> None:
    """Keep the last move of a person after a bot's move: with take-backs, both may be taken back together."""
    last = before.last_move
    if last is not None:
        draft.last_move = replace(last, kept=ANSWERED_BY_BOT, answers=last.answers + 1)
    if before.setup.take_backs:
        draft.before = before.before


def _claim(draft: _Draft, change: Claimed) -> None:
    """Make a default move for each seat whose time ran out, then for the seats of the default policy."""
    asked = _asked(draft)
    if _first_default(draft.session, asked) is None:
        for seat in asked:
            if seat in _asked(draft):
                _play_default(draft, change.at, seat)
    _follow_policy(draft, change.at)


def _resign(draft: _Draft, change: Resigned) -> None:
    draft.events.append(Event("resigned", change.seat))
    _give_up(draft, change.seat)
    if draft.session.agreements == 1:
        _follow_policy(draft, change.at)
        _take_back_if_agreed(draft, change.at)
        return
    # The vote comes first: a default move would end it.
    _drop_request(draft, change.seat)
    _take_back_if_agreed(draft, change.at)
    if draft.session.tournament is not None and not draft.session.holders():
        _play_out(draft, change.seat, change.at)
    else:
        _follow_policy(draft, change.at)


def _give_up(draft: _Draft, index: int) -> None:
    """Have the default policy play a seat; if only one seat is left that has not given up, that seat wins."""
    seat = replace(draft.session.seats[index], kind="DEFAULT_POLICY")
    draft.session = draft.session.with_seat(index, seat)
    if draft.session.agreements > 1:
        _count_resigned(draft, (index,))


def _count_withdrawn(draft: _Draft) -> None:
    """Count entrants who withdrew before this table was opened as resigned, unless all of them withdrew."""
    session = draft.session
    withdrawn = tuple(index for index, seat in enumerate(session.seats) if seat.kind == "DEFAULT_POLICY")
    if session.agreements > 1 and 0 < len(withdrawn) < len(session.seats):
        _count_resigned(draft, withdrawn)


def _count_resigned(draft: _Draft, seats: tuple[int, ...]) -> None:
    """Count seats as resigned; if only one other seat is left, it has won."""
    session = draft.session = replace(draft.session, resigned=(*draft.session.resigned, *seats))
    if not session.is_won_by_resignation:
        return
    (winner,) = set(range(len(session.seats))) - set(session.resigned)
    draft.is_finished = True
    draft.last_move = draft.before = None
    draft.events.append(Event("wonByResignation", winner))


# ---- taking a move back


def _undo(draft: _Draft, change: Undone) -> None:
    """Take a move back without stopping the seat's clock: otherwise a seat could move and undo for ever."""
    _take_back(draft, change.seat, 0)


def _take_back(draft: _Draft, seat: int, stopped: int) -> None:
    """Restore the state before the last move, and its clock, which has stood still for `stopped` milliseconds."""
    last = draft.last_move
    assert last is not None
    assert draft.before is not None
    draft.events.append(Event("undone", seat))
    draft.undoes = 1 + last.answers
    draft.is_finished = False
    draft.state = draft.before
    draft.moved_at = last.moved_at + stopped
    draft.reacting_until = last.reacting_until and last.reacting_until + stopped
    draft.last_move = draft.before = None


def _ask_take_back(draft: _Draft, change: TakeBackAsked) -> None:
    assert draft.last_move is not None
    draft.last_move = replace(draft.last_move, asked=True)
    draft.events.append(Event("takeBackAsked", change.seat))
    _take_back_if_agreed(draft, change.at)


def _answer_take_back(draft: _Draft, change: TakeBackAnswered) -> None:
    last = draft.last_move
    assert last is not None
    draft.events.append(Event("takeBackAgreed" if change.agree else "takeBackRefused", change.seat))
    if not change.agree:
        draft.last_move = replace(last, asked=False, agreed=())
        return
    draft.last_move = replace(last, agreed=(*last.agreed, change.seat))
    _take_back_if_agreed(draft, change.at)


def _drop_request(draft: _Draft, seat: int) -> None:
    """End the request of a seat whose holder no longer plays it."""
    last = draft.last_move
    if last is not None and last.asked and last.seat == seat and draft.session.agreements > 1:
        draft.last_move = replace(last, asked=False, agreed=())


def _take_back_if_agreed(draft: _Draft, at: int) -> None:
    """Take the last move back if its seat has asked and every voter has agreed."""
    last = draft.last_move
    if last is None or not last.asked:
        return
    if set(draft.session.voters(last.seat)) <= set(last.agreed):
        asked_since = max(draft.moved_at, draft.reacting_until)
        _take_back(draft, last.seat, stopped_millis(draft.session, last, asked_since, at))


def _play(draft: _Draft, at: int, seat: int, move: str) -> Played:
    played = _try_move(draft.session, draft.state, seat, move)
    draft.events += played.events
    draft.made.append(f"{seat} {move}")
    # The state before it can no longer be restored.
    draft.state = played.state
    draft.moved_at = at
    draft.last_move = None
    draft.before = None
    draft.is_finished = played.outcome is not None
    draft.reacting_until = _end_of_reaction(draft.session, draft.reacting_until, played, at)
    return played


def _try_move(session: Session, state: State | None, seat: int, move: str) -> Played:
    """Make a move at the table of a session. Raises `MoveRefused`."""
    assert state is not None
    try:
        return engine.play(state, seat, move)
    except engine.Refusal as refusal:
        raise MoveRefused(refusal, state, seat, session) from None


def _end_of_reaction(session: Session, pending: int, played: Played, at: int) -> int:
    """Return the time until which only a match counts after a move; `pending` is that time before the move."""
    millis = session.setup.reaction_millis
    return at + millis if millis and played.opens_reaction else pending


def _play_default(draft: _Draft, at: int, seat: int) -> None:
    """Make the first legal move for a seat, with an event."""
    assert draft.state is not None
    move = str(engine.legal_moves(draft.state, seat)[0])
    # The event does not name the move; the move's own events show each viewer only the cards that it may see.
    draft.events.append(Event("defaulted", seat))
    _play(draft, at, seat, move)


def _follow_policy(draft: _Draft, at: int) -> bool:
    """Let the default policy move while one of its seats is asked and no reaction is pending; tell whether it moved.

    It never moves out of turn, so it takes no match from people.
    """
    for made in range(MOST_DEFAULTS):
        asked = _asked(draft) if at >= draft.reacting_until else ()
        seat = _first_default(draft.session, asked)
        if seat is None:
            return made > 0
        _play_default(draft, at, seat)
    return True


def _asked(draft: _Draft) -> tuple[int, ...]:
    """Return the seats that are openly asked now."""
    if draft.state is None or draft.session.is_cut_short:
        return ()
    return engine.asked_seats(draft.state)


def _first_default(session: Session, asked: tuple[int, ...]) -> int | None:
    return next((seat for seat in asked if session.seats[seat].kind == "DEFAULT_POLICY"), None)


_MAKE: Mapping[type[Change], Callable[[_Draft, Any], None]] = {
    Joined: _join,
    Left: _leave,
    HandedOver: _hand_over,
    Started: _start,
    BotAdded: _add_bot,
    BotRemoved: _remove_bot,
    Moved: _move,
    Claimed: _claim,
    Resigned: _resign,
    Undone: _undo,
    TakeBackAsked: _ask_take_back,
    TakeBackAnswered: _answer_take_back,
    Abandoned: _abandon,
    RematchMade: _link_rematch,
    DealOpened: _open_deal,
    Prolonged: _prolong,
    NoticesWanted: _send_notices,
}
