"""The changes of a tournament as data, and their log entries.

Like a session, a tournament is the result of its changes. Each change holds every decision from outside: the pairings
of a round, the results of its tables, and the time by the store's clock.
"""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from service.sessions.tokens import Secret
from service.tournaments.tournament import Entry, Place, Terms, Tournament
from tournaments import Board, Table


class _Dated(msgspec.Struct, frozen=True):
    """A change at a time, by the store's clock."""

    at: int


class Created(_Dated, frozen=True, tag="created", omit_defaults=True):
    """The tournament was created, with the entrants named by its host.

    It is kept for `lifetime` seconds after a change, and `patience` seconds longer while it waits for its host.
    `sends_notices` and `app` are the tournament's.
    """

    added: ClassVar[Mapping[str, int]] = {"sends_notices": 3, "app": 3}

    lifetime: int
    finished_lifetime: int
    terms: Terms
    host: Secret
    seed: str
    history_key: str
    entries: tuple[Entry, ...] = ()
    patience: int = 0
    sends_notices: bool = False
    app: str = ""


class Entered(_Dated, frozen=True, tag="entered"):
    """Somebody entered."""

    entry: Entry


class Withdrawn(_Dated, frozen=True, tag="withdrawn"):
    """An entrant withdrew: it plays in no round that is paired later."""

    entrant: int


class Started(_Dated, frozen=True, tag="started"):
    """The host started the tournament."""


class RoundAllowed(_Dated, frozen=True, tag="roundAllowed"):
    """The host allowed the next round to be paired."""


class RoundPaired(_Dated, frozen=True, tag="roundPaired", omit_defaults=True):
    """A round was paired; `server_seed` is the secret of its deals if they are shared."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    server_seed: str = ""


class TablesOpened(_Dated, frozen=True, tag="tablesOpened"):
    """The session of every board of the last round was opened."""


class Result(msgspec.Struct, frozen=True):
    """The result of a board."""

    place: Place
    board: Board


class ResultsReported(_Dated, frozen=True, tag="results"):
    """Boards of the last round are over."""

    results: tuple[Result, ...]


class Ruled(_Dated, frozen=True, tag="ruled"):
    """The host decided on a table."""

    round: int
    table: int
    points: tuple[float, ...]
    reason: str


class RoundClosed(_Dated, frozen=True, tag="roundClosed"):
    """Every table of the last round is over, and its deals were opened."""


class Prolonged(_Dated, frozen=True, tag="prolonged"):
    """A table of the last round is still in play: the tournament's lifetime restarts."""


class Paused(_Dated, frozen=True, tag="paused"):
    """The host paused the pairing of further rounds."""


class Resumed(_Dated, frozen=True, tag="resumed"):
    """The host resumed the tournament."""


class Finished(_Dated, frozen=True, tag="finished"):
    """No round is left."""


class Abandoned(_Dated, frozen=True, tag="abandoned"):
    """The host abandoned the tournament."""


class NoticesWanted(_Dated, frozen=True, tag="noticesWanted"):
    """Somebody asked for notices of the tournament and its tables: from now on they are sent."""

    since: ClassVar[int] = 3


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
    | Prolonged
    | Paused
    | Resumed
    | Finished
    | Abandoned
    | NoticesWanted
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
    """A committed change, which made `version` of the version `before`.

    `before` is None if an earlier request made the change; then `tournament` may be at a later version.
    """

    tournament: Tournament
    version: int
    entry: LogEntry
    before: Tournament | None

    @property
    def replayed(self) -> bool:
        """Tell whether an earlier request with the same key made the change."""
        return self.before is None
