"""Each form of a frame is encoded once for all viewers that see the same."""

import gc
import weakref
from random import Random

import pytest
from msgspec import structs

from engine import Event
from service.rest.encoding import encode
from service.sessions.changes import Abandoned, LogEntry
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import Secret, hash_token
from service.storage.caches import SharedVersion
from service.use_cases.frames import Frame, project_frame
from service.views.changes import CommonChanges, ProjectedChanges, ProjectedCodes, VersionChanges
from service.views.projection import ProjectedSession
from tests.service.noninterference import deals

HOST = "the-host"
ADA = "token-of-ada"
BOB = "token-of-bob"


def make_frame() -> Frame:
    seats = tuple(Seat(name=name, token=Secret(hash_token(token), "")) for name, token in (("Ada", ADA), ("Bob", BOB)))
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
        host=Secret(hash_token(HOST), ""),
        setup=Setup(),
        options={},
        dealing=Dealing("", ""),
        seats=seats,
    )
    return Frame(SharedVersion(session), None, session)


def test_viewers_that_see_the_same_get_the_same_bytes() -> None:
    frame = make_frame()
    made = list[bytes]()

    def make(_frame: Frame, _token: str | None, _seat: int | None) -> bytes:
        made.append(bytes(len(made)))
        return made[-1]

    received = {token: frame.once("sse", token, make) for token in (ADA, BOB, HOST, None, "nobody")}
    assert all(frame.once("sse", token, make) is bytes_ for token, bytes_ in received.items())
    # A void token is reported as such.
    assert received["nobody"] is not received[None]
    assert frame.once("sse", "nobody else", make) is received["nobody"]
    assert len({*received.values()}) == len(made) == 5
    assert frame.once("lines", ADA, make) is not received[ADA]


def test_the_next_holder_of_a_seat_gets_nothing_that_was_made_for_the_host() -> None:
    frame = make_frame()
    made = list[bytes]()

    def make(_frame: Frame, _token: str | None, _seat: int | None) -> bytes:
        made.append(bytes(len(made)))
        return made[-1]

    # Frames of one version share their forms; the holder of a seat may be known from a later version.
    hosted = structs.replace(frame, holders=structs.replace(frame.session, host_seat=0))
    assert hosted.once("sse", ADA, make) is hosted.once("sse", HOST, make)
    assert hosted.once("sse", ADA, make) is not frame.once("sse", ADA, make)
    assert len(made) == 2


def test_a_shared_form_depends_on_frame_kind_and_viewer_alone() -> None:
    def one(_frame: Frame, _token: str | None, _seat: int | None) -> bytes:
        return b"one"

    def other(_frame: Frame, _token: str | None, _seat: int | None) -> bytes:
        return b"other"

    frame = make_frame()
    assert frame.once(("plan", 1), ADA, one) == frame.once(("plan", 1), ADA, other) == b"one"
    assert frame.once(("plan", 1), BOB, other) == frame.once(("plan", 2), ADA, other) == b"other"
    assert make_frame().once(("plan", 1), ADA, other) == b"other"


def test_viewers_with_the_same_knowledge_share_one_projection_of_the_events() -> None:
    drawn = Event("drawn", 0, ("AR1",), 1, seen_by=(0,))
    frame = structs.replace(make_frame(), entry=LogEntry(Abandoned(1), "h" * 16, (Event("turn", value="1"), drawn)))
    ada, bob, spectator = (project_frame(frame, token).events for token in (ADA, BOB, None))
    assert bob is spectator
    assert [len(event.cards) for event in bob] == [0, 0]
    assert [len(event.cards) for event in ada] == [0, 1]


def test_a_frame_is_freed_as_soon_as_nobody_has_it() -> None:
    session = make_frame().session
    frame = Frame(SharedVersion(session), LogEntry(Abandoned(1), "h" * 16, ()), session, before=session)
    gc.collect()
    gc.disable()
    try:
        shown = weakref.ref(project_frame(frame, ADA))
        del frame
        assert shown() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("form", [ProjectedChanges, ProjectedCodes])
def test_changes_are_freed_as_soon_as_nobody_has_them(form: type[CommonChanges]) -> None:
    script = deals.invent("zeven", Random("freed"), 60, only_moves=True)
    before, after = [session for session, _ in deals.perform(script)][:2]
    gc.collect()
    gc.disable()
    try:
        version = VersionChanges(before, after)
        changes = form(version, ProjectedSession(after, None, seat=0))
        assert b"zones" in encode(changes)
        freed = weakref.ref(version)
        del version, changes
        assert freed() is None
    finally:
        gc.enable()
