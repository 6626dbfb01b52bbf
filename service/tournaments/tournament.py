"""A tournament: rounds of tables, as a value.

`changes` holds its changes. Each board of a table is a session, whose id is derived from the tournament. So opening a
partly opened round again does no harm. Times are milliseconds since 1970 by the store's clock.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

import tournaments
from engine import Plain
from service.sessions.history_hash import Cursor
from service.sessions.session import Bot, Setup
from service.sessions.tokens import Secret, hash_of_bearer, is_token, short_hash
from tournaments import Entrant, Plan, Round, Standing, Table

# How long a tournament waits for its host: to start, to pair the next round, or to resume after a pause.
HOST_SECONDS = 31 * 24 * 3600

Status = Literal["OPEN", "RUNNING", "PAUSED", "FINISHED", "ABANDONED"]
I = TypeVar("I", bound=msgspec.Struct)  # noqa: E741  an input
A = TypeVar("A")

# A round is paired; then its tables are opened one by one, played, and closed together.
Stage = Literal["PAIRED", "PLAYING", "OVER"]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a tournament, fixed when it is created.

    `setup` are the settings of its tables; its `public` applies to the tournament. The host named the first `named`
    entrants. If `is_open`, anybody may enter until the round after `last_entry_round` is paired; if `entry_code` is not
    empty, entering requires the code with this hash. With `by_host`, the host starts the pairing of each round.
    """

    title: str
    game: str
    options: dict[str, Plain]
    plan: Plan
    setup: Setup
    named: int = 0
    is_open: bool = False
    entry_code: str = ""
    last_entry_round: int = 1
    by_host: bool = False


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An entrant: the holder of `token`, or a bot. `entropy` is the holder's share in the shuffles of its tables.

    The entrant plays in the rounds from `from_round` to `until_round`; None means the last round.
    """

    name: str | None = None
    token: Secret | None = None
    rating: float | None = None
    entropy: str = ""
    bot: Bot | None = None
    from_round: int = 1
    until_round: int | None = None


class Ruling(msgspec.Struct, frozen=True):
    """A host's decision on a table: the points of its entrants, in the order of the table, and the reason.

    It was made when `paired` rounds had been paired, and affects the pairings of later rounds only.
    """

    round: int
    table: int
    points: tuple[float, ...]
    reason: str
    paired: int


class PlayedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round: its tables with the results of their boards, and its byes.

    With shared deals, `server_seed` is the secret of the round's deals.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    stage: Stage = "PAIRED"
    server_seed: str = ""

    @property
    def is_secret(self) -> bool:
        """Tell whether the scores of the round would reveal a deal in play."""
        return bool(self.server_seed) and self.stage != "OVER"


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A tournament as of one version.

    `seed` decides the random choices of its pairings; the service commits to it at creation. `is_next_allowed` tells
    whether the host has allowed the next round, in a tournament where rounds wait for the host. `history_key`, the key
    of the history hashes and of the ids of its tables, is never disclosed. `format_number` tells which releases can
    read the tournament (`service.sessions.formats`).

    The tournament is kept for `lifetime` seconds after a change, and `patience` seconds longer while it waits for its
    host. `prolonged_at` is the last time when its lifetime restarted because a table was still in play. `sends_notices`
    tells that somebody has asked for notices of the tournament and its tables; `app` is the app that created it, if the
    app has asked for notices of everything that it opens.
    """

    added: ClassVar[Mapping[str, int]] = {"sends_notices": 3, "app": 3}

    id: str
    version: int
    lifetime: int
    finished_lifetime: int
    terms: Terms
    host: Secret
    seed: str
    created_at: int
    expires_at: int
    history_key: str
    history_hash: str
    status: Status = "OPEN"
    entries: tuple[Entry, ...] = ()
    rounds: tuple[PlayedRound, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    is_next_allowed: bool = False
    format_number: int = 1
    patience: int = 0
    prolonged_at: int = 0
    sends_notices: bool = False
    app: str = ""

    @property
    def cursor(self) -> Cursor:
        """Return the version and its history hash."""
        return Cursor(self.version, self.history_hash)

    @property
    def is_over(self) -> bool:
        """Tell whether the tournament is finished or abandoned."""
        return self.status in ("FINISHED", "ABANDONED")

    @property
    def is_listed(self) -> bool:
        """Tell whether the tournament belongs on the public list."""
        return self.terms.setup.public and not self.is_over

    @property
    def table_lifetime(self) -> int:
        """Return the lifetime of a table after a change: it may start late if the host sets the pace."""
        return self.lifetime + self.patience if self.terms.by_host else self.lifetime

    @property
    def present_lifetime(self) -> int:
        """Return the present lifetime of the tournament after a change."""
        if self.is_over:
            return self.finished_lifetime
        waits = self.terms.by_host or self.status in ("OPEN", "PAUSED")
        return self.lifetime + self.patience if waits else self.lifetime

    def is_half_spent(self, now: int) -> bool:
        """Tell whether half the lifetime of a table has passed since the last change.

        In a round with shared deals, it is counted from the last prolongation, since finished tables do not change.
        """
        since = self.expires_at - 1000 * self.present_lifetime
        if self.last_round is not None and self.last_round.is_secret:
            since = max(self.created_at, self.prolonged_at)
        return now - since >= 500 * self.lifetime

    @property
    def last_round(self) -> PlayedRound | None:
        """Return the last paired round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The entrants in the form that pairings take."""
        return msgspec.convert(self.entries, tuple[Entrant, ...], from_attributes=True)

    @property
    def takes_entries(self) -> bool:
        """Tell whether somebody may enter now: a late entrant plays from the next round on."""
        return self.terms.is_open and not self.is_over and len(self.rounds) < self.terms.last_entry_round

    def points_in(self, number: int) -> tuple[Sequence[Fraction] | None, ...]:
        """Return the points of each table of a round; None for points that are unknown or still secret."""
        played = self.rounds[number - 1]
        if played.is_secret:
            return (None,) * len(played.tables)
        return tournaments.round_points(self.terms.plan, rounds_of(self)[number - 1])

    @cached_property
    def exits(self) -> Mapping[int, int]:
        """The round after which each entrant left an elimination; 0 for entrants who withdrew before the start."""
        if not tournaments.FORMATS[self.terms.plan.format].is_elimination:
            return {}
        never_in = {number: 0 for number, entry in enumerate(self.entries) if entry.until_round == 0}
        return tournaments.read_bracket(self.terms.plan, self.entrants, shown_of(self).rounds).exits | never_in

    @cached_property
    def _entrant_of_token(self) -> dict[str, int]:
        return {entry.token.kept: number for number, entry in enumerate(self.entries) if entry.token is not None}

    def entrant_of(self, token: str | None) -> int | None:
        """Return the number of the entrant who holds a token; None if nobody does."""
        if token is None:
            return None
        # The index is by hash, so its timing reveals nothing about tokens.
        number = self._entrant_of_token.get(hash_of_bearer(token))
        held = None if number is None else self.entries[number].token
        return number if held is not None and is_token(token, held.kept) else None

    def is_host(self, token: str | None) -> bool:
        """Tell whether a token is the host's."""
        return token is not None and is_token(token, self.host.kept)

    def with_round(self, number: int, changed: PlayedRound) -> "Tournament":
        """Return the tournament with one round replaced; rounds count from 1."""
        return replace(self, rounds=(*self.rounds[: number - 1], changed, *self.rounds[number:]))


# ---- calculations, which may take some tenths of a second: functions of one value, to be run in another process


class Calculate(Protocol):
    """Runs a calculation outside the event loop, as `asyncio.to_thread` does."""

    def __call__(self, function: Callable[[I], A], argument: I, /) -> Awaitable[A]:
        """Return the result of a module's function."""


class Kept(msgspec.Struct, frozen=True):
    """The parts of a tournament on which pairings and standings depend."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]


class Drawn(Kept, frozen=True):
    """The parts of a tournament on which pairings depend, with their seed."""

    seed: str


def rank(kept: Kept) -> tuple[Standing, ...]:
    """Return the standings."""
    return tournaments.standings(kept.plan, kept.entrants, kept.rounds)


def pair(drawn: Drawn) -> Round | None:
    """Return the next round; None if there is none."""
    return tournaments.next_round(drawn.plan, drawn.entrants, drawn.rounds, drawn.seed)


# ---- rounds, tables and boards


def rounds_of(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds in the form that pairings take, with all rulings."""
    ruled = {(ruling.round, ruling.table): ruling.points for ruling in tournament.rulings}
    return tuple(
        Round(tables=_with_rulings(one.tables, number, ruled), byes=one.byes)
        for number, one in enumerate(tournament.rounds, 1)
    )


def shown_of(tournament: Tournament) -> Kept:
    """Return the parts on which the standings depend, without a secret last round."""
    rounds = rounds_of(tournament)
    shown = rounds[:-1] if rounds and tournament.rounds[-1].is_secret else rounds
    return Kept(tournament.terms.plan, tournament.entrants, shown)


def _with_rulings(
    tables: tuple[Table, ...], number: int, ruled: dict[tuple[int, int], tuple[float, ...]]
) -> tuple[Table, ...]:
    if not any(place[0] == number for place in ruled):
        return tables
    return tuple(replace(table, ruling=ruled.get((number, index))) for index, table in enumerate(tables))


def count_rounds(tournament: Tournament) -> int:
    """Return the number of rounds for the entrants at the start, or for the present entrants before it."""
    return tournaments.count_rounds(tournament.terms.plan, _count_starters(tournament))


def _count_starters(tournament: Tournament) -> int:
    if not tournament.rounds:
        return sum(entry.until_round is None for entry in tournament.entries)
    first = tournament.rounds[0]
    return sum(len(table.entrants) for table in first.tables) + len(first.byes)


class Place(msgspec.Struct, frozen=True):
    """A board of a table of a round: the round counts from 1, table and board from 0."""

    round: int
    table: int
    board: int


def table_id(tournament: Tournament, place: Place) -> str:
    """Return the id of a board's session, which nobody else can know before it is opened."""
    parts = (tournament.history_key, "table", place.round, place.table, place.board)
    return short_hash(msgspec.json.encode(parts))


def places_of(tournament: Tournament, number: int) -> tuple[Place, ...]:
    """Return the boards of a round."""
    boards = range(tournament.terms.plan.boards)
    tables = range(len(tournament.rounds[number - 1].tables))
    return tuple(Place(number, table, board) for table in tables for board in boards)


def missing_places(tournament: Tournament) -> tuple[Place, ...]:
    """Return the unfinished boards of the last round, except at tables with a ruling."""
    number = len(tournament.rounds)
    if not number:
        return ()
    ruled = {ruling.table for ruling in tournament.rulings if ruling.round == number}
    tables = tournament.rounds[-1].tables
    return tuple(
        place
        for place in places_of(tournament, number)
        if place.table not in ruled and not board_of(tables[place.table], place.board)
    )


def board_of(table: Table, board: int) -> tournaments.Board | None:
    """Return the result of a board of a table; None before its end."""
    return table.boards[board] if board < len(table.boards) else None
