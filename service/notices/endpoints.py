"""Endpoints: who wants to hear of a session, of a tournament, or of everything that an app opens.

The endpoints of one owner are one document, beside the documents of sessions and tournaments. An owner is a session, a
tournament or an app; `owner_of_session` and its siblings give its name.
"""

import hmac
from base64 import b64encode
from typing import Literal

import msgspec
from msgspec.structs import replace

from service.notices.notice import Notice, NoticeType
from service.sessions.tokens import hash_of_bearer, short_hash

# How long a former secret still signs beside the new one.
OVERLAP_MILLIS = 24 * 3_600_000
# How long the service tries to deliver a notice.
DELIVERY_MILLIS = 24 * 3_600_000
# A webhook is disabled when for so long all deliveries have failed for good, the first of them after another day.
FAILING_MILLIS = 4 * 24 * 3_600_000
# The time of a change may be so far behind the store's clock (`Store.clock`).
CLOCK_MILLIS = 1_000

Language = Literal["en", "de"]


class Webhook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A URL that gets notices, of the given `types` (empty: of all types).

    - `by` is the mark of the token that created it (`mark_of`); it is empty for the webhook of an app.
    - `secret` is the number of its secret, from 1; until `former_until` the secret before it signs, too.
    - `rotation` is the hash of the request that asked for the present secret, so that a retry gets the same one.
    - `disabled` is the reason why it gets nothing any more, a sentence; it is empty while it does.
    - `failing_since` is the time at which a delivery failed for good, if it has accepted none since; else 0.
    """

    id: str
    url: str
    created_at: int
    by: str = ""
    types: tuple[NoticeType, ...] = ()
    secret: int = 1
    former_until: int = 0
    rotation: str = ""
    disabled: str = ""
    failing_since: int = 0

    def wants(self, notice: Notice) -> bool:
        """Tell whether the webhook gets a notice: it is of a wanted type, and not from before the webhook."""
        is_later = notice.at > self.created_at - CLOCK_MILLIS
        return not self.disabled and is_later and (not self.types or notice.type in self.types)

    def after_failure(self, now: int) -> "Webhook":
        """Return the webhook after a delivery to it failed for good: after some days of that it is disabled."""
        if not self.failing_since:
            return replace(self, failing_since=now)
        if now - self.failing_since < FAILING_MILLIS:
            return self
        return replace(self, disabled="The receiver has accepted no notice for 5 days.")


class PushSubscription(msgspec.Struct, frozen=True, omit_defaults=True):
    """A browser that shows notices to the holder of a seat (Web Push, RFC 8030).

    `url` is its address at the push service; `p256dh` and `auth` are its keys (RFC 8291), in base64url.
    """

    id: str
    url: str
    p256dh: str
    auth: str
    created_at: int
    by: str
    language: Language = "en"


class Endpoints(msgspec.Struct, frozen=True, omit_defaults=True):
    """The endpoints of an owner, as of one version of their document.

    `key` is the secret from which the secrets of the webhooks are derived; it is never disclosed. The document is kept
    for `lifetime` seconds after a change, until `expires_at` (milliseconds since 1970).
    """

    owner: str
    key: str
    lifetime: int
    version: int = 0
    expires_at: int = 0
    webhooks: tuple[Webhook, ...] = ()
    pushes: tuple[PushSubscription, ...] = ()

    def webhook(self, webhook_id: str) -> Webhook | None:
        """Return the webhook with an id; None if there is none."""
        return next((one for one in self.webhooks if one.id == webhook_id), None)

    def push(self, push_id: str) -> PushSubscription | None:
        """Return the subscription with an id; None if there is none."""
        return next((one for one in self.pushes if one.id == push_id), None)

    def with_webhook(self, webhook: Webhook) -> "Endpoints":
        """Return the endpoints with a webhook added, or replaced if they have one with its id."""
        if self.webhook(webhook.id) is None:
            return replace(self, webhooks=(*self.webhooks, webhook))
        return replace(self, webhooks=tuple(webhook if one.id == webhook.id else one for one in self.webhooks))

    def with_push(self, push: PushSubscription) -> "Endpoints":
        """Return the endpoints with a subscription added; it replaces one with its id."""
        return replace(self, pushes=(*(one for one in self.pushes if one.id != push.id), push))

    def without(self, endpoint_id: str) -> "Endpoints":
        """Return the endpoints without the webhook or the subscription with an id."""
        return replace(
            self,
            webhooks=tuple(one for one in self.webhooks if one.id != endpoint_id),
            pushes=tuple(one for one in self.pushes if one.id != endpoint_id),
        )


def owner_of_session(session_id: str) -> str:
    """Return the name of a session as an owner of endpoints."""
    return f"session:{session_id}"


def owner_of_tournament(tournament_id: str) -> str:
    """Return the name of a tournament as an owner of endpoints."""
    return f"tournament:{tournament_id}"


def owner_of_app(app: str) -> str:
    """Return the name of an app as an owner of endpoints."""
    return f"app:{app}"


def is_app(owner: str) -> bool:
    """Tell whether an owner of endpoints is an app: only the holder of its key could create them."""
    return owner.startswith("app:")


def mark_of(token: str) -> str:
    """Return the mark of a token: it tells holders apart, and the token cannot be computed from it."""
    return mark_of_hash(hash_of_bearer(token))


def mark_of_hash(kept: str) -> str:
    """Return the mark of the token with a stored hash."""
    return kept[:16]


# ---- secrets and signatures (Standard Webhooks 1.0.0)


def secrets_of(endpoints: Endpoints, webhook: Webhook, now: int) -> tuple[bytes, ...]:
    """Return the secrets that sign for a webhook at a time, the newest first: two while they overlap."""
    newest = _derive_secret(endpoints, webhook, webhook.secret)
    if now >= webhook.former_until:
        return (newest,)
    return newest, _derive_secret(endpoints, webhook, webhook.secret - 1)


def show_secret(secret: bytes) -> str:
    """Return the text of a secret, as its holder gets it."""
    return f"whsec_{b64encode(secret).decode()}"


def _derive_secret(endpoints: Endpoints, webhook: Webhook, number: int) -> bytes:
    # One that is deleted and created again with its key has the same id, but the former secrets are void.
    purpose = f"webhook {webhook.id} of {webhook.created_at} secret {number}"
    return hmac.digest(endpoints.key.encode(), purpose.encode(), "sha256")


def message_id(notice: Notice, endpoint_id: str) -> str:
    """Return the `webhook-id` under which an endpoint gets a notice, the same in each attempt."""
    return f"msg_{short_hash(f'{notice.origin} for {endpoint_id}'.encode())}"
