"""Tournaments in a store: lists of running tournaments, and standings, which other documents do not have.

A tournament is stored as compressed JSON, under an id that no session has.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from operator import attrgetter

import msgspec
from msgspec.structs import replace
from zstandard import ZstdCompressor, ZstdDecompressor

from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.tokens import short_hash
from service.storage.caches import Recent
from service.storage.codec import DocumentForm
from service.storage.documents import Documents, begins_to_notify, ignore, ignore_version
from service.storage.public_lists import part_of_game
from service.storage.sessions import Lifetimes
from service.tournaments.apply_change import apply_change, create
from service.tournaments.changes import Change, Created, Done, LogEntry
from service.tournaments.tournament import Calculate, Tournament, rank, shown_of
from store.port import Commit, Store
from tournaments import Standing

# The list of running tournaments: any worker finds a tournament there if its worker has died.
RUNNING = "tournaments"
# The list of tournaments that send notices, for the same purpose.
NOTICED_TOURNAMENTS = "noticed-tournaments"
# The list of public tournaments that are not over, similar to the lists of public sessions.
PUBLIC = "public-tournaments"
# How many lifetimes of a tournament its place on that list lasts.
PUBLIC_LIVES = 8
# A large tournament takes tens of milliseconds to decode and to rank.
MOST_CACHED = 16
# The largest tournaments take some megabytes; a document that claims to be larger was not written by this service.
MOST_BYTES = 256 * 1024 * 1024

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Tournament).decode
_pack = ZstdCompressor(level=1).compress
_unpack = partial(ZstdDecompressor().decompress, max_output_size=MOST_BYTES)


def _write(tournament: Tournament) -> bytes:
    return _pack(_encode(tournament))


def _read(document: bytes) -> Tournament:
    return _decode(_unpack(document))


TOURNAMENTS: DocumentForm[Tournament, LogEntry] = DocumentForm(
    # No session's id contains a colon.
    prefix="tournament:",
    write=_write,
    read=_read,
    mark=b"",
    pack=_pack,
    unpack=_unpack,
    encode=_encode,
    read_entry=msgspec.json.Decoder(LogEntry).decode,
)


class TournamentRepository(Documents[Tournament, Change, LogEntry, Done]):
    """The tournaments of one store."""

    _form = TOURNAMENTS
    _most_cached = MOST_CACHED
    _apply = staticmethod(apply_change)
    _done = Done
    _since = attrgetter("created_at")

    def __init__(self, store: Store, lifetimes: Lifetimes, calculate: Calculate = asyncio.to_thread) -> None:
        super().__init__(store)
        self.lifetimes = lifetimes
        self.calculate = calculate
        # Called with each new version of a tournament.
        self.on_change: Callable[[Tournament], None] = ignore
        # Called with each version of a tournament that sends notices: the tournament before (None: it was created), the
        # tournament, and the log entry.
        self.on_notices: Callable[[Tournament | None, Tournament, LogEntry], None] = ignore_version
        self._standings = Recent[tuple[str, Cursor], asyncio.Future[tuple[Standing, ...]]](MOST_CACHED)

    async def create(self, tournament_id: str, change: Created) -> Tournament:
        """Create a tournament, or return the existing one. Raises `Problem`."""
        return await self._create(*create(tournament_id, change))

    async def rank(self, tournament: Tournament) -> tuple[Standing, ...]:
        """Return the standings from the first place to the last, by the finished tables whose scores may be shown.

        They are computed once for all callers, beside other work: 3,000 entrants take a quarter of a second.
        """
        key = tournament.id, tournament.cursor

        def forget_failed(task: asyncio.Future[tuple[Standing, ...]]) -> None:
            if task.cancelled() or task.exception() is not None:
                self._standings.pop(key, None)

        if key not in self._standings:
            task = asyncio.ensure_future(self.calculate(rank, shown_of(tournament)))
            self._standings.keep(key, task).add_done_callback(forget_failed)
        return await asyncio.shield(self._standings[key])

    async def _prepare(self, before: Tournament | None, after: Tournament, entry: LogEntry, commit: Commit) -> Commit:
        """List a tournament that is new or begins to send notices, and return the commit.

        The commit has the archive if it ends the tournament.
        """
        if before is None:
            await self.store.enlist(RUNNING, after.id, entry.change.at, 2 * after.lifetime)
        if begins_to_notify(before, after):
            await self.store.enlist(NOTICED_TOURNAMENTS, after.id, entry.change.at, 2 * after.lifetime, durable=True)
        if before is None and after.is_listed:
            for name in (PUBLIC, part_of_game(PUBLIC, after.terms.game)):
                seconds = PUBLIC_LIVES * after.present_lifetime
                await self.store.enlist(name, after.id, entry.change.at, seconds)
        if after.status != "FINISHED":
            return commit
        return replace(commit, archive=commit.document, archive_for=self.lifetimes.archive)

    async def _notify(self, before: Tournament | None, after: Tournament, entry: LogEntry) -> None:
        if after.sends_notices:
            self.on_notices(before, after, entry)
        if before is not None:
            self.on_change(after)

    def _not_found(self, _tournament_id: str) -> Problem:
        return Problem("NOT_FOUND", "There is no such tournament, or it has expired.", ("tournamentId",))


def tournament_id_of(key: str) -> str:
    """Return the id of the tournament that an idempotency key creates; it differs from the id of the key's session."""
    return short_hash(f"the tournament of a key\n{key}".encode())
