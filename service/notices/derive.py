"""The notices of a version: pure functions of the version and the one before it.

So any worker finds the same notices, in the same order, from the log alone. A notice depends only on what every member
of a table may know: who is openly asked, the clock, the seats, and whether the table is over.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from service.notices.notice import Notice, NoticeType, Subject, format_instant, make_origin
from service.sessions.changes import Claimed, LogEntry
from service.sessions.session import Session, asked_seats, decides
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.tournament import Tournament

# A type and its subject, before that gets the ids of the version.
Draft = tuple[NoticeType, Subject]

# The version that opens a session.
FIRST_VERSION = 1

# The events of a tournament that are notices.
_ROUNDS: Mapping[str, NoticeType] = {
    "tablesOpened": "tournament.round_started",
    "roundClosed": "tournament.round_finished",
}


def notices_of_session(before: Session | None, entry: LogEntry, after: Session) -> tuple[Notice, ...]:
    """Return the notices of a version of a session; `before` is None if the version created it."""
    place = after.tournament
    ids = (after.id, None if place is None else place.tournament_id, after.version)
    return _finish(_draft_session(before, entry, after), ids, entry.change.at, after.history_hash)


def notices_of_tournament(before: Tournament | None, entry: TournamentEntry, after: Tournament) -> tuple[Notice, ...]:
    """Return the notices of a version of a tournament; `before` is None if the version created it."""
    ids = (None, after.id, after.version)
    return _finish(_draft_tournament(before, entry, after), ids, entry.change.at, after.history_hash)


def is_of_play(notice: Notice) -> bool:
    """Tell whether a notice shows the play: the outsiders of a closed deal do not get it."""
    return notice.type in ("turn.started", "turn.ended", "reaction.opened", "seat.lapsed")


def is_covered_end(notice: Notice) -> bool:
    """Tell whether a notice is the one by which the outsiders of a closed deal hear that a table is over."""
    return notice.type == "table.finished" and notice.subject.version == FIRST_VERSION


def _finish(
    drafts: Iterator[Draft], ids: tuple[str | None, str | None, int], at: int, history_hash: str
) -> tuple[Notice, ...]:
    """Return the notices, with the ids that all of them have: the session's, the tournament's, and the version."""
    session_id, tournament_id, version = ids
    notices = list[Notice]()
    for kind, subject in drafts:
        own_version = subject.version or version
        whole = replace(subject, session_id=session_id, tournament_id=tournament_id, version=own_version)
        notices.append(Notice(kind, at, make_origin(history_hash, len(notices)), whole))
    return tuple(notices)


# ---- sessions


def _draft_session(before: Session | None, entry: LogEntry, after: Session) -> Iterator[Draft]:
    if before is None:
        yield "table.opened", Subject()
    if after.state is not None and (before is None or before.state is None):
        yield "table.started", Subject()
    yield from _draft_lapses(before, entry)
    yield from _draft_turns(before, entry, after)
    yield from _draft_reaction(before, entry, after)
    if after.is_over and (before is None or not before.is_over):
        yield "table.finished", Subject()
        if after.is_deal_closed:
            # The number of its version tells how long the table was played.
            yield "table.finished", Subject(version=FIRST_VERSION)
    if after.rematch is not None and (before is None or before.rematch is None):
        yield "rematch.offered", Subject(next_session_id=after.rematch)


def _draft_turns(before: Session | None, entry: LogEntry, after: Session) -> Iterator[Draft]:
    former = () if before is None else awaited_seats(before)
    present = awaited_seats(after)
    for seat in former:
        if seat not in present:
            yield "turn.ended", Subject(seat=seat)
    for seat in present:
        if seat not in former or _is_asked_again(seat, entry):
            yield "turn.started", Subject(seat=seat, deadline=_format(_end_of_turn(after)))


def awaited_seats(session: Session) -> tuple[int, ...]:
    """Return the seats that are openly asked, and that a person holds and decides for."""
    asked = asked_seats(session)
    return tuple(seat for seat in asked if session.seats[seat].token is not None and decides(session, seat))


def _is_asked_again(seat: int, entry: LogEntry) -> bool:
    """Tell whether a seat that is asked before and after a version has decided in it, and another seat after that.

    So the seat has been asked twice. A seat that decides twice in a row is there already.
    """
    deciders = [int(line.partition(" ")[0]) for line in entry.made]
    return seat in deciders and deciders[-1] != seat


def _end_of_turn(session: Session) -> int | None:
    """Return the time until which the asked people may decide; None if there is none.

    Seats of the default policy decide before that, and then the time begins again.
    """
    seconds = session.setup.move_seconds
    begun = max(session.moved_at, session.reacting_until)
    return begun + 1000 * seconds if seconds else None


def _draft_reaction(before: Session | None, entry: LogEntry, after: Session) -> Iterator[Draft]:
    """Draft the notice of a time for reactions. It names no seat, since who can react is secret."""
    is_new = before is None or before.reacting_until != after.reacting_until
    if is_new and after.status == "ACTIVE" and after.reacting_until > entry.change.at:
        yield "reaction.opened", Subject(deadline=_format(after.reacting_until))


def _draft_lapses(before: Session | None, entry: LogEntry) -> Iterator[Draft]:
    """Draft the notices of the seats whose time ran out; a seat of the default policy has no time to lose."""
    if before is None or not isinstance(entry.change, Claimed):
        return
    defaulted = dict.fromkeys(event.seat for event in entry.events if event.kind == "defaulted")
    for seat in defaulted:
        if seat is not None and before.seats[seat].kind != "DEFAULT_POLICY":
            yield "seat.lapsed", Subject(seat=seat)


def _format(at: int | None) -> str | None:
    return None if at is None else format_instant(at)


# ---- tournaments


def _draft_tournament(before: Tournament | None, entry: TournamentEntry, after: Tournament) -> Iterator[Draft]:
    for event in entry.events:
        kind = _ROUNDS.get(event.kind)
        # A tournament that its host abandoned says only that it is over.
        if kind is not None and not after.is_over:
            yield kind, Subject(round=event.round)
    if after.is_over and (before is None or not before.is_over):
        yield "tournament.finished", Subject()
