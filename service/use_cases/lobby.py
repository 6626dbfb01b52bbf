"""The use cases around a table: opening a session, taking and leaving seats, starting, ending, going on."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec

import engine
from service.sessions.changes import Abandoned, Created, Done, HandedOver, Joined, Left, RematchMade, Started
from service.sessions.history_hash import new_history_key
from service.sessions.idempotency import (
    ChangeRequest,
    check_key,
    check_secret_key,
    key_reused,
    make_change_request,
    scope_key,
)
from service.sessions.names import check_name
from service.sessions.problems import Problem, StoreUnavailable
from service.sessions.rules import new_table
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import Secret, derive_token, fingerprint, is_token, keep, new_token
from service.storage.port import StoreFull
from service.storage.repository import SessionRepository, new_session_id, session_id_of
from service.use_cases.listing import enlist, keep_listed, unlist

LONGEST_MOVE_SECONDS = 1_000_000
LONGEST_REACTION_MILLIS = 60_000


class Opening(msgspec.Struct, frozen=True):
    """A session that was made; the host's token and the join code of each seat are told only here."""

    session: Session
    host_token: str
    codes: tuple[str, ...]


class Joining(msgspec.Struct, frozen=True):
    """A seat that was taken, or handed over; `token` is its holder's secret and is told only here."""

    done: Done
    seat: int
    token: str


class Place(msgspec.Struct, frozen=True):
    """What somebody who wants to sit down brings: a seat by choice, a name, a join code, a share in the shuffles."""

    seat: int | None = None
    name: str | None = None
    code: str | None = None
    entropy: str | None = None


# ---- opening


async def open_session(
    sessions: SessionRepository,
    *,
    game: str,
    seats: int,
    options: Mapping[str, object],
    setup: Setup,
    seed: str | None,
    deck: Sequence[str] | None,
    key: str | None,
    app: str | None = None,
) -> Opening:
    """Open a session. Raises `Problem`. The same key and wishes of one app give the same session and secrets again.

    With a `seed` (64 hex digits) or a `deck` the deal is given and nothing is committed (engine 4).
    """
    check_secret_key(key)
    _check_setup(setup)
    table = new_table(game, seats, options, seed, deck)
    if setup.reaction_millis and not engine.has_reactions(table):
        raise Problem("INVALID_INPUT", "At this table nobody can react out of turn.", ("reactionMillis",))
    secret = key or new_token()
    session_id = new_session_id() if key is None else session_id_of(scope_key(key, app))
    host = keep(secret, _host_purpose(session_id))
    wanted = Created(
        at=await sessions.store.now(),
        lifetime=sessions.lifetimes.session,
        finished_lifetime=sessions.lifetimes.finished,
        game=game,
        seats=tuple(Seat(code=fingerprint(_join_code(secret, host, session_id, seat))) for seat in range(seats)),
        options=engine.changed_options(table.options),
        setup=setup,
        dealing=_choose_dealing(seed, deck),
        host=host,
        history_key=new_history_key(),
    )
    session = await _create(sessions, session_id, wanted)
    if not _is_the_same(session, wanted):
        raise key_reused()
    return Opening(
        session,
        derive_token(secret, session.host.salt, _host_purpose(session_id)),
        tuple(_join_code(secret, session.host, session_id, seat) for seat in range(seats)),
    )


async def offer_rematch(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Session:
    """Open a session for the same seats, or return the one that was opened before. Raises `Problem`.

    Each seat is kept for whoever has its token of the session that is over.
    """
    check_key(key)
    old = await sessions.read_durable(session_id)
    _check_member(old, token)
    if not old.is_over:
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if old.rematch is not None:
        return await sessions.read_durable(old.rematch)
    # Made first and linked then: so an id that is told leads to a session, and never to another one.
    made = await sessions.create(new_session_id(), await _rematch_of(sessions, old))

    def decide(session: Session, now: int) -> RematchMade:
        if session.rematch is not None:
            raise _AnotherRematch(session.rematch)
        return RematchMade(now, made.id)

    linked = await _link_rematch(sessions, session_id, make_change_request("rematch", token, key), decide)
    if linked != made.id:
        # Somebody else was faster, or this is a repetition; what was made here is never told, and expires.
        return await sessions.read_durable(linked)
    await keep_listed(sessions, made)
    return made


async def _link_rematch(
    sessions: SessionRepository, session_id: str, wish: ChangeRequest, decide: Callable[[Session, int], RematchMade]
) -> str:
    """Return the id of the session that goes on with the seats of another, which may have had one before."""
    try:
        done = await sessions.change(session_id, wish, decide)
    except _AnotherRematch as another:
        return another.session_id
    assert isinstance(done.entry.change, RematchMade)
    return done.entry.change.session


class _AnotherRematch(Problem):
    """The session has a rematch already. Nobody is told this refusal, but it is decided as strictly as any."""

    def __init__(self, session_id: str) -> None:
        super().__init__("SESSION_OVER", "The session has a rematch already.")
        self.session_id = session_id


async def _rematch_of(sessions: SessionRepository, old: Session) -> Created:
    return Created(
        at=await sessions.store.now(),
        lifetime=sessions.lifetimes.session,
        finished_lifetime=sessions.lifetimes.finished,
        game=old.game,
        seats=tuple(Seat(code=seat.code, former=_last_token(seat)) for seat in old.seats),
        options=old.options,
        setup=old.setup,
        dealing=Dealing(server_seed=secrets.token_hex(32)),
        host=old.host,
        history_key=new_history_key(),
        host_seat=old.host_seat,
    )


async def _create(sessions: SessionRepository, session_id: str, change: Created) -> Session:
    """Make a session, or return the one that is there; a public one is listed first, so that none is forgotten."""
    try:
        if change.setup.public:
            await enlist(sessions, session_id, change.game, change.at, change.lifetime)
        return await sessions.create(session_id, change)
    except StoreFull:
        with suppress(StoreUnavailable):
            await _forget_refused(sessions, session_id, change.game)
        raise


async def _forget_refused(sessions: SessionRepository, session_id: str, game: str) -> None:
    """Take a session off the lists that a full store has refused, unless another try of the same key has made it."""
    if await sessions.find(session_id) is None:
        await unlist(sessions, session_id, game)


def _choose_dealing(seed: str | None, deck: Sequence[str] | None) -> Dealing:
    if seed is None and deck is None:
        return Dealing(server_seed=secrets.token_hex(32))
    drawn = secrets.token_hex(32) if seed is None else seed
    return Dealing(seed=drawn, deck=None if deck is None else tuple(deck), drawn=seed is None)


def _given(dealing: Dealing) -> tuple[str | None, tuple[str, ...] | None] | None:
    """Return what of a deal was given; null when it was left to the service."""
    return None if dealing.is_committed else (None if dealing.drawn else dealing.seed, dealing.deck)


def _is_the_same(session: Session, wanted: Created) -> bool:
    """Tell whether a session is what the same wishes would have made, whatever was drawn by lot for it."""
    same = (session.game, len(session.seats), session.options, session.setup) == (
        wanted.game,
        len(wanted.seats),
        wanted.options,
        wanted.setup,
    )
    return same and _given(session.dealing) == _given(wanted.dealing)


def _check_setup(setup: Setup) -> None:
    for name, value, longest in (
        ("moveSeconds", setup.move_seconds, LONGEST_MOVE_SECONDS),
        ("reactionMillis", setup.reaction_millis, LONGEST_REACTION_MILLIS),
    ):
        if not 0 <= value <= longest:
            raise Problem("INVALID_INPUT", f"{name} is a whole number from 0 to {longest}.", (name,))


# ---- seats


async def join(
    sessions: SessionRepository,
    session_id: str,
    token: str | None,
    place: Place,
    key: str | None,
    app: str | None = None,
) -> Joining:
    """Take a seat: the one of the code, the one that is chosen, the bearer's former one, or the first open one.

    With the last seat the cards are dealt, unless the host starts. The host's token as the bearer takes the seat as the
    host: from then on it is also that seat's, and the seat's has the host's rights. Raises `Problem`.
    """
    check_secret_key(key)
    check_name(place.name)
    _check_entropy(place.entropy)
    secret = key or new_token()
    salt = new_token()

    def decide(session: Session, now: int) -> Joined:
        seat = _choose_seat(session, place, token)
        _check_share(session, place)
        kept = Secret(fingerprint(derive_token(secret, salt, _seat_purpose(session_id, seat))), salt)
        return Joined(now, seat, kept, place.name, place.entropy or "", _sits_as_host(session, seat, token))

    done = await sessions.change(session_id, make_change_request("join", None, key, place, app=app), decide)
    change = done.entry.change
    assert isinstance(change, Joined)
    await keep_listed(sessions, done.session)
    return _joining(done, change.seat, change.token, secret)


async def hand_over(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Joining:
    """Give the seat that the token holds another token, for its holder or the next; the old one is void."""
    check_secret_key(key)
    secret = key or new_token()

    def decide(session: Session, now: int) -> HandedOver:
        seat = check_seated(session, token)
        return HandedOver(now, seat, keep(secret, _seat_purpose(session_id, seat)))

    done = await sessions.change(session_id, make_change_request("handOver", token, key), decide)
    change = done.entry.change
    assert isinstance(change, HandedOver)
    return _joining(done, change.seat, change.token, secret)


async def leave(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Done:
    """Leave the seat that the token holds; the token may take it again as long as nobody else has. Raises `Problem`."""
    check_key(key)

    def decide(session: Session, now: int) -> Left:
        sessions.losses.check_told(session, token, "sessionId")
        seat = check_seated(session, token)
        _check_not_over(session)
        return Left(now, seat)

    done = await sessions.change(session_id, make_change_request("leave", token, key), decide)
    await keep_listed(sessions, done.session)
    return done


async def start(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Done:
    """Have the cards dealt, as the host; the default policy plays the seats that nobody holds. Raises `Problem`."""
    check_key(key)

    def decide(session: Session, now: int) -> Started:
        sessions.losses.check_told(session, token, "sessionId")
        check_host(session, token)
        _check_not_over(session)
        if session.status != "OPEN":
            raise Problem("ALREADY_STARTED", "The cards have been dealt already.", ("sessionId",))
        if not session.holders():
            raise Problem("NOT_STARTED", "Nobody has taken a seat yet.", ("sessionId",))
        return Started(now)

    done = await sessions.change(session_id, make_change_request("start", token, key), decide)
    await keep_listed(sessions, done.session)
    return done


async def abandon(sessions: SessionRepository, session_id: str, token: str | None, key: str | None) -> Done:
    """End a session before its result, as the host. Raises `Problem`."""
    check_key(key)

    def decide(session: Session, now: int) -> Abandoned:
        sessions.losses.check_told(session, token, "sessionId")
        check_host(session, token)
        _check_not_over(session)
        return Abandoned(now)

    done = await sessions.change(session_id, make_change_request("abandon", token, key), decide)
    await keep_listed(sessions, done.session)
    return done


def check_seated(session: Session, token: str | None) -> int:
    """Return the seat that a token holds. Raises `Problem` with UNAUTHORIZED."""
    seat = session.seat_of(token)
    if seat is None:
        raise Problem("UNAUTHORIZED", "This needs the bearer token of a seat of the session.", ("sessionId",))
    return seat


def check_host(session: Session, token: str | None) -> None:
    """Raise `Problem` with UNAUTHORIZED unless a token is the host's."""
    if not session.is_host(token):
        raise Problem("UNAUTHORIZED", "This needs the bearer token of the session's host.", ("sessionId",))


def _check_member(session: Session, token: str | None) -> None:
    if not session.is_member(token):
        message = "This needs the bearer token of a seat of the session, or of its host."
        raise Problem("UNAUTHORIZED", message, ("sessionId",))


def _check_not_over(session: Session) -> None:
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over.", ("sessionId",))


def _choose_seat(session: Session, place: Place, token: str | None) -> int:
    """Return the seat that somebody may take. Raises `Problem`."""
    _check_not_over(session)
    if place.seat is not None and not 0 <= place.seat < len(session.seats):
        message = f"There is no seat {place.seat}; the seats are 0–{len(session.seats) - 1}."
        raise Problem("INVALID_INPUT", message, ("seat",))
    coded = None if place.code is None else _seat_of_code(session, place.code)
    if coded is not None and place.seat not in (None, coded):
        raise Problem("INVALID_INPUT", f"The code is that of another seat than {place.seat}.", ("code",))
    wanted = place.seat if coded is None else coded
    vacant = [seat for seat in session.open_seats() if wanted in (None, seat)]
    if not vacant:
        message = "Every seat is taken." if wanted is None else f"Seat {wanted} is taken."
        raise Problem("SEAT_TAKEN", message, ("seat",))
    fitting = [seat for seat in vacant if seat == coded or _may_take(session, seat, token)]
    if not fitting:
        raise Problem("UNAUTHORIZED", "This needs the join code of the seat, or its former token.", ("code",))
    # Whoever was here before gets the old seat again.
    return next((seat for seat in fitting if _is_former(session, seat, token)), fitting[0])


def _seat_of_code(session: Session, code: str) -> int:
    seat = next((index for index, seat in enumerate(session.seats) if seat.code and is_token(code, seat.code)), None)
    if seat is None:
        raise Problem("UNAUTHORIZED", "This is not the join code of a seat of the session.", ("code",))
    return seat


def _may_take(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether a seat may be taken without its code: by its former holder, or by anybody if it is free."""
    if session.seats[seat].former:
        return _is_former(session, seat, token)
    return not session.setup.invitation_only


def _is_former(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether a token is that of the seat's last holder; if that was the host, the host's token is one, too."""
    former = session.seats[seat].former
    if token is None or not former:
        return False
    return is_token(token, former) or (seat == session.host_seat and session.is_host(token))


def _sits_as_host(session: Session, seat: int, token: str | None) -> bool:
    """Tell whether the bearer takes a seat as the host: with the host's token, or with the one that left this seat.

    A host who has a seat already takes another one as anybody: it is for somebody else at the same screen.
    """
    if session.seat_of(token) is not None:
        return False
    return session.is_host(token) or (seat == session.host_seat and _is_former(session, seat, token))


def _last_token(seat: Seat) -> str:
    return seat.token.kept if seat.token else seat.former


def _joining(done: Done, seat: int, token: Secret, secret: str) -> Joining:
    return Joining(done, seat, derive_token(secret, token.salt, _seat_purpose(done.session.id, seat)))


def _check_share(session: Session, place: Place) -> None:
    """Raise `Problem` for a share in shuffles that are decided."""
    if not place.entropy:
        return
    if not session.dealing.is_committed:
        raise Problem("INVALID_INPUT", "The deal of this session is given: it takes no entropy.", ("entropy",))
    if session.status != "OPEN":
        raise Problem("INVALID_INPUT", "The cards have been dealt: it is too late for entropy.", ("entropy",))


def _check_entropy(entropy: str | None) -> None:
    if entropy is not None and not engine.is_entropy(entropy):
        raise Problem("INVALID_INPUT", "Entropy is at most 64 characters from U+0020 to U+007E.", ("entropy",))


# ---- what secrets are derived for


def _host_purpose(session_id: str) -> str:
    return f"host\n{session_id}"


def _seat_purpose(session_id: str, seat: int) -> str:
    return f"seat\n{session_id}\n{seat}"


def _join_code(secret: str, host: Secret, session_id: str, seat: int) -> str:
    return derive_token(secret, host.salt, f"code\n{session_id}\n{seat}")
