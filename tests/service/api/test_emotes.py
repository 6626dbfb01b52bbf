"""Emotes: sent and watched over both APIs and at every worker, and part of nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from service.middleware.rate_limit import EMOTES as RATE
from service.sessions.emotes import EMOTES
from tests.service.tournaments.both_apis import Played
from tests.service.tournaments.both_apis import over_rest as tournaments_over_rest
from tests.support.apis import ask_both, over_graphql, over_rest, send_over_rest
from tests.support.graphql_client import Client, Json, Server, codes_of
from tests.support.graphql_sessions import Live, Opened, done, new_key, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import Service
from tools.stores import started_store

EVENT_STREAM = "text/event-stream"
WATCH = "subscription ($id: ID!) { sessionEmotes(sessionId: $id) { seat emote text } }"
HELLO = {"seat": 0, "emote": "HELLO", "text": "Hello!"}
OFF = "The session was opened without emotes: open it with `emotes: true`."


class Events:
    """The named events of a stream over REST."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def next(self) -> tuple[str, Json]:
        """Return the name and the data of the next event."""
        name = ""
        for line in self._lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            if line.startswith("data: "):
                return name, msgspec.json.decode(line.removeprefix("data: "))
        raise EOFError

    def skip_snapshot(self) -> None:
        """Read the first frame: from then on, no emote is missed."""
        assert self.next()[0] == "frame"


@contextmanager
def following(
    service: Service, session_id: str, token: str | None = None, query: str = "?emotes=true", **headers: str
) -> Iterator[Events]:
    """Follow a session over REST, from its snapshot on."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    address = f"{service.root}/v1/sessions/{session_id}/frames{query}"
    wanted = {"Accept": EVENT_STREAM} | {name.replace("_", "-"): value for name, value in headers.items()}
    with service.http.stream("GET", address, headers=wanted) as answer:
        events = Events(answer.iter_lines())
        events.skip_snapshot()
        yield events


def send(service: Server, session: Live | Opened, token: str | None, emote: str = "HELLO") -> Json:
    """Send an emote over GraphQL."""
    return over_graphql(service, "sendEmote", token, sessionId=session.id, emote=emote)


def test_an_emote_reaches_followers_at_every_worker_in_their_languages(two_services: list[Service]) -> None:
    here, there = two_services
    table = open_table(here, "zeven", 2)
    ada, bob = (player.token for player in table.players)
    with (
        following(here, table.id, bob) as english,
        following(there, table.id, query="?emotes=true&changes=true", Croupier_Language="de") as german,
        Stream(there, ada) as socket,
    ):
        assert send(here, table, ada) == HELLO
        assert english.next() == ("emote", HELLO)
        assert german.next() == ("emote", {**HELLO, "text": "Hallo!"})
        socket.ask(WATCH, id=table.id)
        # Nothing tells a subscriber over GraphQL when it is heard, so a version is awaited that is made afterwards.
        socket.subscribe(table.id).frame("s")
        assert over_rest(there, "sendEmote", bob, sessionId=table.id, emote="APPLAUSE") == {
            "seat": 1, "emote": "APPLAUSE", "text": "Applause",
        }  # fmt: skip
        assert socket.receive()["payload"]["data"]["sessionEmotes"]["emote"] == "APPLAUSE"
        assert german.next() == ("emote", {"seat": 1, "emote": "APPLAUSE", "text": "Applaus"})


def test_only_a_stream_that_asks_for_emotes_gets_them_and_no_frame_changes(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    ada, bob = (player.token for player in table.players)
    before = Rest(service).get(f"/v1/sessions/{table.id}")
    with (
        following(service, table.id, bob) as asking,
        following(service, table.id, bob, "") as plain,
        Stream(service, bob) as socket,
    ):
        socket.subscribe(table.id).frame()
        assert send(service, table, ada) == HELLO
        assert asking.next() == ("emote", HELLO)
        again = Rest(service).get(f"/v1/sessions/{table.id}", If_None_Match=before.headers["etag"])
        assert again.status_code == 304
        done(table.players[1], "leaveSession", table.id)
        frames = [asking.next(), plain.next()]
        assert [(name, frame["version"]) for name, frame in frames] == [("frame", before.json()["version"] + 1)] * 2
        assert frames[0] == frames[1]
        assert socket.frame()["version"] == before.json()["version"] + 1
    assert "HELLO" not in str(table.events())


def test_a_stream_of_lines_has_a_line_for_an_emote(one_service: Service) -> None:
    table = open_table(one_service, "zeven", 2)
    address = f"{one_service.root}/v1/sessions/{table.id}/frames?emotes=true"
    with one_service.http.stream("GET", address, headers={"Accept": "application/x-ndjson"}) as answer:
        lines = answer.iter_lines()
        assert msgspec.json.decode(next(lines))["version"]
        send(one_service, table, table.players[0].token)
        assert msgspec.json.decode(next(lines)) == HELLO


def test_emotes_are_listed_with_their_texts(one_service: Service) -> None:
    listed = ask_both(one_service, "listEmotes")["emotes"]
    assert [one["emote"] for one in listed] == [*EMOTES]
    pictures = [one["emoji"] is not None for one in listed]
    assert pictures == [True] * 6 + [False] * 8
    answer = one_service.http.get(f"{one_service.root}/v1/emotes", headers={"Croupier-Language": "de"})
    german = answer.json()["emotes"]
    # Every emote has a translation, and "Applaus" is the only one that resembles the English.
    assert [one["emote"] for one in german] == [*EMOTES]
    assert not {one["text"] for one in german} & {one["text"] for one in listed}
    kept = one_service.http.get(
        f"{one_service.root}/v1/emotes",
        headers={"Croupier-Language": "de", "If-None-Match": answer.headers["etag"]},
    )
    assert kept.status_code == 304


@pytest.mark.parametrize(
    ("wish", "expected"),
    [({}, True), ({"public": True}, False), ({"emotes": False}, False), ({"public": True, "emotes": True}, True)],
    ids=["private", "public", "off", "public and on"],
)
def test_emotes_are_on_by_default_at_private_tables_only(one_service: Service, wish: Json, expected: bool) -> None:
    made = opened(one_service, "zeven", 2, **wish)
    settings = Rest(one_service).get(f"/v1/sessions/{made.id}").json()["settings"]
    assert settings["emotes"] is expected
    token = made.sit().token
    assert send(one_service, made, token).get("code") == (None if expected else "EMOTES_OFF")
    if not expected:
        with following(one_service, made.id, token) as events:
            done(made.host, "startSession", made.id)
            assert events.next()[0] == "frame"


def test_a_retry_finds_a_session_that_was_opened_without_the_default_of_this_release(one_service: Service) -> None:
    key = new_key()
    first = opened(one_service, "zeven", 2, idempotencyKey=key, emotes=False)
    assert opened(one_service, "zeven", 2, idempotencyKey=key).id == first.id


def test_a_stranger_a_spectator_a_host_and_a_wrong_emote_are_refused(one_service: Service) -> None:
    made = opened(one_service, "zeven", 2)
    token = made.sit().token
    off = opened(one_service, "zeven", 2, public=True)
    for session_id, bearer, emote, code, path in (
        (made.id, None, "HELLO", "UNAUTHORIZED", "sessionId"),
        (made.id, "a-token-of-nobody", "HELLO", "UNAUTHORIZED", "sessionId"),
        (made.id, made.host.token, "HELLO", "UNAUTHORIZED", "sessionId"),
        ("nowhere", token, "HELLO", "NOT_FOUND", "sessionId"),
        (made.id, token, "hello", "INVALID_INPUT", "emote"),
        (made.id, token, "", "INVALID_INPUT", "emote"),
        (made.id, token, "\0" * 9, "INVALID_INPUT", "emote"),
        (off.id, off.sit().token, "HELLO", "EMOTES_OFF", "sessionId"),
    ):
        refused = ask_both(one_service, "sendEmote", bearer, sessionId=session_id, emote=emote)
        assert (refused["code"], refused["path"]) == (code, [path])
    assert ask_both(one_service, "sendEmote", token, sessionId=made.id, emote="?")["message"].startswith(
        "emote must be one of SMILE, LAUGH, "
    )
    with Stream(one_service, token) as socket:
        socket.ask(WATCH, id="nowhere")
        (error,) = socket.receive()["payload"]
        assert error["extensions"]["code"] == "NOT_FOUND"


def test_a_seat_that_sends_too_many_emotes_waits_and_no_other_seat_does(service: Service) -> None:
    made = opened(service, "zeven", 2)
    ada, bob = (made.sit() for _ in range(2))
    # The window may end meanwhile, once.
    tries = 2 * RATE.amount + 1
    answers = (send_over_rest(service, "sendEmote", ada.token, sessionId=made.id, emote="HELLO") for _ in range(tries))
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert 1 <= int(refused.headers["retry-after"]) <= RATE.seconds
    answer = refused_over_graphql(ada, made.id)
    assert codes_of(answer) == ["RATE_LIMITED"]
    assert 1000 <= answer["errors"][0]["extensions"]["retryAfterMillis"] <= 1000 * RATE.seconds
    assert send(service, made, bob.token)["seat"] == 1


def refused_over_graphql(sender: Client, session_id: str) -> Json:
    """Send emotes over GraphQL until one is refused, and return the refusal."""
    document = """mutation ($id: ID!) {
      sendEmote(input: {sessionId: $id, emote: "HELLO"}) { ... on SeatEmote { seat } }
    }"""
    body = msgspec.json.encode({"query": document, "variables": {"id": session_id}})
    refused = next(
        answer for answer in (sender.post(body) for _ in range(RATE.amount + 1)) if answer.status_code != 200
    )
    assert refused.status_code == 429
    return refused.json()


def test_players_may_greet_before_the_deal_after_resigning_and_after_the_end(one_service: Service) -> None:
    made = opened(one_service, "zeven", 2, startByHost=True)
    ada, bob = (made.sit() for _ in range(2))
    assert send(one_service, made, ada.token) == HELLO
    done(made.host, "startSession", made.id)
    done(ada, "resign", made.id)
    assert Rest(one_service).get(f"/v1/sessions/{made.id}").json()["status"] == "FINISHED"
    with following(one_service, made.id, query="?emotes=true&untilRematch=true") as events:
        assert send(one_service, made, ada.token, "GOOD_GAME")["emote"] == "GOOD_GAME"
        assert events.next() == ("emote", {"seat": 0, "emote": "GOOD_GAME", "text": "Good game!"})
        assert send(one_service, made, bob.token, "THANKS")["seat"] == 1
        assert events.next()[1]["text"] == "Thank you!"


async def publish(store_url: str, session_id: str, *messages: bytes) -> None:
    async with started_store(store_url) as store:
        for message in messages:
            await store.publish(session_id, message)


@pytest.mark.anyio
async def test_messages_that_are_no_emotes_of_the_table_are_ignored(
    two_services: list[Service], store_url: str
) -> None:
    service = two_services[0]
    table = open_table(service, "zeven", 2)
    with following(service, table.id) as events:
        await publish(
            store_url,
            table.id,
            b"", b"7", b"{", b"\xff", b"null",
            b'{"seat": 2, "emote": "HELLO"}', b'{"seat": -1, "emote": "HELLO"}', b'{"seat": 0, "emote": "NEWER"}',
            b'{"seat": 0, "emote": "HELLO", "newer": 1}',
        )  # fmt: skip
        assert events.next() == ("emote", HELLO)


@pytest.mark.parametrize("wish", [{}, {"emotes": True}], ids=["by default", "on"])
def test_a_tournament_has_emotes_only_if_its_host_asks_for_them(one_service: Service, wish: Json) -> None:
    played = Played(one_service, tournaments_over_rest, format="SWISS", rounds=1, open=True, **wish)
    for name in ("Ada", "Bob"):
        played.enter(name=name)
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    (board,) = played.done("myTables", played.tokens[0])["tables"][0]["boards"]
    session = Rest(one_service).get(f"/v1/sessions/{board['sessionId']}").json()
    assert session["settings"]["emotes"] is bool(wish)
    sent = over_rest(one_service, "sendEmote", played.tokens[0], sessionId=board["sessionId"], emote="HELLO")
    assert sent.get("code") == (None if wish else "EMOTES_OFF")
