"""The frames of a tournament: a snapshot, and then each version as its events tell of it.

It listens for wake-ups first, then reads the log after its cursor: so no version is lost between two reads.
"""

from collections.abc import AsyncIterator
from contextlib import closing

from msgspec.structs import replace

from service.sessions.history_hash import Cursor, read_cursor
from service.storage.tournaments import TOURNAMENTS, TournamentRepository
from service.tournaments.tournament import Tournament
from service.use_cases.wakeup_timer import WakeupTimer
from service.views.tournament_view import TournamentFrame, project_entry, project_frame

_OVER = ("FINISHED", "ABANDONED")
# A wake-up may be lost with the connection that carried it; the store then tells of that, sooner than this.
LOOK_MILLIS = 60_000


async def follow_tournament(
    repository: TournamentRepository, tournament_id: str, after: str | None
) -> AsyncIterator[TournamentFrame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    Where the log does not continue from a cursor, a snapshot with `resync` comes instead. Ends with the version that
    ends the tournament. Raises `Problem` when there is no such tournament, and for an invalid cursor.
    """
    seen = None if after is None else read_cursor(after)[0]
    tournament = await repository.read(tournament_id)
    async with repository.store.wakeups(TOURNAMENTS.prefix + tournament_id) as wakeups:
        with closing(WakeupTimer()) as timer:
            tournament = await repository.read(tournament_id)
            if seen is None or not await _is_kept(repository, tournament, seen):
                yield replace(project_frame(tournament), resync=seen is not None)
                seen = tournament.cursor
            status: str = tournament.status if seen.version == tournament.version else "OPEN"
            while status not in _OVER:
                async for frame in _frames_after(repository, tournament_id, seen):
                    yield frame
                    status, seen = frame.status, read_cursor(frame.cursor)[0]
                if status not in _OVER:
                    await timer.wait(wakeups, LOOK_MILLIS)


async def _frames_after(
    repository: TournamentRepository, tournament_id: str, seen: Cursor
) -> AsyncIterator[TournamentFrame]:
    """Yield the versions after a cursor as far as the log continues from it, else a snapshot."""
    expected = seen.version
    async for logged in repository.log(tournament_id, seen.version - 1):
        version, entry = logged.version, logged.entry
        if version != expected or not (version > seen.version or seen.names(version, entry.history_hash)):
            break
        if version > seen.version:
            yield project_entry(version, entry)
        expected += 1
    else:
        if expected > seen.version:
            return
    newest = await repository.read(tournament_id)
    if newest.cursor != seen:
        yield replace(project_frame(newest), resync=True)


async def _is_kept(repository: TournamentRepository, tournament: Tournament, seen: Cursor) -> bool:
    """Tell whether the log continues from a cursor."""
    if seen.version >= tournament.version:
        return seen.names(tournament.version, tournament.history_hash)
    return await _follows_on(repository, tournament.id, seen)


async def _follows_on(repository: TournamentRepository, tournament_id: str, seen: Cursor) -> bool:
    """Tell whether the log still has the version of a cursor, with its hash."""
    async for logged in repository.log(tournament_id, seen.version - 1):
        return seen.names(logged.version, logged.entry.history_hash)
    return False
