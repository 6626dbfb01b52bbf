"""The use cases of Web Push: a browser shows the notices of a seat while nobody looks at the page."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from service.notices.endpoints import Endpoints, Language, PushSubscription, mark_of_hash
from service.notices.web_push import InvalidKeys, check_keys
from service.sessions.problems import Problem
from service.sessions.rules import within
from service.sessions.tokens import short_hash
from service.use_cases.context import Notices, RequestContext
from service.use_cases.endpoint_access import (
    Access,
    access_to_session,
    already_over,
    check_address,
    start_session_notices,
)
from service.use_cases.inputs import Input
from service.use_cases.lobby import check_seated
from service.use_cases.notice_inputs import LANGUAGES, PushSubscriptionInput, SubscribePushInput, UnsubscribePushInput
from service.use_cases.operation import SESSION_PROBLEMS, cost_of_sending, in_rest, mutation, query, raises
from service.views.webhook_view import MOST_PUSHES, PushKey, SeatPushes

# A browser in examples; the keys are those of RFC 8291, appendix A.
_BROWSER = "https://push.example/of-a-browser"
_P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


@query("/v1/push-key", "Webhooks")
async def push_key(context: RequestContext, input: Input) -> PushKey:
    """Return the key with which a browser subscribes to push messages of this service.

    The key stays the same as long as the service has its store.
    """
    del input
    vapid = None if context.notices is None else context.notices.sender.vapid
    return PushKey(key=None if vapid is None else vapid.public_key)


@mutation("/v1/sessions/{sessionId}/push-subscriptions", "Webhooks", cost=cost_of_sending)
@in_rest(example={"subscription": {"endpoint": _BROWSER, "p256dh": _P256DH, "auth": _AUTH}, "language": "en"})
@raises(*SESSION_PROBLEMS, "BUSY", "SESSION_OVER", "PUSH_OFF")
async def subscribe_push(context: RequestContext, input: SubscribePushInput) -> SeatPushes:
    """Let a browser show the notices of the bearer's seat: that it is its turn, and that the table is over.

    Subscribing again changes the language. Of more than four browsers, the oldest gets nothing any more.
    """
    notices = _notices_of(context)
    with within("subscription"):
        _check_subscription(input.subscription, notices)
    language = _read_language(input.language)
    holder = await _find_holder(context, input.session_id)
    if holder.access.is_over:
        raise already_over(holder.access.place)
    await start_session_notices(context, holder.access)

    def add(endpoints: Endpoints, now: int) -> Endpoints:
        given = input.subscription
        push_id = _make_id(given.endpoint, holder.mark)
        known = endpoints.push(push_id)
        since = now if known is None else known.created_at
        push = PushSubscription(push_id, given.endpoint, given.p256dh, given.auth, since, holder.mark, language)
        if push == known:
            return endpoints
        return _newest_of_holder(holder.access.drop_former(endpoints).with_push(push), holder.mark)

    return await _change(notices, holder, add)


@mutation("/v1/sessions/{sessionId}/push-subscriptions/remove", "Webhooks")
@in_rest(example={"endpoint": _BROWSER})
@raises(*SESSION_PROBLEMS, "BUSY", "PUSH_OFF")
async def unsubscribe_push(context: RequestContext, input: UnsubscribePushInput) -> SeatPushes:
    """Let a browser show no more notices of the bearer's seat.

    It need not be subscribed.
    """
    notices = _notices_of(context)
    check_address(input.endpoint, notices, "endpoint")
    holder = await _find_holder(context, input.session_id)
    push_id = _make_id(input.endpoint, holder.mark)
    return await _change(notices, holder, lambda endpoints, _now: endpoints.without(push_id))


class _Holder(msgspec.Struct, frozen=True):
    """The holder of a seat, with the mark of the seat's token: the host who plays gets the notices of the seat."""

    seat: int
    mark: str
    access: Access


async def _find_holder(context: RequestContext, session_id: str) -> _Holder:
    """Return the bearer as the holder of a seat. Raises `Problem`."""
    session = await context.sessions.read_durable(session_id)
    seat = check_seated(session, context.token)
    token = session.seats[seat].token
    assert token is not None
    return _Holder(seat, mark_of_hash(token.kept), access_to_session(session, context.token))


async def _change(notices: Notices, holder: _Holder, decide: Callable[[Endpoints, int], Endpoints]) -> SeatPushes:
    """Commit a change to the endpoints of the holder's session, and return the answer. Raises `Problem`."""
    access = holder.access
    endpoints = await notices.endpoints.change(access.owner, access.lifetime, decide)
    browsers = sum(one.by == holder.mark for one in endpoints.pushes)
    return SeatPushes(session_id=access.place.session_id or "", seat=holder.seat, browsers=browsers)


def _notices_of(context: RequestContext) -> Notices:
    """Return what is needed to send push messages. Raises `Problem` with PUSH_OFF."""
    notices = context.notices
    if notices is None or notices.sender.vapid is None:
        raise Problem("PUSH_OFF", "The service sends no push messages.")
    return notices


def _check_subscription(given: PushSubscriptionInput, notices: Notices) -> None:
    check_address(given.endpoint, notices, "endpoint")
    try:
        check_keys(given.p256dh, given.auth)
    except InvalidKeys as error:
        raise Problem("INVALID_INPUT", str(error)) from None


def _read_language(text: str) -> Language:
    try:
        language: Language = msgspec.convert(text, Language)
    except msgspec.ValidationError:
        message = f"language must be one of {', '.join(LANGUAGES)}."
        raise Problem("INVALID_INPUT", message, ("language",)) from None
    return language


def _make_id(url: str, mark: str) -> str:
    """Return the id of a subscription: one for each browser and holder."""
    return short_hash(f"push to {url} for {mark}".encode())


def _newest_of_holder(endpoints: Endpoints, mark: str) -> Endpoints:
    """Return the endpoints with only the newest subscriptions of a holder."""
    own = [one.id for one in endpoints.pushes if one.by == mark]
    dropped = own[:-MOST_PUSHES]
    return replace(endpoints, pushes=tuple(one for one in endpoints.pushes if one.id not in dropped))
