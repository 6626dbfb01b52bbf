"""The use cases of Web Push: a browser shows the notices of a seat while nobody looks at the page."""

import msgspec
from msgspec.structs import replace

from service.notices.endpoints import Endpoints, Language, PushSubscription, mark_of_hash
from service.notices.web_push import InvalidKeys, check_keys
from service.sessions.problems import Problem
from service.sessions.rules import within
from service.sessions.tokens import short_hash
from service.use_cases.context import Notices, RequestContext
from service.use_cases.inputs import Input
from service.use_cases.lobby import check_seated
from service.use_cases.notice_inputs import LANGUAGES, PushSubscriptionInput, SubscribePushInput, UnsubscribePushInput
from service.use_cases.operation import SESSION_PROBLEMS, in_rest, mutation, query, raises
from service.use_cases.webhooks import access_to_session, check_address, start_session_notices, without_former_holders
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


@mutation("/v1/sessions/{sessionId}/push-subscriptions", "Webhooks")
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
    session = await context.sessions.read_durable(input.session_id)
    seat = check_seated(session, context.token)
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over: there will be no further notices.", ("sessionId",))
    access = access_to_session(session, context.token)
    holder = session.seats[seat].token
    assert holder is not None
    mark = mark_of_hash(holder.kept)
    await start_session_notices(context, session.id)

    def add(endpoints: Endpoints, now: int) -> Endpoints:
        given = input.subscription
        push_id = _make_id(given.endpoint, mark)
        known = endpoints.push(push_id)
        since = now if known is None else known.created_at
        push = PushSubscription(push_id, given.endpoint, given.p256dh, given.auth, since, mark, language)
        if push == known:
            return endpoints
        return _newest_of_seat(without_former_holders(endpoints, access).with_push(push), mark)

    return _answer(session.id, seat, mark, await notices.endpoints.change(access.owner, access.lifetime, add))


@mutation("/v1/sessions/{sessionId}/push-subscriptions/remove", "Webhooks")
@in_rest(example={"endpoint": _BROWSER})
@raises(*SESSION_PROBLEMS, "BUSY", "PUSH_OFF")
async def unsubscribe_push(context: RequestContext, input: UnsubscribePushInput) -> SeatPushes:
    """Let a browser show no more notices of the bearer's seat.

    It need not be subscribed.
    """
    notices = _notices_of(context)
    check_address(input.endpoint, notices, "endpoint")
    session = await context.sessions.read_durable(input.session_id)
    seat = check_seated(session, context.token)
    access = access_to_session(session, context.token)
    holder = session.seats[seat].token
    assert holder is not None
    mark = mark_of_hash(holder.kept)
    push_id = _make_id(input.endpoint, mark)
    endpoints = await notices.endpoints.change(access.owner, access.lifetime, lambda of, _now: of.without(push_id))
    return _answer(session.id, seat, mark, endpoints)


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


def _newest_of_seat(endpoints: Endpoints, mark: str) -> Endpoints:
    """Return the endpoints with only the newest subscriptions of a holder."""
    own = [one.id for one in endpoints.pushes if one.by == mark]
    dropped = own[:-MOST_PUSHES]
    return replace(endpoints, pushes=tuple(one for one in endpoints.pushes if one.id not in dropped))


def _answer(session_id: str, seat: int, mark: str, endpoints: Endpoints) -> SeatPushes:
    browsers = sum(one.by == mark for one in endpoints.pushes)
    return SeatPushes(session_id=session_id, seat=seat, browsers=browsers)
