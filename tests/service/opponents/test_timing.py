"""When bots decide: after their pause, or as fast as a person of their strength, so that people win some races."""

import pytest
from msgspec.structs import replace

import bots
import engine
from service.opponents.timing import REACTION_SPREAD, BotTurn, turns_of
from service.sessions.session import Bot, Dealing, Seat, Session, Setup, asked_seats
from service.sessions.tokens import Secret

MOVED_AT = 1_000_000
WINDOW = 3_000


def zar(setup: Setup | None = None, until: int = 0, level: int = 2, seats: int = 4) -> Session:
    """Return a table of Zar, played in a race, at which bots hold all seats."""
    state = engine.new_game("zar", seats=seats, options={"firstSeat": 0}, seed="01" * 32)
    bot = Seat(kind="BOT", bot=Bot(level, 1))
    return Session(
        id="table",
        version=9,
        lifetime=600,
        finished_lifetime=600,
        game="zar",
        options={},
        seats=(bot,) * seats,
        setup=setup or Setup(),
        dealing=Dealing(),
        host=Secret("", ""),
        created_at=0,
        expires_at=0,
        history_key="key",
        history_hash="",
        moved_at=MOVED_AT,
        reacting_until=until,
        state=state,
    )


def with_matches(setup: Setup, until: int = 0, level: int = 2) -> list[tuple[Session, BotTurn]]:
    """Return tables at which a bot may act out of turn, each with that bot's decision."""
    found = []
    for number in range(400):
        state = engine.new_game("zar", seats=4, options={"firstSeat": 0}, seed=f"{number:064x}")
        session = replace(zar(setup, until, level), state=state, version=number)
        found += [(session, turn) for turn in turns_of(session) if not turn.asked]
    assert len(found) >= 20
    return found


def test_the_first_bot_that_is_asked_moves_after_the_pause() -> None:
    (turn, *_) = turns_of(zar(Setup(bot_millis=700)))
    assert (turn.seat, turn.asked, turn.moves_at) == (*asked_seats(zar()), True, MOVED_AT + 700)


def test_the_pause_begins_when_the_time_for_reactions_is_over() -> None:
    (turn, *_) = turns_of(zar(Setup(bot_millis=700), until=MOVED_AT + WINDOW))
    assert turn.moves_at == MOVED_AT + WINDOW + 700


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_reacts_about_as_fast_as_its_level_says(level: int) -> None:
    delays = [turn.reacts_at - MOVED_AT for _, turn in with_matches(Setup(), level=level)]
    usual = bots.LEVELS[level].reaction_millis
    assert all(abs(delay - usual) <= REACTION_SPREAD * usual + 1 for delay in delays)
    assert len(set(delays)) > len(delays) // 2


def test_a_bot_of_a_low_level_reacts_before_the_time_for_it_is_over() -> None:
    for _, turn in with_matches(Setup(reaction_millis=1000), MOVED_AT + 1000, level=1):
        assert 600 <= turn.reacts_at - MOVED_AT <= 800
        assert turn.moves_at == MOVED_AT + 1000


def test_a_bot_that_is_not_asked_may_act_at_its_own_time_alone() -> None:
    for session, turn in with_matches(Setup(), MOVED_AT + WINDOW):
        assert turn.seat not in asked_seats(session)
        assert session.state is not None
        for move in engine.legal_moves(session.state, turn.seat):
            assert engine.is_reaction(session.state, move)
            assert turn.ready_at(session, str(move)) == turn.reacts_at < MOVED_AT + WINDOW


def test_seeds_differ_by_version_and_seat_and_not_by_worker() -> None:
    session = zar()
    seeds = {turn.seed for turn in turns_of(session)}
    assert seeds == {turn.seed for turn in turns_of(replace(session))}
    assert not seeds & {turn.seed for turn in turns_of(replace(session, version=10))}


def test_nobody_moves_at_a_table_that_is_not_played() -> None:
    assert turns_of(replace(zar(), state=None)) == ()
    assert turns_of(replace(zar(), abandoned=True)) == ()
