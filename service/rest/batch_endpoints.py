"""Batches of sessions: opened by one request, and their results as a page or as lines."""

from starlette.responses import Response

from service.http.request_body import JSON
from service.rest.encoding import encode
from service.rest.registry import Call, Endpoint, Media, OperationLink, endpoint_for
from service.rest.stream_endpoints import LINES
from service.use_cases.batches.results import batch_results, cost_of_page, find_wanted, read_results
from service.use_cases.operation import cost_of_items
from service.use_cases.operations import OPERATIONS
from service.views.batch_view import BatchResult, BatchResultConnection, SessionsCreated

_RESULTS = OPERATIONS["batchResults"]
_GROUP = "Batches"


async def list_results(call: Call) -> Response | BatchResultConnection:
    """Return a page of the results of a batch; as lines, all of them."""
    if call.media != LINES:
        await call.charge(cost_of_page(call.input))
        return await batch_results(call.context, call.input)
    wanted = await find_wanted(call.context, call.input)
    await call.charge(cost_of_items(len(wanted)))
    results = await read_results(call.context.sessions, wanted)
    return Response(b"".join(encode(result) + b"\n" for result in results), 200, media_type=LINES)


def _location(created: SessionsCreated) -> str:
    return f"/v1/batches/{created.batch_id}/results"


ENDPOINTS = (
    endpoint_for(
        "createSessions",
        "/v1/batches",
        _GROUP,
        status=201,
        links={
            "batchResults": OperationLink(
                "batchResults", {"batchId": "$response.body#/batchId"}, "How its sessions stand."
            )
        },
        example={
            "sessions": [
                {"game": "zeven", "seats": 2, "tag": "round 1", "bots": [{"seat": 1, "level": 2}]},
                {"game": "zar", "seats": 4, "tag": "round 1"},
            ]
        },
        location=_location,
        located="Where the results are read.",
    ),
    Endpoint(
        id="batchResults",
        method="GET",
        path="/v1/batches/{batchId}/results",
        group=_GROUP,
        summary=_RESULTS.summary,
        description=f"{_RESULTS.description} As `application/x-ndjson` there is a line for each session, all of them "
        "unless `first` says otherwise.",
        handle=list_results,
        input=_RESULTS.input,
        answer=BatchResultConnection,
        answered=BatchResultConnection.__doc__ or "",
        media=(
            Media(JSON, "A page of results."),
            Media(LINES, "Lines of JSON, each a `BatchResult`.", BatchResult),
        ),
        problems=_RESULTS.problems,
        links={
            "nextPage": OperationLink(
                "batchResults",
                {"batchId": "$request.path.batchId", "after": "$response.body#/pageInfo/endCursor"},
                "The next page.",
            )
        },
    ),
)
