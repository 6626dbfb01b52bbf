"""The use cases of webhooks: URLs that get notices of a session, of a tournament, or of all sessions of an app.

A webhook belongs to an owner, and all webhooks of an owner are one document. Its id names the owner, so that no index
is needed: `session.ID.HASH`, `tournament.ID.HASH`, or `app.HASH`, with the hash of its idempotency key.

To create one, the session is first told to send notices, and then the document is changed. A crash in between loses
nothing: a session that sends notices to nobody does no harm, and a retry with the same key completes the webhook. The
existence of a tournament's document therefore shows that its tables have been told, too.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from service.notices.endpoints import (
    OVERLAP_MILLIS,
    Endpoints,
    Webhook,
    is_app,
    message_id,
    secrets_of,
    show_secret,
)
from service.notices.failed import Failed, list_failed, replay
from service.notices.notice import Notice, NoticeType, Subject, encode_payload, make_origin
from service.notices.sending import Attempt
from service.scheduler.steps import want_notices
from service.sessions.problems import Problem
from service.sessions.tokens import check_secret_key, hash_token, key_reused, make_own_request, new_token, short_hash
from service.storage.batches import for_each
from service.storage.documents import new_document_id
from service.tournaments.changes import NoticesWanted
from service.tournaments.tournament import Tournament
from service.use_cases.context import Notices, RequestContext
from service.use_cases.endpoint_access import (
    Access,
    Place,
    already_over,
    check_address,
    find_access,
    start_session_notices,
)
from service.use_cases.inputs import Input
from service.use_cases.notice_inputs import (
    CreateWebhookInput,
    ReplayWebhookInput,
    RotateWebhookSecretInput,
    WebhookInput,
    WebhooksInput,
)
from service.use_cases.operation import CREATION_COST, cost_of_sending, in_rest, mutation, query, raises
from service.views.fields import format_time
from service.views.webhook_view import (
    MOST_FAILED,
    MOST_OF_APP,
    MOST_OF_HOLDER,
    MOST_OF_HOLDERS,
    MOST_OF_HOST,
    SUBSCRIBABLE,
    FailedDelivery,
    NoticeTypes,
    WebhookCreated,
    WebhookDeleted,
    WebhookReplayed,
    Webhooks,
    WebhookSecretRotated,
    WebhookTested,
    project_notice_types,
    project_webhook,
)
from service.views.webhook_view import Webhook as WebhookSeen

# Deliveries are tried for 24 hours, and what happened must be readable for that long.
SHORTEST_LIFE_SECONDS = 86_400
# The most failed deliveries among which one is looked for.
MOST_SEARCHED = 1000

_OWNER_PROBLEMS = ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED", "NEWER_RELEASE", "WEBHOOKS_OFF")
_CHANGE_PROBLEMS = (*_OWNER_PROBLEMS, "BUSY")


# ---- creating


@mutation("/v1/webhooks", "Webhooks", cost=cost_of_sending)
@in_rest(status=201, example={"sessionId": "…", "url": "https://example.org/croupier", "types": ["turn.started"]})
@raises(*_CHANGE_PROBLEMS, "KEY_REUSED", "SESSION_OVER", "TOO_MANY_WEBHOOKS")
async def create_webhook(context: RequestContext, input: CreateWebhookInput) -> WebhookCreated:
    """Let a URL get notices of a session, of a tournament and its tables, or of all later sessions of an app.

    The host of a session or tournament hears everything there. The holder of a seat or an entry hears what concerns it,
    or the whole table. Send an app key and neither id for the webhook of an app. The secret is returned once.
    """
    notices = _notices_of(context)
    key = input.idempotency_key
    check_secret_key(key)
    types = _read_types(input.types)
    check_address(input.url, notices, "url")
    access = await find_access(context, Place(input.session_id, input.tournament_id))
    webhook_id = _make_id(access, key)
    known = await notices.endpoints.read(access.owner)
    if known is None or known.webhook(webhook_id) is None:
        await _start_notices(context, access, known)

    def add(endpoints: Endpoints, now: int) -> Endpoints:
        kept = access.drop_former(endpoints)
        if kept.webhook(webhook_id) is not None:
            return endpoints
        _check_count(kept, access)
        return kept.with_webhook(Webhook(webhook_id, input.url, now, access.mark, types))

    endpoints = await notices.endpoints.change(access.owner, access.lifetime, add)
    made = endpoints.webhook(webhook_id)
    assert made is not None
    if (made.url, made.types) != (input.url, types):
        raise key_reused()
    secret = _secret_numbered(endpoints, made, 1)
    return WebhookCreated(webhook=await _show(notices, access, made), secret=secret)


def _read_types(given: Sequence[str] | None) -> tuple[NoticeType, ...]:
    """Return the types of an input in their usual order, each once. Raises `Problem`."""
    wanted = given or ()
    for index, name in enumerate(wanted):
        if name not in SUBSCRIBABLE:
            message = f"There is no such type of notice: choose among {', '.join(SUBSCRIBABLE)}."
            raise Problem("INVALID_INPUT", message, ("types", str(index)))
    return tuple(name for name in SUBSCRIBABLE if name in wanted)


def _make_id(access: Access, key: str | None) -> str:
    """Return the id of the webhook that a key creates: the key cannot be computed from it."""
    kind, _, owner_id = access.owner.partition(":")
    place = "app" if kind == "app" else f"{kind}.{owner_id}"
    if key is None:
        return f"{place}.{new_document_id()}"
    scoped = f"the webhook of a key\n{access.owner}\n{access.mark}\n{key}"
    return f"{place}.{short_hash(scoped.encode())}"


def _check_count(endpoints: Endpoints, access: Access) -> None:
    """Raise `Problem` if the caller, or all holders together, have as many webhooks as they may have."""
    own = sum(access.owns(one) for one in endpoints.webhooks)
    most = _most_of(access)
    if own >= most:
        raise Problem("TOO_MANY_WEBHOOKS", f"You have {most} webhooks here, the most that you may have: delete one.")
    of_holders = sum(one.by != access.host for one in endpoints.webhooks)
    if not access.is_host and of_holders >= MOST_OF_HOLDERS:
        message = f"The holders have {MOST_OF_HOLDERS} webhooks here, the most that all may have together."
        raise Problem("TOO_MANY_WEBHOOKS", message)


def _most_of(access: Access) -> int:
    """Return how many webhooks a caller may have."""
    if is_app(access.owner):
        return MOST_OF_APP
    return MOST_OF_HOST if access.is_host else MOST_OF_HOLDER


async def _start_notices(context: RequestContext, access: Access, known: Endpoints | None) -> None:
    """Let a session, or a tournament and its tables, send notices, unless they do so already. Raises `Problem`."""
    if access.is_over:
        raise already_over(access.place)
    if access.place.session_id is not None:
        await start_session_notices(context, access)
    elif access.place.tournament_id is not None and known is None:
        await _start_tournament_notices(context, access, access.place.tournament_id)


async def _start_tournament_notices(context: RequestContext, access: Access, tournament_id: str) -> None:
    def decide(current: Tournament, now: int) -> NoticesWanted:
        if current.is_over:
            raise already_over(access.place)
        return NoticesWanted(now)

    if access.sends_notices:
        tournament = await context.tournaments.read(tournament_id)
    else:
        request = make_own_request("startNotices")
        tournament = (await context.tournaments.change(tournament_id, request, decide)).tournament
    await want_notices(context.sessions, tournament)


# ---- listing


@query("/v1/webhooks", "Webhooks", field="webhooks")
@raises(*_OWNER_PROBLEMS)
async def list_webhooks(context: RequestContext, input: WebhooksInput) -> Webhooks:
    """List the webhooks of a session or a tournament, or with neither those of the app whose key is sent.

    The host sees all, a holder their own. Each has its failed deliveries. No secret is returned.
    """
    notices = _notices_of(context)
    access = await find_access(context, Place(input.session_id, input.tournament_id))
    endpoints = await notices.endpoints.read(access.owner)
    found = () if endpoints is None else endpoints.webhooks
    seen = await for_each(partial(_show, notices, access), filter(access.may_see, found))
    return Webhooks(webhooks=tuple(seen))


@query("/v1/webhooks/{webhookId}", "Webhooks", field="webhook")
@raises(*_OWNER_PROBLEMS)
async def read_webhook(context: RequestContext, input: WebhookInput) -> WebhookSeen:
    """Read a webhook, with its failed deliveries.

    Its creator and the host may do so.
    """
    notices = _notices_of(context)
    access, _, webhook = await _find(context, notices, input.webhook_id)
    return await _show(notices, access, webhook)


@query("/v1/notice-types", "Webhooks", field="noticeTypes")
async def list_notice_types(_context: RequestContext, input: Input) -> NoticeTypes:
    """List the types of notices that webhooks get, with their meanings and fields.

    A later release may add types. A webhook that asks for none in particular gets these, too.
    """
    del input
    return project_notice_types()


# ---- testing, replaying, rotating, deleting


@mutation("/v1/webhooks/{webhookId}/test", "Webhooks", cost=cost_of_sending)
@raises(*_CHANGE_PROBLEMS)
async def test_webhook(context: RequestContext, input: WebhookInput) -> WebhookTested:
    """Send a notice of the type `test` now, once, and tell how the receiver answered.

    If a disabled webhook answers with a 2xx, it is enabled again. An answer of 410 disables it.
    """
    notices = _notices_of(context)
    access, endpoints, webhook = await _find(context, notices, input.webhook_id)
    now = await notices.endpoints.store.now()
    place = access.place
    notice = Notice("test", now, make_origin(new_token(), 0), Subject(place.session_id, place.tournament_id))
    begun = time.perf_counter()
    attempt = await notices.sender.send_webhook(
        webhook.url,
        secrets_of(endpoints, webhook, now),
        message_id(notice, webhook.id),
        now // 1000,
        encode_payload(notice),
        is_of_app=is_app(access.owner),
    )
    milliseconds = round(1000 * (time.perf_counter() - begun))
    webhook = await _note_outcome(notices, access, webhook, attempt)
    return WebhookTested(
        webhook=await _show(notices, access, webhook),
        delivered=attempt.ok,
        status=attempt.status,
        reason=None if attempt.ok else attempt.reason,
        milliseconds=milliseconds,
    )


async def _note_outcome(notices: Notices, access: Access, webhook: Webhook, attempt: Attempt) -> Webhook:
    """Disable a webhook that is gone, or enable one that answers again, and return it."""

    def note(one: Webhook, _now: int) -> Webhook:
        if attempt.ok:
            return replace(one, disabled="", failing_since=0)
        return replace(one, disabled=attempt.reason) if attempt.gone else one

    if note(webhook, 0) == webhook:
        return webhook
    return (await _change(notices, access, webhook.id, note))[1]


def _cost_of_replay(input: ReplayWebhookInput) -> int:
    return CREATION_COST if input.delivery_id else MOST_FAILED * CREATION_COST


@mutation("/v1/webhooks/{webhookId}/replay", "Webhooks", cost=_cost_of_replay)
@in_rest(example={"deliveryId": "…"})
@raises(*_CHANGE_PROBLEMS)
async def replay_webhook(context: RequestContext, input: ReplayWebhookInput) -> WebhookReplayed:
    """Try one failed delivery again, or the newest failed ones, for another 24 hours.

    They have the same ids as before, so a receiver that has handled one can tell.
    """
    notices = _notices_of(context)
    access, _, webhook = await _find(context, notices, input.webhook_id)
    store = notices.endpoints.store
    failed = await list_failed(store, access.owner, webhook.id, MOST_SEARCHED)
    wanted = [one for one in failed if input.delivery_id in (None, one.delivery.id)]
    if input.delivery_id is not None and not wanted:
        message = "The webhook has no such failed delivery, or its 7 days are over."
        raise Problem("NOT_FOUND", message, ("deliveryId",))
    for one in wanted[:MOST_FAILED]:
        await replay(store, one)
    return WebhookReplayed(webhook=await _show(notices, access, webhook), replayed=len(wanted[:MOST_FAILED]))


@mutation("/v1/webhooks/{webhookId}/rotate", "Webhooks")
@raises(*_CHANGE_PROBLEMS)
async def rotate_webhook_secret(context: RequestContext, input: RotateWebhookSecretInput) -> WebhookSecretRotated:
    """Give a webhook a new secret, as its creator.

    The former secret signs beside the new one for 24 hours, so that the receiver can change it without a gap. A
    further rotation within that time voids it at once.
    """
    notices = _notices_of(context)
    check_secret_key(input.idempotency_key)
    access, _, webhook = await _find(context, notices, input.webhook_id)
    if not access.owns(webhook):
        raise Problem("UNAUTHORIZED", "Only its creator may change the secret of a webhook.", ("webhookId",))
    request = hash_token(input.idempotency_key or new_token())

    def rotate(one: Webhook, now: int) -> Webhook:
        if one.rotation == request:
            return one
        return replace(one, secret=one.secret + 1, former_until=now + OVERLAP_MILLIS, rotation=request)

    endpoints, rotated = await _change(notices, access, webhook.id, rotate)
    secret = _secret_numbered(endpoints, rotated, rotated.secret)
    return WebhookSecretRotated(webhook=await _show(notices, access, rotated), secret=secret)


@mutation("/v1/webhooks/{webhookId}/delete", "Webhooks")
@raises(*_CHANGE_PROBLEMS)
async def delete_webhook(context: RequestContext, input: WebhookInput) -> WebhookDeleted:
    """Delete a webhook, as its creator or the host.

    It gets nothing any more, not even what is still to be delivered.
    """
    notices = _notices_of(context)
    access, _, webhook = await _find(context, notices, input.webhook_id)
    await notices.endpoints.change(access.owner, access.lifetime, lambda of, _now: of.without(webhook.id))
    return WebhookDeleted(webhook_id=webhook.id)


async def _change(
    notices: Notices, access: Access, webhook_id: str, decide: Callable[[Webhook, int], Webhook]
) -> tuple[Endpoints, Webhook]:
    """Commit a change of a webhook, and return the endpoints and the webhook after it. Raises `Problem`."""

    def change(endpoints: Endpoints, now: int) -> Endpoints:
        return endpoints.with_webhook(decide(_webhook_in(endpoints, access, webhook_id), now))

    endpoints = await notices.endpoints.change(access.owner, access.lifetime, change)
    return endpoints, _webhook_in(endpoints, access, webhook_id)


# ---- who may do what


def _notices_of(context: RequestContext) -> Notices:
    """Return what is needed to send notices. Raises `Problem` with WEBHOOKS_OFF."""
    lifetimes = context.sessions.lifetimes
    if context.notices is None:
        raise Problem("WEBHOOKS_OFF", "The service sends no webhooks.")
    if min(lifetimes.session, lifetimes.finished) < SHORTEST_LIFE_SECONDS:
        message = "The service keeps its sessions for less than a day, and sends no webhooks for that reason."
        raise Problem("WEBHOOKS_OFF", message)
    return context.notices


async def _find(context: RequestContext, notices: Notices, webhook_id: str) -> tuple[Access, Endpoints, Webhook]:
    """Return the caller's rights, the endpoints, and a webhook that the caller may see. Raises `Problem`.

    A caller without rights learns nothing about the webhook: the owner alone decides on the refusal.
    """
    try:
        access = await find_access(context, _read_id(webhook_id))
    except Problem as problem:
        problem.path = ("webhookId",)
        raise
    endpoints = await notices.endpoints.read(access.owner)
    if endpoints is None:
        raise _no_webhook()
    return access, endpoints, _webhook_in(endpoints, access, webhook_id)


def _webhook_in(endpoints: Endpoints, access: Access, webhook_id: str) -> Webhook:
    webhook = endpoints.webhook(webhook_id)
    if webhook is None or not access.may_see(webhook):
        raise _no_webhook()
    return webhook


def _read_id(webhook_id: str) -> Place:
    """Return the owner that the id of a webhook names. Raises `Problem`."""
    match webhook_id.split("."):
        case ["session", session_id, _]:
            return Place(session_id=session_id)
        case ["tournament", tournament_id, _]:
            return Place(tournament_id=tournament_id)
        case ["app", _]:
            return Place()
        case _:
            raise _no_webhook()


def _no_webhook() -> Problem:
    return Problem("NOT_FOUND", "There is no such webhook, or it was deleted.", ("webhookId",))


# ---- showing


def _secret_numbered(endpoints: Endpoints, webhook: Webhook, number: int) -> str:
    """Return the text of the secret with a number."""
    return show_secret(secrets_of(endpoints, replace(webhook, secret=number, former_until=0), 0)[0])


async def _show(notices: Notices, access: Access, webhook: Webhook) -> WebhookSeen:
    store = notices.endpoints.store
    failed = await list_failed(store, access.owner, webhook.id, MOST_FAILED)
    return project_webhook(
        webhook,
        session_id=access.place.session_id,
        tournament_id=access.place.tournament_id,
        is_own=access.owns(webhook),
        failed=[_show_failed(one) for one in failed],
        now=await store.now(),
    )


def _show_failed(failed: Failed) -> FailedDelivery:
    notice = failed.delivery.notice
    return FailedDelivery(
        delivery_id=failed.delivery.id,
        type=notice.type,
        at=format_time(notice.at),
        failed_at=format_time(failed.failed_at),
        status=failed.status,
        reason=failed.reason,
    )
