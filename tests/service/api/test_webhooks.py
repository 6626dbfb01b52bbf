"""Webhooks over both APIs: who may create, see and change which, and what a retry, a test and a rotation answer."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from random import Random

import httpx2
import pytest

from service.views.webhook_view import MOST_OF_APP, MOST_OF_HOLDER, MOST_OF_HOST, NOTICES, SUBSCRIBABLE
from tests.support.apis import BOTH, Call, ask_both, over_graphql, over_rest
from tests.support.graphql_client import Json, Server
from tests.support.graphql_sessions import Live, Opened, new_key, opened
from tests.support.receivers import Receiver, receiving
from tests.support.services import service_with
from tools.services import Addressed, Service

URL = "https://hooks.example/of/ada?token=secret"
NO_SUCH = "There is no such webhook, or it was deleted."
KEYS = {"web": "the-key-of-the-web-front-end", "bots": "the-key-of-the-bots"}
APP_KEYS = ",".join(f"{name}={hashlib.sha256(key.encode()).hexdigest()}" for name, key in KEYS.items())

sending = service_with(webhooks="private")
keyed = service_with(webhooks="private", app_keys=APP_KEYS, rate_key="9000/day")
short_lived = service_with(webhooks="private", session_seconds="86399")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


class App(Addressed):
    """A service as an app calls it, with the key of the app."""

    def __init__(self, service: Service, name: str) -> None:
        self._service = service
        self.http = httpx2.Client(headers={"Croupier-App-Key": KEYS[name]}, timeout=30)

    @property
    def root(self) -> str:
        """Return the address without a path."""
        return self._service.root


@pytest.fixture
def apps(keyed: Service) -> Iterator[tuple[App, App]]:
    """Two apps that call one service."""
    web = App(keyed, "web")
    bots = App(keyed, "bots")
    with web.http, bots.http:
        yield web, bots


class Hooked:
    """A table with two players, whose host and whose first player have a webhook each."""

    def __init__(self, server: Server) -> None:
        self.table: Opened = opened(server, "zeven", 2)
        self.live: Live = self.table.live()
        self.ada, self.bob = (player.token for player in self.live.players)
        self.host = self.table.host.token
        self.of_host = create(server, self.host, sessionId=self.table.id)["webhook"]
        self.of_ada = create(server, self.ada, sessionId=self.table.id)["webhook"]


def create(server: Server, token: str | None, **wish: object) -> Json:
    """Create a webhook over REST, which must be possible."""
    made = over_rest(server, "createWebhook", token, **{"url": URL, **wish})
    assert "code" not in made, made
    return made


# ---- creating


@pytest.mark.parametrize("owner", ["session", "tournament"])
def test_a_retry_over_the_other_api_returns_the_same_webhook_and_secret(sending: Service, owner: str) -> None:
    place, token = open_owner(sending, owner)
    wish = {**place, "url": URL, "types": ["turn.ended", "turn.started", "turn.ended"], "idempotencyKey": new_key()}
    made = ask_both(sending, "createWebhook", token, **wish)
    assert made["secret"].startswith("whsec_")
    assert made["webhook"]["types"] == ["turn.started", "turn.ended"]
    assert {name: made["webhook"][name] for name in place} == place
    assert [one["id"] for one in listed(sending, token, **place)] == [made["webhook"]["id"]]
    other = ask_both(sending, "createWebhook", token, **{**wish, "url": "https://other.example"})
    assert other["code"] == "KEY_REUSED"
    assert create(sending, token, **{**wish, "idempotencyKey": new_key()})["secret"] != made["secret"]


def open_owner(service: Service, owner: str) -> tuple[Json, str]:
    """Open a session or a tournament, and return its place and its host's token."""
    if owner == "session":
        table = opened(service, "zeven", 2)
        assert table.host.token is not None
        return {"sessionId": table.id}, table.host.token
    wish = {"title": "Friday", "game": "zeven", "format": "SWISS", "open": True}
    made = over_rest(service, "createTournament", **wish)
    return {"tournamentId": made["tournament"]["id"]}, made["hostToken"]


def listed(server: Server, token: str | None = None, /, **place: object) -> list[Json]:
    """Return the webhooks of an owner as a caller sees them."""
    found: list[Json] = ask_both(server, "listWebhooks", token, **place)["webhooks"]
    return found


def test_the_first_webhook_of_a_table_makes_one_version_without_an_event(sending: Service) -> None:
    table = opened(sending, "zeven", 2).live()
    before = table.read()["version"]
    events = table.events()
    for player in table.players:
        create(sending, player.token, sessionId=table.id)
        assert table.read()["version"] == before + 1
    assert table.events() == events


@pytest.mark.parametrize(
    ("wish", "code", "path"),
    [
        ({"url": "ftp://example.org"}, "INVALID_INPUT", ["url"]),
        ({"url": "https://ada:pass@example.org"}, "INVALID_INPUT", ["url"]),
        ({"url": f"https://example.org/{'a' * 2048}"}, "INVALID_INPUT", ["url"]),
        ({"types": ["turn.started", "turn"]}, "INVALID_INPUT", ["types", "1"]),
        ({"types": ["test"]}, "INVALID_INPUT", ["types", "0"]),
        ({"idempotencyKey": "password12345678"}, "INVALID_INPUT", ["idempotencyKey"]),
        ({"tournamentId": "t"}, "INVALID_INPUT", ["tournamentId"]),
        ({"sessionId": "nowhere"}, "NOT_FOUND", ["sessionId"]),
        ({"sessionId": None, "tournamentId": "nowhere"}, "NOT_FOUND", ["tournamentId"]),
        ({"sessionId": None}, "UNAUTHORIZED", ["sessionId"]),
    ],
    ids=str,
)
def test_a_webhook_that_cannot_be_is_refused(sending: Service, wish: Json, code: str, path: list[str]) -> None:
    table = opened(sending, "zeven", 2)
    given = {"sessionId": table.id, "url": URL, **wish}
    given = {name: value for name, value in given.items() if value is not None}
    refused = ask_both(sending, "createWebhook", table.host.token, **given)
    assert (refused["code"], refused["path"]) == (code, path)
    assert listed(sending, table.host.token, sessionId=table.id) == []


def test_a_private_address_is_refused_unless_the_operator_allows_it(one_service: Service) -> None:
    table = opened(one_service, "zeven", 2)
    for url in ("http://example.org", "https://127.0.0.1", "https://example.org:8443"):
        wish = {"sessionId": table.id, "url": url}
        refused = ask_both(one_service, "createWebhook", table.host.token, **wish)
        assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["url"])
    create(one_service, table.host.token, sessionId=table.id)


def test_a_table_that_is_over_takes_no_webhook_but_a_retry_gets_its_secret(sending: Service) -> None:
    table = opened(sending, "zeven", 2)
    wish = {"sessionId": table.id, "url": URL, "idempotencyKey": new_key()}
    made = create(sending, table.host.token, **wish)
    over_rest(sending, "abandonSession", table.host.token, sessionId=table.id)
    assert create(sending, table.host.token, **wish) == made
    other = {"sessionId": table.id, "url": URL}
    assert ask_both(sending, "createWebhook", table.host.token, **other)["code"] == "SESSION_OVER"


def test_a_service_that_keeps_sessions_for_less_than_a_day_sends_no_webhooks(short_lived: Service) -> None:
    table = opened(short_lived, "zeven", 2)
    for name, wish in (("createWebhook", {"url": URL}), ("listWebhooks", {})):
        refused = ask_both(short_lived, name, table.host.token, sessionId=table.id, **wish)
        assert refused["code"] == "WEBHOOKS_OFF"


# ---- who may do what


def test_a_holder_sees_their_own_webhooks_and_the_host_sees_all(sending: Service) -> None:
    hooked = Hooked(sending)
    of_host = hooked.of_host
    of_ada = hooked.of_ada
    place = {"sessionId": hooked.table.id}
    hidden = {**of_ada, "url": "https://hooks.example", "isOwn": False}
    assert listed(sending, hooked.host, **place) == [of_host, hidden]
    assert listed(sending, hooked.ada, **place) == [of_ada]
    assert listed(sending, hooked.bob, **place) == []
    for token in (None, opened(sending, "zeven", 2).host.token):
        assert ask_both(sending, "listWebhooks", token, **place)["code"] == "UNAUTHORIZED"


ACTS = ["readWebhook", "testWebhook", "replayWebhook", "rotateWebhookSecret", "deleteWebhook"]


@pytest.mark.parametrize("act", ACTS)
def test_only_its_creator_and_the_host_reach_a_webhook_and_nobody_else_learns_of_it(sending: Service, act: str) -> None:
    hooked = Hooked(sending)
    known = hooked.of_ada["id"]
    unknown = f"{known.rpartition('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA"
    for token, code in ((None, "UNAUTHORIZED"), (hooked.table.codes[0], "UNAUTHORIZED"), (hooked.bob, "NOT_FOUND")):
        refusals = [ask_both(sending, act, token, webhookId=one) for one in (known, unknown)]
        assert refusals[0] == refusals[1]
        assert (refusals[0]["code"], refusals[0]["path"]) == (code, ["webhookId"])
    of_host = over_rest(sending, act, hooked.host, webhookId=known)
    assert of_host.get("code") == ("UNAUTHORIZED" if act == "rotateWebhookSecret" else None), of_host


@pytest.mark.parametrize("webhook_id", ["", ".", "session", "session..x", "session.nowhere.x", "app.x.y", "ü.x"])
def test_an_id_that_names_nothing_is_not_found(sending: Service, webhook_id: str) -> None:
    told = over_graphql(sending, "readWebhook", opened(sending, "zeven", 2).host.token, webhookId=webhook_id)
    assert (told["code"], told["path"]) == ("NOT_FOUND", ["webhookId"])


def test_an_app_sees_its_own_webhooks_and_no_other_app_does(apps: tuple[App, App]) -> None:
    web, bots = apps
    wish = {"url": URL, "idempotencyKey": new_key()}
    made = ask_both(web, "createWebhook", **wish)
    webhook = made["webhook"]
    assert (webhook["sessionId"], webhook["tournamentId"], webhook["isOwn"]) == (None, None, True)
    assert listed(web) == [webhook]
    assert listed(bots) == []
    assert create(bots, None, **wish)["secret"] != made["secret"]
    assert ask_both(bots, "readWebhook", webhookId=webhook["id"])["code"] == "NOT_FOUND"
    assert over_rest(web, "deleteWebhook", webhookId=webhook["id"]) == {"webhookId": webhook["id"]}
    assert listed(web) == []


@pytest.mark.parametrize("call", BOTH)
def test_a_holder_has_three_webhooks_at_most_and_the_host_five(sending: Service, call: Call) -> None:
    table = opened(sending, "zeven", 2)
    player = table.sit()
    for token, most in ((player.token, MOST_OF_HOLDER), (table.host.token, MOST_OF_HOST)):
        made = [create(sending, token, sessionId=table.id) for _ in range(most)]
        refused = call(sending, "createWebhook", token, sessionId=table.id, url=URL)
        assert refused["code"] == "TOO_MANY_WEBHOOKS"
        over_rest(sending, "deleteWebhook", token, webhookId=made[0]["webhook"]["id"])
        create(sending, token, sessionId=table.id)


def test_an_app_has_twenty_webhooks_at_most(apps: tuple[App, App]) -> None:
    web, _ = apps
    made = [create(web, None)["webhook"]["id"] for _ in range(MOST_OF_APP)]
    assert ask_both(web, "createWebhook", url=URL)["code"] == "TOO_MANY_WEBHOOKS"
    for webhook_id in made:
        over_rest(web, "deleteWebhook", webhookId=webhook_id)


def test_to_make_the_service_send_to_others_costs_as_much_as_to_open_a_session(apps: tuple[App, App]) -> None:
    web, _ = apps

    def left(path: str, body: Json) -> int:
        answer = web.http.post(f"{web.root}{path}", json=body)
        return int(answer.headers["ratelimit"].split(";r=")[1].split(";")[0])

    subscription = {"endpoint": "https://push.example/", "p256dh": "", "auth": ""}
    requests: list[tuple[str, Json]] = [
        ("/v1/webhooks", {"sessionId": "nowhere", "url": URL}),
        ("/v1/webhooks/session.nowhere.none/test", {}),
        ("/v1/webhooks/session.nowhere.none/replay", {"deliveryId": "none"}),
        ("/v1/sessions/nowhere/push-subscriptions", {"subscription": subscription}),
    ]
    remaining = [left("/v1/webhooks/session.nowhere.none/delete", {}), *(left(*request) for request in requests)]
    assert [before - after for before, after in pairwise(remaining)] == [10] * len(requests)


def test_the_webhooks_of_a_seat_that_was_handed_over_make_room(sending: Service) -> None:
    table = opened(sending, "zeven", 2)
    token = table.sit().token
    create(sending, token, sessionId=table.id)
    handed = over_rest(sending, "handOverSeat", token, sessionId=table.id)
    assert ask_both(sending, "listWebhooks", token, sessionId=table.id)["code"] == "UNAUTHORIZED"
    assert listed(sending, handed["seatToken"], sessionId=table.id) == []
    made = create(sending, handed["seatToken"], sessionId=table.id)
    assert [one["id"] for one in listed(sending, table.host.token, sessionId=table.id)] == [made["webhook"]["id"]]


# ---- testing, rotating, replaying


def test_tests_flood_nobody_unless_an_app_makes_them(apps: tuple[App, App], receiver: Receiver) -> None:
    receiver.status = 404
    web, _ = apps
    table = opened(web, "zeven", 2)
    host = table.host.token
    of_host = create(web, host, sessionId=table.id, url=receiver.url)["webhook"]["id"]
    of_app = create(web, None, url=receiver.url)["webhook"]["id"]
    told = [over_rest(web, "testWebhook", host, webhookId=of_host) for _ in range(30)]
    assert told[0]["status"] == 404
    assert told[-1]["status"] is None
    assert told[-1]["reason"].startswith("The service sends no more requests to the address")
    assert over_rest(web, "testWebhook", webhookId=of_app)["status"] == 404
    over_rest(web, "deleteWebhook", webhookId=of_app)


def test_a_test_tells_how_the_receiver_answered_and_the_secret_verifies_it(
    sending: Service, receiver: Receiver
) -> None:
    table = opened(sending, "zeven", 2)
    made = create(sending, table.host.token, sessionId=table.id, url=receiver.url)
    for call in BOTH:
        told = call(sending, "testWebhook", table.host.token, webhookId=made["webhook"]["id"])
        assert (told["delivered"], told["status"], told["reason"]) == (True, 204, None)
        assert told["milliseconds"] >= 0
        payload = receiver.next().verify(made["secret"])
        assert (payload["type"], payload["data"]) == ("test", {"sessionId": table.id})
    receiver.status = 500
    told = over_rest(sending, "testWebhook", table.host.token, webhookId=made["webhook"]["id"])
    assert (told["delivered"], told["status"]) == (False, 500)
    assert told["reason"]
    assert told["webhook"]["disabled"] is None


def test_a_receiver_that_is_gone_disables_its_webhook_until_a_test_succeeds(
    sending: Service, receiver: Receiver
) -> None:
    table = opened(sending, "zeven", 2)
    made = create(sending, table.host.token, sessionId=table.id, url=receiver.url)
    webhook_id = made["webhook"]["id"]
    gone = "The receiver answered 410 Gone."
    for status, disabled in ((410, gone), (500, gone), (200, None)):
        receiver.status = status
        told = over_rest(sending, "testWebhook", table.host.token, webhookId=webhook_id)
        assert told["webhook"]["disabled"] == disabled
        assert ask_both(sending, "readWebhook", table.host.token, webhookId=webhook_id) == told["webhook"]


def test_after_a_rotation_both_secrets_sign_and_a_retry_returns_the_new_one(
    sending: Service, receiver: Receiver
) -> None:
    table = opened(sending, "zeven", 2)
    wish = {"sessionId": table.id, "url": receiver.url, "idempotencyKey": new_key()}
    made = create(sending, table.host.token, **wish)
    which = {"webhookId": made["webhook"]["id"]}
    rotated = ask_both(sending, "rotateWebhookSecret", table.host.token, **which, idempotencyKey=new_key())
    assert rotated["webhook"]["formerSecretUntil"] > rotated["webhook"]["createdAt"]
    over_rest(sending, "testWebhook", table.host.token, **which)
    received = receiver.next()
    assert [received.is_signed_by(one) for one in (made["secret"], rotated["secret"])] == [True, True]
    again = over_rest(sending, "rotateWebhookSecret", table.host.token, **which)
    over_rest(sending, "testWebhook", table.host.token, **which)
    received = receiver.next()
    secrets = (made["secret"], rotated["secret"], again["secret"])
    assert [received.is_signed_by(one) for one in secrets] == [False, True, True]
    # The retry of the creation has what it had: the first secret.
    assert create(sending, table.host.token, **wish)["secret"] == made["secret"]


def test_a_delivery_that_did_not_fail_cannot_be_replayed(sending: Service) -> None:
    hooked = Hooked(sending)
    which = {"webhookId": hooked.of_ada["id"]}
    assert ask_both(sending, "replayWebhook", hooked.ada, **which) == {"webhook": hooked.of_ada, "replayed": 0}
    refused = ask_both(sending, "replayWebhook", hooked.ada, **which, deliveryId="msg_1")
    assert (refused["code"], refused["path"]) == ("NOT_FOUND", ["deliveryId"])


def test_secrets_are_in_no_answer_but_that_to_the_creation_and_in_no_log(sending: Service) -> None:
    table = opened(sending, "zeven", 2)
    made = create(sending, table.host.token, sessionId=table.id)
    secret = made["secret"].removeprefix("whsec_")
    assert secret not in str(listed(sending, table.host.token, sessionId=table.id))
    assert secret not in sending.log
    assert "token=secret" not in sending.log


def test_the_types_of_notices_are_listed(one_service: Service) -> None:
    types = ask_both(one_service, "listNoticeTypes")["types"]
    assert [one["type"] for one in types] == [*NOTICES]
    assert [one["type"] for one in types if one["isSubscribable"]] == [*SUBSCRIBABLE]


# ---- from the webhook to the receiver


def test_a_webhook_of_rest_hears_of_a_move_over_graphql_and_its_secret_verifies_it(
    sending: Service, receiver: Receiver
) -> None:
    table = opened(sending, "zeven", 2, moveSeconds=600).live()
    seat = table.turn()[0]
    other = 1 - seat
    wish = {"sessionId": table.id, "url": receiver.url, "types": ["turn.started"]}
    made = create(sending, table.players[other].token, **wish)
    while table.turn()[0] == seat:
        table.step(Random(1))
    received = receiver.next()
    notice = received.verify(made["secret"])
    session = table.read(other)
    assert notice["type"] == "turn.started"
    deadline = notice["data"].pop("deadline")
    assert notice["data"] == {"sessionId": table.id, "seat": other, "version": session["version"]}
    assert datetime.fromisoformat(deadline) == datetime.fromisoformat(session["deadline"])
    assert received.headers["webhook-id"].startswith("msg_")
