"""The use cases of batches: many sessions opened at once, and their results.

All input is checked before anything is written. Then the batch's document, which names all sessions, is committed, and
the sessions are created. Their ids are derived from the batch's id, and their secrets from the key, as in
`create_session`. So a retry completes a batch that a crash or a full store interrupted, and the caller gets no session
before all of them exist.
"""

import asyncio
import secrets
from collections.abc import Sequence

import msgspec

from service.sessions.changes import Created
from service.sessions.problems import Problem
from service.sessions.rules import within
from service.sessions.session import Session
from service.sessions.tokens import check_secret_key, key_reused, new_token, scope_key, short_hash
from service.storage.batches import Batch, BatchMember, find_batch, for_each, keep_batch, member_id, tables_at_once
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.finding import first_place, page_size, read_or_code
from service.use_cases.inputs import LONGEST_TAG, BatchResultsInput, BatchSessionInput, CreateSessionsInput
from service.use_cases.opening import (
    create_listed,
    determined_parts,
    host_token_of,
    join_links_of,
    levels_of,
    plan_session_at,
    start_bots,
)
from service.use_cases.operation import (
    CREATION_COST,
    CREATION_PROBLEMS,
    cost_of_items,
    in_rest,
    mutation,
    query,
    raises,
)
from service.views.fields import make_page
from service.views.lobby_view import (
    LARGEST_RESULTS,
    MOST_BATCH_SEATS,
    MOST_SESSIONS,
    BatchResult,
    BatchResultConnection,
    BatchSession,
    SessionsCreated,
    project_batch_result,
    refuse_batch_result,
)


def _cost_of_batch(input: CreateSessionsInput) -> int:
    """Return the price of a batch, which is that of its sessions opened one by one."""
    return max(0, len(input.sessions) * (CREATION_COST + 1) - 1)


@mutation("/v1/batches", "Batches", cost=_cost_of_batch)
@in_rest(
    status=201,
    example={
        "sessions": [
            {"game": "zeven", "seats": 2, "tag": "round 1", "bots": [{"seat": 1, "level": 2}]},
            {"game": "zar", "seats": 4, "tag": "round 1"},
        ]
    },
)
@raises(*CREATION_PROBLEMS)
async def create_sessions(context: RequestContext, input: CreateSessionsInput) -> SessionsCreated:
    """Open up to 500 sessions at once, all or none.

    All input is checked before the first session is created. A retry with the same key and input completes an
    interrupted batch. A batch is charged as that many single sessions.
    """
    key = input.idempotency_key
    sessions = context.sessions
    check_secret_key(key)
    secret = key or new_token()
    batch_id = _batch_id(scope_key(key, context.app))
    plans = await _plan(context, batch_id, secret, input.sessions)
    batch = Batch(batch_id, _hash_of(input.sessions, plans), _members(batch_id, input.sessions))
    lifetime = max(plan.lifetime for plan in plans)
    if await keep_batch(sessions.store, lifetime, sessions.lifetimes.archive, batch) != batch:
        raise key_reused()

    async def create(planned: tuple[BatchMember, Created]) -> BatchSession:
        member, plan = planned
        opened = await create_listed(sessions, member.session, plan)
        return _project_session(await start_bots(sessions, opened), member.tag, secret)

    at_once = tables_at_once(max(len(plan.seats) for plan in plans))
    created = await for_each(create, zip(batch.members, plans, strict=True), at_once, sessions.many_tables)
    return SessionsCreated(batch_id=batch_id, sessions=tuple(created))


def _batch_id(scoped_key: str | None) -> str:
    """Return the id of the batch that a key opens: 128 bits that do not reveal the key."""
    if scoped_key is None:
        return secrets.token_urlsafe(16)
    return short_hash(f"the batch of a key\n{scoped_key}".encode())


# ---- checking


async def _plan(
    context: RequestContext, batch_id: str, secret: str, inputs: Sequence[BatchSessionInput]
) -> list[Created]:
    """Return the changes that open the sessions. Raises `Problem` with the path of the first mistake."""
    _check_size(inputs)
    sessions = context.sessions
    now = await sessions.store.now()
    app = await context.hooked_app()
    plans: list[Created] = []
    for index, input in enumerate(inputs):
        # Yield to other requests, and take turns with other batches: checking a table takes up to milliseconds.
        async with sessions.many_tables:
            await asyncio.sleep(0)
        with within("sessions", str(index)):
            check_tag(input.tag)
            plan = plan_session_at(now, sessions.lifetimes, member_id(batch_id, index), secret, input)
            plans.append(msgspec.structs.replace(plan, batch=batch_id, app=app, sends_notices=bool(app)))
    return plans


def _check_size(inputs: Sequence[BatchSessionInput]) -> None:
    if not 1 <= len(inputs) <= MOST_SESSIONS:
        raise Problem("INVALID_INPUT", f"Send 1 to {MOST_SESSIONS} sessions.", ("sessions",))
    if sum(max(0, input.seats) for input in inputs) > MOST_BATCH_SEATS:
        message = f"The tables of a batch may have at most {MOST_BATCH_SEATS} seats in total."
        raise Problem("INVALID_INPUT", message, ("sessions",))


def _hash_of(inputs: Sequence[BatchSessionInput], plans: Sequence[Created]) -> str:
    """Return a hash of everything that the input determines."""
    planned = zip(inputs, plans, strict=True)
    parts = [(input.tag, determined_parts(plan), levels_of(plan.seats)) for input, plan in planned]
    return short_hash(msgspec.json.encode(parts, order="sorted"))


def _members(batch_id: str, inputs: Sequence[BatchSessionInput]) -> tuple[BatchMember, ...]:
    return tuple(BatchMember(member_id(batch_id, index), input.tag) for index, input in enumerate(inputs))


def check_tag(tag: str | None) -> None:
    """Raise `Problem` unless a tag is absent or valid."""
    if tag is not None and not (1 <= len(tag) <= LONGEST_TAG and tag.isprintable()):
        raise Problem("INVALID_INPUT", f"A tag must be 1–{LONGEST_TAG} printable characters.", ("tag",))


# ---- creating


def _project_session(session: Session, tag: str | None, secret: str) -> BatchSession:
    return BatchSession(
        session_id=session.id,
        tag=tag,
        host_token=host_token_of(session, secret),
        join_links=join_links_of(session, secret),
    )


# Reading a large table takes milliseconds, and the tables read at once delay all other requests.
READ_AT_ONCE = 4


def cost_of_page(page: BatchResultsInput) -> int:
    """Return the price of a page of results."""
    return cost_of_items(page_size(page.first, LARGEST_RESULTS))


@query("/v1/batches/{batchId}/results", "Batches", cost=cost_of_page)
@raises("NOT_FOUND", "NEWER_RELEASE")
async def batch_results(context: RequestContext, input: BatchResultsInput) -> BatchResultConnection:
    """Return the results of a batch's sessions so far, in the order in which the sessions were sent.

    Five sessions are charged as one request.
    """
    size = page_size(input.first, LARGEST_RESULTS)
    found = await _find_members(context, input)
    members = found[:size]
    results = await read_results(context.sessions, [member for _, member in members])
    items = [(str(place), result) for (place, _), result in zip(members, results, strict=True)]
    return make_page(BatchResultConnection, items, after=input.after, has_next=len(found) > size)


async def find_wanted(context: RequestContext, input: BatchResultsInput) -> list[BatchMember]:
    """Return the sessions whose results are requested, without pages. Raises `Problem`."""
    found = await _find_members(context, input)
    return [member for _, member in found[: page_size(input.first, MOST_SESSIONS)]]


async def read_results(sessions: SessionRepository, members: Sequence[BatchMember]) -> list[BatchResult]:
    """Return the results so far of some sessions of a batch. Raises `StoreUnavailable`."""

    async def read(member: BatchMember) -> BatchResult:
        known = await read_or_code(sessions, member.session)
        if isinstance(known, str):
            return refuse_batch_result(member.session, member.tag, known)
        return project_batch_result(known, member.tag)

    return await for_each(read, members, READ_AT_ONCE)


async def _find_members(context: RequestContext, input: BatchResultsInput) -> list[tuple[int, BatchMember]]:
    """Return the requested sessions of a batch after the cursor, each with its place. Raises `Problem`."""
    check_tag(input.tag)
    batch = await find_batch(context.sessions.store, input.batch_id)
    if batch is None:
        raise Problem("NOT_FOUND", "There is no such batch, or it has expired.", ("batchId",))
    first = first_place(input.after)
    return [(at, one) for at, one in enumerate(batch.members) if at >= first and input.tag in (None, one.tag)]
