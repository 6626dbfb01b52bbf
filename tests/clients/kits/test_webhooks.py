"""Both kits verify webhooks as Standard Webhooks 1.0.0 says, and read their notices."""

import json
import pickle
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from email.message import Message
from typing import NamedTuple, get_args

import msgspec
import pytest
from croupier_client import InvalidWebhook, Notice, NoticeType, WebhookCode, verify_webhook
from standardwebhooks import Webhook, WebhookVerificationError
from starlette.datastructures import Headers

from service.notices import notice as sent
from service.notices import signature
from service.notices.endpoints import show_secret
from tests.clients.node import ROOT, run_script

JAVASCRIPT = ROOT / "clients" / "javascript" / "src" / "webhooks.js"
NOW = 1_674_087_231
# The secret, the request and the signature with which the specification's own libraries are tested.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
VECTOR = b'{"test": 2432232314}'
VECTOR_HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
FOREIGN_SIGNATURE = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc="
# The example of the specification.
FOREIGN = (
    b'{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z",'
    b'"data":{"id":"1f81eb52-5198-4599-803e-771906343485"}}'
)
TURN = sent.Notice(
    "turn.started",
    1_674_087_230_250,
    sent.make_origin("history", 0),
    sent.Subject("SESSION", "TOURNAMENT", 7, 0, "2023-01-19T00:15:30.250Z", 2, "NEXT"),
)
BODY = sent.encode_payload(TURN)
TOLD = {
    "id": "msg_1",
    "type": "turn.started",
    "timestamp": "2023-01-19T00:13:50.250Z",
    "sessionId": "SESSION",
    "tournamentId": "TOURNAMENT",
    "version": 7,
    "seat": 0,
    "deadline": "2023-01-19T00:15:30.250Z",
    "round": 2,
    "nextSessionId": "NEXT",
}


class Request(NamedTuple):
    """What a receiver gets, its secrets, and its clock."""

    body: bytes
    headers: Mapping[str, str]
    secrets: str | Sequence[str] = SECRET
    now: int = NOW
    tolerance: int = 300


# Takes requests, and returns of each the notice, the code of the refusal, or the name of another error.
Kit = Callable[[Sequence[Request]], list[object]]


def python_kit(requests: Sequence[Request]) -> list[object]:
    return [tell(request) for request in requests]


def tell(request: Request) -> object:
    """Return what the kit says of a request, in every form in which a framework hands its headers over."""
    message = Message()
    for name, value in request.headers.items():
        message[name] = value
    forms = (request.headers, message, Headers(request.headers))
    told = [tell_one(request, headers) for headers in forms]
    assert told == [told[0]] * len(forms)
    return told[0]


def tell_one(request: Request, headers: Mapping[str, str] | Message) -> object:
    try:
        found = verify_webhook(request.body, headers, request.secrets, now=request.now, tolerance=request.tolerance)
    except InvalidWebhook as refusal:
        return refusal.code
    except ValueError as error:
        # JavaScript's name of a value that cannot be used.
        return type(error).__name__.replace("Value", "Type")
    return {camel(name): value for name, value in asdict(found).items()}


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def javascript_kit(requests: Sequence[Request]) -> list[object]:
    given = [{**request._asdict(), "body": b64encode(request.body).decode()} for request in requests]
    told: list[object] = run_script("kits/webhooks.mjs", {"kit": JAVASCRIPT.as_uri(), "requests": given})
    return told


every_kit = pytest.mark.parametrize("kit", [python_kit, javascript_kit])


def sign(body: bytes, *secrets: str, at: int = NOW) -> dict[str, str]:
    """Return the headers of a request that was signed with secrets, by the library of the specification."""
    time = datetime.fromtimestamp(at, UTC)
    signatures = [Webhook(secret).sign("msg_1", time, body.decode()) for secret in secrets or (SECRET,)]
    return {"webhook-id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}


def signed(body: bytes, now: int = NOW, tolerance: int = 300) -> Request:
    """Return a request with a right signature."""
    return Request(body, sign(body), now=now, tolerance=tolerance)


def codes(told: Sequence[object]) -> list[object]:
    """Return the codes of refusals; empty for a notice."""
    return ["" if isinstance(one, dict) else one for one in told]


def with_header(name: str, value: str) -> Request:
    """Return a request that was signed, and has another value of a header."""
    return Request(BODY, {**sign(BODY), name: value})


@every_kit
def test_the_vector_of_the_specification_has_a_right_signature(kit: Kit) -> None:
    now = int(VECTOR_HEADERS["webhook-timestamp"])
    right = Request(VECTOR, VECTOR_HEADERS, now=now)
    wrong = right._replace(body=VECTOR + b" ")
    # The right one is refused later: it is no notice.
    assert kit([right, wrong]) == ["NOT_A_NOTICE", "WRONG_SIGNATURE"]


@every_kit
def test_a_notice_of_the_service_is_read_whole(kit: Kit) -> None:
    test = sent.encode_payload(msgspec.structs.replace(TURN, type="test", subject=sent.Subject()))
    whole, empty = kit([signed(BODY), signed(test)])
    assert whole == {**TOLD, "data": json.loads(BODY)["data"]}
    nothing = dict.fromkeys(TOLD) | {name: TOLD[name] for name in ("id", "timestamp")}
    assert empty == {**nothing, "type": "test", "data": {}}


@every_kit
def test_what_the_service_signs_is_genuine(kit: Kit) -> None:
    secrets = [bytes([number]) * 32 for number in (1, 2)]
    bodies = [BODY, BODY.replace(b"SESSION", b"\xff")]
    requests = [Request(body, signature.sign(secrets, "msg_1", NOW, body), show_secret(secrets[1])) for body in bodies]
    # The second one is genuine, too, but not in UTF-8.
    assert codes(kit(requests)) == ["", "NOT_JSON"]


@every_kit
def test_a_type_and_fields_that_were_added_later_are_kept(kit: Kit) -> None:
    (found,) = kit([signed(FOREIGN)])
    assert isinstance(found, dict)
    assert (found["type"], found["data"]) == ("contact.created", {"id": "1f81eb52-5198-4599-803e-771906343485"})


@every_kit
def test_one_right_signature_among_others_suffices(kit: Kit) -> None:
    right = sign(BODY)["webhook-signature"]
    asymmetric = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
    among = with_header("webhook-signature", f"{FOREIGN_SIGNATURE} {asymmetric} {right} {FOREIGN_SIGNATURE}")
    assert codes(kit([among])) == [""]


@every_kit
def test_two_secrets_overlap_while_they_are_rotated(kit: Kit) -> None:
    former, present, other = (show_secret(bytes([number]) * 32) for number in range(3))
    signers = [(former,), (present,), (present, former), (other,)]
    requests = [Request(BODY, sign(BODY, *signer), [present, former]) for signer in signers]
    requests += [Request(BODY, sign(BODY, present, former), secret) for secret in (former, present, other)]
    assert codes(kit(requests)) == ["", "", "", "WRONG_SIGNATURE", "", "", "WRONG_SIGNATURE"]


@every_kit
def test_the_case_of_header_names_does_not_matter(kit: Kit) -> None:
    headers = sign(BODY)
    shouted = {name.upper(): value for name, value in headers.items()}
    titled = {name.title(): value for name, value in headers.items()}
    assert codes(kit([Request(BODY, shouted), Request(BODY, titled)])) == ["", ""]


@every_kit
def test_a_request_without_one_of_the_headers_is_refused(kit: Kit) -> None:
    whole = sign(BODY)
    without = [Request(BODY, {name: whole[name] for name in whole.keys() - {left_out}}) for left_out in whole]
    empty = [with_header(name, "") for name in whole]
    assert kit([*without, *empty]) == ["MISSING_HEADER"] * 6


@every_kit
def test_a_forged_request_is_refused(kit: Kit) -> None:
    right = sign(BODY)["webhook-signature"]
    forged = [
        with_header("webhook-id", "msg_2"),
        with_header("webhook-timestamp", str(NOW + 1)),
        with_header("webhook-signature", FOREIGN_SIGNATURE),
        with_header("webhook-signature", right.replace("v1,", "v2,")),
        with_header("webhook-signature", right.replace("v1,", "")),
        with_header("webhook-signature", right.replace(",", ", ")),
        with_header("webhook-signature", right[:-8]),
        with_header("webhook-signature", f"{right}="),
        with_header("webhook-signature", "v1,"),
        with_header("webhook-signature", "v1,é"),
        with_header("webhook-id", "é"),
        signed(VECTOR)._replace(body=b"\xff"),
    ]
    assert kit(forged) == ["WRONG_SIGNATURE"] * len(forged)


@every_kit
def test_a_time_that_is_not_in_whole_seconds_is_refused(kit: Kit) -> None:
    times = ("hello", "-1", "1674087231.5", "1_674_087_231", "1e9", "²", "9" * 5000)
    told = kit([with_header("webhook-timestamp", time) for time in times])
    assert told == ["BAD_TIMESTAMP"] * len(times)


@every_kit
def test_an_old_and_a_new_signature_are_refused(kit: Kit) -> None:
    clocks = [signed(BODY, now=NOW + late) for late in (-301, -300, 300, 301)]
    strict = [signed(BODY, now=NOW + late, tolerance=10) for late in (-11, 11)]
    assert codes(kit([*clocks, *strict])) == ["TOO_NEW", "", "", "TOO_OLD", "TOO_NEW", "TOO_OLD"]


@every_kit
def test_a_signed_body_that_is_no_notice_is_refused(kit: Kit) -> None:
    bodies = {
        b"": "NOT_JSON",
        b"{": "NOT_JSON",
        b"type=turn.started": "NOT_JSON",
        b"[]": "NOT_A_NOTICE",
        b"null": "NOT_A_NOTICE",
        b"{}": "NOT_A_NOTICE",
        b'{"type": "test", "timestamp": "2022-11-03T20:26:10Z"}': "NOT_A_NOTICE",
        b'{"type": "test", "data": {}}': "NOT_A_NOTICE",
        b'{"timestamp": "2022-11-03T20:26:10Z", "data": {}}': "NOT_A_NOTICE",
        b'{"type": "test", "timestamp": "2022-11-03T20:26:10Z", "data": []}': "NOT_A_NOTICE",
        b'{"type": "test", "timestamp": "2022-11-03T20:26:10Z", "data": {"seat": "0"}}': "NOT_A_NOTICE",
        b'{"type": "test", "timestamp": "2022-11-03T20:26:10Z", "data": {"sessionId": 0}}': "NOT_A_NOTICE",
    }
    assert kit([signed(body) for body in bodies]) == [*bodies.values()]


@every_kit
def test_a_secret_that_is_none_is_a_mistake_of_the_receiver(kit: Kit) -> None:
    short, long = (show_secret(bytes(size)) for size in (23, 65))
    none = (SECRET.removeprefix("whsec_"), "whpk_" + SECRET, "whsec_", "whsec_é", f"{SECRET}!!!!", short, long)
    requests = [Request(BODY, sign(BODY), secret) for secret in none]
    assert kit([*requests, Request(BODY, sign(BODY), [])]) == ["TypeError"] * (len(none) + 1)


def test_the_kit_and_the_library_of_the_specification_agree_now() -> None:
    at = int(datetime.now(UTC).timestamp())
    for late in (-1000, 0, 1000):
        headers = sign(BODY, at=at + late)
        if late:
            with pytest.raises(WebhookVerificationError):
                Webhook(SECRET).verify(BODY, headers)
            with pytest.raises(InvalidWebhook):
                verify_webhook(BODY, headers, SECRET)
        else:
            assert verify_webhook(BODY, headers, SECRET).data == Webhook(SECRET).verify(BODY, headers)["data"]


def test_the_kits_know_the_types_and_the_fields_that_the_service_sends() -> None:
    assert get_args(NoticeType) == get_args(sent.NoticeType)
    assert {camel(name) for name in Notice.__annotations__} >= {*sent.Subject.__struct_encode_fields__}
    text = JAVASCRIPT.read_text(encoding="utf-8")
    assert members_of("NoticeType", text) == get_args(NoticeType)
    assert members_of("WebhookCode", text) == get_args(WebhookCode)


def members_of(name: str, text: str) -> tuple[str, ...]:
    """Return the strings of a union that is defined in a comment of JavaScript."""
    union = text.partition(f"}} {name} ")[0].rpartition("@typedef {")[2]
    return tuple(re.findall(r'"([\w.]+)"', union))


def test_a_refusal_is_told_from_process_to_process() -> None:
    refusal = InvalidWebhook("TOO_OLD", "It is too old.")
    copy = pickle.loads(pickle.dumps(refusal))
    assert (copy.code, str(copy)) == ("TOO_OLD", "It is too old.")
