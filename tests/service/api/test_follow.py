"""Watching a session: a snapshot, then each version once, across cut connections and processes."""

from contextlib import ExitStack
from random import Random

from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, create, done, join, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import Service


def watch(service: Service, table: Live, viewer: int | None, after: str | None = None) -> list[Json]:
    """Return all frames of a finished session."""
    with Stream(service, table.viewer(viewer).token) as stream:
        return list(stream.subscribe(table.id, after).frames())


def test_a_stream_begins_with_a_snapshot_and_has_one_frame_for_each_version(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    with Stream(service, table.players[0].token) as stream:
        first = stream.subscribe(table.id).frame()
        assert (first["version"], first["resync"], first["rolledBack"], first["events"]) == (3, False, False, [])
        assert first["session"] == table.read(0)
        chance = Random(20)
        for version in range(4, 24):
            table.step(chance)
            seen = table.read(0)
            frame = stream.frame()
            assert (frame["version"], frame["resync"], frame["rolledBack"]) == (version, False, False)
            assert (frame["head"], frame["cursor"]) == (seen["head"], seen["cursor"])
            assert frame["session"] == seen
            assert frame["events"] == [event for event in table.events(0) if event["version"] == version]


def test_joins_are_frames_too(service: Service) -> None:
    session_id = create(service, "zlam", 3)
    with Stream(service) as stream:
        assert stream.subscribe(session_id).frame()["session"]["status"] == "OPEN"
        for seat in range(3):
            join(service, session_id, name=f"P{seat}")
        frames = stream.until(4)
    assert [frame["version"] for frame in frames] == [2, 3, 4]
    assert [[event["kind"] for event in frame["events"]] for frame in frames] == [
        ["joined"],
        ["joined"],
        ["joined", "started"],
    ]
    assert [frame["session"]["view"] is None for frame in frames] == [True, True, False]


def test_a_stream_that_was_cut_goes_on_without_gap_or_repeat(service: Service) -> None:
    table = open_table(service, "zlam", 3)
    seat = 1
    chance = Random(21)
    with Stream(service, table.players[seat].token) as uncut:
        cursor = uncut.subscribe(table.id).frame()["cursor"]
        received = []
        while table.is_active():
            table.play(chance, chance.randint(0, 3))
            received += read_some(service, table, seat, cursor, chance)
            cursor = received[-1]["cursor"] if received else cursor
        received += watch(service, table, seat, cursor)
        assert received == list(uncut.frames())
    assert [frame["version"] for frame in received] == list(range(5, table.read()["version"] + 1))
    assert watch(service, table, seat, "4") == received
    assert [frame["version"] for frame in watch(service, table, seat, "1")[:3]] == [2, 3, 4]


def test_a_version_of_which_an_events_cursor_saw_only_a_part_comes_again(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"rounds": "1"})
    table.play(Random(21), 2)
    newest = table.read()["version"]

    def versions(cursor: str) -> list[int]:
        with Stream(service, table.players[0].token) as stream:
            stream.subscribe(table.id, cursor)
            return [frame["version"] for frame in stream.until(newest)]

    assert versions(f"{newest - 1}.0") == [newest - 1, newest]
    assert versions(f"{newest - 1}.99") == [newest]
    assert versions(f"{newest - 2}.99") == [newest - 1, newest]


def read_some(service: Service, table: Live, seat: int, cursor: str, chance: Random) -> list[Json]:
    """Connect, read up to a random existing version, and cut the connection."""
    newest = table.look()["version"]
    seen = int(cursor.partition("-")[0])
    with Stream(service, table.players[seat].token) as stream:
        stream.subscribe(table.id, cursor)
        return stream.until(chance.randint(seen + 1, newest)) if newest > seen else []


def test_every_viewer_of_a_table_gets_its_own_frames_of_the_same_versions(service: Service) -> None:
    table = open_table(service, "zeven", 3, {"rounds": "1"})
    with ExitStack() as stack:
        tokens = [table.viewer(viewer).token for viewer in (*table.viewers(), None)]
        streams = [stack.enter_context(Stream(service, token)) for token in tokens]
        for stream in streams:
            assert stream.subscribe(table.id).frame()["version"] == 4
        table.play(Random(22), 15)
        frames = [stream.until(19) for stream in streams]
    for viewer, received in zip((*table.viewers(), None), frames, strict=True):
        assert [frame["version"] for frame in received] == list(range(5, 20))
        assert {frame["session"]["viewerSeat"] for frame in received} == {viewer}
        assert [event for frame in received for event in frame["events"]] == table.events(viewer)[-count(received) :]
    assert frames[0] == frames[-1]
    assert len({drawn(received) for received in frames}) == 4


def drawn(frames: list[Json]) -> tuple[int, ...]:
    """Return how many of the drawn cards a viewer saw, each time."""
    events = [event for frame in frames for event in frame["events"]]
    return tuple(len(event["cards"]) for event in events if event["kind"] == "drawn")


def count(frames: list[Json]) -> int:
    return sum(len(frame["events"]) for frame in frames)


def test_a_stream_ends_with_the_version_that_finishes_the_session(service: Service) -> None:
    table = open_table(service, "zlam", 2, ONLY_THREES)
    with Stream(service) as stream:
        stream.subscribe(table.id)
        end = table.play_to_the_end(Random(23))
        frames = list(stream.frames())
    assert frames[-1]["session"] == end
    assert frames[-1]["version"] == end["version"]
    (snapshot,) = watch(service, table, None)
    assert (snapshot["session"], snapshot["events"]) == (end, [])
    assert watch(service, table, None, str(end["version"])) == []


def test_the_session_of_a_frame_has_no_events_of_later_versions(service: Service) -> None:
    table = open_table(service, "zlam", 2)
    table.play(Random(26), 5)
    document = """subscription ($id: ID!) {
      sessionUpdates(sessionId: $id, after: "1") { version session { version record events { nodes { version } } } }
    }"""
    with Stream(service) as stream:
        stream.ask(document, "s", id=table.id)
        for version in range(2, table.read()["version"] + 1):
            frame = stream.frame()
            assert frame["version"] == frame["session"]["version"] == version
            assert {event["version"] for event in frame["session"]["events"]["nodes"]} == set(range(1, version + 1))
            assert frame["session"]["record"] is None


def test_a_cursor_beyond_the_log_is_answered_with_a_resync(service: Service) -> None:
    table = open_table(service, "zlam", 2)
    with Stream(service) as stream:
        frame = stream.subscribe(table.id, "999").frame()
        assert (frame["version"], frame["resync"], frame["rolledBack"]) == (3, True, True)
        assert frame["session"] == table.read()
        table.step(Random(24))
        assert stream.frame()["version"] == 4


def test_a_commit_of_another_process_reaches_followers_at_once(two_services: list[Service]) -> None:
    here, there = two_services
    table = open_table(here, "zeven", 2)
    elsewhere = Live(there, table.id, [Client(there, player.token) for player in table.players])
    with Stream(here, table.players[0].token) as near, Stream(there, table.players[0].token) as far:
        for stream in (near, far):
            assert stream.subscribe(table.id).frame()["version"] == 3
        chance = Random(25)
        for version in range(4, 34):
            chance.choice([table, elsewhere]).step(chance)
            frame = near.frame()
            assert frame["version"] == version
            assert frame == far.frame()
    assert elsewhere.read(1) == table.read(1)


def test_the_sender_of_a_token_is_told_what_the_token_is_at_this_session(service: Service) -> None:
    made = opened(service)
    other = opened(service)
    table = made.live()
    elsewhere = other.live()
    senders = {
        None: "NONE",
        table.players[1].token: "SEAT",
        made.host.token: "HOST",
        elsewhere.players[1].token: "UNKNOWN",
        other.host.token: "UNKNOWN",
        "a-token-of-nobody": "UNKNOWN",
    }
    table.step(Random(3))
    cut = table.spectator.read(table.id)["cursor"]
    table.step(Random(4))
    for token, bearer in senders.items():
        assert Client(service, token).read(table.id)["bearer"] == bearer
        rest = Rest(service, token).get(f"/v1/sessions/{table.id}")
        assert rest.json()["bearer"] == bearer
        with Stream(service, token) as stream:
            assert stream.subscribe(table.id).frame()["session"]["bearer"] == bearer
        with Stream(service, token) as stream:
            assert stream.subscribe(table.id, cut).frame()["session"]["bearer"] == bearer
    tags = {Rest(service, token).get(f"/v1/sessions/{table.id}").headers["ETag"] for token in senders}
    assert len(tags) == len(set(senders.values()))


# ---- revoked tokens


def test_a_token_that_is_void_shows_nothing_of_the_past_either(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    table.play(Random(4), 3)
    old = table.players[0].token
    version = table.read()["version"] + 1
    done(table.players[0], "handOverSeat", table.id)
    for after in (None, "1", "3"):
        assert seats_and_hands(service, table.id, old, after, version) == {(None, False)}


def test_the_new_holder_of_a_seat_is_told_the_past_that_the_seat_knew(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    table.play(Random(4), 3)
    version = table.read()["version"] + 1
    new = done(table.players[0], "handOverSeat", table.id)["seatToken"]
    assert seats_and_hands(service, table.id, new, "2", version) == {(0, True)}


def test_a_player_that_left_is_told_nothing_that_the_seat_knew(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    version = table.read()["version"] + 1
    done(table.players[0], "leaveSession", table.id)
    assert seats_and_hands(service, table.id, table.players[0].token, "1", version) == {(None, False)}


def seats_and_hands(
    service: Service, session_id: str, token: str | None, after: str | None, version: int
) -> set[tuple[int | None, bool]]:
    """Return the viewer seat of a stream of a dealt table, and whether the hand of seat 0 is in it."""
    with Stream(service, token) as stream:
        frames = stream.subscribe(session_id, after).until(version)
    dealt = [frame["session"] for frame in frames if frame["session"]["view"] is not None]
    assert dealt
    return {(session["viewerSeat"], any(hand_of_seat_0(session["view"]))) for session in dealt}


def hand_of_seat_0(view: Json) -> list[Json]:
    (hand,) = [zone["cards"] for zone in view["zones"] if zone["key"] == "hand:0"]
    cards: list[Json] = hand
    return cards
