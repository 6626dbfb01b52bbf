"""Sessions followed over REST, as server-sent events and as lines of JSON."""

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from service.app import create_app
from service.settings import load_settings
from tests.service.rest.test_sessions import play_to_the_end, three_moves
from tests.support.graphql_client import Json
from tests.support.rest_client import Rest, Table, check_problem
from tools.services import LocalService, Service

EVENTS = "text/event-stream"
LINES = "application/x-ndjson"


class Event(NamedTuple):
    """A server-sent event."""

    name: str
    id: str | None
    data: Json


class Reader:
    """A reader of a stream, which turns either form into events."""

    def __init__(self, lines: Iterator[str], form: str) -> None:
        self._lines = lines
        self._form = form

    def next(self) -> Event | None:
        """Return the next event, None at the end."""
        return self._next_event() if self._form == EVENTS else self._next_line()

    def rest(self) -> list[Event]:
        """Return the remaining events."""
        return list(iter(self.next, None))

    def _next_line(self) -> Event | None:
        for line in self._lines:
            if line:
                value = msgspec.json.decode(line)
                return Event("problem", None, value) if "code" in value else Event("frame", value["cursor"], value)
        return None

    def _next_event(self) -> Event | None:
        fields: dict[str, str] = {}
        for line in self._lines:
            name, _, value = line.partition(": ")
            if line and name:
                fields[name] = value
            elif "data" in fields:
                return Event(fields["event"], fields.get("id"), msgspec.json.decode(fields["data"]))
        return None


@contextmanager
def followed(table: Table, seat: int | None = None, form: str = EVENTS, **headers: str) -> Iterator[Reader]:
    """Follow a session; `after` among the headers goes into the address."""
    after = headers.pop("after", None)
    token = table.viewer(seat).token
    sent = {"Accept": form, **({} if token is None else {"Authorization": f"Bearer {token}"})}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    address = f"{table.service.root}{table.path}/frames{'' if after is None else f'?after={after}'}"
    with table.service.http.stream("GET", address, headers=sent) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].partition(";")[0] == form
        assert "x-accel-buffering" in answer.headers
        yield Reader(answer.iter_lines(), form)


def test_every_follower_reads_each_move_in_its_own_language(service: Service) -> None:
    table = Table(service, "zeven", 2).fill()
    languages = ("de", "en", None, "de")
    with ExitStack() as open_streams:
        readers = []
        for language in languages:
            headers = {} if language is None else {"Croupier-Language": language}
            readers.append(open_streams.enter_context(followed(table, None, **headers)))
            assert readers[-1].next() is not None
        for mover in ("de", "en", None):
            seat = table.turn()
            told = {} if mover is None else {"Croupier_Language": mover}
            made = table.seats[seat].done(f"{table.path}/moves", {"move": table.legal(seat)[0]}, **told)
            for language, reader in zip(languages, readers, strict=True):
                named = {} if language is None else {"Croupier_Language": language}
                page = table.spectator.get(f"{table.path}/events?after={made['version'] - 1}", **named).json()
                frame = reader.next()
                assert frame is not None
                assert frame.data["events"] == page["nodes"]


@pytest.mark.parametrize("form", [EVENTS, LINES])
def test_a_stream_is_a_snapshot_and_one_frame_for_each_version_to_the_end(service: Service, form: str) -> None:
    table = three_moves(service)
    with followed(table, 0, form) as reader:
        first = reader.next()
        assert first is not None
        assert first.data["session"] == table.read(0)
        play_to_the_end(table)
        frames = [first, *(event for event in reader.rest() if event.name == "frame")]
    versions = [frame.data["version"] for frame in frames]
    assert versions == list(range(versions[0], table.read()["version"] + 1))
    assert [frame.id for frame in frames] == [frame.data["cursor"] for frame in frames]
    assert frames[-1].data["session"] == table.read(0)
    assert all(frame.data["decision"] == frame.data["session"]["view"]["decision"] for frame in frames)
    events = [event for frame in frames[1:] for event in frame.data["events"]]
    logged = table.seats[0].get(f"{table.path}/events?after={versions[0]}").json()["nodes"]
    assert events == logged


def test_the_end_of_a_session_is_told(one_service: Service) -> None:
    table = three_moves(one_service)
    play_to_the_end(table)
    with followed(table) as reader:
        assert [event.name for event in reader.rest()] == ["frame", "end"]
    with followed(table, form=LINES) as reader:
        assert [event.name for event in reader.rest()] == ["frame"]


@pytest.mark.parametrize("form", [EVENTS, LINES])
def test_a_stream_that_was_cut_goes_on_without_gap_or_repeat(service: Service, form: str) -> None:
    table = three_moves(service)
    with followed(table, form=form) as reader:
        first = reader.next()
    assert first is not None
    play_to_the_end(table)
    last = table.read()["version"]
    with followed(table, form=form, Last_Event_ID=str(first.id), after="1") as reader:
        versions = [event.data["version"] for event in reader.rest() if event.name == "frame"]
    assert versions == list(range(first.data["version"] + 1, last + 1))
    with followed(table, form=form, after=str(last - 1)) as reader:
        assert [event.data["version"] for event in reader.rest() if event.name == "frame"] == [last]


def test_a_client_that_has_seen_the_end_is_told_to_stay_away(one_service: Service) -> None:
    table = three_moves(one_service)
    play_to_the_end(table)
    event = _last_event(table)
    for seen in (event.partition(".")[0], event):
        answer = table.spectator.get(f"{table.path}/frames", Last_Event_ID=seen)
        assert (answer.status_code, answer.content) == (204, b"")


def test_a_client_that_has_seen_the_end_is_told_to_stay_away_also_after_a_rematch(one_service: Service) -> None:
    table = three_moves(one_service)
    play_to_the_end(table)
    end = table.read()["cursor"]
    table.seats[0].done(f"{table.path}/rematch", {})
    answer = table.spectator.get(f"{table.path}/frames", Last_Event_ID=end)
    assert (answer.status_code, answer.content) == (204, b"")
    with followed(table, after=f"{end}&untilRematch=true") as reader:
        frame, last = reader.rest()
    assert (frame.data["session"], last.name) == (table.read(), "end")


@pytest.mark.parametrize("form", [EVENTS, LINES])
def test_a_client_that_has_seen_the_end_in_part_is_sent_all_of_it(service: Service, form: str) -> None:
    table = three_moves(service)
    play_to_the_end(table)
    version, event = re.findall(r"^(\d+)\.(\d+)", _last_event(table))[0]
    assert int(event) > 0
    for number in range(int(event)):
        with followed(table, form=form, Last_Event_ID=f"{version}.{number}") as reader:
            frame, *end = reader.rest()
        assert frame.id == frame.data["cursor"] == table.read()["cursor"]
        assert len(frame.data["events"]) == int(event) + 1
        assert [event.name for event in end] == (["end"] if form == EVENTS else [])


def test_a_cursor_that_is_later_than_the_end_is_answered_with_the_end(one_service: Service) -> None:
    table = three_moves(one_service)
    play_to_the_end(table)
    with followed(table, after="999") as reader:
        frame, end = reader.rest()
    assert (frame.data["resync"], frame.data["session"], end.name) == (True, table.read(), "end")


def _last_event(table: Table) -> str:
    """Return the cursor of the last event that a spectator has seen."""
    last = table.read()["version"]
    cursor: str = table.spectator.get(f"{table.path}/events?after={last - 1}").json()["pageInfo"]["endCursor"]
    assert cursor.startswith(f"{last}.")
    return cursor


def test_following_an_impossible_session_or_cursor_is_a_problem(one_service: Service) -> None:
    caller = Rest(one_service)
    table = Table(one_service)
    check_problem(caller.get("/v1/sessions/nothing/frames"), 404, "NOT_FOUND")
    check_problem(caller.get(f"{table.path}/frames?after=x"), 422, "INVALID_INPUT")
    refused = check_problem(caller.get(f"{table.path}/frames", Last_Event_ID="x"), 422, "INVALID_INPUT")
    assert refused["path"] == ["Last-Event-ID"]
    for address in (f"{table.path}/frames?after=x", f"{table.path}/frames?after="):
        check_problem(caller.get(address), 422, "INVALID_INPUT")
        check_problem(caller.get(address, Last_Event_ID="1"), 422, "INVALID_INPUT")
    check_problem(caller.get(f"{table.path}/frames", Accept="application/json"), 406, "NOT_ACCEPTABLE")


def test_the_end_of_the_service_is_told_and_nothing_is_lost_over_it(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
        table = three_moves(service)
        with followed(table) as reader, followed(table, form=LINES) as lines:
            first = reader.next()
            assert first is not None
            assert lines.next() is not None
            service.send(signal.SIGTERM)
            assert [event.name for event in reader.rest()] == ["reconnect"]
            assert lines.rest() == []
            assert service.wait() == 0
        assert "Traceback" not in service.log
        service.start()
        play_to_the_end(table)
        with followed(table, Last_Event_ID=str(first.id)) as reader:
            versions = [event.data["version"] for event in reader.rest() if event.name == "frame"]
    assert versions[0] == first.data["version"] + 1


class ShortLived(LocalService):
    """A service whose sessions expire after a second."""

    def __init__(self, store: str) -> None:
        settings = load_settings({"CROUPIER_STORE": store})
        super().__init__(create_app(replace(settings, session_seconds=1)))


def test_a_session_that_expires_ends_its_streams_with_a_problem(sqlite_url: str) -> None:
    with ShortLived(sqlite_url) as service:
        table = Table(service)
        with followed(table) as reader, followed(table, form=LINES) as lines:
            for events in (reader.rest(), lines.rest()):
                assert [event.name for event in events] == ["frame", "problem"]
                assert events[-1].data["code"] == "NOT_FOUND"
