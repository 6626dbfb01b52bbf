"""Tournaments in a store: commits each of their changes atomically, once for each key, and reads them."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from service.sessions.corruption import report_corruption
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.tokens import ChangeRequest, short_fingerprint
from service.storage.codec import encode_receipt
from service.storage.follower_cache import Recent
from service.storage.port import Change as StoreChange
from service.storage.port import Committed, Conflict, Entry, Receipt, Repeated, Store, Stored
from service.storage.repository import ATTEMPTS, Lifetimes, back_off, busy, check_receipt
from service.storage.session_log import PAGE
from service.storage.tournaments.codec import (
    decode_entry,
    decode_tournament,
    encode_entry,
    encode_tournament,
    stored_id,
)
from service.storage.turns import Turns
from service.tournaments.apply_change import apply_change, create
from service.tournaments.calculations import Calculate, rank
from service.tournaments.changes import Change, Created, Done, LogEntry
from service.tournaments.tournament import Tournament, shown_of
from tournaments import Standing

# The list of the tournaments that go on, so that any worker finds those whose worker has died.
RUNNING = "tournaments"
# A large tournament takes tens of milliseconds to decode and to rank.
REMEMBERED = 16

_TOURNAMENT_ID = re.compile("[A-Za-z0-9_-]{1,64}")


class _Base(msgspec.Struct, frozen=True):
    """The tournament and the time on which a change is decided. What is known here may be older than the store's."""

    tournament: Tournament
    now: int
    is_cached: bool = False


class TournamentRepository:
    """The tournaments of one store."""

    def __init__(self, store: Store, lifetimes: Lifetimes, calculate: Calculate = asyncio.to_thread) -> None:
        self.store = store
        self.lifetimes = lifetimes
        self.calculate = calculate
        self._turns = Turns()
        # Called with each new version of a tournament.
        self.on_change: Callable[[Tournament], None] = _ignore
        self._decoded = Recent[str, tuple[bytes, Tournament]](REMEMBERED)
        self._ranking: dict[tuple[str, Cursor], asyncio.Future[tuple[Standing, ...]]] = {}

    # ---- changes

    async def create(self, tournament_id: str, change: Created) -> Tournament:
        """Create a tournament, or return the existing one. Raises `Problem`."""
        tournament, entry = create(tournament_id, change)
        await self.store.enlist(RUNNING, tournament_id, change.at, 2 * change.lifetime)
        if isinstance(await self._commit(Cursor(0), tournament, entry, None), Committed):
            return tournament
        try:
            return await self.read_durable(tournament_id)
        except Problem:
            raise busy() from None

    async def change(
        self, tournament_id: str, request: ChangeRequest, decide: Callable[[Tournament, int], Change]
    ) -> Done:
        """Commit the change that `decide` returns for the newest version and the time, once for each key.

        `decide` may refuse it with a `Problem`, and may be called more than once.
        """
        if not await self._turns.take(tournament_id):
            raise busy()
        try:
            return await self._change(tournament_id, request, decide)
        finally:
            self._turns.end(tournament_id)

    async def _change(
        self, tournament_id: str, request: ChangeRequest, decide: Callable[[Tournament, int], Change]
    ) -> Done:
        base = self._newest_known(tournament_id) or await self._load_base(tournament_id)
        for attempt in range(ATTEMPTS):
            tournament = base.tournament
            try:
                after, entry = apply_change(tournament, decide(tournament, max(base.now, tournament.created_at)))
            except Problem:
                if not base.is_cached:
                    if receipt := await self._receipt(tournament_id, request):
                        return await self._repeat(tournament_id, request, receipt)
                    # A refusal shows only durable changes.
                    if (await self.read_durable(tournament_id)).cursor == tournament.cursor:
                        raise
                base = await self._load_base(tournament_id)
                continue
            answer = await self._commit(tournament.cursor, after, entry, request)
            if isinstance(answer, Committed):
                self.on_change(after)
                return Done(after, after.version, entry, replayed=False)
            if isinstance(answer, Repeated):
                return await self._repeat(tournament_id, request, answer.receipt)
            await back_off(attempt)
            base = await self._load_base(tournament_id)
        raise busy()

    def _newest_known(self, tournament_id: str) -> _Base | None:
        """Return the newest value known here with the time by the store's clock, None unless both are known."""
        known, now = self._decoded.get(tournament_id), self.store.clock(stored_id(tournament_id))
        return None if known is None or now is None else _Base(known[1], now, is_cached=True)

    async def _load_base(self, tournament_id: str) -> _Base:
        return _Base(*await self._load(tournament_id, self.store.load))

    async def _commit(
        self, before: Cursor, tournament: Tournament, entry: LogEntry, request: ChangeRequest | None
    ) -> Committed | Repeated | Conflict:
        document = encode_tournament(tournament)
        change = StoreChange(
            session_id=stored_id(tournament.id),
            expected=before.version,
            expected_hash=before.history_hash,
            history_hash=tournament.history_hash,
            document=document,
            entry=encode_entry(entry, tournament.id, tournament.version),
            expires_in=(tournament.expires_at - entry.change.at) // 1000,
            key=request.key if request else None,
            fingerprint=encode_receipt(request, stored_id(tournament.id), tournament.version) if request else "",
            archive=document if tournament.status == "FINISHED" else None,
            archive_for=self.lifetimes.archive,
        )
        answer = await self.store.commit(change)
        if isinstance(answer, Committed):
            self._remember(document, tournament)
        return answer

    async def _receipt(self, tournament_id: str, request: ChangeRequest) -> Receipt | None:
        return None if request.key is None else await self.store.receipt(stored_id(tournament_id), request.key)

    async def _repeat(self, tournament_id: str, request: ChangeRequest, receipt: Receipt) -> Done:
        """Return the change that a request made before. Raises `Problem` if its key was used for another request."""
        check_receipt(receipt, stored_id(tournament_id), request)
        tournament = await self.read_durable(tournament_id)
        async for version, entry in self.log(tournament_id, receipt.version - 1):
            return Done(tournament, version, entry, replayed=True)
        raise not_found()

    # ---- reads

    async def read(self, tournament_id: str) -> Tournament:
        """Return the newest version of a tournament. Raises `Problem` with NOT_FOUND."""
        return (await self._load(tournament_id, self.store.load))[0]

    async def read_durable(self, tournament_id: str) -> Tournament:
        """Return the newest version of a tournament once it is durable. Raises `Problem` with NOT_FOUND."""
        return (await self._load(tournament_id, self.store.load_durable))[0]

    async def rank(self, tournament: Tournament) -> tuple[Standing, ...]:
        """Return the standings, which are computed once for all who ask at a time, beside other work.

        Those of 3,000 entrants take a quarter of a second. They are kept with this value.
        """
        if not tournament.is_ranked:
            key = tournament.id, tournament.cursor
            if key not in self._ranking:
                task = asyncio.ensure_future(self.calculate(rank, shown_of(tournament)))
                task.add_done_callback(lambda _done: self._ranking.pop(key))
                self._ranking[key] = task
            tournament.keep_standings(await asyncio.shield(self._ranking[key]))
        return tournament.standings

    async def log(self, tournament_id: str, after: int) -> AsyncIterator[tuple[int, LogEntry]]:
        """Yield the versions after a version with their log entries, in order."""
        while page := await self.store.entries(stored_id(tournament_id), after, PAGE):
            for entry in page:
                yield entry.version, _check_entry(tournament_id, entry)
            after = page[-1].version

    async def _load(
        self, tournament_id: str, load: Callable[[str], Awaitable[Stored | None]]
    ) -> tuple[Tournament, int]:
        """Return a tournament, from its archive if only that is left, and the time."""
        if not _TOURNAMENT_ID.fullmatch(tournament_id):
            raise not_found()
        stored = await load(stored_id(tournament_id))
        if stored is not None:
            return self._decode(tournament_id, stored.document), stored.now
        document = await self.store.archived(stored_id(tournament_id))
        if document is None:
            raise not_found()
        return self._decode(tournament_id, document), await self.store.now()

    def _decode(self, tournament_id: str, document: bytes) -> Tournament:
        known = self._decoded.get(tournament_id)
        if known is not None and known[0] == document:
            return known[1]
        try:
            return self._remember(document, decode_tournament(document, tournament_id))
        except ValueError as error:
            raise report_corruption("document", stored_id(tournament_id), str(error)) from None

    def _remember(self, document: bytes, tournament: Tournament) -> Tournament:
        return self._decoded.keep(tournament.id, (document, tournament))[1]


def _check_entry(tournament_id: str, entry: Entry) -> LogEntry:
    try:
        return decode_entry(entry.body, tournament_id, entry.version)
    except ValueError as error:
        reason = f"version {entry.version}: {error}"
        raise report_corruption("entry", stored_id(tournament_id), reason) from None


def tournament_id_of(key: str) -> str:
    """Return the id of the tournament that an idempotency key creates, which is not that of the key's session."""
    return short_fingerprint(f"the tournament of a key\n{key}".encode())


def not_found() -> Problem:
    """Return the problem of a tournament that does not exist."""
    return Problem("NOT_FOUND", "There is no such tournament, or it has expired.", ("tournamentId",))


def _ignore(_tournament: Tournament) -> None:
    """Have nobody go on with a tournament."""
