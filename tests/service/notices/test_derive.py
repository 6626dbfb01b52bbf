"""The notices of a version, at random tables of every game and in single situations."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from msgspec.structs import replace

import bots
import engine
from service.notices.derive import notices_of_session, notices_of_tournament
from service.notices.notice import Notice, encode_payload
from service.sessions import changes
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Change, Created, LogEntry
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, Setup, TournamentTable, asked_seats
from service.sessions.tokens import Secret
from service.tournaments import changes as tournament_changes
from service.tournaments.apply_change import apply_change as apply_tournament
from service.tournaments.apply_change import create as create_tournament
from service.tournaments.tournament import Entry, Terms, Tournament
from tests.service.api.test_catalogue import GAMES
from tests.service.noninterference.deals import Script, begin, find_alternative, invent, perform
from tournaments import Plan, Table

HELD = Secret("held", "salt")
BOT = Bot(1, bots.VERSION)
SECONDS = 60
NOON = 1_800_000_000_000

Version = tuple[Session, LogEntry]


def open_session(
    game: str = "zar",
    *,
    seats: Sequence[Seat] = (Seat(), Seat()),
    setup: Setup | None = None,
    tournament: TournamentTable | None = None,
) -> Version:
    """Open a session whose rules and cards are always the same."""
    made = Created(
        at=NOON,
        lifetime=600,
        finished_lifetime=600,
        game=game,
        seats=tuple(seats),
        options={},
        setup=setup or Setup(move_seconds=SECONDS),
        dealing=Dealing(seed="5eed" * 16),
        host=HELD,
        history_key="a key",
        tournament=tournament,
        agreements=AGREEMENTS,
    )
    return create("table", made)


def deal(game: str = "zar", *, seats: Sequence[Seat] = (Seat(), Seat()), setup: Setup | None = None) -> Session:
    """Open a session, take every vacant seat, and return it as dealt."""
    session, _ = open_session(game, seats=seats, setup=setup)
    for seat in session.open_seats():
        session, _ = apply_change(session, changes.Joined(NOON, seat, HELD, f"Player {seat}"))
    return session if session.state else apply_change(session, changes.Started(NOON))[0]


def told(before: Session | None, change: Change) -> list[tuple[str, int | None]]:
    """Return the types and seats of the notices of a change."""
    assert before is not None
    after, entry = apply_change(before, change)
    return [(notice.type, notice.subject.seat) for notice in notices_of_session(before, entry, after)]


def first_move(session: Session, seat: int) -> str:
    assert session.state is not None
    return str(engine.legal_moves(session.state, seat)[0])


def asked(session: Session) -> int:
    (seat,) = asked_seats(session)
    return seat


# ---- random lives


def live(game: str, chance: Random, length: int) -> Iterable[Version]:
    """Yield the versions of a session with random changes of every kind."""
    reactions = chance.choice((0, 3_000))
    setup = Setup(move_seconds=chance.choice((0, SECONDS)), reaction_millis=reactions, take_backs=True)
    seats = tuple(chance.choice((Seat(), Seat(), Seat(kind="BOT", bot=BOT))) for _ in range(chance.randint(2, 3)))
    version = open_session(game, seats=seats, setup=setup)
    yield version
    now = NOON
    for _ in range(length):
        now += chance.choice((100, 2_000, 70_000))
        change = choose(version[0], chance, now)
        if change is None:
            return
        version = apply_change(version[0], change)
        yield version


def choose(session: Session, chance: Random, now: int) -> Change | None:
    """Return a change that is possible now, mostly a move; None if the session is over and has a rematch."""
    open_seats = session.open_seats()
    if session.is_over:
        return None if session.rematch else changes.RematchMade(now, "next")
    if session.state is None:
        return changes.Joined(now, open_seats[0], HELD) if open_seats else changes.Started(now)
    move = choose_move(session, chance, now)
    if move is None or chance.random() < 0.3:
        return chance.choice([*beside_moves(session, now), *([move] if move else [])])
    return move


def choose_move(session: Session, chance: Random, now: int) -> Change | None:
    assert session.state is not None
    players = {*session.holders(), *session.bot_seats()}
    seats = [seat for seat in engine.active_seats(session.state) if seat in players]
    if not seats:
        return None
    seat = chance.choice(seats)
    moves = engine.legal_moves(session.state, seat)
    decision = changes.Decision(1, bots.VERSION, 0, "5eed") if session.seats[seat].bot else None
    return changes.Moved(now, seat, str(chance.choice(moves)), decision)


def beside_moves(session: Session, now: int) -> list[Change]:
    found: list[Change] = [changes.NoticesWanted(now)]
    if asked_seats(session):
        found += [changes.Claimed(now)] * 4
    last = session.last_move
    if last is not None and last.seat in session.holders() and session.before is not None:
        found += [changes.Undone(now, last.seat)] * 2
        if not last.asked:
            found += [changes.TakeBackAsked(now, last.seat)] * 2
        found += [changes.TakeBackAnswered(now, seat, True) for seat in session.voters(last.seat) if last.asked]
    for seat in session.holders():
        found += [changes.Left(now, seat), changes.HandedOver(now, seat, HELD), changes.Resigned(now, seat)]
    found += [changes.Joined(now, seat, HELD) for seat in session.open_seats()] * 4
    found += [changes.BotAdded(now, seat, BOT) for seat in session.open_seats()]
    found += [changes.BotRemoved(now, seat) for seat in session.bot_seats()]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_whoever_follows_the_notices_knows_at_every_version_who_is_asked(game: str) -> None:
    seen = set[str]()
    for number in range(12):
        open_turns = set[int | None]()
        before: Session | None = None
        for after, entry in live(game, Random(f"{game} {number}"), 60):
            for notice in notices_of_session(before, entry, after):
                seen.add(notice.type)
                if notice.type == "turn.started":
                    open_turns.add(notice.subject.seat)
                elif notice.type == "turn.ended":
                    open_turns.remove(notice.subject.seat)
            assert open_turns == set(asked_seats(after)) & set(after.holders()), entry
            before = after
    every = {"table.opened", "table.started", "turn.started", "turn.ended", "seat.lapsed", "table.finished"}
    assert seen >= {*every, "rematch.offered"}
    assert ("reaction.opened" in seen) == (game == "zar")


@pytest.mark.parametrize("game", GAMES)
def test_every_notice_has_an_origin_of_its_own_and_the_same_in_each_derivation(game: str) -> None:
    for number in range(3):
        notices = notices_of_life(game, f"{game} {number}")
        assert notices_of_life(game, f"{game} {number}") == notices
        assert len({notice.origin for notice in notices}) == len(notices)


def notices_of_life(game: str, name: str) -> list[Notice]:
    before: Session | None = None
    notices = list[Notice]()
    for after, entry in live(game, Random(name), 60):
        notices += notices_of_session(before, entry, after)
        before = after
    return notices


@pytest.mark.parametrize("game", GAMES)
def test_the_notices_are_the_same_bytes_when_hidden_cards_are_dealt_again(game: str) -> None:
    redealt = 0
    for number in range(6):
        chance = Random(f"{game} redeal {number}")
        script = invent(game, chance, 25, most_seats=3)
        other = find_alternative(script, None, chance)
        if other is not None:
            redealt += 1
            assert payloads(replace(script, deal=other)) == payloads(script)
    assert redealt


def payloads(script: Script) -> list[bytes]:
    """Return the bodies of all notices of a script."""
    before: Session | None = None
    bodies = list[bytes]()
    for after, entry in [*begin(script), *perform(script)]:
        bodies += [encode_payload(notice) for notice in notices_of_session(before, entry, after)]
        before = after
    return bodies


# ---- single situations


def test_the_first_seat_hears_of_its_turn_with_its_deadline_when_the_cards_are_dealt() -> None:
    session, _ = open_session()
    session, _ = apply_change(session, changes.Joined(NOON, 0, HELD))
    after, entry = apply_change(session, changes.Joined(NOON, 1, HELD))
    started, turn = notices_of_session(session, entry, after)
    assert (started.type, turn.type, turn.subject.seat) == ("table.started", "turn.started", asked(after))
    assert (turn.subject.session_id, turn.subject.version) == ("table", 3)
    assert turn.subject.deadline == "2027-01-15T08:01:00.000Z"


def test_a_move_ends_a_turn_and_starts_the_next() -> None:
    session = deal()
    seat = asked(session)
    assert told(session, changes.Moved(NOON, seat, first_move(session, seat))) == [
        ("turn.ended", seat),
        ("turn.started", 1 - seat),
    ]


def test_a_bot_is_told_nothing() -> None:
    session = deal(seats=(Seat(kind="BOT", bot=BOT), Seat()))
    for _ in range(4):
        seat = asked(session)
        after, entry = apply_change(session, changes.Moved(NOON, seat, first_move(session, seat)))
        assert {notice.subject.seat for notice in notices_of_session(session, entry, after)} == {1}
        session = after


def test_a_seat_that_is_asked_again_after_the_default_policy_is_told_again() -> None:
    session = deal()
    seat = asked(session)
    alone = with_policy(session, 1 - seat)
    assert told(alone, changes.Moved(NOON, seat, first_move(alone, seat))) == [("turn.started", seat)]


def with_policy(session: Session, index: int) -> Session:
    """Return a session in which the default policy plays a seat."""
    return session.with_seat(index, replace(session.seats[index], kind="DEFAULT_POLICY"))


def test_a_seat_whose_time_ran_out_lapses_once() -> None:
    session = deal()
    seat = asked(session)
    assert told(session, changes.Claimed(NOON + 1000 * SECONDS)) == [
        ("seat.lapsed", seat),
        ("turn.ended", seat),
        ("turn.started", 1 - seat),
    ]


def test_a_default_move_of_the_policy_is_no_lapse() -> None:
    session = deal()
    seat = asked(session)
    assert told(with_policy(session, seat), changes.Claimed(NOON)) == [("turn.started", 1 - seat)]


def test_the_turn_of_a_seat_ends_when_its_holder_leaves() -> None:
    session = deal()
    assert told(session, changes.Left(NOON, asked(session))) == [("turn.ended", asked(session))]


def test_a_taken_back_move_gives_the_turn_back() -> None:
    session = deal(setup=Setup(take_backs=True))
    seat = asked(session)
    moved, _ = apply_change(session, changes.Moved(NOON, seat, first_move(session, seat)))
    requested, _ = apply_change(moved, changes.TakeBackAsked(NOON, seat))
    assert told(moved, changes.TakeBackAsked(NOON, seat)) == []
    assert told(requested, changes.TakeBackAnswered(NOON, 1 - seat, agree=True)) == [
        ("turn.ended", 1 - seat),
        ("turn.started", seat),
    ]


def test_a_time_for_reactions_names_no_seat() -> None:
    session, _ = open_session("zar", setup=Setup(reaction_millis=3000))
    session, _ = apply_change(session, changes.Joined(NOON, 0, HELD))
    after, entry = apply_change(session, changes.Joined(NOON, 1, HELD))
    (reaction,) = [one for one in notices_of_session(session, entry, after) if one.type == "reaction.opened"]
    assert (reaction.subject.seat, reaction.subject.deadline) == (None, "2027-01-15T08:00:03.000Z")
    assert told(after, changes.HandedOver(NOON + 1, 0, HELD)) == []


@pytest.mark.parametrize("end", [changes.Abandoned(NOON), changes.Resigned(NOON, 0)], ids=["abandoned", "resigned"])
def test_the_end_of_a_table_ends_the_turn_and_is_told_once(end: Change) -> None:
    session = deal()
    assert told(session, end) == [("turn.ended", asked(session)), ("table.finished", None)]
    over, _ = apply_change(session, end)
    assert told(over, changes.Prolonged(NOON)) == []
    after, entry = apply_change(over, changes.RematchMade(NOON, "next"))
    (offered,) = notices_of_session(over, entry, after)
    assert (offered.type, offered.subject.next_session_id) == ("rematch.offered", "next")


def test_who_asks_for_notices_is_told_nothing_of_that() -> None:
    session = deal()
    assert told(session, changes.NoticesWanted(NOON)) == []


def test_a_table_of_a_tournament_names_its_tournament() -> None:
    seats = (Seat(token=HELD), Seat(token=HELD))
    after, entry = open_session(seats=seats, tournament=TournamentTable("cup", 1, 0, 0))
    notices = notices_of_session(None, entry, after)
    assert [notice.type for notice in notices] == ["table.opened", "table.started", "turn.started"]
    assert {notice.subject.tournament_id for notice in notices} == {"cup"}


# ---- tournaments


def test_a_tournament_tells_of_its_rounds_and_of_its_end() -> None:
    assert of_tournament(*round_of_two(), tournament_changes.Finished(NOON)) == [
        ("tournament.round_started", 1),
        ("tournament.round_finished", 1),
        ("tournament.finished", None),
    ]


def test_an_abandoned_tournament_tells_only_its_end() -> None:
    *opened, close = round_of_two()
    assert of_tournament(*opened, tournament_changes.Abandoned(NOON), close) == [
        ("tournament.round_started", 1),
        ("tournament.finished", None),
    ]


def round_of_two() -> list[tournament_changes.Change]:
    return [
        tournament_changes.NoticesWanted(NOON),
        tournament_changes.Started(NOON),
        tournament_changes.RoundPaired(NOON, (Table((0, 1)),), ()),
        tournament_changes.TablesOpened(NOON),
        tournament_changes.RoundClosed(NOON),
    ]


def of_tournament(*made: tournament_changes.Change) -> list[tuple[str, int | None]]:
    """Return the types and rounds of the notices of a tournament with these changes."""
    tournament, entry = open_tournament()
    notices = list[Notice](notices_of_tournament(None, entry, tournament))
    for change in made:
        after, entry = apply_tournament(tournament, change)
        notices += notices_of_tournament(tournament, entry, after)
        tournament = after
    assert len({notice.origin for notice in notices}) == len(notices)
    assert {notice.subject.tournament_id for notice in notices} == {"cup"}
    return [(notice.type, notice.subject.round) for notice in notices]


def open_tournament() -> tuple[Tournament, tournament_changes.LogEntry]:
    plan = Plan(format="ROUND_ROBIN", seats=2)
    terms = Terms(title="Cup", game="zar", options={}, setup=Setup(), plan=plan)
    made = tournament_changes.Created(
        NOON, 600, 600, terms, HELD, "seed", "a key", (Entry("Ada", token=HELD), Entry("Bo", token=HELD))
    )
    return create_tournament("cup", made)
