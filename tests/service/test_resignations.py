"""Resignations as changes of a session: between workers, in tournaments, and at tables of earlier releases."""

import asyncio
from pathlib import Path

import msgspec

import engine
import tournaments
from service.opponents.timing import turns_of
from service.scheduler.steps import result_of
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Created, Left, LogEntry, Resigned
from service.sessions.problems import Problem
from service.sessions.session import (
    AGREEMENTS,
    Bot,
    Dealing,
    Seat,
    Session,
    Setup,
    TournamentTable,
    deadline_of,
)
from service.sessions.tokens import Secret
from service.storage.codec import SESSIONS
from service.storage.sessions import Lifetimes, SessionRepository
from service.tournaments.tournament import Place
from service.use_cases.inputs import SessionActInput
from service.use_cases.playing import resign
from store.sqlite.store import SqliteStore
from tests.support.timed_sessions import Timed
from tools.use_cases import caller

OLD_LOG = Path(__file__).parent / "resigned_0_2_0.jsonl"
NOBODY = Secret("0" * 64, "salt")
PLACE = Place(1, 0, 0)


def person(name: str) -> Seat:
    return Seat(name=name, token=NOBODY)


def withdrawn(name: str) -> Seat:
    return Seat(name=name, kind="DEFAULT_POLICY")


def bot(name: str) -> Seat:
    return Seat(name=name, kind="BOT", bot=Bot(1, 1))


def open_table(*seats: Seat, move_seconds: int = 60) -> tuple[Session, LogEntry]:
    """Open a table of a tournament."""
    setup = Setup(move_seconds=move_seconds)
    place = TournamentTable("tournament", PLACE.round, PLACE.table, PLACE.board)
    dealing = Dealing(seed="5eed" * 16)
    made = Created(1, 60, 60, "zar", seats, {}, setup, dealing, NOBODY, "key", tournament=place, agreements=AGREEMENTS)
    return create("table", made)


# ---- at a table of a tournament


def test_the_result_of_a_table_that_ended_by_resignation_is_reported() -> None:
    session, _ = open_table(person("Ada"), person("Bo"), person("Cy"))
    session, _ = apply_change(session, Resigned(2, 1))
    assert result_of(PLACE, session) is None
    session, _ = apply_change(session, Resigned(3, 2))
    result = result_of(PLACE, session)
    assert result is not None
    assert result.board == tournaments.Board((0, 0, 0), (1, 3, 2), (1, 2))


def test_a_player_whose_opponent_withdrew_before_the_table_was_opened_has_won() -> None:
    session, entry = open_table(person("Ada"), withdrawn("Bo"))
    assert [event.kind for event in entry.events] == ["created", "started", "wonByResignation"]
    assert (session.status, deadline_of(session), session.resigned) == ("FINISHED", None, (1,))
    assert entry.made == ()


def test_a_bot_whose_opponent_withdrew_before_the_table_was_opened_has_won_and_rests() -> None:
    session, _ = open_table(withdrawn("Ada"), bot("Bo"))
    assert (session.outcome and session.outcome.winners, turns_of(session)) == ((1,), ())


def test_those_who_stay_play_on_when_one_of_three_withdrew_before_the_table_was_opened() -> None:
    session, _ = open_table(withdrawn("Ada"), person("Bo"), person("Cy"))
    assert (session.status, session.resigned) == ("ACTIVE", (0,))
    session, _ = apply_change(session, Resigned(2, 1))
    assert session.outcome is not None
    assert session.outcome.ranking == (3, 2, 1)


def test_a_table_from_which_everybody_withdrew_is_played_out() -> None:
    session, entry = open_table(withdrawn("Ada"), withdrawn("Bo"))
    assert (session.resigned, len(entry.made) > 0) == ((), True)


def test_the_last_seat_to_leave_a_table_of_a_tournament_wins() -> None:
    session, _ = open_table(person("Ada"), person("Bo"))
    session, _ = apply_change(session, Left(2, 0))
    assert session.status == "ACTIVE"
    session, entry = apply_change(session, Left(3, 1))
    assert (session.resigned, session.outcome and session.outcome.winners) == ((0,), (1,))
    assert entry.made == ()


def test_a_bot_wins_a_table_of_a_tournament_that_all_people_left() -> None:
    session, _ = open_table(person("Ada"), bot("Bo"), person("Cy"))
    for seat in (2, 0):
        session, _ = apply_change(session, Left(2, seat))
    assert session.outcome is not None
    assert session.outcome.ranking == (2, 1, 3)


def test_a_table_that_is_over_lives_as_long_as_any_other() -> None:
    made = Created(1, 60, 5, "zar", (person("Ada"), person("Bo")), {}, Setup(), Dealing(seed="5eed" * 16), NOBODY, "k")
    session, _ = create("table", msgspec.structs.replace(made, tournament=TournamentTable("t", 1, 0, 0)))
    assert apply_change(session, Resigned(1000, 0))[0].expires_at == 61_000
    session = msgspec.structs.replace(session, agreements=AGREEMENTS)
    assert apply_change(session, Resigned(1000, 0))[0].expires_at == 6_000


# ---- between workers


def test_of_two_resignations_at_two_workers_one_is_committed(tmp_path: Path) -> None:
    asyncio.run(resign_at_once(tmp_path / "croupier.db"))


async def resign_at_once(file: Path) -> None:
    timed = Timed(file)
    other = SessionRepository(SqliteStore(str(file), clock=lambda: timed.seconds), Lifetimes(60, 60, 3600))
    await timed.store.start()
    await other.store.start()
    made = Created(1, 60, 60, "zar", (Seat(), Seat()), {}, Setup(), Dealing(), NOBODY, "k", agreements=AGREEMENTS)
    made = msgspec.structs.replace(made, dealing=Dealing(seed="5eed" * 16))
    await timed.sessions.create("table", made)
    tokens = [await timed.join("table", seat) for seat in range(2)]
    answers = await asyncio.gather(
        *(
            resign(caller(sessions, token), SessionActInput(session_id="table"))
            for sessions, token in zip((timed.sessions, other), tokens, strict=True)
        ),
        return_exceptions=True,
    )
    refusals = [answer for answer in answers if isinstance(answer, Problem)]
    assert [problem.code for problem in refusals] == ["SESSION_OVER"]
    session = await other.read("table")
    assert session.outcome is not None
    assert isinstance(answers[session.outcome.winners[0]], Problem)
    for sessions in (timed.sessions, other):
        await sessions.store.close()


# ---- tables of earlier releases


def test_a_table_of_an_earlier_release_is_played_out_after_resignations_to_the_same_bytes() -> None:
    # Written by release 0.2.0: the entries of its log, in which both seats resign, and its last document.
    *logged, document = OLD_LOG.read_bytes().splitlines()
    first, *others = [msgspec.json.decode(line, type=LogEntry) for line in logged]
    assert isinstance(first.change, Created)
    session, made = create("resigned", first.change)
    entries = [made]
    for entry in others:
        assert not isinstance(entry.change, Created)
        session, made = apply_change(session, entry.change)
        entries.append(made)
    assert [msgspec.json.encode(entry) for entry in entries] == logged
    assert SESSIONS.read(document) == session
    result = engine.result(session.state) if session.state is not None else None
    assert result is not None
    assert session.outcome == engine.Outcome("PLAY", result.ranking, result.winners, ())
