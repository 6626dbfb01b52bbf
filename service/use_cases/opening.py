"""The use case that opens a session, and what others share that open some."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

import engine
from service.sessions.changes import Created
from service.sessions.history_hash import new_history_key
from service.sessions.problems import Problem
from service.sessions.rules import check_range, new_table
from service.sessions.session import AGREEMENTS, Dealing, Seat, Session, Setup
from service.sessions.tokens import (
    Secret,
    check_secret_key,
    derive_token,
    fingerprint,
    keep,
    key_reused,
    new_token,
    scope_key,
)
from service.storage.documents import new_document_id
from service.storage.public_lists import OPEN, enlist, unlist
from service.storage.sessions import Lifetimes, SessionRepository, session_id_of
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    LONGEST_BOT_MILLIS,
    LONGEST_MOVE_SECONDS,
    LONGEST_REACTION_MILLIS,
    CreateSessionInput,
    Input,
    NewSessionInput,
    name_options,
)
from service.use_cases.operation import CREATION_PROBLEMS, cost_of_creation, in_rest, mutation, raises
from service.views.catalogue import read_options
from service.views.projection import project_session
from service.views.session_view import JoinLink, SessionCreated
from store.problems import StoreFull, StoreUnavailable


@mutation("/v1/sessions", "Sessions", cost=cost_of_creation)
@in_rest(status=201, example={"game": "zeven", "seats": 2, "public": True})
@raises(*CREATION_PROBLEMS)
async def create_session(context: RequestContext, input: CreateSessionInput) -> SessionCreated:
    """Open a session.

    Its table is dealt when every seat is taken, or when the host starts.
    """
    sessions, key = context.sessions, input.idempotency_key
    check_secret_key(key)
    secret = key or new_token()
    scoped = scope_key(key, context.app)
    session_id = new_document_id() if scoped is None else session_id_of(scoped)
    wanted = await plan_session(sessions, session_id, secret, input)
    session = await create_listed(sessions, session_id, wanted)
    if determined_parts(session) != determined_parts(wanted):
        raise key_reused()
    return SessionCreated(
        session=project_session(session, context.token),
        host_token=host_token_of(session, secret),
        join_links=join_links_of(session, secret),
    )


async def plan_session(sessions: SessionRepository, session_id: str, secret: str, input: NewSessionInput) -> Created:
    """Return the change that opens a session now; its secrets follow from `secret`. Raises `Problem`."""
    return plan_session_at(await sessions.store.now(), sessions.lifetimes, session_id, secret, input)


def plan_session_at(at: int, lifetimes: Lifetimes, session_id: str, secret: str, input: NewSessionInput) -> Created:
    """Return the change that opens a session at a time. Raises `Problem`."""
    options, setup = read_options(input.game, name_options(input.options)), read_setup(input)
    table = new_table(input.game, input.seats, options, input.seed, input.deck)
    if setup.reaction_millis and not engine.has_reactions(table):
        raise Problem("INVALID_INPUT", "At this table nobody can react out of turn.", ("reactionMillis",))
    host = keep(secret, _host_purpose(session_id))
    codes = [_join_code(secret, host, session_id, seat) for seat in range(input.seats)]
    return Created(
        at=at,
        lifetime=lifetimes.of_session(setup),
        finished_lifetime=lifetimes.finished,
        game=input.game,
        seats=tuple(Seat(code=fingerprint(code)) for code in codes),
        options=engine.changed_options(table.options),
        setup=setup,
        dealing=_choose_dealing(input.seed, input.deck),
        host=host,
        history_key=new_history_key(),
        agreements=AGREEMENTS,
    )


def host_token_of(session: Session, secret: str) -> str:
    """Return the host's token of a session that was opened with a secret; with another one, a token of nobody."""
    return derive_token(secret, session.host.salt, _host_purpose(session.id))


def join_links_of(session: Session, secret: str) -> tuple[JoinLink, ...]:
    """Return the join code of each seat of a session that was opened with a secret."""
    return tuple(
        JoinLink(seat=seat, code=_join_code(secret, session.host, session.id, seat))
        for seat in range(len(session.seats))
    )


async def create_listed(sessions: SessionRepository, session_id: str, change: Created) -> Session:
    """Create a session, or return the existing one; a public one is listed first, so that the lists miss none."""
    try:
        if change.setup.public:
            await enlist(sessions.store, OPEN, session_id, change, change.at)
        return await sessions.create(session_id, change)
    except StoreFull:
        with suppress(StoreUnavailable):
            await _forget_refused(sessions, session_id, change)
        raise


async def _forget_refused(sessions: SessionRepository, session_id: str, change: Created) -> None:
    """Take a session off the lists after a full store refused it, unless a retry of the same key has created it."""
    if await sessions.find(session_id) is None:
        await unlist(sessions.store, OPEN, session_id, change)


def _choose_dealing(seed: str | None, deck: Sequence[str] | None) -> Dealing:
    if seed is None and deck is None:
        return Dealing(server_seed=secrets.token_hex(32))
    drawn = secrets.token_hex(32) if seed is None else seed
    return Dealing(seed=drawn, deck=None if deck is None else tuple(deck), drawn=seed is None)


def determined_parts(session: Session | Created) -> tuple[object, ...]:
    """Return the parts of a session that its input determines, without those drawn at random."""
    dealing = session.dealing
    given = None if dealing.is_committed else (None if dealing.drawn else dealing.seed, dealing.deck)
    return session.game, len(session.seats), session.options, session.setup, given


def read_setup(input: Input) -> Setup:
    """Return the settings of a session, as far as an input has them. Raises `Problem`."""
    given = {name: getattr(input, name, None) for name in Setup.__struct_fields__}
    setup = Setup(**{name: value for name, value in given.items() if value is not None})
    check_range(setup.move_seconds, 0, LONGEST_MOVE_SECONDS, "moveSeconds")
    check_range(setup.reaction_millis, 0, LONGEST_REACTION_MILLIS, "reactionMillis")
    check_range(setup.bot_millis, 0, LONGEST_BOT_MILLIS, "botMillis")
    check_range(setup.left_seat_level, 0, HIGHEST_LEVEL, "leftSeatLevel")
    return setup


def _host_purpose(session_id: str) -> str:
    return f"host\n{session_id}"


def _join_code(secret: str, host: Secret, session_id: str, seat: int) -> str:
    return derive_token(secret, host.salt, f"code\n{session_id}\n{seat}")
