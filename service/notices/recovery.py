"""Recovery: find the versions that no worker has told, since theirs has died or does not know that it committed them.

The store lists the sessions and tournaments that send notices. Each worker goes slowly through these lists, compares
the log of each member with its marks, and finds the notices of a version again by replaying the log.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from random import random
from typing import Generic, NamedTuple, TypeVar

import msgspec
import structlog

from service.cleanup import Cleanup
from service.notices.endpoints import owner_of_session, owner_of_tournament
from service.notices.versions import HORIZON_MILLIS, read_told
from service.sessions import apply_change as session_changes
from service.sessions.changes import Created, LogEntry, NoticesWanted
from service.sessions.history_hash import Cursor
from service.sessions.problems import session_not_found
from service.sessions.session import Session
from service.storage.caches import Recent
from service.storage.codec import SESSIONS, Logged, NewerRelease, RulesChanged
from service.storage.sessions import NOTICED_SESSIONS, SessionRepository
from service.storage.tournaments import NOTICED_TOURNAMENTS, TournamentRepository
from service.tournaments import apply_change as tournament_changes
from service.tournaments.changes import Created as TournamentCreated
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.changes import NoticesWanted as TournamentNoticesWanted
from service.tournaments.tournament import Tournament
from store.port import Store
from store.problems import DataCorrupted, report_corruption

# A session that is over leaves the list when nothing has changed for this time: a rematch often follows soon.
QUIET_MILLIS = 600_000
# A worker that tells the version of another has this time for it.
LEASE_SECONDS = 60
MOST_KNOWN = 10_000

log = structlog.get_logger("croupier.notices")

T = TypeVar("T", Session, Tournament)
E = TypeVar("E", LogEntry, TournamentEntry)


class Pace(NamedTuple):
    """How soon a worker takes over the notices of another one.

    A version that is not told `untold_millis` after its change has no worker; an attempt takes half of that at most.
    Each round looks at a share of the listed documents.
    """

    untold_millis: int = 30_000
    share: float = 0.1


class Replayed(msgspec.Struct, Generic[T, E], frozen=True):
    """A version as the log has it: the value before it (None: it was created), its entry, and the value after it."""

    before: T | None
    entry: E
    after: T


class Known(msgspec.Struct, frozen=True):
    """All versions up to `cursor` are told; the change that made it has the time `at`."""

    cursor: Cursor
    at: int


class Outbox(msgspec.Struct, Generic[T, E], frozen=True):
    """The logs of one kind of documents.

    `list_name` is the store's list of those that send notices, and `name_of` gives the name of a document as an owner.
    `read` returns a document, None if it cannot be read, and raises `Problem` if there is none. `settle` waits until
    all versions of a document are durable, and raises `StoreUnavailable` if they are not. `make` carries out a change
    (on None: it creates the document).
    """

    store: Store
    list_name: str
    name_of: Callable[[str], str]
    read: Callable[[str], Awaitable[T | None]]
    settle: Callable[[str], Awaitable[object]]
    log: Callable[[str, int], AsyncIterator[Logged[E]]]
    make: Callable[[str, T | None, E], T]

    async def replay(self, document_id: str) -> AsyncIterator[Replayed[T, E]]:
        """Yield all versions of a document from its log."""
        before: T | None = None
        async for logged in self.log(document_id, 0):
            after = self.make(document_id, before, logged.entry)
            yield Replayed(before, logged.entry, after)
            before = after


class Recovery(Generic[T, E]):
    """Finds the untold versions of one kind of documents, and passes them to `tell`, with the value before."""

    def __init__(self, outbox: Outbox[T, E], tell: Callable[[T | None, T, E], None], pace: Pace | None = None) -> None:
        self._outbox: Outbox[T, E] = outbox
        self._store = outbox.store
        self._tell: Callable[[T | None, T, E], None] = tell
        self._pace = pace or Pace()
        self._worker = secrets.token_urlsafe(16)
        # Up to where the documents are told, as far as this process knows.
        self._known = Recent[str, Known](MOST_KNOWN)
        self._cleanup: Cleanup[T] = Cleanup(
            self._store, outbox.list_name, self._is_looked_at, outbox.read, self.look_at
        )

    def start(self) -> None:
        """Go through the list again and again until this is closed."""
        self._cleanup.start()

    async def go_round(self) -> None:
        """Go through the list once. Raises `StoreUnavailable`."""
        await self._cleanup.go_round()

    async def close(self) -> None:
        """Stop."""
        await self._cleanup.close()

    async def _is_looked_at(self, _document_id: str) -> bool:
        return random() < self._pace.share  # noqa: S311

    async def look_at(self, value: T, now: int) -> bool:
        """Pass on the untold versions of a document; False if there are none and there will hardly be any more."""
        known = self._known.get(value.id)
        if known is None or known.cursor != value.cursor:
            known = await self._compare(value, now)
        is_told = known is not None and known.cursor == value.cursor
        return not (is_told and value.is_over and known is not None and now - known.at > QUIET_MILLIS)

    async def _compare(self, value: T, now: int) -> Known | None:
        """Compare the log of a document with its marks, pass on what is untold, and return up to where it is told."""
        known, logged = await self._read_on(value)
        marks = await read_told(
            self._store, self._outbox.name_of(value.id), 0 if known is None else known.cursor.version
        )
        untold = dict[Cursor, int]()
        for version in _of_notices(value, logged):
            cursor = Cursor(version.version, version.entry.history_hash)
            at = version.entry.change.at
            if cursor not in marks and now - at < HORIZON_MILLIS:
                untold[cursor] = at
        for version in logged:
            cursor = Cursor(version.version, version.entry.history_hash)
            if cursor in untold:
                break
            known = self._known.keep(value.id, Known(cursor, version.entry.change.at))
        lost = [cursor for cursor, at in untold.items() if now - at > self._pace.untold_millis]
        if lost:
            await self._recover(value.id, lost)
        return known

    async def _read_on(self, value: T) -> tuple[Known | None, Sequence[Logged[E]]]:
        """Return up to where a document is known to be told, and its log after that."""
        known = self._known.get(value.id)
        if known is not None:
            logged = [one async for one in self._outbox.log(value.id, known.cursor.version - 1)]
            if logged and logged[0].entry.history_hash == known.cursor.history_hash:
                return known, logged[1:]
            # The store has lost the version whose notices were sent.
            del self._known[value.id]
        return None, [one async for one in self._outbox.log(value.id, 0)]

    async def _recover(self, document_id: str, lost: Collection[Cursor]) -> None:
        """Pass on versions that were found untold, unless another worker does so."""
        name = self._outbox.name_of(document_id)
        # The change was never acknowledged: it may not have reached the replicas yet, and a failover would undo it.
        await self._outbox.settle(document_id)
        async for one in self._outbox.replay(document_id):
            if one.after.cursor in lost and await self._claim(name, one.after.cursor):
                log.info("notices are told that a worker has left", of=name, version=one.after.version)
                self._tell(one.before, one.after, one.entry)

    async def _claim(self, name: str, cursor: Cursor) -> bool:
        return await self._store.advance_watermark(f"told:{name}", cursor.version, self._worker, LEASE_SECONDS)


def _of_notices(value: Session | Tournament, logged: Sequence[Logged[E]]) -> Sequence[Logged[E]]:
    """Return the part of a log from the version on that made the document send notices."""
    for index, one in enumerate(logged):
        change = one.entry.change
        is_wanted = isinstance(change, (Created, TournamentCreated)) and change.sends_notices
        if is_wanted or isinstance(change, (NoticesWanted, TournamentNoticesWanted)):
            return logged[index:]
    return logged if value.sends_notices else ()


# ---- the logs of sessions and of tournaments


def outbox_of_sessions(sessions: SessionRepository) -> Outbox[Session, LogEntry]:
    """Return the logs of the sessions of a store."""

    async def read(session_id: str) -> Session | None:
        # Past the cache, which is for those who play.
        stored = await sessions.store.load(session_id)
        if stored is None:
            raise session_not_found()
        try:
            return SESSIONS.decode(stored.document, session_id)
        except (ValueError, NewerRelease, RulesChanged):
            # Requests for the session report the reason.
            return None

    settle = sessions.store.load_durable
    return Outbox(sessions.store, NOTICED_SESSIONS, owner_of_session, read, settle, sessions.log, _make_session)


def _make_session(session_id: str, before: Session | None, entry: LogEntry) -> Session:
    change = entry.change
    if isinstance(change, Created):
        return session_changes.create(session_id, change)[0]
    return session_changes.apply_change(_begun(before, session_id), change)[0]


def outbox_of_tournaments(tournaments: TournamentRepository) -> Outbox[Tournament, TournamentEntry]:
    """Return the logs of the tournaments of a store."""

    async def read(tournament_id: str) -> Tournament | None:
        try:
            return await tournaments.read(tournament_id)
        except (DataCorrupted, NewerRelease):
            return None

    return Outbox(
        tournaments.store,
        NOTICED_TOURNAMENTS,
        owner_of_tournament,
        read,
        tournaments.read_durable,
        tournaments.log,
        _make_tournament,
    )


def _make_tournament(tournament_id: str, before: Tournament | None, entry: TournamentEntry) -> Tournament:
    change = entry.change
    if isinstance(change, TournamentCreated):
        return tournament_changes.create(tournament_id, change)[0]
    return tournament_changes.apply_change(_begun(before, tournament_id), change)[0]


def _begun(before: T | None, document_id: str) -> T:
    """Return the value that an entry changes. Raises `DataCorrupted` if there is none."""
    if before is None:
        raise report_corruption("entry", document_id, "the log does not begin with the creation")
    return before
