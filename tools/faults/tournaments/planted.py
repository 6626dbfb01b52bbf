"""Services that break one promise about tournaments each: the checker must condemn every one of them.

Each plays a tournament as the service does, by the same changes, and tells its clients of it; `Sound` has no fault.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec
from msgspec.structs import replace

import engine
import tournaments
from service.scheduler.steps import plan_table, result_of
from service.sessions import apply_change as sessions
from service.sessions.changes import DealOpened, Moved
from service.sessions.session import Session, Setup, asked_seats
from service.sessions.tokens import Secret, hash_token
from service.tournaments.apply_change import apply_change, create
from service.tournaments.changes import (
    Change,
    Created,
    Entered,
    Finished,
    Result,
    ResultsReported,
    RoundClosed,
    RoundPaired,
    Started,
    TablesOpened,
)
from service.tournaments.tournament import Entry, Place, Terms, places_of, rank, rounds_of, shown_of, table_id
from service.views.tournament_view import project_standings, project_tables, project_tournament
from tools.faults.tournaments.account import (
    Account,
    Ending,
    ToldFrame,
    ToldStanding,
    ToldTable,
    ToldTournament,
)
from tools.faults.tournaments.entrants import GAME
from tools.faults.tournaments.judging import Record
from tournaments import Board, Plan, Round

ENTRANTS = 5
LIFE = 3600
SEED = "5eed" * 16
FOLLOWER = "follower"

T = TypeVar("T")


class Sound:
    """A service that plays one tournament at random, and what its clients were told."""

    def __init__(self, plan: Plan) -> None:
        self.chance = Random(repr(plan))
        entries = tuple(Entry(name=f"Entrant {number}", token=_token(str(number))) for number in range(ENTRANTS))
        terms = Terms("Planted", GAME, {}, plan, Setup(), named=ENTRANTS)
        made = Created(1, LIFE, LIFE, terms, _token("host"), SEED, "history", entries)
        self.tournament, entry = create("planted", made)
        self.log = {1: entry}
        self.sessions: dict[str, Session] = {}
        self.account = Account("planted", plan, engine.commit(SEED))
        self.account.entered = [(number, str(entry.name)) for number, entry in enumerate(entries)]

    def play(self) -> None:
        """Play the tournament to its end."""
        self.commit(Started(2))
        self.account.hosted = [("start", self.tournament.version)]
        while (paired := self.pair()) is not None:
            self.commit(RoundPaired(3, paired.tables, paired.byes, self._deal()))
            self._play_round(places_of(self.tournament, len(self.tournament.rounds)))
        self.commit(Finished(9))
        self.account.ending = self.read_ending()

    def _play_round(self, places: Sequence[Place]) -> None:
        for place in places:
            self.open(place)
        self.commit(TablesOpened(4))
        for place in places:
            self.finish(place)
        self.look()
        self.commit(RoundClosed(8))

    def _deal(self) -> str:
        return SEED[::-1] if self.tournament.terms.plan.deals == "SAME" else ""

    def pair(self) -> Round | None:
        """Return the next round, None if there is none."""
        tournament = self.tournament
        return tournaments.next_round(
            tournament.terms.plan, tournament.entrants, rounds_of(tournament), tournament.seed
        )

    def open(self, place: Place) -> None:
        """Open the session of a board."""
        session_id = table_id(self.tournament, place)
        self.sessions[session_id], _ = sessions.create(session_id, plan_table(self.tournament, place, 4))

    def finish(self, place: Place) -> None:
        """Play a board to its end and report it."""
        session = self.sessions[table_id(self.tournament, place)]
        while session.status == "ACTIVE":
            assert session.state is not None
            seat = asked_seats(session)[0]
            move = str(self.chance.choice(engine.legal_moves(session.state, seat)))
            session, _ = sessions.apply_change(session, Moved(5, seat, move))
        result = result_of(place, session)
        assert result is not None
        self.report(result)
        if session.is_deal_closed:
            session, _ = sessions.apply_change(session, DealOpened(7))
        self.sessions[session.id] = session

    def report(self, result: Result) -> None:
        """Commit the result of a board."""
        self.commit(ResultsReported(6, (result,)))

    def commit(self, change: Change) -> None:
        """Make a version, and tell the follower of it."""
        self.tournament, entry = apply_change(self.tournament, change)
        self.log[self.tournament.version] = entry
        self.stream(ToldFrame(self.tournament.version, entry.history_hash, fresh=False))

    def stream(self, frame: ToldFrame) -> None:
        """Tell the follower of a version."""
        self.account.frames.setdefault(FOLLOWER, []).append(frame)

    def look(self) -> None:
        """Have a client read the tables of the last round."""
        number = len(self.tournament.rounds)
        for table in self.tables(number):
            self.account.take_table(table)

    def tables(self, number: int) -> tuple[ToldTable, ...]:
        """Return the tables of a round as clients read them."""
        indexes = range(len(self.tournament.rounds[number - 1].tables))
        return _tell(project_tables(self.tournament, number, indexes), tuple[ToldTable, ...])

    def standings(self) -> tuple[ToldStanding, ...]:
        """Return the standings as clients read them."""
        return _tell(project_standings(self.tournament, rank(shown_of(self.tournament))), tuple[ToldStanding, ...])

    def read_ending(self) -> Ending | None:
        """Read all of the tournament when it is over."""
        return Ending(
            tournament=_tell(project_tournament(self.tournament, None), ToldTournament),
            entrants=self.tournament.entrants,
            rounds=tuple(self.tables(number) for number in range(1, len(self.tournament.rounds) + 1)),
            standings=self.standings(),
            results={key: Board(*_result(session)) for key, session in self.sessions.items()},
            versions={key: session.version for key, session in self.sessions.items()},
        )

    def record(self) -> Record:
        """Return what the store has in the end."""
        return Record(self.log, self.tournament, self.sessions)


class ReportsTwice(Sound):
    """A service that reports a result again, turned round: two workers that do not look at what is known."""

    def report(self, result: Result) -> None:
        super().report(result)
        turned = Board(result.board.scores[::-1], result.board.ranking[::-1])
        super().report(Result(result.place, turned))


class ReportsAnother(Sound):
    """A service that reports the result of a session before its last change."""

    def report(self, result: Result) -> None:
        super().report(Result(result.place, Board((0, 0), (1, 1))))


class OpensTwice(Sound):
    """A service whose workers each open the tables of a round, under other ids."""

    def open(self, place: Place) -> None:
        super().open(place)
        other = f"{table_id(self.tournament, place)}-2"
        self.sessions[other], _ = sessions.create(other, plan_table(self.tournament, place, 4))


class TellsAnotherTable(Sound):
    """A service that sends entrants to one session and then to another one."""

    def look(self) -> None:
        super().look()
        for ids in self.account.sessions.values():
            ids.add(f"{min(ids)}-2")


class LosesTable(Sound):
    """A service that opens the tables of a round but the last one, before it dies, and says that all are open."""

    def record(self) -> Record:
        return Record(self.log, self.tournament, dict(list(self.sessions.items())[:-1]))


class SeatsTwice(Sound):
    """A service that pairs an entrant who has a bye all the same."""

    def pair(self) -> Round | None:
        paired = super().pair()
        return paired and replace(paired, byes=(*paired.byes, paired.tables[0].entrants[0]))


class PairsAnotherWay(Sound):
    """A service that seats the entrants of a table in another order than the one that follows."""

    def pair(self) -> Round | None:
        paired = super().pair()
        if paired is None:
            return None
        return replace(paired, tables=tuple(replace(one, entrants=one.entrants[::-1]) for one in paired.tables))


class CountsAnotherWay(Sound):
    """A service that gives the first of the standings half a point more."""

    def standings(self) -> tuple[ToldStanding, ...]:
        first, *others = super().standings()
        return replace(first, points=first.points + 0.5), *others


class LosesVersion(Sound):
    """A service that tells a follower of a version, and makes another one in its place."""

    def stream(self, frame: ToldFrame) -> None:
        super().stream(replace(frame, head="lost") if frame.version == 4 else frame)


class SkipsVersion(Sound):
    """A service that does not tell a follower of a version."""

    def stream(self, frame: ToldFrame) -> None:
        if frame.version != 4:
            super().stream(frame)


class EntersTwice(Sound):
    """A service that takes a repeated entry for another entrant's."""

    def pair(self) -> Round | None:
        if len(self.tournament.entries) == ENTRANTS:
            self.commit(Entered(3, Entry(name="Entrant 0", token=_token("again"))))
        return super().pair()


class StartsTwice(Sound):
    """A service that makes a repeated start again."""

    def pair(self) -> Round | None:
        if not self.tournament.rounds:
            self.commit(Started(3))
        return super().pair()


class WritesOver(Sound):
    """A service that changes the document without an entry in the log."""

    def record(self) -> Record:
        return Record(self.log, replace(self.tournament, seed="another"), self.sessions)


class SpoilsEntry(Sound):
    """A store in whose log an entry was changed."""

    def record(self) -> Record:
        log = {**self.log, 3: replace(self.log[3], status="PAUSED")}
        return Record(log, self.tournament, self.sessions)


class LeavesGap(Sound):
    """A store in whose log an entry is missing."""

    def record(self) -> Record:
        log = {version: entry for version, entry in self.log.items() if version != 3}
        return Record(log, self.tournament, self.sessions)


class HidesSeed(Sound):
    """A service whose seed is not the one to which it committed."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.account.commitment = engine.commit(SEED[::-1])


class NeverEnds(Sound):
    """A service that loses track of a tournament."""

    def read_ending(self) -> Ending | None:
        return None


def _token(text: str) -> Secret:
    return Secret(hash_token(text), "")


def _tell(told: object, kind: type[T]) -> T:
    """Return an answer as clients read it."""
    return msgspec.json.decode(msgspec.json.encode(told), type=kind)


def _result(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    assert session.state is not None
    result = engine.result(session.state)
    return ((), ()) if result is None else (result.scores, result.ranking)
