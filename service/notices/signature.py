"""The signature of a webhook: Standard Webhooks 1.0.0."""

import hmac
from base64 import b64encode
from collections.abc import Mapping, Sequence


def sign(secrets: Sequence[bytes], message_id: str, at_seconds: int, body: bytes) -> Mapping[str, str]:
    """Return the headers that prove who sent a body, with one signature for each secret.

    `at_seconds` is the time of the attempt, in seconds since 1970; receivers refuse old ones.
    """
    signed = b".".join((message_id.encode(), str(at_seconds).encode(), body))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(at_seconds),
        "webhook-signature": " ".join(_sign(secret, signed) for secret in secrets),
    }


def _sign(secret: bytes, signed: bytes) -> str:
    mac = hmac.digest(secret, signed, "sha256")
    return f"v1,{b64encode(mac).decode()}"
