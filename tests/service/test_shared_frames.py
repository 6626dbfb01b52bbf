"""What is made of a frame is made once for all who see the same."""

from msgspec import structs

from engine import Event
from service.sessions.changes import Abandoned, LogEntry
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import Secret, fingerprint
from service.use_cases.watch import Frame, project_frame

HOST, ADA, BOB = "the-host", "token-of-ada", "token-of-bob"


def make_frame() -> Frame:
    seats = tuple(Seat(name=name, token=Secret(fingerprint(token), "")) for name, token in (("Ada", ADA), ("Bob", BOB)))
    session = Session(
        id="x" * 22,
        game="zeven",
        version=1,
        created_at=0,
        expires_at=0,
        history_key="a key",
        history_hash="h" * 16,
        lifetime=1,
        finished_lifetime=1,
        host=Secret(fingerprint(HOST), ""),
        setup=Setup(),
        options={},
        dealing=Dealing("", ""),
        seats=seats,
    )
    return Frame(session, None, session)


def test_viewers_that_see_the_same_get_the_same_bytes() -> None:
    frame, made = make_frame(), list[bytes]()

    def make() -> bytes:
        made.append(bytes(len(made)))
        return made[-1]

    told = {token: frame.once("sse", token, make) for token in (ADA, BOB, HOST, None, "nobody")}
    assert all(frame.once("sse", token, make) is bytes_ for token, bytes_ in told.items())
    assert told[None] is told["nobody"]
    assert len({*told.values()}) == len(made) == 4
    assert frame.once("lines", ADA, make) is not told[ADA]


def test_what_is_shared_goes_by_its_key_alone() -> None:
    frame = make_frame()
    assert frame.share(("plan", 1), lambda: b"one") == frame.share(("plan", 1), lambda: b"other") == b"one"
    assert frame.share(("plan", 2), lambda: b"other") == b"other"
    assert make_frame().share(("plan", 1), lambda: b"other") == b"other"


def test_what_happened_is_told_once_to_all_who_may_know_the_same() -> None:
    drawn = Event("drawn", 0, ("AR1",), 1, seen_by=(0,))
    frame = structs.replace(make_frame(), entry=LogEntry(Abandoned(1), "h" * 16, (Event("turn", value="1"), drawn)))
    ada, bob, spectator = (project_frame(frame, token).events for token in (ADA, BOB, None))
    assert bob is spectator
    assert [len(event.cards) for event in bob] == [0, 0]
    assert [len(event.cards) for event in ada] == [0, 1]
