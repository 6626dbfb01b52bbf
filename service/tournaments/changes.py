"""The changes of a tournament as data, and their log entries.

As with sessions, a tournament is the result of its changes, each of which holds every decision from outside: the
pairings of a round, the results of its tables, and the time by the store's clock.
"""

import msgspec

from service.sessions.tokens import Secret
from service.tournaments.tournament import Entry, Place, Terms, Tournament
from tournaments import Board, Table


class Created(msgspec.Struct, frozen=True, tag="created", omit_defaults=True):
    """The tournament was made, with the entrants that its host named."""

    at: int
    lifetime: int
    finished_lifetime: int
    terms: Terms
    host: Secret
    seed: str
    history_key: str
    entries: tuple[Entry, ...] = ()


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """Somebody entered."""

    at: int
    entry: Entry


class Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    """An entrant plays in no round that is paired later."""

    at: int
    entrant: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The host had the tournament begin."""

    at: int


class RoundAllowed(msgspec.Struct, frozen=True, tag="roundAllowed"):
    """The host had the next round paired."""

    at: int


class RoundPaired(msgspec.Struct, frozen=True, tag="roundPaired", omit_defaults=True):
    """A round was paired; `server_seed` is the secret of its deals if they are shared."""

    at: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    server_seed: str = ""


class TablesOpened(msgspec.Struct, frozen=True, tag="tablesOpened"):
    """The session of every board of the last round was opened."""

    at: int


class Result(msgspec.Struct, frozen=True):
    """The result of a board."""

    place: Place
    board: Board


class ResultsReported(msgspec.Struct, frozen=True, tag="results"):
    """Boards of the last round are over."""

    at: int
    results: tuple[Result, ...]


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """The host decided on a table."""

    at: int
    round: int
    table: int
    points: tuple[float, ...]
    reason: str


class RoundClosed(msgspec.Struct, frozen=True, tag="roundClosed"):
    """Every table of the last round is over, and its deals were opened."""

    at: int


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The host had no further round paired."""

    at: int


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The host had the tournament go on."""

    at: int


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """No round is left."""

    at: int


class Abandoned(msgspec.Struct, frozen=True, tag="abandoned"):
    """The host ended the tournament before its end."""

    at: int


Change = (
    Entered
    | Withdrawn
    | Started
    | RoundAllowed
    | RoundPaired
    | TablesOpened
    | ResultsReported
    | Ruled
    | RoundClosed
    | Paused
    | Resumed
    | Finished
    | Abandoned
)


class TournamentEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fact of a change; rounds count from 1, tables, boards and entrants from 0."""

    kind: str
    round: int | None = None
    table: int | None = None
    board: int | None = None
    entrant: int | None = None
    value: str | None = None


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The log entry of a version: the change and its events; the status and the number of rounds after it."""

    change: Created | Change
    history_hash: str
    events: tuple[TournamentEvent, ...]
    status: str = "OPEN"
    rounds: int = 0


class Done(msgspec.Struct, frozen=True):
    """A committed change, which made `version`; if it is `replayed`, `tournament` may be at a later version."""

    tournament: Tournament
    version: int
    entry: LogEntry
    replayed: bool
