"""Webhooks and push subscriptions as their owners see them, and the notices that a webhook gets.

The payload of a notice is `service.notices.notice.Subject`; the structs here describe it for the contracts.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from service.notices.endpoints import Webhook as StoredWebhook
from service.notices.notice import NoticeType
from service.views.fields import ContractStruct, described, format_time, sized

# The numbers of endpoints: of an app, of a host, of the holder of a seat or an entry, of all holders together, and of
# the browsers that show notices to the holder of one seat. Each move is told to many of them, so a stranger has few.
MOST_OF_APP = 20
MOST_OF_HOST = 5
MOST_OF_HOLDER = 3
MOST_OF_HOLDERS = 100
MOST_PUSHES = 4
# The most failed deliveries of a webhook that an answer lists.
MOST_FAILED = 10


# ---- notices


class NoticeKind(msgspec.Struct, frozen=True):
    """What a type of notice means, and the fields of its `data`: those that it has, and those that it may have."""

    meaning: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields that the notice may have."""
        return (*self.required, *self.optional)


def _of_table(meaning: str, *fields: str, optional: tuple[str, ...] = ()) -> NoticeKind:
    return NoticeKind(meaning, ("sessionId", "version", *fields), ("tournamentId", *optional))


def _of_tournament(meaning: str, *fields: str) -> NoticeKind:
    return NoticeKind(meaning, ("tournamentId", "version", *fields))


# In the order of a table's life, and of a tournament's.
NOTICES: Mapping[NoticeType, NoticeKind] = {
    "table.opened": _of_table("A session was opened by the app, or as a table of the tournament."),
    "table.started": _of_table("The cards were dealt."),
    "turn.started": _of_table(
        "A seat that a person plays is asked for a decision: show a notice.", "seat", optional=("deadline",)
    ),
    "turn.ended": _of_table("The seat is not asked any more: withdraw the notice.", "seat"),
    "reaction.opened": _of_table(
        "A time for reactions has begun, for the whole table: who can react is secret.", "deadline"
    ),
    "seat.lapsed": _of_table("The time of a seat ran out, and a default decision was made in its place.", "seat"),
    "table.finished": _of_table("The table is finished, or it was abandoned."),
    "rematch.offered": _of_table("A session continues with the same seats.", "nextSessionId"),
    "tournament.round_started": _of_tournament("The tables of a round are open.", "round"),
    "tournament.round_finished": _of_tournament("A round is over.", "round"),
    "tournament.finished": _of_tournament("The tournament is finished, or it was abandoned."),
    "test": NoticeKind("`testWebhook` was called.", (), ("sessionId", "tournamentId")),
}
# What a webhook may ask for, in this order.
SUBSCRIBABLE: tuple[NoticeType, ...] = tuple(name for name in NOTICES if name != "test")


class NoticeData(ContractStruct, frozen=True):
    """The ids of a notice. A field that a notice does not need is left out; it never has a card, a name or a score."""

    session_id: Annotated[str, described("The session.", scalar="ID")]
    tournament_id: Annotated[str, described("The tournament, or the one to which the table belongs.", scalar="ID")]
    version: Annotated[int, described("The version of the session or of the tournament that brought the notice.")]
    seat: Annotated[int, described("The seat, from 0.")]
    deadline: Annotated[
        str,
        described(
            "The time until which the seat may decide, or the table may react; left out if there is no limit.",
            scalar="DateTime",
        ),
    ]
    round: Annotated[int, described("The round of the tournament, from 1.")]
    next_session_id: Annotated[str, described("The session that continues with the same seats.", scalar="ID")]


@sized(len(NOTICES), fields=max(len(kind.fields) for kind in NOTICES.values()))
class NoticeTypeInfo(ContractStruct, frozen=True):
    """A type of notice."""

    type: Annotated[str, described("The type, such as `turn.started`.")]
    meaning: Annotated[str, described("What has happened, as an English sentence.")]
    fields: Annotated[tuple[str, ...], described("The fields that `data` of such a notice may have.")]
    is_subscribable: Annotated[
        bool, described("Whether `createWebhook` takes the type. Every webhook gets the notices of `testWebhook`.")
    ]


class NoticeTypes(ContractStruct, frozen=True):
    """Every type of notice. Later releases may add types."""

    types: Annotated[tuple[NoticeTypeInfo, ...], described("The types, in the order of a table's life.")]


def project_notice_types() -> NoticeTypes:
    """Return every type of notice."""
    return NoticeTypes(
        types=tuple(
            NoticeTypeInfo(type=name, meaning=kind.meaning, fields=kind.fields, is_subscribable=name in SUBSCRIBABLE)
            for name, kind in NOTICES.items()
        )
    )


# ---- webhooks


@sized(MOST_FAILED)
class FailedDelivery(ContractStruct, frozen=True):
    """A notice that could not be delivered within 24 hours. It is kept for 7 days."""

    delivery_id: Annotated[str, described("Its id: the header `webhook-id` of each attempt.", scalar="ID")]
    type: Annotated[str, described("The type of the notice.")]
    at: Annotated[str, described("The time of the notice.", scalar="DateTime")]
    failed_at: Annotated[str, described("The time of the last attempt.", scalar="DateTime")]
    status: Annotated[int | None, described("The status of the last answer; null if there was none.")]
    reason: Annotated[str, described("Why the last attempt failed, as an English sentence.")]


@sized(max(MOST_OF_APP, MOST_OF_HOST + MOST_OF_HOLDERS), types=len(SUBSCRIBABLE))
class Webhook(ContractStruct, frozen=True):
    """A URL that gets notices of a session, of a tournament and its tables, or of all sessions of an app."""

    id: Annotated[str, described("The webhook's id.", scalar="ID")]
    session_id: Annotated[str | None, described("The session; null for another owner.", scalar="ID")]
    tournament_id: Annotated[
        str | None,
        described("The tournament; null for another owner. If both are null, the webhook is an app's.", scalar="ID"),
    ]
    url: Annotated[
        str,
        described("The URL. Of a webhook that somebody else created, the host sees only the origin."),
    ]
    is_own: Annotated[bool, described("Whether the caller created it; the host sees those of the holders, too.")]
    types: Annotated[tuple[str, ...], described("The types of notices that it gets; empty if it gets all.")]
    created_at: Annotated[str, described("The time when it was created.", scalar="DateTime")]
    former_secret_until: Annotated[
        str | None,
        described(
            "The time until which the former secret signs beside the present one; null if only one signs.",
            scalar="DateTime",
        ),
    ]
    disabled: Annotated[
        str | None,
        described(
            "Why it gets nothing any more, as an English sentence; otherwise null. A successful `testWebhook` enables "
            "it again."
        ),
    ]
    failed: Annotated[
        tuple[FailedDelivery, ...],
        described(f"Deliveries that failed for good and can be replayed, the newest first, at most {MOST_FAILED}."),
    ]


class Webhooks(ContractStruct, frozen=True):
    """The webhooks of a session, a tournament or an app that the caller may see."""

    webhooks: Annotated[tuple[Webhook, ...], described("The webhooks, in the order of their creation.")]


_SIGNING = "The secret that signs: `whsec_` and base64. Keep it: only the answer to a retry repeats it."


class WebhookCreated(ContractStruct, frozen=True):
    """The webhook was created."""

    webhook: Annotated[Webhook, described("The webhook.")]
    secret: Annotated[str, described(_SIGNING)]


class WebhookSecretRotated(ContractStruct, frozen=True):
    """The webhook has a new secret. For 24 hours, the former one signs, too."""

    webhook: Annotated[Webhook, described("The webhook.")]
    secret: Annotated[str, described(_SIGNING)]


class WebhookTested(ContractStruct, frozen=True):
    """The outcome of one attempt to deliver a notice of the type `test`."""

    webhook: Annotated[Webhook, described("The webhook.")]
    delivered: Annotated[bool, described("Whether the answer was a 2xx, which alone counts as delivered.")]
    status: Annotated[int | None, described("The status of the answer; null if there was none.")]
    reason: Annotated[str | None, described("Why it was not delivered, as an English sentence; null if it was.")]
    milliseconds: Annotated[int, described("How long the attempt took.")]


class WebhookReplayed(ContractStruct, frozen=True):
    """Failed deliveries are due again. They have the same ids as before."""

    webhook: Annotated[Webhook, described("The webhook.")]
    replayed: Annotated[int, described("How many deliveries are due again.")]


class WebhookDeleted(ContractStruct, frozen=True):
    """The webhook was deleted: it gets nothing any more, and its secret is void."""

    webhook_id: Annotated[str, described("The id of the former webhook.", scalar="ID")]


def project_webhook(
    webhook: StoredWebhook,
    *,
    session_id: str | None,
    tournament_id: str | None,
    is_own: bool,
    failed: Sequence[FailedDelivery],
    now: int,
) -> Webhook:
    """Return a webhook at a time, as its creator or the host sees it."""
    signs_twice = now < webhook.former_until
    return Webhook(
        id=webhook.id,
        session_id=session_id,
        tournament_id=tournament_id,
        url=webhook.url if is_own else _origin_of(webhook.url),
        is_own=is_own,
        types=_in_order(webhook.types),
        created_at=format_time(webhook.created_at),
        former_secret_until=format_time(webhook.former_until) if signs_twice else None,
        disabled=webhook.disabled or None,
        failed=tuple(failed),
    )


def _origin_of(url: str) -> str:
    """Return scheme and host of a URL: its path is often a secret of the receiver."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = "" if parts.port is None else f":{parts.port}"
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


def _in_order(types: Collection[NoticeType]) -> tuple[str, ...]:
    return tuple(name for name in SUBSCRIBABLE if name in types)


# ---- push


class PushKey(ContractStruct, frozen=True):
    """The public key of the service for Web Push (VAPID, RFC 8292)."""

    key: Annotated[
        str | None,
        described(
            "The key, a point of P-256 in base64url, for `applicationServerKey` of a browser; null if the service "
            "sends no push messages."
        ),
    ]


class SeatPushes(ContractStruct, frozen=True):
    """The browsers that show notices to the holder of a seat."""

    session_id: Annotated[str, described("The session's id.", scalar="ID")]
    seat: Annotated[int, described("The seat.")]
    browsers: Annotated[int, described(f"The number of subscribed browsers, at most {MOST_PUSHES}.")]
