"""Webhooks: verify that a request comes from the service, and read its notice (Standard Webhooks 1.0.0)."""

import hmac
import json
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

NoticeType = Literal[
    "table.opened",
    "table.started",
    "turn.started",
    "turn.ended",
    "reaction.opened",
    "seat.lapsed",
    "table.finished",
    "rematch.offered",
    "tournament.round_started",
    "tournament.round_finished",
    "tournament.finished",
    "test",
]
"""The types of notices that this kit knows."""

WebhookCode = Literal[
    "MISSING_HEADER",
    "BAD_TIMESTAMP",
    "WRONG_SIGNATURE",
    "TOO_OLD",
    "TOO_NEW",
    "NOT_JSON",
    "NOT_A_NOTICE",
]
"""The reasons for which a request is refused."""

_PREFIX = "whsec_"
# Bytes of a secret, as the specification bounds them.
_SHORTEST_SECRET = 24
_LONGEST_SECRET = 64
_SECONDS = re.compile(r"[0-9]{1,15}")
_Kind = TypeVar("_Kind")


class InvalidWebhook(Exception):
    """The request is not a notice of the service, or was not signed just now. `code` is stable."""

    def __init__(self, code: WebhookCode, message: str) -> None:
        super().__init__(message)
        self.code: WebhookCode = code

    def __reduce__(self) -> tuple[type["InvalidWebhook"], tuple[WebhookCode, str]]:
        """Support copying, and sending to another process."""
        return type(self), (self.code, str(self))


@dataclass(frozen=True)
class Notice:
    """What happened at a table or in a tournament. It has ids and never a card: read the table to learn more.

    - `id` is the `webhook-id`, the same in each attempt to deliver the notice.
    - `type` is a `NoticeType`, or one that was added later: ignore a type that you do not know.
    - `timestamp` is when it happened, and `deadline` until when the seat, or the whole table, may act (RFC 3339).
    - `version` is the version of the session or the tournament that brought the notice.
    - `seat` is the seat concerned, from 0; None if the notice concerns the whole table.
    - `round` is the round of the tournament, from 1.
    - `next_session_id` is the session that continues with the same seats.
    - `data` is the `data` of the body as it came, with what was added later.
    """

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]
    session_id: str | None = None
    tournament_id: str | None = None
    version: int | None = None
    seat: int | None = None
    deadline: str | None = None
    round: int | None = None
    next_session_id: str | None = None


class Headers(Protocol):
    """The headers of a request: a mapping, or what a framework has for one."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Return the names and values."""


def verify_webhook(
    body: bytes, headers: Headers, secrets: str | Iterable[str], *, now: float | None = None, tolerance: float = 300
) -> Notice:
    """Return the notice of a request, if the service has signed it with one of your secrets.

    - `body` is the body as it was received, not parsed and written again.
    - `secrets` are all secrets that may have signed: two while you rotate them, else one.
    - `now` is the time in seconds since 1970, and `tolerance` how many seconds the signature may be older or newer.

    Raises `InvalidWebhook`, and `ValueError` if a secret is not one.
    """
    keys = [_read_secret(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("There is no secret to verify with.")
    named = {name.lower(): value for name, value in headers.items()}
    message_id = _header(named, "webhook-id")
    timestamp = _header(named, "webhook-timestamp")
    signatures = _header(named, "webhook-signature")
    if not _SECONDS.fullmatch(timestamp):
        raise InvalidWebhook("BAD_TIMESTAMP", "The header webhook-timestamp is not in whole seconds since 1970.")
    signed = b".".join((message_id.encode(), timestamp.encode(), body))
    if not _is_signed(signed, signatures, keys):
        raise InvalidWebhook("WRONG_SIGNATURE", "None of the signatures was made of this body with your secret.")
    _check_age((time.time() if now is None else now) - int(timestamp), tolerance)
    return _read_notice(message_id, body)


def _read_secret(secret: str) -> bytes:
    if not secret.startswith(_PREFIX):
        raise ValueError(f"The secret of a webhook begins with {_PREFIX}.")
    try:
        key = b64decode(secret.removeprefix(_PREFIX), validate=True)
    except ValueError:
        raise ValueError(f"The secret of a webhook is in base64 after {_PREFIX}.") from None
    if not _SHORTEST_SECRET <= len(key) <= _LONGEST_SECRET:
        raise ValueError(f"The secret of a webhook has {_SHORTEST_SECRET} to {_LONGEST_SECRET} bytes, not {len(key)}.")
    return key


def _header(named: Mapping[str, str], name: str) -> str:
    if value := named.get(name):
        return value
    raise InvalidWebhook("MISSING_HEADER", f"The request has no header {name}.")


def _is_signed(signed: bytes, signatures: str, keys: Iterable[bytes]) -> bool:
    """Tell whether one of the signatures, separated by spaces, was made with one of the keys."""
    expected = [b"v1," + b64encode(hmac.digest(key, signed, "sha256")) for key in keys]
    given = [signature.encode() for signature in signatures.split(" ")]
    return any(hmac.compare_digest(one, other) for one in expected for other in given)


def _check_age(age: float, tolerance: float) -> None:
    if age > tolerance:
        raise InvalidWebhook("TOO_OLD", f"The request is {age:.0f} seconds old: a clock is wrong, or a replay.")
    if -age > tolerance:
        raise InvalidWebhook("TOO_NEW", f"The request was signed {-age:.0f} seconds ahead: a clock is wrong.")


def _read_notice(message_id: str, body: bytes) -> Notice:
    try:
        sent = json.loads(body.decode())
    except ValueError:
        raise InvalidWebhook("NOT_JSON", "The body is not JSON in UTF-8.") from None
    if not isinstance(sent, dict):
        raise InvalidWebhook("NOT_A_NOTICE", "The body is not an object.")
    data = _need(sent, "data", dict)
    return Notice(
        id=message_id,
        type=_need(sent, "type", str),
        timestamp=_need(sent, "timestamp", str),
        data=data,
        session_id=_get(data, "sessionId", str),
        tournament_id=_get(data, "tournamentId", str),
        version=_get(data, "version", int),
        seat=_get(data, "seat", int),
        deadline=_get(data, "deadline", str),
        round=_get(data, "round", int),
        next_session_id=_get(data, "nextSessionId", str),
    )


def _need(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    value = _get(fields, name, kind)
    if value is None:
        raise InvalidWebhook("NOT_A_NOTICE", f"The notice has no {name}.")
    return value


def _get(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind | None:
    value = fields.get(name)
    if value is None or isinstance(value, kind):
        return value
    raise InvalidWebhook("NOT_A_NOTICE", f"The {name} of the notice is of another kind than {kind.__name__}.")
