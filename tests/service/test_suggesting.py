"""Hints and reviews follow from what the seat knew, and every process gives the same."""

from collections.abc import AsyncIterator
from itertools import count
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import bots
import engine
from engine import Event
from service.opponents.memories import Memories
from service.opponents.pool import Bounds, Pool
from service.opponents.timing import draw, seed_of
from service.sessions.changes import Change, Created, HandedOver, Joined, Moved
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.sessions.tokens import Secret, fingerprint, make_change_request
from service.storage.port import Store
from service.storage.repository import Lifetimes, SessionRepository, read_archive
from service.use_cases.context import RequestContext, Tables
from service.use_cases.inputs import ReviewInput, SuggestMoveForStateInput, SuggestMoveInput
from service.use_cases.playing import suggest_move
from service.use_cases.reading import review
from service.use_cases.stateless import suggest_move_for_state
from service.views.suggestion_view import ReviewedMove, Suggestion
from tests.engine.play import play_on
from tests.service.api.test_catalogue import GAMES
from tests.service.noninterference.deals import Script, begin, find_alternative, invent, perform
from tools.use_cases import tournaments_of

pytestmark = pytest.mark.anyio

QUICK = 2
COMPARED = 2
# The moves of more pages than these take a long time to review, and show no more.
PAGES = 3
TAKING_BACK = {"applyMove", "undoMove", "askTakeBack", "answerTakeBack"}


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    """A process that thinks."""
    pool = Pool(Bounds(niceness=0))
    yield pool
    await pool.close()


class Worker:
    """A simulated process: its own repository and pool, on a store that others may share."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self.sessions = SessionRepository(store, Lifetimes(600, 600, 600))
        self.pool = pool

    def caller(self, seat: int | None) -> RequestContext:
        """Return the context of the holder of a seat, or of a spectator."""
        token = None if seat is None else token_of(seat)
        return RequestContext(
            self.sessions, tournaments_of(self.sessions), Tables(None, self.sessions.store, 0), token, pool=self.pool
        )

    async def perform(self, session_id: str, script: Script) -> Session:
        """Make a session, with hints, and everything that is done in it."""
        script = replace(script, setup=replace(script.setup, hints=True))
        first, *others = [entry.change for _, entry in (*begin(script), *perform(script))]
        assert isinstance(first, Created)
        session = await self.sessions.create(session_id, first)
        for change in others:
            session = await self.change(session_id, change)
        return session

    async def change(self, session_id: str, change: object) -> Session:
        """Commit a change; whoever holds a seat has the token of that seat."""
        made: Change = change  # type: ignore[assignment]  # every change but the first
        if isinstance(made, Joined | HandedOver):
            made = replace(made, token=Secret(fingerprint(token_of(made.seat)), ""))
        request = make_change_request("test", None, None)
        return (await self.sessions.change(session_id, request, lambda _session, _now: made)).session

    async def suggest(self, session_id: str, seat: int, level: int = QUICK) -> Suggestion:
        """Ask for a hint, as the holder of a seat."""
        return await suggest_move(self.caller(seat), SuggestMoveInput(session_id=session_id, level=level))

    async def review(self, session_id: str, pages: int = PAGES) -> list[ReviewedMove]:
        """Review the first pages of a table, as a spectator."""
        moves, after = list[ReviewedMove](), None
        for _ in range(pages):
            page = await review(self.caller(None), ReviewInput(session_id=session_id, after=after))
            assert page.page_info.has_next_page
            moves += page.nodes
            after = page.page_info.end_cursor
        return moves


def token_of(seat: int) -> str:
    return f"token of seat {seat}"


def asked_of(session: Session) -> list[int]:
    """Return the seats that are asked, of those that somebody holds."""
    assert session.state is not None
    return [seat for seat in engine.asked_seats(session.state) if seat in session.holders()]


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_is_the_same_when_all_that_its_seat_cannot_know_is_dealt_again(
    game: str, sqlite_store: Store, pool: Pool
) -> None:
    worker, chance = Worker(sqlite_store, pool), Random(game)
    compared = number = 0
    while compared < COMPARED:
        number += 1
        script = invent(game, chance, 14)
        here = await worker.perform(f"here-{number}", script)
        for seat in asked_of(here):
            deal = find_alternative(script, seat, chance)
            if deal is None:
                continue
            there = await worker.perform(f"there-{number}-{seat}", replace(script, deal=deal))
            assert there.state != here.state
            hints = [await worker.suggest(session.id, seat) for session in (here, there)]
            # The cursor is a keyed hash of the whole history, which tells nobody anything.
            told = [msgspec.json.encode(replace(hint, cursor=None)) for hint in hints]
            assert told[0] == told[1]
            compared += 1


async def test_every_process_gives_the_same_hint_from_what_the_seat_remembers(
    store: Store, second_store: Store, pool: Pool
) -> None:
    here, there = Worker(store, pool), Worker(second_store, pool)
    session = await here.perform("table", invent("zeven", Random(5), 25, only_moves=True))
    (seat,) = asked_of(session)
    hint = await here.suggest("table", seat)
    assert await there.suggest("table", seat) == hint
    assert session.state is not None
    memory = await Memories(store).recall(session, seat)
    assert memory is not None
    world = engine.redeal(session.state, seat, "ab" * 32, memory)
    chosen = bots.choose(world, seat, bots.LEVELS[QUICK].effort, seed_of(session, seat), memory)
    assert (hint.move and hint.move.notation, hint.effort) == (chosen.move, chosen.effort)
    assert [one.reward for one in hint.candidates] == [one.reward for one in chosen.candidates]


async def test_a_hint_is_refused_when_no_process_has_time(sqlite_store: Store) -> None:
    pool = Pool(Bounds(patience_seconds=1e-9, niceness=0))
    worker = Worker(sqlite_store, pool)
    session = await worker.perform("table", invent("door", Random(5), 3, only_moves=True))
    with pytest.raises(Problem, match="Too many questions wait"):
        await worker.suggest("table", asked_of(session)[0], 4)
    await pool.close()


async def finish(worker: Worker, session: Session, chance: Random) -> Session:
    """Play a table to its end."""
    assert session.state is not None
    for step in play_on(session.state, chance):
        session = await worker.change(session.id, Moved(0, step.seat, step.move))
    return session


def takes_back(script: Script) -> bool:
    """Tell whether moves are taken back in a script, and nothing else is done beside moving."""
    names = {act.name for act in script.acts}
    return "undoMove" in names and names <= TAKING_BACK


async def test_a_review_leaves_out_what_was_taken_back_and_is_the_same_from_every_process(
    store: Store, second_store: Store, pool: Pool
) -> None:
    here, there = Worker(store, pool), Worker(second_store, pool)
    scripts = (invent("bazaar", Random(number), 20, most_seats=2) for number in count())
    script = next(script for script in scripts if takes_back(script))
    session = await finish(here, await here.perform("table", script), Random(2))
    assert session.status == "FINISHED"
    moves = await here.review("table")
    assert len(moves) > script.acts.index(next(act for act in script.acts if act.name == "undoMove"))
    archive = await read_archive(store, "table")
    assert archive is not None
    lines = engine.parse_record(bytes(archive.record)).moves
    assert [f"{one.seat} {one.move.notation}" for one in moves] == list(lines[: len(moves)])
    assert len(lines) < session.version - 3
    assert await there.review("table", 1) == moves[: len(moves) // PAGES]


async def test_a_review_knows_what_the_mover_knew_and_no_more(sqlite_store: Store, pool: Pool) -> None:
    worker = Worker(sqlite_store, pool)
    script = invent("bazaar", Random(8), 20, only_moves=True, most_seats=2)
    session = await finish(worker, await worker.perform("table", script), Random(2))
    archive = await read_archive(sqlite_store, "table")
    assert archive is not None
    states = engine.replay(bytes(archive.record))
    told = list[Event]()
    for state, one in zip(states, await worker.review("table", 2), strict=False):
        memory = engine.remember(engine.begin_memory(states[0], one.seat), engine.events_for(told, one.seat))
        # Everything that the seat did not know is dealt again, by another seed than the service's.
        world = engine.redeal(state, one.seat, "cd" * 32, memory)
        seed = draw(session, f"review {state.ply} {one.seat}").hex()
        chosen = bots.choose(world, one.seat, bots.LEVELS[QUICK].effort, seed, memory)
        assert (one.preferred and one.preferred.notation) == chosen.move
        told += engine.apply(state, one.seat, one.move.notation)[1]


async def test_at_a_table_where_looking_ahead_takes_too_long_only_level_1_decides(store: Store, pool: Pool) -> None:
    state = engine.new_game("zlam", seats=100, options={"decks": 20}, seed="00" * 32)
    seat = engine.active_seats(state)[0]
    context, text = Worker(store, pool).caller(None), engine.dumps(state).decode()
    hint = await suggest_move_for_state(context, SuggestMoveForStateInput(state=text, seat=seat, level=1))
    assert hint.seat == seat
    with pytest.raises(Problem) as refused:
        await suggest_move_for_state(context, SuggestMoveForStateInput(state=text, seat=seat, level=2))
    assert (refused.value.code, refused.value.path) == ("INVALID_INPUT", ("level",))
