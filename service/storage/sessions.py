"""Live sessions in a store: archives, followers, bots and losses, which other documents do not have."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from operator import attrgetter

import msgspec
from msgspec.structs import replace

import engine
from service.sessions.apply_change import apply_change, create, follows_on
from service.sessions.changes import Change, Created, Done, LogEntry, Moved, standing_moves
from service.sessions.formats import FORMAT
from service.sessions.problems import Problem
from service.sessions.session import Session, Setup, entropies_of, has_bots, table_name
from service.sessions.tokens import ChangeRequest, short_hash
from service.storage.caches import FollowerCache, Steps, VersionStep
from service.storage.codec import SESSIONS, add_checksum, decode_checked, reporting, take_checked
from service.storage.documents import PAGE, Base, Documents, begins_to_notify, ignore, ignore_version
from service.storage.losses import Losses
from service.storage.presence import PresenceTracker
from service.storage.public_lists import keep_listed
from store.port import Commit, Receipt, Store, Stored
from store.problems import DataCorrupted, StoreUnavailable, report_corruption

MOST_CACHED = 1000
# How many requests that open or end many tables work at a time: one would wait for the store, more would delay others.
MANY_AT_ONCE = 3
# The list of the sessions that bots play: other workers find a session there if its worker has died.
BOT_SESSIONS = "bots"
# The list of the sessions that send notices, for the same purpose.
NOTICED_SESSIONS = "noticed-sessions"


class Lifetimes(msgspec.Struct, frozen=True):
    """How many seconds sessions are kept after a change and after their end, and archives (0: for ever).

    The time after a change begins only when the longest wait that the session's settings allow is over.
    """

    session: int
    finished: int
    archive: int

    def of_session(self, setup: Setup) -> int:
        """Return how many seconds to keep a session with these settings after each change."""
        return setup.longest_wait + self.session


class SessionRepository(Documents[Session, Change, LogEntry, Done]):
    """The live sessions of one store."""

    _form = SESSIONS
    _most_cached = MOST_CACHED
    _apply = staticmethod(apply_change)
    _done = Done
    _since = attrgetter("moved_at")

    def __init__(self, store: Store, lifetimes: Lifetimes) -> None:
        super().__init__(store)
        self.lifetimes = lifetimes
        self.follower_cache = FollowerCache(self._read_steps)
        self._take = self.follower_cache.take
        self._followed = self.follower_cache.followed
        self._last_steps = self.follower_cache.committed
        # Requests that open or end many tables hold this for a few tables at a time.
        self.many_tables = asyncio.Semaphore(MANY_AT_ONCE)
        self.losses = Losses(store, self._cached, self.find_entry)
        self.presence = PresenceTracker(store)
        # Called with each new version of a session that bots play, or played until this version.
        self.on_bots: Callable[[Session], None] = ignore
        # Called with each version of a session that sends notices: the session before (None: it was created), the
        # session, and the log entry.
        self.on_notices: Callable[[Session | None, Session, LogEntry], None] = ignore_version
        # Called with each finished session of a tournament.
        self.on_tournament: Callable[[Session], None] = ignore

    async def create(self, session_id: str, change: Created) -> Session:
        """Create a session, or return the existing one. Raises `Problem`."""
        return await self._create(*create(session_id, change))

    def _is_ordinary(self, before: Session, after: Session) -> bool:
        if after.seats is not before.seats or after.status != "ACTIVE" or after.sends_notices:
            return False
        return not any([seat.bot for seat in after.seats])  # noqa: C419 - as in `has_bots`, without a call

    async def _prepare(self, before: Session | None, after: Session, entry: LogEntry, commit: Commit) -> Commit:
        """List the session if bots begin to play it or it begins to send notices, and return the commit.

        The commit has the archive if it ends the table. Since the session is listed before the commit, no crash in
        between leaves a bot or a notice without a worker.
        """
        if has_bots(after) and not (before is not None and has_bots(before)):
            await self.store.enlist(BOT_SESSIONS, after.id, entry.change.at, 2 * after.lifetime)
        if begins_to_notify(before, after):
            await self.store.enlist(NOTICED_SESSIONS, after.id, entry.change.at, 2 * after.lifetime, durable=True)
        if after.status != "FINISHED":
            return commit
        archive = await make_archive(self, after, commit.document, entry)
        return replace(commit, archive=archive, archive_for=self.lifetimes.archive)

    async def _notify(self, before: Session | None, after: Session, entry: LogEntry) -> None:
        """Notify the bot driver if bots play, or played until now; at the end, update the lists and the tournament.

        If the session sends notices, `on_notices` gets every version.
        """
        if after.sends_notices:
            self.on_notices(before, after, entry)
        if has_bots(after) or (before is not None and has_bots(before)):
            self.on_bots(after)
        if after.setup.public and after.is_over:
            # Readers of the list check each session, so this may fail.
            with suppress(StoreUnavailable):
                await keep_listed(self.store, after)
        if after.tournament is not None and after.is_over:
            self.on_tournament(after)

    async def _repeat(self, session_id: str, request: ChangeRequest, receipt: Receipt) -> Done:
        done = await super()._repeat(session_id, request, receipt)
        if has_bots(done.session):
            # The worker that made the change may have died before it notified its driver.
            self.on_bots(done.session)
        return done

    async def _check(self, known: Session, stored: Stored | None, now: int | None) -> Stored | None:
        return await self.losses.check(known, stored, now)

    async def _explain(self, problem: Problem) -> Problem:
        return await self.losses.explain(problem)

    async def _read_archived(self, session_id: str) -> Session | None:
        archive = await read_archive(self.store, session_id)
        if archive is None:
            return None
        with reporting("document", session_id):
            return SESSIONS.decode(add_checksum(bytes(archive.document), session_id, FORMAT), session_id)

    async def _read_gone(self, session_id: str) -> Base[Session]:
        self._cached.pop(session_id, None)
        if await self.store.archived(session_id) is not None:
            raise Problem("SESSION_OVER", "The session is over, and only its archive is left.", ("sessionId",))
        raise self._not_found(session_id)

    def _not_found(self, session_id: str) -> Problem:
        return self.losses.not_found(session_id)

    async def _read_steps(self, session: Session) -> Steps:
        """Return a page of the versions after this one in the log, as far as they continue its history."""
        at = session
        steps = list[VersionStep]()
        entries = await self.store.entries(session.id, session.version, PAGE)
        page = [SESSIONS.check_entry(session.id, entry) for entry in entries]
        for logged in page:
            if not follows_on(at, logged.version, logged.entry):
                break
            step = self.follower_cache.step(at, logged.entry)
            steps.append(step)
            at = step.session
        if steps and len(steps) == len(page):
            self._cached.keep_later(at)
            return Steps(tuple(steps))
        # The log has another history, or nothing new: perhaps the store has lost something.
        newest = await self.read(session.id)
        lost = await self.losses.has_lost(session.id, newest.cursor, at.cursor)
        if lost:
            self.losses.record(at, newest.version)
        is_other = lost or len(steps) < len(page)
        return Steps(tuple(steps), newest if is_other else None, lost)


def session_id_of(key: str) -> str:
    """Return the id of the session that an idempotency key opens: 128 bits, from which the key cannot be derived.

    So the key is known as long as any part of its session is kept. A separate entry for the key might expire earlier.
    """
    return short_hash(f"the session of a key\n{key}".encode())


# ---- archives


class Archive(msgspec.Struct, frozen=True):
    """The archive of a finished session: its last document, and the record of its table.

    The commit that finishes the table writes it, and it outlives the session. While it is kept, no new session gets the
    same id.
    """

    document: msgspec.Raw
    record: msgspec.Raw


_decode_archive = msgspec.json.Decoder(Archive).decode


async def read_archive(store: Store, session_id: str) -> Archive | None:
    """Return the archive of a session; None if there is none."""
    stored = await store.archived(session_id)
    if stored is None:
        return None
    with reporting("archive", session_id):
        return decode_checked(stored, session_id, _decode_archive)


async def make_archive(
    sessions: SessionRepository, session: Session, document: bytes, newest: LogEntry
) -> bytes | None:
    """Return the stored form of a finished session's archive, built from its document and its log.

    None if the log is corrupted: then the table ends without a record, which is better than a false one or no end.
    """
    before = session.version - 1
    try:
        earlier = [logged.entry async for logged in sessions.log(session.id, 0) if logged.version <= before]
        if len(earlier) < before:
            stored = await sessions.store.load(session.id)
            if stored is None or stored.version < before:
                # The store has lost the session: the commit will find out.
                return None
            raise report_corruption("entry", session.id, f"the log has {len(earlier)} of {before} versions")
    except DataCorrupted:
        return None
    record = engine.dump_record(_make_record(session, (*earlier, newest)))
    whole = msgspec.json.encode(Archive(msgspec.Raw(take_checked(document, session.id)), msgspec.Raw(record)))
    return add_checksum(whole, session.id, session.format_number)


def _make_record(session: Session, entries: Iterable[LogEntry]) -> engine.Record:
    """Return the record of a session's finished table, with the proof of its key and the decisions of its bots."""
    assert session.state is not None
    dealing = session.dealing
    fairness = None
    if dealing.is_committed:
        fairness = engine.KeyProof(
            table=table_name(session),
            commitment=engine.commit(dealing.server_seed),
            server_seed=dealing.server_seed,
            entropy=entropies_of(session),
        )
    standing = standing_moves(entries)
    return engine.make_record(
        game=session.game,
        seats=len(session.seats),
        options=session.options,
        seed=session.state.seed,
        deck=dealing.deck,
        moves=[line for entry in standing for line in entry.made],
        outcome=engine.result(session.state),
        fairness=fairness,
        decisions=tuple(_decisions_of(standing)),
        resigned=session.resigned,
    )


def _decisions_of(standing: Iterable[LogEntry]) -> Iterator[engine.Decision]:
    """Yield the decision behind each bot's move; such a move is the first one of its version."""
    ply = 0
    for entry in standing:
        if isinstance(entry.change, Moved) and entry.change.decision is not None:
            made = entry.change.decision
            yield engine.Decision(ply, made.level, made.version, made.effort, made.seed)
        ply += len(entry.made)
