"""The inputs of webhooks and push subscriptions."""

from collections.abc import Sequence
from typing import Annotated, get_args

from service.notices.addresses import LONGEST_URL
from service.notices.endpoints import Language
from service.use_cases.inputs import Input, OfSession, SecretKey
from service.views.fields import described
from service.views.webhook_view import MOST_FAILED, SUBSCRIBABLE

# In base64url without padding: an uncompressed point of P-256, and 16 bytes.
P256DH_LENGTH = 87
AUTH_LENGTH = 22
LANGUAGES: tuple[str, ...] = get_args(Language)

_BASE64URL = "^[A-Za-z0-9_-]+={0,2}$"
_OWNER = "Without a session and a tournament, the owner is the app whose key is sent."
WebhookId = Annotated[str, described("The webhook's id.", scalar="ID")]


class WebhooksInput(Input, frozen=True, kw_only=True):
    """The session, the tournament, or neither, whose webhooks are listed."""

    session_id: Annotated[str | None, described(f"A session. {_OWNER}", scalar="ID")] = None
    tournament_id: Annotated[str | None, described("A tournament.", scalar="ID")] = None


class CreateWebhookInput(Input, frozen=True, kw_only=True):
    """The owner of a new webhook, its URL, and the notices that it gets."""

    session_id: Annotated[str | None, described(f"The session of which it gets notices. {_OWNER}", scalar="ID")] = None
    tournament_id: Annotated[
        str | None, described("The tournament of which it gets notices, also of its tables.", scalar="ID")
    ] = None
    url: Annotated[
        str,
        described(
            f"The URL, at most {LONGEST_URL} characters: `https`, with port 443 and a public address, unless the "
            "service allows others.",
            length=(1, LONGEST_URL),
            examples=["https://example.org/croupier"],
        ),
    ]
    types: Annotated[
        Sequence[str] | None,
        described(
            f"The types of notices that it gets, out of {', '.join(SUBSCRIBABLE)}; all, also those of later releases, "
            "if this is missing or empty.",
            each={"type": "string", "enum": list(SUBSCRIBABLE)},
        ),
    ] = None
    idempotency_key: SecretKey = None


class WebhookInput(Input, frozen=True, kw_only=True):
    """A webhook."""

    webhook_id: WebhookId


class ReplayWebhookInput(WebhookInput, frozen=True, kw_only=True):
    """A webhook, and the failed delivery to replay."""

    delivery_id: Annotated[
        str | None,
        described(f"The id of a failed delivery; by default the newest {MOST_FAILED} are replayed.", scalar="ID"),
    ] = None


class RotateWebhookSecretInput(WebhookInput, frozen=True, kw_only=True):
    """The webhook that gets a new secret."""

    idempotency_key: SecretKey = None


class PushSubscriptionInput(Input, frozen=True, kw_only=True):
    """The subscription that a browser returns (`PushSubscription`)."""

    endpoint: Annotated[str, described("The address of the browser at its push service.", length=(1, LONGEST_URL))]
    p256dh: Annotated[
        str,
        described("The key `p256dh` of the browser, in base64url.", length=(P256DH_LENGTH, 88), pattern=_BASE64URL),
    ]
    auth: Annotated[
        str, described("The secret `auth` of the browser, in base64url.", length=(AUTH_LENGTH, 24), pattern=_BASE64URL)
    ]


class SubscribePushInput(OfSession, frozen=True, kw_only=True):
    """The session, and the browser that shows the notices of the bearer's seat."""

    subscription: Annotated[PushSubscriptionInput, described("The subscription of the browser.")]
    language: Annotated[str, described("The language of the notices: en or de.", words=LANGUAGES)] = "en"


class UnsubscribePushInput(OfSession, frozen=True, kw_only=True):
    """The session, and the browser that shows no more notices of the bearer's seat."""

    endpoint: Annotated[str, described("The address of the browser at its push service.", length=(1, LONGEST_URL))]
