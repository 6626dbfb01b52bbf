"""Agreements between players: who votes when somebody is gone, and the clock after a take-back."""

import msgspec
import pytest

import engine
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import (
    BotAdded,
    Change,
    Created,
    Joined,
    Left,
    Moved,
    Resigned,
    TakeBackAnswered,
    TakeBackAsked,
)
from service.sessions.problems import Problem
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, Setup, TournamentTable, deadline_of
from service.sessions.tokens import Secret
from tests.support.agreements import SEED, Agreeing
from tests.support.timed_sessions import Timed

pytestmark = pytest.mark.anyio

# ---- who has to agree to a take-back

# Seat 0 of three has moved, and what follows happens; then these seats are awaited (-: nobody is asked any more), and
# the last change had these events. With "bot" a bot takes over a seat that is left.
TAKE_BACKS = """
the others have to agree               | 0 asks                                        | 1 2 | takeBackAsked
all of them agree                      | 0 asks, 1 agrees, 2 agrees                    | -   | takeBackAgreed undone
one refuses                            | 0 asks, 1 agrees, 2 refuses                   | -   | takeBackRefused
one leaves                             | 0 asks, 1 leaves                              | 2   | left
one leaves, the other agrees           | 0 asks, 1 leaves, 2 agrees                    | -   | takeBackAgreed undone
one had left before                    | 1 leaves, 0 asks                              | 2   | takeBackAsked
both had left before                   | 1 leaves, 2 leaves, 0 asks                    | -   | takeBackAsked undone
the last that is awaited leaves        | 0 asks, 1 agrees, 2 leaves                    | -   | left undone
who has agreed leaves                  | 0 asks, 1 agrees, 1 leaves                    | 2   | left
who left comes back                    | 0 asks, 1 leaves, 1 joins                     | 1 2 | joined
who came back agrees                   | 0 asks, 1 leaves, 1 joins, 2 agrees, 1 agrees | -   | takeBackAgreed undone
one resigns                            | 0 asks, 2 resigns                             | 1   | resigned
one had resigned before                | 2 resigns, 0 asks                             | 1   | takeBackAsked
the last that is awaited resigns       | 0 asks, 1 agrees, 2 resigns                   | -   | resigned undone
it resigns while it is asked to move   | 0 asks, 2 agrees, 1 resigns                   | -   | resigned undone
one is replaced by a bot               | bot, 0 asks, 1 leaves                         | 2   | left botAdded
the last that is awaited is replaced   | bot, 0 asks, 1 agrees, 2 leaves               | -   | left botAdded undone
a bot gets a seat that was left        | 2 leaves, host seats-a-bot 2, 0 asks          | 1   | takeBackAsked
who asks leaves                        | 0 asks, 0 leaves                              | -   | left
who asks is replaced by a bot          | bot, 0 asks, 0 leaves                         | -   | left botAdded
who asks resigns                       | 0 asks, 0 resigns                             | -   | resigned
who asked comes back and asks again    | 0 asks, 1 agrees, 0 leaves, 0 joins, 0 asks   | 1 2 | takeBackAsked
everybody leaves                       | 0 asks, 1 leaves, 0 leaves, 2 leaves          | -   | left abandoned
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("name", "acts", "awaited", "events"), rows(TAKE_BACKS), ids=lambda cell: cell[:40])
async def test_those_who_are_there_decide_on_a_take_back(
    timed: Timed, name: str, acts: str, awaited: str, events: str
) -> None:
    script = acts.split(", ")
    level = 1 if "bot" in script else None
    table = await Agreeing.open(timed, take_backs=True, left_seat_level=level)
    dealt = (await table.read()).state
    await table.act("0 moves", *(act for act in script if act != "bot"))
    session = await table.read()
    last = session.last_move
    asked = last is not None and last.asked
    assert asked == (awaited != "-"), name
    if asked:
        assert last is not None
        assert [seat for seat in session.voters(0) if seat not in last.agreed] == [*map(int, awaited.split())]
    assert await table.told() == events
    assert (session.state == dealt) == events.endswith("undone")


async def test_a_player_who_left_does_not_answer(timed: Timed) -> None:
    table = await Agreeing.open(timed, take_backs=True)
    await table.act("0 moves", "0 asks", "1 leaves")
    with pytest.raises(Problem, match="requires a seat of the session"):
        await table.act("1 agrees")


# ---- the other votes

# Whether a table with three seats, of which the first two are taken, begins after these acts.
STARTS = """
the last seat is taken                   | 2 joins                                | ACTIVE
somebody leaves before                   | 1 leaves, 2 joins                      | OPEN
who left comes back                      | 1 leaves, 2 joins, 1 joins             | ACTIVE
a bot gets the last seat                 | host seats-a-bot 2                     | ACTIVE
a bot gets the seat that was left        | 1 leaves, 2 joins, host seats-a-bot 1  | ACTIVE
the host starts without those who left   | 1 leaves, host starts                  | ACTIVE
"""


@pytest.mark.parametrize(("name", "acts", "status"), rows(STARTS), ids=lambda cell: cell[:40])
async def test_a_table_begins_when_nobody_is_waited_for(timed: Timed, name: str, acts: str, status: str) -> None:
    table = await Agreeing.open(timed, people=2)
    await table.act(*acts.split(", "))
    assert (await table.read()).status == status, name


# Whether a table of three is abandoned after these acts; with "bot" a bot takes over a seat that is left.
ENDS = """
all leave                             | 0 leaves, 1 leaves, 2 leaves           | ABANDONED
one stays                             | 0 leaves, 1 leaves                     | ACTIVE
the others have resigned              | 1 resigns, 2 resigns                   | FINISHED
who resigned last is still there      | 1 leaves, 2 leaves, 0 resigns          | ACTIVE
who resigned leaves, too              | 1 leaves, 2 leaves, 0 resigns, 0 leaves | ABANDONED
the last one leaves bots behind       | bot, 0 leaves, 1 leaves, 2 leaves      | ABANDONED
"""


@pytest.mark.parametrize(("name", "acts", "status"), rows(ENDS), ids=lambda cell: cell[:40])
async def test_a_table_is_abandoned_when_nobody_is_left(timed: Timed, name: str, acts: str, status: str) -> None:
    script = acts.split(", ")
    table = await Agreeing.open(timed, left_seat_level=1 if "bot" in script else None)
    await table.act(*(act for act in script if act != "bot"))
    assert (await table.read()).status == status, name


# What happens at a table of three, who then joins its rematch, and its seats: free, reserved, taken, or a bot's.
REMATCHES = """
nobody has left                          |                               |          | reserved reserved reserved
all come again                           |                               | 0 1 2    | taken taken taken
one has left                             | 2 leaves                      | 0 1      | taken taken free
one has left, and the host gave it up    | 2 leaves                      |          | reserved reserved free
one has resigned                         | 2 resigns                     | 0 1      | taken taken reserved
a bot took over                          | bot, 2 leaves                 | 0        | taken reserved reserved
a bot took over and stands in            | bot, 2 leaves                 | 0 1      | taken taken bot
who was replaced comes first             | bot, 2 leaves                 | 2 0 1    | taken taken taken
who was replaced comes later             | bot, 2 leaves                 | 0 1 2    | taken taken taken
"""


@pytest.mark.parametrize(("name", "acts", "come", "seats"), rows(REMATCHES), ids=lambda cell: cell[:40])
async def test_a_rematch_waits_for_nobody_who_has_left(
    timed: Timed, name: str, acts: str, come: str, seats: str
) -> None:
    script = [act for act in acts.split(", ") if act]
    table = await Agreeing.open(timed, left_seat_level=1 if "bot" in script else None)
    await table.act(*(act for act in script if act != "bot"))
    await table.timed.abandon(table.id, table.host)
    rematch = await table.rematch()
    await rematch.act(*(f"{seat} joins" for seat in come.split()))
    session = await rematch.read()
    assert " ".join(map(state_of, session.seats)) == seats, name
    assert (session.status == "ACTIVE") == all(state_of(seat) in ("taken", "bot") for seat in session.seats)


def state_of(seat: Seat) -> str:
    """Return what a seat is, in a word."""
    if seat.token is not None:
        return "taken"
    if seat.bot is not None:
        return "bot"
    return "reserved" if seat.former else "free"


async def test_a_bot_stands_in_when_the_host_starts_the_rematch(timed: Timed) -> None:
    table = await Agreeing.open(timed, left_seat_level=1)
    await table.act("2 leaves")
    await timed.abandon(table.id, table.host)
    rematch = await table.rematch()
    await rematch.act("0 joins", "host starts")
    assert [seat.kind for seat in (await rematch.read()).seats] == ["HUMAN", "DEFAULT_POLICY", "BOT"]


async def test_an_absent_player_is_expected_in_the_rematch_of_a_rematch(timed: Timed) -> None:
    table = await Agreeing.open(timed, left_seat_level=1)
    await table.act("2 leaves")
    await timed.abandon(table.id, table.host)
    rematch = await table.rematch()
    await timed.abandon(rematch.id, rematch.host)
    second = await rematch.rematch()
    await second.act("0 joins", "1 joins")
    assert [*map(state_of, (await second.read()).seats)] == ["taken", "taken", "bot"]


# ---- the clock


MOVE_SECONDS = 100


@pytest.mark.parametrize("late", [5, 150])
async def test_an_agreed_take_back_gives_the_time_that_was_left(timed: Timed, late: int) -> None:
    table = await Agreeing.open(timed, take_backs=True, move_seconds=MOVE_SECONDS)
    timed.seconds += 70
    assert await table.left() == 30
    await table.act("0 moves", "0 asks", "1 agrees")
    timed.seconds += late
    await table.act("2 agrees")
    assert await table.left() == 30
    with pytest.raises(Problem, match="has not passed yet"):
        await table.act("1 claims")


async def test_an_undo_keeps_the_deadline_so_that_nobody_stalls_a_table(timed: Timed) -> None:
    table = await Agreeing.open(timed, move_seconds=MOVE_SECONDS)
    for _ in range(3):
        timed.seconds += 30
        await table.act("0 moves", "0 undoes")
    assert await table.left() == MOVE_SECONDS - 3 * 30
    timed.seconds += 30
    await table.act("0 moves", "0 undoes", "1 claims")
    assert "defaulted" in await table.told()


async def test_the_clock_goes_on_from_one_take_back_to_the_next(timed: Timed) -> None:
    table = await Agreeing.open(timed, take_backs=True, move_seconds=MOVE_SECONDS)
    for spent in (30, 60, 90):
        timed.seconds += 30
        await table.act("0 moves")
        timed.seconds += 150
        await table.act("0 asks", "1 agrees", "2 agrees")
        assert await table.left() == MOVE_SECONDS - spent


async def test_a_refusal_leaves_the_clock_of_the_next_seat_alone(timed: Timed) -> None:
    table = await Agreeing.open(timed, take_backs=True, move_seconds=MOVE_SECONDS)
    await table.act("0 moves")
    timed.seconds += 40
    await table.act("0 asks", "1 refuses")
    assert await table.left() == MOVE_SECONDS - 40


@pytest.mark.parametrize("last", ["2 leaves", "2 resigns"])
async def test_a_vote_that_somebody_ends_by_going_gives_the_time_back_too(timed: Timed, last: str) -> None:
    table = await Agreeing.open(timed, take_backs=True, move_seconds=MOVE_SECONDS)
    timed.seconds += 70
    await table.act("0 moves", "0 asks", "1 agrees")
    timed.seconds += 150
    await table.act(last)
    assert await table.left() == 30


# ---- tables as their changes make them: with bots' answers, in a race, in a tournament, of a release before


class Changes:
    """A session that is made by changes alone, at times in milliseconds."""

    def __init__(self, game: str = "zlam", bots: tuple[int, ...] = (), *, seats: int = 3, **fields: object) -> None:
        setup = Setup(move_seconds=MOVE_SECONDS, take_backs=True, reaction_millis=60_000 if game == "zar" else 0)
        bot = Seat(kind="BOT", bot=Bot(1, 1))
        places = [bot if seat in bots else Seat(token=Secret(f"{seat}", "")) for seat in range(seats)]
        if "tournament" not in fields:
            places[-1] = Seat()
        usual = Created(
            at=0,
            lifetime=60,
            finished_lifetime=60,
            game=game,
            seats=tuple(places),
            options={"firstSeat": seats - 1},
            setup=setup,
            dealing=Dealing(seed=SEED),
            host=Secret("host", ""),
            history_key="key",
            agreements=AGREEMENTS,
        )
        created = msgspec.structs.replace(usual, **fields)
        self.session, _ = create("table", created)
        if self.session.state is None:
            last = seats - 1
            self.do(BotAdded(0, last, Bot(1, 1)) if last in bots else Joined(0, last, Secret(f"{last}", "")))

    def do(self, change: Change) -> list[str]:
        """Make a change, and return its events."""
        self.session, entry = apply_change(self.session, change)
        return [event.kind for event in entry.events]

    def move(self, at: int, seat: int) -> None:
        """Make the first move of a seat."""
        self.do(Moved(at, seat, first_move(self.session, seat)))

    def left(self, at: int) -> int:
        """Return the milliseconds until the deadline."""
        deadline = deadline_of(self.session)
        assert deadline is not None
        return deadline - at


def first_move(session: Session, seat: int) -> str:
    """Return the first legal move of a seat."""
    assert session.state is not None
    return str(engine.legal_moves(session.state, seat)[0])


async def test_bots_agree_at_once_and_the_time_of_their_answers_does_not_count() -> None:
    table = Changes(bots=(1, 2))
    table.move(70_000, 0)
    table.move(75_000, 1)
    table.move(80_000, 2)
    assert table.do(TakeBackAsked(170_000, 0)) == ["takeBackAsked", "undone"]
    assert table.left(170_000) == 30_000


async def test_in_a_tournament_against_bots_alone_nobody_stalls_the_round() -> None:
    table = Changes(bots=(1, 2), tournament=TournamentTable("t", 1, 0, 0))
    table.move(10_000, 0)
    table.move(15_000, 1)
    table.move(20_000, 2)
    table.do(TakeBackAsked(90_000, 0))
    # Ten seconds before the move, and seventy since the seat was asked again.
    assert table.left(90_000) == MOVE_SECONDS * 1000 - 80_000


async def test_in_a_tournament_the_agreement_of_a_person_stops_the_clock() -> None:
    table = Changes(bots=(2,), tournament=TournamentTable("t", 1, 0, 0))
    table.move(10_000, 0)
    table.do(TakeBackAsked(20_000, 0))
    table.do(TakeBackAnswered(90_000, 1, agree=True))
    assert table.left(90_000) == MOVE_SECONDS * 1000 - 10_000


async def test_the_time_to_react_that_was_left_comes_back_too() -> None:
    table = Changes("zar", seats=2)
    dealt = table.session
    assert dealt.reacting_until == 60_000
    table.move(80_000, 0)
    table.do(TakeBackAsked(500_000, 0))
    table.do(TakeBackAnswered(500_000, 1, agree=True))
    assert table.session.reacting_until < 500_000
    assert table.left(500_000) == 60_000 + MOVE_SECONDS * 1000 - 80_000
    late = msgspec.structs.replace(dealt, reacting_until=0)
    table.session = late
    table.move(20_000, 0)
    table.do(TakeBackAsked(30_000, 0))
    table.do(TakeBackAnswered(30_000, 1, agree=True))
    assert table.session.reacting_until == 0


async def test_a_table_of_a_tournament_is_played_out_when_its_last_player_resigns() -> None:
    table = Changes(tournament=TournamentTable("t", 1, 0, 0))
    table.do(Left(1, 0))
    table.do(Left(2, 1))
    assert table.do(Resigned(3, 2))[0] == "resigned"
    # The first two have given up by leaving, the later one last.
    assert (table.session.status, table.session.resigned) == ("FINISHED", (2, 0))


async def test_tables_of_the_release_before_keep_their_rules() -> None:
    table = Changes(agreements=1)
    table.move(70_000, 0)
    assert table.session.last_move is not None
    assert table.session.last_move.made_at == 0
    table.do(Left(71_000, 1))
    assert table.session.voters(0) == (1, 2)
    table.do(TakeBackAsked(72_000, 0))
    table.do(Joined(73_000, 1, Secret("again", "")))
    table.do(TakeBackAnswered(74_000, 1, agree=True))
    assert table.do(TakeBackAnswered(75_000, 2, agree=True)) == ["takeBackAgreed", "undone"]
    assert table.session.moved_at == 0
