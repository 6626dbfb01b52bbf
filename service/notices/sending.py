"""Sending a notice to a webhook or to a browser, once. The outcome is returned, never raised."""

import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from importlib.metadata import version

import msgspec

from service.notices.addresses import Target, parse_url
from service.notices.connections import Answer, Connections, Held, Unanswered
from service.notices.endpoints import PushSubscription
from service.notices.push_services import is_well_known
from service.notices.resolving import find_addresses
from service.notices.signature import sign
from service.notices.web_push import Vapid, encrypt

# The time for an attempt, from the resolution of the name to the answer.
SECONDS = 15.0
# A receiver may ask for a break as long as this: it is asked again before its deliveries are a day old, and given up.
_LONGEST_BREAK = 6 * 3600.0
# The breaks, in seconds, of receivers that have too much to do and do not say how long they need: longer than that
# after any other failure, which begins with some ten seconds.
_BREAKS: Mapping[int, float] = {
    HTTPStatus.TOO_MANY_REQUESTS: 60.0,
    HTTPStatus.BAD_GATEWAY: 30.0,
    HTTPStatus.GATEWAY_TIMEOUT: 30.0,
}

_USER_AGENT = f"Croupier/{version('croupier')}"


class Attempt(msgspec.Struct, frozen=True):
    """The outcome of an attempt to send a notice.

    - `status` is the status of the answer; None if there was none.
    - `reason` is a sentence for the owner of the endpoint; it is empty after a success.
    - `retry_after` is the time for which the receiver asks to be left alone, or needs to be, in seconds.
    - `is_push` tells that the notice was for a push service.
    - `is_held` tells that the receiver was not asked, since its address gets too many requests as it is: that says
      nothing about the receiver, and the notice is to be tried again later.
    """

    status: int | None
    reason: str = ""
    retry_after: float | None = None
    is_push: bool = False
    is_held: bool = False

    @property
    def ok(self) -> bool:
        """Tell whether the receiver has accepted the notice."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Tell whether the endpoint wants nothing any more. A push service also says so with 404 (RFC 8030, 7.3)."""
        return self.status == HTTPStatus.GONE or (self.is_push and self.status == HTTPStatus.NOT_FOUND)


class Sender:
    """The connections of a worker to webhooks and push services.

    Without `vapid` there is no push. Tests give `resolve`, which returns the addresses of a name, `tls`, which trusts
    certificates of theirs, and `clock`, which returns the seconds by which requests are counted.
    """

    def __init__(
        self,
        allows_private: bool,
        vapid: Vapid | None,
        *,
        resolve: Callable[[str], Sequence[str]] = find_addresses,
        tls: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.vapid = vapid
        self._allows_private = allows_private
        self._connections = Connections(allows_private, resolve, tls, seconds, clock)

    async def send_webhook(
        self,
        url: str,
        secrets: Sequence[bytes],
        message_id: str,
        at_seconds: int,
        body: bytes,
        *,
        is_of_app: bool = False,
    ) -> Attempt:
        """Send a body to a webhook, signed with each secret; `at_seconds` is the time of the attempt since 1970.

        The webhook `is_of_app` if its creator had an app key. Any other may be a stranger's, whose victim is protected.
        """
        try:
            target = parse_url(url, self._allows_private)
        except ValueError as error:
            return Attempt(None, str(error))
        headers = {"Content-Type": "application/json", **sign(secrets, message_id, at_seconds, body)}
        return await self._send(target, headers, body, is_of_app)

    async def send_push(self, push: PushSubscription, body: bytes, *, ttl: int, topic: str, urgency: str) -> Attempt:
        """Send a body to a browser, encrypted (RFC 8030).

        The push service keeps it for `ttl` seconds, and replaces an older one with the same `topic` (at most 32
        characters of base64url). `urgency` is very-low, low, normal or high.
        """
        assert self.vapid is not None, "there is no push without a key"
        try:
            target = parse_url(push.url, self._allows_private)
            encrypted = encrypt(body, push.p256dh, push.auth)
        except ValueError as error:
            return Attempt(None, str(error), is_push=True)
        headers = {
            "Authorization": self.vapid.authorize(target.origin, int(time.time())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Topic": topic,
            "Urgency": urgency,
        }
        attempt = await self._send(target, headers, encrypted, is_well_known(target.host))
        return msgspec.structs.replace(attempt, is_push=True)

    async def close(self) -> None:
        """Close the connections, once no attempt is under way."""
        self._connections.close()

    async def _send(self, target: Target, headers: Mapping[str, str], body: bytes, is_of_app: bool) -> Attempt:
        common = {"Host": target.authority, "User-Agent": _USER_AGENT, "Accept-Encoding": "identity"}
        try:
            answer = await self._connections.post(target, {**common, **headers}, body, is_of_app=is_of_app)
        except Unanswered as error:
            return Attempt(None, str(error))
        except Held as error:
            return Attempt(None, str(error), is_held=True)
        return _judge(answer)


def _judge(answer: Answer) -> Attempt:
    attempt = Attempt(answer.status, retry_after=_read_break(answer.retry_after))
    if attempt.ok:
        return attempt
    pause = _BREAKS.get(answer.status) if attempt.retry_after is None else attempt.retry_after
    return msgspec.structs.replace(attempt, reason=_explain(answer.status), retry_after=pause)


def _explain(status: int) -> str:
    """Return why the answer of a receiver is a failure; a redirect leads where nobody has checked."""
    if 300 <= status < 400:
        return f"The receiver answered {_name(status)}: redirects are not followed."
    return f"The receiver answered {_name(status)}."


def _name(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _read_break(retry_after: str | None) -> float | None:
    """Return the seconds of a Retry-After header: a number or a date (RFC 9110, section 10.2.3); else None."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return min(float(retry_after[:9]), _LONGEST_BREAK)
    try:
        until = parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return None
    seconds = until.replace(tzinfo=until.tzinfo or UTC).timestamp() - time.time()
    return min(max(seconds, 0.0), _LONGEST_BREAK)
