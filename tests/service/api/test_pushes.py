"""Web Push over both APIs: the key of the service, and the browsers that show the notices of a seat."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.views.webhook_view import MOST_PUSHES
from tests.support.apis import ask_both, over_rest
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import opened
from tests.support.services import service_with
from tools.services import Service

silent = service_with(webhooks="off")


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def subscription(number: int = 0, **own: str) -> Json:
    """Return a subscription as a browser makes it."""
    key = generate_private_key(SECP256R1()).public_key()
    point = base64url(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return {"endpoint": f"https://push.example.net/{number}", "p256dh": point, "auth": base64url(bytes(16)), **own}


def test_every_browser_subscribes_with_the_same_key(one_service: Service) -> None:
    key = ask_both(one_service, "pushKey")["key"]
    point = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), urlsafe_b64decode(f"{key}="))
    assert point.curve.name == "secp256r1"


def test_of_the_browsers_of_a_seat_the_newest_four_get_its_notices(service: Service) -> None:
    table = opened(service, "zeven", 2)
    ada = table.sit().token
    bob = table.sit().token
    place = {"sessionId": table.id}
    told = [ask_both(service, "subscribePush", ada, **place, subscription=subscription(n)) for n in range(5)]
    assert [one["browsers"] for one in told] == [1, 2, 3, 4, MOST_PUSHES]
    of_bob = ask_both(service, "subscribePush", bob, **place, subscription=subscription(), language="de")
    assert of_bob == {"sessionId": table.id, "seat": 1, "browsers": 1}
    for number, left in ((0, 4), (4, 3)):
        gone = {"endpoint": subscription(number)["endpoint"]}
        assert ask_both(service, "unsubscribePush", ada, **place, **gone)["browsers"] == left


def test_the_host_who_plays_gets_the_notices_of_their_seat(one_service: Service) -> None:
    table = opened(one_service, "zeven", 2)
    wish = {"sessionId": table.id, "subscription": subscription()}
    assert ask_both(one_service, "subscribePush", table.host.token, **wish)["code"] == "UNAUTHORIZED"
    seat = table.sit(table.host.token)
    for token in (table.host.token, seat.token):
        assert ask_both(one_service, "subscribePush", token, **wish)["browsers"] == 1


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"subscription": {"endpoint": "http://push.example.net"}}, ["subscription", "endpoint"]),
        ({"subscription": {"endpoint": "https://10.0.0.1/"}}, ["subscription", "endpoint"]),
        ({"subscription": {"p256dh": base64url(b"\4" + bytes(64))}}, ["subscription"]),
        ({"subscription": {"auth": base64url(bytes(15))}}, ["subscription"]),
        ({"language": "fr"}, ["language"]),
    ],
    ids=str,
)
def test_a_subscription_that_no_browser_makes_is_refused(one_service: Service, wish: Json, path: list[str]) -> None:
    table = opened(one_service, "zeven", 2)
    given = {"sessionId": table.id, **wish, "subscription": subscription(**wish.get("subscription", {}))}
    refused = ask_both(one_service, "subscribePush", table.sit().token, **given)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", path)


def test_nobody_subscribes_without_a_seat_or_to_a_table_that_is_over(one_service: Service) -> None:
    table = opened(one_service, "zeven", 2)
    seat = table.sit()
    wish = {"sessionId": table.id, "subscription": subscription()}
    assert ask_both(one_service, "subscribePush", None, **wish)["code"] == "UNAUTHORIZED"
    over_rest(one_service, "abandonSession", table.host.token, sessionId=table.id)
    assert ask_both(one_service, "subscribePush", seat.token, **wish)["code"] == "SESSION_OVER"


def test_a_service_without_notices_has_no_key_and_refuses_browsers_and_webhooks(silent: Service) -> None:
    table = opened(silent, "zeven", 2)
    seat = table.sit()
    assert ask_both(silent, "pushKey") == {"key": None}
    wish = {"sessionId": table.id, "subscription": subscription()}
    assert ask_both(silent, "subscribePush", seat.token, **wish)["code"] == "PUSH_OFF"
    gone = {"sessionId": table.id, "endpoint": "https://push.example.net/0"}
    assert ask_both(silent, "unsubscribePush", seat.token, **gone)["code"] == "PUSH_OFF"
    asked = {"sessionId": table.id, "url": "https://example.org"}
    assert ask_both(silent, "createWebhook", seat.token, **asked)["code"] == "WEBHOOKS_OFF"
