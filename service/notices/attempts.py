"""The attempts of one worker to deliver notices, and the state of endpoints that it learns from them."""

from collections.abc import Callable
from random import random
from typing import NamedTuple

from msgspec.structs import replace

from service.notices.endpoints import Endpoints, PushSubscription, Webhook, is_app, secrets_of
from service.notices.interruptions import Interruption
from service.notices.late import Delivery, Target
from service.notices.notice import Notice, encode_payload, parse_instant
from service.notices.parking import SOON
from service.notices.repository import PREFIX, EndpointRepository
from service.notices.sending import Attempt, Sender
from service.notices.tally import Outcome, Tally
from service.sessions.tokens import short_hash
from service.storage.caches import Recent

# The shortest and the longest time for which a failing endpoint is left alone, unless it asks for more.
SHORTEST_PAUSE = 5_000
LONGEST_PAUSE = 15 * 60_000
MOST_KNOWN = 10_000
# How long a push service keeps a notice of a turn without a deadline.
PUSH_SECONDS = 86_400
# The outcome of an attempt that is interrupted because the worker stops.
STOPPED = Attempt(None, "The service stopped before the receiver answered.")

Endpoint = Webhook | PushSubscription


class Outage(NamedTuple):
    """An endpoint has failed `since` a time, the last time with `attempt`, and is left alone `until` another."""

    since: int
    until: int
    attempt: Attempt


class Attempts:
    """The attempts of one worker. `stop` interrupts those that are under way."""

    def __init__(self, endpoints: EndpointRepository, sender: Sender, tally: Tally) -> None:
        self._endpoints = endpoints
        self._store = endpoints.store
        self._sender = sender
        self._tally = tally
        self.stop = Interruption()
        # The endpoints that accepted the last notice, and those that did not.
        self._live = Recent[Target, bool](MOST_KNOWN)
        self._outages = Recent[Target, Outage](MOST_KNOWN)

    def is_live(self, target: Target) -> bool:
        """Tell whether an endpoint accepted the last notice."""
        return target in self._live

    def keep_live(self, target: Target) -> None:
        """Note that an endpoint accepts notices, although not all of them."""
        self._live.keep(target, True)

    def outage(self, target: Target, now: int) -> Outage | None:
        """Return the outage of an endpoint; None if the endpoint may be tried now."""
        outage = self._outages.get(target)
        return None if outage is None or outage.until <= now else outage

    async def make(self, endpoints: Endpoints, endpoint: Endpoint, delivery: Delivery) -> Attempt:
        """Send a delivery once, and return the outcome. An endpoint that is gone gets nothing more."""
        attempt = await self.stop.unless_it_comes(self._send(endpoints, endpoint, delivery)) or STOPPED
        kind = "push" if attempt.is_push else "webhook"
        if attempt.is_held:
            self._tally.count(kind, "held")
        if not was_asked(attempt):
            return attempt
        if attempt.ok:
            self._live.keep(delivery.target, True)
            if isinstance(endpoint, Webhook) and endpoint.failing_since:
                await self._change_webhook(delivery.target, lambda webhook: replace(webhook, failing_since=0))
        else:
            self._live.pop(delivery.target, None)
        if attempt.gone:
            await self._disable(delivery.target, endpoint, attempt.reason)
        self._tally.count(kind, _outcome(attempt))
        return attempt

    def end_outage(self, target: Target) -> bool:
        """Note that an endpoint accepts notices; tell whether it was failing."""
        return self._outages.pop(target, None) is not None

    def begin_outage(self, target: Target, attempt: Attempt, now: int, since: int | None = None) -> int:
        """Leave an endpoint alone after a failure, and return when it is due.

        The pause grows with the time `since` which it has been failing: by default since the first failure that this
        worker knows of.
        """
        known = self._outages.get(target)
        if since is None:
            since = now if known is None else known.since
        due = due_after(attempt, now, now - since)
        self._keep_outage(target, Outage(since, due, attempt))
        return due

    def prolong_outage(self, target: Target, due: int) -> None:
        """Leave a failing endpoint alone until `due`, when a worker tries it."""
        known = self._outages.get(target)
        if known is not None and known.until < due:
            self._keep_outage(target, known._replace(until=due))

    def _keep_outage(self, target: Target, outage: Outage) -> None:
        # When the endpoint is due, what is parked comes first.
        self._outages.keep(target, outage._replace(until=outage.until + 2 * SOON))

    async def _send(self, endpoints: Endpoints, endpoint: Endpoint, delivery: Delivery) -> Attempt:
        now = await self.now(endpoints.owner)
        notice = delivery.notice
        body = encode_payload(notice)
        if isinstance(endpoint, Webhook):
            signing = secrets_of(endpoints, endpoint, now)
            return await self._sender.send_webhook(
                endpoint.url, signing, delivery.id, now // 1000, body, is_of_app=is_app(endpoints.owner)
            )
        if self._sender.vapid is None:
            return Attempt(None, "The service sends no push messages.", is_push=True)
        topic = short_hash((notice.subject.session_id or "").encode())
        urgency = "high" if notice.type == "turn.started" else "normal"
        return await self._sender.send_push(endpoint, body, ttl=_time_left(notice, now), topic=topic, urgency=urgency)

    async def _disable(self, target: Target, endpoint: Endpoint, reason: str) -> None:
        """Send nothing more to an endpoint that is gone: a webhook is disabled, and a browser forgotten."""
        if isinstance(endpoint, Webhook):
            await self._change_webhook(target, lambda webhook: replace(webhook, disabled=reason))
        else:
            await self._endpoints.change(target.owner, 0, lambda endpoints, _now: endpoints.without(target.endpoint))

    async def note_failure(self, target: Target, now: int) -> None:
        """Note that a delivery to an endpoint has failed for good. A webhook that fails for days is disabled."""
        await self._change_webhook(target, lambda webhook: webhook.after_failure(now))

    async def _change_webhook(self, target: Target, change: Callable[[Webhook], Webhook]) -> None:
        def decide(endpoints: Endpoints, _now: int) -> Endpoints:
            webhook = endpoints.webhook(target.endpoint)
            return endpoints if webhook is None else endpoints.with_webhook(change(webhook))

        await self._endpoints.change(target.owner, 0, decide)

    async def now(self, owner: str) -> int:
        """Return the store's time."""
        now = self._store.clock(PREFIX + owner)
        return await self._store.now() if now is None else now


def was_asked(attempt: Attempt) -> bool:
    """Tell whether the receiver was asked to the end: else an attempt says nothing about it."""
    return attempt is not STOPPED and not attempt.is_held


def due_after(attempt: Attempt, now: int, age: int) -> int:
    """Return when an endpoint is due after a failed attempt, if it has been failing for `age` milliseconds.

    Pauses grow with the age, and are random, so that endpoints which failed together are not tried together.
    """
    pause = spread(max(2 * SHORTEST_PAUSE, min(age, LONGEST_PAUSE * 2 // 3)))
    return now + max(pause, int(1000 * (attempt.retry_after or 0)))


def spread(delay: int) -> int:
    """Return a random time of half a delay to one and a half."""
    return int(delay * (0.5 + random()))  # noqa: S311


def find_endpoint(endpoints: Endpoints | None, endpoint_id: str) -> Endpoint | None:
    """Return the endpoint with an id; None if there is none, or it is disabled."""
    if endpoints is None:
        return None
    webhook = endpoints.webhook(endpoint_id)
    if webhook is not None and webhook.disabled:
        return None
    return webhook or endpoints.push(endpoint_id)


def _outcome(attempt: Attempt) -> Outcome:
    if attempt.ok:
        return "delivered"
    return "gone" if attempt.gone else "retried"


def _time_left(notice: Notice, now: int) -> int:
    """Return for how many seconds a push service keeps a notice: as long as the turn may last."""
    if notice.subject.deadline is None:
        return PUSH_SECONDS
    return max(0, (parse_instant(notice.subject.deadline) - now) // 1000)
