"""The rows of the table of operations that are about batches of sessions."""

from typing import Any

from service.use_cases.batches.inputs import LARGEST_RESULTS, BatchResultsInput, CreateSessionsInput
from service.use_cases.batches.opening import create_sessions
from service.use_cases.batches.results import batch_results
from service.use_cases.finding.listing import page_size
from service.use_cases.operation import CREATION_COST, Operation
from service.views.batch_view import BatchResultConnection, SessionsCreated


def cost_of_results(results: int) -> int:
    """Return the price of so many results, as additional requests: five of them are one request."""
    return max(0, results - 1) // 5


def cost_of_page(page: BatchResultsInput) -> int:
    """Return the price of a page of results."""
    return cost_of_results(page_size(page.first, LARGEST_RESULTS))


BATCHES: tuple[Operation[Any, Any], ...] = (
    Operation(
        name="createSessions",
        kind="mutation",
        summary="Open up to 500 sessions at once, all or none",
        description="Everything is checked before the first session is created; a retry with the same key and input "
        "completes what was interrupted. It is charged as so many single sessions.",
        input=CreateSessionsInput,
        use_case=create_sessions,
        answer=SessionsCreated,
        result="CreateSessionsResult",
        problems=("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "BUSY"),
        cost=lambda batch: max(0, len(batch.sessions) * (CREATION_COST + 1) - 1),
    ),
    Operation(
        name="batchResults",
        kind="query",
        summary="Tell how the sessions of a batch stand, in the order in which they were sent",
        description="Five sessions are charged like a request.",
        input=BatchResultsInput,
        use_case=batch_results,
        answer=BatchResultConnection,
        result="BatchResultsResult",
        problems=("NOT_FOUND",),
        cost=cost_of_page,
    ),
)
