"""The use case that reads the results of a batch."""

from collections.abc import Sequence

from service.sessions.problems import Problem
from service.storage.batches import Batch, Member, find_batch, for_each
from service.storage.sessions import SessionRepository
from service.use_cases.batches.inputs import LARGEST_RESULTS, MOST_SESSIONS, BatchResultsInput, check_tag
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import page_size, read_or_tell
from service.use_cases.operation import cost_of_items, operation
from service.views.batch_view import (
    BatchResult,
    BatchResultConnection,
    BatchResultEdge,
    project_batch_result,
    refuse_batch_result,
)
from service.views.session_view import page_of

# A large table takes milliseconds to be read, and those that are read at a time hold up all other requests.
READ_AT_ONCE = 4


def cost_of_page(page: BatchResultsInput) -> int:
    """Return the price of a page of results."""
    return cost_of_items(page_size(page.first, LARGEST_RESULTS))


@operation("query", "NOT_FOUND", cost=cost_of_page)
async def batch_results(context: RequestContext, input: BatchResultsInput) -> BatchResultConnection:
    """Tell how the sessions of a batch stand, in the order in which they were sent.

    Five sessions are charged like a request.
    """
    size = page_size(input.first, LARGEST_RESULTS)
    found = await _find_members(context, input)
    nodes = tuple(await read_results(context.sessions, [member for _, member in found[:size]]))
    cursors = [str(place) for place, _ in found[:size]]
    edges = tuple(BatchResultEdge(cursor=cursor, node=node) for cursor, node in zip(cursors, nodes, strict=True))
    info = page_of(cursors, has_next=len(found) > size, has_previous=input.after is not None)
    return BatchResultConnection(edges=edges, nodes=nodes, page_info=info)


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
