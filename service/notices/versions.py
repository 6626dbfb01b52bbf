"""Versions that send notices: what each of them tells, whom, and which of them are told.

The log is the outbox: a version is told once each of its notices was accepted by every endpoint or is kept for a later
try. Then it gets a mark, a member of a list of its session or tournament; a version without one is told again.
"""

from collections.abc import Callable, Collection

import msgspec
import structlog

from service.notices.audience import Audience, audience_of_session, audience_of_tournament
from service.notices.derive import notices_of_session, notices_of_tournament
from service.notices.endpoints import owner_of_session, owner_of_tournament
from service.notices.notice import Notice
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Session
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.tournament import Tournament
from store.port import Store

# A version that was not told within a week is not told any more; its mark lives longer.
HORIZON_MILLIS = 7 * 86_400_000
MARK_SECONDS = 8 * 86_400
# The marks that are read at a time.
PAGE = 200

log = structlog.get_logger("croupier.notices")


class Version(msgspec.Struct, frozen=True):
    """A version of the session or tournament `name`, its notices, and who may hear of them."""

    name: str
    cursor: Cursor
    notices: tuple[Notice, ...]
    audience: Audience


def version_of_session(before: Session | None, entry: LogEntry, after: Session) -> Version:
    """Return a version of a session; `before` is None if the version created it."""
    notices = notices_of_session(before, entry, after)
    return Version(owner_of_session(after.id), after.cursor, notices, audience_of_session(after))


def version_of_tournament(before: Tournament | None, entry: TournamentEntry, after: Tournament) -> Version:
    """Return a version of a tournament; `before` is None if the version created it."""
    notices = notices_of_tournament(before, entry, after)
    return Version(owner_of_tournament(after.id), after.cursor, notices, audience_of_tournament(after))


def attach(sessions: SessionRepository, tournaments: TournamentRepository, tell: Callable[[Version], None]) -> None:
    """Have each version that sends notices told, when these repositories have committed it.

    Errors are logged and not raised, since the change was already committed.
    """

    def tell_session(before: Session | None, after: Session, entry: LogEntry) -> None:
        try:
            tell(version_of_session(before, entry, after))
        except Exception:
            log.exception("notices could not be sent", session=after.id)

    def tell_tournament(before: Tournament | None, after: Tournament, entry: TournamentEntry) -> None:
        try:
            tell(version_of_tournament(before, entry, after))
        except Exception:
            log.exception("notices could not be sent", tournament=after.id)

    sessions.on_notices = tell_session
    tournaments.on_notices = tell_tournament


async def mark_told(store: Store, name: str, cursor: Cursor) -> None:
    """Mark a version as told. Raises `StoreUnavailable`."""
    # The list is in the order of versions. A mark that a failover loses costs a repetition under the same ids.
    member = f"{cursor.version}:{cursor.history_hash}"
    await store.enlist(_name_marks(name), member, cursor.version, MARK_SECONDS)


async def read_told(store: Store, name: str, after: int) -> Collection[Cursor]:
    """Return the versions above `after` that are marked as told. Raises `StoreUnavailable`."""
    found = set[Cursor]()
    before: tuple[int, str] | None = None
    while page := await store.listed(_name_marks(name), before, PAGE):
        found.update(Cursor(one.at, one.member.partition(":")[2]) for one in page if one.at > after)
        if page[-1].at <= after:
            break
        before = (page[-1].at, page[-1].member)
    return found


def _name_marks(name: str) -> str:
    return f"told:{name}"
