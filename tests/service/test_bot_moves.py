"""Moves of bots in sessions: taking back across them, clocks, the default policy beside them, and the record."""

from collections.abc import Sequence
from typing import Any

import pytest

import bots
import engine
from service.sessions.apply_change import apply_change
from service.sessions.changes import Claimed
from service.sessions.problems import Problem
from service.sessions.session import Session, asked_seats, deadline_of
from service.storage.sessions import Lifetimes, SessionRepository, read_archive
from service.use_cases import inputs
from service.use_cases.lobby import add_bot, join_session, leave_session, start_session
from service.use_cases.opening import create_session
from service.use_cases.playing import answer_take_back, apply_move, ask_take_back, claim_deadline, undo_move
from service.use_cases.watch import watch
from store.port import Store
from tests.service.test_random_sessions import check_log
from tests.support.bot_moves import move_as_bot
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

SEED = "5eed" * 16


class Table:
    """A session of Zeven with people and bots, in which seat 0 begins."""

    def __init__(self, sessions: SessionRepository, session_id: str, host: str) -> None:
        self.sessions = sessions
        self.id = session_id
        self.host = caller(sessions, host)
        self.tokens: dict[int, str] = {}
        self.here = inputs.SessionActInput(session_id=session_id)

    async def sit(self, seat: int) -> None:
        joined = await join_session(caller(self.sessions), inputs.JoinSessionInput(session_id=self.id, seat=seat))
        self.tokens[seat] = joined.seat_token

    async def add_bot(self, seat: int, level: int = 1) -> None:
        await add_bot(self.host, inputs.AddBotInput(session_id=self.id, seat=seat, level=level))

    async def read(self) -> Session:
        return await self.sessions.read(self.id)

    def of(self, seat: int) -> Any:  # noqa: ANN401 - the caller that holds a seat
        return caller(self.sessions, self.tokens[seat])

    async def move(self, seat: int) -> None:
        """Make the first legal move of a person."""
        state = (await self.read()).state
        assert state is not None
        move = str(engine.legal_moves(state, seat)[0])
        await apply_move(self.of(seat), inputs.ApplyMoveInput(session_id=self.id, move=move))

    async def move_on(self) -> None:
        """Move for the seat that is asked."""
        (seat,) = asked_seats(await self.read())
        await (self.move(seat) if seat in self.tokens else move_as_bot(self.sessions, self.id))

    async def undo(self, seat: int) -> Any:  # noqa: ANN401 - an answer
        return await undo_move(self.of(seat), self.here)


async def open_table(
    store: Store,
    people: Sequence[int],
    bot_seats: Sequence[int],
    *,
    game: str = "zeven",
    **setup: Any,  # noqa: ANN401 - fields of the input
) -> Table:
    """Open a table and fill it; a seat that is in neither list is played by the default policy."""
    sessions = SessionRepository(store, Lifetimes(session=600, finished=600, archive=600))
    options = setup.pop("options", [inputs.OptionInput(name="firstSeat", value="0")])
    seats = setup.pop("seats", len(people) + len(bot_seats))
    wanted = inputs.CreateSessionInput(game=game, seats=seats, options=options, seed=SEED, start_by_host=True, **setup)
    made = await create_session(caller(sessions), wanted)
    table = Table(sessions, made.session.id, made.host_token)
    for seat in people:
        await table.sit(seat)
    for seat in bot_seats:
        await table.add_bot(seat)
    await start_session(table.host, inputs.SessionInput(session_id=table.id))
    return table


async def refused(act: Any) -> tuple[str, str]:  # noqa: ANN401 - an act that must be refused
    with pytest.raises(Problem) as caught:
        await act
    return caught.value.code, caught.value.message


async def play_until_bots_answer(table: Table) -> Session:
    """Play until a person has moved and bots after it; return the session before that person's move."""
    await bots_move(table)
    before = await table.read()
    while asked_seats(await table.read())[0] in table.tokens:
        before = await table.read()
        await table.move_on()
    await bots_move(table)
    return before


async def bots_move(table: Table) -> None:
    """Play until a person is asked."""
    while asked_seats(await table.read())[0] not in table.tokens:
        await table.move_on()


# ---- taking back


async def test_a_person_alone_with_bots_takes_back_a_move_and_their_answers_at_once(store: Store) -> None:
    table = await open_table(store, [0], [1, 2], take_backs=True)
    before = await play_until_bots_answer(table)
    assert await refused(table.undo(0)) == ("UNDO_REFUSED", "A bot has moved since.")
    back = await ask_take_back(table.of(0), table.here)
    assert [event.kind for event in back.events] == ["takeBackAsked", "undone"]
    after = await table.read()
    assert (after.state, after.moved_at, after.last_move) == (before.state, before.moved_at, None)
    assert await refused(ask_take_back(table.of(0), table.here)) == ("UNDO_REFUSED", "There is no move to take back.")
    await check_log(table.sessions, after)


async def test_without_take_backs_a_move_stays_once_a_bot_has_moved(store: Store) -> None:
    table = await open_table(store, [0], [1])
    await play_until_bots_answer(table)
    assert await refused(table.undo(0)) == ("UNDO_REFUSED", "A bot has moved since.")
    assert (await table.read()).before is None


async def test_only_people_are_asked_and_a_bot_does_not_end_the_question(store: Store) -> None:
    table = await open_table(store, [0, 2], [1], take_backs=True)
    while asked_seats(await table.read()) != (0,):
        await table.move_on()
    before = await table.read()
    await table.move(0)
    asked = await ask_take_back(table.of(0), table.here)
    assert asked.session.take_back is not None
    assert asked.session.take_back.awaited == (2,)
    while asked_seats(await table.read()) == (1,):
        await table.move_on()
    back = await answer_take_back(table.of(2), inputs.AnswerTakeBackInput(session_id=table.id, agree=True))
    assert [event.kind for event in back.events] == ["takeBackAgreed", "undone"]
    assert (await table.read()).state == before.state
    await check_log(table.sessions, await table.read())


async def test_a_bot_that_takes_over_the_last_seat_that_was_asked_agrees(store: Store) -> None:
    table = await open_table(store, [0, 1], [], take_backs=True, left_seat_level=1)
    before = await table.read()
    await table.move(0)
    await ask_take_back(table.of(0), table.here)
    left = await leave_session(table.of(1), inputs.SessionInput(session_id=table.id))
    assert [event.kind for event in left.events] == ["left", "botAdded", "undone"]
    assert (await table.read()).state == before.state


async def test_a_stream_asks_for_a_redraw_after_an_undo_across_bots(store: Store) -> None:
    table = await open_table(store, [0], [1, 2], take_backs=True)
    await play_until_bots_answer(table)
    version = (await table.read()).version
    await ask_take_back(table.of(0), table.here)
    frames = watch(table.sessions, table.id, str(version))
    frame = await anext(frames)
    assert (frame.session.version, frame.resync) == (version + 1, True)


# ---- clocks, and the default policy


async def test_the_time_of_a_bot_ends_like_that_of_a_person(store: Store) -> None:
    table = await open_table(store, [0], [1], move_seconds=1000)
    await table.move(0)
    while asked_seats(await table.read()) == (0,):
        await table.move(0)
    assert (await refused(claim_deadline(caller(table.sessions), table.here)))[0] == "TOO_EARLY"


async def test_when_a_bot_s_time_is_over_anybody_has_it_move_by_default(store: Store) -> None:
    table = await open_table(store, [0], [1], move_seconds=1)
    while asked_seats(session := await table.read()) != (1,):
        await table.move_on()
    deadline = deadline_of(session)
    assert deadline == session.moved_at + 1000
    _, entry = apply_change(session, Claimed(deadline))
    assert (entry.events[0].kind, entry.events[0].seat) == ("defaulted", 1)


async def test_only_one_version_is_taken_back_as_older_releases_read_it(store: Store) -> None:
    table = await open_table(store, [0, 1], [], take_backs=True)
    await table.move(0)
    await ask_take_back(table.of(0), table.here)
    await answer_take_back(table.of(1), inputs.AnswerTakeBackInput(session_id=table.id, agree=True))
    entry = await table.sessions.find_entry(table.id, (await table.read()).version)
    assert entry is not None
    assert entry.undoes is True


# ---- what is told, and the record


async def test_a_move_at_a_lower_level_is_told(store: Store) -> None:
    table = await open_table(store, [0], [1])
    await table.add_bot(1, level=3)
    while asked_seats(await table.read()) != (1,):
        await table.move_on()
    done = await move_as_bot(table.sessions, table.id, level=2)
    assert (done.entry.events[0].kind, done.entry.events[0].value) == ("hurried", "2")
    assert all(event.kind != "hurried" for event in done.entry.events[1:])


async def test_anybody_can_repeat_the_moves_of_bots_from_the_record(store: Store) -> None:
    options = [
        inputs.OptionInput(name=name, value="0") for name in ("ones", "twos", "fours", "fives", "zlams", "firstSeat")
    ]
    options.append(inputs.OptionInput(name="threes", value="9"))
    table = await open_table(store, [0], [1, 2], game="zlam", options=options, take_backs=True)
    await play_until_bots_answer(table)
    await ask_take_back(table.of(0), table.here)
    while not (await table.read()).is_over:
        await table.move_on()
    archive = await read_archive(store, table.id)
    assert archive is not None
    record = engine.parse_record(bytes(archive.record))
    assert all(check.holds is not False for check in engine.verify(record))
    by_bots = [ply for ply, line in enumerate(record.moves) if engine.split_line(line)[0] != 0]
    assert [decision.ply for decision in record.decisions] == by_bots
    assert bots.check_decisions(record, list(bots.repeat_decisions(record))).holds
