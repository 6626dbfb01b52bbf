"""The use case that opens many sessions at once.

Everything is checked before anything is written. Then the batch's document is committed, which names all sessions, and
then the sessions are created. Their ids follow from the batch's, and their secrets from the key, as those of
`create_session` do. So a retry completes what a crash or a full store has interrupted, and the caller learns of no
session before all of them exist.
"""

import asyncio
import secrets
from collections.abc import Sequence

import msgspec

import bots
from service.sessions.changes import Created, Started
from service.sessions.problems import Problem
from service.sessions.rules import check_range, check_seat, within
from service.sessions.session import Bot, Seat, Session
from service.sessions.tokens import (
    check_secret_key,
    key_reused,
    make_change_request,
    new_token,
    scope_key,
    short_fingerprint,
)
from service.storage.batches import Batch, Member, for_each, keep_batch, member_id, tables_at_once
from service.storage.sessions import SessionRepository
from service.use_cases.batches.inputs import (
    MOST_BATCH_SEATS,
    MOST_SESSIONS,
    BatchSessionInput,
    CreateSessionsInput,
    SeatedBotInput,
    check_tag,
)
from service.use_cases.context import RequestContext
from service.use_cases.inputs import HIGHEST_LEVEL
from service.use_cases.opening import create_listed, determined_parts, host_token_of, join_links_of, plan_session_at
from service.use_cases.operation import CREATION_COST, CREATION_PROBLEMS, operation
from service.views.batch_view import BatchSession, SessionsCreated


def _cost_of_batch(input: CreateSessionsInput) -> int:
    """Return the price: that of so many single sessions."""
    return max(0, len(input.sessions) * (CREATION_COST + 1) - 1)


@operation("mutation", *CREATION_PROBLEMS, cost=_cost_of_batch)
async def create_sessions(context: RequestContext, input: CreateSessionsInput) -> SessionsCreated:
    """Open up to 500 sessions at once, all or none.

    Everything is checked before the first session is created; a retry with the same key and input completes what was
    interrupted. It is charged as so many single sessions.
    """
    key, sessions = input.idempotency_key, context.sessions
    check_secret_key(key)
    secret = key or new_token()
    batch_id = _batch_id(scope_key(key, context.app))
    plans = await _plan(sessions, batch_id, secret, input.sessions)
    batch = Batch(batch_id, _hash_of(input.sessions, plans), _members(batch_id, input.sessions))
    if await keep_batch(sessions.store, sessions.lifetimes, batch) != batch:
        raise key_reused()

    async def create(planned: tuple[Member, Created]) -> BatchSession:
        member, plan = planned
        return _tell(await _create(sessions, member.session, plan), member.tag, secret)

    at_once = tables_at_once(max(len(plan.seats) for plan in plans))
    created = await for_each(create, zip(batch.members, plans, strict=True), at_once, sessions.many_tables)
    return SessionsCreated(batch_id=batch_id, sessions=tuple(created))


def _batch_id(scoped_key: str | None) -> str:
    """Return the id of the batch that a key opens: 128 bits, from which the key cannot be derived."""
    if scoped_key is None:
        return secrets.token_urlsafe(16)
    return short_fingerprint(f"the batch of a key\n{scoped_key}".encode())


# ---- checking everything


async def _plan(
    sessions: SessionRepository, batch_id: str, secret: str, inputs: Sequence[BatchSessionInput]
) -> list[Created]:
    """Return the changes that open the sessions. Raises `Problem` with the path of the first that is wrong."""
    _check_size(inputs)
    now = await sessions.store.now()
    plans: list[Created] = []
    for index, input in enumerate(inputs):
        # Let other requests go on, other batches in turn: a table takes up to milliseconds to be checked.
        async with sessions.many_tables:
            await asyncio.sleep(0)
        with within("sessions", str(index)):
            check_tag(input.tag)
            plan = plan_session_at(now, sessions.lifetimes, member_id(batch_id, index), secret, input)
            seats = _seat_bots(plan.seats, input.bots or ())
            plans.append(msgspec.structs.replace(plan, seats=seats, batch=batch_id))
    return plans


def _check_size(inputs: Sequence[BatchSessionInput]) -> None:
    if not 1 <= len(inputs) <= MOST_SESSIONS:
        raise Problem("INVALID_INPUT", f"This takes 1 to {MOST_SESSIONS} sessions.", ("sessions",))
    if sum(max(0, input.seats) for input in inputs) > MOST_BATCH_SEATS:
        message = f"The tables of a batch have {MOST_BATCH_SEATS} seats in all at most."
        raise Problem("INVALID_INPUT", message, ("sessions",))


def _seat_bots(seats: Sequence[Seat], seated: Sequence[SeatedBotInput]) -> tuple[Seat, ...]:
    """Return the seats of a table with bots on some of them. Raises `Problem`."""
    made = list(seats)
    for index, one in enumerate(seated):
        with within("bots", str(index)):
            _check_bot(made, one)
        made[one.seat] = Seat(code=seats[one.seat].code, kind="BOT", bot=Bot(one.level, bots.VERSION))
    return tuple(made)


def _check_bot(seats: Sequence[Seat], wanted: SeatedBotInput) -> None:
    check_seat(wanted.seat, len(seats), "seat")
    if seats[wanted.seat].bot is not None:
        raise Problem("INVALID_INPUT", f"Seat {wanted.seat} has a bot already.", ("seat",))
    check_range(wanted.level, 1, HIGHEST_LEVEL, "level")


def _hash_of(inputs: Sequence[BatchSessionInput], plans: Sequence[Created]) -> str:
    """Return a hash of all that the input determines."""
    parts = [
        (input.tag, determined_parts(plan), [seat.bot and seat.bot.level for seat in plan.seats])
        for input, plan in zip(inputs, plans, strict=True)
    ]
    return short_fingerprint(msgspec.json.encode(parts, order="sorted"))


def _members(batch_id: str, inputs: Sequence[BatchSessionInput]) -> tuple[Member, ...]:
    return tuple(Member(member_id(batch_id, index), input.tag) for index, input in enumerate(inputs))


# ---- creating


async def _create(sessions: SessionRepository, session_id: str, plan: Created) -> Session:
    """Create a session, or return the existing one; a table of bots alone is dealt."""
    session = await create_listed(sessions, session_id, plan)
    if session.status != "OPEN" or session.open_seats() or session.setup.start_by_host:
        return session
    return await _start(sessions, session_id)


async def _start(sessions: SessionRepository, session_id: str) -> Session:
    """Have the cards dealt, once: nobody else can have started it, since nobody knows it yet."""
    request = make_change_request("startBatch", None, "the start of a session of a batch")
    return (await sessions.change(session_id, request, lambda _session, now: Started(now))).session


def _tell(session: Session, tag: str | None, secret: str) -> BatchSession:
    return BatchSession(
        session_id=session.id,
        tag=tag,
        host_token=host_token_of(session, secret),
        join_links=join_links_of(session, secret),
    )
