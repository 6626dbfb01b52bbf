"""The short way of a move makes the same session, log entry and stored bytes as the general way."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import engine
from service.sessions.apply_change import apply_change, create, make_by_draft
from service.sessions.changes import Change, Created, HandedOver, Joined, LogEntry, Moved, Resigned, Undone
from service.sessions.rules import MoveRefused
from service.sessions.session import AGREEMENTS, Dealing, Seat, Session, Setup, undo_refusal
from service.sessions.tokens import Secret
from service.storage.codec import SESSIONS
from tests.engine.play import random_options
from tests.service.api.test_catalogue import GAMES
from tools.stored import encode_session

NAMES = ('100 % "Ada"', "%d %b %% {0}", "Bo\\n\u2028é🎴", None)
_encode = msgspec.json.Encoder(order="deterministic").encode


def open_table(game: str, random: Random) -> Session:
    """Return a session whose seats are taken by people, with random settings."""
    rules = engine.find_game(game)
    seats = random.randint(rules.min_seats, min(rules.max_seats, 4))
    while True:
        options = random_options(game, seats, random)
        try:
            engine.new_game(game, seats=seats, options=options, seed="5eed" * 16)
        except engine.EngineError:
            continue
        break
    setup = Setup(
        take_backs=random.random() < 0.5,
        reaction_millis=random.choice((0, 700)),
        move_seconds=random.choice((0, 30)),
    )
    dealing = Dealing(seed=f"{random.getrandbits(256):064x}")
    agreements = random.choice((1, AGREEMENTS))
    vacant = tuple(Seat(code=f"code {seat}") for seat in range(seats))
    host = Secret("host", "salt")
    key = f"key {random.random()}"
    made = Created(9, 600, 60, game, vacant, options, setup, dealing, host, key, agreements=agreements)
    session, _ = create(f"table-{game}", made)
    for seat in range(seats):
        session, _ = apply_change(session, Joined(10 + seat, seat, Secret(f"token {seat}", "salt"), NAMES[seat]))
    return session


def choose(session: Session, random: Random) -> Change:
    """Return a change: a legal move most of the time."""
    state = session.state
    at = session.moved_at + random.randint(0, 900)
    assert state is not None
    seat = random.choice(engine.active_seats(state))
    chance = random.random()
    last = session.last_move
    if chance < 0.08 and last is not None and undo_refusal(session, last.seat) is None:
        return Undone(at, last.seat)
    if chance < 0.1:
        return HandedOver(at, seat, Secret(f"token {chance}", "salt"))
    if chance < 0.11 and session.seats[seat].kind == "HUMAN":
        return Resigned(at, seat)
    if chance < 0.2:
        return Moved(at, random.randrange(state.seats), random.choice(("pass", "no move", "draw")))
    return Moved(at, seat, str(random.choice(engine.legal_moves(state, seat))))


def make(session: Session, change: Change, *, generally: bool) -> tuple[Session, LogEntry] | tuple[str, str]:
    """Return what a change makes, or its refusal."""
    try:
        return (make_by_draft if generally else apply_change)(session, change)
    except MoveRefused as refused:
        return refused.code, refused.message


def write_at_once(session: Session) -> bytes:
    """Return a session as one encoder writes it, without what was kept of earlier versions."""
    alone = _encode(replace(session, state=None, before=None))
    state, before = [engine.dumps(one) if one else b"null" for one in (session.state, session.before)]
    return b'{"session":%b,"state":%b,"before":%b}' % (alone, state, before)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_makes_the_same_by_the_short_way_as_by_the_general_one(game: str) -> None:
    random = Random(f"short {game}")
    alone = 0
    for _ in range(8):
        session = open_table(game, random)
        for _ in range(60):
            if session.is_over:
                break
            change = choose(session, random)
            made, expected = [make(session, change, generally=generally) for generally in (False, True)]
            assert made == expected
            after = made[0]
            usual = expected[0]
            if isinstance(after, Session) and isinstance(usual, Session):
                assert SESSIONS.encode(made[1]) == SESSIONS.encode(expected[1])  # type: ignore[arg-type]
                assert encode_session(after) == encode_session(usual)
                alone += after.lasting is session.lasting
                session = after
    assert alone > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_document_is_written_from_its_outline_as_at_once(game: str) -> None:
    random = Random(f"outline {game}")
    for _ in range(8):
        session = open_table(game, random)
        for _ in range(40):
            document = SESSIONS.write(session)
            assert document == write_at_once(session)
            assert SESSIONS.read(document) == session
            if session.is_over:
                break
            made = make(session, choose(session, random), generally=False)
            session = made[0] if isinstance(made[0], Session) else session


def test_a_move_writes_again_only_what_it_changes() -> None:
    random = Random("outline")
    session = open_table("zeven", random)
    SESSIONS.write(session)
    outline = session.lasting["outline"]
    while session.version < 12:
        state = session.state
        assert state is not None
        (seat,) = engine.asked_seats(state)
        session, _ = apply_change(session, Moved(99, seat, str(engine.legal_moves(state, seat)[0])))
        SESSIONS.write(session)
        assert session.lasting["outline"] is outline
    handed_over, _ = apply_change(session, HandedOver(100, 0, Secret("another", "salt")))
    assert b"another" in SESSIONS.write(handed_over)
