"""The use case that opens a session, and functions shared by all use cases that open sessions."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

import bots
import engine
from service.sessions.changes import Created, Started
from service.sessions.history_hash import new_history_key
from service.sessions.problems import Problem
from service.sessions.rules import check_range, check_seat, new_table, within
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, Setup, name_bot
from service.sessions.tokens import (
    Secret,
    check_secret_key,
    derive_token,
    hash_token,
    keep,
    key_reused,
    make_change_request,
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
    SeatedBotInput,
    name_options,
)
from service.use_cases.operation import CREATION_PROBLEMS, cost_of_creation, in_rest, mutation, raises
from service.views.catalogue import read_options
from service.views.projection import project_session
from service.views.session_view import JoinLink, SessionCreated
from service.views.wording import number_of_seat
from store.problems import StoreFull, StoreUnavailable


@mutation("/v1/sessions", "Sessions", cost=cost_of_creation)
@in_rest(status=201, example={"game": "zeven", "seats": 2, "public": True})
@raises(*CREATION_PROBLEMS)
async def create_session(context: RequestContext, input: CreateSessionInput) -> SessionCreated:
    """Open a session.

    The cards are dealt when every seat is taken or the host starts the session; with `bots` on all seats, at once.
    """
    sessions = context.sessions
    key = input.idempotency_key
    check_secret_key(key)
    secret = key or new_token()
    scoped = scope_key(key, context.app)
    session_id = new_document_id() if scoped is None else session_id_of(scoped)
    wanted = await note_app(context, await plan_session(sessions, session_id, secret, input))
    opened = await create_listed(sessions, session_id, wanted)
    if opened.history_key != wanted.history_key:
        await _check_same(sessions, opened, wanted)
    session = await start_bots(sessions, opened)
    return SessionCreated(
        session=project_session(session, context.token),
        host_token=host_token_of(session, secret),
        join_links=join_links_of(session, secret),
    )


async def _check_same(sessions: SessionRepository, existing: Session, wanted: Created) -> None:
    """Raise `Problem` unless an existing session was opened with the same input."""
    if determined_parts(existing) != determined_parts(wanted):
        raise key_reused()
    # The host may have changed the bots since, so the log's first entry is compared, if it has not expired.
    first = await sessions.find_entry(existing.id, 1)
    if first is None:
        return
    assert isinstance(first.change, Created)
    if levels_of(first.change.seats) != levels_of(wanted.seats):
        raise key_reused()


async def note_app(context: RequestContext, change: Created) -> Created:
    """Return the change that opens a session, with the caller's app if the app hears of its sessions."""
    app = await context.hooked_app()
    return replace(change, app=app, sends_notices=True) if app else change


async def plan_session(sessions: SessionRepository, session_id: str, secret: str, input: NewSessionInput) -> Created:
    """Return the change that opens a session now, with secrets derived from `secret`. Raises `Problem`."""
    return plan_session_at(await sessions.store.now(), sessions.lifetimes, session_id, secret, input)


def plan_session_at(at: int, lifetimes: Lifetimes, session_id: str, secret: str, input: NewSessionInput) -> Created:
    """Return the change that opens a session at a time. Raises `Problem`."""
    options = read_options(input.game, name_options(input.options))
    setup = read_setup(input)
    if input.emotes is None and not input.public:
        setup = replace(setup, emotes=True)
    table = new_table(input.game, input.seats, options, input.seed, input.deck)
    if setup.reaction_millis and not engine.has_reactions(table):
        raise Problem(
            "INVALID_INPUT", "No seat can react out of turn at this table: omit `reactionMillis`.", ("reactionMillis",)
        )
    host = keep(secret, _host_purpose(session_id))
    codes = [_join_code(secret, host, session_id, seat) for seat in range(input.seats)]
    seats = [Seat(code=hash_token(code)) for code in codes]
    return Created(
        at=at,
        lifetime=lifetimes.of_session(setup),
        finished_lifetime=lifetimes.finished,
        game=input.game,
        seats=_seat_bots(seats, input.bots or ()),
        options=engine.changed_options(table.options),
        setup=setup,
        dealing=_choose_dealing(input.seed, input.deck),
        host=host,
        history_key=new_history_key(),
        agreements=AGREEMENTS,
    )


def _seat_bots(seats: Sequence[Seat], seated: Sequence[SeatedBotInput]) -> tuple[Seat, ...]:
    """Return the seats of a table with bots on some of them. Raises `Problem`."""
    made = list(seats)
    for index, one in enumerate(seated):
        with within("bots", str(index)):
            _check_bot(made, one)
        seat = made[one.seat]
        bot = Bot(one.level, bots.VERSION)
        made[one.seat] = Seat(name=name_bot(made, one.seat), code=seat.code, kind="BOT", bot=bot)
    return tuple(made)


def _check_bot(seats: Sequence[Seat], wanted: SeatedBotInput) -> None:
    check_seat(wanted.seat, len(seats), "seat")
    if seats[wanted.seat].bot is not None:
        raise Problem("INVALID_INPUT", f"Seat {number_of_seat(wanted.seat)} already has a bot.", ("seat",))
    check_range(wanted.level, 1, HIGHEST_LEVEL, "level")


def levels_of(seats: Sequence[Seat]) -> list[int | None]:
    """Return the level of the bot on each seat; None where there is none."""
    return [None if seat.bot is None else seat.bot.level for seat in seats]


def host_token_of(session: Session, secret: str) -> str:
    """Return the host's token of a session opened with `secret`; another secret gives a token without rights."""
    return derive_token(secret, session.host.salt, _host_purpose(session.id))


def join_links_of(session: Session, secret: str) -> tuple[JoinLink, ...]:
    """Return the join code of each seat of a session opened with `secret`."""
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


async def start_bots(sessions: SessionRepository, session: Session) -> Session:
    """Deal the cards if a new session is a table of bots only; return the newest version."""
    if session.status != "OPEN" or session.open_seats() or session.setup.start_by_host:
        return session
    # The key starts it once for all requests, also with releases that opened such tables only in batches.
    request = make_change_request("startBatch", None, "the start of a session of a batch")
    return (await sessions.change(session.id, request, lambda _session, now: Started(now))).session


async def _forget_refused(sessions: SessionRepository, session_id: str, change: Created) -> None:
    """Unlist a session that a full store refused, unless a retry with the same key has created it."""
    if await sessions.find(session_id) is None:
        await unlist(sessions.store, OPEN, session_id, change)


def _choose_dealing(seed: str | None, deck: Sequence[str] | None) -> Dealing:
    if seed is None and deck is None:
        return Dealing(server_seed=secrets.token_hex(32))
    drawn = secrets.token_hex(32) if seed is None else seed
    return Dealing(seed=drawn, deck=None if deck is None else tuple(deck), drawn=seed is None)


def determined_parts(session: Session | Created) -> tuple[object, ...]:
    """Return the parts of a session that its input determines, without random parts."""
    dealing = session.dealing
    given = None if dealing.is_committed else (None if dealing.drawn else dealing.seed, dealing.deck)
    # A session that release 0.3.0 opened has no emotes: a retry of the same request would have them by default.
    setup = replace(session.setup, emotes=False)
    return session.game, len(session.seats), session.options, setup, given


def read_setup(input: Input) -> Setup:
    """Return the settings of a session that an input contains. Raises `Problem`."""
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
