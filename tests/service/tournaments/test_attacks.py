"""Tournaments with misbehaving entrants, hosts and tables."""

from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

import bots
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.tournaments.tournament import Tournament, rank, shown_of
from service.use_cases import inputs
from service.use_cases.lobby import abandon_session, add_bot, hand_over_seat, join_session, leave_session, remove_bot
from service.use_cases.tournaments import hosting
from service.use_cases.tournaments.inputs import (
    CreateTournamentInput,
    EnterTournamentInput,
    EntrantInput,
    ReadTournamentInput,
    TournamentActInput,
)
from service.use_cases.tournaments.reading import read_tournament
from service.views.tournament_view import TournamentCreated
from store.port import Store, Stored
from tests.support.graphql_sessions import new_key
from tests.support.stores import gather
from tests.support.timed_sessions import Timed
from tests.support.tournament_workers import SHORT, Worker, refused
from tools.stores import StoreWrapper
from tournaments import Board

pytestmark = pytest.mark.anyio

# Played by default, it takes more moves than one change makes.
LONG: dict[str, Any] = {
    "game": "zar",
    "options": (inputs.OptionInput(name="hands", value="9"), inputs.OptionInput(name="scoring", value="penalty")),
}


class Damaged(StoreWrapper):
    """A store that has lost the end of a session's document."""

    def __init__(self, store: Store, session_id: str) -> None:
        super().__init__(store)
        self._id = session_id

    async def load(self, session_id: str) -> Stored | None:
        stored = await super().load(session_id)
        return replace(stored, document=stored.document[:-1]) if stored and session_id == self._id else stored

    async def load_durable(self, session_id: str) -> Stored | None:
        stored = await super().load_durable(session_id)
        return replace(stored, document=stored.document[:-1]) if stored and session_id == self._id else stored


@pytest.fixture
async def worker(sqlite_store: Store) -> Worker:
    return Worker(sqlite_store)


async def playing(worker: Worker, people: int = 2, **terms: object) -> tuple[TournamentCreated, Tournament]:
    """Return a tournament whose first round is being played."""
    made = await worker.open(people=people, **{"rounds": 1, **terms})
    await worker.start(made)
    return made, await worker.advance(made)


async def paired(worker: Worker, **terms: object) -> tuple[TournamentCreated, Tournament]:
    """Return a tournament of two whose first round is paired."""
    made = await worker.open(people=2, **{"rounds": 1, **terms})
    await worker.start(made)
    return made, await worker.step(made)


def token_at(made: TournamentCreated, tournament: Tournament, seat: int, table: int = 0) -> str:
    """Return the token of the entrant at a seat of a table of the last round."""
    token = made.entrant_tokens[tournament.rounds[-1].tables[table].entrants[seat]]
    assert token is not None
    return token


async def leave(worker: Worker, token: str, session: Session) -> None:
    await leave_session(worker.caller(token), inputs.SessionInput(session_id=session.id))


# ---- tables without people


async def test_the_last_entrant_to_leave_a_table_wins_it(worker: Worker) -> None:
    made, tournament = await playing(worker)
    (session,) = await worker.tables(tournament)
    for seat in (1, 0):
        await leave(worker, token_at(made, tournament, seat), session)
    (session,) = await worker.tables(tournament)
    assert (session.status, session.resigned) == ("FINISHED", (1,))
    tournament = await worker.advance(made)
    assert tournament.status == "FINISHED"
    assert tournament.rounds[0].tables[0].boards == (Board((0, 0), (1, 2), (1,)),)


async def test_bots_play_a_table_that_everybody_leaves_if_they_play_left_seats(worker: Worker) -> None:
    made, tournament = await playing(worker, left_seat_level=1, bot_millis=60_000)
    (session,) = await worker.tables(tournament)
    for seat in (0, 1):
        await leave(worker, token_at(made, tournament, seat), session)
    (session,) = await worker.tables(tournament)
    assert (session.status, [seat.kind for seat in session.seats]) == ("ACTIVE", ["BOT", "BOT"])


async def test_a_table_from_which_everybody_withdrew_takes_as_many_changes_as_it_needs(worker: Worker) -> None:
    made, tournament = await paired(worker, **LONG)
    for entrant in (0, 1):
        await worker.withdraw(made, entrant)
    tournament = await worker.step(made)
    (session,) = await worker.tables(tournament)
    assert session.status == "ACTIVE"
    assert (await worker.advance(made)).status == "FINISHED"


async def test_an_entrant_who_withdraws_before_the_table_is_opened_loses_it(worker: Worker) -> None:
    made, _ = await paired(worker)
    await worker.withdraw(made, 1)
    await worker.advance(made)
    tournament = await worker.advance(made)
    assert tournament.status == "FINISHED"
    (table,) = tournament.rounds[0].tables
    loser = table.entrants.index(1)
    assert table.boards == (Board((0, 0), (2, 1) if loser == 0 else (1, 2), (loser,)),)


async def test_an_entrant_who_leaves_a_table_may_come_back(worker: Worker) -> None:
    made, tournament = await playing(worker)
    (session,) = await worker.tables(tournament)
    token = token_at(made, tournament, 0)
    await leave(worker, token, session)
    await join_session(worker.caller(token), inputs.JoinSessionInput(session_id=session.id))
    (session,) = await worker.tables(tournament)
    assert (session.status, len(session.holders())) == ("ACTIVE", 2)


async def test_a_table_with_a_clock_ends_without_its_players(timed: Timed) -> None:
    worker = Worker(timed.store)
    made, tournament = await playing(worker, move_seconds=5)
    for _ in range(200):
        timed.seconds += 6
        tournament = await worker.advance(made)
        if tournament.is_over:
            break
    assert tournament.status == "FINISHED"
    board = tournament.rounds[0].tables[0].boards[0]
    assert board is not None


async def test_a_table_that_its_host_ends_waits_for_a_ruling(worker: Worker) -> None:
    made, tournament = await playing(worker)
    (session,) = await worker.tables(tournament)
    await abandon_session(worker.caller(made.host_token), inputs.SessionInput(session_id=session.id))
    assert (await worker.advance(made)).status == "RUNNING"
    await worker.rule(made, 1, 0, (0.5, 0.5))
    assert (await worker.advance(made)).status == "FINISHED"


async def test_a_table_with_a_ruling_ends_before_its_deal_is_shown(worker: Worker) -> None:
    made, tournament = await playing(worker, people=4, deals="SAME")
    first, second = await worker.tables(tournament)
    await worker.rule(made, 1, 0)
    await worker.play(made, second)
    assert (await worker.advance(made)).status == "FINISHED"
    first, second = await worker.tables(tournament)
    assert (first.status, second.status) == ("ABANDONED", "FINISHED")
    assert not second.is_deal_closed


async def test_a_table_that_has_expired_waits_for_a_ruling(timed: Timed) -> None:
    worker = Worker(timed.store)
    made, tournament = await playing(worker, people=4, deals="SAME")
    timed.seconds += 400
    first, second = await worker.tables(tournament)
    await worker.play(made, second)
    tournament = await worker.advance(made)
    timed.seconds += 300
    assert (await worker.sessions.find(first.id)) is None
    assert (await worker.advance(made)).rounds[0].stage == "PLAYING"
    await worker.rule(made, 1, 0)
    assert (await worker.advance(made)).status == "FINISHED"


async def test_a_damaged_table_holds_up_no_other(worker: Worker) -> None:
    made, tournament = await playing(worker, people=4)
    first, second = await worker.tables(tournament)
    await worker.play(made, second)
    other = Worker(Damaged(worker.sessions.store, first.id))
    tournament = await other.advance(made)
    assert [bool(table.boards[0]) for table in tournament.rounds[0].tables] == [False, True]
    await other.rule(made, 1, 0)
    assert (await other.advance(made)).status == "FINISHED"


# ---- seats


async def test_an_entrant_who_handed_a_seat_over_withdraws_from_it(worker: Worker) -> None:
    made, tournament = await playing(worker)
    (session,) = await worker.tables(tournament)
    token = token_at(made, tournament, 0)
    await hand_over_seat(worker.caller(token), inputs.HandOverSeatInput(session_id=session.id))
    await worker.withdraw(made, tournament.rounds[0].tables[0].entrants[0])
    (session,) = await worker.tables(tournament)
    assert [seat.kind for seat in session.seats] == ["DEFAULT_POLICY", "HUMAN"]


async def test_the_host_takes_no_seat_of_a_bot_whose_deal_others_play(worker: Worker) -> None:
    made, session = await bots_playing(worker, "SAME")
    for seat in (None, 0, 1):
        place = inputs.JoinSessionInput(session_id=session.id, seat=seat)
        assert await refused(join_session(worker.caller(made.host_token), place)) in ("SEAT_TAKEN", "UNAUTHORIZED")


async def test_the_host_exchanges_no_bot_whose_deal_others_play(worker: Worker) -> None:
    made, session = await bots_playing(worker, "SAME")
    host = worker.caller(made.host_token)
    assert await refused(remove_bot(host, inputs.RemoveBotInput(session_id=session.id, seat=0))) == "UNAUTHORIZED"
    for level in (1, 2):
        other = inputs.AddBotInput(session_id=session.id, seat=1, level=level)
        assert await refused(add_bot(host, other)) == "UNAUTHORIZED"
    assert (await worker.sessions.read(session.id)).version == session.version


async def test_the_host_exchanges_bots_whose_deal_is_their_own(worker: Worker) -> None:
    made, session = await bots_playing(worker, "FRESH")
    host = worker.caller(made.host_token)
    await add_bot(host, inputs.AddBotInput(session_id=session.id, seat=1, level=2))
    await remove_bot(host, inputs.RemoveBotInput(session_id=session.id, seat=0))


async def bots_playing(worker: Worker, deals: str) -> tuple[TournamentCreated, Session]:
    """Return a tournament of bots that pause before they move, and its first table."""
    players = [EntrantInput(bot_level=1)] * 4
    wish = CreateTournamentInput(
        title="Test", game="zlam", options=SHORT, format="SWISS", deals=deals, entrants=players, bot_millis=60_000
    )
    made = await hosting.create_tournament(worker.caller(), wish)
    await worker.start(made)
    return made, (await worker.tables(await worker.advance(made)))[0]


async def test_same_deals_begin_with_more_than_one_table(worker: Worker) -> None:
    made = await worker.open(people=3, deals="SAME", open=True)
    act = TournamentActInput(tournament_id=made.tournament.id)
    assert await refused(hosting.start_tournament(worker.caller(made.host_token), act)) == "INVALID_INPUT"
    await hosting.enter_tournament(worker.caller(), EnterTournamentInput(tournament_id=made.tournament.id))
    await worker.start(made)


async def test_an_open_swiss_plays_its_rounds_however_few_have_come(worker: Worker) -> None:
    made = await worker.open(people=2, open=True, rounds=3)
    await worker.start(made)
    assert (await worker.read(made)).status == "RUNNING"


# ---- entering


async def test_nobody_enters_a_table_that_is_full(worker: Worker) -> None:
    made = await worker.open(people=2, format="ONE_TABLE", open=True)
    await worker.start(made)
    late = EnterTournamentInput(tournament_id=made.tournament.id)
    assert await refused(hosting.enter_tournament(worker.caller(), late)) == "SEAT_TAKEN"
    await worker.withdraw(made, 0)
    assert (await hosting.enter_tournament(worker.caller(), late)).entrant == 2


@pytest.mark.parametrize("kind", ["ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"])
async def test_nobody_enters_late_where_it_would_lead_nowhere(worker: Worker, kind: str) -> None:
    with pytest.raises(Problem) as refusal:
        await worker.open(format=kind, rounds=None, open=True, last_entry_round=2)
    assert (refusal.value.code, refusal.value.path) == ("INVALID_INPUT", ("lastEntryRound",))


async def test_those_who_enter_while_it_starts_play_or_are_told_so(worker: Worker) -> None:
    made = await worker.open(people=2, open=True)
    late = EnterTournamentInput(tournament_id=made.tournament.id)
    other = Worker(worker.sessions.store)

    async def enter() -> int | None:
        with suppress(Problem):
            return (await hosting.enter_tournament(other.caller(), late)).entrant
        assert await refused(hosting.enter_tournament(other.caller(), late)) == "ALREADY_STARTED"
        return None

    async def start() -> None:
        await worker.start(made)
        await worker.advance(made)

    entered = await gather([enter, start, enter, enter])
    tournament = await worker.advance(made)
    seated = {entrant for table in tournament.rounds[0].tables for entrant in table.entrants}
    assert seated | set(tournament.rounds[0].byes) >= {number for number in entered if number is not None}


@pytest.mark.parametrize(
    ("kind", "rounds"), [("ROUND_ROBIN", 0), ("SINGLE_ELIMINATION", 0), ("DOUBLE_ELIMINATION", 1), ("SWISS", 1)]
)
async def test_a_tournament_without_entrants_has_no_negative_rounds(worker: Worker, kind: str, rounds: int) -> None:
    made = await worker.open(people=0, format=kind, rounds=None, open=True)
    assert made.tournament.rounds == rounds


async def test_a_withdrawn_entrant_does_not_count_for_the_number_of_rounds(worker: Worker) -> None:
    made = await worker.open(people=9, format="ROUND_ROBIN", rounds=None)
    assert made.tournament.rounds == 9
    for entrant in range(5):
        await worker.withdraw(made, entrant)
    wish = ReadTournamentInput(tournament_id=made.tournament.id)
    assert (await read_tournament(worker.caller(), wish)).rounds == 3


@pytest.mark.parametrize("kind", ["SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"])
async def test_an_entrant_absent_at_the_start_of_an_elimination_stands_last(worker: Worker, kind: str) -> None:
    made = await worker.open(people=4, format=kind, rounds=None)
    await worker.withdraw(made, 0)
    await worker.start(made)
    while not (tournament := await worker.advance(made)).is_over:
        assert rank(shown_of(tournament))[-1].entrant == 0
        for session in await worker.tables(tournament):
            await worker.play(made, session)
    last = rank(shown_of(tournament))[-1]
    assert (last.entrant, last.rank) == (0, 4)


# ---- the host


async def test_a_pause_in_mid_round_ends_with_the_round(worker: Worker) -> None:
    made, tournament = await playing(worker, people=4, rounds=2)
    act = TournamentActInput(tournament_id=made.tournament.id)
    await hosting.pause_tournament(worker.caller(made.host_token), act)
    for session in await worker.tables(tournament):
        await worker.play(made, session)
    paused = await worker.advance(made)
    assert (paused.status, len(paused.rounds), paused.rounds[0].stage) == ("PAUSED", 1, "OVER")
    await hosting.resume_tournament(worker.caller(made.host_token), act)
    assert len((await worker.advance(made)).rounds) == 2


async def test_a_tournament_that_is_abandoned_in_mid_round_stays_so(worker: Worker) -> None:
    made, tournament = await playing(worker, people=4, deals="SAME")
    act = TournamentActInput(tournament_id=made.tournament.id)
    first, second = await worker.tables(tournament)
    await worker.play(made, first)
    await hosting.abandon_tournament(worker.caller(made.host_token), act)
    await worker.play(made, second)
    after = await worker.advance(made)
    # The deals are opened all the same.
    assert (after.status, after.rounds[0].stage) == ("ABANDONED", "OVER")
    assert await refused(hosting.abandon_tournament(worker.caller(made.host_token), act)) == "SESSION_OVER"


async def test_an_abandoned_tournament_ends_its_tables_at_once(worker: Worker) -> None:
    made, tournament = await playing(worker, people=4)
    await hosting.abandon_tournament(
        worker.caller(made.host_token), TournamentActInput(tournament_id=made.tournament.id)
    )
    after = await worker.advance(made)
    assert (after.status, after.rounds[0].stage) == ("ABANDONED", "OVER")
    assert [session.abandoned for session in await worker.tables(tournament)] == [True, True]


# ---- bots


async def test_a_retry_after_an_update_of_the_bots_is_a_retry(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = CreateTournamentInput(
        title="Test", game="zar", format="SWISS", entrants=[EntrantInput(bot_level=2)] * 2, idempotency_key=new_key()
    )
    made = await hosting.create_tournament(worker.caller(), wish)
    monkeypatch.setattr(bots, "VERSION", bots.VERSION + 1)
    assert (await hosting.create_tournament(worker.caller(), wish)).host_token == made.host_token
