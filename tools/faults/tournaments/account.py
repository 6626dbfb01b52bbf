"""What clients were told of a tournament, from its creation to its end."""

from collections import defaultdict
from typing import Literal

import msgspec

from tournaments import Board, Entrant, Plan

# A board by round, table and board.
Position = tuple[int, int, int]
# What a host does, by the last part of its path.
Act = Literal["start", "pause", "resume"]


class ToldBoard(msgspec.Struct, frozen=True, rename="camel"):
    """A board as a table of the contract has it."""

    session_id: str
    seats: tuple[int, ...]
    status: str
    scores: tuple[int, ...] | None
    ranking: tuple[int, ...] | None

    @property
    def result(self) -> Board | None:
        """Return the result, None if none was reported."""
        return None if self.scores is None or self.ranking is None else Board(self.scores, self.ranking)


class ToldTable(msgspec.Struct, frozen=True, rename="camel"):
    """A table of a round."""

    round: int
    table: int
    entrants: tuple[int, ...]
    boards: tuple[ToldBoard, ...]


class ToldRound(msgspec.Struct, frozen=True, rename="camel"):
    """A round in short."""

    byes: tuple[int, ...]
    is_over: bool


class ToldTournament(msgspec.Struct, frozen=True, rename="camel"):
    """A tournament as everybody may read it."""

    id: str
    version: int
    head: str
    status: str
    commitment: str
    seed: str | None
    played_rounds: tuple[ToldRound, ...]

    @property
    def is_over(self) -> bool:
        """Tell whether the tournament is over."""
        return self.status in ("FINISHED", "ABANDONED")


class ToldStanding(msgspec.Struct, frozen=True, rename="camel"):
    """How an entrant stands."""

    rank: int
    entrant: int
    points: float
    tie_breaks: tuple[float, ...]
    played: int
    wins: int
    byes: int
    is_active: bool


class ToldFrame(msgspec.Struct, frozen=True):
    """A frame that a follower got: with `fresh` it may begin anywhere."""

    version: int
    head: str
    fresh: bool


class Ending(msgspec.Struct, frozen=True):
    """What a client read when all was over: the tables of each round, the standings, the results of the sessions."""

    tournament: ToldTournament
    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[ToldTable, ...], ...]
    standings: tuple[ToldStanding, ...]
    results: dict[str, Board]
    versions: dict[str, int]


class Account(msgspec.Struct):
    """All that clients were told of one tournament.

    `entered` are the names by the numbers that the answers gave, `hosted` the changes of the host and their versions.
    """

    id: str
    plan: Plan
    commitment: str
    entered: list[tuple[int, str]] = []
    hosted: list[tuple[Act, int]] = []
    heads: list[tuple[int, str]] = []
    frames: dict[str, list[ToldFrame]] = {}
    sessions: dict[Position, set[str]] = msgspec.field(default_factory=lambda: defaultdict(set))
    results: dict[Position, set[Board]] = msgspec.field(default_factory=lambda: defaultdict(set))
    ending: Ending | None = None

    def take(self, tournament: ToldTournament) -> None:
        """Note the version of an answer."""
        self.heads.append((tournament.version, tournament.head))

    def take_table(self, table: ToldTable) -> None:
        """Note the sessions and the results of a table."""
        for number, board in enumerate(table.boards):
            position = table.round, table.table, number
            self.sessions[position].add(board.session_id)
            if board.result is not None:
                self.results[position].add(board.result)
