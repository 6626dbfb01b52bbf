"""The use cases around a table: taking and leaving seats, starting and ending a session, and rematches."""

import secrets
from collections.abc import Callable

import bots
import engine
from service.sessions.changes import (
    Abandoned,
    BotAdded,
    BotRemoved,
    Change,
    Created,
    Done,
    HandedOver,
    Joined,
    Left,
    RematchMade,
    Started,
)
from service.sessions.history_hash import new_history_key
from service.sessions.names import check_name
from service.sessions.problems import Problem
from service.sessions.rules import check_range, check_seat
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session
from service.sessions.tokens import (
    ChangeRequest,
    Secret,
    check_key,
    check_secret_key,
    derive_token,
    hash_token,
    is_token,
    keep,
    make_change_request,
    new_token,
    scope_key,
)
from service.storage.documents import new_document_id
from service.storage.public_lists import keep_listed
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    AddBotInput,
    HandOverSeatInput,
    JoinSessionInput,
    RemoveBotInput,
    SessionInput,
)
from service.use_cases.operation import CHANGE_PROBLEMS, LIVE_CHANGE_PROBLEMS, in_rest, mutation, raises
from service.views.projection import project_session
from service.views.session_view import RematchOffered, SeatJoined, SessionChanged
from service.views.steps import project_change
from service.views.wording import number_of_seat


@mutation("/v1/sessions/{sessionId}/seats", "Seats")
@in_rest(status=201, example={"seat": 0, "name": "Ada"})
@raises(*CHANGE_PROBLEMS, "SEAT_TAKEN", "SESSION_OVER")
async def join_session(context: RequestContext, input: JoinSessionInput) -> SeatJoined:
    """Take a seat of a session and get its token.

    To return to a seat, or to join a rematch, send the former token as the bearer token. To play as the host, send the
    host's token: it then holds the seat, too, and the seat's token has the host's rights. To take over from a bot, name
    its seat.
    """
    done, joined = await take_seat(context, input)
    await keep_listed(context.sessions.store, done.session)
    return joined


async def take_seat(context: RequestContext, input: JoinSessionInput) -> tuple[Done, SeatJoined]:
    """Take a seat as `join_session` does, without updating the lists of public sessions."""
    sessions = context.sessions
    token = context.token
    key = input.idempotency_key
    check_secret_key(key)
    check_name(input.name)
    check_entropy(input.entropy)
    secret = key or new_token()
    salt = new_token()

    def decide(session: Session, now: int) -> Joined:
        seat = _choose_seat(session, input, token)
        _check_entropy_in_time(session, input)
        kept = Secret(hash_token(derive_token(secret, salt, _seat_purpose(session.id, seat))), salt)
        return Joined(now, seat, kept, input.name, input.entropy or "", _sits_as_host(session, seat, token))

    place = (input.seat, input.name, input.code, input.entropy)
    request = make_change_request("join", None, scope_key(key, context.app), place)
    done = await sessions.change(input.session_id, request, decide)
    return done, _answer_holder(done, secret)


@mutation("/v1/sessions/{sessionId}/leave", "Seats", result="SessionResult")
@raises(*LIVE_CHANGE_PROBLEMS)
async def leave_session(context: RequestContext, input: SessionInput) -> SessionChanged:
    """Leave the seat of the bearer token.

    After the deal, the seat can be taken again with its former token or its join code. In a session with
    `leftSeatLevel`, a bot plays the seat until then. A table is abandoned when everybody has left.
    """

    def decide(session: Session, now: int) -> Left:
        seat = check_seated(session, context.token)
        _check_not_over(session)
        return Left(now, seat, _bot_for_left_seat(session, seat))

    return await _change(context, input, "leave", decide)


@mutation("/v1/sessions/{sessionId}/hand-over", "Seats", result="SeatResult")
@in_rest(status=201, answered="The seat has a new token.")
@raises(*CHANGE_PROBLEMS)
async def hand_over_seat(context: RequestContext, input: HandOverSeatInput) -> SeatJoined:
    """Get a new token for the bearer's seat, to keep or to hand over; the old token becomes void.

    The new token does not have the host's rights.
    """
    token = context.token
    key = input.idempotency_key
    check_secret_key(key)
    secret = key or new_token()

    def decide(session: Session, now: int) -> HandedOver:
        seat = check_seated(session, token)
        return HandedOver(now, seat, keep(secret, _seat_purpose(session.id, seat)))

    request = make_change_request("handOver", token, key)
    return _answer_holder(await context.sessions.change(input.session_id, request, decide), secret)


@mutation("/v1/sessions/{sessionId}/bots", "Seats", result="SessionResult")
@in_rest(body="BotAdded", example={"seat": 1, "level": 2})
@raises(*LIVE_CHANGE_PROBLEMS, "SEAT_TAKEN")
async def add_bot(context: RequestContext, input: AddBotInput) -> SessionChanged:
    """Let a bot play a seat that nobody holds, or change the level of a seat's bot, as the host.

    In an open session the seat counts as taken, but a person who names it in `joinSession` gets it.
    """
    seat = input.seat
    level = input.level
    check_range(level, 1, HIGHEST_LEVEL, "level")

    def decide(session: Session, now: int) -> BotAdded:
        _check_seats_open_to_host(session, context.token, seat)
        if session.seats[seat].token is not None:
            raise Problem(
                "SEAT_TAKEN", f"Seat {number_of_seat(seat)} has a holder: name a seat without one.", ("seat",)
            )
        _check_may_exchange(session, seat)
        return BotAdded(now, seat, Bot(level, bots.VERSION))

    return await _change(context, input, "addBot", decide, seat, level)


@mutation("/v1/sessions/{sessionId}/bots/remove", "Seats", result="SessionResult")
@in_rest(body="BotRemoved", example={"seat": 1})
@raises(*LIVE_CHANGE_PROBLEMS)
async def remove_bot(context: RequestContext, input: RemoveBotInput) -> SessionChanged:
    """Remove the bot from a seat, as the host.

    At a table in play, the seat waits until somebody takes it, or until `giveUpSeat` assigns it to the default policy.
    """
    seat = input.seat

    def decide(session: Session, now: int) -> BotRemoved:
        _check_seats_open_to_host(session, context.token, seat)
        if session.seats[seat].bot is None:
            raise Problem("NOT_FOUND", f"No bot plays seat {number_of_seat(seat)}.", ("seat",))
        _check_may_exchange(session, seat)
        return BotRemoved(now, seat)

    return await _change(context, input, "removeBot", decide, seat)


@mutation("/v1/sessions/{sessionId}/start", "Sessions", result="SessionResult")
@raises(*LIVE_CHANGE_PROBLEMS, "ALREADY_STARTED", "NOT_STARTED")
async def start_session(context: RequestContext, input: SessionInput) -> SessionChanged:
    """Deal the cards, as the host.

    The default policy plays the seats without a holder.
    """

    def decide(session: Session, now: int) -> Started:
        check_host(session, context.token)
        _check_not_over(session)
        if session.status != "OPEN":
            raise Problem("ALREADY_STARTED", "The cards have already been dealt.", ("sessionId",))
        if not session.holders() and not session.bot_seats():
            raise Problem("NOT_STARTED", "Nobody has taken a seat yet.", ("sessionId",))
        return Started(now)

    return await _change(context, input, "start", decide)


@mutation("/v1/sessions/{sessionId}/abandon", "Sessions", result="SessionResult")
@raises(*LIVE_CHANGE_PROBLEMS)
async def abandon_session(context: RequestContext, input: SessionInput) -> SessionChanged:
    """End the session before its result, as the host.

    The session then has neither a result nor a record.
    """

    def decide(session: Session, now: int) -> Abandoned:
        check_host(session, context.token)
        _check_not_over(session)
        return Abandoned(now)

    return await _change(context, input, "abandon", decide)


def _answer_holder(done: Done, secret: str) -> SeatJoined:
    """Return the answer to the new holder of a seat, with the seat's token."""
    change = done.entry.change
    assert isinstance(change, Joined | HandedOver)
    token = derive_token(secret, change.token.salt, _seat_purpose(done.session.id, change.seat))
    return SeatJoined(
        session=project_session(done.session, token), seat=change.seat, seat_token=token, replayed=done.replayed
    )


def _check_seats_open_to_host(session: Session, token: str | None, seat: int) -> None:
    """Raise `Problem` unless the token is the host's, the session is not over, and the seat exists."""
    check_host(session, token)
    _check_not_over(session)
    check_seat(seat, len(session.seats), "seat")


def _check_may_exchange(session: Session, seat: int) -> None:
    """Raise `Problem` for a bot's seat if other tables play the same deal: the host may play at one of them."""
    if session.seats[seat].bot is not None and session.status != "OPEN" and session.is_deal_closed:
        message = "Other tables are playing the deal of this session: its bots cannot change until the deal is opened."
        raise Problem("UNAUTHORIZED", message, ("seat",))


def _bot_for_left_seat(session: Session, seat: int) -> Bot | None:
    """Return the bot that takes over a seat when its holder leaves; None if the session's setup has none."""
    level = session.setup.left_seat_level
    if not level or session.status != "ACTIVE" or session.seats[seat].kind != "HUMAN":
        return None
    return Bot(level, bots.VERSION)


async def _change(
    context: RequestContext, input: SessionInput, name: str, decide: Callable[[Session, int], Change], *details: object
) -> SessionChanged:
    sessions = context.sessions
    token = context.token
    check_key(input.idempotency_key)

    def decide_if_aware(session: Session, now: int) -> Change:
        sessions.losses.check_aware(session, token, "sessionId")
        return decide(session, now)

    request = make_change_request(name, token, input.idempotency_key, *details)
    done = await sessions.change(input.session_id, request, decide_if_aware)
    await keep_listed(sessions.store, done.session)
    return project_change(done, token)


def check_seated(session: Session, token: str | None) -> int:
    """Return the seat that a token holds. Raises `Problem` with UNAUTHORIZED."""
    seat = session.seat_of(token)
    if seat is None:
        raise not_seated(session, token)
    return seat


def not_seated(session: Session, token: str | None) -> Problem:
    """Return the problem for a caller without a seat of the session."""
    message = "This requires a seat of the session: send its token in the header `Authorization: Bearer TOKEN`."
    if session.is_host(token):
        message = "The host's token holds no seat: send a seat's token, or take a seat as the host with `joinSession`."
    return Problem("UNAUTHORIZED", message, ("sessionId",))


def check_host(session: Session, token: str | None) -> None:
    """Raise `Problem` with UNAUTHORIZED unless a token is the host's."""
    if not session.is_host(token):
        raise Problem("UNAUTHORIZED", "This requires the bearer token of the session's host.", ("sessionId",))


def _check_not_over(session: Session) -> None:
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over.", ("sessionId",))


def _choose_seat(session: Session, place: JoinSessionInput, token: str | None) -> int:
    """Return the seat that the caller takes. Raises `Problem`."""
    _check_not_over(session)
    check_seat(place.seat, len(session.seats), "seat")
    coded = None if place.code is None else _seat_of_code(session, place.code)
    if coded is not None and place.seat not in (None, coded):
        raise Problem(
            "INVALID_INPUT",
            "The join code belongs to another seat: send that seat's number, or omit `seat`.",
            ("code",),
        )
    wanted = place.seat if coded is None else coded
    vacant = [seat for seat in session.open_seats() if wanted in (None, seat)]
    # A bot's seat is taken only by a caller who names it, or who left it.
    vacant += [seat for seat in session.bot_seats() if wanted == seat or _is_former(session, seat, token)]
    if not vacant:
        message = "Every seat is taken." if wanted is None else f"Seat {number_of_seat(wanted)} is taken."
        raise Problem("SEAT_TAKEN", message, ("seat",))
    allowed = [seat for seat in vacant if seat == coded or _may_take(session, seat, token)]
    if not allowed:
        raise Problem("UNAUTHORIZED", "This requires the seat's join code or its former token.", ("code",))
    # A former holder gets the old seat back.
    return next((seat for seat in allowed if _is_former(session, seat, token)), allowed[0])


def _seat_of_code(session: Session, code: str) -> int:
    for index, seat in enumerate(session.seats):
        if seat.code and is_token(code, seat.code):
            return index
    raise Problem("UNAUTHORIZED", "The code is not a join code of this session.", ("code",))


def _may_take(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether a seat may be taken without its code: by its former holder, or by anybody before the deal.

    After the deal, a bot's seat has a hand, which only the host and people invited by the host may see. If other tables
    play the deal, the host may not see it either, since the host may play at one of them.
    """
    if session.seats[seat].former:
        return _is_former(session, seat, token)
    if session.status != "OPEN":
        return session.is_host(token) and not session.is_deal_closed
    return not session.setup.invitation_only


def _is_former(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether a token belongs to the seat's last holder; if that was the host, the host's token counts, too."""
    former = session.seats[seat].former
    if token is None or not former:
        return False
    return is_token(token, former) or (seat == session.host_seat and session.is_host(token))


def _sits_as_host(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether the bearer takes a seat as the host: with the host's token, or with the token that left this seat.

    A host who already has a seat takes another one as anybody else does, for a second person at the same screen.
    """
    if session.seat_of(token) is not None:
        return False
    return session.is_host(token) or (seat == session.host_seat and _is_former(session, seat, token))


def _check_entropy_in_time(session: Session, place: JoinSessionInput) -> None:
    """Raise `Problem` for entropy that cannot affect the shuffles."""
    if not place.entropy:
        return
    if not session.dealing.is_committed:
        raise Problem(
            "INVALID_INPUT", "The deal of this session is given and takes no entropy: omit `entropy`.", ("entropy",)
        )
    if session.dealing.is_shared:
        message = "Other tables play the deal of this session, so it takes no entropy: omit `entropy`."
        raise Problem("INVALID_INPUT", message, ("entropy",))
    if session.status != "OPEN":
        raise Problem(
            "INVALID_INPUT",
            "The cards have already been dealt, so it is too late for entropy: omit `entropy`.",
            ("entropy",),
        )


def check_entropy(entropy: str | None) -> None:
    """Raise `Problem` unless entropy is absent or valid."""
    if entropy is not None and not engine.is_entropy(entropy):
        raise Problem("INVALID_INPUT", "Entropy must be at most 64 characters from U+0020 to U+007E.", ("entropy",))


def _seat_purpose(session_id: str, seat: int) -> str:
    """Return the purpose from which the token of a seat is derived."""
    return f"seat\n{session_id}\n{seat}"


# ---- a rematch


@mutation("/v1/sessions/{sessionId}/rematch", "Sessions", result="RematchResult")
@in_rest(status=201)
@raises(*CHANGE_PROBLEMS, "NOT_OVER")
async def offer_rematch(context: RequestContext, input: SessionInput) -> RematchOffered:
    """Open a session for the same seats, or return the one that is already open.

    Only the host and the seats of a session that is over may do so.
    """
    check_key(input.idempotency_key)
    sessions = context.sessions
    token = context.token
    old = await sessions.read_durable(input.session_id)
    if not old.is_member(token):
        message = "This requires the bearer token of a seat of the session, or of its host."
        raise Problem("UNAUTHORIZED", message, ("sessionId",))
    if not old.is_over:
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if old.rematch is None:
        made = await _make_rematch(sessions, old, make_change_request("rematch", token, input.idempotency_key))
    else:
        made = await sessions.read_durable(old.rematch)
    return RematchOffered(session=project_session(made, token))


async def _make_rematch(sessions: SessionRepository, old: Session, request: ChangeRequest) -> Session:
    # The session is created first and linked afterwards, so that the id in a link always leads to one session.
    made = await sessions.create(new_document_id(), await _rematch_of(sessions, old))

    def decide(session: Session, now: int) -> RematchMade:
        if session.rematch is not None:
            raise _AnotherRematch(session.rematch)
        return RematchMade(now, made.id)

    try:
        linked = (await sessions.change(old.id, request, decide)).session.rematch or ""
    except _AnotherRematch as another:
        linked = another.session_id
    if linked != made.id:
        # Another request was faster, or this is a retry. The session created here is never disclosed, and expires.
        return await sessions.read_durable(linked)
    await keep_listed(sessions.store, made)
    return made


class _AnotherRematch(Problem):
    """The session already has a rematch. No caller sees this refusal, but it is decided on the stored version."""

    def __init__(self, session_id: str) -> None:
        super().__init__("SESSION_OVER", "The session already has a rematch.")
        self.session_id = session_id


async def _rematch_of(sessions: SessionRepository, old: Session) -> Created:
    return Created(
        at=await sessions.store.now(),
        lifetime=sessions.lifetimes.of_session(old.setup),
        finished_lifetime=sessions.lifetimes.finished,
        game=old.game,
        seats=tuple(_seat_again(old, seat) for seat in old.seats),
        options=old.options,
        setup=old.setup,
        dealing=Dealing(server_seed=secrets.token_hex(32)),
        host=old.host,
        history_key=new_history_key(),
        host_seat=old.host_seat,
        agreements=AGREEMENTS,
        sends_notices=bool(old.app),
        app=old.app,
    )


def _seat_again(old: Session, seat: Seat) -> Seat:
    """Return a seat of a rematch: reserved for its holder, or played by the same bot.

    The rematch does not wait for a holder who left: a bot that took over stands in; without a bot, the seat is open.
    """
    if seat.token is not None:
        return Seat(code=seat.code, former=seat.token.kept)
    if old.state is None and seat.kind == "HUMAN":
        # Its holder has not come yet.
        return Seat(code=seat.code, former=seat.former, stand_in=seat.stand_in)
    if seat.bot is None:
        return Seat(code=seat.code)
    bot = Bot(seat.bot.level, bots.VERSION)
    if seat.former:
        return Seat(code=seat.code, former=seat.former, stand_in=bot)
    return Seat(name=seat.name, code=seat.code, kind="BOT", bot=bot)
