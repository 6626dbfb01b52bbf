"""The use case that reads the results of a batch."""

from collections.abc import Sequence

from service.sessions.problems import Problem
from service.storage.batches import Batch, Member, find_batch, for_each
from service.storage.repository import SessionRepository
from service.use_cases.batches.opening import check_tag
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import page_size, read_or_tell
from service.use_cases.inputs import BatchResultsInput
from service.use_cases.operation import cost_of_items, query, raises
from service.views.fields import make_page
from service.views.lobby_view import (
    LARGEST_RESULTS,
    MOST_SESSIONS,
    BatchResult,
    BatchResultConnection,
    project_batch_result,
    refuse_batch_result,
)

# A large table takes milliseconds to be read, and those that are read at a time hold up all other requests.
READ_AT_ONCE = 4


def cost_of_page(page: BatchResultsInput) -> int:
    """Return the price of a page of results."""
    return cost_of_items(page_size(page.first, LARGEST_RESULTS))


@query("/v1/batches/{batchId}/results", "Batches", cost=cost_of_page)
@raises("NOT_FOUND")
async def batch_results(context: RequestContext, input: BatchResultsInput) -> BatchResultConnection:
    """Tell how the sessions of a batch stand, in the order in which they were sent.

    Five sessions are charged like a request.
    """
    size = page_size(input.first, LARGEST_RESULTS)
    found = await _find_members(context, input)
    members = found[:size]
    results = await read_results(context.sessions, [member for _, member in members])
    items = [(str(place), result) for (place, _), result in zip(members, results, strict=True)]
    return make_page(BatchResultConnection, items, after=input.after, has_next=len(found) > size)


async def find_wanted(context: RequestContext, input: BatchResultsInput) -> list[Member]:
    """Return the sessions whose results are wanted, all pages at once. Raises `Problem`."""
    found = await _find_members(context, input)
    return [member for _, member in found[: page_size(input.first, MOST_SESSIONS)]]


async def read_results(sessions: SessionRepository, members: Sequence[Member]) -> list[BatchResult]:
    """Return how some sessions of a batch stand. Raises `StoreUnavailable`."""

    async def read(member: Member) -> BatchResult:
        known = await read_or_tell(sessions, member.session)
        if isinstance(known, str):
            return refuse_batch_result(member.session, member.tag, known)
        return project_batch_result(known, member.tag)

    return await for_each(read, members, READ_AT_ONCE)


async def _find_members(context: RequestContext, input: BatchResultsInput) -> list[tuple[int, Member]]:
    """Return the wanted sessions of a batch after the cursor, each with its place. Raises `Problem`."""
    check_tag(input.tag)
    batch = await find_batch(context.sessions.store, input.batch_id)
    if batch is None:
        raise Problem("NOT_FOUND", "There is no such batch, or it has expired.", ("batchId",))
    after = -1 if input.after is None else _read_cursor(input.after, batch)
    places = enumerate(batch.members)
    return [(at, one) for at, one in places if at > after and input.tag in (None, one.tag)]


def _read_cursor(cursor: str, batch: Batch) -> int:
    if cursor.isascii() and cursor.isdecimal() and len(cursor) < 4 and int(cursor) < len(batch.members):
        return int(cursor)
    raise Problem("INVALID_INPUT", "This is not a cursor that the service gave for this batch.", ("after",))
